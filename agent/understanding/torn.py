"""A reply that is unclear between few of the options: then only these need be asked about."""

from __future__ import annotations

from agent.understanding.learned import Chances
from agent.understanding.values import Question

FEW, TORN, ENOUGH_AMONG = 2, 0.2, 0.75  # so many options, each so probable, and all of them together


def torn_between(question: Question, chances: Chances) -> tuple[str, ...]:
    """The ids of the few options of which a reply most likely means one; none where it may be any."""
    if len(question.options) <= FEW:
        return ()
    likely = [place for place, chance in enumerate(chances.options) if chance >= TORN]
    enough = sum(chances.options[place] for place in likely) >= ENOUGH_AMONG
    return tuple(question.options[place].id for place in likely) if len(likely) == FEW and enough else ()
