"""Texts that are wholly a match of a pattern's alternative: what the overlap check tries on its siblings.

A plain alternative is its own sample. Of a regular expression, a bounded choice of branches and repetitions is
written out: enough to find what authors write, not a proof.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from agent.scenarios.patterns import Pattern, branches, is_plain

_MOST = 24
_CLASSES = {
    "w": ("a", "x"),
    "d": ("3", "1"),
    "s": (" ",),
    "b": ("",),
    "S": ("a",),
    "W": (" ",),
    "D": ("a",),
    "B": ("",),
}
_REPEAT = re.compile(r"(?:[*+?]|\{(\d+)(,?)(\d*)\})\??")


def samples(pattern: Pattern) -> Iterator[str]:
    """Sample texts of every alternative of `pattern`."""
    for part in pattern.alternatives:
        if is_plain(part):
            yield part
        else:
            texts = (re.sub(r"\s+", " ", text).strip() for text in _of_regex(part))
            yield from dict.fromkeys(text for text in texts if text)


def has_nested_repeat(part: str) -> bool:
    """Whether a repeated group holds a repetition: `(a+)+`. Harmless to RE2, but surely not what was meant."""
    opened: list[int] = []
    for found in re.finditer(r"\\.|\[(?:\\.|[^\]])*\]|[()]", part, re.DOTALL):
        if found.group() == "(":
            opened.append(found.end())
        elif found.group() == ")" and opened:
            inside = part[opened.pop() : found.start()]
            repeated = re.match(r"[*+]|\{\d+,\d*\}", part[found.end() :])
            if repeated and re.search(r"(?<!\\)(?:[*+]|\{\d+,\d*\})", inside):
                return True
    return False


def _of_regex(part: str) -> list[str]:
    """Up to `_MOST` texts of one regular expression, anchors and flags left out."""
    found: list[str] = []
    for branch in branches(part):
        pieces = [_unit(unit, repeat) for unit, repeat in _units(branch)]
        texts = ("".join(choice) for choice in itertools.product(*pieces))
        found += itertools.islice(texts, _MOST)
    return list(dict.fromkeys(found))[:_MOST]


def _units(branch: str) -> Iterator[tuple[str, str]]:
    """(unit, its repetition) of a branch: a group, a class, an escape or a character."""
    place = 0
    while place < len(branch):
        end = _unit_end(branch, place)
        repeat = _REPEAT.match(branch, end)
        yield branch[place:end], repeat.group() if repeat else ""
        place = repeat.end() if repeat else end


def _unit_end(branch: str, place: int) -> int:
    if branch[place] == "\\":
        return place + 2
    if branch[place] == "[":
        closing = branch.find("]", place + 2)
        return closing + 1 if closing > 0 else len(branch)
    if branch[place] != "(":
        return place + 1
    depth = 0
    for found in re.compile(r"\\.|[()]").finditer(branch, place):
        depth += {"(": 1, ")": -1}.get(found.group(), 0)
        if depth == 0:
            return found.end()
    return len(branch)


def _unit(unit: str, repeat: str) -> tuple[str, ...]:
    once = _once(unit)
    if not repeat:
        return once
    low = 1 if repeat[0] == "+" else 0
    if found := _REPEAT.match(repeat):
        low = int(found.group(1)) if found.group(1) else low
    base = tuple(text * max(low, 1) for text in once)
    return base if low else ("", *base)


def _once(unit: str) -> tuple[str, ...]:
    if unit in ("^", "$"):
        return ("",)
    if unit == ".":
        return ("a",)
    if unit[0] == "\\":
        return _CLASSES.get(unit[1:], (unit[1:],))
    if unit[0] == "[":
        inside = unit[1:-1]
        return ("a",) if inside.startswith("^") else tuple(re.sub(r"\\.|-", "", inside)[:3]) or ("a",)
    if unit[0] == "(":
        inside = re.sub(r"^\?(?:P<\w+>|[a-zA-Z-]*:)", "", unit[1:-1])
        return tuple(_of_regex(inside)) or ("",)
    return (unit,)
