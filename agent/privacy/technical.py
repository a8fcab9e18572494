"""What looks like personal data and is not: addresses of devices, dates, times, speeds, ticket numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.privacy.spans import Span

_TECHNICAL = re.compile(
    r"(?<![\w.])(?:"
    r"\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?(?![\w])"  # IPv4, with port or prefix
    r"|[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?!\w)"  # MAC
    r"|[A-Za-z]{1,6}-\d[0-9A-Za-z-]{2,24}"  # ticket and order numbers: T-123456
    r"|(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:[12]\d|3[01]|0?[1-9])(?!\d)"  # 2026-11-05
    r"|(?:[12]\d|3[01]|0?[1-9])[-./](?:0?[1-9]|1[0-2])[-./](?:19|20)\d\d(?!\d)"  # 05.11.2026
    r"|\d{1,2}:\d\d(?::\d\d)?(?!\w)"  # 14:30
    r"|\d{1,12}(?:[.,]\d{1,3})? ?(?:[kMGT]?bit|[kMGT]?[bB]|[kMG]bps|[kMG]b/s|[kMG]?Hz|ms|sek\w{0,8}|sec\w{0,5}|min(?!e\b)\w{0,6}"
    r"|val\w{0,6}|hour\w?|dBm?|baitų|bytes?|eur\w{0,3}|€|proc\w{0,6}|%)(?!\w)"
    r")"
)


def technical(text: str) -> Iterator[Span]:
    """Where such things stand; digits in them belong to nobody."""
    return (Span(found.start(), found.end(), "") for found in _TECHNICAL.finditer(text))
