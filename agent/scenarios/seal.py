"""What has been proven of one scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Seal:
    """What was proven of one scenario: see Proof. `content`: digest of all it depends on; `proven_at`: ISO time; `promises`: see promises_of.

    `digest` is of the guide alone; `languages`: those it was proven in, see spoken.
    """

    content: str
    states: int
    moves: int
    corrections: int
    bound: int
    bound_onward: int
    proven_at: str
    onward: Mapping[str, int] = field(default_factory=dict)
    ends: Mapping[str, int] = field(default_factory=dict)
    promises: tuple[str, ...] = ()
    later: int = 0
    bound_later: int = 0
    onward_later: Mapping[str, int] = field(default_factory=dict)
    digest: str = ""
    languages: tuple[str, ...] = ()

    @property
    def visited(self) -> int:
        """All states that were visited. A seal is only given where these are all that can be reached."""
        return self.states + self.later
