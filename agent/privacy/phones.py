"""Phone numbers: checked with the numbering plans of all countries, recognised as Lithuanians write them."""

from __future__ import annotations

import re
from functools import lru_cache

import phonenumbers

_REGION = "LT"
_HOME = 370
_PHONE_LABEL = re.compile(
    r"(?:tel|telef\w{0,8}|mob\w{0,8}|numer\w{0,4}|nr|skambin\w{0,6}|paskambin\w{0,6}|phone|call|reach me|number|sms)"
    r"\b[^\w]{0,3}(?:yra|man|me|on|at|is|numeriu|nr)?[^\w]{0,4}\Z",
    re.IGNORECASE,
)
# National numbers as people write them: with 8 or 0 in front, with 370, or a bare mobile.
_NATIONAL = re.compile(r"[08][3-6]\d{7}|370[3-6]\d{7}")
_BARE = re.compile(r"[3-6]\d{7}")
_ABROAD = re.compile(r"00[1-9]\d{7,14}")
_BEGINNING = re.compile(r"[08][3-6]|370[3-6]|[3-6]|00[1-9]")  # of each of these
_PUBLIC = frozenset(
    {
        phonenumbers.PhoneNumberType.TOLL_FREE,
        phonenumbers.PhoneNumberType.PREMIUM_RATE,
        phonenumbers.PhoneNumberType.SHARED_COST,
        phonenumbers.PhoneNumberType.UAN,
    }
)


def begins_as_phone(digits: str) -> bool:
    """Whether a number without + may begin with these digits, of which the first four are looked at."""
    return _BEGINNING.match(digits) is not None


def announced(before: str) -> bool:
    """Whether the words in front of digits announce a number to call."""
    return _PHONE_LABEL.search(before) is not None


def is_phone(digits: str, *, before: str, plus: bool, first_group: int) -> bool:
    """Whether `digits` are somebody's phone number.

    `before` is the text in front of them, `plus` whether a + stands there, `first_group` how many of them stand
    together at the beginning.
    """
    if plus:
        return 8 <= len(digits) <= 15 and _is_someones("+" + digits)
    if _ABROAD.fullmatch(digits):
        return _is_someones("+" + digits[2:])
    if _NATIONAL.fullmatch(digits):
        return _is_someones(digits)
    # Without any prefix: a mobile in its usual shape (6xx …), or a number that is announced as a phone.
    usual = digits.startswith("6") and first_group >= 3
    if not (_BARE.fullmatch(digits) and (usual or announced(before))):
        return False
    return _is_someones(digits)


@lru_cache(maxsize=4096)
def _is_someones(number: str) -> bool:
    """Whether the number can exist and may be a person's (free and premium lines are nobody's)."""
    try:
        parsed = phonenumbers.parse(number, _REGION)
    except phonenumbers.NumberParseException:
        return False
    return _can_exist(parsed) and phonenumbers.number_type(parsed) not in _PUBLIC


def _can_exist(number: phonenumbers.PhoneNumber) -> bool:
    """At home only what the plan gives out. Of another country the length is enough: which of its ranges are in use changes,
    and a number that is refused though it is right leaves somebody without a call."""
    if number.country_code == _HOME:
        return phonenumbers.is_valid_number(number)
    length = phonenumbers.is_possible_number_with_reason(number)
    return length == phonenumbers.ValidationResult.IS_POSSIBLE
