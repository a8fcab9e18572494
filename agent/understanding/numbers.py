"""Numbers as customers write and say them, and the ranges that labels stand for.

    "septyni kableliukas trys", "3 Mb iš 300", "nine hundred thirty something", "apie pusvalandį"
    "Mažiau nei 50", "50–200", "3 ir daugiau", "Within 5 minutes", "Prieš 1–3 dienas"

Times are minutes, speeds Mb/s.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from agent.language import Numerals, Token, tokens
from agent.understanding.ear import ear
from agent.understanding.lexicon import Find, Lexicon

_UNITS = {
    "second": ("time", 1 / 60), "minute": ("time", 1), "hour": ("time", 60), "day": ("time", 1440),
    "week": ("time", 10080), "month": ("time", 43200), "year": ("time", 525600),
    "kbps": ("speed", 0.001), "mbps": ("speed", 1), "gbps": ("speed", 1000),
    "ghz": ("band", 1), "metre": ("length", 1), "euro": ("money", 1), "percent": ("share", 1), "times": ("count", 1),
}  # fmt: skip
_DAY = 1440
_ALONE = ("second", "minute", "hour")  # "an hour" needs no number
_OTHER_WORDS = 2  # a label with more words beside its number is not about the number
_RANGE = re.compile(r"^\s*(?:-|–|—|iki|to)\s*$")
_DIGITS = re.compile(r"^\d")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number at token `start`, in the base unit of its `kind` (time, ago, speed, band…; None = bare).

    `whole`: it is what another number is part of ("3 of 300").
    """

    value: float
    kind: str | None
    start: int
    end: int
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`; `open_low` and `open_high` say that the bound itself is outside."""

    low: float
    high: float
    kind: str | None = None
    open_low: bool = False
    open_high: bool = False

    def holds(self, value: float) -> bool:
        """Whether `value` lies inside."""
        above = value > self.low if self.open_low else value >= self.low
        return above and (value < self.high if self.open_high else value <= self.high)

    @property
    def width(self) -> float:
        """How much it spans."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class _Book:
    """A pack's numerals, compiled."""

    numerals: Numerals
    lexicon: Lexicon
    tens: tuple[float, ...]


@cache
def _book(language: str) -> _Book:
    numerals = ear(language).pack.numerals
    entries = [(f"word:{value}", word) for word, value in numerals.words.items()]
    entries += [(f"times:{value}", word) for word, value in numerals.multipliers.items()]
    entries += [(f"unit:{unit}", word) for unit, names in numerals.units.items() for word in names]
    entries += [(f"ago:{value}", word) for word, value in numerals.ago.items()]
    entries += [(f"minutes:{value}", word) for word, value in numerals.minutes.items()]
    entries += [(f"several:{value}", word) for word, value in numerals.several.items()]
    entries += [(f"often:{value}", word) for word, value in numerals.often.items()]
    for name in ("below", "above", "at_least", "at_most", "of", "point", "not_a_count"):
        entries += [(f"{name}:", word) for word in getattr(numerals, name)]
    tens = tuple(sorted({numerals.words[word] for word in numerals.tens}))
    return _Book(numerals, Lexicon(entries), tens)


def amounts(pieces: Sequence[Token], language: str) -> list[Amount]:
    """The numbers of a clause that count something, left to right."""
    book = _book(language)
    finds = book.lexicon.find(pieces)
    found = sorted(_timed(finds) + _counted(pieces, finds, book), key=lambda amount: amount.start)
    parts = {find.end for find in finds if find.name == "of:"}
    return [replace(amount, whole=amount.start in parts and len(found) > 1) for amount in found]


def _timed(finds: Sequence[Find]) -> list[Amount]:
    return [
        Amount(
            float(value) * (_DAY if name == "ago" else 1),
            "ago" if name == "ago" else "time",
            find.start,
            find.end,
        )
        for find in finds
        for name, value in [find.name.split(":")]
        if name in ("ago", "minutes")
    ]


def _counted(pieces: Sequence[Token], finds: Sequence[Find], book: _Book) -> list[Amount]:
    by_start = {find.start: find for find in finds if find.name.split(":")[0] in ("word", "times")}
    taken = {
        place
        for find in finds
        if find.name.startswith(("ago", "minutes"))
        for place in range(find.start, find.end)
    }
    units = {find.start: find.name.split(":")[1] for find in finds if find.name.startswith("unit")}
    apart = {find.start for find in finds if find.name.startswith("not_a_count")}
    points = {find.start for find in finds if find.name.startswith("point")}
    found: list[Amount] = []
    place = 0
    while place < len(pieces):
        read = None if place in taken else _number(pieces, place, by_start, points, book)
        if read is None:
            if (
                place in units
                and place not in taken
                and (units[place] in _ALONE or _dated(pieces, place, book))
                and not _glued(found, place)
            ):
                kind, factor = _UNITS[units[place]]
                found.append(Amount(factor, kind, place, place + 1))
            place += 1
            continue
        value, end = read
        beside = place - 1 in apart or end in apart
        if not beside and not _coded(pieces, place):
            found.append(
                _with_unit(
                    value, place, end, units if end not in by_start and not _is_digits(pieces, end) else {}
                )
            )
        place = max(end, found[-1].end) if found and not beside else end
    return found


def _glued(found: Sequence[Amount], place: int) -> bool:
    return bool(found) and found[-1].end >= place


def _dated(pieces: Sequence[Token], place: int, book: _Book) -> bool:
    """A week, day or month beside "ago" is one of them: "prieš savaitę"."""
    marks = book.numerals.ago_marks
    return any(0 <= near < len(pieces) and pieces[near].folded in marks for near in (place - 1, place + 1))


def _is_digits(pieces: Sequence[Token], place: int) -> bool:
    return place < len(pieces) and bool(_DIGITS.match(pieces[place].text))


def _with_unit(value: float, start: int, end: int, units: dict[int, str]) -> Amount:
    for place in (end, end + 1):
        if place in units:
            kind, factor = _UNITS[units[place]]
            if place > end and kind != "speed":
                break
            return Amount(value * factor, None if kind == "count" else kind, start, place + 1)
    return Amount(value, None, start, end)


def _coded(pieces: Sequence[Token], place: int) -> bool:
    """A number glued to letters by a hyphen is a code: "E-203"."""
    before = pieces[place - 1] if place else None
    return before is not None and before.after in ("-", "_") and before.text.isalpha()


def _number(
    pieces: Sequence[Token], place: int, by_start: dict[int, Find], points: set[int], book: _Book
) -> tuple[float, int] | None:
    """The number that begins at `place`: (value, end), or None."""
    word = pieces[place].folded
    if _DIGITS.match(word):
        return _decimal(word), place + 1
    find = by_start.get(place)
    if find is None:
        return None
    value, end = float(find.name.split(":")[1]), find.end
    while (more := by_start.get(end)) is not None and not pieces[end - 1].after.strip():
        joined = _joined(value, float(more.name.split(":")[1]), book)
        if joined is None:
            break
        value, end = joined, more.end
    if end in points and (tail := by_start.get(end + 1)) is not None:
        digit = float(tail.name.split(":")[1])
        return value + digit / (10 if digit < 10 else 100), tail.end
    return value, end


def _joined(value: float, more: float, book: _Book) -> float | None:
    """Two numerals that make one number: 20 + 5, 9 × 100, 900 + 30; None when they are two numbers."""
    if more in (100, 1000) and 1 <= value < more:
        return value * more
    if value >= 100 and value % 100 == 0 and 0 < more < 100:
        return value + more
    last_tens = value % 100
    if last_tens in book.tens and 0 < more < 10:
        return value + more
    return None


def _decimal(text: str) -> float:
    parts = re.split(r"[.,:]", text)
    if len(parts) == 2 and len(parts[1]) <= 2:
        return float(f"{parts[0]}.{parts[1]}")
    return float("".join(parts)[:12])


def hours(pieces: Sequence[Token], language: str) -> list[tuple[float, str]]:
    """Hours of the day said in a clause, 0–24, with the words: "8 pm", "aštuntą vakaro", "22:30"."""
    numerals = _book(language).numerals
    folded = [token.folded for token in pieces]
    late = any(word in numerals.after_noon for word in folded)
    early = any(word in numerals.before_noon for word in folded)
    found = []
    for place, word in enumerate(folded):
        hour = numerals.ordinals.get(word)
        if hour is None and _DIGITS.match(word):
            hour = float(re.split(r"[.,:]", word)[0])
        elif hour is None and (late or early or "o'clock" in folded):
            hour = next((amount.value for amount in amounts(pieces, language) if amount.start == place), None)
        if hour is not None and 0 <= hour <= 24:
            said = " ".join(token.text for token in pieces[max(0, place - 1) : place + 2])
            found.append((hour + 12 if late and not early and hour < 12 else hour, said))
    return found


def units_in(text: str, language: str) -> list[str]:
    """The kinds of unit that a question names: time, speed…"""
    finds = _book(language).lexicon.find(tokens(text))
    return [_UNITS[find.name.split(":")[1]][0] for find in finds if find.name.startswith("unit")]


def period_of(question: str, language: str) -> float | None:
    """The time (minutes) in which a question counts times: "how many times a day" is 1440."""
    names = [
        find.name[5:]
        for find in _book(language).lexicon.find(tokens(question))
        if find.name.startswith("unit")
    ]
    if "times" not in names:
        return None
    return next((_UNITS[name][1] for name in names if _UNITS[name][0] == "time"), None)


def asks_when(label: str, language: str) -> bool:
    """Whether a label tells when something was: "today", "prieš 3 dienas"."""
    marks = _book(language).numerals.ago_marks
    return any(token.folded in marks for token in tokens(label))


def rate_of(text: str, language: str, counted: bool = False) -> float | None:
    """How often a day: "twice an hour" is 48. `counted`: only where times are named, as a label must."""
    pieces = tokens(text)
    finds = _book(language).lexicon.find(pieces)
    said = next((float(find.name.split(":")[1]) for find in finds if find.name.startswith("often")), None)
    if said is not None:
        return said
    times = [find for find in finds if find.name == "unit:times"]
    found = amounts(pieces, language)
    period = next(
        (amount.value for amount in reversed(found) if amount.kind == "time" and amount.value > 0), None
    )
    if period is None:
        alone = next(
            (find.name[5:] for find in finds if find.name.startswith("unit") and find.name != "unit:times"),
            "",
        )
        kind, factor = _UNITS.get(alone, ("", 0.0))
        period = factor if kind == "time" else None
    if period is None or (counted and not times and not _once(pieces, language)):
        return None
    several = next(
        (float(find.name.split(":")[1]) for find in finds if find.name.startswith("several")), None
    )
    count = next((amount.value for amount in found if amount.kind is None), several or 1.0)
    return count * _DAY / period


def _once(pieces: Sequence[Token], language: str) -> bool:
    """Whether a word such as "once" or "kartą" counts times."""
    words = _book(language).numerals.words
    return any(words.get(token.folded) in (1, 2) and not token.text[0].isdigit() for token in pieces)


def range_of(label: str, language: str) -> Range | None:
    """The range an option's label stands for, or None when it is not about a number."""
    pieces = tokens(label)
    found = amounts(pieces, language)
    book = _book(language)
    finds = book.lexicon.find(pieces)
    covered = {place for find in finds for place in range(find.start, find.end)}
    other = [
        t
        for place, t in enumerate(pieces)
        if place not in covered and not _is_digits(pieces, place) and len(t.text) > 3
    ]
    if not found or len(other) > _OTHER_WORDS:
        return None
    roles = {find.name.rstrip(":") for find in finds}
    kind = next((amount.kind for amount in reversed(found) if amount.kind), None)
    values = [_scaled(amount, found) for amount in found]
    kind = "time" if kind == "ago" else kind
    if len(values) == 2 and values[0] < values[1]:
        return Range(values[0], values[1], kind)
    value = values[0]
    if "at_least" in roles and "below" not in roles:
        return Range(value, math.inf, kind)
    if "above" in roles:
        return Range(value, math.inf, kind, open_low=True)
    if "below" in roles or "at_most" in roles:
        return Range(0, value, kind, open_high="at_most" not in roles)
    return Range(value, value, kind)


def _scaled(amount: Amount, found: Sequence[Amount]) -> float:
    """A bare number beside one with a unit is in that unit: "1–3 days"."""
    if amount.kind is not None:
        return amount.value
    later = next((other for other in found if other.kind and other.start > amount.start), None)
    if later is None or later.end - later.start < 2:
        return amount.value
    return amount.value * _factor(later)


def _factor(amount: Amount) -> float:
    sizes = [size for kind, size in _UNITS.values() if kind == amount.kind]
    whole = [
        size for size in sorted(sizes, reverse=True) if math.isclose(amount.value / size % 1, 0, abs_tol=1e-6)
    ]
    return whole[0] if whole else 1.0


def is_between(pieces: Sequence[Token], first: Amount, second: Amount) -> bool:
    """Whether two numbers stand for a span: "50–200", "5 iki 10"."""
    return first.end <= second.start and bool(_RANGE.match(pieces[first.end - 1].after or " "))
