"""What outranks every guide, heard by the encoder in a message that answers no question: danger in words no list has.

Rules and their words come first, denials included; the encoder adds what they do not know ("the plug has gone soft and
brown"), and says how much a danger of the rules sounds like one: the router does not believe "the picture explodes into squares".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType

from agent.conversation import Evidence
from agent.understanding.acts import calls_nobody
from agent.understanding.convinced import Adviser
from agent.understanding.harmless import is_harmless
from agent.understanding.opening import asked_first
from agent.understanding.values import SURE_ACT, Act

# A false alarm frightens, a missed danger burns; a person who was not asked for costs a colleague a call. "Switch it back on"
# sounds a little like a command to the machine.
ENOUGH: Mapping[str, float] = MappingProxyType(
    {"danger": 0.7, "person": 0.75, "injection": 0.7, "abuse": 0.75}
)
_DANGER, _PERSON = "danger", "person"
_REFUSING, _ASKING = frozenset({"no_person", "stop"}), frozenset({"appointment", "question", "digression"})
ENOUGH_ASKED = 0.9  # for a person, where something is asked


def with_outranking(acts: Sequence[Act], text: str, language: str, encoder: Adviser) -> tuple[Act, ...]:
    """The acts that rules heard in `text`, and those of `ENOUGH` that the encoder hears beside them, surest first. A danger
    that rules heard is told how much it sounds like one."""
    heard = {act.name for act in acts}
    if not text.strip() or not ENOUGH.keys() - heard:
        return tuple(acts)
    chances = encoder.chances(*asked_first(language), text.lower()).others
    new = [
        _act(name, chances.get(name, 0.0), text)
        for name, enough in ENOUGH.items()
        if name not in heard and chances.get(name, 0.0) >= enough
    ]
    known = (
        replace(act, alike=round(chances.get(_DANGER, 0.0), 4)) if act.name == _DANGER else act
        for act in acts
    )
    return tuple(sorted((*known, *_credible(new, heard, text, language)), key=lambda act: -act.confidence))


def _credible(new: Sequence[Act], heard: Set[str], text: str, language: str) -> list[Act]:
    """What the encoder heard and the rules do not gainsay: danger that is denied or only heard in a call, a person who is
    not wanted, only heard at the other end of a call, or only asked about ("will the technician come tomorrow?")."""
    if not new:
        return []
    safe = is_harmless(text, language)
    unwanted = bool(heard & _REFUSING) or calls_nobody(text, language)
    least = ENOUGH_ASKED if heard & _ASKING else 0.0
    return [
        act
        for act in new
        if not (act.name == _DANGER and safe)
        and not (act.name == _PERSON and (unwanted or act.confidence < least))
    ]


def _act(name: str, chance: float, text: str) -> Act:
    """Enough is enough to act on; how sure the encoder was stands in the evidence."""
    says = Evidence("encoder", f"sounds like {name}", round(chance, 4))
    return Act(name, max(chance, SURE_ACT), says, text)
