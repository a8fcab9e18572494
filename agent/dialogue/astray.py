"""The wrong guide is left: a customer who says that this is not the problem is not read as answering its questions.

    "my internet is fine, I'm writing over it"     the guide's own matter is well
    "it's not the internet, it's my email"         or is denied
    "no, it's not dropping, it's dead"             a fact contradicts the guide while something is denied
    "that's not my problem", "ne to klausiau"      in so many words

What is in the author's own words stays an answer. Else the message is routed; where it clearly belongs elsewhere the
talk goes there, and otherwise the customer is asked openly, told what had been understood.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.conversation import Part, Pending, PendingKind, ReplyKind, Route, RouteKind
from agent.dialogue.another_guide import changed_to
from agent.dialogue.complaint import with_more
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.goal_test import NOT_WORKING, PARTLY
from agent.dialogue.own_words import guide_of, in_own_words, meant, step_of, surely_answers
from agent.dialogue.page_shown import found_surely
from agent.dialogue.scene import Decision, Routing, Scene, left
from agent.dialogue.state import Clarify, LookUp, Plan
from agent.dialogue.topics import Topics
from agent.dialogue.voice import inside
from agent.routing.samples import routable
from agent.scenarios import Action, Outcome, Scenario
from agent.understanding.facts import beside_facts

SURE_PAGE = 0.6
NOT_THIS, LEFT, OF_FAULT = "not_this", "left", "of_fault"
ENOUGH_ASKING = 2  # the next reply that is not understood brings the offer of a person
TELLING = frozenset(
    {"scope", "lights", "connection_pattern", "wired_link"}
)  # who states these tells of the guide's own matter
MOST_TOLD_AGAIN = 14  # words: who tells more tells something new
TELLING_WORD = 1.0  # the weight of a word that is enough for an answer
DENYING_ACTS = ("correction", "digression", "problem")


@dataclass(frozen=True, slots=True)
class Astray:
    """Asked before an answer to a guide's question is taken. None = the message does not deny the guide's matter."""

    ear: Ear
    topics: Topics
    route: Routing
    unclear: Callable[[Scene], Decision]

    def __call__(self, scene: Scene) -> Decision | None:
        guide, progress = guide_of(scene), scene.conversation.progress
        if guide is None or progress is None:
            return None
        if in_own_words(scene.hearing.reading):
            return self._contradicted(scene, guide) if self._unsaid(scene, guide) else None
        told = scene.hearing.sure(NOT_THIS) and not _answers(scene, guide)
        if not told and (progress.phase in GOAL_PHASES or not self._denies(scene, guide)):
            return (
                self._instead(scene, guide) or self._contradicted(scene, guide) or self._misled(scene, guide)
            )
        there = self._elsewhere(scene, guide)
        if there is not None:
            return changed_to(scene, there)
        return self._named(scene, guide) or self._to_page(scene) or _asked_openly(scene, guide)

    def _to_page(self, scene: Scene) -> Decision | None:
        """The page that surely is of what is meant instead: "not the Wi-Fi, the self-service password"."""
        there = self.route(scene, scene.message.text)
        if there.kind != RouteKind.ARTICLE or found_surely(there) < SURE_PAGE:
            return None
        look_up = LookUp(scene.message.text)
        return Decision(left(scene.conversation), Plan(look_up=look_up), kind=ReplyKind.ANSWER, route=there)

    def _denies(self, scene: Scene, guide: Scenario) -> bool:
        """Whether the guide's own matter is denied or said to be well, and nothing is wrong with it."""
        text, language = scene.message.text, scene.conversation.language
        matter, kind = self.ear.understanding.matter(text, language), guide.problem_type
        own = scene.hearing.facts.get("problem_type") in (None, kind)
        if (own and scene.hearing.facts.keys() & TELLING) or self._does_else(scene):
            return False
        if kind in matter.denied and kind not in matter.open:
            return True
        question = self.ear.open_question(scene.conversation, scene.library)
        offered = question is not None and self.ear.understanding.offers_that_it_works(question, language)
        if kind in matter.well and (matter.open or not offered):
            return True
        refused = self.ear.understanding.opens_with_no(text, language)
        lacking = self.ear.understanding.lacks(self.ear.understanding.after_no(text, language), language)
        if scene.hearing.has("problem") or lacking:  # "no, all devices, there is no wifi name in the list"
            return False
        return refused and self._begun(scene) and kind in (matter.well | matter.open)

    def _instead(self, scene: Scene, guide: Scenario) -> Decision | None:
        """At "does it work now?" the customer thinks again, and it is another service that fails: "actually no, it's the
        email that does not work"."""
        progress, reading, language = (
            scene.conversation.progress,
            scene.hearing.reading,
            scene.conversation.language,
        )
        understanding = self.ear.understanding
        rest = understanding.second_thought(scene.message.text, language)
        failing = reading is not None and reading.outcome in (NOT_WORKING, PARTLY)
        if not rest or not failing or progress is None or progress.phase not in GOAL_PHASES:
            return None
        named = understanding.matter(rest, language).open
        if not named or guide.problem_type in named or understanding.says_still(rest, language):
            return None
        there = self.route(scene, rest)
        known = there.kind == "scenario" and there.target in scene.library
        kind = scene.library[str(there.target)].problem_type if known else ""
        return changed_to(scene, there) if kind in named else None

    def _does_else(self, scene: Scene) -> bool:
        """Whether the message waits, brings good news, asks or the like: what it names beside that is no denial."""
        reading = scene.hearing.reading
        act = reading.act if reading is not None and reading.kind == "act" else None
        return act not in (None, *DENYING_ACTS) or scene.hearing.has("solved", "wait")

    def _contradicted(self, scene: Scene, guide: Scenario) -> Decision | None:
        """A stated fact speaks against the guide while the message denies something: only if another guide fits."""
        progress, understanding = scene.conversation.progress, self.ear.understanding
        text, language = scene.message.text, scene.conversation.language
        if progress is None or progress.phase in GOAL_PHASES or scene.hearing.has("solved"):
            return None
        opposite = guide.contradicted_by(scene.hearing.facts)
        unsaid = any(guide.fulfils(*fact) for fact in understanding.denied_facts(text, language))
        denied = any(denies for _, denies in understanding.denials(text, language)) and self._begun(scene)
        denied = denied or self._unsaid(scene, guide) or understanding.opens_with_no(text, language)
        if not (opposite or unsaid) or not denied:
            return None
        outcome = meant(scene)
        if outcome is not None and outcome.action is Action.GOTO_SCENARIO and _allowed(scene, outcome.target):
            return None  # the author leads there
        there = (_kin(scene, guide) if opposite else None) or self._elsewhere(scene, guide)
        if there is None or not (unsaid or _fits(scene, there)):
            return None
        return (
            changed_to(scene, there)
            if self._same_service(scene, guide, there)
            else _offered(scene, guide, there)
        )

    def _unsaid(self, scene: Scene, guide: Scenario) -> bool:
        """Whether what the guide rests on is denied in so many words and the opposite stated, whatever else is answered: "not
        coming and going. no internet at all, on all devices"."""
        said = self.ear.understanding.denied_facts(scene.message.text, scene.conversation.language)
        unsaid = any(guide.fulfils(*fact) for fact in said)
        return unsaid and bool(guide.contradicted_by(scene.hearing.facts))

    def _same_service(self, scene: Scene, guide: Scenario, there: Route) -> bool:
        """Whether the other guide is for the same service, or for one that the message names."""
        kind = scene.library[str(there.target)].problem_type
        named = self.ear.understanding.matter(scene.message.text, scene.conversation.language).open
        return kind == guide.problem_type or kind in named

    def _misled(self, scene: Scene, guide: Scenario) -> Decision | None:
        """What is no answer although it resembles one: it would lead to a guide that the facts contradict, it names another
        matter, or it only says the complaint once more before anything was asked."""
        if scene.conversation.progress is None or scene.conversation.progress.phase in GOAL_PHASES:
            return None
        outcome, text, language = meant(scene), scene.message.text, scene.conversation.language
        if self.ear.understanding.names_matter(text, language):
            named = self.ear.understanding.matter(text, language).open - {guide.problem_type}
            there = self._elsewhere(scene, guide) if named else None
            if there is not None and scene.library[str(there.target)].problem_type in named:
                return changed_to(scene, there)
        leads = outcome is not None and outcome.action is Action.GOTO_SCENARIO
        again = guide.fulfilled_by(scene.hearing.facts) and self.ear.understanding.singles_out(text, language)
        if outcome is not None and leads and again and not _allowed(scene, outcome.target):
            return self.unclear(scene)
        return (
            self.unclear(scene) if outcome is not None and self._only_repeats(scene, guide, outcome) else None
        )

    def told_again(self, scene: Scene) -> Decision | None:
        """The complaint told once more is known, and the open question stands. None where it is not that."""
        guide, progress = guide_of(scene), scene.conversation.progress
        if guide is None or progress is None or progress.phase in GOAL_PHASES:
            return None
        short = len(scene.message.text.split()) <= MOST_TOLD_AGAIN
        if not short or in_own_words(scene.hearing.reading) or not self._complains_again(scene, guide):
            return None
        words = Part("known_all", scene.voice.say("known_all"))
        return replace(self.unclear(scene), parts=(words,))

    def _complains_again(self, scene: Scene, guide: Scenario) -> bool:
        """Whether the fault is told once more, in no words that the complaint did not have or that name more than the matter:
        "it's not the Wi-Fi, all the internet is dead", asked about the lights."""
        step, understanding = step_of(scene), self.ear.understanding
        text, language = scene.message.text, scene.conversation.language
        asked = step is not None and step.observation and self._begun(scene)
        protests = understanding.without_protest(text, language) is not None
        if step is None or not (asked or protests) or "lights" in scene.hearing.facts:
            return False
        labels = [each.label.get(language) for each in step.outcomes]
        stated = (fact.name for label in labels for fact in understanding.find_facts(label, language))
        fails = scene.hearing.has("problem", "correction") or understanding.tells_of_failing(text, language)
        if not fails or self._does_else(scene) or scene.hearing.has("question"):
            return False
        if understanding.names_a_light(text, language):
            return False
        if guide.conditions.keys() & set(stated) or guide.contradicted_by(scene.hearing.facts):
            return False
        if understanding.matter(text, language).open - {guide.problem_type}:
            return False
        told = self.topics.without(OF_FAULT, understanding.without_protest(text, language) or text)
        beside = beside_facts(
            told, language, guide.conditions.keys()
        )  # "the internet is dead" tells of no lamp
        said = understanding.telling_words(beside, language)
        if _tells(scene) and (said or beside == told):
            return False
        own = [each for each in said if not self._of_the_fault(each, language)]
        known = understanding.telling_stems(scene.conversation.complaint, language)
        named = beside != told or len(own) < len(said) or bool(scene.hearing.facts)
        return named and all(understanding.telling_stems(each, language) <= known for each in own)

    def _of_the_fault(self, word: str, language: str) -> bool:
        """Whether a word only names a service or a fact of the matter, or says that something fails."""
        understanding = self.ear.understanding
        fails = any(act.name == "problem" for act in understanding.acts_by_rule(word, language))
        stated = {fact.name for fact in understanding.find_facts(word, language)}
        thing = {"device", "problem_type"} <= stated  # a thing of the service that may have a page of its own
        return fails or bool(understanding.services_of(word, language)) or bool(stated and not thing)

    def _only_repeats(self, scene: Scene, guide: Scenario, outcome: Outcome) -> bool:
        """Whether the message states the guide's own conditions again, and the answer it resembles states none of them."""
        stated = scene.hearing.facts.keys()
        if (
            not self._begun(scene)
            or not stated & guide.conditions.keys()
            or guide.contradicted_by(scene.hearing.facts)
        ):
            return False
        if stated - guide.conditions.keys() - {"problem_type", "device", "medium", "since"}:
            return False
        language = scene.conversation.language
        if "scope" in stated and not self.ear.understanding.singles_out(scene.message.text, language):
            return False  # "not a page on my wife's phone either"
        labelled = self.ear.understanding.find_facts(outcome.label.get(language), language)
        return not any(fact.name in guide.conditions for fact in labelled)

    def _elsewhere(self, scene: Scene, guide: Scenario) -> Route | None:
        """Where the message, alone or with the first complaint, clearly belongs."""
        text, complaint = scene.message.text, scene.conversation.complaint
        routes = [self.route(scene, text), self.route(scene, with_more(complaint, text))]
        excluded = self._excluded(scene)
        found = [each for each in routes if each.kind == "scenario" and each.target in scene.library]
        away = [each for each in found if _may_be(scene, guide, str(each.target), excluded)]
        return max(away, key=lambda each: each.confidence) if away else None

    def _named(self, scene: Scene, guide: Scenario) -> Decision | None:
        """The message names another service, but not which trouble with it: its guides are offered."""
        text, language = scene.message.text, scene.conversation.language
        kinds = self.ear.understanding.matter(text, language).open - {guide.problem_type}
        near, excluded = self.route(scene, text).alternatives, self._excluded(scene)
        options = tuple(
            each.target
            for each in near
            if _may_be(scene, guide, each.target, excluded)
            and scene.library[each.target].problem_type in kinds
        )
        if not options:
            return None
        return _asked_which(scene, options)

    def _excluded(self, scene: Scene) -> frozenset[str]:
        """The services that the message denies or says to be well."""
        matter = self.ear.understanding.matter(scene.message.text, scene.conversation.language)
        return matter.denied | matter.well

    def _begun(self, scene: Scene) -> bool:
        """Whether the guide has only just begun: what was understood is what is denied."""
        said = scene.conversation.complaint
        return step_of(scene) is not None and all(tried.said in said for tried in scene.conversation.tried)


def _tells(scene: Scene) -> bool:
    """Whether a word of the message says by itself what was asked: "a snake in the receiver", asked what is heard."""
    reading = scene.hearing.reading
    if reading is None or reading.kind != "outcome":
        return False
    return any((each.weight or 0) >= TELLING_WORD for each in reading.evidence)


def _answers(scene: Scene, guide: Scenario) -> bool:
    """Whether it answers what was asked, though it also says that it was misunderstood: "no, the red light is on"."""
    facts = scene.hearing.facts
    lights = "lights" in facts and facts.get("problem_type", guide.problem_type) == guide.problem_type
    return surely_answers(scene) or lights


def _may_be(scene: Scene, guide: Scenario, target: str, excluded: frozenset[str]) -> bool:
    """Whether the talk may go to this guide: another one, of no service that is out of the question."""
    there = scene.library.get(target)
    away = there is not None and there.id != guide.id and _allowed(scene, target)
    return away and there is not None and there.problem_type not in excluded


def _allowed(scene: Scene, target: str) -> bool:
    guide = scene.library.get(target)
    return guide is not None and not guide.contradicted_by(scene.hearing.facts)


def _fits(scene: Scene, route: Route) -> bool:
    """Whether the guide it leads to has a condition that was stated."""
    guide = scene.library[str(route.target)]
    return bool(guide.conditions.keys() & scene.hearing.facts.keys())


def _asked_openly(scene: Scene, guide: Scenario) -> Decision:
    """What is wrong, then? With what had been understood; the next reply that is not understood offers a person."""
    title = inside(scene.voice.text(guide.title))
    words = Part("astray", scene.voice.say_nth("astray", scene.conversation.turns, title=title))
    about = with_more(scene.conversation.complaint, scene.message.masked)
    pending = Pending(PendingKind.CLARIFY, (), about, details={LEFT: guide.id})
    left = replace(
        scene.conversation, progress=None, pending=pending, asked_again=ENOUGH_ASKING, helped=0, due_at=None
    )
    reading = scene.hearing.reading
    return Decision(left, Plan(), (words,), ReplyKind.CLARIFY, why=reading.evidence if reading else ())


def _asked_which(scene: Scene, options: tuple[str, ...]) -> Decision:
    """The wrong guide is left, and one question names those that may be right."""
    told = with_more(scene.conversation.complaint, scene.message.masked)
    left = replace(
        scene.conversation, progress=None, complaint=told, tried=(), asked_again=0, helped=0, due_at=None
    )
    words = Part("changed", scene.voice.say("changed_problem"))
    return Decision(left, Plan(clarify=Clarify(options)), (words,), ReplyKind.CLARIFY)


def _offered(scene: Scene, guide: Scenario, there: Route) -> Decision:
    """Another service than the one spoken of is only offered, beside the default of that one."""
    usual = scene.library.defaults.get(guide.problem_type, "")
    options = [name for name in (usual, str(there.target)) if name and name != guide.id]
    return _asked_which(scene, tuple(dict.fromkeys(options)))


def _kin(scene: Scene, guide: Scenario) -> Route | None:
    """The one other guide for the same service that asks for what was stated."""
    facts = scene.hearing.facts
    kin = [
        each for each in scene.library.values() if each.problem_type == guide.problem_type and routable(each)
    ]
    kin = [each for each in kin if each.id != guide.id and not each.contradicted_by(facts)]
    kin = [each for each in kin if any(each.fulfils(*fact) for fact in facts.items())]
    if len(kin) != 1:
        return None
    evidence = tuple(stated.evidence for stated in scene.hearing.stated)
    return Route(RouteKind.SCENARIO, kin[0].id, language=scene.hearing.language, evidence=evidence)
