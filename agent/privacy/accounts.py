"""Bank account numbers (IBAN, ISO 13616) and payment cards (ISO/IEC 7812)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from agent.privacy.spans import Span

_BY_LENGTH = {
    15: "NO",
    16: "BE",
    18: "DK FI FO GL NL",
    19: "MK SI",
    20: "AT BA EE KZ LT LU XK",
    21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS",
    23: "AE IL",
    24: "AD CZ ES MD PK RO SA SE SK TN VG",
    25: "PT",
    26: "IS TR",
    27: "FR GR IT MC SM",
    28: "AL AZ CY HU LB PL UA",
    29: "BR",
    31: "MT",
}

LENGTHS: Mapping[str, int] = {
    country: size for size, names in _BY_LENGTH.items() for country in names.split()
}
"""How many letters and digits an account number has, by country."""


def iban_is_valid(text: str) -> bool:
    """Whether the letters and digits of `text` are an account number: read as one number, 1 modulo 97."""
    code = "".join(character for character in text.upper() if character.isalnum())
    if not code.isascii() or LENGTHS.get(code[:2]) != len(code):
        return False
    return int("".join(str(int(character, 36)) for character in code[4:] + code[:4])) % 97 == 1


_IBAN_START = re.compile(r"(?<![^\W_])[A-Za-z]{2}[ ]?\d{2}(?=[ ]?[A-Za-z0-9])")
_LONGEST_IBAN = 34 * 2


def ibans(text: str) -> Iterator[Span]:
    end = 0
    for found in _IBAN_START.finditer(text):
        size = LENGTHS.get(found[0][:2].upper())
        if size is None or found.start() < end:
            continue
        stop = _after_characters(text, found.start(), size)
        if stop and iban_is_valid(text[found.start() : stop]):
            end = stop
            yield Span(found.start(), stop, "IBAN")


def _after_characters(text: str, start: int, size: int) -> int | None:
    """Where the `size`-th letter or digit from `start` ends, single spaces and hyphens between them aside."""
    count = 0
    for at in range(start, min(len(text), start + _LONGEST_IBAN)):
        if text[at].isalnum():
            count += 1
            if count == size:
                whole = at + 1 == len(text) or not text[at + 1].isalnum()
                return at + 1 if whole else None
        elif text[at] not in " -\u00a0" or not text[at - 1].isalnum():
            return None
    return None


# Beginnings and lengths of payment cards (ISO/IEC 7812): without them one serial number in ten would pass the checksum.
_CARD = re.compile(
    r"4\d{12}(?:\d{3})?(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}"
    r"|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|(?:50|5[6-9]|6[0-9])\d{12,17}"
)


def is_card(digits: str) -> bool:
    """Whether these digits are a payment card number: issuer range, length and Luhn checksum."""
    return bool(_CARD.fullmatch(digits)) and _luhn(digits)


def _luhn(digits: str) -> bool:
    doubled = [int(digit) * 2 for digit in digits[-2::-2]]
    total = sum(int(digit) for digit in digits[-1::-2]) + sum(value - 9 * (value > 9) for value in doubled)
    return total % 10 == 0
