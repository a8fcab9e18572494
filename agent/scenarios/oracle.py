"""What may be known beforehand, decided only when the walk asks for it.

A customer may have stated any fact before any question. Trying all combinations first would be hopeless and
needless: the walk reads few facts on any one road. So a fact is open until it is read; then `Undecided` breaks the
walk off, and the explorer takes the step again once for "unknown" and once for each value that makes a difference.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from agent.scenarios.conditions import Condition, Situation
from agent.scenarios.facts import Value
from agent.scenarios.model import Escalation, Outcome, Scenario, Step
from agent.scenarios.progress import Progress

_LITERAL = re.compile(r'"([^"]*)"|\'([^\']*)\'|(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])|\b(true|false)\b')
# A condition made of nothing but comparisons for equality tells apart only the values it names.
_ORDERING = re.compile(r"[<>+*/%?-]|\.\w+\(|\bsize\b|\bmatches\b")
_OTHER = "…other"
# The name under which the count of failed steps is open, where earlier guides may have added to it.
FAILED = "failed_steps before"
# The counts that a condition reads which reads none.
_NO_COUNTS = (0, 0)
# What stands for a value that is not there, and that as often as one is looked up.
ABSENT = object()
_ABSENCES = itertools.repeat(ABSENT)
# So many combinations of open facts are tried to see whether a condition is certain.
MOST_TRIED = 400

Choices = Mapping[str, tuple[object, ...]]
# What a condition says, None when that depends on open facts; the open facts it reads.
_Answer = tuple[bool | None, tuple[str, ...]]


class Undecided(Exception):  # noqa: N818  (no error: it asks the explorer to choose)
    """The walk read the fact `name`, of which nothing has been decided."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Known(dict[str, object]):
    """Facts from outside the walk: decided earlier (`before`), decided during this step (`now`, None: unknown), open.

    It holds the decided ones. `read` lists the decisions of this step in the order in which the walk asked for them.
    `arrivals` counts the steps it came to; `glanced`: how many those were when a condition first looked at an open fact
    that made no difference to it.
    """

    __slots__ = ("_before", "_choices", "arrivals", "glanced", "now", "read")

    def __init__(self, before: Mapping[str, object], now: Mapping[str, object], choices: Choices) -> None:
        self.update(before)
        for name, value in now.items():
            if value is not None:
                self[name] = value
        self.now = now
        self.read: dict[str, None] = {}
        self.arrivals = 0
        self.glanced: dict[str, int] = {}
        self._before = before
        self._choices = choices

    def get(self, name: str, default: object = None) -> object:
        """The value of a fact. Raises Undecided for an open one."""
        if name in self.now:
            self.read[name] = None
        elif name not in self and name in self._choices:
            raise Undecided(name)
        return dict.get(self, name, default)

    @property
    def decided(self) -> Mapping[str, object]:
        """The decided facts, to be kept."""
        return dict(self) if self.now else self._before

    def read_so_far(self) -> tuple[Mapping[str, object], Sequence[str]]:
        """(the decided facts, those found unknown) without decisions of this step that the walk has not asked for yet."""
        if not self.read:
            return self._before, ()
        found, unknown = dict(self._before), list[str]()
        for name in self.read:
            value = self.now[name]
            if value is None:
                unknown.append(name)
            else:
                found[name] = value
        return found, unknown

    def is_open(self, name: str) -> bool:
        """Whether nothing has been decided about the fact `name`."""
        return name not in self.now and name not in self and name in self._choices

    def settle(self, name: str) -> None:
        """Notes that the fact `name` was read. Raises Undecided when it is open."""
        if name in self.now:
            self.read[name] = None
        elif name not in self and name in self._choices:
            raise Undecided(name)

    def glance(self, names: Iterable[str]) -> None:
        """Notes that a condition looked at the open facts `names`, and that they made no difference."""
        for name in names:
            self.glanced.setdefault(name, self.arrivals)


class Desk:
    """Where watched conditions find the facts of the step under way, and what open ones may turn out to be."""

    def __init__(self, choices: Choices) -> None:
        self.known: Known | None = None
        self.choices = choices


class Watched:
    """A real condition that makes sure its facts are decided, as far as they matter, and remembers its answers."""

    __slots__ = (
        "_answers", "_counting", "_desk", "_plain", "_real", "_undecided", "facts", "line", "names", "source",
    )  # fmt: skip

    def __init__(self, real: Condition, desk: Desk) -> None:
        self._real = real
        self._desk = desk
        self._answers: dict[tuple[object, ...], _Answer] = {}
        self._plain = real.names <= {"problem_context", "attempts", "failed_steps"}
        self._counting = bool(real.names & {"attempts", "failed_steps"})
        self.facts = real.facts
        # Whether none of its facts is among those decided in a step.
        self._undecided = frozenset(real.facts).isdisjoint
        self.names = real.names
        self.source = real.source
        self.line = real.line

    def holds(self, situation: Situation) -> bool:
        """What the real condition says. Raises Undecided when that depends on an open fact."""
        known = self._desk.known
        if known is None:
            return self._real.holds(situation)
        counts = self._counts(known, situation) if self._counting else _NO_COUNTS
        if not self.facts and self._plain:
            return self._counted(counts)
        facts = situation.facts
        seen = as_they_are(facts, self.facts)
        decided = () if self._undecided(known.now) else self._decided(known)
        if not self._plain:
            for name in self._open(seen, known):
                known.settle(name)
            return self._real.holds(situation)
        key = (seen, decided, counts)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = self._found(facts, self._open(seen, known), counts)
        answer, open_facts = found
        if answer is None:
            known.settle(open_facts[0])
        elif open_facts:
            known.glance(open_facts)
        return bool(answer)

    def _decided(self, known: Known) -> tuple[bool, ...]:
        """Which of its facts were decided in this step: those count as read."""
        decided = tuple(map(known.now.__contains__, self.facts))
        for name in itertools.compress(self.facts, decided):
            known.read[name] = None
        return decided

    def _open(self, seen: tuple[object, ...], known: Known) -> tuple[str, ...]:
        """The open ones of its facts: what is seen of all and decided of each says which."""
        absent = (name for name, value in zip(self.facts, seen, strict=True) if value is ABSENT)
        return tuple(filter(known.is_open, absent))

    def _found(
        self, facts: Mapping[str, object], open_facts: tuple[str, ...], counts: tuple[int, int]
    ) -> _Answer:
        values = {name: facts[name] for name in self.facts if name in facts}
        return self._answer(values, open_facts, counts), open_facts

    def _counted(self, counts: tuple[int, int]) -> bool:
        """What a condition says that reads no fact."""
        found = self._answers.get(counts)
        if found is None:
            found = self._answers[counts] = self._found({}, (), counts)
        return bool(found[0])

    def _counts(self, known: Known, situation: Situation) -> tuple[int, int]:
        """(attempts, failed steps) as far as the condition reads them; what earlier guides added is open."""
        attempts, failed = situation.counts
        if "failed_steps" not in self.names:
            failed = 0
        elif FAILED in self._desk.choices:
            known.settle(FAILED)
            failed = cast(int, known.now[FAILED] or 0)
        return attempts if "attempts" in self.names else 0, failed

    def _answer(
        self, values: dict[str, object], open_facts: tuple[str, ...], counts: tuple[int, int]
    ) -> bool | None:
        """The answer, None when it depends on the open facts."""
        attempts, failed = counts
        seen = set[bool]()
        for chosen in itertools.product(*((None, *self._desk.choices[name]) for name in open_facts)):
            facts = values | {n: v for n, v in zip(open_facts, chosen, strict=True) if v is not None}
            seen.add(self._real.holds(Situation(facts, attempts=attempts, failed_steps=failed)))
            if len(seen) > 1:
                return None
        return seen.pop()


def excused(
    step: Step, known: Mapping[str, object], progress: Progress, choices: Choices, failed: Iterable[object]
) -> bool:
    """Whether a skip_if of `step` holds with every value of the facts not known, and with every count of `failed`."""
    facts = {**known, **progress.learned}
    names = dict.fromkeys(name for each in step.skip_if for name in each.facts if name not in facts)
    values = [(None, *choices.get(name, ())) for name in names]
    if math.prod(map(len, values)) > MOST_TRIED:
        return False
    for count, *chosen in itertools.product(failed, *values):
        more = {name: value for name, value in zip(names, chosen, strict=True) if value is not None}
        situation = Situation(
            {**facts, **more},
            attempts=progress.attempts,
            failed_steps=cast(int, count),
            probes=progress.probes,
        )
        if not any(each.holds(situation) for each in step.skip_if):
            return False
    return True


def watched(scenario: Scenario, desk: Desk) -> Scenario:
    """`scenario` with every condition watched; nothing else differs."""

    def watch(condition: Condition | None) -> Condition | None:
        return None if condition is None else cast(Condition, Watched(condition, desk))

    def outcome(each: Outcome) -> Outcome:
        return replace(each, when=watch(each.when)) if each.when else each

    def step(each: Step) -> Step:
        skip_if = tuple(cast(Condition, Watched(one, desk)) for one in each.skip_if)
        return replace(each, skip_if=skip_if, outcomes=tuple(map(outcome, each.outcomes)))

    rules = tuple(replace(rule, when=watch(rule.when)) for rule in scenario.escalation.rules)
    escalation: Escalation = replace(scenario.escalation, rules=rules)
    return replace(scenario, steps=tuple(map(step, scenario.steps)), escalation=escalation)


def conditions_of(scenario: Scenario) -> Iterator[Condition]:
    """Every condition the walk may evaluate in `scenario`."""
    yield from (rule.when for rule in scenario.escalation.rules if rule.when)
    for step in scenario.steps:
        yield from step.skip_if
        yield from (outcome.when for outcome in step.outcomes if outcome.when)


class Named:
    """Which values of facts `conditions` and known outcomes of `steps` tell apart; all others are alike."""

    def __init__(self, conditions: Iterable[Condition], steps: Iterable[Step]) -> None:
        self.values: dict[str, set[object]] = {}
        self._kept: set[str] = set()
        for condition in conditions:
            named = set(map(_hashable, literals(condition.source)))
            for name in condition.facts:
                self.values.setdefault(name, set()).update(named)
                if _ORDERING.search(_LITERAL.sub("", condition.source)):
                    self._kept.add(name)
        for step in steps:
            known = {_hashable(each.sets.get(step.fact, each.id)) for each in step.outcomes}
            self.values.setdefault(step.fact, set()).update(known)

    def of(self, name: str, value: object) -> object:
        """What stands for `value` in a state: itself, or "some other value" when nothing tells it from others."""
        named = self.values.get(name, set())
        if name in self._kept or isinstance(value, dict):
            return _hashable(value)
        if isinstance(value, list | tuple | set | frozenset):
            return ("list", *sorted(str(each) for each in value if _hashable(each) in named))
        key = _hashable(value)
        return key if key in named else _OTHER


class Probed:
    """Which results of probes `conditions` tell apart."""

    def __init__(self, conditions: Iterable[Condition]) -> None:
        self._sources = [each.source for each in conditions if "probes" in each.names]
        self._exact = any(_ORDERING.search(_LITERAL.sub("", source)) for source in self._sources)
        self._named = {_hashable(literal) for source in self._sources for literal in literals(source)}

    def of(self, name: str, value: object) -> object:
        """What stands for the result `value` of the probe `name` in a state; None where nobody reads it."""
        if not any(name in source for source in self._sources):
            return None
        if self._exact or isinstance(value, dict | list):
            return repr(value)
        key = _hashable(value)
        return key if key in self._named else _OTHER


def choices_of(named: Named, declared: Mapping[str, tuple[Value, ...]]) -> Choices:
    """For each fact that is read, one value of each class that can be stated; tuples become lists, as facts are kept."""
    choices: dict[str, tuple[object, ...]] = {}
    for name in named.values:
        found: dict[object, object] = {}
        for value in declared.get(name, ()):
            found.setdefault(named.of(name, value), list(value) if isinstance(value, tuple) else value)
        choices[name] = tuple(found.values())
    return choices


def as_they_are(facts: Mapping[str, object], names: tuple[str, ...]) -> tuple[object, ...]:
    """The values of facts, to be looked up by them: True is 1 to Python, and a list cannot be looked up."""
    values = tuple(map(facts.get, names, _ABSENCES))
    for each in values:  # nearly always nothing but texts
        if type(each) is not str and each is not ABSENT:
            return tuple([one if type(one) is str or one is ABSENT else (repr(one),) for one in values])
    return values


def literals(source: str) -> tuple[object, ...]:
    """The texts, numbers and truth values written in a condition."""
    return tuple(_literal(*found.groups()) for found in _LITERAL.finditer(source))


def _literal(double: str | None, single: str | None, number: str | None, truth: str | None) -> object:
    if number is not None:
        return float(number) if "." in number else int(number)
    if truth is not None:
        return truth == "true"
    return double if double is not None else single


def _hashable(value: object) -> object:
    """What stands for `value` among others: a truth value is no number to a condition, but equals one in Python."""
    if isinstance(value, bool):
        return "truth", value
    return value if isinstance(value, str | int | float | None) else repr(value)
