"""From a YAML tree to a Scenario: shape, types, names. A faulty part is reported and replaced by a harmless one."""

from __future__ import annotations

from agent.scenarios.conditions import Condition, ConditionError
from agent.scenarios.facts import PROBLEM_TYPES
from agent.scenarios.model import (
    CAUSE,
    LANGUAGES,
    SCENARIO_TARGET,
    STEP_TARGET,
    Action,
    Closing,
    Escalation,
    EscalationRule,
    Link,
    Outcome,
    Scenario,
    Status,
    Step,
    digest_of,
)
from agent.scenarios.patterns import Pattern, PatternError, is_plain
from agent.scenarios.reader import Faults, Reader, kind_of
from agent.scenarios.text import Text
from agent.scenarios.tree import Node

TICKET_TYPES = ("technician_visit", "line_fault", "equipment_swap", "billing", "support_callback")
PRIORITIES = ("low", "normal", "high", "urgent")
ACTORS = ("customer", "system")
ORDERS = ("advisory", "binding")
LINKS = ("article", "scenario", CAUSE)


def build(root: Node, faults: Faults, source: str = "") -> Scenario | None:
    """The scenario under the key `scenario` of `root`; None only when there is nothing to build from."""
    outer = Reader(root, "the file", faults)
    node = outer.node("scenario", required=True)
    outer.finish()
    if node is None:
        return None
    if not isinstance(node.value, dict):
        faults.error(
            node.line, "wrong_type", f"scenario must be keys with values, not {kind_of(node)}", "write id: …"
        )
        return None
    language_node = node.value.get("language")
    language = language_node.value if language_node and isinstance(language_node.value, str) else LANGUAGES[0]
    read = Reader(node, "the scenario", faults, language)
    read.node("language")
    scenario = _scenario(read, faults, language, digest_of(node.plain()), source)
    read.finish()
    return scenario


def _scenario(read: Reader, faults: Faults, language: str, digest: str, source: str) -> Scenario:
    problem_type = read.choice("problem_type", PROBLEM_TYPES, PROBLEM_TYPES[0], required=True)
    return Scenario(
        id=read.slug("id", required=True),
        title=read.text("title", required=True),
        problem_type=problem_type,
        description=read.text("description"),
        opening=read.text("opening"),
        language=language,
        languages=tuple(dict.fromkeys((language, *LANGUAGES))),
        format=read.number("format", 1, 1, 1),
        status=Status(read.choice("status", [each.value for each in Status], Status.DRAFT)),
        routable=read.flag("routable", True),
        keywords=read.strings("keywords"),
        examples=read.by_language("examples"),
        conditions=_wanted(read, faults),
        tags=read.strings("tags"),
        applicable_models=read.strings("applicable_models"),
        related=tuple(_link(node, faults) for node in read.items("related")),
        steps=_steps(read, faults, language),
        escalation=_escalation(read.node("escalation"), faults, language),
        closing=_closing(read.node("closing"), faults, language),
        digest=digest,
        file=faults.file,
        line=read.line_of("id"),
        source=source,
    )


def _wanted(read: Reader, faults: Faults) -> dict[str, tuple[object, ...]]:
    """`conditions`: fact → the values that fit, one or several."""
    wanted: dict[str, tuple[object, ...]] = {}
    for name, node in read.mapping("conditions").items():
        values = node.value if isinstance(node.value, list) else [node]
        if isinstance(values, list) and all(not isinstance(each.value, dict | list) for each in values):
            wanted[name] = tuple(each.value for each in values)
        else:
            faults.error(
                node.line, "wrong_type", f'the condition "{name}" must be a value or a list of values'
            )
    return wanted


def _link(node: Node, faults: Faults) -> Link:
    if isinstance(node.value, str):
        return Link(node.value)
    read = Reader(node, "a related item", faults)
    weight = read.node("weight")
    value = weight.value if weight else 1.0
    if isinstance(value, bool) or not isinstance(value, int | float):
        faults.error(node.line, "wrong_type", f"weight must be a number, not {kind_of(weight or node)}")
        value = 1.0
    link = Link(read.string("id", required=True), read.choice("type", LINKS, ""), float(value))
    read.finish()
    return link


def _steps(read: Reader, faults: Faults, language: str) -> tuple[Step, ...]:
    nodes = read.items("steps", required=True)
    if not nodes and read.has("steps"):
        faults.error(
            read.line_of("steps"), "missing_key", "the scenario has no steps", "write at least one step"
        )
    steps = [_step(node, place, faults, language) for place, node in enumerate(nodes, 1)]
    _refuse_twins([(str(step.number), step.line) for step in steps], "step_id", "steps", faults)
    _refuse_twins([(step.ref, step.line) for step in steps], "id", "steps", faults)
    return tuple(steps)


def _refuse_twins(names: list[tuple[str, int]], key: str, where: str, faults: Faults) -> None:
    first: dict[str, int] = {}
    for name, line in names:
        if name in first:
            faults.error(
                line, f"duplicate_{key}", f'{key} "{name}" is already used on line {first[name]}',
                f"every {key} among the {where} must differ",
            )  # fmt: skip
        first.setdefault(name, line)


def _step(node: Node, place: int, faults: Faults, language: str) -> Step:
    read = Reader(node, f"step {place}", faults, language)
    number = read.number("step_id", place, 0, 9999, required=True)
    slug = read.slug("id")
    ref = slug or f"step_{number}"
    read.what = f'step "{ref}"'
    outcomes = _outcomes(read, ref, faults, language)
    step = Step(
        ref=ref,
        number=number,
        title=read.text("title", required=True),
        instruction=read.text("instruction"),
        help_text=read.text("help_text"),
        safety=read.text("safety"),
        consent=read.text("consent"),
        fact=read.slug("learns") or ref,
        outcomes=outcomes,
        skip_if=_conditions(read.items("skip_if"), f'skip_if of step "{ref}"', faults),
        probe=read.slug("probe"),
        act=read.slug("act"),
        arguments={name: each.plain() for name, each in read.mapping("with").items()},
        wait_time=read.number("wait_time", 0, 0, 86_400),
        max_attempts=read.number("max_attempts", 3, 1, 10),
        required=read.flag("required", False),
        observation=read.flag("observation", False),
        effort=read.number("effort", 0, 0, 600),
        actor=read.choice("actor", ACTORS, ACTORS[0]),
        order=read.choice("order", ORDERS, ORDERS[0]),
        line=node.line,
    )
    if not step.instruction and not step.probe and not step.act:
        read.missing("instruction")
    read.finish()
    return step


def _outcomes(read: Reader, ref: str, faults: Faults, language: str) -> tuple[Outcome, ...]:
    nodes = read.items("expected_outcomes", required=True)
    if not nodes and read.has("expected_outcomes"):
        faults.error(
            read.line_of("expected_outcomes"), "missing_key", f'step "{ref}" lists no answers', "write one"
        )
    what = f'of step "{ref}"'
    outcomes = [_outcome(node, f"o{place}", what, faults, language) for place, node in enumerate(nodes, 1)]
    _refuse_twins([(each.id, each.line) for each in outcomes], "id", f"answers {what}", faults)
    return tuple(outcomes)


def _outcome(node: Node, default_id: str, where: str, faults: Faults, language: str) -> Outcome:
    read = Reader(node, f"outcome {default_id} {where}", faults, language)
    outcome_id = read.slug("id", default_id)
    read.what = f'outcome "{outcome_id}" {where}'
    action = Action(read.choice("action", [each.value for each in Action], Action.NEXT_STEP, required=True))
    pattern = _pattern(read, faults)
    label = read.text("label")
    outcome = Outcome(
        id=outcome_id,
        action=action,
        target=read.name("target"),
        label=label or _label_of(pattern, language),
        pattern=pattern,
        examples=read.by_language("examples"),
        reason=read.text("reason"),
        say=read.text("say"),
        sets={name: each.plain() for name, each in read.mapping("sets").items()},
        when=_condition(read.node("when"), f"when of {read.what}", faults),
        outweighs=read.strings("outweighs"),
        labelled=bool(label),
        line=node.line,
    )
    _check_action(outcome, read, faults)
    read.finish()
    return outcome


def _check_action(outcome: Outcome, read: Reader, faults: Faults) -> None:
    if not read.has("action"):
        return
    if outcome.action is Action.ESCALATE and not outcome.reason and not read.has("reason"):
        faults.error(
            outcome.line, "missing_reason", f"{read.what} escalates without a reason",
            "add reason: … for the person who reads the ticket",
        )  # fmt: skip
    needs_target = outcome.action in STEP_TARGET | SCENARIO_TARGET
    if needs_target and not outcome.target:
        kind = "step" if outcome.action in STEP_TARGET else "scenario"
        faults.error(
            outcome.line, "missing_target", f"{read.what} has no target", f"add target: the id of a {kind}"
        )
    if outcome.target and not needs_target:
        faults.warn(
            outcome.line, "target_unused", f'{read.what} has a target, but "{outcome.action}" goes nowhere by name',
            "take the target out, or write goto_step",
        )  # fmt: skip


def _label_of(pattern: Pattern | None, language: str) -> Text:
    """Button words of older runbooks that write none: the first plain alternative that looks like the language."""
    if pattern is None:
        return Text()
    plain = [part for part in pattern.alternatives if is_plain(part)]
    if not plain:
        return Text()
    english = next((part for part in plain if _looks_english(part)), plain[0])
    own = next((part for part in plain if not _looks_english(part)), plain[0])
    words = {"lt": own, "en": english}
    return Text.of(
        {language: words.get(language, plain[0]), **{k: v for k, v in words.items() if k != language}}
    )


def _looks_english(words: str) -> bool:
    """A guess for labels only: Lithuanian words end in a vowel, s, t or n; English ones often do not."""
    return words.isascii() and any(
        word[-1] in "dfghklmpwxy" or word in {"not", "no", "on"} for word in words.split()
    )


def _pattern(read: Reader, faults: Faults) -> Pattern | None:
    source = read.name("pattern")
    if not source:
        return None
    try:
        return Pattern(source)
    except PatternError as fault:
        faults.error(read.line_of("pattern"), fault.code, f"in {read.what}: {fault.message}", fault.mend)
        return None


def _conditions(nodes: list[Node], where: str, faults: Faults) -> tuple[Condition, ...]:
    found = (_condition(node, where, faults) for node in nodes)
    return tuple(condition for condition in found if condition is not None)


def _condition(node: Node | None, where: str, faults: Faults) -> Condition | None:
    if node is None:
        return None
    if isinstance(node.value, bool):
        return Condition(str(node.value).lower(), node.line)
    if not isinstance(node.value, str):
        faults.error(
            node.line, "wrong_type", f"{where} must be a condition, not {kind_of(node)}",
            "put the whole condition in single quotes",
        )  # fmt: skip
        return None
    try:
        return Condition(node.value.strip(), node.line)
    except ConditionError as fault:
        faults.error(node.line, fault.code, f"in {where}: {fault.message}", fault.mend)
        return None


def _escalation(node: Node | None, faults: Faults, language: str) -> Escalation:
    if node is None:
        return Escalation()
    read = Reader(node, "escalation", faults, language)
    escalation = Escalation(
        rules=tuple(_rule(each, faults, language) for each in read.items("conditions")),
        ticket_type=read.choice("ticket_type", TICKET_TYPES, TICKET_TYPES[0]),
        priority=read.choice("priority", PRIORITIES, "normal"),
        message=read.text("message"),
        written=True,
        line=node.line,
    )
    read.finish()
    return escalation


def _rule(node: Node, faults: Faults, language: str) -> EscalationRule:
    if isinstance(node.value, str):
        return EscalationRule(note=node.value, line=node.line)
    read = Reader(node, "an escalation condition", faults, language)
    rule = EscalationRule(
        when=_condition(read.node("when", required=True), "an escalation condition", faults),
        reason=read.text("reason"),
        priority=read.choice("priority", PRIORITIES, ""),
        line=node.line,
    )
    read.finish()
    return rule


def _closing(node: Node | None, faults: Faults, language: str) -> Closing:
    if node is None:
        return Closing()
    read = Reader(node, "closing", faults, language)
    partly = read.node("partly")
    closing = Closing(
        question=read.text("question"),
        success=read.text("success"),
        partly=_outcome(partly, "partly", "of closing", faults, language) if partly else None,
        line=node.line,
    )
    read.finish()
    return closing
