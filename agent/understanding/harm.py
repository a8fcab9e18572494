"""Signs of harm beside what merely sounds like danger: "the plug has gone soft and brown", not "wall socket"."""

from __future__ import annotations

from functools import cache

from agent.language import default_packs, tokens
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import DENYING, Ear
from agent.understanding.lexicon import Lexicon

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


def tells_of_harm(text: str) -> bool:
    """Whether `text` names anything that burns, smells, is wet or hurts."""
    return bool(_signs().find_all(tokens(text)))


def signs_of_harm(text: str, listening: Ear) -> tuple[bool, ...]:
    """For each clause that names a sign of harm, asked whether there is any, whether it is there: "no smoke but it's hot"."""
    named = [clause for clause in clauses(text, listening) if _asked().find_all(clause.tokens)]
    return tuple(not _is_denied(clause, listening) for clause in named)


def _is_denied(clause: Clause, listening: Ear) -> bool:
    nothing = any(find.name == _NOTHING for find in listening.concepts.find_all(clause.tokens))
    prefixed = any(listening.denies(token.folded) for token in clause.tokens)
    return nothing or prefixed or any(clause.has(role) for role in DENYING)
