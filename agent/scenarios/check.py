"""The check of content, levels 1 and 2: what a whole library must be, beyond the shape of each file.

Shape is told by the builder while it reads. Here stand words (languages, placeholders, patterns, examples),
conditions and, in `roads`, where every answer leads. All faults are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from agent.errors import Problem
from agent.scenarios.conditions import Condition, try_out
from agent.scenarios.endings import check_endings
from agent.scenarios.facts import FREE, STATED, Value
from agent.scenarios.model import Library, Outcome, Scenario, Status, Step
from agent.scenarios.overlaps import Overlap, has_nested_repeat, overlap
from agent.scenarios.patterns import folded_text
from agent.scenarios.reader import Faults, suggestion
from agent.scenarios.roads import check_calls, check_roads
from agent.scenarios.text import Text, placeholders

_LANGUAGE_NAMES = {"lt": "Lithuanian", "en": "English"}
_BRACES = re.compile(r"\{[^}]*\}?|\}")
_PLACEHOLDER = re.compile(r"\{[a-z][a-z0-9_]*\}")


def check(
    library: Library, constants: Collection[str] | None = None, broken: Collection[str] = ()
) -> tuple[Problem, ...]:
    """Every problem of levels 1 and 2 in `library`, unsorted.

    `constants`: names texts may quote beside facts; None leaves names unchecked. `broken`: files with faults of
    shape, whose roads are not followed, because a replaced part would lead astray.
    """
    declared = declared_facts(library.values())
    problems: list[Problem] = []
    for scenario in library.values():
        faults = Faults(scenario.file)
        _check_texts(scenario, faults)
        _check_placeholders(scenario, faults, None if constants is None else {*constants, *declared})
        _check_conditions(scenario, faults, declared)
        for step in scenario.steps:
            _check_patterns(step, faults)
            _check_examples(step, faults)
            _check_observation(step, faults)
            _check_outweighed(step, faults)
        if scenario.status is Status.STABLE:
            _check_stable(scenario, faults)
        check_roads(scenario, faults, library, follow=scenario.file not in broken)
        problems += faults.found
    return (*problems, *check_calls(library), *check_endings(library, broken))


def declared_facts(scenarios: Collection[Scenario]) -> dict[str, tuple[Value, ...]]:
    """Every fact somebody establishes (customers' words, steps, `sets`) with the values it can take."""
    found: dict[str, dict[tuple[type, Value], None]] = {
        name: dict.fromkeys((type(value), value) for value in values) for name, values in STATED.items()
    }  # by type too: to Python 1, 1.0 and true are one key
    for scenario in scenarios:
        for step in scenario.steps:
            values = found.setdefault(step.fact, {})
            if step.probe or step.act:
                values[str, "unknown"] = values[type(FREE), FREE] = None
            for outcome in step.outcomes:
                values.setdefault(_typed(outcome.sets.get(step.fact, outcome.id)))
                for name, value in outcome.sets.items():
                    found.setdefault(name, {}).setdefault(_typed(value))
    return {name: tuple(value for _, value in values) for name, values in found.items()}


def _typed(value: object) -> tuple[type, Value]:
    kept = _value(value)
    return type(kept), kept


def _value(value: object) -> Value:
    if isinstance(value, list | tuple):
        return tuple(str(each) for each in value)
    return value if isinstance(value, str | int | float | bool) else str(value)


# ---- texts


def texts_of(scenario: Scenario) -> Iterator[tuple[str, str, int, Text]]:
    """(key, whose, line, text) of every authored text, written or not."""
    yield "title", "the scenario", scenario.line, scenario.title
    yield "description", "the scenario", scenario.line, scenario.description
    yield "opening", "the scenario", scenario.line, scenario.opening
    for step in scenario.steps:
        yield from _texts_of_step(step)
    whose, line = "escalation", scenario.escalation.line
    yield "message", whose, line, scenario.escalation.message
    for rule in scenario.escalation.rules:
        yield "reason", "an escalation condition", rule.line, rule.reason
    closing = scenario.closing
    yield "question", "closing", closing.line, closing.question
    yield "success", "closing", closing.line, closing.success
    if closing.partly:
        yield from _texts_of_outcome(closing.partly, 'outcome "partly" of closing')


def _texts_of_step(step: Step) -> Iterator[tuple[str, str, int, Text]]:
    whose = f'step "{step.ref}"'
    for key in ("title", "instruction", "help_text", "safety", "consent"):
        yield key, whose, step.line, getattr(step, key)
    for outcome in step.outcomes:
        yield from _texts_of_outcome(outcome, f'outcome "{outcome.id}" of {whose}')


def _texts_of_outcome(outcome: Outcome, whose: str) -> Iterator[tuple[str, str, int, Text]]:
    if outcome.labelled:
        yield "label", whose, outcome.line, outcome.label
    yield "reason", whose, outcome.line, outcome.reason
    yield "say", whose, outcome.line, outcome.say


def _check_texts(scenario: Scenario, faults: Faults) -> None:
    """Every written text stands in every language the scenario claims."""
    strict = scenario.status is Status.STABLE
    written = [(key, whose, text.line or line, text) for key, whose, line, text in texts_of(scenario) if text]
    claimed = dict.fromkeys((*scenario.languages, *(code for entry in written for code in entry[3])))
    for key, whose, line, text in written:
        for language in claimed:
            if language in text:
                continue
            name = _LANGUAGE_NAMES.get(language, f'"{language}" words')
            suffix = "" if language == scenario.language else f"_{language}"
            faults.demand(
                strict, line, "missing_language", f"{key} of {whose} has no {name}", f"add {key}{suffix}: …"
            )


def _check_placeholders(scenario: Scenario, faults: Faults, known: Collection[str] | None) -> None:
    for key, whose, place, text in texts_of(scenario):
        line = text.line or place
        names = {language: set(placeholders(said)) for language, said in text.items()}
        every = sorted(set().union(*names.values()))
        for language, own in names.items():
            for name in sorted(set(every) - own):
                faults.error(
                    line, "placeholder_unequal", f"{key} of {whose} quotes {{{name}}}, but not in {_LANGUAGE_NAMES.get(language, language)}",
                    f"write {{{name}}} in every language of this text",
                )  # fmt: skip
        for name in every if known is not None else ():
            if name not in (known or ()):
                mend = (
                    suggestion(name, known or ()) or "add it to knowledge_base/operator.yaml, or quote a fact"
                )
                faults.error(
                    line,
                    "placeholder_unknown",
                    f"{key} of {whose} quotes {{{name}}}, which nobody fills in",
                    mend,
                )
        if any(
            not _PLACEHOLDER.fullmatch(found)
            for said in dict(text).values()
            for found in _BRACES.findall(said)
        ):
            faults.warn(
                line, "placeholder_syntax", f"{key} of {whose} has a brace that is no placeholder",
                "write placeholders like {router_boot_minutes}",
            )  # fmt: skip


def _check_observation(step: Step, faults: Faults) -> None:
    """What was told beforehand is no answer where something must be done, waited for or warned of first."""
    keys = {"probe": step.probe, "act": step.act, "wait_time": step.wait_time, "safety": step.safety}
    present = [key for key, value in keys.items() if value]
    if step.observation and present:
        faults.error(
            step.line, "observation_acts", f'step "{step.ref}" is called an observation and has {", ".join(present)}',
            "take observation out: only what the customer merely sees or hears can be told beforehand",
        )  # fmt: skip


def _check_outweighed(step: Step, faults: Faults) -> None:
    ids = {outcome.id for outcome in step.outcomes}
    for outcome in step.outcomes:
        for each in sorted(set(outcome.outweighs) - (ids - {outcome.id})):
            faults.error(
                outcome.line, "outweighs_unknown", f'outcome "{outcome.id}" of step "{step.ref}" outweighs "{each}", '
                "which is no other answer of it", "write the id of another answer of the step",
            )  # fmt: skip


# ---- conditions


def _check_conditions(scenario: Scenario, faults: Faults, declared: Mapping[str, tuple[Value, ...]]) -> None:
    for condition in _conditions_of(scenario):
        for fault in try_out(condition, declared):
            if fault.code == "condition_never":
                faults.warn(condition.line, fault.code, fault.message, fault.mend)
            else:
                faults.error(condition.line, fault.code, fault.message, fault.mend)
        for name in condition.facts:
            if name not in declared:
                faults.warn(
                    condition.line, "condition_fact", f'no step and no reader establishes the fact "{name}"',
                    suggestion(name, declared) or "let a step learn it, or take the condition out",
                )  # fmt: skip
    for name, wanted in scenario.conditions.items():
        _check_wanted(scenario, name, wanted, faults, declared)
    for rule in scenario.escalation.rules:
        if rule.when is None and rule.note:
            faults.warn(
                rule.line, "condition_note", f'"{rule.note}" is plain text: nothing checks it',
                "write {when: 'failed_steps >= 3', reason: …}",
            )  # fmt: skip


def _conditions_of(scenario: Scenario) -> Iterator[Condition]:
    for step in scenario.steps:
        yield from step.skip_if
        yield from (outcome.when for outcome in step.outcomes if outcome.when)
    yield from (rule.when for rule in scenario.escalation.rules if rule.when)


def _check_wanted(
    scenario: Scenario,
    name: str,
    wanted: tuple[object, ...],
    faults: Faults,
    declared: Mapping[str, tuple[Value, ...]],
) -> None:
    if name not in declared:
        faults.warn(
            scenario.line, "condition_fact", f'the conditions ask for "{name}", which nobody establishes',
            suggestion(name, declared) or f"known facts: {', '.join(STATED)}",
        )  # fmt: skip
        return
    values = declared[name]
    for value in wanted:
        possible = any(value == each or (isinstance(each, tuple) and value in each) for each in values)
        if not possible and FREE not in values:
            known = [str(each) for each in values]
            faults.warn(
                scenario.line, "condition_value", f'the fact {name} is never "{value}"',
                suggestion(str(value), known) or f"it can be {', '.join(known)}",
            )  # fmt: skip


# ---- patterns and examples


def _check_patterns(step: Step, faults: Faults) -> None:
    """Two patterns overlap when a text that is wholly one of them holds the other at the same polarity."""
    for outcome in step.outcomes:
        for part in outcome.pattern.alternatives if outcome.pattern else ():
            if has_nested_repeat(part):
                faults.warn(
                    outcome.line, "pattern_nested", f'the alternative "{part}" repeats a repetition',
                    "one + or * is enough: (a+)+ is a+",
                )  # fmt: skip
        for sibling in step.outcomes:
            if outcome.pattern and sibling is not outcome and sibling.pattern:
                _check_overlap(step, outcome, sibling, overlap(outcome.pattern, sibling.pattern), faults)


def _check_overlap(
    step: Step, outcome: Outcome, sibling: Outcome, both: Overlap | None, faults: Faults
) -> None:
    if both is not None:
        faults.error(
            outcome.line,
            "pattern_overlap",
            f'in step "{step.ref}" the answer "{both.text}" means {outcome.id}, but {sibling.id} finds '
            f'"{both.found.alternative}" in it',
            f'take "{both.found.alternative}" out of {sibling.id}, or make it longer and more exact',
        )


def _check_examples(step: Step, faults: Faults) -> None:
    """An example or a label may miss its own pattern, but not all of them, and must not speak for a sibling instead.

    Examples are to hold what nobody foresaw, so not every one is asked to match; a pattern that none matches is dead.
    """
    for outcome in step.outcomes:
        examples = [each for several in outcome.examples.values() for each in several]
        labels = list(dict(outcome.label).values()) if outcome.labelled else []
        for example in examples:
            _check_spoken(step, outcome, f'example "{example}"', example, "example_sibling", faults)
        for label in labels:
            _check_spoken(step, outcome, f'label "{label}"', label, "label_sibling", faults)
        said = [folded_text(each) for each in (*examples, *labels)]
        if outcome.pattern and said and not any(map(outcome.pattern.affirmed_in, said)):
            faults.warn(
                outcome.line, "pattern_unmet",
                f'no example or label of {outcome.id} in step "{step.ref}" matches its own pattern',
                "put a word of them into the pattern, or write an example that customers would say in its words",
            )  # fmt: skip


def _check_spoken(step: Step, outcome: Outcome, what: str, words: str, code: str, faults: Faults) -> None:
    folded = folded_text(words)
    if outcome.pattern and outcome.pattern.affirmed_in(folded):
        return
    for sibling in step.outcomes:
        found = sibling.pattern.affirmed_in(folded) if sibling.pattern and sibling is not outcome else None
        if found:
            faults.error(
                outcome.line, code,
                f'the {what} of {outcome.id} in step "{step.ref}" matches '
                f'"{found.alternative}" of {sibling.id}',
                f"add its words to the pattern of {outcome.id}, or make the one of {sibling.id} more exact",
            )  # fmt: skip


# ---- what a stable scenario owes


def _check_stable(scenario: Scenario, faults: Faults) -> None:
    if scenario.routable:
        for language in scenario.languages:
            if not scenario.examples.get(language):
                name = _LANGUAGE_NAMES.get(language, language)
                faults.error(
                    scenario.line, "missing_examples", f"the scenario has no {name} examples of what customers say",
                    f"add examples: {{{language}: […]}}",
                )  # fmt: skip
    if not scenario.description:
        faults.error(scenario.line, "missing_key", 'the scenario has no "description"', "add description: …")
    if scenario.routable and not scenario.escalation.message:
        faults.warn(
            scenario.line,
            "missing_key",
            "escalation has no message",
            "say what the customer hears at handover",
        )
    if scenario.routable and not any(
        rule.when and "failed_steps" in rule.when.names for rule in scenario.escalation.rules
    ):
        faults.warn(
            scenario.escalation.line or scenario.line, "missing_patience",
            "nothing says after how many failed fixes a person takes over",
            "add to escalation conditions: {when: 'failed_steps >= 3', reason: …}",
        )  # fmt: skip
    for step in scenario.steps:
        if step.instruction and not step.help_text:
            faults.warn(
                step.line, "missing_key", f'step "{step.ref}" has no "help_text"', "add other, simpler words"
            )
        for outcome in step.outcomes:
            _check_stable_outcome(step, outcome, faults)


def _check_stable_outcome(step: Step, outcome: Outcome, faults: Faults) -> None:
    if not step.instruction or step.act or outcome not in step.for_customer:
        return  # a system's answer is neither shown on a button nor read
    whose = f'outcome "{outcome.id}" of step "{step.ref}"'
    if not outcome.labelled:
        faults.error(
            outcome.line,
            "missing_label",
            f"{whose} has no label",
            "add label: one to five words for a button",
        )
    if outcome.pattern is None and not outcome.examples and outcome.when is None:
        faults.error(
            outcome.line, "outcome_unreadable", f"{whose} has neither pattern nor examples: no reply can mean it",
            "add a pattern or examples",
        )  # fmt: skip
