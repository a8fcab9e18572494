"""Which words turn a word into its opposite, in Lithuanian and English, on folded text.

Grammar only: prefixes (`ne-`, `nebe-`), particles and auxiliaries, and how far they reach. It closes one hole:
a pattern that says `veikia` must never be satisfied by "neveikia", "ne veikia" or "nothing veikia".
Commas and contrast end the reach ("ne, veikia" affirms), because every word between must be a light one.
"""

from __future__ import annotations

import re


def word_set(words: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(words.split())


# Words that begin with "ne" and deny nothing: the prefix rule must not touch them.
_NOT_PREFIXED = word_set(
    "nes nesa net netgi neto netas neta netui nete netu netuose nei nebent negi neseniai nesenai netoli netrukus"
    " nemokamai nemokamas nemokama nervas nervai nervina nepaisant neva nesvarbu neutralu neutrali"
    " need needs near neat nest nets network networks netflix never new news newer next neck nerd neither"
    " neighbour neighbor neighbours neighbors netbook negative nexus nessus"
)
_PREFIX = re.compile(r"nebe(?=\w{3})|ne(?=\w{3})")

# Particles that deny the word they stand before. The first group reaches only over its own light words.
_ADJACENT = word_set("ne nebe nei no nera nebera")
_PLAIN_NOT = word_set(
    "not never cannot isn't aren't wasn't weren't doesn't don't didn't won't can't couldn't hasn't haven't wouldn't"
    " nesu nesam nesame nebesu ain't isnt arent wasnt werent doesnt dont didnt wont cant couldnt hasnt havent wouldnt aint"
)
_WIDE = _PLAIN_NOT | word_set(
    "without nothing nobody none neither nor hardly barely niekas nieko niekada niekur"
    " nematau nematome nesimato nerodo nedega nesviecia nemirksi neturiu nerandu nebuvo nebematau nebedega"
    " nebesviecia nebemirksi nebesimato neberodo nemanau neradau neradome nemaciau nematyti nepastebejau nepamaciau"
)
_LIGHT_ADJACENT = word_set(
    "viena vienas vieno vienos vienam visos visi visas visa visu visur visai visiskai jokios jokio jokiu jokia"
    " longer any more single one"
)
_LIGHT = _LIGHT_ADJACENT | word_set(
    "a an the any all every even yet really quite fully very exactly actually properly currently still at"
    " to be been being get getting seem seems seen see seeing show showing find think lit shining glowing"
    " of them these those is are was it that kad dar taip labai pakankamai pilnai gerai"
)
_BEFORE_REACH = 4
_LOOK_BACK = 80  # characters: more than the reach ever needs
# Denials that follow what they deny: "raudona nedega", "green isn't on", "red is not on".
_AFTER = word_set(
    "nedega nesviecia nemirksi nesimato nera nebera nebedega nebesviecia nebemirksi nebesimato nerodo"
    " neradau neradome nerandu nematau nemaciau nematyti nepastebejau nepamaciau neuzsidege neuzsidega"
    " isn't aren't wasn't doesn't don't didn't isnt arent wasnt doesnt dont didnt"
)
_AFTER_LIGHT = word_set("light lights lamp lamps one ones led lempute lemputes")
_BE = word_set("is are was were does do did")
ABSENT = word_set("nera nebera")
# Lithuanian denies twice: "nesu nieko tokio diegęs" says the same as "nieko tokio".
CONCORD = word_set("niekas nieko niekam niekada niekur joks jokia jokio jokios jokiu")

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_BOUNDARY = re.compile(r"[.,;:!?()\n–—]|\s-\s")


def is_word_apart(word: str) -> bool:
    """Whether folded `word` begins like a negation but is none ("netas", "need", "nes")."""
    return word in _NOT_PREFIXED


def strip_prefix(word: str) -> str | None:
    """What folded `word` denies ("neveikia" → "veikia"), or None when it denies nothing."""
    if word in _NOT_PREFIXED:
        return None
    found = _PREFIX.match(word)
    return word[found.end() :] if found else None


def is_particle(word: str) -> bool:
    """Whether folded `word` alone denies the word after it and may lead a negative alternative."""
    return word in {"ne", "nebe", "nera", "nebera", "no", "not", "never"} or word.endswith("n't")


def denied_before(folded: str, start: int, strict: bool = False) -> bool:
    """Whether a negation reaches the word at `start` from the left, within the same clause.

    `strict` asks for a plain "not" close by, as when a denial itself is looked for: there "nothing to write" is no
    "won't write". Otherwise every word that may deny counts, since a false "it works" is the worst misreading.
    """
    end = start
    between: list[str] = []
    for token in reversed(list(_TOKEN.finditer(folded, max(0, start - _LOOK_BACK), start))):
        if len(between) > _BEFORE_REACH or _BOUNDARY.search(folded, token.end(), end):
            return False
        word = token.group()
        if word in _ADJACENT and all(light in _LIGHT_ADJACENT for light in between):
            return True
        if (word in _PLAIN_NOT if strict else word in _WIDE) and all(light in _LIGHT for light in between):
            return True
        if not between and _governs(word, folded, start):
            return True
        if word not in _LIGHT:
            return False
        between.append(word)
        end = token.start()
    return False


def _governs(word: str, folded: str, start: int) -> bool:
    """Whether `word` is a denied verb and an infinitive follows: "neleidžia išsaugoti", "nepavyko prisijungti"."""
    following = _TOKEN.match(folded, start)
    return bool(following and following.group().endswith(("ti", "tis")) and strip_prefix(word))


def denied_after(folded: str, end: int) -> bool:
    """Whether the words right after `end` deny what stands before it ("raudona nedega", "green is not on")."""
    place, being = end, False
    for token in _TOKEN.finditer(folded, end, min(len(folded), end + 40)):
        if _BOUNDARY.search(folded, place, token.start()):
            return False
        word = token.group()
        if word in _AFTER or (being and word == "not"):
            return True
        if word not in _AFTER_LIGHT and word not in _BE:
            return False
        being = word in _BE
        place = token.end()
    return False


def absent_after(folded: str, end: int) -> bool:
    """Whether "nėra" / "nebėra" stands right after `end`: "lempučių nėra"."""
    token = _TOKEN.search(folded, end)
    return bool(token and token.group() in ABSENT and not _BOUNDARY.search(folded, end, token.start()))
