"""A phone number in words, as voice typing leaves it: "oh eight five", "aštuoni šeši šimtai dvylika", "double five".

Only a long row of numerals is read, and it is a number to call where its digits are one and it is told as such: opened
as dialled numbers are, announced, or read out digit by digit. What else is counted in words (channels, speeds, euros)
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from agent.privacy.phones import announced, is_phone
from agent.privacy.spans import Span

PHONE = "phone"
_FEWEST, _MOST = 7, 15  # digits of a number to call
_LONGEST = 32  # words; more of them are no number to call
_LABEL = 40  # characters in front of a number that may announce it
_FOLD = str.maketrans("ąčęėįšųūž", "aceeisuuz")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_BETWEEN = re.compile(r"[\s,.;–()-]{0,3}\Z")
_ALONE: Mapping[str, str] = {
    **dict.fromkeys(("oh", "zero", "nought", "naught", "nulis", "nuli"), "0"),
    **dict.fromkeys(("one", "vienas", "viena", "vienetas"), "1"),
    **dict.fromkeys(("two", "du", "dvi", "dvejetas"), "2"),
    **dict.fromkeys(("three", "trys", "tris", "trejetas"), "3"),
    **dict.fromkeys(("four", "keturi", "keturis", "ketvertas"), "4"),
    **dict.fromkeys(("five", "penki", "penkis", "penketas"), "5"),
    **dict.fromkeys(("six", "sesi", "sesis", "sesetas"), "6"),
    **dict.fromkeys(("seven", "septyni", "septynis", "septynetas"), "7"),
    **dict.fromkeys(("eight", "astuoni", "astuonis", "astuonetas"), "8"),
    **dict.fromkeys(("nine", "devyni", "devynis", "devynetas"), "9"),
}
_TEENS: Mapping[str, str] = {
    **dict.fromkeys(("ten", "desimt"), "10"),
    **dict.fromkeys(("eleven", "vienuolika"), "11"),
    **dict.fromkeys(("twelve", "dvylika"), "12"),
    **dict.fromkeys(("thirteen", "trylika"), "13"),
    **dict.fromkeys(("fourteen", "keturiolika"), "14"),
    **dict.fromkeys(("fifteen", "penkiolika"), "15"),
    **dict.fromkeys(("sixteen", "sesiolika"), "16"),
    **dict.fromkeys(("seventeen", "septyniolika"), "17"),
    **dict.fromkeys(("eighteen", "astuoniolika"), "18"),
    **dict.fromkeys(("nineteen", "devyniolika"), "19"),
}
_TENS: Mapping[str, str] = {
    **dict.fromkeys(("twenty", "dvidesimt"), "2"),
    **dict.fromkeys(("thirty", "trisdesimt"), "3"),
    **dict.fromkeys(("forty", "fourty", "keturiasdesimt"), "4"),
    **dict.fromkeys(("fifty", "penkiasdesimt"), "5"),
    **dict.fromkeys(("sixty", "sesiasdesimt"), "6"),
    **dict.fromkeys(("seventy", "septyniasdesimt"), "7"),
    **dict.fromkeys(("eighty", "astuoniasdesimt"), "8"),
    **dict.fromkeys(("ninety", "devyniasdesimt"), "9"),
}
_HUNDREDS = frozenset({"hundred", "simtai", "simtu", "simtus"})
_HUNDRED = frozenset({"simtas", "simta"})
_AGAIN: Mapping[str, int] = {"double": 2, "triple": 3, "treble": 3}
_THEN = re.compile(r"\b(?:and then|then|tada|paskui)\b", re.IGNORECASE)
_SIGN, _HOME = "+", "370"
_PLUS = frozenset({"plus", "pliusas", "plius"})
_AND = frozenset({"and"})
_NUMERALS = frozenset({*_ALONE, *_TEENS, *_TENS, *_HUNDREDS, *_HUNDRED, *_AGAIN, *_PLUS, *_AND})
_DIALLED = re.compile(r"0|8\Z|8[3-6]")  # digits that open a row in which others are words
_OF_A_COUNT = r"channel\w*|kanal\w*|program\w*|eur\w*|pounds?|dollars?|cent\w*|mega?\w*|mbits?|mbps|gig\w*|kilo\w*|speeds?|greit\w*"
_COUNTS = re.compile(
    rf"\b(?:{_OF_A_COUNT}|measur\w*|matav\w*|count\w*|skai[čc]i\w*|blink\w*|mirks\w*|bills?|paid|pay|mok[aėe]\w*|costs?|kain\w*)\b",
    re.IGNORECASE,
)  # who counts, in front of a row
_COUNTED = re.compile(
    rf"\s*(?:[€$£%]|(?:{_OF_A_COUNT}|times|kart\w*|seconds?|sekund\w*|minutes?|minu[tč]\w*|hours?|valand\w*|days|dien\w*"
    r"|weeks|savai[tč]\w*|months|m[ėe]nes\w*|years|met(?:ai|ų|us|rai|rų|rus)|percent|procent\w*|degrees|laipsn\w*)\b)",
    re.IGNORECASE,
)  # what is counted, right behind it
_NEAR = re.compile(r"(?:[^\W\d_]+[ :]{1,2}){0,3}\Z")  # three words in front of a row


def spoken_phones(text: str) -> Iterator[Span]:
    """Where a number to call stands in words."""
    for run in _runs(text):
        start, end = _from_plus(text, run[0].start()), run[-1].end()
        before = text[max(0, start - _LABEL) : start]
        signed = text[start] == _SIGN
        told = signed or _opens(run) or _digit_by_digit(run) or announced(before)
        if _is_counted(text, run) or not told:
            continue
        digits = digits_of(text[start:end])
        plus = signed or digits.startswith(_SIGN)
        if is_phone(digits.lstrip("+"), before=before, plus=plus, first_group=3):
            yield Span(start, end, PHONE)


def _from_plus(text: str, start: int) -> int:
    """Where a row begins, with the plus that stands before it: "+370 (six) 98 11 22 3"."""
    return start - 1 if text[start - 1 : start] == _SIGN else start


def seems_spoken(text: str) -> bool:
    """Whether somebody tries to tell a number in words: as many digits as numbers to call have, opened as these are, announced,
    or read out one by one; its parts may be joined by "then"."""
    text = _THEN.sub(" ", text)
    for run in _runs(text):
        start, end = run[0].start(), run[-1].end()
        digits = digits_of(text[start:end]).lstrip("+")
        told = (
            _opens(run, abroad=True)
            or _digit_by_digit(run)
            or announced(text[max(0, start - _LABEL) : start])
        )
        if told and _FEWEST <= len(digits) <= _MOST and not _is_counted(text, run):
            return True
    return False


def _opens(run: Sequence[re.Match[str]], *, abroad: bool = False) -> bool:
    """Whether a row opens as numbers are dialled: with a plus, a nought or an eight; `abroad`: not with an eight."""
    first = _folded(run[0][0])
    if first in _PLUS or _ALONE.get(first) == "0" or _DIALLED.match(first):
        return True
    return not abroad and _ALONE.get(first) == "8" and _folded(run[1][0]) not in _HUNDREDS


def _digit_by_digit(run: Sequence[re.Match[str]]) -> bool:
    """Whether each word is one digit, or says that one is doubled."""
    words = [_folded(word[0]) for word in run]
    return all(word in _ALONE or word in _AGAIN or (word.isdigit() and len(word) == 1) for word in words)


def _is_counted(text: str, run: Sequence[re.Match[str]]) -> bool:
    """Whether a row counts something: what is counted stands beside it, or it goes up or down by one."""
    start, end = run[0].start(), run[-1].end()
    front = _NEAR.search(text, max(0, start - _LABEL), start)
    if (front is not None and _COUNTS.search(front[0])) or _COUNTED.match(text, end):
        return True
    digits = digits_of(text[start:end])
    steps = {int(after) - int(before) for before, after in pairwise(digits.lstrip("+"))}
    return steps in ({1}, {-1})


def digits_of(said: str) -> str:
    """The digits of numerals, with the plus that opens them: "plus three seven zero" is +370."""
    found = [_folded(word[0]) for word in _WORD.finditer(said)]
    plus = "+" if found and found[0] in _PLUS else ""
    digits, at = "", 0
    while at < len(found):
        more, taken = _read(found[at:])
        digits, at = digits + more, at + taken
    return plus + digits


def _read(found: Sequence[str]) -> tuple[str, int]:
    """The digits of the first numeral of these words, and of how many of them it is made."""
    first, *rest = found
    if first in _AGAIN and rest:
        more, taken = _read(rest)
        return more * _AGAIN[first], 1 + taken
    if first in _HUNDRED:
        return _with_rest("1", rest, 1)
    if first in _ALONE and first != "0" and rest[:1] and rest[0] in _HUNDREDS:
        return _with_rest(_ALONE[first], rest[1:], 2)
    return _below_hundred(found)


def _with_rest(hundreds: str, rest: Sequence[str], taken: int) -> tuple[str, int]:
    """A number of three digits: what follows the hundreds fills them up, unless it opens hundreds of its own."""
    skipped = 1 if rest[:1] and rest[0] in _AND else 0
    rest = rest[skipped:]
    opens = len(rest) > 1 and rest[1] in _HUNDREDS
    if rest and not opens and rest[0] in {*_ALONE, *_TEENS, *_TENS}:
        more, used = _below_hundred(rest)
        return hundreds + more.zfill(2), taken + skipped + used
    return hundreds + "00", taken + skipped


def _below_hundred(found: Sequence[str]) -> tuple[str, int]:
    first = found[0]
    if first in _TENS:
        unit = _ALONE.get(found[1], "0") if len(found) > 1 else "0"
        joined = unit != "0" and not (len(found) > 2 and found[2] in _HUNDREDS)
        return (_TENS[first] + unit, 2) if joined else (_TENS[first] + "0", 1)
    return _ALONE.get(first, _TEENS.get(first, first if first.isdigit() else "")), 1


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Rows of numerals with nothing else between them; a row has words in it, for digits alone are read elsewhere: one word is
    enough where it begins as dialled numbers do ("8 6 dvylika 34567")."""
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(text):
        joined = bool(run) and _BETWEEN.match(text, run[-1].end(), word.start()) is not None
        if not _is_numeral(word[0]) or (_folded(word[0]) in _AND and not _hundreds(run)):
            yield from _whole(run)
            run = []
            continue
        if run and not joined:
            yield from _whole(run)
            run = []
        run.append(word)
    yield from _whole(run)


def _hundreds(run: Sequence[re.Match[str]]) -> bool:
    """Whether a row so far ends in hundreds, behind which alone an "and" stands within a number."""
    return bool(run) and _folded(run[-1][0]) in _HUNDREDS | _HUNDRED


def _whole(run: list[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    while run and _folded(run[-1][0]) in _AND:
        run = run[:-1]
    words = sum(not word[0].isdigit() for word in run)
    dialled = bool(run) and (run[0][0] == _HOME or _DIALLED.match(run[0][0]) is not None)
    if len(run) <= _LONGEST and (words > 1 or (words == 1 and dialled)):
        yield run


def _is_numeral(word: str) -> bool:
    return word.isdigit() or _folded(word) in _NUMERALS


def _folded(word: str) -> str:
    return word.casefold().translate(_FOLD)
