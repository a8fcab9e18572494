"""Writes a talk from a conversation that was really held: what was said, and what the service made of each line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import yaml

from agent.conversation import Event, Turn
from agent.errors import ConversationError
from agent.privacy import mask
from agent.probes import PROBE, UNKNOWN
from agent.rehearsal import SUFFIX, load_talks_of

_ROOT = "talks:\n"
_EMPTY = re.compile(r"(?m)^talks: *\[\] *\n?")
_ITEM = re.compile(r"(?m)^( *)- name:")


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where a talk was written: its file and the line of its name."""

    file: Path
    line: int


def record(turns: Sequence[Turn], name: str, folder: Path) -> Recorded:
    """Add the talk `name` to the talks of the guide the conversation came to first.

    Raises ConversationError nothing_to_record (422) when no guide was reached and talk_exists (409) for a name that is
    taken; ContentError for a file of talks that is faulty before or would be afterwards. The file is replaced whole.
    """
    guide = next((turn.reply.scenario for turn in turns if turn.reply.scenario), None)
    said = [turn for turn in turns if turn.event is Event.MESSAGE]
    if guide is None or not said:
        raise ConversationError(
            "No guide was reached, so there is no talk to write.",
            code="nothing_to_record",
            status=422,
            mend="Tell of a problem and answer at least one question.",
        )
    file = folder / f"{guide}{SUFFIX}"
    if file.exists() and name in {talk.name for talk in load_talks_of(file)}:
        raise ConversationError(
            f"{file} has a talk “{name}” already.",
            code="talk_exists",
            status=409,
            mend="Give it another name.",
        )
    before = _EMPTY.sub(_ROOT, file.read_text(encoding="utf-8")) if file.exists() else _ROOT
    before = before if before.endswith("\n") else before + "\n"
    margin = min(_ITEM.findall(before), key=len, default="  ")
    talk = indent(dedent("".join(_lines(turns, said, name))), margin)
    written = file.with_name(f".{file.name}.new")
    try:
        written.write_text(before + talk, encoding="utf-8")
        load_talks_of(written)
        written.replace(file)
    finally:
        written.unlink(missing_ok=True)
    return Recorded(file, before.count("\n") + 1)


def _lines(turns: Sequence[Turn], said: Sequence[Turn], name: str) -> Iterator[str]:
    yield f"  - name: {_quoted(name)}\n"
    yield f"    language: {said[0].language}\n"
    if turns[0].event is Event.BEGIN:
        yield "    direct: true\n"
    found = _found_by_systems(turns)
    if begun := found[turns[0].number]:
        yield f"    probes: {_flow(begun)}\n"
    yield "    turns:\n"
    labels = _labels_before(turns)
    guide = None if turns[0].event is not Event.BEGIN else turns[0].reply.scenario
    for turn in said:
        yield f"      - customer: {_quoted(turn.text or labels.get((turn.number, turn.choice), turn.choice or ''))}\n"
        expected = _expected(turn, guide)
        if expected:
            yield f"        expect: {{{', '.join(f'{key}: {_plain(value)}' for key, value in expected.items())}}}\n"
        if turn is not turns[0] and (changed := found[turn.number]):
            yield f"        probes: {_flow(changed)}\n"
        guide = turn.reply.scenario or guide
    yield f"    ends: {turns[-1].reply.status}\n"


def _expected(turn: Turn, guide: str | None) -> Mapping[str, str]:
    """What a rehearsal compares: the answer, where it led, and an end."""
    reply = turn.reply
    expected = {
        "scenario": reply.scenario if reply.scenario != guide else None,
        "outcome": turn.outcome,
        "step": reply.step,
        "status": None if reply.step or str(reply.status) == "open" else str(reply.status),
    }
    return {key: value for key, value in expected.items() if value}


def _found_by_systems(turns: Sequence[Turn]) -> Mapping[int, Mapping[str, Any]]:
    """By the number of a turn, what systems answered in it that they had not answered before: else it goes on to count.

    A system that knew nothing at first is left out: that is what one gives which no talk names. Of a turn nobody said
    anything in (a time that ran out) the answers are told, but no line of a talk stands there to hold them.
    """
    known: dict[str, Any] = {}
    found: dict[int, dict[str, Any]] = {}
    for turn in turns:
        told = {each.name: each.value for each in reversed(turn.looked) if each.kind == PROBE}
        found[turn.number] = {
            name: _masked(value) for name, value in told.items() if known.get(name, UNKNOWN) != value
        }
        known |= told
    return found


def _masked(value: Any) -> Any:
    """An answer without personal data, at any depth: talks are kept with the guides, for all to read."""
    if isinstance(value, str | int):
        seen = mask(str(value))  # a number, too, may be a phone's
        return value if seen == str(value) else seen
    if isinstance(value, Mapping):
        return {key: _masked(each) for key, each in value.items()}
    return [_masked(each) for each in value] if isinstance(value, list | tuple) else value


def _labels_before(turns: Sequence[Turn]) -> Mapping[tuple[int, str | None], str]:
    """The words on the buttons that a turn could press: a talk holds words only."""
    return {
        (after.number, choice.id): choice.label
        for before, after in pairwise(turns)
        for choice in before.reply.choices
    }


def _plain(value: str) -> str:
    """A value as it stands where YAML reads it as that text, else quoted: an answer may be called `no` or `1`."""
    return value if yaml.safe_load(value) == value else _quoted(value)


def _flow(values: Mapping[str, Any]) -> str:
    """Values on one line: JSON is YAML."""
    return json.dumps(values, ensure_ascii=False, default=str)


def _quoted(text: str) -> str:
    """A YAML double-quoted scalar: JSON is one."""
    return json.dumps(text, ensure_ascii=False)
