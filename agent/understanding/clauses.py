"""A reply cut into clauses, each with how much it counts.

What follows "but" counts more than what stands before it; what was, or was wrongly thought, counts less than what
is; a change of mind leaves little of what came before; a question of the customer's own states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from agent.language import Token, tokens
from agent.understanding.ear import DENYING, Ear
from agent.understanding.ear import ear as ear_for
from agent.understanding.lexicon import Find

PAUSE = re.compile(r"[.,;!?…:—–]|\s-\s")
_STOP = re.compile(rf"{PAUSE.pattern}|[()\"„“”]")  # behind the last word of a clause
_LONGEST = 60  # words of a clause: who types more without a pause says no more of one thing
_WITHOUT = "without"
_AND, _APART = "and_", "apart"
_BEGINS = frozenset({"contrast", "while_", "although", "turn"})
# What is left of earlier clauses' weight when a later one begins so.
_LEAVES = {"contrast": 0.45, "while_": 0.7, "turn": 0.15}
_LATER = 0.6  # "now", "then", "finally" somewhere in a later clause
_PAST = 0.4
_SUPPOSED = 0.15
_ALTHOUGH = 0.4
_LAST = 1.1
_ASIDE = ("filler", "turn")
_ASKING, _LEADING = "asking", (*_ASIDE, "contrast", _AND)


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a reply with its steering words. `weight` is how much it counts; `asks`: it is a question."""

    tokens: tuple[Token, ...]
    roles: tuple[Find, ...]
    weight: float = 1.0
    asks: bool = False
    ends: str = ""

    def __hash__(self) -> int:
        """Of words and weight alone: every reader looks its clauses up, and roles and tokens are long to hash."""
        return hash((self.weight, *[token.text for token in self.tokens]))

    @property
    def text(self) -> str:
        """The clause as typed."""
        return " ".join(token.text for token in self.tokens)

    def has(self, role: str) -> bool:
        """Whether a word of this role stands in it."""
        return any(find.name == role for find in self.roles)

    def begins(self, role: str) -> bool:
        """Whether it begins with a word of this role, fillers aside."""
        starts = [find.start for find in self.roles if find.name == role]
        if not starts or 0 in starts:
            return bool(starts)
        lead = {find.start for find in self.roles if find.name == "filler"}
        return next((place for place in range(len(self.tokens)) if place not in lead), 0) in starts


def clauses(text: str, ear: Ear) -> tuple[Clause, ...]:
    """`text` in clauses, weighed; remembered, since every reader asks for them."""
    return _clauses(text, ear.language)


def denies(roles: Iterable[Find], *, lacking: bool = True) -> bool:
    """Whether one of these words denies; `lacking`: "without" does, too, which is good news in "without a hitch"."""
    return any(role.name in DENYING and (lacking or role.name != _WITHOUT) for role in roles)


def opens_a_question(clause: Clause) -> bool:
    """Whether a clause opens with a word that asks, but for fillers and a "but"."""
    begin = 0
    for role in sorted(clause.roles, key=lambda role: role.start):
        if role.start == begin and role.name in _LEADING:
            begin = role.end
    return any(role.name == _ASKING and role.start in (0, begin) for role in clause.roles)


def holding(cut: Sequence[Clause], token: int) -> tuple[int, int]:
    """The place of the clause that holds this token of a message, and the number of its first token."""
    begin = 0
    for place, clause in enumerate(cut):
        if token < begin + len(clause.tokens) or place + 1 == len(cut):
            return place, begin
        begin += len(clause.tokens)
    return 0, 0


@lru_cache(maxsize=1024)
def _clauses(text: str, language: str) -> tuple[Clause, ...]:
    listening = ear_for(language)
    return _weighed(_cut(tokens(text), listening), listening)


def _cut(pieces: Sequence[Token], ear: Ear) -> list[Clause]:
    roles = ear.roles(pieces)
    starts = {find.start for find in roles if find.name in _BEGINS}
    found: list[Clause] = []
    begin = 0
    for place, token in enumerate(pieces):
        last = place + 1 == len(pieces) or place + 1 == begin + _LONGEST
        if last or _STOP.search(token.after) or place + 1 in starts:
            found.append(_clause(pieces, begin, place + 1, ear))
            begin = place + 1
    return found


def _clause(pieces: Sequence[Token], begin: int, end: int, ear: Ear) -> Clause:
    part = tuple(pieces[begin:end])
    clause = Clause(part, tuple(ear.roles(part)), ends=part[-1].after)
    return replace(clause, asks=True) if _asks(clause, first=begin == 0) else clause


def _asks(clause: Clause, first: bool) -> bool:
    if clause.has("asking_anywhere"):
        return True
    marked = "?" in clause.ends
    return (
        clause.begins("asking")
        and (marked or (first and len(clause.tokens) >= 3))
        and not clause.begins("turn")
    )


def statements(text: str, ear: Ear) -> tuple[str, ...]:
    """The clauses of `text` as they stand, and their parts where "and" or "because" begins another: each may tell something
    by itself."""
    return tuple(dict.fromkeys(said for clause in clauses(text, ear) for said in _parts(clause, ear)))


def _parts(clause: Clause, ear: Ear) -> list[str]:
    """A clause and, where there are several, its parts without the words that join them."""
    joins = [(role.start, role.end) for role in clause.roles if role.name == _AND]
    joins += [(find.start, find.end) for find in ear.matter.find(clause.tokens) if find.name == _APART]
    joins = [(0, 0), *sorted(joins), (len(clause.tokens), 0)]
    cut = [clause.tokens[begin:end] for (_, begin), (end, _) in pairwise(joins) if begin < end]
    parts = [" ".join(token.text for token in part) for part in cut]
    return [clause.text, *parts] if len(parts) > 1 else [clause.text]


def _weighed(found: list[Clause], ear: Ear) -> tuple[Clause, ...]:
    weights = [1.0] * len(found)
    for place, clause in enumerate(found):
        if place and (leaves := _leaves(clause, ear)) < 1.0:
            weights[:place] = [weight * leaves for weight in weights[:place]]
        weights[place] *= _own(clause, place + 1 == len(found))
    if found and not found[-1].asks:
        weights[-1] *= _LAST
    return tuple(
        clause if weight == clause.weight else replace(clause, weight=weight)
        for clause, weight in zip(found, weights, strict=True)
    )


def _leaves(clause: Clause, ear: Ear) -> float:
    """How much a clause leaves of what stands before it; most have no word that takes anything."""
    leaves = _LEAVES["turn"] if _takes_back(clause, ear) else 1.0
    if not clause.roles:
        return leaves
    leaves = min([leaves, *(left for role, left in _LEAVES.items() if clause.begins(role))])
    if clause.has("turn_anywhere"):
        leaves = min(leaves, _LATER)
    if clause.begins("only"):
        leaves = min(leaves, _LEAVES["contrast"])
    return leaves


def _takes_back(clause: Clause, ear: Ear) -> bool:
    """A bare "no" after something was said takes it back: "veikia… ne, vėl dingo"."""
    plain = [token.folded for token in clause.tokens]
    return len(plain) <= 2 and any(
        find.name == "no" and find.length == len(plain) for find in ear.answers.find(clause.tokens)
    )


def _own(clause: Clause, last: bool) -> float:
    """How much a clause counts by its own words; the last one is spared, there is nothing after it."""
    if (
        any(find.name in ("although", "contrast") and find.end == len(clause.tokens) for find in clause.roles)
        and len(clause.tokens) > 1
    ):
        return _ALTHOUGH
    if last:
        return 1.0
    if clause.has("supposed"):
        return _SUPPOSED
    if clause.has("past") and not clause.has("turn_anywhere"):
        return _PAST
    return _ALTHOUGH if clause.begins("although") else 1.0


def without_clauses(text: str, spans: Sequence[str], listening: Ear) -> str:
    """`text` without the clauses in which one of `spans` stands; whole where nothing else is said."""
    rest = [each.text for each in clauses(text, listening) if not any(span in each.text for span in spans)]
    return ", ".join(rest) if spans and rest else text


def without_aside(clause: Clause) -> str:
    """A clause without the words that lead it in: "sorry", "oh wait"."""
    aside = {place for role in clause.roles if role.name in _ASIDE for place in range(role.start, role.end)}
    return " ".join(token.text for place, token in enumerate(clause.tokens) if place not in aside)
