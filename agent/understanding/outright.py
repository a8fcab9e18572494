"""The one listed answer that a clause says outright, where all the rest tells of something else.

"I moved it, but nothing has changed"       the first clause answers; what it led to was not asked
"it lit up, then went out again"            the rest is about the lamp, too: nothing is outright
"gauti, sakiau gi. siuntimas veikia"        one word, and it is the answer
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.language import stem, tokens
from agent.understanding.atoms import Atom, atoms, group, things
from agent.understanding.clauses import Clause, clauses, denies
from agent.understanding.contradicted import COLOURS
from agent.understanding.ear import Ear, ear, is_common
from agent.understanding.options import Asked, Meant, stems_of
from agent.understanding.values import Option, Question
from agent.understanding.whole import services_of

BESIDE = 2  # words beside an answer's own that leave them the whole clause
_NOT_SO = (
    "without",
    "exception",
    "only",
    "rest",
    "past",
    "supposed",
    "doubt",
    "undecided",
    "although",
    "irony",
)
_UNTOLD = frozenset({"quantity"})  # "nothing" and "all" count; of what, the rest of the clause says
_BY_EXAMPLE = 0.42  # of an option's meanings, those that only its examples tell are not above this
_ANSWERS = {"yes": 1, "no": -1}
_LIT, _DEVICE = "lit", "device"
_STEP, _BETTER, _SAME = "step", "better", "same"


def outright(question: Question, understood: Asked, reply: str, language: str) -> str | None:
    """The answer that one clause of several says in its own words, while no other clause is about what is asked."""
    listening = ear(language)
    cut = clauses(reply, listening)
    if question.kind != _STEP or len(cut) < 2 or any(clause.has("turn") for clause in cut[1:]):
        return None
    said = [set(_said(clause, question, understood, listening)) for clause in cut]
    meant = set[str]().union(*said)
    if len(meant) != 1:
        return None
    one = next(each for each in understood.options if each.id in meant)
    rest = [clause for clause, own in zip(cut, said, strict=True) if not own]
    compared = any(own and _compares(clause, listening) for clause, own in zip(cut, said, strict=True))
    if compared:  # "faster, but it still lags at times" is faster
        rest = [clause for clause in rest if not _is_left_over(clause, one, question, listening)]
    return one.id if all(_leaves(clause, one, question, understood, listening) for clause in rest) else None


def _compares(clause: Clause, listening: Ear) -> bool:
    """Whether a clause says that something is better than it was, or than elsewhere."""
    return any(find.name == _BETTER for find in listening.beside.find(clause.tokens))


def _is_left_over(clause: Clause, one: Meant, question: Question, listening: Ear) -> bool:
    """Whether a clause tells, behind a "but", what is not good yet: not that all is as it was."""
    same = any(atom.meaning == _SAME and atom.sign > 0 for atom in atoms(clause, listening))
    return clause.begins("contrast") and not same and not _speaks_for_another(clause, one, question)


def _said(clause: Clause, question: Question, understood: Asked, listening: Ear) -> Iterator[str]:
    """The options of which a clause says a label, an example, or a word listed and hardly anything else."""
    if "?" in clause.ends or clause.asks or any(map(clause.has, _NOT_SO)):
        return
    stems = stems_of(clause.text, listening.language)
    for meant, option in zip(understood.options, question.options, strict=True):
        spelt = len(stems) > 1 and (stems in meant.spelt or stems in meant.samples)
        if spelt or _is_listed(option, clause, understood, listening):
            yield option.id


def _is_listed(option: Option, clause: Clause, understood: Asked, listening: Ear) -> bool:
    """Whether a clause is words of the option's pattern, small words and words of the question."""
    found = option.pattern.affirmed(clause.text) if option.pattern is not None else None
    if found is None:
        return False
    listed = {token.folded for token in tokens(found.text)}
    beside = [token.folded for token in clause.tokens if token.folded not in listed]
    return sum(_tells(word, understood, listening) for word in beside) <= BESIDE


def _tells(word: str, understood: Asked, listening: Ear) -> bool:
    small = is_common(word, listening.language) or word.isdigit()
    return not small and stem(word, listening.language) not in understood.stems


def _leaves(clause: Clause, one: Meant, question: Question, understood: Asked, listening: Ear) -> bool:
    """Whether a clause leaves an answer standing: it speaks for it, or of nothing that tells the answers apart."""
    if _speaks_for_another(clause, one, question) or _sets_against(clause, one, listening):
        return False
    if _is_of_something_else(clause, question, understood, listening):
        return True
    told = [atom for atom in atoms(clause, listening) if group(atom.meaning) not in _UNTOLD]
    named = [atom for atom in told if _is_labelled(atom.meaning, understood)]
    return all(_speaks_for(atom, one) for atom in named)


def _sets_against(clause: Clause, one: Meant, listening: Ear) -> bool:
    """Whether a clause sets another thing against the one that was answered of: "not on the laptop", or, where it is dark, "the
    module is green"."""
    told = atoms(clause, listening)
    bare = denies(clause.roles) and bool(told) and all(group(atom.meaning) == _DEVICE for atom in told)
    lit = any(atom.meaning in COLOURS and atom.sign > 0 for atom in told)
    return bare or (lit and one.direct.get(_LIT, 0.0) < 0)


def _speaks_for(atom: Atom, one: Meant) -> bool:
    """Whether what is said is of the answer's own, or the yes or no that it is; what an example of it merely names is not: "all green
    today, it was red yesterday" makes no red of "as usual"."""
    if atom.meaning in _ANSWERS:
        return _ANSWERS[atom.meaning] * one.stance >= 0
    return atom.sign * one.direct.get(atom.meaning, 0.0) > _BY_EXAMPLE


def _speaks_for_another(clause: Clause, one: Meant, question: Question) -> bool:
    """Whether a clause has a word listed for another answer."""
    others = [option.pattern for option in question.options if option.id != one.id]
    return any(pattern is not None and pattern.affirmed(clause.text) for pattern in others)


def _is_labelled(meaning: str, understood: Asked) -> bool:
    """Whether a yes or no, or what the answers' own labels tell: their examples tell of much else."""
    stated = (abs(option.direct.get(meaning, 0.0)) for option in understood.options)
    return meaning in _ANSWERS or any(share > _BY_EXAMPLE for share in stated)


def _is_of_something_else(clause: Clause, question: Question, understood: Asked, listening: Ear) -> bool:
    """Whether a clause names a thing, or a service, that neither question nor answers do, and no word of theirs."""
    language = listening.language
    labels = ". ".join(option.labels.get(language, "") for option in question.options)
    asked = f"{question.text}. {labels}"
    named = things(clause.text, listening) | services_of(clause.text, language)
    if clause.begins("contrast") and _devices(clause.text, listening) - _devices(asked, listening):
        return True  # "it took it, but now the phone won't join"
    if not named - things(asked, listening) - services_of(asked, language):
        return False
    own = understood.stems.union(*(option.stems for option in understood.options))
    told = {token.folded for token in clause.tokens if not is_common(token.folded, language)}
    return not any(stem(word, language) in own for word in told)


def _devices(text: str, listening: Ear) -> set[str]:
    """The devices that a text names."""
    names = {find.name[:-1] for find in listening.meant(tokens(text))}
    return {name for name in names if group(name) == _DEVICE}
