"""The JSON Schema of a scenario file, for editors that help while one types.

Lists of allowed words come from the model; a test holds the keys against those the reader asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agent.scenarios.builder import ACTORS, LINKS, ORDERS, PRIORITIES, TICKET_TYPES
from agent.scenarios.facts import PROBLEM_TYPES
from agent.scenarios.model import SCENARIO_TARGET, STEP_TARGET, Action, Status
from agent.scenarios.schema_words import CLOSING, ESCALATION, OUTCOME, RELATED, RULE, SCENARIO, STEP

Schema = dict[str, Any]
_SLUG: Schema = {"type": "string", "pattern": "^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$"}
_WORDS: Schema = {"type": "string"}
_IN_ANOTHER: Schema = {"type": "string", "description": "The same in another language."}
_LIST: Schema = {"type": "array", "items": {"type": "string"}}
_FLAG: Schema = {"type": "boolean"}
_CEL: Schema = {
    "type": ["string", "boolean"],
    "description": "In CEL, such as '\"lights\" in problem_context'",
}
_EXAMPLES: Schema = {
    "type": "object",
    "propertyNames": {"pattern": "^[a-z]{2}$"},
    "additionalProperties": {"type": "array", "items": {"type": "string"}},
}


def scenario_schema() -> Schema:
    """The schema of `scenarios/<id>.yaml`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Taisa scenario",
        "type": "object",
        "required": ["scenario"],
        "additionalProperties": False,
        "properties": {"scenario": _scenario()},
        "$defs": {"outcome": _outcome()},
    }


def _scenario() -> Schema:
    return _keys(
        SCENARIO,
        texts=("title", "description", "opening"),
        required=("id", "title", "problem_type", "steps"),
        id=_SLUG,
        language=_WORDS,
        format={"const": 1},
        status=_one_of(Status),
        routable=_FLAG,
        problem_type=_one_of(PROBLEM_TYPES),
        keywords=_LIST,
        examples=_EXAMPLES,
        conditions={"type": "object"},
        tags=_LIST,
        applicable_models=_LIST,
        related={"type": "array", "items": {"anyOf": [_WORDS, _related()]}},
        steps={"type": "array", "minItems": 1, "items": _step()},
        escalation=_escalation(),
        closing=_keys(CLOSING, texts=("question", "success"), partly={"$ref": "#/$defs/outcome"}),
    )


def _related() -> Schema:
    return _keys(RELATED, required=("id",), id=_WORDS, type=_one_of(LINKS), weight={"type": "number"})


def _step() -> Schema:
    return _keys(
        STEP,
        texts=("title", "instruction", "help_text", "safety", "consent"),
        required=("step_id", "title", "expected_outcomes"),
        step_id=_number(0, 9999),
        id=_SLUG,
        expected_outcomes={"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/outcome"}},
        learns=_SLUG,
        skip_if={"type": "array", "items": _CEL},
        probe=_SLUG,
        act=_SLUG,
        **{"with": {"type": "object"}},
        wait_time=_number(0, 86_400),
        max_attempts=_number(1, 10),
        required_=_FLAG,
        observation=_FLAG,
        effort=_number(0, 600),
        actor=_one_of(ACTORS),
        order=_one_of(ORDERS),
    )


def _outcome() -> Schema:
    found = _keys(
        OUTCOME,
        texts=("label", "reason", "say"),
        required=("action",),
        id=_SLUG,
        action=_one_of(Action),
        target={"type": ["string", "integer"]},
        pattern=_WORDS,
        examples=_EXAMPLES,
        sets={"type": "object"},
        outweighs={"type": "array", "items": _SLUG},
        when=_CEL,
    )
    found["allOf"] = [
        _if_action(STEP_TARGET | SCENARIO_TARGET, ("target",)),
        {
            **_if_action({Action.ESCALATE}, ()),
            "then": {"anyOf": [{"required": ["reason"]}, {"required": ["reason_en"]}]},
        },
    ]
    return found


def _escalation() -> Schema:
    rule = _keys(RULE, texts=("reason",), required=("when",), when=_CEL, priority=_one_of(PRIORITIES))
    return _keys(
        ESCALATION,
        texts=("message",),
        conditions={"type": "array", "items": {"anyOf": [_WORDS, rule]}},
        ticket_type=_one_of(TICKET_TYPES),
        priority=_one_of(PRIORITIES),
    )


def _keys(
    says: Mapping[str, str], texts: Iterable[str] = (), required: Iterable[str] = (), **properties: Schema
) -> Schema:
    """An object with these keys; `says`: what an editor shows of each. `texts` may also stand with a language behind them.

    `required_` means the key required.
    """
    named = {name.removesuffix("_"): schema for name, schema in properties.items()}
    every = {**dict.fromkeys(texts, _WORDS), **named}
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": {
            name: {**schema, "description": _said(says[name], schema)} for name, schema in every.items()
        },
        "patternProperties": {f"^({'|'.join(texts)})_[a-z]{{2}}$": _IN_ANOTHER} if texts else {},
    }


def _said(words: str, schema: Schema) -> str:
    """What is said of a key, with what is said of its kind."""
    return f"{words} {schema['description']}" if "description" in schema else words


def _one_of(words: Iterable[str]) -> Schema:
    return {"enum": [str(word) for word in words]}


def _number(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _if_action(actions: Iterable[Action], required: Iterable[str]) -> Schema:
    named = sorted(str(action) for action in actions)
    return {
        "if": {"properties": {"action": {"enum": named}}, "required": ["action"]},
        "then": {"required": list(required)},
    }
