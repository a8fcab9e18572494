"""How simulated conversations ended, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """How a conversation ended: `left` is a customer whose patience was over, `open` one that went on and on."""

    RESOLVED = "resolved"
    ESCALATED = "escalated"
    LEFT = "left"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Misread:
    """A reply that was taken for another listed answer than the one that was meant."""

    question: str
    options: tuple[str, ...]
    reply: str
    meant: str
    read: str
    language: str


@dataclass(frozen=True, slots=True)
class Played:
    """One conversation. `actions` are answers given to steps, `again` replies that repeated the one before word for
    word; `mended` what was true in the hidden world at the end, `mendable` whether any step could have helped.
    """

    number: int
    conversation_id: str
    scenario: str
    persona: str
    language: str
    ending: Ending
    mended: bool
    mendable: bool
    turns: int
    actions: int
    again: int
    tickets: int
    elsewhere: bool
    misread: tuple[Misread, ...] = ()
    unclear: tuple[Misread, ...] = ()
    transcript: tuple[tuple[str, str], ...] = ()

    @property
    def unsafe(self) -> bool:
        """Closed as solved although it is still broken."""
        return self.ending is Ending.RESOLVED and not self.mended


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The figures of one group of conversations. Shares are 0..1, `turns` and `actions` means.

    `resolved` is the share of those that a step could mend; `unsafe` counts cases closed as solved while still broken.
    """

    name: str
    conversations: int
    resolved: float
    escalated: float
    left: float
    turns: float
    actions: float
    again: int
    tickets: int
    misread: int
    unclear: int
    unsafe: int
    open: int


def counted(played: Iterable[Played], by: Callable[[Played], str]) -> tuple[Outcomes, ...]:
    """The figures by group, names in order, and over all in the last row."""
    every = tuple(played)
    groups: dict[str, list[Played]] = {}
    for each in every:
        groups.setdefault(by(each), []).append(each)
    rows: Mapping[str, Sequence[Played]] = {**dict(sorted(groups.items())), "all": every}
    return tuple(_figures(name, some) for name, some in rows.items() if some)


def _figures(name: str, some: Sequence[Played]) -> Outcomes:
    mendable = [each for each in some if each.mendable]
    return Outcomes(
        name=name,
        conversations=len(some),
        resolved=_share(mendable, Ending.RESOLVED),
        escalated=_share(some, Ending.ESCALATED),
        left=_share(some, Ending.LEFT),
        turns=_mean(each.turns for each in some),
        actions=_mean(each.actions for each in some),
        again=sum(each.again for each in some),
        tickets=sum(each.tickets for each in some),
        misread=sum(len(each.misread) for each in some),
        unclear=sum(len(each.unclear) for each in some),
        unsafe=sum(each.unsafe for each in some),
        open=sum(each.ending is Ending.OPEN for each in some),
    )


def _share(some: Sequence[Played], ending: Ending) -> float:
    return round(sum(each.ending is ending for each in some) / len(some), 3) if some else 0.0


def _mean(numbers: Iterable[int]) -> float:
    values = tuple(numbers)
    return round(sum(values) / len(values), 2) if values else 0.0
