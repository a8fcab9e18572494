"""The proof of a scenario: every walk through it is taken, and each one must hold what is promised to customers.

prove(library, id) explores with the real begin, advance and rewind and returns what was found. Promised is:

* every walk ends, within a bound of questions that is counted out;
* no question without an answer to choose, and no move that raises;
* every end is resolved, escalated or another scenario that exists; a scenario nobody calls never "returns";
* no escalation because "all steps were tried" while a step was jumped over that no skip_if excuses;
* a warning is put before what it warns of: a system never acts in a step whose warning nobody was told;
* steps come in the order written, unless a written target leads elsewhere;
* a binding step never comes for the first time after one written behind it: passed over by a written target, it stays so;
* every step can be asked, and every answer that has a condition can be taken;
* no way leads round and round until the walk's own visit limit ends it;
* whatever is said exists in every language the scenario claims, with the same placeholders;
* a correction leads to a state that some straight walk leads to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Protocol

from agent.errors import AgentError, Problem, Severity
from agent.scenarios import reasons
from agent.scenarios.answers import Chosen
from agent.scenarios.asked import PARTLY
from agent.scenarios.corrections import corrections, landing
from agent.scenarios.exploring import Exploration, State
from agent.scenarios.facts import Value
from agent.scenarios.later import is_entered
from agent.scenarios.leg import START, Leg
from agent.scenarios.model import Action, Library, Outcome, Scenario, Status, Step
from agent.scenarios.passage import is_taken
from agent.scenarios.progress import Kind, Move
from agent.scenarios.roads import MAX_CALLS
from agent.scenarios.story import story
from agent.scenarios.text import Text, placeholders
from agent.scenarios.ways import Ways

# Beyond so many states a scenario counts as not proven: it must be cut into smaller ones.
MOST_STATES = 50_000
_SHOWN = 14
_MOST_WAYS = 500
_NO_STEPS = frozenset[str]()
_GOAL = frozenset({Kind.CLOSING, Kind.CONFIRMING})


@dataclass(frozen=True, slots=True)
class Finding:
    """Where a promise is broken, and the shortest conversation that leads there, one line a turn."""

    problem: Problem
    conversation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found out about one scenario.

    `states` were visited, and they are all that can be reached when `complete`. `bound`: the most questions before
    an end inside this scenario; `bound_onward`: with all the scenarios it may lead to. `later`: states visited when it
    is entered by goto_scenario, with whatever came before; `bound_later`, `onward_later`: as for these.
    """

    scenario: str
    digest: str
    complete: bool
    states: int
    moves: int
    corrections: int
    bound: int
    bound_onward: int
    ends: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    onward: Mapping[str, int] = field(default_factory=dict)
    later: int = 0
    bound_later: int = 0
    onward_later: Mapping[str, int] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Whether everything promised was found to hold."""
        return self.complete and not any(each.problem.severity is Severity.ERROR for each in self.findings)


def prove(
    library: Library, scenario_id: str, declared: Mapping[str, tuple[Value, ...]], most: int = MOST_STATES
) -> Proof:
    """The proof of one scenario. `declared`: every fact with the values it can take."""
    return _Prover(library, library[scenario_id], declared).prove(most)


class Bounded(Protocol):
    """How many questions lie before an end, and before going on in each other scenario: begun here, and entered later."""

    @property
    def bound(self) -> int: ...

    @property
    def onward(self) -> Mapping[str, int]: ...

    @property
    def bound_later(self) -> int: ...

    @property
    def onward_later(self) -> Mapping[str, int]: ...


def bound_onward(one: Bounded, known: Mapping[str, Bounded]) -> int:
    """The most questions with the changes of scenario the walk allows; scenarios not `known` count for nothing."""
    return max([one.bound, *_further(one.onward, known, MAX_CALLS)])


def _further(onward: Mapping[str, int], known: Mapping[str, Bounded], jumps: int) -> Iterator[int]:
    """The most questions by each scenario that is gone on with."""
    for target, here in onward.items():
        if target in known and jumps > 0:
            there = known[target]
            yield here + max([there.bound_later, *_further(there.onward_later, known, jumps - 1)])


# The exploration a fault was met in, one way to it, the fault, and how the way goes on.
_Fault = tuple[Exploration, Leg | None, Problem, tuple[Leg, ...]]


class _Prover:
    """One scenario under proof."""

    def __init__(
        self, library: Library, scenario: Scenario, declared: Mapping[str, tuple[Value, ...]]
    ) -> None:
        self._library = library
        self._scenario = scenario
        self._declared = declared
        self._all_tried = reasons.all_tried(scenario.id)
        self._walks = Exploration(library, scenario.id, declared)
        self._faults: dict[tuple[str, str], list[_Fault]] = {}
        self._asked: set[str] = set()
        self._taken: set[tuple[str, str]] = set()
        self._later = False
        self._unfinished = False
        self._told_before: frozenset[tuple[str, str]] = frozenset()
        self._texts_seen: set[int] = set()
        self._said: list[Text] = []
        self._words_seen: set[Hashable] = set()
        self._behind = {
            step.ref: frozenset(each.ref for each in scenario.steps[place + 1 :])
            for place, step in enumerate(scenario.steps)
            if step.order == "binding"
        }

    def prove(self, most: int) -> Proof:
        """Explores, looks at every move, and sums up."""
        first = self._walks
        complete = self._explore(most)
        bound, onward = self._longest() if complete else (0, {})
        corrections = 0
        if complete:
            self._look_round()
            corrections = self._corrected()
        later, bound_later, onward_later = self._entered_later(most) if complete else (0, 0, {})
        if not self._unfinished:
            self._never((first, self._walks))
        ends = Counter(str(each.move.kind) for each in first.states.values() if each.progress.over)
        return Proof(
            self._scenario.id, self._scenario.digest, not self._unfinished, len(first.states), first.moves,
            corrections, bound, bound, ends, tuple(self._told()), onward, later, bound_later, onward_later,
        )  # fmt: skip

    @property
    def _begins_alone(self) -> bool:
        """Whether nobody waits for the walk under way: what only others call is begun to see what it returns."""
        return self._scenario.routable or self._later

    def _explore(self, most: int) -> bool:
        """Takes every walk; False when there are too many states."""
        complete = self._walks.run(self._look, most)
        if not complete:
            self._unfinished = True
            self._find(
                "proof_too_large", "", self._scenario.line, f"more than {most} states: nothing can be proven",
                "cut the scenario into smaller ones with goto_scenario", None,
            )  # fmt: skip
        for crash in self._walks.crashes:
            self._find(
                "proof_crash", repr(crash.error), self._scenario.line,
                f"the walk breaks off: {crash.error}", "mend the step, or tell the maintainers", crash.leg,
            )  # fmt: skip
        return complete

    def _entered_later(self, most: int) -> tuple[int, int, dict[str, int]]:
        """The same promises where another guide leads here, for the first time or again."""
        if not is_entered(self._library, self._scenario.id):
            return 0, 0, {}
        self._told_before = frozenset(self._faults)
        self._later = True
        self._walks = Exploration(self._library, self._scenario.id, self._declared, later=True)
        if not self._explore(most):
            return len(self._walks.states), 0, {}
        return len(self._walks.states), *self._longest()

    # ---- looking at one move

    def _look(self, state: State) -> None:
        move = state.move
        if move.step is not None and move.scenario_id == self._scenario.id and not move.progress.over:
            self._asked.add(move.step.ref)
            self._look_at_order(state, move.step)
        self._look_at_texts(state)
        if move.kind is Kind.ESCALATE:
            self._look_at_escalation(state)
        elif move.progress.over:
            self._look_at_end(state)
        elif move.kind is Kind.ASK:
            self._look_at_question(state)
        elif move.kind is Kind.ACT and move.step and move.step.safety:
            self._find(
                "proof_safety", move.step.ref, move.step.line, f'in step "{move.step.ref}" a system acts, and nobody is told the warning',
                "put the warning and the question into a step of its own before it", self._walks.leg, state.move,
            )  # fmt: skip

    def _look_at_order(self, state: State, step: Step) -> None:
        """A binding step that is asked now, never was before, and comes after one that is written behind it.

        Where the walk comes from another guide, it may have been asked in an earlier visit: the same roads begin here.
        """
        behind = self._behind.get(step.ref, _NO_STEPS)
        if self._later or behind.isdisjoint(state.settled):
            return
        trail = [
            each for each in state.progress.trail if each.scenario == self._scenario.id and is_taken(each)
        ]
        if trail[-1:] and trail[-1].phase in _GOAL and trail[-1].outcome == PARTLY:
            return  # what a partial success is followed by looks at the fault anew
        taken = [each.step_id for each in trail]
        after = next((ref for ref in taken if ref in behind), "")
        if after and step.ref not in taken:
            self._find(
                "proof_order", step.ref, step.line,
                f'step "{step.ref}" keeps its place (order: binding), but is asked for the first time after "{after}", which is written behind it',
                f'lead to "{step.ref}" first, or past it for good', self._walks.leg, state.move,
            )  # fmt: skip

    def _look_at_end(self, state: State) -> None:
        move = state.move
        if move.kind is Kind.RETURNED and self._begins_alone:
            self._find(
                "proof_wrong_end", "returned", self._line(move), "the walk returns, but nobody called this scenario",
                "use resolve, escalate or goto_scenario", self._walks.leg, state.move,
            )  # fmt: skip
        if move.kind is Kind.ELSEWHERE and move.target not in self._library:
            self._find(
                "proof_wrong_end", move.target, self._line(move), f'the walk ends in "{move.target}", which does not exist',
                "write that scenario, or choose another target", self._walks.leg, state.move,
            )  # fmt: skip

    def _look_at_escalation(self, state: State) -> None:
        """An escalation nobody wrote: is there a step that was never tried?

        A `required` last step is a written one: without it a person is needed. What only others call returns to them.
        """
        last = self._scenario.step(state.last)
        if state.move.reasons[-1] != self._all_tried or not self._begins_alone:
            return
        if last is not None and last.required:
            return
        for step in self._scenario.steps:
            if step.ref not in state.settled and not self._walks.excused(step, state):
                whose = f'"{last.ref}"' if last else "the last one"
                self._find(
                    "proof_untried", last.ref if last else "", last.line if last else self._scenario.line,
                    f'after step {whose} a person is called because "all steps were tried", but step "{step.ref}" never was',
                    f'write required: true at step {whose} if a person is meant, lead to "{step.ref}", or give it a skip_if',
                    self._walks.leg, state.move,
                )  # fmt: skip
                return

    def _look_at_question(self, state: State) -> None:
        step = state.move.step
        if step is None:
            return
        if not step.for_customer:
            self._find(
                "proof_dead_end", step.ref, step.line, f'step "{step.ref}" asks, but lists no answer a customer could give',
                "give an outcome a pattern, examples or a label", self._walks.leg, state.move,
            )  # fmt: skip
        if not step.instruction:
            self._find(
                "proof_unsaid", step.ref, step.line, f'step "{step.ref}" is asked, but has no words',
                "write its instruction", self._walks.leg, state.move,
            )  # fmt: skip

    def _look_at_texts(self, state: State) -> None:
        move = state.move
        words = (
            move.kind,
            move.scenario_id,
            move.step and move.step.ref,
            tuple(map(id, move.say)),
            move.reason.pairs,
        )
        if words in self._words_seen:
            return
        self._words_seen.add(words)
        for whose, line, text in _spoken(move):
            if id(text) in self._texts_seen or not text:
                continue
            self._texts_seen.add(id(text))
            self._said.append(text)  # kept, so that the id stays its own
            missing = [each for each in self._scenario.languages if each not in text]
            names = {language: frozenset(placeholders(words)) for language, words in text.items()}
            if missing and self._scenario.status is Status.STABLE:
                self._find(
                    "proof_unsaid", f"{whose}{line}", line, f"{whose} has no words in {', '.join(missing)}",
                    "translate it", self._walks.leg, state.move,
                )  # fmt: skip
            if len(set(names.values())) > 1:
                self._find(
                    "proof_unsaid", f"{whose}{line}{{}}", line, f"{whose} fills in other things in each language",
                    "write the same {placeholders} in every language", self._walks.leg, state.move,
                )  # fmt: skip

    # ---- looking at all of them

    def _look_round(self) -> None:
        """Steps passed over because they were visited too often, unless the author has a word for asking them again."""
        for (scenario_id, ref, _, why), leg in self._walks.visits.items():
            step = self._step_of(scenario_id, ref)
            if step is None or why != reasons.too_often("").source:
                continue
            again = [
                each
                for each in step.outcomes
                if each.action is Action.GOTO_STEP and _names(step, each.target)
            ]
            if not again or not all(each.say for each in again):
                self._find(
                    "proof_round", ref, step.line, f'answers lead back to step "{ref}" until the visit limit ends it',
                    "let one of the answers lead on", leg, None, Severity.WARNING,
                )  # fmt: skip

    def _never(self, explored: tuple[Exploration, ...]) -> None:
        """Steps and answers that no walk came to, wherever it began."""
        for scenario_id, ref, outcome_id, _ in (visit for walks in explored for visit in walks.visits):
            if scenario_id == self._scenario.id and outcome_id:
                self._taken.add((ref, outcome_id))
                self._asked.add(ref)
        for step in self._scenario.steps:
            if step.ref not in self._asked:
                self._find(
                    "proof_never", step.ref, step.line, f'no walk ever asks step "{step.ref}"',
                    "mend its skip_if or lead to it", None,
                )  # fmt: skip
                continue
            for outcome in step.outcomes:
                if (step.ref, outcome.id) not in self._taken and self._could(step, outcome):
                    self._find(
                        "proof_never", f"{step.ref}.{outcome.id}", outcome.line,
                        f'no walk ever takes "{outcome.id}" of step "{step.ref}"', "mend its condition", None,
                    )  # fmt: skip

    def _could(self, step: Step, outcome: Outcome) -> bool:
        """Whether `outcome` should be possible: special ones need their own kind of answer, which is tried too."""
        return bool(step.probe or step.act) or outcome in step.for_customer

    def _longest(self) -> tuple[int, dict[str, int]]:
        """The most questions before an end, and before going on in each other scenario. A circle is a finding."""
        after, states = self._walks.after, self._walks.states
        order, done, open_now = list[Hashable](), set[Hashable](), set[Hashable]()
        stack: list[tuple[Hashable, Iterator[Hashable]]] = [(START, iter(after.get(START, ())))]
        while stack:
            key, following = stack[-1]
            nxt = next(following, None)
            if nxt is None:
                stack.pop()
                open_now.discard(key)
                done.add(key)
                order.append(key)
            elif nxt in open_now:
                self._find_round([*(each for each, _ in stack), nxt])
                return 0, {}
            elif nxt not in done:
                open_now.add(nxt)
                stack.append((nxt, iter(after.get(nxt, ()))))
        depth: dict[Hashable, int] = {START: 0}
        onward: dict[str, int] = {}
        for key in reversed(order):
            state = states.get(key)
            here = depth.get(key, 0) + (self._walks.questions(state) if state else 0)
            for each in after.get(key, ()):
                depth[each] = max(depth.get(each, 0), here)
            if state is not None and state.move.kind is Kind.ELSEWHERE:
                onward[state.move.target] = max(onward.get(state.move.target, 0), here)
        return max(depth.values(), default=0), onward

    def _find_round(self, way: list[Hashable]) -> None:
        """A circle: what the way ends with stands on it already. The whole circle is told, until it closes."""
        round_ = way[way.index(way[-1]) :]
        legs = [self._walks.after[one][other] for one, other in pairwise(round_)]
        state = next((self._walks.states[each] for each in round_ if each in self._walks.states), None)
        back = f', back to step "{state.move.step.ref}"' if state and state.move.step else ""
        self._find(
            "proof_endless", "", self._line(state.move) if state else self._scenario.line,
            f"answers can lead round for ever{back}", "let one of them lead on",
            legs[0], state.move if state else None, onward=tuple(legs[1:]),
        )  # fmt: skip

    def _corrected(self) -> int:
        """Takes corrections: each must land in a state already visited."""
        tried = 0
        for tried, each in enumerate(corrections(self._walks), 1):  # noqa: B007  (how many there were)
            leg = Leg(self._walks.key_of(each.state), Chosen(each.wrong.id) if each.wrong else None)
            try:
                move = landing(self._walks, each)
            except AgentError as error:
                told = f"a correction breaks off: {error}"
                self._find("proof_crash", each.ref, each.right.line, told, "tell the maintainers", leg)
                continue
            if move is not None:
                self._find(
                    "proof_correction", each.ref, each.right.line,
                    f'corrected to "{each.right.id}", the walk stands where no straight walk comes', "tell the maintainers", leg, move,
                )  # fmt: skip
        return tried

    # ---- telling

    def _find(
        self, code: str, about: str, line: int, message: str, mend: str, leg: Leg | None, move: Move | None = None,
        severity: Severity = Severity.ERROR, onward: tuple[Leg, ...] = (),
    ) -> None:  # fmt: skip
        """Notes a fault and one way to it (`leg`, and how it goes `onward`); the shortest of all ways is told in the end.

        What was found where the walk begins here is not told once more where another guide leads here.
        """
        if (code, about) in self._told_before:
            return
        known = self._faults.setdefault((code, about), [])
        if len(known) < _MOST_WAYS:
            file = self._file_of(move) if move else self._scenario.file
            known.append((self._walks, leg, Problem(file, line, severity, code, message, mend), onward))

    def _told(self) -> Iterator[Finding]:
        ways: dict[int, Ways] = {}
        for found in self._faults.values():
            walks = found[0][0]  # what is found where the walk begins here is told from there
            legs = [(each[1], *each[2:]) for each in found if each[1] is not None and each[0] is walks]
            if not legs:
                yield Finding(found[0][2])
                continue
            road = ways.setdefault(id(walks), Ways(walks))
            leg, problem, onward = min(legs, key=lambda each: road.cost(each[0]))
            turns = story(road.way(leg, onward), self._scenario.language)
            shown = turns if len(turns) <= _SHOWN else (*turns[: _SHOWN - 1], "…")
            told = f" (shortest way: {' · '.join(shown)})" if shown else ""
            yield Finding(replace(problem, message=f"{problem.message}{told}"), turns)

    def _file_of(self, move: Move) -> str:
        scenario = self._walks.library.get(move.scenario_id)
        return scenario.file if scenario else self._scenario.file

    def _line(self, move: Move) -> int:
        return move.step.line if move.step else self._scenario.line

    def _step_of(self, scenario_id: str, ref: str) -> Step | None:
        scenario = self._walks.library.get(scenario_id)
        return scenario.step(ref) if scenario else None


def _names(step: Step, target: str) -> bool:
    return target in (step.ref, str(step.number), f"step_{step.number}")


def _spoken(move: Move) -> Iterator[tuple[str, int, Text]]:
    """Whatever this move may say, with whose text it is and its line."""
    step = move.step
    line = step.line if step else 0
    for text in move.say:
        yield "an outcome's say", text.line or line, text
    yield "the goal question", move.question.line or line, move.question
    yield "the words on success", move.success.line or line, move.success
    yield "the words at handover", move.message.line or line, move.message
    if move.kind is Kind.ESCALATE:
        yield "the reason of an escalation", move.reason.line or line, move.reason
    if step is None or move.progress.over:
        return
    for name, text in (
        ("safety", step.safety), ("instruction", step.instruction), ("help_text", step.help_text), ("consent", step.consent),
        *(("a label", each.label) for each in step.outcomes),
    ):  # fmt: skip
        yield f'{name} of step "{step.ref}"', text.line or line, text
