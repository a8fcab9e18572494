"""A pack made ready for listening: its phrases compiled, its grammar looked up by role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from agent.language import Pack, Token, default_packs, fold, load_plain
from agent.understanding.lexicon import Find, Lexicon, Prefixes, is_same_word, outermost
from agent.understanding.remembered import LONG, remembered

MEANINGS = Path(__file__).with_name("meanings.yaml")
ROLES = [
    "negators",
    "absent",
    "without",
    "neither",
    "contrast",
    "while_",
    "although",
    "turn",
    "turn_anywhere",
    "past",
    "supposed",
    "exception",
    "only",
    "rest",
    "doubt",
    "undecided",
    "irony",
    "filler",
    "asking",
    "asking_anywhere",
    "polar",
    "either",
    "and_",
    "unable",
]

_WORKS = "works+"
DENYING = ("negators", "without", "absent", "neither")  # roles that deny


class Bond(BaseModel):
    """How one meaning stands to the others (see meanings.yaml)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    group: str | None = None
    worth: float = 0.0
    implies: Mapping[str, float] = {}
    unless: Mapping[str, float] = {}
    follows: Mapping[str, float] = {}
    thing: bool = False


class Meanings(BaseModel):
    """Every meaning with its bonds, and what emoji mean."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    meanings: Mapping[str, Bond]
    emoji: Mapping[str, tuple[str, ...]]


@cache
def meanings() -> Meanings:
    """The meanings shipped, read once."""
    return Meanings.model_validate(load_plain(MEANINGS.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Ear:
    """One language, ready to listen."""

    language: str
    pack: Pack
    grammar: Lexicon
    concepts: Lexicon
    answers: Lexicon
    answer_before: frozenset[str]
    unwanted: Lexicon
    matter: Lexicon
    secondhand: Lexicon
    times: Lexicon
    goals: Lexicon
    praise: Lexicon
    beside: Lexicon

    def meant(self, tokens: Sequence[Token]) -> list[Find]:
        """The meanings found in `tokens`, as "lit+" or "works-".

        A find inside a longer one counts too, unless that is about the same sort of thing ("tv" in "tv box") or
        denies ("signal" in "no signal").
        """
        return list(_meanings_in(tuple([token.folded for token in tokens]), self.language))

    def denies(self, word: str) -> bool:
        """Whether `word` denies by its own prefix: "nebus"."""
        grammar = self.pack.grammar
        return Prefixes(grammar.prefixes, frozenset(grammar.not_prefixed)).core(word) is not None

    def roles(self, tokens: Sequence[Token]) -> tuple[Find, ...]:
        """The steering words of `tokens`: each find's name is its role in the grammar."""
        return self.grammar.find(tokens)


@cache
def ear(language: str) -> Ear:
    """The ear for `language`, built once. An unknown language is listened to as English, if there is a pack."""
    packs = default_packs()
    pack = packs.get(language) or packs.get("en") or next(iter(packs.values()))
    prefixes = Prefixes(pack.grammar.prefixes, frozenset(pack.grammar.not_prefixed))
    others = [other for code, other in packs.items() if code != pack.language]
    return Ear(
        pack.language,
        pack,
        Lexicon(_grammar(pack)),
        Lexicon(_concepts(pack, others), prefixes),
        Lexicon(
            [("yes", word) for word in pack.yes] + [("no", word) for word in pack.no] + _signs("yes", "no")
        ),
        frozenset(pack.grammar.answer_before),
        Lexicon((sort, phrase) for sort, phrases in pack.unwanted for phrase in phrases),
        Lexicon((sort, phrase) for sort, phrases in pack.matter for phrase in phrases),
        Lexicon((sort, phrase) for sort, phrases in pack.secondhand for phrase in phrases),
        Lexicon((sort, phrase) for sort, phrases in pack.times for phrase in phrases),
        Lexicon(
            (f"{kind} {sort}", phrase)
            for kind, goal in pack.goals.items()
            for sort, phrases in goal
            for phrase in phrases
        ),
        Lexicon(("praise", phrase) for phrase in pack.praise),
        Lexicon((sort, phrase) for sort, phrases in pack.beside for phrase in phrases),
    )


def _grammar(pack: Pack) -> list[tuple[str, str]]:
    return [(role, phrase) for role in ROLES for phrase in getattr(pack.grammar, role)]


def _concepts(pack: Pack, others: Sequence[Pack]) -> list[tuple[str, str]]:
    """This language's meanings, and of the others' the longer words: customers mix languages."""
    own = _meant(pack) + [
        (name, fold(sign)) for name, signs in meanings().emoji.items() if name[-1] in "+-" for sign in signs
    ]
    steering = _steering(pack)
    taken = {phrase for _, phrase in own} | steering
    borrowed = [
        (name, phrase)
        for other in others
        for name, phrase in _meant(other)
        if phrase not in taken and len(phrase) > 4 and not set(phrase.split()) & steering
    ]
    return own + borrowed


def _steering(pack: Pack) -> set[str]:
    return {phrase for _, phrase in _grammar(pack)} | set(pack.telling.words)


def _meant(pack: Pack) -> list[tuple[str, str]]:
    return [
        (name + sign, phrase)
        for name, meaning in pack.concepts.items()
        for sign, phrases in (("+", meaning.yes), ("-", meaning.no))
        for phrase in phrases
    ]


def _signs(*names: str) -> list[tuple[str, str]]:
    return [(name, fold(sign)) for name in names for sign in meanings().emoji[name]]


@cache
def _common(language: str) -> frozenset[str]:
    return frozenset(ear(language).pack.telling.words)


def is_common(word: str, language: str) -> bool:
    """Whether folded `word` is so common in a language that sharing it says nothing."""
    return word in _common(language)


def _meanings(folded: tuple[str, ...], language: str) -> tuple[Find, ...]:
    listening = ear(language)
    denials = [role for role in listening.grammar.outer_in(folded) if role.name in DENYING]
    denied = frozenset((role.start, role.end) for role in denials)
    found = listening.concepts.found_in(folded)
    return tuple(outermost(found, lambda kept, find: _swallows(kept, find, denied)))


_meanings_in = remembered(_meanings, LONG)


def _swallows(kept: Find, find: Find, denials: Set[tuple[int, int]]) -> bool:
    """Whether `find` says nothing of its own beside `kept`, which covers it."""
    if kept.length == find.length:
        return is_same_word(kept, find)
    if kept.name == _WORKS and _is_bad(find.name):
        return True  # no rain in "right as rain"
    if _sort_of(find.name) == "quantity" != _sort_of(kept.name):
        return False
    within = range(kept.start, kept.end + 1)
    denying = any((start, end) in denials for start in within for end in within)
    return denying or kept.negated or _sort_of(kept.name) == _sort_of(find.name)


def _is_bad(name: str) -> bool:
    bond = meanings().meanings.get(name[:-1])
    return bond is not None and bond.worth * (1 if name[-1] == "+" else -1) < 0


def _sort_of(name: str) -> str:
    bond = meanings().meanings.get(name[:-1])
    return bond.group if bond and bond.group else name[:-1]
