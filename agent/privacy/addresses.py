"""Street addresses in Lithuanian and English, as far as words and numbers give them away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.privacy.spans import Span, clear_of, in_order

_HOUSE = (
    r"\d{1,3} ?[A-Za-z]?(?![\w])(?:[ ]?[-–/][ ]?\d{1,4}(?!\w))?"
    r"(?:,? ?(?:bt|but|butas|buto|kv|flat|apt)\.? ?\d{1,4}(?!\w))?"
)
_LT_STREET = re.compile(
    r"(?<![\w.])(?:g\.|gatv(?:ė|ės|ei|ę|e|es|ėje|eje)(?!\w)|pr\.|prosp\.|prospekt(?:as|o|e|ą|a)(?!\w)|al\.|alėj(?:a|os|oje)(?!\w)"
    r"|alej(?:a|os|oje)(?!\w)|pl\.|plent(?:as|o|e)(?!\w)|skg\.|skersgatv(?:is|io|yje)(?!\w)|aikšt(?:ė|ės|ėje)(?!\w)"
    r"|aikst(?:e|es|eje)(?!\w)|bulvar(?:as|o|e)(?!\w)|tak\.|krant\.)[ ]?(?:Nr\.? ?)?" + _HOUSE,
    re.IGNORECASE,
)
# The name before the kind of street: one word, and before it initials, ordinals or words in the genitive.
_NAME = re.compile(
    r"(?:(?:[A-ZĄČĘĖĮŠŲŪŽ]\. ?|[A-ZĄČĘĖĮŠŲŪŽ]\w{1,30}(?:o|ų|ės|os|aus|ies|ojo|io|es|ai) ){0,3})"
    r"(?:[^\W\d_]{3,30}|\d{1,2}[- ]?(?:osios|ojo|oji|os))[ ]?\Z"
)
_EN_STREET = re.compile(
    r"(?<![\w.,/-])(?:(?:flat|apt|apartment|unit) ?\d{1,4}[A-Za-z]?,? )?\d{1,4}[A-Za-z]? "
    r"(?:(?!(?:the|on|in|at|my|our|a|an|this|that|of|for|to|down|up|off|near)\b)[A-Za-z][a-z'’-]{1,20} ){1,3}?"
    r"(?:street|road|avenue|lane|boulevard|terrace|crescent|(?-i:St|Rd|Ave|Ln|Dr|Drive|Square|Sq|Court|Ct|Close|Way|Place|Pl|Blvd))\b\.?",
    re.IGNORECASE,
)
_POSTCODE = re.compile(r"(?<![\w-])LT-? ?\d{5}(?!\w)")
_BEFORE = 100
# "my address is Taikos 5": the word says what the name alone would not.
_NO_NAME = (
    r"(?!(?:bar|line|book|page|field|of|for|in|on|to|the|a|an|is|was|not|shows?|says?|gives?|error|code|port|pool|every|after|chang\w*|with|and|but"
    r"|has|have|does|loses|nuo|iki|apie|prie|juost\w*|eilut\w*|rodo|nerodo|klaid\w*|yra|nėra|ne|laukel\w*|kas|po|keičia\w*|keicia\w*|ir|bet|su|dar|jau)\b)"
)
_TOLD = re.compile(
    r"\b(my |our |mano |mūsų |musu )?(?:address|adres(?:as|u|ą|a))\b([ :,-]{1,3}(?:is |yra )?)((?:"
    + _NO_NAME
    + r"[^\W\d_]{2,30}\.? ){1,3}\d{1,3}[a-z]?(?!\w)(?:[-–/ ]\d{1,4}(?!\w))?)",
    re.IGNORECASE,
)
# In small letters a street is told from other words by its genitive: "taikos 5", not "neveikia 3 dienas".
_GENITIVE = re.compile(r"(?:[^\W\d_]+(?:o|ų|u|ės|es|os|aus|ies)\.? )+\d", re.IGNORECASE)
_NO_STREET = re.compile(
    r"(?:\bip(?:v\d)?|\bmac|e-?mail|el\. ?pašto|el\. ?pasto|pašto|web)\s*\Z", re.IGNORECASE
)


def addresses(text: str) -> Iterator[Span]:
    found = [*_lithuanian_streets(text), *_english_streets(text)]
    found += clear_of(told_streets(text), found)
    found += [Span(code.start(), code.end(), "address") for code in _POSTCODE.finditer(text)]
    end = 0
    for span in in_order(found):
        if span.start >= end:
            end = span.end
            yield span


def told_streets(text: str) -> Iterator[Span]:
    """What is called an address: of the customer's, introduced by "is" or a colon and
    like a street's name, or else named with a capital letter."""
    for told in _TOLD.finditer(text):
        introduced = bool(told[1]) or ":" in told[2] or len(told[2].strip()) > 1
        kept = told[3][0].isupper() or (introduced and _GENITIVE.match(told[3]))
        if kept and not _NO_STREET.search(text[max(0, told.start() - 20) : told.start()]):
            yield Span(told.start(3), told.end(3), "address")


def _lithuanian_streets(text: str) -> Iterator[Span]:
    end = 0
    for street in _LT_STREET.finditer(text):
        name = _NAME.search(text, max(end, street.start() - _BEFORE), street.start())
        if name:
            end = street.end()
            yield Span(name.start(), end, "address")


def _english_streets(text: str) -> Iterator[Span]:
    return (Span(street.start(), street.end(), "address") for street in _EN_STREET.finditer(text))
