"""Runs of digits, and which of them are a card, a personal code or a phone number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.privacy.accounts import is_card
from agent.privacy.people import announced_or_valid
from agent.privacy.phones import begins_as_phone, is_phone
from agent.privacy.spans import Span, clear_of
from agent.privacy.spoken import spoken_phones

_DIGITS = re.compile(r"\d+")
_BETWEEN = frozenset(" \t\u00a0\u2009\u202f\u200b().-–‑")
_MOST_GROUPS, _MOST_DIGITS = 16, 19
_FEW_GROUPS = 6  # of a number without +
_MOST_DIALLED = 9  # of one that begins as dialled ones do: "8-612 3 4 5 6 7"
_MOST_ALONE = 13  # digits read out one by one: 00370 and a number of eight
_FEWEST_DIGITS = 8
_ANY_SIZE = range(_FEWEST_DIGITS, _MOST_DIGITS + 1)
_CODE = 11  # digits of a personal code
_NO_PHONES = frozenset({_CODE, *range(13, _MOST_DIGITS + 1)})  # digits of a personal code, or of a card
_LABEL = 40  # characters in front of a number that may announce it


@dataclass(frozen=True, slots=True)
class Group:
    """Digits that stand together. `joined`: only spaces, hyphens, brackets part them from the group before; `size`: how many
    they are (a field, because a long row asks for it a dozen times a group)."""

    start: int
    end: int
    joined: bool
    size: int


def numbers(text: str, closed: Sequence[Span]) -> Iterator[Span]:
    """Cards, personal codes and phone numbers, in digits first, then in words."""
    found = list(_in_digits(text, closed))
    yield from found
    yield from clear_of(spoken_phones(text), [*closed, *found])


def _in_digits(text: str, closed: Sequence[Span]) -> Iterator[Span]:
    groups = _groups(text, closed)
    at = 0
    while at < len(groups):
        found = _number_at(text, groups, at) if _begins(text, groups[at]) else None
        if found is None:
            at += 1
            continue
        count, span = found
        yield span
        at += count


def _groups(text: str, closed: Sequence[Span]) -> list[Group]:
    groups: list[Group] = []
    shut = 0
    for digits in _DIGITS.finditer(text):
        start, end = digits.span()
        while shut < len(closed) and closed[shut].end <= start:
            shut += 1
        if shut < len(closed) and closed[shut].start < end:
            continue
        gap = text[groups[-1].end : start] if groups and start - groups[-1].end <= 3 else "|"
        joined = all(character in _BETWEEN for character in gap)
        groups.append(Group(start, end, joined, end - start))
    return groups


def _begins(text: str, group: Group) -> bool:
    """Whether a number may begin here, not in the middle of a word, a serial number or another number."""
    before = text[group.start - 1 : group.start]
    if group.joined and before in (".", "-", "–", "‑"):
        return False
    return not (before and (before.isalnum() or before in "_#"))


def _ends(text: str, groups: Sequence[Group], last: int) -> bool:
    end = groups[last].end
    after = text[end : end + 1]
    if after and (after.isalpha() or after == "_"):
        return False
    goes_on = last + 1 < len(groups) and groups[last + 1].joined
    return not (goes_on and after in (".", "-", "–", "‑"))


def _number_at(text: str, groups: Sequence[Group], first: int) -> tuple[int, Span] | None:
    """The longest personal number that begins at group `first`: how many groups it takes, and its span."""
    best: tuple[int, Span] | None = None
    begin = _with_brackets(text, groups[first].start)
    plus = "+" in text[begin : groups[first].start]
    before = text[max(0, groups[first].start - _LABEL) : groups[first].start]
    alone = all(group.size == 1 for group in groups[first : first + _FEW_GROUPS])  # read out digit by digit
    sizes = _ANY_SIZE if plus or begins_as_phone(_digits(text, groups[first : first + 4])) else _NO_PHONES
    few = _MOST_DIALLED if sizes is _ANY_SIZE else _FEW_GROUPS
    most = _MOST_GROUPS if plus else _MOST_ALONE if alone else few
    size = 0
    for last in range(first, min(len(groups), first + most)):
        group = groups[last]
        if last > first and (not group.joined or (alone and not plus and group.size > 1)):
            break
        size += group.size
        if size > _MOST_DIGITS or (alone and size > _CODE and sizes is _NO_PHONES):
            break
        if size not in sizes:
            continue
        kind = _kind(groups, (first, last), _digits(text, groups[first : last + 1]), before, plus)
        if kind and _ends(text, groups, last):
            best = (last - first + 1, _span(text, begin, group.end, kind))
    return best


def _digits(text: str, groups: Sequence[Group]) -> str:
    return "".join(text[group.start : group.end] for group in groups)


def _kind(
    groups: Sequence[Group], within: tuple[int, int], digits: str, before: str, plus: bool
) -> str | None:
    """What the digits of these groups are, the first and the last `within` them; `before`: what stands in front."""
    first, last = within
    if not plus and len(digits) >= 13 and is_card(digits) and _stand_together(groups[first : last + 1]):
        return "card"
    if not plus and len(digits) == _CODE and announced_or_valid(digits, before):
        return "personal code"
    return "phone" if is_phone(digits, before=before, plus=plus, first_group=groups[first].size) else None


def _stand_together(groups: Sequence[Group]) -> bool:
    """Whether digits stand in threes or more, as those of a card do."""
    return all(group.size >= 3 for group in groups)


def _span(text: str, begin: int, end: int, kind: str) -> Span:
    """Without the opening bracket of a remark that goes on behind the number."""
    while text[begin] == "(" and ")" not in text[begin:end]:
        begin += 1
    return Span(begin, end, kind)


def _with_brackets(text: str, start: int) -> int:
    while start > 0 and text[start - 1] in "+(":
        start -= 1
    return start
