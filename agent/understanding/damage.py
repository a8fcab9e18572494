"""Whether the words of damage tell of a lead or cable of ours: what breaks stands right beside what is broken.

"the dog chewed through the router's lead"    ours
"the internet is cut, I tried the adapter"    the adapter is not what is cut
"the kettle's power lead is chewed"           of another thing
"cut the cable outside, but it still works"   taken back
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from agent.language import Token
from agent.understanding.clauses import Clause
from agent.understanding.cues import PAUSES, Cue, denied
from agent.understanding.ear import Ear, is_common
from agent.understanding.lexicon import Find

_BETWEEN = 2  # small words between the parts: "chewed through all of the adapter"
_JOINING = frozenset({"and_", "asking", "asking_anywhere"})
_DEVICE, _ROUTER = "device=", "device=router"
_LEAD, _LEADS = "power_lead=", frozenset({"cable", "power", "brick"})
_OURS = frozenset({"router", "ont", "internet", "own"})


def is_seen_whole(
    cue: Cue, pieces: Sequence[Token], seen: Sequence[tuple[range, Clause]], listening: Ear
) -> bool:
    """Whether all parts of a cue stand in one clause of what the customer sees, none is denied ("the adapter isn't chewed"), and no
    "but" follows."""
    place = next((n for n, (span, _) in enumerate(seen) if _holds(cue, span)), None)
    if place is None or any(denied(pieces, Cue(cue.name, (find,)), listening) for find in cue.finds):
        return False
    return not any(clause.begins("contrast") for _, clause in seen[place + 1 :])


def is_ours(cue: Cue, pieces: Sequence[Token], told: Sequence[Cue], listening: Ear) -> bool:
    """Whether its parts stand in their order with small words alone between, and no other thing is named that it may be of."""
    small = _small(pieces, listening)
    gaps = [range(one.end, two.start) for one, two in pairwise(cue.finds)]
    ordered = all(one.end <= two.start for one, two in pairwise(cue.finds))
    beside = all(len(gap) <= _BETWEEN and small.issuperset(gap) for gap in gaps)
    return ordered and beside and not _names_another(told) and not _is_owned(cue, pieces, small, listening)


def _is_owned(cue: Cue, pieces: Sequence[Token], small: Collection[int], listening: Ear) -> bool:
    """Whether a lead to the mains is said to be of a thing of which nothing is known: "the lamp's power lead"."""
    if not cue.name.startswith(_LEAD):
        return False
    leads = {place for find in listening.meant(pieces) if find.name[:-1] in _LEADS for place in _span(find)}
    first, last = cue.finds[0], cue.finds[-1]
    before = first.start - 1
    if leads & set(_span(first)) and before >= 0 and not PAUSES.search(pieces[before].after):
        return before not in small
    return bool(leads & set(_span(last))) and _has_owner(last.end, pieces, small)


def _has_owner(begin: int, pieces: Sequence[Token], small: Collection[int]) -> bool:
    """Whether small words, and then a thing, follow without a pause: "… of the lamp"."""
    place = begin
    while place < len(pieces) and place in small and not PAUSES.search(pieces[place - 1].after):
        place += 1
    ends = place == len(pieces) or bool(PAUSES.search(pieces[place - 1].after))
    return begin < place and not ends


def _holds(cue: Cue, span: range) -> bool:
    return cue.start in span and cue.end <= span.stop


def _small(pieces: Sequence[Token], listening: Ear) -> set[int]:
    """The places of words that name nothing, or what is ours."""
    joins = {place for role in listening.roles(pieces) if role.name in _JOINING for place in _span(role)}
    ours = {place for find in listening.meant(pieces) if find.name[:-1] in _OURS for place in _span(find)}
    common = {place for place, piece in enumerate(pieces) if is_common(piece.folded, listening.language)}
    return (common - joins) | ours


def _span(find: Find) -> range:
    return range(find.start, find.end)


def _names_another(told: Sequence[Cue]) -> bool:
    """Whether a device is named, and none of them is the router."""
    devices = {each.name for each in told if each.name.startswith(_DEVICE)}
    return bool(devices) and _ROUTER not in devices
