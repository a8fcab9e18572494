"""How to reach the customer, as far as they say it themselves: their own number, e-mail and street, not anybody's.

Whose a number is stands in `agent/privacy/whose.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import phonenumbers

from agent.privacy.addresses import addresses, told_streets
from agent.privacy.emails import emails
from agent.privacy.numbers import numbers
from agent.privacy.spans import Span, clear_of, in_order
from agent.privacy.spoken import digits_of, seems_spoken
from agent.privacy.technical import technical
from agent.privacy.whose import is_called, is_labelled, is_own, stands_alone

PHONE, EMAIL, ADDRESS, DATE = "phone", "email", "address", "date"
_REGION = "LT"
_DIGIT = re.compile(r"\d")
_FEWEST_DIGITS = 5
_IN_GROUPS = re.compile(r"(?<![\d.,-])\d(?:[ -]?\d){8,10}(?![ -]?\d)")  # as long as numbers to call are
_BEGINS = re.compile(
    r"(?<![\w.,/-])(?<!\d )(?<!\d, )(?:\+[ (]?\d|\(?0)(?:[ ()-]{0,2}\d){6,13}(?![\w])"
)  # a dialled number
_DATE = re.compile(r"(?<!\d)\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)\d{2}(?!\d)")
_FEW = 3  # so few words beside it are no story about somebody else's number
_SHORT = 160  # characters; in a longer text there is more beside an address than a few words


@dataclass(frozen=True, slots=True)
class Given:
    """What a message gives; empty where it gives nothing. A phone number stands as it is dialled from abroad."""

    phone: str = ""
    email: str = ""
    address: str = ""

    def __bool__(self) -> bool:
        return bool(self.phone or self.email or self.address)


@lru_cache(maxsize=8)
def given_in(text: str, *, asked: bool = False, last: bool = False, alone: bool = False) -> Given:
    """The customer's own contact in `text`; `asked`: a number was asked for just before; `last`: of several the last one is
    meant ("…44, but that phone is dead, rather my daughter's…"); `alone`: only one that stands by
    itself counts. Remembered for the turn in hand, in which several rooms ask."""
    mails = list(emails(text))
    taken = in_order([*mails, *technical(text)])
    phones = [span for span in numbers(text, taken) if span.kind == PHONE]
    few = len(without_contact(text).split()) <= _FEW
    ours = [span for span in (*mails, *phones) if is_own(text, span, asked=asked, few=few)]
    if alone:
        ours = [span for span in ours if stands_alone(text, span)]
    ours.sort(key=lambda span: not is_called(text, span))  # "the owner's is …, but call me on …"
    if last:
        ours.sort(key=lambda span: -span.start)
    said = {span.kind: text[span.start : span.end] for span in reversed(ours)}
    phone = _dialled(said[PHONE]) if PHONE in said else ""
    return Given(phone, said.get(EMAIL, ""), _street(text))


def without_contact(text: str) -> str:
    """`text` without numbers to call and e-mail addresses: what else it says."""
    mails = list(emails(text))
    phones = numbers(text, in_order([*mails, *technical(text)]))
    spans = in_order([*mails, *(span for span in phones if span.kind == PHONE)])
    pieces, at = [], 0
    for span in spans:
        pieces.append(text[at : span.start])
        at = span.end
    return " ".join("".join([*pieces, text[at:]]).split())


def seems_a_number(text: str) -> bool:
    """Whether a message looks like somebody's try to write a phone number: mostly digits, a long row of them in groups, or of
    numerals in words."""
    if seems_spoken(text):
        return True
    digits = len(_DIGIT.findall(text))
    if digits < _FEWEST_DIGITS:
        return False
    return digits * 2 >= len(text.replace(" ", "")) or _IN_GROUPS.search(text) is not None


def dials(text: str) -> bool:
    """Whether a row of digits in `text` begins as numbers that are dialled do, with + or 0, or numerals in words are one, and no
    number can be read: a try at one. Of other rows (a serial number, a date, one of three speeds) nobody hears that they are no
    number to call, nor of a number that was read and is not the customer's."""
    mails = list(emails(text))
    taken = in_order([*mails, *technical(text)])
    found = list(numbers(text, taken))
    if any(span.kind == PHONE for span in found):
        return False
    shut = [*taken, *found, *(Span(*date.span(), DATE) for date in _DATE.finditer(text))]
    rows = (Span(*row.span(), PHONE) for row in _BEGINS.finditer(text))
    tried = any(not is_labelled(text, row) for row in clear_of(rows, shut))
    return tried or seems_spoken(text)


def names_number(text: str) -> bool:
    """Whether a row of digits stands in `text` as numbers are dialled, whether it can be read or not."""
    return _BEGINS.search(text) is not None or seems_spoken(text)


def _street(text: str) -> str:
    told = next(told_streets(text), None)
    if told is not None:
        return text[told.start : told.end].strip()
    for span in addresses(text):
        beside = (
            len((text[: span.start] + " " + text[span.end :]).split()) if len(text) <= _SHORT else _FEW + 1
        )
        if is_own(text, span, few=beside <= _FEW):
            return text[span.start : span.end]
    return ""


def _dialled(said: str) -> str:
    """As it is dialled from abroad, so that nobody has to guess the country."""
    sign = "+" if said.startswith("+") else ""
    said = sign + digits_of(said).lstrip(sign or None) if any(letter.isalpha() for letter in said) else said
    digits = "".join(_DIGIT.findall(said))
    whole = "+" + digits if "+" in said else "+" + digits[2:] if digits.startswith("00") else digits
    try:
        number = phonenumbers.parse(whole, _REGION)
    except phonenumbers.NumberParseException:
        return said.strip()
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.INTERNATIONAL)
