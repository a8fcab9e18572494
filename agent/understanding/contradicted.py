"""What a reply says outright, against the answer that it only resembles: another colour, "not" before its words, or that it
will not be done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from agent.language import Token, tokens
from agent.understanding.acts import REFUSES
from agent.understanding.atoms import atoms, group
from agent.understanding.clauses import PAUSE, clauses, denies
from agent.understanding.ear import Ear, ear, is_common
from agent.understanding.facts import find_facts
from agent.understanding.firsthand import speaks_of_theirs
from agent.understanding.options import Asked, Meant, stems_of
from agent.understanding.sight import Heard, label_of
from agent.understanding.values import Act, Option, Question

FEW_WORDS_DENIED = 8  # in so few words an answer's own words behind a "not" are not that answer
BESIDE_DENIAL = 2  # words that may stand between: "not really quite ready"
_LIGHTS, _CORD, _DEVICE, _INTERNET = "lights", "cord", "device", "internet"
COLOURS = frozenset({"red", "orange", "green"})
_TROUBLE, _PEACEFUL = frozenset({"red", "orange"}), frozenset({"green", "blue"})


def refusal(heard: Heard) -> Act | None:
    """That the customer will not do it, in so many words: „prie laidų nelįsiu, bijau“ is no "all tight"."""
    return next((act for act in heard.acts if act.name == REFUSES), None)


def of_another_colour(place: int, question: Question, heard: Heard) -> bool:
    """Whether a reply names the colour of another answer, and not this one's: "a small red lamp, as always" is no "green". What
    denies something, or tells of somebody else's lamps, says no colour outright."""
    listening = ear(heard.language)
    colours = [
        _listed_colour(label_of(option, heard.language), heard.language) for option in question.options
    ]
    if not any(colours) or denies(listening.roles(tokens(heard.reply))):
        return False
    told = _colour(heard.reply, heard.language)
    if told not in colours or colours[place] == told or told is None:
        return False
    return not speaks_of_theirs(heard.reply, listening)


def of_no_such_colour(place: int, question: Question, heard: Heard) -> bool:
    """Whether the very thing whose lamp of trouble is listed is told to be lit otherwise: "the box glows blue" is no "red"; what
    is told of another box says nothing of this one."""
    label, listening = label_of(question.options[place], heard.language), ear(heard.language)
    own = {name for name in _affirmed(label, listening) if group(name) == _DEVICE}
    if _listed_colour(label, heard.language) not in _TROUBLE or _affirmed(heard.reply, listening) & _TROUBLE:
        return False
    told = (_affirmed(clause.text, listening) for clause in clauses(heard.reply, listening))
    return any(said & _PEACEFUL and said & own for said in told)


def _affirmed(text: str, listening: Ear) -> set[str]:
    """What a text says that there is."""
    return {a.meaning for each in clauses(text, listening) for a in atoms(each, listening) if a.sign > 0}


def of_another_cord(place: int, question: Question, heard: Heard) -> bool:
    """Whether a reply says that the phone is of the other sort than this answer's: "it's cordless" is no "it is corded"."""
    told = _cords(heard.reply, heard.language)
    own = _cords(label_of(question.options[place], heard.language), heard.language)
    return len(told) == 1 and bool(own) and not told & own


@lru_cache(maxsize=2048)
def _cords(text: str, language: str) -> frozenset[str]:
    """The sorts of phone that a text says it is."""
    listening = ear(language)
    said = [atom for clause in clauses(text, listening) for atom in atoms(clause, listening)]
    return frozenset(atom.meaning for atom in said if atom.sign > 0 and group(atom.meaning) == _CORD)


def of_its_colour(
    outcome: str | None, question: Question, understood: Asked, reply: str, language: str
) -> tuple[str, ...]:
    """The answers of one colour, where that colour is all that a reply says of one of them: "a red light", of two boxes."""
    told = _colour(reply, language)
    if told is None or denies(ear(language).roles(tokens(reply))):
        return ()
    alike = [
        (option, meant)
        for option, meant in zip(question.options, understood.options, strict=True)
        if _listed_colour(option.labels.get(language, ""), language) == told
    ]
    if len(alike) < 2 or outcome not in {option.id for option, _ in alike}:
        return ()
    common = frozenset.intersection(*(meant.stems for _, meant in alike))
    told_apart = any(_is_told(option, meant, common, reply, language) for option, meant in alike)
    return () if told_apart else tuple(option.id for option, _ in alike)


def _is_told(option: Option, meant: Meant, common: frozenset[str], reply: str, language: str) -> bool:
    """Whether a reply has more of an answer than what it has in `common` with others: a listed word, an example, a word of its
    label."""
    if option.pattern is not None and option.pattern.affirmed(reply):
        return True
    stems = stems_of(reply, language)
    if stems in meant.spelt or stems in meant.samples:
        return True
    listening = ear(language)
    said = {a.meaning for clause in clauses(reply, listening) for a in atoms(clause, listening) if a.sign > 0}
    own = {name for name in meant.told if group(name) == _DEVICE or name == _INTERNET}
    return bool(said & own) or bool(stems & (meant.stems - common))


@lru_cache(maxsize=2048)
def _listed_colour(label: str, language: str) -> str | None:
    """The colour that a listed answer names: worked out once, as the same answers are listed every time."""
    return _colour(label, language)


def _colour(text: str, language: str) -> str | None:
    """The one colour of lights that a text states."""
    stated = {str(fact.value) for fact in find_facts(text, language) if fact.name == _LIGHTS}
    return next(iter(stated), None) if len(stated) == 1 and stated <= COLOURS else None


def says_not(option: Option, heard: Heard) -> bool:
    """Whether a short reply has an answer's own words – of its label, its pattern, an example – only with "not" before them:
    "NOT ready", "nesu pasiruošęs". No likeness hears that."""
    if len(tokens(heard.reply)) > FEW_WORDS_DENIED:
        return False
    if option.pattern is not None and option.pattern.denied(heard.reply):
        return True
    written = (label_of(option, heard.language), *option.examples.get(heard.language, ()))
    return any(_is_denied(text, heard) for text in written)


def _is_denied(text: str, heard: Heard) -> bool:
    """Whether a reply says what `text` says with a denial right before it; not where `text` denies, too."""
    listening, pieces = ear(heard.language), tokens(heard.reply)
    written = tokens(text)
    own = {token.folded for token in written if not is_common(token.folded, listening.language)}
    places = [place for place, token in enumerate(pieces) if token.folded in own]
    if not own or own - {pieces[place].folded for place in places} or denies(listening.roles(written)):
        return False
    return any(
        0 <= places[0] - end <= BESIDE_DENIAL and not any(map(_pauses, pieces[end - 1 : places[0]]))
        for end in _negators(pieces, listening)
    )


def _negators(pieces: Sequence[Token], listening: Ear) -> set[int]:
    """Behind which words a denial ends."""
    return {role.end for role in listening.roles(pieces) if role.name == "negators"}


def _pauses(piece: Token) -> bool:
    return PAUSE.search(piece.after) is not None
