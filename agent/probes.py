"""Named look-ups and acts in the operator's systems. Until a system is connected, every result is `unknown`,
and is shown as unknown: never as fine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

UNKNOWN = "unknown"
PROBE = "probe"  # the kind of what a system gave, in the record of a turn


class Probe(Protocol):
    """Asks or acts on one system. Arguments come from facts bound to the customer, never from free text.

    Raises OutsideError; the caller then records `unknown`.
    """

    def __call__(self, arguments: Mapping[str, Any]) -> Any: ...
