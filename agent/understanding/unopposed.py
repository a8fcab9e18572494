"""What speaks against good news in a reply, in whatever clause: a denial, a hedge, irony, a bad sign, a question.

A word that is part of the news itself does not ("just rang", "hasn't dropped", "smooth as"), nor irony that is a kind word
behind a yes ("yes, lovely").
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set

from agent.language import Token
from agent.understanding.atoms import atoms, group, worth
from agent.understanding.clauses import Clause
from agent.understanding.ear import DENYING, Ear
from agent.understanding.lexicon import Find

_BAD = -0.25  # from so little worth on, something is said that speaks against it
_AGAINST = (
    *DENYING,
    "exception",
    "doubt",
    "undecided",
    "contrast",
    "although",
    "supposed",
    "unable",
)
_ONLY, _IRONY, _YES, _SAME, _DOUBT = "only", "irony", "yes", "same", "doubt"
_HOUSEHOLD, _SPEAKING = "household", ("reported", "unsure")
_LOGIN = "login_page"
_PASSING, _QUANTITY = "loading", "quantity"  # "nothing" is bad only with what there is nothing of
_SMALL = ("filler", "turn")


def is_opposed(cut: Sequence[Clause], news: Sequence[Find], listening: Ear) -> bool:
    """Whether anything in the clauses `cut` speaks against what is told at `news`; "only" does from there on."""
    within, first, begin = places(news), min((find.start for find in news), default=0), 0
    agreed = opens_with_yes([token for clause in cut for token in clause.tokens], listening)
    for clause in cut:
        end = begin + len(clause.tokens)
        free = [role for role in clause.roles if not _lies_in(role, begin, within)]
        if within and begin > max(within) and _tells_who(clause, listening):
            free = [role for role in free if role.name != _DOUBT]
        if within and begin > max(within) and _only_praises(clause, listening):
            free = [role for role in free if role.name != _IRONY]
        if any(_speaks_against(role, clause, agreed, listening) for role in free):
            return True
        if end > first and any(role.name == _ONLY for role in free):
            return True
        if clause.asks or "?" in clause.ends or any(_signs(clause, begin, within, listening, end <= first)):
            return True
        begin = end
    return False


def _tells_who(clause: Clause, listening: Ear) -> bool:
    """Whether a clause behind the news only guesses who of the house it was: "it's on! my grandson must have pressed something"."""
    found = {find.name for find in listening.secondhand.find_all(clause.tokens)}
    return _HOUSEHOLD in found and not found.intersection(_SPEAKING)


def _only_praises(clause: Clause, listening: Ear) -> bool:
    """Whether a clause behind the news is kind words and nothing else: "there is the news. Lovely"."""
    return set(range(len(clause.tokens))) <= places(listening.praise.find_all(clause.tokens))


def mocks(cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether words of irony stand in it that are no kind words besides."""
    return any(
        role.name == _IRONY and not _is_kind(role, clause, listening)
        for clause in cut
        for role in clause.roles
    )


def opens_with_yes(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether a reply opens with a yes, small words before it aside."""
    small = places(role for role in listening.roles(pieces) if role.name in _SMALL)
    first = next((place for place in range(len(pieces)) if place not in small), 0)
    return any(find.name == _YES and find.start in (0, first) for find in listening.answers.find(pieces))


def places(found: Collection[Find] | Iterator[Find]) -> set[int]:
    """The places of the words that are found."""
    return {place for find in found for place in range(find.start, find.end)}


def _lies_in(role: Find, begin: int, within: Set[int]) -> bool:
    return set(range(begin + role.start, begin + role.end)) <= within


def _speaks_against(role: Find, clause: Clause, agreed: bool, listening: Ear) -> bool:
    """Whether a steering word denies, hedges or mocks; not the mere answer "no", which is a clause of its own."""
    if role.name == _IRONY:
        return not (agreed and _is_kind(role, clause, listening))
    return role.name in _AGAINST and role.length < len(clause.tokens)


def _is_kind(role: Find, clause: Clause, listening: Ear) -> bool:
    """Whether what may be irony is made of kind words."""
    return _lies_in(role, 0, places(listening.praise.find_all(clause.tokens)))


def _signs(clause: Clause, begin: int, within: Set[int], listening: Ear, before: bool) -> Iterator[bool]:
    """For each thing a clause states beside the news, whether it is bad, or as it was; what passes may stand `before` it."""
    here = range(begin, begin + len(clause.tokens))
    told = any(place in within for place in here)
    own = " ".join(token.text for place, token in enumerate(clause.tokens, begin) if place in within)
    for atom in atoms(clause, listening):
        same = atom.meaning == _SAME and atom.sign > 0
        passed = (before and atom.meaning == _PASSING) or (not told and group(atom.meaning) == _QUANTITY)
        page = atom.meaning == _LOGIN and atom.sign > 0  # "a login page has come up"
        yield same or page or (worth(atom) <= _BAD and atom.said not in own and not passed)
