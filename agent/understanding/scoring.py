"""How well each listed option fits a reply: what every reader found, added up, with the words it rests on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.conversation import Evidence
from agent.language import stem, tokens
from agent.understanding.atoms import Atom, atoms, group, implied, plain_worth, worth
from agent.understanding.clauses import Clause, clauses
from agent.understanding.counting import counted
from agent.understanding.ear import Ear, ear, is_common
from agent.understanding.measuring import measured
from agent.understanding.options import Asked, Meant, stems_of
from agent.understanding.values import Option, Question

_OPPOSED = 0.6  # another one of the same group is meant
_OTHERS = 0.3  # "not green": one of the others
_MISSING = 0.12  # an option that says more than the reply does
_ONLY_KIND = 1.2  # "it's cordless", of "the base is dark"
_CORD = "cord"
_ESSENTIAL = 0.7  # "works, but slowly" without anything slow
_WORTH = 0.8
_LAST_WORD = 0.6
_NEWS = 0.5  # how good or bad a word must be to be news at all
_ANSWER = 0.9
_PATTERN = 1.2
_WORD = 0.5
_WRITTEN = Evidence("example", "said as the option is written", 3.0)
_SAMPLE = 1.6  # times the share of words in common
_LEAST_ALIKE = 0.34
_IGNORANCE = 0.8
_ECHO = 0.3  # a thing the question itself named says little
_ELSEWHERE = 0.3  # a clause about another device than the one asked about
_SCREEN = "screen"
_DAYPART, _SAME, _ALIKE = "daypart", "same", frozenset({"same", "all", "both"})
_GOOD = 0.5
_CLEAR = 1.0  # from here on an option is meant, whatever the reply repeats of the question


@dataclass(frozen=True, slots=True)
class Score:
    """One option's fit. `good`: choosing it would say that all is well. `undecided`: the customer says both.
    `written`: the reply is its label or one of its examples, word for word.
    """

    id: str
    total: float
    evidence: tuple[Evidence, ...]
    good: bool = False
    undecided: bool = False
    written: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """A reply as the readers see it."""

    cut: tuple[Clause, ...]
    said: tuple[Atom, ...]
    special: Mapping[str, Evidence]
    language: str
    stems: frozenset[str]
    undecided: bool
    without: Collection[str] = ()


def scores(
    understood: Asked, question: Question, reply: str, language: str, without: Collection[str] = ()
) -> tuple[Score, ...]:
    """Every option's fit, best first. `without`: sources of evidence to leave out, for measuring their worth."""
    listening = ear(language)
    cut = clauses(reply, listening)
    if not cut or not understood.options:
        return ()
    said = _heard(cut, understood, listening)
    special = measured(cut, said, understood, listening)
    if not understood.of_plan:  # a speed counts no things
        special = {**special, **counted(cut, understood, listening)}
    undecided = any(clause.has("undecided") for clause in cut)
    heard = Heard(cut, tuple(said), special, language, stems_of(reply, language), undecided, without)
    by_id = {option.id: option for option in question.options}
    found = [_score(meant, by_id[meant.id], understood, heard) for meant in understood.options]
    ranked = tuple(sorted(found, key=lambda score: -score.total))
    if ranked[0].total < _CLEAR and _only_echoes(reply, understood, language):
        return tuple(replace(score, undecided=True) for score in ranked)
    return ranked


def _only_echoes(reply: str, understood: Asked, language: str) -> bool:
    """Whether a reply only says the words of an open question again: "the network is network"."""
    if understood.polar:
        return False
    told = {stem(t.folded, language) for t in tokens(reply) if not is_common(t.folded, language)}
    listed = frozenset().union(*(option.stems for option in understood.options)) - understood.stems
    return bool(told) and told <= understood.stems and not told & listed


def _heard(cut: Sequence[Clause], understood: Asked, listening: Ear) -> list[Atom]:
    found: list[Atom] = []
    told = set[tuple[str, int]]()
    asked_devices = {name for name in understood.about if group(name) == "device"}
    about_devices = any(group(name) == "device" for name in understood.named)
    for place, clause in enumerate(cut):
        said = atoms(clause, listening, opens=place == 0)
        devices = {atom.meaning for atom in said if group(atom.meaning) == "device"}
        if devices and asked_devices and not devices & asked_devices and not about_devices and len(cut) > 1:
            said = [replace(atom, weight=atom.weight * _ELSEWHERE) for atom in said]
        if denied := told & _overridden(said):  # who says much denies little of it
            found = [atom for atom in found if (atom.meaning, atom.sign) not in denied]
        told.update((atom.meaning, atom.sign) for atom in said)
        found += said
    found = _at_its_worst(found, cut, listening)
    return _strongest(found) + _together(found, cut, understood, listening)


def _at_its_worst(found: Sequence[Atom], cut: Sequence[Clause], listening: Ear) -> list[Atom]:
    """Where one time of day is told to be worse than another, only the worse one counts: "vakare blogiau, dieną normaliai"."""
    told = [(clause, atoms(clause, listening)) for clause in cut]
    timed = [(clause, said) for clause, said in told if any(map(_is_of_the_day, said))]
    bad = [said for _, said in timed if sum(map(worth, said)) < 0]
    fair = [said for clause, said in timed if said not in bad and _says_more(clause, said, listening)]
    if (
        not bad
        or not fair
        or any(atom.meaning == _SAME and atom.sign > 0 for _, said in told for atom in said)
    ):
        return list(found)
    times = {atom.meaning for said in bad for atom in said if _is_of_the_day(atom)}
    return [atom for atom in found if not _is_of_the_day(atom) or atom.meaning in times]


def _is_of_the_day(atom: Atom) -> bool:
    return group(atom.meaning) == _DAYPART and atom.sign > 0


def _says_more(clause: Clause, said: Sequence[Atom], listening: Ear) -> bool:
    """Whether a clause says how it is at its time of day, and does not merely name it: "dieną, naktį, vakare"."""
    if any(atom.meaning in _ALIKE for atom in said):
        return False
    times = {token.folded for atom in said if _is_of_the_day(atom) for token in tokens(atom.said)}
    words = {token.folded for token in clause.tokens} - times
    return any(not is_common(word, listening.language) for word in words)


def _overridden(said: Sequence[Atom]) -> set[tuple[str, int]]:
    """Meanings and signs that are denied now in so many words: the last word wins."""
    return {(atom.meaning, -atom.sign) for atom in said if atom.weight >= _LAST_WORD}


def _strongest(found: Sequence[Atom]) -> list[Atom]:
    """Each meaning and sign once, at its greatest weight."""
    best: dict[tuple[str, int], Atom] = {}
    for atom in found:
        key = (atom.meaning, atom.sign)
        if key not in best or atom.weight > best[key].weight:
            best[key] = atom
    return list(best.values())


def _together(found: Sequence[Atom], cut: Sequence[Clause], understood: Asked, listening: Ear) -> list[Atom]:
    """Two of a group affirmed side by side are "both", or "any time" of the day."""
    more = []
    for kind, name in ((_DAYPART, "anytime"), ("medium", "both"), ("cord", "both")):
        told = {a.meaning: a for a in found if a.sign > 0 and a.weight > 0.6 and group(a.meaning) == kind}
        if name not in understood.named or len(told) < 2 or name in told:
            continue
        if kind == _DAYPART or not _differ(cut, kind, listening):
            more.append(Atom(name, 1, 2.0, " + ".join(a.said for a in told.values())))
    return more


def _differ(cut: Sequence[Clause], kind: str, listening: Ear) -> bool:
    """Whether clauses say something of one each, and not the same: "laidu raketa, oru vėžlys"."""
    told = []
    for clause in cut:
        said = atoms(clause, listening)
        mine = [atom for atom in said if group(atom.meaning) == kind and atom.sign > 0]
        if not mine or any(atom.meaning in _ALIKE for atom in said):
            continue
        named = {token.folded for atom in mine for token in tokens(atom.said)}
        more = {token.folded for token in clause.tokens if token.folded not in named}
        words = frozenset(word for word in more if not is_common(word, listening.language))
        told.append((words, sum(map(worth, said)) < 0))
    return (
        len({words for words, _ in told if words}) > 1
        and all(words for words, _ in told)
        and not all(bad for _, bad in told)
    )


def _score(meant: Meant, option: Option, understood: Asked, heard: Heard) -> Score:
    parts = _by_meaning(meant, understood, heard)
    parts += _by_answer(meant, understood, heard)
    parts += _by_worth(meant, understood, heard)
    parts += _by_pattern(option, heard)
    parts += _by_words(meant, understood, heard)
    written = "example" not in heard.without and _is_written(meant, understood, heard)
    parts += [_WRITTEN] if written else _by_example(meant, heard)
    parts += _by_ignorance(meant, heard)
    if meant.id in heard.special:
        parts.append(heard.special[meant.id])
    parts = [part for part in parts if part.source not in heard.without]
    total = sum(part.weight or 0.0 for part in parts)
    evidence = tuple(sorted(parts, key=lambda part: -abs(part.weight or 0.0)))
    return Score(meant.id, total, evidence[:6], meant.worth >= _GOOD, heard.undecided, written)


def _by_meaning(meant: Meant, understood: Asked, heard: Heard) -> list[Evidence]:
    parts = []
    fitting: set[str] = set()
    direct = {atom.meaning for atom in heard.said}
    follows = [atom for atom in implied(heard.said) if atom.meaning not in direct]
    for atom in [*heard.said, *_strongest(follows)]:
        if group(atom.meaning) == "quantity" and understood.counts:
            continue
        value = _affinity(atom, meant, understood)
        if value > 0:
            fitting.add(atom.meaning)
        if value:
            sign = "" if atom.sign > 0 else "not "
            parts.append(Evidence("words", f"“{atom.said}” = {sign}{atom.meaning}", round(value, 3)))
    if parts and _names_only_its_kind(meant, fitting):
        parts.append(Evidence("label", "says only of what kind it is", -_ONLY_KIND))
    missing = sorted(meant.told - fitting)
    if parts and meant.essential and not meant.essential & fitting:
        parts.append(Evidence("label", f"nothing said of {', '.join(sorted(meant.essential))}", -_ESSENTIAL))
    elif parts and missing:
        parts.append(
            Evidence("label", f"says nothing of {', '.join(missing)}", -_MISSING * min(3, len(missing)))
        )
    return parts


def _names_only_its_kind(meant: Meant, fitting: Collection[str]) -> bool:
    """Whether a reply says of an option only that the phone is cordless, or corded, and the option says how it is with it."""
    kinds = {name for name in meant.direct if group(name) == _CORD}
    return bool(kinds & set(fitting)) and bool(meant.told - kinds) and not (meant.told - kinds) & set(fitting)


def _affinity(atom: Atom, meant: Meant, understood: Asked) -> float:
    echoes = atom.meaning in understood.about and not understood.double and not plain_worth(atom.meaning)
    echo = _ECHO if echoes and atom.sign > 0 else 1.0
    value = atom.sign * atom.weight * echo
    if atom.meaning in meant.direct:
        return value * meant.direct[atom.meaning]
    if atom.meaning in meant.implied:
        return value * meant.implied[atom.meaning]
    kind = group(atom.meaning)
    siblings = [held for name, held in meant.direct.items() if kind is not None and group(name) == kind]
    if not siblings:
        return 0.0
    if max(siblings) < 0 and kind == _SCREEN:
        return 0.0  # what is not frozen need be no message about a bill
    if max(siblings) < 0:  # "not in the open", and the reply says "in a cupboard"
        return _OPPOSED * value * -min(siblings) if atom.sign > 0 else 0.0
    return -_OPPOSED * value if atom.sign > 0 else -_OTHERS * value


def _by_ignorance(meant: Meant, heard: Heard) -> list[Evidence]:
    """ "I don't know" beside anything else still means that, where it is an option."""
    knows_not = next((atom for atom in heard.said if atom.meaning == "unknown" and atom.sign > 0), None)
    if knows_not is None or "unknown" not in meant.told:
        return []
    return [Evidence("words", f"“{knows_not.said}”", _IGNORANCE)]


def _by_answer(meant: Meant, understood: Asked, heard: Heard) -> list[Evidence]:
    """Yes and no, where they can be taken at their word."""
    if not meant.stance or understood.double or (understood.negated and not meant.explicit):
        return []
    parts = []
    for atom in heard.said:
        if atom.meaning not in ("yes", "no"):
            continue
        agrees = (1 if atom.meaning == "yes" else -1) * meant.stance
        if meant.essential and agrees > 0:
            continue  # a bare yes does not say "works, but slowly"
        extra = max(0, len(meant.told) - 1) * _MISSING if agrees > 0 else 0.0
        parts.append(Evidence("answer", f"“{atom.said}”", round(agrees * atom.weight * _ANSWER - extra, 3)))
    return parts


def _by_worth(meant: Meant, understood: Asked, heard: Heard) -> list[Evidence]:
    """Good and bad news in words that no option uses: enough to tell "works" from "does not"."""
    goods = [option.worth for option in understood.options]
    if max(goods, default=0.0) < _GOOD or min(goods) > 0.1:
        return []
    news = [atom for atom in heard.said if abs(plain_worth(atom.meaning)) >= _NEWS]
    told = sum(worth(atom) for atom in news if atom.meaning not in understood.named)
    if sum(good * told >= _GOOD * abs(told) for good in goods) != 1:
        return []
    value = max(-1.0, min(1.0, told)) * _WORTH * max(-1.0, min(1.0, meant.worth))
    return [Evidence("worth", "good news" if told > 0 else "bad news", round(value, 3))] if value else []


def _by_pattern(option: Option, heard: Heard) -> list[Evidence]:
    if option.pattern is None:
        return []
    best, words = 0.0, ""
    for clause in heard.cut:
        if clause.asks or clause.weight <= best:
            continue
        if option.pattern.affirmed(clause.text):
            best, words = clause.weight, clause.text
    return [Evidence("pattern", f"“{words}”", round(best * _PATTERN, 3))] if best else []


def _is_written(meant: Meant, understood: Asked, heard: Heard) -> bool:
    """Whether the reply is a label or an example word for word; a bare yes to a negated or double question is not."""
    if len(heard.stems) == 1 and (understood.negated or understood.double):
        return False
    return heard.stems in meant.spelt or heard.stems in meant.samples


def _by_example(meant: Meant, heard: Heard) -> list[Evidence]:
    """An example of the author's, in nearly the same words; one of a single word ("no") is no part of others ("not now")."""
    best, words = 0.0, ""
    for sample in meant.samples:
        if len(sample) == 1:
            continue
        shared = len(sample & heard.stems)
        likeness = shared / max(1, len(sample | heard.stems))
        if shared and likeness > best:
            best, words = likeness, ", ".join(sorted(sample & heard.stems))
    return [Evidence("example", f"“{words}”", round(best * _SAMPLE, 3))] if best >= _LEAST_ALIKE else []


def _by_words(meant: Meant, understood: Asked, heard: Heard) -> list[Evidence]:
    """Words of the label that neither another option nor the question has."""
    others = frozenset().union(*(option.stems for option in understood.options if option.id != meant.id))
    own = meant.stems - others - understood.stems
    if not own:
        return []
    best: tuple[float, str] = (0.0, "")
    for clause in heard.cut:
        if clause.asks or any(role.name in ("negators", "without", "absent") for role in clause.roles):
            continue
        shared = [t.text for t in clause.tokens if stem(t.folded, heard.language) in own]
        value = clause.weight * _WORD * min(2, len(shared))
        if value > best[0]:
            best = (value, " ".join(shared))
    return [Evidence("label", f"“{best[1]}”", round(best[0], 3))] if best[0] else []
