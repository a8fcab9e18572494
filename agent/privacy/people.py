"""Lithuanian personal codes."""

from __future__ import annotations

import re

_CODE_SHAPE = re.compile(r"[1-6]\d\d(?:0\d|1[0-2])(?:[0-2]\d|3[01])\d{4}")
_CODE_LABEL = re.compile(
    r"(?:asmens kod\w{0,4}|a\. ?k\.|personal code|personal id)[^\w]{0,3}(?:nr\.?|yra|is|:)?[^\w]{0,3}\Z", re.I
)
_WEIGHTS = ((1, 2, 3, 4, 5, 6, 7, 8, 9, 1), (3, 4, 5, 6, 7, 8, 9, 1, 2, 3))


def is_personal_code(digits: str) -> bool:
    """Whether 11 digits are a Lithuanian personal code: sex and century, birth date, serial, checksum.

    The last digit is the weighted sum of the others modulo 11; where that is 10, a second row of weights is used,
    and where that is 10 again, 0.
    """
    if not _CODE_SHAPE.fullmatch(digits):
        return False
    figures = [int(digit) for digit in digits]
    for weights in _WEIGHTS:
        rest = sum(weight * figure for weight, figure in zip(weights, figures, strict=False)) % 11
        if rest < 10:
            return rest == figures[10]
    return figures[10] == 0


def announced_or_valid(digits: str, before: str) -> bool:
    """Whether `digits` are such a code, or 11 digits that the text in front announces as one, mistyped or not."""
    return is_personal_code(digits) or bool(_CODE_LABEL.search(before))
