"""One simulated person: reads the reply as a customer would, and says something true, in their own manner."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random

from agent.conversation import Reply
from agent.language import fold
from agent.scenarios import Library, Outcome, Step
from agent.simulation.personas import Persona
from agent.simulation.words import Words
from agent.simulation.world import CURING, World

CLOSING = "closing"
GOAL = frozenset({"works", "not_working", "partly"})
AGREEMENT = frozenset({"yes", "no"})
NONE_OF_THESE = "none"


@dataclass(frozen=True, slots=True)
class Utterance:
    """What is sent: words or a button. `meant` is the listed answer it gives, None when it gives none."""

    text: str = ""
    choice: str | None = None
    meant: str | None = None
    because: str = ""


@dataclass(slots=True)
class Customer:
    """`answered`: (scenario, step) answered truthfully; `taken_back`: a wrong answer to be corrected next."""

    persona: Persona
    words: Words
    world: World
    library: Library
    rng: Random
    answered: list[tuple[str, str]] = field(default_factory=list)
    taken_back: tuple[str, Step] | None = None
    told: int = 0

    def opens(self) -> Utterance:
        """The complaint; who has no words for it picks the guide: its title may say what is not so in this world."""
        if self.words.complaints.get(self.world.scenario):
            return self._complains()
        return Utterance(choice=self.world.scenario, meant=self.world.scenario, because="picks the guide")

    def answers(self, reply: Reply) -> Utterance:
        """What is said to `reply`."""
        offered = {choice.id for choice in reply.choices}
        if self.taken_back is not None:
            return self._corrects(*self.taken_back)
        if reply.step == CLOSING or (offered and offered <= GOAL):
            return self._at_goal(reply)
        if offered == AGREEMENT:
            return self._agrees(offered)
        if reply.step and reply.scenario:
            return self._at_step(reply.scenario, reply.step, offered)
        if NONE_OF_THESE in offered or offered & set(self.library):
            return self._clarifies(offered)
        return self._complains()

    # ---- kinds of questions

    def _at_step(self, scenario: str, ref: str, offered: Collection[str]) -> Utterance:
        step = self.library[scenario].step(ref) if scenario in self.library else None
        if step is None:
            return self._complains()
        aside = self._protest(scenario) or self._aside(can_skip=not step.required)
        if aside is not None:
            return aside
        true = self.world.truth(scenario, step)
        if true is None:
            return self._anywhere("not_listed") or Utterance(text="?", because="nothing fits")
        if self.rng.random() < self.persona.wrong_first and (wrong := self._wrong(step, true)):
            self.taken_back = (scenario, step)
            return self._gives(scenario, step, wrong, offered)
        return self._tells(scenario, step, true, offered)

    def _tells(self, scenario: str, step: Step, true: Outcome, offered: Collection[str]) -> Utterance:
        self.world.done(scenario, step, true)
        self.answered.append((scenario, step.ref))
        return self._gives(scenario, step, true, offered)

    def _gives(self, scenario: str, step: Step, outcome: Outcome, offered: Collection[str]) -> Utterance:
        lines = self.words.answers.get((scenario, step.ref, outcome.id), ())
        if outcome.id in offered and (not lines or self._chance(self.persona.presses)):
            return Utterance(choice=outcome.id, meant=outcome.id)
        said = self._one_of(lines) or outcome.label.get(self.words.language)
        return Utterance(text=self._manner(said), meant=outcome.id)

    def _corrects(self, scenario: str, step: Step) -> Utterance:
        self.taken_back = None
        true = self.world.truth(scenario, step)
        frame = self._one_of(self.words.anywhere.get("correction", ()))
        if true is None or not frame:
            return self._complains()
        self.world.done(scenario, step, true)
        self.answered.append((scenario, step.ref))
        lines = self.words.answers.get((scenario, step.ref, true.id), ())
        said = self._one_of(lines) or true.label.get(self.words.language)
        return Utterance(
            text=frame.replace("{answer}", said[:1].lower() + said[1:]), because="corrects", meant=true.id
        )

    def _at_goal(self, reply: Reply) -> Utterance:
        true = self.world.works()
        if self._chance(self.persona.presses):
            return Utterance(choice=true, meant=true)
        aside = self._aside(can_skip=False)
        if aside is not None:
            return aside
        said = self._one_of(self.words.at_goal(reply.scenario or "", true))
        return Utterance(text=self._manner(said), meant=true) if said else Utterance(choice=true, meant=true)

    def _agrees(self, offered: Collection[str]) -> Utterance:
        answer = "yes" if self._chance(self.persona.agrees) else "no"
        said = self._one_of(self.words.agree.get(answer, ()))
        if not said or self._chance(self.persona.presses):
            return Utterance(choice=answer, meant=answer)
        return Utterance(text=self._manner(said), meant=answer)

    def _clarifies(self, offered: Collection[str]) -> Utterance:
        if self.world.scenario in offered and self._chance(0.5):
            return Utterance(choice=self.world.scenario, meant=self.world.scenario)
        if self.world.scenario not in offered and NONE_OF_THESE in offered and self._chance(0.5):
            return Utterance(choice=NONE_OF_THESE, meant=NONE_OF_THESE)
        return self._complains()

    def _complains(self) -> Utterance:
        lines = self.words.complaints.get(self.world.scenario, ())
        self.told += 1
        said = self._one_of(lines) or self.library[self.world.scenario].title.get(self.words.language)
        return Utterance(text=self._manner(said), because="complains")

    # ---- what is said instead of an answer

    def _aside(self, can_skip: bool) -> Utterance | None:
        """Something else than an answer: at most one kind a message, or the news that it works."""
        persona = self.persona
        if self.world.mended and self._chance(persona.volunteers):
            lines = self.words.anywhere.get("works_now", ())
            return Utterance(self._manner(self._one_of(lines)), because="volunteers") if lines else None
        kinds = (
            ("asks", persona.asks),
            ("waits", persona.waits),
            ("cannot", persona.cannot if can_skip else 0.0),
            ("wanders", persona.wanders),
            ("angry", persona.angry),
            ("person", persona.wants_person),
        )
        for name, chance in kinds:
            if self._chance(chance):
                return self._anywhere(name)
        return None

    def _protest(self, scenario: str) -> Utterance | None:
        """The wrong problem is treated: said once in a while, in the words of the right one."""
        reached = {place for place, _ in self.answered} | {self.world.scenario}
        if scenario in reached or self.told > 2 or not self._chance(self.persona.protests):
            return None
        if self.answered:  # a guide may lead on to another one: that is no mistake
            return None
        frame = self._one_of(self.words.anywhere.get("protest", ()))
        said = self._complains()
        return Utterance(frame.replace("{answer}", said.text) if frame else said.text, because="protests")

    def _anywhere(self, name: str) -> Utterance | None:
        said = self._one_of(self.words.anywhere.get(name, ()))
        return Utterance(self._manner(said), because=name) if said else None

    def _wrong(self, step: Step, true: Outcome) -> Outcome | None:
        """Another answer that can be taken back: one that ends nothing and mends nothing."""
        harmless = [
            each
            for each in step.for_customer
            if each.id != true.id and each.action.value in ("next_step", "goto_step")
        ]
        return self.rng.choice(harmless) if harmless and true.action not in CURING else None

    # ---- manner

    def _manner(self, said: str) -> str:
        """The same words as this person writes them."""
        if self._chance(self.persona.chatty) and (lead := self._one_of(self.words.anywhere.get("lead", ()))):
            said = f"{lead} {said[:1].lower()}{said[1:]}"
        if self._chance(self.persona.mistypes):
            said = _mistyped(said, self.rng)
        return fold(said).rstrip(".!") if self._chance(self.persona.plain) else said

    def _one_of(self, lines: Sequence[str]) -> str:
        return self.rng.choice(lines) if lines else ""

    def _chance(self, probability: float) -> bool:
        return self.rng.random() < probability


def _mistyped(said: str, rng: Random) -> str:
    """Two neighbouring letters of one longer word swapped, not its first."""
    words = said.split(" ")
    long = [place for place, word in enumerate(words) if len(word) > 5 and word.isalpha()]
    if not long:
        return said
    place = rng.choice(long)
    word = words[place]
    at = rng.randrange(1, len(word) - 2)
    words[place] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return " ".join(words)
