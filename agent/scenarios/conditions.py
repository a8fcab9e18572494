"""Conditions of authors: CEL expressions over what is known, compiled once, false when they cannot be decided.

A condition may read `problem_context` (facts), `attempts` (how often the current step was asked), `failed_steps`
(goal tests that failed), `customer` and `probes`; nothing else exists for it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import cel

from agent.scenarios.facts import FREE, Value

VARIABLES = ("problem_context", "attempts", "failed_steps", "customer", "probes")
FUNCTIONS = frozenset(
    str.split(
        "size contains startsWith endsWith matches int uint double string bool bytes type dyn max min"
        " duration timestamp lowerAscii upperAscii trim"
    )
)
_LONGEST = 500
_MOST_SAMPLES = 400
_COUNTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 20)
_BOUND = re.compile(r"\.(?:all|exists|exists_one|map|filter)\(\s*(\w+)\s*,")
_READ = re.compile(
    r'problem_context\.(\w+)|problem_context\[\s*["\'](\w+)["\']\s*\]|["\'](\w+)["\']\s+in\s+problem_context\b(?![.\[])'
)
# What CEL raises where the values do not fit: another kind, a number too large, nothing to divide by.
_UNFIT = (TypeError, ValueError, RuntimeError, ArithmeticError, IndexError)
_SYNTAX_PLACE = re.compile(r"<input>:\d+:(\d+): (?:Syntax error: )?(.*)")


class ConditionError(ValueError):
    """A condition that is not sound. `code` names the fault, `mend` tells the author what to write instead."""

    def __init__(self, code: str, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.mend = mend


class Situation:
    """What conditions are evaluated on. Only the variables a condition reads are handed over, and only once.

    `facts` are what is known, `counts` (attempts, failed steps).
    """

    __slots__ = ("_contexts", "_customer", "_probes", "counts", "facts")

    def __init__(
        self,
        facts: Mapping[str, object],
        *,
        attempts: int = 0,
        failed_steps: int = 0,
        customer: Mapping[str, object] | None = None,
        probes: Mapping[str, object] | None = None,
    ) -> None:
        self.facts = facts
        self.counts = (attempts, failed_steps)
        self._customer, self._probes = customer, probes
        self._contexts: dict[frozenset[str], cel.Context] | None = None

    def context(self, names: frozenset[str]) -> cel.Context:
        """The CEL context that holds the variables `names`."""
        if self._contexts is None:
            self._contexts = {}
        found = self._contexts.get(names)
        if found is None:
            variables = self._variables()
            values = {name: _plain(variables[name]) for name in names}
            found = self._contexts[names] = cel.Context(variables=values)
        return found

    def _variables(self) -> dict[str, object]:
        attempts, failed_steps = self.counts
        return {
            "problem_context": self.facts,
            "attempts": attempts,
            "failed_steps": failed_steps,
            "customer": self._customer or {},
            "probes": self._probes or {},
        }


@dataclass(frozen=True, slots=True)
class Condition:
    """One compiled expression. Raises ConditionError for bad syntax, an unknown variable or function."""

    source: str
    line: int = field(default=0, compare=False)
    facts: tuple[str, ...] = field(init=False, compare=False)
    names: frozenset[str] = field(init=False, compare=False, repr=False)
    _program: cel.Program = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        program = _compiled(self.source)
        used = program.references()
        bound = set(_BOUND.findall(self.source))
        _refuse_unknown(self.source, set(used["variables"]) - bound, set(used["functions"]))
        read = (name for groups in _READ.findall(self.source) for name in groups if name)
        object.__setattr__(self, "facts", tuple(dict.fromkeys(read)))
        object.__setattr__(self, "names", frozenset(used["variables"]) - bound)
        object.__setattr__(self, "_program", program)

    def __reduce__(self) -> tuple[type[Condition], tuple[str, int]]:
        """A compiled program cannot go to another process: there it is compiled again."""
        return Condition, (self.source, self.line)

    def holds(self, situation: Situation) -> bool:
        """Whether the condition is true; one that cannot be decided (a missing fact, a wrong type, a division by 0) is not."""
        try:
            return self._program.execute(situation.context(self.names)) is True
        except (KeyError, *_UNFIT):
            return False

    def evaluate(self, situation: Situation) -> object:
        """The raw result, for the check; raises what CEL raises."""
        return self._program.execute(situation.context(self.names))


def try_out(condition: Condition, declared: Mapping[str, tuple[Value, ...]]) -> Iterator[ConditionError]:
    """The faults `condition` shows on sample values of the facts it reads, at most one of each code.

    `declared` maps a fact to the values it can take. Each fact is tried with every value and as unknown.
    """
    seen: set[str] = set()
    truths: set[object] = set()
    for facts, situation in _samples(condition, declared):
        fault = _fault_of(condition, facts, situation, truths)
        if fault and fault.code not in seen:
            seen.add(fault.code)
            yield fault
    exhaustive = not {"customer", "probes"} & condition.names and all(
        fact in declared and FREE not in declared[fact] for fact in condition.facts
    )
    if not seen and exhaustive and truths == {False}:
        yield ConditionError(
            "condition_never",
            f"the condition '{condition.source}' is never true, whatever is known",
            "compare with a value that the fact can take" + _values_hint(condition, declared),
        )


def _values_hint(condition: Condition, declared: Mapping[str, tuple[Value, ...]]) -> str:
    known = {fact: declared[fact] for fact in condition.facts if fact in declared}
    return "".join(f"; {fact}: {', '.join(map(str, values))}" for fact, values in known.items())


def _fault_of(
    condition: Condition, facts: Mapping[str, object], situation: Situation, truths: set[object]
) -> ConditionError | None:
    try:
        result = condition.evaluate(situation)
    except KeyError as missing:
        name = missing.args[0] if missing.args else "?"
        return ConditionError(
            "condition_unguarded",
            f"the condition '{condition.source}' reads {name}, which may not be known yet",
            f"""guard it: '"{name}" in problem_context && {condition.source}'""",
        )
    except _UNFIT as fault:
        shown = ", ".join(f"{name}={value!r}" for name, value in facts.items()) or "no facts"
        return ConditionError(
            "condition_evaluation",
            f"the condition '{condition.source}' cannot be evaluated with {shown}: {str(fault).split('.')[0]}",
            "see that nothing is divided by 0, as in 'failed_steps > 0 && …'"
            if isinstance(fault, ZeroDivisionError)
            else "compare values of one kind (text with text, number with number)",
        )
    if not isinstance(result, bool):
        return ConditionError(
            "condition_not_boolean",
            f"the condition '{condition.source}' gives {result!r}, not yes or no",
            "make it a comparison, such as 'failed_steps >= 3'",
        )
    truths.add(result)
    return None


def _samples(
    condition: Condition, declared: Mapping[str, tuple[Value, ...]]
) -> Iterator[tuple[dict[str, object], Situation]]:
    missing = object()
    choices: list[tuple[object, ...]] = [(missing, *declared.get(fact, ("x",))) for fact in condition.facts]
    counts = _COUNTS if {"attempts", "failed_steps"} & condition.names else (1,)
    for count, *values in itertools.islice(itertools.product(counts, *choices), _MOST_SAMPLES):
        facts = {f: v for f, v in zip(condition.facts, values, strict=True) if v is not missing}
        number = count if isinstance(count, int) else 1
        yield facts, Situation(facts, attempts=number, failed_steps=number)


def _compiled(source: str) -> cel.Program:
    if len(source) > _LONGEST:
        raise ConditionError(
            "condition_too_long",
            f"the condition is {len(source)} characters long",
            f"keep it under {_LONGEST}",
        )
    try:
        return cel.compile(source)
    except ValueError as fault:
        found = _SYNTAX_PLACE.search(str(fault))
        place = f" at character {found.group(1)} ({_shortened(found.group(2))})" if found else ""
        raise ConditionError(
            "condition_syntax", f"the condition '{source}' cannot be read{place}", _syntax_mend(source)
        ) from None


def _shortened(reason: str) -> str:
    reason = reason.split(" expecting ")[0]
    return reason if len(reason) < 80 else f"{reason[:77]}…"


def _syntax_mend(source: str) -> str:
    for word, sign in (("and", "&&"), ("or", "||"), ("not", "!")):
        if re.search(rf"\b{word}\b", re.sub(r'"[^"]*"', "", source)):
            return f"write {sign} instead of {word}"
    if re.search(r"[^=!<>]=[^=]", source):
        return "write == to compare"
    return """write it like '"router_lights" in problem_context' or 'failed_steps >= 3'"""


def _refuse_unknown(source: str, variables: set[str], functions: set[str]) -> None:
    for name in sorted(variables - set(VARIABLES)):
        raise ConditionError(
            "condition_variable",
            f"the condition '{source}' reads \"{name}\", which does not exist",
            f"facts are read as problem_context.{name}; the variables are {', '.join(VARIABLES)}",
        )
    for name in sorted(functions):
        if name.isidentifier() and not name.startswith("_") and name not in FUNCTIONS:
            raise ConditionError(
                "condition_function",
                f"the condition '{source}' calls {name}(), which does not exist",
                "use size, contains, startsWith, endsWith, matches, has, exists or all",
            )


def _plain(value: object) -> object:
    """`value` in the types CEL takes: mappings as dicts, sequences as lists."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    return (
        {str(key): _plain(inner) for key, inner in value.items()}
        if isinstance(value, Mapping)
        else str(value)
    )
