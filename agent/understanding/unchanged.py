"""Where a reply says in the same breath as a deed that nothing has come of it.

"restarted, still the same"                  →  "still the same"
"moved it, the tv still doesn't work"        →  nothing: of which thing it is said only the question tells
"before that it did not work, I pushed it"   →  nothing: it is past
"compared them, they are the same"           →  nothing: no deed
"I did that yesterday, still the same"       →  nothing: it was yesterday
"pressed it, no change, oh, it came on"      →  nothing: good news stands behind it
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import Ear, ear, is_common
from agent.understanding.firsthand import firsthand
from agent.understanding.halves import halves

_SAME, _WORKS = ("same", 1), ("works", -1)
_NO_MORE = frozenset({_SAME, _WORKS, ("nothing", 1), ("gadget", 1)})  # "same thing": not of any gadget
_DEEDS = frozenset({"done", "new"})  # "restarted", "typed in anew"
_BETTER = 0.5  # worth of a word from which on a clause is good news
_TURNING = ("contrast", "turn", "turn_anywhere")


def unchanged(reply: str, language: str) -> str | None:
    """The clause behind the first that says nothing but that all is as it was; None where there is none, or good news, a "but" or a
    "now" stands behind it."""
    listening = ear(language)
    cut = clauses(reply, listening)
    seen = firsthand(cut, listening)
    found = [place for place in sorted(seen) if _ends_unchanged(cut, place, listening)]
    if not found or any(clause.has("past") for clause in cut[: found[0]]):
        return None
    if any(_is_news(clause, listening) for clause in cut[found[0] + 1 :]):
        return None
    return cut[found[0]].text


def _ends_unchanged(cut: Sequence[Clause], place: int, listening: Ear) -> bool:
    """Whether a clause behind the first, or what stands behind its "and", says no more than that."""
    clause = cut[place]
    if place and _is_unchanged(clause, listening):
        return not _only_same(clause, listening) or any(_does(each, listening) for each in cut[:place])
    behind = [clauses(half, listening) for _, half in halves(clause.text, listening.language)]
    return any(len(half) == 1 and _is_unchanged(half[0], listening) for half in behind[-1:])


def _is_unchanged(clause: Clause, listening: Ear) -> bool:
    """Whether a clause says that it is as it was, or does not work, and names no thing of which that may be said."""
    told = {(atom.meaning, 1 if atom.sign > 0 else -1) for atom in atoms(clause, listening)}
    if not told & {_SAME, _WORKS} or not told <= _NO_MORE or clause.has("only"):
        return False
    return not _names_more(clause, listening)


def _only_same(clause: Clause, listening: Ear) -> bool:
    """Whether a clause says but that something is the same: of two things compared, too."""
    return {find.name for find in listening.meant(clause.tokens)} <= {f"{_SAME[0]}+"}


def _does(clause: Clause, listening: Ear) -> bool:
    """Whether a clause tells of a deed, or that it was done again."""
    return clause.has("turn_anywhere") or any(
        find.name[:-1] in _DEEDS for find in listening.meant(clause.tokens)
    )


def _names_more(clause: Clause, listening: Ear) -> bool:
    """Whether a word stands there of which no meaning is known: it may be what does not work, or what was typed the same."""
    finds = (*listening.meant(clause.tokens), *listening.beside.find_all(clause.tokens))
    known = {place for find in finds for place in range(find.start, find.end)}
    words = (token.folded for place, token in enumerate(clause.tokens) if place not in known)
    return any(not is_common(word, listening.language) for word in words)


def _is_news(clause: Clause, listening: Ear) -> bool:
    """Whether what follows may take it back: "but…", "now…", or something that is well."""
    if clause.asks or "?" in clause.ends:
        return False
    turns = any(clause.has(role) for role in _TURNING)
    return turns or any(worth(atom) >= _BETTER for atom in atoms(clause, listening))
