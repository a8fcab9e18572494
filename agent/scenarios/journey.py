"""The workbench of one move: a Progress taken apart, changed by the walk, and put together again as a Move.

It lives for one call of `begin` or `advance` and never leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agent.scenarios.answers import Answer
from agent.scenarios.conditions import Situation
from agent.scenarios.model import Escalation, Library, Outcome, Scenario, Step
from agent.scenarios.progress import STEP_PHASES, Frame, Kind, Move, Progress, Visit
from agent.scenarios.reasons import Reason
from agent.scenarios.text import NO_TEXT, Text

_ASK, _SILENT = Kind.ASK.value, Escalation()


class Journey:
    """What the walk reads and changes while it looks for the next move."""

    __slots__ = (
        "_begun_with", "_customer", "_facts", "_found", "_learned", "_origin", "_situation", "_skipped", "_step_id", "_trail",
        "attempts", "failed_steps", "library", "phase", "probes", "reasons", "say", "scenario", "stack", "visits",
        "volunteered", "waited",
    )  # fmt: skip

    def __init__(
        self,
        library: Library,
        progress: Progress,
        facts: Mapping[str, object],
        customer: Mapping[str, object] | None = None,
    ) -> None:
        self.library = library
        self.scenario = library[progress.scenario]
        self.phase = progress.phase
        self.attempts = progress.attempts
        self.visits = dict(progress.visits)
        self.failed_steps = progress.failed_steps
        self.stack = progress.stack
        self.probes = progress.probes
        self.waited = progress.waited
        self.volunteered = progress.volunteered
        self.reasons: tuple[Reason, ...] = ()
        self.say: tuple[Text, ...] = ()
        self._origin = progress.origin
        self._begun_with = progress.begun_with
        self._step_id = progress.step_id
        self._trail = progress.trail
        self._learned = progress.learned
        self._facts = facts
        self._customer = customer
        self._found: Mapping[str, object] = {}
        self._skipped: tuple[Visit, ...] = ()
        self._situation: Situation | None = None

    def copy(self, facts: Mapping[str, object]) -> Journey:
        """This journey to be gone on with apart from it, on other `facts` from outside."""
        other = Journey.__new__(Journey)
        other.library, other.scenario, other.phase = self.library, self.scenario, self.phase
        other.attempts, other.failed_steps = self.attempts, self.failed_steps
        other.waited, other.volunteered = self.waited, self.volunteered
        other.visits, other.probes, other.stack = self.visits.copy(), self.probes, self.stack
        other.reasons, other.say = self.reasons, self.say
        other._origin, other._begun_with, other._step_id = self._origin, self._begun_with, self._step_id
        other._trail, other._skipped = self._trail, self._skipped
        other._learned, other._found = self._learned, self._found
        other._facts, other._customer, other._situation = facts, self._customer, None
        return other

    # ---- reading

    @property
    def step(self) -> Step:
        """The pending step; `advance` has made sure that there is one."""
        return self.scenario.steps[self.scenario.place(self._step_id or "")]

    @property
    def step_or_none(self) -> Step | None:
        """The step asked last, if any."""
        return self.scenario.step(self._step_id)

    def place(self, step: Step) -> int:
        """Where `step` stands in the scenario."""
        return self.scenario.place(step.ref)

    def ref(self, step: Step) -> str:
        """ "scenario/step"."""
        return f"{self.scenario.id}/{step.ref}"

    def facts(self) -> dict[str, object]:
        """All that is known; what the walk itself learned counts over what was known before."""
        return {**self._facts, **self._learned}

    def fact(self, name: str) -> object:
        """The value of one fact, None when unknown."""
        return self._learned[name] if name in self._learned else self._facts.get(name)

    def situation(self) -> Situation:
        """What conditions are evaluated on."""
        if self._situation is None:
            self._situation = Situation(
                self.facts(),
                attempts=self.attempts,
                failed_steps=self.failed_steps,
                customer=self._customer,
                probes=self.probes,
            )
        return self._situation

    @property
    def learned(self) -> Mapping[str, object]:
        """What answers have told so far."""
        return self._learned

    def visited(self, since: int) -> tuple[Visit, ...]:
        """The questions answered and the steps passed over after the first `since` of them."""
        return self._trail[since:]

    def callers(self) -> Sequence[Scenario]:
        """The scenarios whose calls are under way, nearest first."""
        if not self.stack:
            return ()
        return [self.library[each.scenario] for each in reversed(self.stack) if each.scenario in self.library]

    def escalation(self) -> Escalation:
        """This scenario's escalation, else that of the nearest caller that writes one."""
        own = self.scenario.escalation
        if own.written:
            return own
        return next((each.escalation for each in self.callers() if each.escalation.written), _SILENT)

    def closing_text(self, name: str) -> Text:
        """The `question` or `success` of the goal test: the scenario's, else its callers'; empty if nobody writes it."""
        own: Text = getattr(self.scenario.closing, name)
        if own:
            return own
        texts = (getattr(each.closing, name) for each in self.callers())
        return next((text for text in texts if text), NO_TEXT)

    def closing_partly(self) -> Outcome | None:
        """What a partial success leads to; a target names a step of this scenario, so callers are not asked."""
        return self.scenario.closing.partly

    def jumps(self) -> int:
        """How often the case went on in another scenario."""
        return sum(count for ref, count in self.visits.items() if ref.endswith("/"))

    def asked_before(self, step: Step) -> int:
        """How often `step` had been asked when a question came between."""
        return next(
            (v.attempt for v in reversed(self._trail) if v.step_id == step.ref and v.phase in STEP_PHASES), 1
        )

    # ---- changing

    def changed(self) -> None:
        """Conditions must be evaluated afresh."""
        self._situation = None

    def learn(self, facts: Mapping[str, object]) -> None:
        """Takes facts over."""
        if facts:
            self._learned = {**self._learned, **facts}
            self._found = {**self._found, **facts}
            self._situation = None

    def probed(self, name: str, value: object) -> None:
        """Notes what a system answered."""
        self.probes = {**self.probes, name: value}
        self._situation = None

    def enter(self, step: Step) -> None:
        """Counts a step that is going to be asked."""
        ref = self.ref(step)
        self.visits[ref] = self.visits.get(ref, 0) + 1
        self.attempts = 1
        self.waited = False

    def call(self, step: Step, target: Scenario) -> None:
        """Goes into a sub-procedure, to come back behind `step`."""
        self.stack = (*self.stack, Frame(self.scenario.id, self.scenario.digest, step.ref))
        self.scenario = target

    def record(
        self,
        step: Step,
        answer: Answer,
        outcome: str = "",
        learned: Mapping[str, object] | None = None,
        reasons: tuple[Reason, ...] = (),
    ) -> None:
        """Adds an answer to the trail, and its reasons to those of the move."""
        self.reasons += reasons
        visit = Visit(
            self.scenario.id,
            step.ref,
            str(self.phase),
            answer,
            outcome,
            learned or {},
            reasons,
            self.attempts,
        )
        self._trail += (visit,)

    def pass_over(
        self, step: Step, reason: Reason, outcome: str = "", learned: Mapping[str, object] | None = None
    ) -> None:
        """Adds a step that is not asked to the trail, with the reason."""
        visit = Visit(self.scenario.id, step.ref, _ASK, None, outcome, learned or {}, (reason,), 0)
        self._trail += (visit,)
        self._skipped += (visit,)
        self.reasons += (reason,)

    def move(self, kind: Kind, step: Step | None, **more: Any) -> Move:
        """The finished move, with the progress it leaves behind."""
        scenario, ref = self.scenario, step.ref if step else None
        # In their order, not by their names: a proof makes hundreds of thousands, and names take half as long again.
        progress = Progress(
            scenario.id, scenario.digest, ref, kind, self.attempts, self.visits, self.failed_steps, self._trail, self.stack,
            self._learned, self.probes, self.waited, self.volunteered, self._origin, self._begun_with,
        )  # fmt: skip
        return Move(
            kind, progress, step, scenario.id, self.reasons, self._found, self.say,
            attempt=self.attempts, skipped=self._skipped, **more,
        )  # fmt: skip
