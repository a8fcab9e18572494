"""Danger that a reader hears and the rules gainsay."""

from __future__ import annotations

from functools import cache

from agent.language import default_packs, tokens
from agent.understanding.acts import denies_danger
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear
from agent.understanding.facts import find_facts
from agent.understanding.harm import harm_places, tells_of_harm
from agent.understanding.lexicon import Lexicon

_PHONE = "phone"
_CALL, _LIVE, _VISITORS, _MESS = "call", "live", "visitors", "mess"
_DATA, _CURRENT, _DAMAGE, _PETS, _MOVED = "data", "current", "damage", "pets", "moved"


def is_harmless(text: str, language: str, about: str = "") -> bool:
    """Whether what sounds like danger in `text`, the reply to a question `about` something, is none: it is denied, only heard in a
    call, only a mess, of a lead that carries no current, or only out of its place."""
    if denies_danger(text, language) or _on_the_line(text, language) or complains_of_mess(text):
        return True
    return is_of_a_data_lead(text, about) or _is_only_moved(text)


def carries_current(text: str) -> bool:
    """Whether `text` names what current comes through: a plug, an adapter, a socket."""
    return _CURRENT in _named(text)


def is_of_a_data_lead(text: str, about: str = "") -> bool:
    """Whether a lead that carries no current is bent, split or chewed, and nothing else is told that may be harm."""
    named = _named(text)
    of_data = _DATA in named or _DATA in _named(about)
    return of_data and _DAMAGE in named and _CURRENT not in named and _is_all(text, _DAMAGE, _DATA, _PETS)


def _is_only_moved(text: str) -> bool:
    """Whether somebody of the house pulled or pushed something, and nothing else is told that may be harm: "the plug was out, the
    cat must have pulled it"."""
    return {_PETS, _MOVED} <= _named(text) and _is_all(text, _PETS, _MOVED)


def _is_all(text: str, *names: str) -> bool:
    """Whether every word that may be harm stands in what the pack lists under one of `names`."""
    found = _lexicon().find_all(tokens(text))
    listed = {place for find in found if find.name in names for place in range(find.start, find.end)}
    return harm_places(text) <= listed


def complains_of_mess(text: str) -> bool:
    """Whether it is about what a technician left behind, and names no harm and nothing that carries current: "a hole in the wall,
    and mud on my carpet"."""
    named = _named(text)
    return {_VISITORS, _MESS} <= named and _LIVE not in named and not tells_of_harm(text)


def without_call_sounds(text: str, language: str) -> str:
    """`text` without the clauses that tell of a sound and of nothing that carries current: what a phone is heard to do."""
    told = [(clause.text, _named(clause.text)) for clause in clauses(text, ear(language))]
    return ", ".join(said for said, named in told if _CALL not in named or _LIVE in named)


def _named(text: str) -> set[str]:
    return {find.name for find in _lexicon().find_all(tokens(text))}


@cache
def _lexicon() -> Lexicon:
    """Of all languages: customers mix them."""
    packs = [pack.no_danger for pack in default_packs().values()]
    return Lexicon(
        (name, phrase)
        for pack in packs
        for name, listed in (
            (_CALL, pack.call),
            (_LIVE, pack.live),
            (_VISITORS, pack.visitors),
            (_MESS, pack.mess),
            (_DATA, pack.data),
            (_CURRENT, pack.current),
            (_DAMAGE, pack.damage),
            (_PETS, pack.pets),
            (_MOVED, pack.moved),
        )
        for phrase in listed
    )


def _on_the_line(text: str, language: str) -> bool:
    """Whether it is about a call: what hisses and crackles there burns nothing. Real danger in a phone is told in words that
    rules know."""
    return any(fact.name == "problem_type" and fact.value == _PHONE for fact in find_facts(text, language))
