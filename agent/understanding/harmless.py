"""Danger that a reader hears and the rules gainsay."""

from __future__ import annotations

from functools import cache

from agent.language import default_packs, tokens
from agent.understanding.acts import denies_danger
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear
from agent.understanding.facts import find_facts
from agent.understanding.harm import tells_of_harm
from agent.understanding.lexicon import Lexicon

_PHONE = "phone"
_CALL, _LIVE, _VISITORS, _MESS = "call", "live", "visitors", "mess"


def is_harmless(text: str, language: str) -> bool:
    """Whether what sounds like danger in `text` is none: it is denied, only heard in a call, or only a mess."""
    return denies_danger(text, language) or _on_the_line(text, language) or complains_of_mess(text)


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
        )
        for phrase in listed
    )


def _on_the_line(text: str, language: str) -> bool:
    """Whether it is about a call: what hisses and crackles there burns nothing. Real danger in a phone is told in words that
    rules know."""
    return any(fact.name == "problem_type" and fact.value == _PHONE for fact in find_facts(text, language))
