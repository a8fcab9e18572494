"""The station `look_up`: answers a question from the knowledge base, with its source, or says that it cannot.

one question or several    each is answered by itself: "when do they come? and do I pay?"
a question that leans      on what was said before it is asked with that (leaning.py)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Protocol

from agent.conversation import Evidence, Part, Pending, PendingKind, ReplyKind, Source
from agent.dialogue.asked_beside import WONDERS
from agent.dialogue.cases import yes_or_no
from agent.dialogue.leaning import another_service, leaning_on
from agent.dialogue.paid_for import rather_the_price
from agent.dialogue.plainly_asked import NEAR, OPENS
from agent.dialogue.state import Advance, LookUp, Restate, TurnState
from agent.dialogue.topics import Topics
from agent.dialogue.word_meant import in_plain_form
from agent.knowledge import Answer
from agent.knowledge.markdown import sentences
from agent.language import tokens
from agent.privacy import mask, without_contact
from agent.scenarios import Unclear

MOST_CITED = 10
MOST_PARTS = 5  # parts of a message that are looked up
MOST_ASKED = 3  # questions of one message that are answered each by itself
LEAST_WORDS = 2
ASIDE = "not_found_beside"  # said after all that could be answered
AND_ALSO, AND_ASKS, NOT_CHEATED = "and_also", "and_asks", "not_cheated"
ASKED = "asked"  # the question in what is kept of an offer
SURELY_A_PART = 0.7
SURELY_OWN = 0.6  # so surely a page of the guide's own service
SURELY_ANOTHER = 0.7  # … of another service that nobody named
CERTAIN = 0.9  # so surely the one clause that asks has its page
SURELY_A_PAGE = 0.8  # "how long does a restart take?" has one
_QUESTION, _SENTENCE = re.compile(r"[^?]+\?+"), re.compile(r"(?<=[.!])\s+")


class Knowing(Protocol):
    """Answers a question in a language, which may lean on what it is `about`; or None."""

    def ask(self, query: str, language: str, about: Sequence[str] = (), /) -> Answer | None: ...

    def ask_anew(self, query: str, language: str, shown: str, /) -> Answer | None:
        """The best answer that does not stand in what was `shown`."""


class LookingUp:
    """Looks a question up; the pending step is put again afterwards by the walk station."""

    def __init__(self, knowledge: Knowing, topics: Topics) -> None:
        self._knowledge, self._topics = knowledge, topics

    def __call__(self, state: TurnState) -> dict[str, Any]:
        task = state.plan.look_up
        assert task is not None  # noqa: S101  (the floor plan comes here only with a question)
        asked = mask(max(task.anew, key=len, default=task.question))
        state = replace(state, conversation=replace(state.conversation, asked=asked))
        found = [each for each in self._answers(state, task) if each.confidence >= task.least]
        answers = [each for each in found if not self._disowned(state, each)]
        if found and not answers:
            return {"parts": (*state.parts, Part("misread", state.voice.say("misread")))}
        if not answers:
            return self._nothing(replace(state, parts=(*state.parts, *task.otherwise)), task.offer)
        if state.plan.walk is None and all(each.text in state.conversation.last_text for each in answers):
            return _said_before(state, answers[0])
        return _answered(state, answers, task.after)

    def _disowned(self, state: TurnState, answer: Answer) -> bool:
        """Whether the page quoted last is found again for one who says that nothing of the kind happened: "nobody cheated me"."""
        cited = state.conversation.cited
        again = bool(cited and answer.sources) and cited[-1].id == answer.sources[0].target
        return again and NOT_CHEATED in self._topics.of(state.message.text)

    def _answers(self, state: TurnState, task: LookUp) -> list[Answer]:
        """What is known, of each question by itself; a later one may lean on what answered the one before."""
        language, found = state.conversation.language, list[Answer]()
        if task.anew:
            return self._anew(state, task.anew)
        if (both := self._joined(task.question, language)) and not task.also:
            return both
        asked = [*self._apart(task.question), *task.also][:MOST_ASKED]
        for question in asked:
            answer = self._rather_the_clause(state, task, self._answer(state, question, task.about))
            if answer is None and found:
                answer = self._knowledge.ask(question, language, (found[-1].sources[0].title,))
            if answer is not None and all(answer.text != each.text for each in found):
                found.append(answer)
        if found:
            return found
        whole = self._answer(state, task.question, task.about) if len(asked) > 1 else None
        answer = whole or self._clause(state, task)
        return [answer] if answer is not None else []

    def _anew(self, state: TurnState, wordings: Sequence[str]) -> list[Answer]:
        """What is known of the first of the wordings that has a page not shown just now."""
        language, shown = state.conversation.language, state.conversation.last_text
        found = (self._knowledge.ask_anew(each, language, shown) for each in wordings[:MOST_ASKED])
        return [answer for answer in found if answer is not None][:1]

    def _rather_the_clause(self, state: TurnState, task: LookUp, whole: Answer | None) -> Answer | None:
        """The answer to the one clause that asks, where that has it for certain and the whole message finds less: "all works here,
        I only wanted to ask when the bill comes"."""
        asked = self._topics.without(WONDERS, task.clauses[0]).strip() if len(task.clauses) == 1 else ""
        if whole is None or len(asked.split()) < LEAST_WORDS:
            return whole
        alone = self._answer(state, asked, task.about)
        return alone if alone is not None and alone.confidence >= max(CERTAIN, whole.confidence) else whole

    def _clause(self, state: TurnState, task: LookUp) -> Answer | None:
        """What is known of the first clause that asks and has surely a page: "I don't know then, but where do I find the bills"."""
        asked = [each for each in task.clauses if len(each.split()) >= LEAST_WORDS and each != task.question]
        answers = (self._answer(state, each, task.about) for each in asked[:MOST_ASKED])
        return next((each for each in answers if each is not None and each.confidence >= SURELY_A_PART), None)

    def _answer(self, state: TurnState, question: str, about: Sequence[str]) -> Answer | None:
        """What is known; the last sentence asks where the whole finds nothing surely ("I forgot it. how do I get one?")."""
        question = in_plain_form(question, state.voice, self._topics)
        question = rather_the_price(question, state.voice, self._topics)
        language, last = state.conversation.language, _SENTENCE.split(question.strip())[-1]
        if last == question.strip():
            return self._of_the_guide(state, question, about)
        whole = self._knowledge.ask(question, language)
        if whole is not None and whole.confidence >= SURELY_A_PAGE:
            return whole
        alone = self._of_the_guide(state, last, about)
        if whole is None or (alone is not None and alone.confidence > whole.confidence):
            return alone
        return whole

    def _of_the_guide(self, state: TurnState, question: str, about: Sequence[str]) -> Answer | None:
        """What is known; on the way a question that names no other service is rather about the guide's own: "where's the new
        password?" said of the Wi-Fi is not about email, and has no page rather than that of email."""
        language = state.conversation.language
        found = self._knowledge.ask(question, language, (*about, *leaning_on(state, question)))
        guide = another_service(state, found) if found is not None else ""
        rather = self._knowledge.ask(f"{question} {guide}", language) if guide else None
        own = rather is not None and not another_service(state, rather)
        if own and rather is not None and rather.confidence >= SURELY_OWN:
            return rather
        return None if guide and found is not None and found.confidence < SURELY_ANOTHER else found

    def _joined(self, text: str, language: str) -> list[Answer]:
        """The answers to several questions in one sentence: "how do I end the contract and what do I owe"; none unless two have
        surely one of their own. A sentence by itself need not be that sure; a later part may lean on the page before."""
        parts = self._cut(text)
        found = list[Answer]()
        for part, whole in parts if len(parts) > 1 else ():
            titles = [each.sources[0].title for each in found[-1:]]
            answer = self._knowledge.ask(part, language, titles) if len(part.split()) >= LEAST_WORDS else None
            if answer is None or any(answer.text == each.text for each in found):
                continue
            near = bool(found) and found[-1].sources[0].target == answer.sources[0].target
            if whole or near or answer.confidence >= SURELY_A_PART:
                found.append(answer)
        return found[:MOST_ASKED] if len(found) > 1 else []

    def _cut(self, text: str) -> list[tuple[str, bool]]:
        """The sentences of `text` that end in a question mark and what follows them, each cut where "and" begins another
        question; with whether a part is all of its sentence. Nothing where there is no such "and"."""
        sentences_of = [
            each for each in (*_QUESTION.findall(text), text[text.rfind("?") + 1 :]) if each.strip()
        ]
        cut = [(sentence, self._at_and(sentence)) for sentence in sentences_of[:MOST_PARTS]]
        if all(len(parts) == 1 for _, parts in cut):
            return []
        return [(part, len(parts) == 1) for _, parts in cut for part in parts][:MOST_PARTS]

    def _at_and(self, sentence: str) -> list[str]:
        """A sentence cut where "and", or a comma, begins another question."""
        pieces = tokens(sentence)
        begun = {cue.start for cue in self._topics.cues(AND_ASKS, sentence)}
        opened = {cue.start for cue in self._topics.cues(OPENS, sentence)}
        if opened and min(opened) <= NEAR:  # what stands before the comma asks, too
            begun |= {place for place in opened if place and "," in pieces[place - 1].after}
        begun = {
            place for place in begun if place and ":" not in pieces[place - 1].after
        }  # behind a page's title
        first = min(
            opened, default=len(pieces)
        )  # "I ordered it, and when will you come?" asks one thing only
        places = sorted(place for place in begun if place >= LEAST_WORDS and first < place)
        edges = [0, *places, len(pieces)]
        parts = [
            "".join(f"{each.text}{each.after}" for each in pieces[begin:end])
            for begin, end in pairwise(edges)
        ]
        return [part.strip() for part in parts if part.strip()]

    def _apart(self, text: str) -> list[str]:
        """The questions of `text`, each with what stands before it; what follows the last is a question of its own where it
        goes on with "and"."""
        asked = [each.strip() for each in _QUESTION.findall(text)]
        rest = text[text.rfind("?") + 1 :].strip() if asked else ""
        if len(rest.split()) > LEAST_WORDS and self._goes_on(rest):
            asked.append(rest)
        asked = [each for each in asked if len(without_contact(each).split()) >= LEAST_WORDS]
        return asked[:MOST_ASKED] if len(asked) > 1 else [text]

    def _goes_on(self, rest: str) -> bool:
        return any(cue.start == 0 for cue in self._topics.cues(AND_ALSO, rest))

    def _nothing(self, state: TurnState, offer: bool) -> dict[str, Any]:
        nothing = Evidence("knowledge", "nothing above the threshold")
        if not offer and state.plan.walk is None and state.conversation.ticket:
            words = Part(
                "not_found",
                state.voice.say("not_found_noted", ticket=state.note_for or state.conversation.ticket),
            )
            return {
                "parts": (*state.parts, words),
                "why": (*state.why, nothing),
                "note": state.message.masked,
            }
        if not offer:
            return {"parts": state.parts, "why": (*state.why, nothing)}
        if state.plan.walk is not None:
            words = _not_found_here(state)
            return {"parts": (*state.parts, words), "why": (*state.why, nothing)}
        return {
            "conversation": replace(state.conversation, pending=_offered(state)),
            "parts": (*state.parts, Part("not_found", state.voice.say("not_found"))),
            "choices": yes_or_no("offer_person", state.voice),
            "kind": ReplyKind.CLARIFY,
            "why": (*state.why, nothing),
        }


def _not_found_here(state: TurnState) -> Part:
    """That a question asked on the way has no answer: after all that has one where the guide goes on."""
    if isinstance(state.plan.walk, Advance):
        return Part(ASIDE, state.voice.say(ASIDE))
    return Part("not_found", state.voice.say("not_found_step"))


def _offered(state: TurnState) -> Pending:
    """The offer of a person who answers it; the question is kept, since it may be asked again without one."""
    reasons = {
        name: state.voice.speaking(name).say("reason_unanswered", said=state.message.masked)
        for name in state.voice.phrases
    }
    return Pending(PendingKind.OFFER_PERSON, details={"reasons": reasons, ASKED: state.message.masked})


def _said_before(state: TurnState, answer: Answer) -> dict[str, Any]:
    """The same answer twice in a row helps nobody: its core is, who knows more, and a person is offered."""
    core = next(iter(sentences(answer.text)), answer.text)
    return {
        "conversation": replace(state.conversation, pending=_offered(state)),
        "parts": (*state.parts, Part("offer", state.voice.say("same_answer", said=core))),
        "choices": yes_or_no("offer_person", state.voice),
        "kind": ReplyKind.CLARIFY,
        "why": (*state.why, Evidence("knowledge", "the same answer was given just now")),
    }


def _answered(state: TurnState, answers: Sequence[Answer], after: tuple[Part, ...]) -> dict[str, Any]:
    parts, sources = list[Part](), tuple[Source, ...]()
    for answer, following in zip(answers, (*answers[1:], None), strict=True):
        quoted = _sources(answer)
        parts.append(Part("answer", answer.text))
        if quoted and not _same_page(answer, following):
            parts.append(Part("source", state.voice.say("answer_source", title=quoted[0].title), fixed=True))
        sources = (*sources, *quoted)
    told: dict[str, Any] = {
        "conversation": replace(state.conversation, cited=_cited(state.conversation.cited, sources)),
        "parts": (*state.parts, *parts, *after),
        "sources": sources,
        "kind": ReplyKind.ANSWER,
        "why": (*state.why, *(Evidence("knowledge", s.place, s.score) for s in sources)),
    }
    return {**told, "plan": replace(state.plan, walk=Restate("back"))} if _answers_it(state) else told


def _same_page(answer: Answer, following: Answer | None) -> bool:
    """Whether the next answer quotes the same page: its source is named once, behind both."""
    return following is not None and answer.sources[0].target == following.sources[0].target


def _answers_it(state: TurnState) -> bool:
    """Whether the page takes the place of the step's help, or of saying that the message was not followed."""
    walk = state.plan.walk
    helps = isinstance(walk, Restate) and walk.how == "help"
    return helps or (isinstance(walk, Advance) and isinstance(walk.answer, Unclear))


def _sources(answer: Answer) -> tuple[Source, ...]:
    return tuple(
        Source(entry.target, entry.title, entry.source, round(answer.confidence, 3))
        for entry in answer.sources
    )


def _cited(before: tuple[Source, ...], now: tuple[Source, ...]) -> tuple[Source, ...]:
    """The latest sources quoted, each once: a bounded list, for the ticket."""
    latest = {source.id: source for source in (*before, *now)}
    return tuple(latest.values())[-MOST_CITED:]
