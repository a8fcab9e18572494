"""What outranks every guide, heard by the encoder in a message that answers no question: danger in words no list has.

Rules and their words come first and are never argued away; the encoder adds what they do not know ("the plug has gone soft and
brown").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from agent.conversation import Evidence
from agent.understanding.opening import opening_question
from agent.understanding.settling import Adviser
from agent.understanding.sight import label_of
from agent.understanding.values import SURE_ACT, Act

# A false alarm frightens, a missed danger burns; a person who was not asked for costs a colleague a call. "Switch it back on"
# sounds a little like a command to the machine.
ENOUGH: Mapping[str, float] = MappingProxyType({"danger": 0.4, "person": 0.7, "injection": 0.6, "abuse": 0.6})


def with_outranking(acts: Sequence[Act], text: str, language: str, encoder: Adviser) -> tuple[Act, ...]:
    """The acts that rules heard in `text`, and those of `ENOUGH` that the encoder hears beside them, surest first."""
    heard = {act.name for act in acts}
    if not text.strip() or not ENOUGH.keys() - heard:
        return tuple(acts)
    question = opening_question(language)
    labels = [label_of(option, language) for option in question.options]
    chances = encoder.chances(question.text, labels, text.lower()).others
    new = [
        _act(name, chances.get(name, 0.0), text)
        for name, enough in ENOUGH.items()
        if name not in heard and chances.get(name, 0.0) >= enough
    ]
    return tuple(sorted((*acts, *new), key=lambda act: -act.confidence))


def _act(name: str, chance: float, text: str) -> Act:
    """Enough is enough to act on; how sure the encoder was stands in the evidence."""
    says = Evidence("encoder", f"sounds like {name}", round(chance, 4))
    return Act(name, max(chance, SURE_ACT), says, text)
