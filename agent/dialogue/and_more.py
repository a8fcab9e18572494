""" "It works, thanks! And the mail won't open": the yes closes the case, and the second thing is taken up, not lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.conversation import Part
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.faults import ASKING, GUIDED, TYPE, guides_of, others_than, queued
from agent.dialogue.goal_test import WORKS
from agent.dialogue.own_words import guide_of
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Advance, LookUp, Plan
from agent.dialogue.topics import Topics
from agent.scenarios import Works

DEVICE, DEVICES = "device", ("tv", "equipment")  # services of whose name there are devices, too
SERVICES = frozenset({"tv", "tv_box", "router", "handset", "remote"})  # devices that are a service
MOST, OPENING = 40, 6  # clauses of a message that is looked through, and of the yes that opens it
CAUSE = "cause"  # asked: what it was, and whether it will come again
OF = "of_"  # such a topic tells of a service, on whatever device


@dataclass(frozen=True, slots=True)
class AndMore:
    """Asked at "does it work?" before anything else. None = nothing is said beside the answer."""

    ear: Ear
    route: Routing
    topics: Topics

    def __call__(self, scene: Scene) -> Decision | None:
        progress, text = scene.conversation.progress, scene.message.text
        if progress is None or progress.phase not in GOAL_PHASES:
            return None
        clauses = self.ear.understanding.clauses(text, scene.conversation.language)
        if len(clauses) > MOST:
            return None
        for place in range(min(len(clauses) - 1, OPENING), 0, -1):
            if self._taken_back(scene, clauses[1:place]):
                continue
            said, more = ", ".join(clauses[:place]), ", ".join(clauses[place:])
            if not self._may_be_more(scene, more) or self._says(scene, said) != WORKS:
                continue
            if self._is_of_devices(scene, said, more):
                return None
            if (second := self._second(scene, more)) is not None:
                return second
        return None

    def _may_be_more(self, scene: Scene, more: str) -> bool:
        """Whether the rest asks something or names a service: nothing else is worth reading the yes by itself."""
        understanding, language = self.ear.understanding, scene.conversation.language
        named = any(fact.name == TYPE for fact in understanding.find_facts(more, language))
        named = named or bool(understanding.complaints(more, language)) or CAUSE in self.topics.of(more)
        named = named or bool(understanding.questions(more, language))
        return named or any(act.name in ASKING for act in understanding.acts_by_rule(more, language))

    def _taken_back(self, scene: Scene, clauses: Sequence[str]) -> bool:
        """Whether the yes is followed by a "but" of its own: "it works, but not everywhere, …"."""
        language = scene.conversation.language
        return any(self.ear.understanding.contrasts(clause, language) for clause in clauses)

    def _says(self, scene: Scene, text: str) -> str | None:
        """What `text` alone says to "does it work?"."""
        conversation = scene.conversation
        question = self.ear.open_question(conversation, scene.library)
        if question is None:
            return None
        return self.ear.read(question, text, conversation.language, conversation).outcome

    def _second(self, scene: Scene, more: str) -> Decision | None:
        """What becomes of the rest; None where it is about the same matter, or about nothing."""
        understanding, language = self.ear.understanding, scene.conversation.language
        if understanding.contrasts(more, language) and not self._names_a_fault(scene, more):
            # "but not everywhere, the TV is missing" takes the yes back; "but what was it?" does not
            return self._only_asked(scene, more)
        acts = understanding.acts_by_rule(more, language)
        asked = any(act.name in ASKING for act in acts) and not any(act.name == "problem" for act in acts)
        facts = {each.name: each.value for each in understanding.find_facts(more, language)}
        if facts.keys() & {TYPE, DEVICE} and self._is_of_the_same(scene, more, str(facts.get(TYPE, ""))):
            return None  # "but the TV is still not connecting", where being connected is the matter
        if following := self._following(scene, more, str(facts.get(TYPE, ""))):
            return queued(_works(scene), following, scene)
        troubled = "connection_pattern" in facts or understanding.tells_of_trouble(more, language)
        if CAUSE in self.topics.of(more) and not troubled:
            return self._only_asked(scene, more)
        failing = bool(facts) and understanding.lacks(more, language)  # "why does my phone not see it?"
        if asked and not troubled and not failing:
            said = "?" in scene.message.text or any(act.asks for act in acts)
            said = said or bool(understanding.questions(more, language))
            return _looked_up(scene, more) if said else _told(scene, "other_thing")
        return None

    def _only_asked(self, scene: Scene, more: str) -> Decision | None:
        """What is asked beside the yes, where nothing bad is told: what it was is said as far as it is known."""
        understanding, language = self.ear.understanding, scene.conversation.language
        asked = understanding.questions(more, language)
        asked = asked or tuple(c for c in understanding.clauses(more, language) if CAUSE in self.topics.of(c))
        if not asked or self._tells_something(more, language):
            return None  # "but why only in the kitchen?"
        if all(CAUSE in self.topics.of(each) for each in asked):
            words = Part(CAUSE, _cause(scene))
            return replace(_works(scene), parts=(words,))
        return _looked_up(scene, next(each for each in asked if CAUSE not in self.topics.of(each)))

    def _tells_something(self, more: str, language: str) -> bool:
        """Whether a question tells how something does, or limits or denies what was said."""
        understanding = self.ear.understanding
        bad = understanding.tells_of_failing(more, language) or understanding.tells_of_trouble(more, language)
        less = understanding.is_qualified(more, language) or understanding.lacks(more, language)
        return bad or less or bool(understanding.find_facts(more, language))

    def _is_of_devices(self, scene: Scene, said: str, more: str) -> bool:
        """Whether one device is told of, and then another: "the laptop works, my phone doesn't" is of one service."""
        here, there = (self._devices(part, scene.conversation.language) for part in (said, more))
        return bool(here - SERVICES and there - here - SERVICES)

    def _devices(self, text: str, language: str) -> frozenset[str]:
        facts = self.ear.understanding.find_facts(text, language)
        return frozenset(str(fact.value) for fact in facts if fact.name == DEVICE)

    def _is_of_the_same(self, scene: Scene, more: str, service: str) -> bool:
        """Whether the rest is of the service just mended, on another device; not where it names a service that is none: "but
        email can't connect"."""
        guide, language = guide_of(scene), scene.conversation.language
        if guide is None or f"{OF}{guide.problem_type}" not in self.topics.of(more):
            return False
        named = {service, *self.ear.understanding.matter(more, language).open}
        return named <= {"", guide.problem_type, *DEVICES}

    def _following(self, scene: Scene, more: str, service: str) -> list[str]:
        """The guides for what the rest complains of, or for the `service` that it names; not for the one just mended."""
        understanding, language, guide = self.ear.understanding, scene.conversation.language, guide_of(scene)
        here = guide.id if guide is not None else None
        found = guides_of(understanding.complaints(more, language), scene, understanding, self.route)
        there = self.route(scene, more)
        named = str(there.target or scene.library.defaults.get(service, "")) if there.kind in GUIDED else ""
        if (
            not found
            and guide is not None
            and service not in ("", guide.problem_type)
            and named in scene.library
        ):
            return [named]
        return list(others_than(found, here, scene))

    def _names_a_fault(self, scene: Scene, more: str) -> bool:
        """Whether the very next words say what else is wrong, and with what: "but the TV has no picture"."""
        understanding, language = self.ear.understanding, scene.conversation.language
        first = understanding.clauses(more, language)[0]
        names = any(fact.name == TYPE for fact in understanding.find_facts(first, language))
        acts = understanding.acts_by_rule(first, language)
        troubled = understanding.tells_of_trouble(first, language) or any(
            act.name == "problem" for act in acts
        )
        return (names and troubled) or bool(understanding.complaints(first, language))


def _works(scene: Scene) -> Decision:
    reading = scene.hearing.reading
    settled = replace(scene.conversation, asked_again=0, helped=0)
    why = reading.evidence if reading else ()
    return Decision(settled, Plan(walk=Advance(Works(), why)), outcome=WORKS, why=why)


def _cause(scene: Scene) -> str:
    """What the trouble was, as far as it can be told: nobody saw it, but it went after this step."""
    progress, guide = scene.conversation.progress, guide_of(scene)
    last = progress.trail[-1] if progress and progress.trail else None
    step = guide.step(last.ref) if guide and last else None
    title = scene.voice.text(step.title) if step else ""
    return scene.voice.say("cause_step", step=title) if title else scene.voice.say("cause")


def _told(scene: Scene, phrase: str) -> Decision:
    return replace(_works(scene), parts=(Part(phrase, scene.voice.say(phrase)),))


def _looked_up(scene: Scene, question: str) -> Decision:
    decision = _works(scene)
    return replace(decision, plan=replace(decision.plan, look_up=LookUp(question)))
