"""Hears one message: its language, its acts, what it states, and how it answers the question that is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock
from typing import Any

from cachetools import LRUCache

from agent.conversation import Conversation, Evidence, Pending, PendingKind
from agent.dialogue.goal_test import ACT, OUTCOME, REACHED, SURE, WAIT, WORKS, Said, beyond_doubt, careful
from agent.dialogue.harm_beside import with_harm_beside
from agent.dialogue.held_against import held_against
from agent.dialogue.listening import Understanding
from agent.dialogue.state import Hearing
from agent.dialogue.stated import stated
from agent.dialogue.voice import inside
from agent.language import fold, sentences, tokens
from agent.phrases import Phrases
from agent.scenarios import Kind, Library, Outcome, Progress, Scenario, Step, asked_outcomes
from agent.understanding import SURE_ACT, Act, Option, Question, Reading, Stated
from agent.understanding.acts import DANGER
from agent.understanding.facts import WIRED
from agent.understanding.reached import Reach
from agent.understanding.settling import LIKENESSES

SOLVED, STOP, ALREADY_DONE = "solved", "stop", "already_done"
YES, NO, NONE_OF_THESE = "yes", "no", "none"
CLOSING, VISIT, APPOINTMENT, NO_PERSON = "closing", "visit", "appointment", "no_person"
STEP, RESOLVE = "step", "resolve"
PHONE = "phone"  # the service in which what hums burns nothing
EVER = "ever"  # a question about danger that asks whether there was any at all
HEARD = Evidence("goal test", "only says that it was heard", 0.0)
GLAD = Evidence("goal test", "a glad yes", 0.9)
NOTHING_MORE = "nothing_more"
LEAVING = ("goodbye", STOP, NOTHING_MORE)
LEAVES = Evidence("act", "says that it works, and takes leave", SURE_ACT)
SAID_AGAIN = Evidence("act", "says once more that it works", SURE_ACT)
OFFERED = Evidence("act", "says that it works, as an answer listed does", SURE_ACT)
ONLINE = Evidence("act", "what was complained of is online", SURE_ACT)
DEVICE, BY_CABLE = "device", ("medium", "cable")
SPOILT = Evidence("reading", "sounds like good news, but something is lacking or bad", 0.0)
THEIRS = Evidence("reading", "told of somebody else's only", 0.0)
_WORDS = ("words", "worth")
_PLAINLY = ("pattern", "answer")
_ASKING = ("question", "repeat", "digression")
GOAL_PHASES = ("closing", "confirming")
_CHOICES = {
    PendingKind.CONSENT: {YES: "consent_yes", NO: "consent_no"},
    PendingKind.OFFER_PERSON: {YES: "offer_person_yes", NO: "offer_person_no"},
    PendingKind.RESUME: {YES: "resume_yes", NO: "resume_no"},
    PendingKind.DANGER: {YES: "danger_check_yes", NO: "danger_check_no"},
}


@dataclass(frozen=True, slots=True)
class Ear:
    """Listens with the language packs' readers; holds nothing of any conversation."""

    understanding: Understanding
    phrases: Mapping[str, Phrases]
    questions: LRUCache[tuple[object, ...], Question] = field(default_factory=lambda: LRUCache(2048))
    lock: Lock = field(default_factory=Lock)

    def hear(self, text: str, conversation: Conversation, library: Library) -> Hearing:
        """What `text` says, given where the conversation stands."""
        detection = self.understanding.detect(text, conversation.language)
        wished = self.understanding.asked_language(text)
        unwanted = self.understanding.unwanted_language(text)
        told = wished or (detection.language if detection.language != unwanted else conversation.language)
        language = told if told in self.phrases else conversation.language
        question = self.open_question(conversation, library)
        acts = self.understanding.find_acts(text, language, question, conversation.complaint)
        stated = self.understanding.find_facts(text, language)
        reading = self._answer(question, text, language, conversation, acts) if question else None
        if (wished or unwanted) and reading is not None and by_likeness(reading):
            reading = Reading("unclear", evidence=reading.evidence)  # "can we speak English" wants no person
        if question is not None and reading is not None and question.kind == STEP:
            goal = self._goal(conversation, library)
            reading = self._news(question, reading, acts, text, conversation, goal) or reading
            reading = self._doubted(question, reading, text, language)
        acts = with_harm_beside(acts, question, reading, text, language, self.understanding)
        acts = self._with_danger(acts, reading, text, language)
        if self._service(conversation, library) == PHONE:
            acts, reading = self._off_the_line(acts, reading, text, language)
        foreign = None if wished else detection.foreign
        return Hearing(language, acts, stated, reading, foreign, wished)

    def _news(
        self,
        question: Question,
        reading: Reading,
        acts: Sequence[Act],
        text: str,
        conversation: Conversation,
        goal: str,
    ) -> Reading | None:
        """That it works, told beside the step in so many words, where no listed answer says so and nothing was answered in
        words of the author's own: "no, it's fixed, 480 with the new cable". None = it is not, or not beyond doubt."""
        language, listening = conversation.language, self.understanding
        if (reading.kind == ACT and reading.act in (SOLVED, DANGER)) or not _is_open(reading):
            return None
        text = listening.since_now(text, language) if goal else text
        if listening.tells_of_trouble(text, language):
            return None
        if goal and self._is_online(acts, text, conversation, goal):
            return Reading("act", None, SOLVED, SURE_ACT, (ONLINE,))
        told = self._told(acts, text, conversation, goal)
        if listening.offers_that_it_works(question, language):
            if reading.kind != "unclear":
                return None
            works = listening.says_it_works(text, language, conversation.complaint)
            works = works and listening.speaks_of_working(text, language)
            told = told or (OFFERED if works and not listening.names_a_light(text, language) else None)
        merely = told is REACHED or reading.act == SOLVED or not by_likeness(reading)
        if (
            told is not SAID_AGAIN
            and merely
            and reading.outcome
            and self._tells_so(question, reading.outcome, language)
        ):
            return None  # "everything came back on" may be of the lights that are asked about
        behind = listening.after_no(text, language) or text  # "no, it's fixed": the no is to the question
        if told is None or self.after_all(behind, conversation, goal).outcome != WORKS:
            return None
        return Reading("act", None, SOLVED, SURE_ACT, (told,))

    def _doubted(self, question: Question, reading: Reading, text: str, language: str) -> Reading:
        """No end of the trouble by mere likeness where something is lacking or bad in the reply: "turned up, but nothing"."""
        good = any(option.id == reading.outcome and option.action == RESOLVE for option in question.options)
        plainly = any(each.source in _PLAINLY and (each.weight or 0) > 0 for each in reading.evidence)
        if not good or reading.kind != OUTCOME or (plainly and not by_likeness(reading)):
            return reading
        listening = self.understanding
        turned = [each for each in listening.clauses(text, language) if listening.contrasts(each, language)]
        last = listening.statements(text, language)[-1]
        if not listening.telling_words(last, language):  # "…and nothing"
            turned.append(last)
        bad = any(listening.tells_of_failing(e, language) or listening.lacks(e, language) for e in turned)
        if by_likeness(reading):
            bad = bad or listening.tells_of_trouble(listening.since_now(text, language), language)
        return Reading("unclear", evidence=(*reading.evidence[:3], SPOILT)) if bad else reading

    def _tells_so(self, question: Question, outcome: str, language: str) -> bool:
        """Whether a listed answer is good news itself, by its label or because it leads to "does it work?"."""
        leads = any(option.id == outcome and option.action == RESOLVE for option in question.options)
        return leads or self.understanding.says_well(question, outcome, language)

    def _told(self, acts: Sequence[Act], text: str, conversation: Conversation, goal: str) -> Evidence | None:
        """The words that tell, unasked, that it works: news, words of the guide's own `goal`, or that all is well with a
        goodbye."""
        language, listening, about = conversation.language, self.understanding, conversation.complaint
        if goal and listening.reach(text, goal, language, about, acts).told:
            return REACHED
        if self._is_by_wire(text, conversation):
            return None  # "it works by cable, how many times": of the Wi-Fi that fails it tells nothing
        if not listening.says_it_works(text, language, about):
            return None
        if listening.insists_that_it_works(text, language, about):
            return SAID_AGAIN
        told = next((act for act in acts if act.name == SOLVED and act.confidence >= SURE_ACT), None)
        leaves = any(act.name in LEAVING for act in acts) and not listening.is_opposed(text, language)
        leaves = leaves and listening.speaks_of_working(text, language)
        return told.evidence if told else (LEAVES if leaves else None)

    def _is_by_wire(self, text: str, conversation: Conversation) -> bool:
        """Whether what is told is of the cable, in a talk of Wi-Fi that fails beside it."""
        language, facts = conversation.language, self.understanding.find_facts
        if not any((each.name, each.value) == BY_CABLE for each in facts(text, language)):
            return False
        before = (each.name for said in sentences(conversation.complaint) for each in facts(said, language))
        return WIRED in {*conversation.facts, *before}

    def _is_online(self, acts: Sequence[Act], text: str, conversation: Conversation, goal: str) -> bool:
        """Whether the very device that was complained of is said to be online: one that is merely connected may not be."""
        listening, language, about = self.understanding, conversation.language, conversation.complaint
        failing = _devices(listening.find_facts(about, language))
        named = failing & _devices(listening.find_facts(text, language))
        named = named if self._says_online(text, language) else set()
        if not named or listening.contrasts(text, language) or listening.is_opposed(text, language):
            return False
        said = listening.without_protest(text, language) or text
        return listening.reach(said, goal, language, about, acts).seen

    def _says_online(self, text: str, language: str) -> bool:
        """Whether something is said to be online, not bought there."""
        texts = self.phrases[language].texts
        online = {fold(word) for word in texts["words_online"]}
        leading = {fold(word) for word in texts["words_online_said"]}
        said = pairwise(token.folded for token in tokens(text))
        return any(one in leading and other in online for one, other in said)

    def _with_danger(
        self, acts: tuple[Act, ...], reading: Reading | None, text: str, language: str
    ) -> tuple[Act, ...]:
        """The acts, and danger that only the readers hear: as the meaning of a reply, or in one that answers nothing."""
        if reading is None or any(act.name == DANGER for act in acts):
            return acts
        if reading.act == DANGER:
            return (Act(DANGER, max(reading.confidence, SURE_ACT), reading.evidence[0], text), *acts)
        return self.understanding.with_danger(acts, text, language) if reading.kind == "unclear" else acts

    def _off_the_line(
        self, acts: tuple[Act, ...], reading: Reading | None, text: str, language: str
    ) -> tuple[tuple[Act, ...], Reading | None]:
        """Without a danger that no word tells in a talk about a phone, where what sounds so is heard in it: "now there is a
        humming!"."""
        told = [act for act in acts if act.name == DANGER]
        alike = bool(told) and all(act.evidence.source in LIKENESSES for act in told)
        if not alike or not self.understanding.only_in_a_call(text, language):
            return acts, reading
        if reading is not None and reading.act == DANGER:
            reading = Reading("unclear", evidence=reading.evidence)
        return tuple(act for act in acts if act.name != DANGER), reading

    def _service(self, conversation: Conversation, library: Library) -> str:
        """The service the talk is about: of the guide being walked, else as it is known."""
        progress, known = conversation.progress, conversation.facts.get("problem_type")
        guide = library.get(progress.scenario) if progress and not progress.over else None
        return guide.problem_type if guide else str(known.value) if known else ""

    def _answer(
        self, question: Question, text: str, language: str, conversation: Conversation, acts: Sequence[Act]
    ) -> Reading:
        """How `text` answers, without a refusal of a person, and where that is unclear without an opening "hold on"."""
        said = self.understanding.without(NO_PERSON, acts, text, language)
        reading = self.read(question, said, language, conversation)
        if question.kind == CLOSING and reading.outcome != WORKS:
            told = stated(said) if "?" in said else ""
            beside = self.read(question, told, language, conversation) if told else reading
            reading = beside if beside.outcome == WORKS and beside.kind == OUTCOME else reading
        opening = next(iter(self.understanding.clauses(said, language)), "")
        hesitates = any(
            act.name == WAIT and act.confidence < SURE_ACT and act.span in opening for act in acts
        )
        rest = self.understanding.without(WAIT, acts, said, language) if hesitates else said
        if question.kind == STEP and reading.kind == "outcome" and by_likeness(reading):
            return self.on_second_thought(question, said, language) or reading
        if reading.kind != "unclear" or rest == said:
            return reading
        return self.read(question, rest, language, conversation)

    def read(self, question: Question, text: str, language: str, conversation: Conversation) -> Reading:
        """How `text` answers `question`."""
        if question.kind == CLOSING:
            text = self._without_stop(text, language)
        facts, complaint = facts_of(conversation), conversation.complaint
        whole = self.understanding.read_answer(question, text, language, facts, complaint)
        told = whole.kind == "outcome" and question.kind in (STEP, CLOSING)
        if told and self.understanding.is_theirs(text, question, language, complaint):
            return Reading("unclear", evidence=(*whole.evidence[:3], THEIRS))
        if question.kind != CLOSING:
            return whole

        def piece(clause: str) -> Reading:
            return self.understanding.read_piece(question, clause, language)

        progress = conversation.progress
        confirms = progress is not None and progress.phase is Kind.CONFIRMING
        rest = self._without_deeds(text, language) if whole.act == ALREADY_DONE else text
        if rest != text:
            told_beside = self.read(question, rest, language, conversation)
            if told_beside.kind == "outcome":
                return told_beside
        denials = self.understanding.denials(text, language)
        found = self.understanding.find_acts(text, language, question, complaint)
        acts = {act.name for act in found}
        waits = SOLVED not in acts and any(act.name == WAIT and act.confidence >= SURE_ACT for act in found)
        works = self.understanding.says_it_works(text, language, complaint)
        troubled = self.understanding.tells_of_trouble(text, language)
        worked = SOLVED not in acts and self.understanding.says_it_worked(text, language)
        if not confirms and self.understanding.only_acknowledges(text, language):
            return Reading("act", None, WAIT, SURE_ACT, (*whole.evidence, HEARD))
        own = self.own_services(question.text, conversation)
        elsewhere = self.understanding.works_elsewhere(text, own, language)
        denied = any(denies for _, denies in denials)
        qualified = self.understanding.is_qualified(text, language)
        doubted = self.understanding.is_doubted(text, language)
        reach = self.understanding.reach(text, question.text, language, complaint, found)
        mocked = self.understanding.mocks(text, language)
        said = Said(
            works,
            denied,
            VISIT in acts,
            troubled,
            waits,
            worked,
            elsewhere,
            qualified,
            doubted,
            mocked,
            reach,
            self._refuses(text, language, works=works, reach=reach),
        )
        against = tuple((each, denies or self._turns(each, language)) for each, denies in denials)
        heard = beyond_doubt(careful(whole, against, piece), said)
        meant = not mocked or any(letter.isdigit() for letter in text)  # who tells a figure does not mock
        glad = heard.kind == "unclear" and meant and self.understanding.gladly_agrees(text, language)
        return Reading(OUTCOME, WORKS, None, SURE, (*heard.evidence, GLAD)) if glad else heard

    def _turns(self, clause: str, language: str) -> bool:
        """Whether a clause turns against what was said before it, with something bad: „bet spausdintuvas neprisijungia“."""
        listening = self.understanding
        turns = listening.contrasts(clause, language) and not listening.is_secondhand(clause, language)
        return turns and listening.tells_of_failing(clause, language)

    def _refuses(self, text: str, language: str, *, works: bool, reach: Reach) -> bool:
        """Whether a reply opens with "no", and what follows it is nothing good: "no, it's all apps"; not "no, it's fine now"."""
        rest = self.understanding.after_no(text, language)
        if reach.instead or not rest:
            return bool(rest)
        good = works or reach.told or reach.seen or self.understanding.is_emphatic(rest, language)
        return not (good or self.understanding.tells_how_it_is(rest, language))

    def own_services(self, goal: str, conversation: Conversation) -> frozenset[str]:
        """The services that `goal`, the question whether it works, is about, and the one thing complained of: it may be the
        TV that has no internet. None where the question names none."""
        language, complaint = conversation.language, conversation.complaint
        asked = self.understanding.services_of(goal, language)
        if not asked or len(self.understanding.complaints(complaint, language)) > 1:
            return asked
        return asked | self.understanding.services_of(complaint, language)

    def _without_stop(self, text: str, language: str) -> str:
        """ "Never mind, it fixed itself": the news, without the clause that only says that no more is needed."""
        acts = self.understanding.acts_by_rule(text, language)
        news = any(act.name == SOLVED and act.confidence >= SURE_ACT for act in acts)
        return self.understanding.without(STOP, acts, text, language) if news else text

    def _without_deeds(self, text: str, language: str) -> str:
        """ "I pressed it, it came on, thanks": what is told beside what was done."""
        acts = self.understanding.acts_by_rule(text, language)
        return self.understanding.without(ALREADY_DONE, acts, text, language)

    def after_all(self, text: str, conversation: Conversation, goal: str = "") -> Reading:
        """What a message that was not asked for it says to "does it work?", or to a guide's own `goal`."""
        language = conversation.language
        return self.read(self._goal_question(goal, language), text, language, conversation)

    def _goal(self, conversation: Conversation, library: Library) -> str:
        """What the guide being walked asks at its end."""
        progress = conversation.progress
        guide = library.get(progress.scenario) if progress else None
        return guide.closing.question.get(conversation.language) if guide else ""

    def on_second_thought(self, question: Question, text: str, language: str) -> Reading | None:
        """How a message that opens with a change of mind answers `question`: what follows "no wait" counts."""
        rest = self.understanding.second_thought(text, language)
        reading = self.understanding.read_piece(question, rest, language) if rest else None
        answers = reading is not None and reading.outcome and reading.act != SOLVED
        return reading if answers else None

    def open_question(self, conversation: Conversation, library: Library) -> Question | None:
        """What the customer is being asked now: the agent's own question first, else the scenario's."""
        if conversation.pending is not None:
            return self.pending_question(conversation.pending, library, conversation.language)
        if conversation.progress is None:
            return None
        return self.step_question(conversation.progress, library, conversation.language)

    def buttons(self, conversation: Conversation, library: Library) -> frozenset[str]:
        """Which buttons answer the open question: a step's every listed answer, those too that words are held against."""
        question = self.open_question(conversation, library)
        if question is None:
            return frozenset()
        if question.kind == STEP and conversation.progress is not None:
            return frozenset(outcome.id for outcome in asked_outcomes(conversation.progress, library))
        return frozenset(option.id for option in question.options)

    def step_question(self, progress: Progress, library: Library, language: str) -> Question | None:
        """The question of the step the walk stands at."""
        scenario = library.get(progress.scenario)
        step = scenario.step(progress.step_id) if scenario and progress.step_id else None
        if progress.phase in GOAL_PHASES:
            closing = scenario.closing.question if scenario else None
            return self._goal_question(closing.get(language) if closing else "", language)
        if scenario is None or step is None or progress.over:
            return None
        if progress.phase is Kind.CONSENT:
            return self._yes_or_no(step.consent.get(language), PendingKind.CONSENT)
        return self._question(scenario, step, held_against(step, asked_outcomes(progress, library)), language)

    def question_at(self, scenario: str, ref: str, library: Library, language: str) -> Question | None:
        """The question of any step: for corrections of an earlier answer."""
        guide = library.get(scenario)
        step = guide.step(ref) if guide else None
        return (
            self._question(guide, step, held_against(step, step.outcomes), language)
            if guide and step
            else None
        )

    def _question(
        self, guide: Scenario, step: Step, outcomes: tuple[Outcome, ...], language: str
    ) -> Question:
        key = (guide.digest, step.ref, tuple(each.id for each in outcomes), language)
        with self.lock:
            found = self.questions.get(key)
            if found is None:
                found = self.questions[key] = _ask(step, outcomes, language)
        return found

    def _goal_question(self, authored: str, language: str) -> Question:
        text = authored or self.phrases[language].say("closing")
        options = tuple(self._option(name, name, name) for name in ("works", "not_working", "partly"))
        return Question(text=text, options=options, kind=CLOSING)

    def pending_question(self, pending: Pending, library: Library, language: str) -> Question:
        """The agent's own open question."""
        if pending.kind is PendingKind.CLARIFY:
            options = [
                Option(id=name, labels=dict(library[name].title.items()), examples=library[name].examples)
                for name in pending.options
                if name in library
            ]
            options.append(Option(id=NONE_OF_THESE, labels=self._in_languages("clarify_none")))
            text = self._which(pending, library, language)
            return Question(text=text, options=tuple(options), kind="clarify")
        texts = {
            PendingKind.CONSENT: "consent_again",
            PendingKind.OFFER_PERSON: "offer_person",
            PendingKind.RESUME: "resume_offer",
            PendingKind.DANGER: "danger_asked",
        }
        title = _title(pending, library, language)
        asked = "danger_ever_asked" if EVER in pending.details else texts[pending.kind]
        return self._yes_or_no(self.phrases[language].say(asked, 0, title=title), pending.kind)

    def _which(self, pending: Pending, library: Library, language: str) -> str:
        """The words of "which of these?": a single guide is asked about by its name."""
        said = self.phrases[language]
        if len(pending.options) != 1:
            return said.say("clarify" if pending.options else "clarify_open")
        guide = library.get(pending.options[0])
        return said.say("clarify_one", 0, title=inside(guide.title.get(language)) if guide else "")

    def _yes_or_no(self, text: str, kind: PendingKind) -> Question:
        # "fine" agrees to a visit, and gainsays danger
        whose = "danger_" if kind is PendingKind.DANGER else ""
        options = (self._option(name, phrase, f"{whose}{name}") for name, phrase in _CHOICES[kind].items())
        return Question(text=text, options=tuple(options), kind="confirm")

    def yes_or_no(self, text: str, conversation: Conversation, asked: str = "ask_number") -> Reading:
        """What `text` says to a question that is answered with yes or no, of this phrase."""
        question = self._yes_or_no(self.phrases[conversation.language].say(asked), PendingKind.OFFER_PERSON)
        return self.read(question, text, conversation.language, conversation)

    def agreement(self, text: str, language: str) -> tuple[str, str]:
        """The words that agree to an offer and open `text`, and what follows them; two empty texts where none do."""
        listed = tuple(self.phrases[language].texts["yes_examples"])
        return self.understanding.after_yes(text, language, listed)

    def _option(self, name: str, label: str, said: str) -> Option:
        examples = {language: phrases.texts[f"{said}_examples"] for language, phrases in self.phrases.items()}
        return Option(id=name, labels=self._in_languages(label), examples=examples)

    def _in_languages(self, phrase: str) -> Mapping[str, str]:
        return {language: phrases.say(phrase) for language, phrases in self.phrases.items()}


def _is_open(reading: Reading) -> bool:
    """Whether nothing was answered in words of the author's own, nor with a yes or a figure."""
    if reading.kind == "unclear" or reading.act in _ASKING or by_likeness(reading):
        return True
    return reading.kind == "outcome" and all(
        each.source in _WORDS or (each.weight or 0) < 0 for each in reading.evidence
    )


def _devices(stated: Sequence[Stated]) -> set[str]:
    """The devices among what is stated."""
    return {str(each.value) for each in stated if each.name == DEVICE}


def by_likeness(reading: Reading) -> bool:
    """Whether the words of a reply only resemble what was taken for its meaning."""
    return reading.kind != "unclear" and any(each.source in LIKENESSES for each in reading.evidence)


def _title(pending: Pending, library: Library, language: str) -> str:
    scenario = library.get(str(pending.details.get("scenario", "")))
    return scenario.title.get(language) if scenario else ""


def _ask(step: Step, outcomes: tuple[Outcome, ...], language: str) -> Question:
    options = tuple(
        Option(each.id, dict(each.label.items()), each.examples, each.pattern, each.action, each.outweighs)
        for each in outcomes
    )
    return Question(text=step.instruction.get(language), options=options, kind="step")


def facts_of(conversation: Conversation) -> dict[str, Any]:
    """What is known, as plain values."""
    return {name: fact.value for name, fact in conversation.facts.items()}
