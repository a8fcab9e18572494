"""Signs of harm beside what merely sounds like danger: "the plug has gone soft and brown", not "wall socket"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from agent.language import Token, default_packs, tokens
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import DENYING, Ear
from agent.understanding.lexicon import Find, Lexicon
from agent.understanding.listed import denied_together

_HARM, _NOTHING = "harm", "nothing+"


@cache
def _signs() -> Lexicon:
    """Of all languages: customers mix them."""
    return Lexicon((_HARM, phrase) for pack in default_packs().values() for phrase in pack.harm)


@cache
def _asked() -> Lexicon:
    """The same, and those that are named where danger is asked about."""
    packs = default_packs().values()
    return Lexicon((_HARM, phrase) for pack in packs for phrase in (*pack.harm, *pack.harm_asked))


@cache
def _possible() -> Lexicon:
    """The same, and those words that stand in many a harmless reply as well."""
    packs = default_packs().values()
    listed = (phrase for pack in packs for phrase in (*pack.harm, *pack.harm_asked, *pack.harm_possible))
    return Lexicon((_HARM, phrase) for phrase in listed)


@cache
def _sounds() -> Lexicon:
    return Lexicon((_HARM, phrase) for pack in default_packs().values() for phrase in pack.no_danger.call)


def tells_of_harm(text: str) -> bool:
    """Whether `text` names anything that burns, smells, is wet or hurts."""
    return bool(_signs().find_all(tokens(text)))


def names_harm(text: str) -> bool:
    """Whether `text` names harm, and not by a sound alone: a box that only buzzes may have a fan."""
    pieces = tokens(text)
    found = _signs().find_all(pieces)
    return bool(found) and not only_heard(found, pieces)


def only_heard(found: Iterable[Find], pieces: Sequence[Token]) -> bool:
    """Whether all that was found in a text are sounds: "buzzing"."""
    heard = {place for find in _sounds().find_all(pieces) for place in range(find.start, find.end)}
    return all(set(range(find.start, find.end)) <= heard for find in found)


def may_be_harm(text: str) -> bool:
    """Whether `text` holds anything that could be harm: "cracked", "warm", "a brown ring"; not "the lead lay on the floor"."""
    return bool(_possible().find_all(tokens(text)))


def harm_places(text: str) -> frozenset[int]:
    """The places of the words of `text` that could be harm."""
    found = _possible().find_all(tokens(text))
    return frozenset(place for find in found for place in range(find.start, find.end))


def credible(text: str, *, asks: bool = False) -> bool:
    """Whether danger that a reader hears in a reply, and no rule, is worth a question, as soon as it is heard at all: harm is named
    or may be meant; `asks`: nobody was asked about equipment, and the words may be any."""
    return asks or names_harm(text) or may_be_harm(text)


def signs_of_harm(text: str, listening: Ear, *, sounds: bool = True) -> tuple[bool, ...]:
    """For each clause that names a sign of harm, asked whether there is any, whether it is there: "no smoke but it's hot";
    `sounds`: what is only heard counts, too."""
    listed, begin, told = denied_signs(tokens(text), listening), 0, list[bool]()
    for clause in clauses(text, listening):
        found = _asked().find_all(clause.tokens)
        together = all(begin + find.start in listed for find in found)
        if found and (sounds or not only_heard(found, clause.tokens)):
            told.append(not together and not _is_denied(clause, listening))
        begin += len(clause.tokens)
    return tuple(told)


def denied_signs(pieces: Sequence[Token], listening: Ear) -> frozenset[int]:
    """The places of the words that are signs of harm denied as a list."""
    return denied_together(pieces, _asked(), listening) if len(pieces) > 1 else frozenset()


def _is_denied(clause: Clause, listening: Ear) -> bool:
    nothing = any(find.name == _NOTHING for find in listening.concepts.find_all(clause.tokens))
    prefixed = any(listening.denies(token.folded) for token in clause.tokens)
    return nothing or prefixed or any(clause.has(role) for role in DENYING)
