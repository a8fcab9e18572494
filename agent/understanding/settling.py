"""Rules, learned reader and encoder together: which of them is followed, and when none is sure enough.

Thresholds follow the costs of a mistake (a needless question 1, a wrong branch about 5, a wrong "it works" about 20, danger
unheard worst of all) and were chosen on replies of the tuning authors, each read by a reader that had not seen that author.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from agent.conversation import Evidence
from agent.language import tokens
from agent.understanding.atoms import atoms
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear, is_common
from agent.understanding.learned import UNCLEAR, Chances, Learned, learned
from agent.understanding.options import Asked
from agent.understanding.plain import plain
from agent.understanding.sight import Heard, Sight, label_of, look
from agent.understanding.values import SURE_ACT, Question, Reading

ENOUGH_OPTION = 0.55  # of the learned reader alone
ENOUGH_WEIGHED = 0.5  # of both, weighed together
ENOUGH_WORKS = 0.8
ENOUGH_CONSENT = 0.8
ENOUGH_GOING_ON = 0.45  # at "does it work?", anything but yes: only another step is lost
ENOUGH_ESCALATE = 0.85  # what ends the walk and calls a person
ENOUGH_ACT = {"danger": 0.25, "person": 0.4, "solved": 0.8}
ENOUGH_OTHER_ACT = 0.35
ENOUGH_STRANGE = 0.9  # not one word of the reply is known: hands on a keyboard, or another tongue
AGREED = 0.95  # rules and learned reader think alike: the encoder is not worth its time
BY_PIECES, BY_ENCODER = 0.5, 0.5  # the weight of each one's logarithm where both are asked
_LEAST = 1e-6
AGREED_ENOUGH = 0.4  # of both, where the rules decided the same (good news: and are very sure)
ENOUGH_WORKS_UNHEARD = 0.85  # good news that the rules do not hear
MARGIN = 0.05  # of the likeliest over the second
MOST_OPTIONS = 9  # the encoder never saw more
TENABLE = 0.35  # what the rules decided is followed where it is the likeliest, from so much on
SURE_RULES = 0.8  # their confidence from which on they are sure
VERY_SURE = 0.95
CONTRADICTED = 0.4  # what they are very sure of stands unless another option is that probable
ASTRAY, ASTRAY_FROM_SURE = 0.4, 0.9  # an option's word, said of something else: from so much on it is asked
FEW_WORDS_OF_DONE = 5  # "I've already done that" is no answer to "shall we do it now?"
FEW_WORDS = 3  # what the rules are sure of in so short a reply stands
HEARD_DANGER = 0.5  # by the learned reader: the encoder does not argue it away
_DANGER = "danger"
_KEPT = frozenset({_DANGER, "injection"})  # heard by rule: never argued away
_AUTHORED = frozenset({"pattern", "example"})  # read in the author's own words
_CONFIRMING, _CLOSING = "confirm", "closing"
_RULED = frozenset({_CLOSING, _CONFIRMING})  # "does it work?", "shall I?": what the rules decide there stands
_APPOINTMENT, _ALREADY_DONE = "appointment", "already_done"
_GOOD, _PLAINLY_GOOD = 0.5, 0.6
SOLVED, LIKELY = "solved", 0.15
LEARNED, ENCODER = "learned", "encoder"


class Adviser(Protocol):
    """Who is asked beside the learned reader: the encoder."""

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        """How probable each listed answer (in order), each act and "unclear" is."""
        ...


@dataclass(frozen=True, slots=True)
class Best:
    """The likeliest option (its place) or act."""

    chance: float
    place: int | None = None
    act: str | None = None


def settled(question: Question, understood: Asked, heard: Heard, encoder: Adviser | None) -> Reading:
    """The reading of a reply, given what the rules made of it; `encoder` None = without it."""
    decided = heard.decided
    heard = replace(heard, reply=plain(heard.reply, ear(heard.language)))
    if _stands(question, understood, heard):
        return decided
    reader = learned()
    seen = look(reader.lens, question, understood, heard)
    by_pieces = reader.chances(seen)
    chances = told_as_option(understood, by_pieces)
    source = LEARNED
    if encoder is None or len(question.options) > MOST_OPTIONS:
        best = _chosen(question, understood, heard, chances)
    elif by_pieces.others[_DANGER] >= HEARD_DANGER:
        best = Best(by_pieces.others[_DANGER], act=_DANGER)
    elif chance_of(decided, question, chances) >= AGREED:
        return decided
    else:
        labels = [label_of(option, heard.language) for option in question.options]
        encoded = encoder.chances(question.text, labels, heard.reply.lower())
        chances = told_as_option(understood, mixed(by_pieces, encoded))
        best, source = _weighed(question, understood, heard, chances), ENCODER
    if isinstance(best, Reading):
        return best
    if decided.act == "question" and best.act in ("repeat", "digression"):
        return decided  # all three are questions; the rules know what asks
    best = _as_option(best, understood)
    word = _telling(reader, seen, best, by_pieces, heard)
    return _read(best, question, heard, word, LEARNED if word else source)


def _weighed(question: Question, understood: Asked, heard: Heard, chances: Chances) -> Best | Reading:
    """What rules, learned reader and encoder together hold for likeliest; unclear where that is not enough."""
    decided, best = heard.decided, best_of(chances)
    likely = chance_of(decided, question, chances)
    needed = _needed(best, question, understood, heard, ENOUGH_WEIGHED)
    worth = 0.0 if best.place is None else understood.options[best.place].worth
    if _is_same(best, decided, question):
        careful = worth >= _PLAINLY_GOOD and decided.confidence < VERY_SURE
        agreed = needed if careful else min(needed, AGREED_ENOUGH)
        return decided if best.chance >= max(agreed, chances.others[UNCLEAR]) else _doubted(decided, likely)
    needed = max(needed, ENOUGH_WORKS_UNHEARD) if worth >= _GOOD else needed
    if best.chance >= max(needed, chances.others[UNCLEAR], _second(chances) + MARGIN):
        return best
    return _doubted(decided, max(likely, best.chance))


def _is_same(best: Best, decided: Reading, question: Question) -> bool:
    """Whether the likeliest is what the rules decided."""
    if best.place is not None:
        return decided.kind == "outcome" and question.options[best.place].id == decided.outcome
    return decided.kind == "act" and best.act == decided.act


def _second(chances: Chances) -> float:
    """The second of all probabilities."""
    return sorted([*chances.options, *chances.others.values()])[-2]


def _chosen(question: Question, understood: Asked, heard: Heard, chances: Chances) -> Best | Reading:
    """Between what the rules decided and what the learned reader alone holds for likeliest."""
    decided, best = heard.decided, best_of(chances)
    likely = chance_of(decided, question, chances)
    needed = _needed(best, question, understood, heard, ENOUGH_OPTION)
    if decided.kind == "outcome" and chances.others[UNCLEAR] >= max(_astray(decided), likely, best.chance):
        return _doubted(decided, likely)
    kept = _by_rules(decided, likely, best, needed)
    return best if kept is None else kept


def _needed(best: Best, question: Question, understood: Asked, heard: Heard, option: float) -> float:
    return max(enough(best, question, understood, option), 0.0 if _has_known_words(heard) else ENOUGH_STRANGE)


def _by_rules(decided: Reading, likely: float, best: Best, needed: float) -> Reading | None:
    """What the rules decided, or the doubt about it; None where the learned reader is followed."""
    if decided.kind == UNCLEAR:
        return decided if best.chance < needed else None
    if _outweighed(best, decided):
        return decided
    if best.chance <= likely:
        return decided if likely >= TENABLE else _doubted(decided, likely)
    return _doubted(decided, likely) if best.chance < needed else None


def _has_known_words(heard: Heard) -> bool:
    """Whether the packs, or this question's own words, know anything of the reply."""
    pieces, listening = tokens(heard.reply), ear(heard.language)
    return (
        any(score.evidence for score in heard.ranked)
        or any(is_common(piece.folded, listening.language) for piece in pieces)
        or any(atoms(clause, listening) for clause in clauses(heard.reply, listening))
    )


def _stands(question: Question, understood: Asked, heard: Heard) -> bool:
    """Whether what the rules decided is not asked again."""
    if any(act.name in _KEPT and act.confidence >= SURE_ACT for act in heard.acts):
        return True
    decided = heard.decided
    authored = decided.kind == "outcome" and any(each.source in _AUTHORED for each in decided.evidence)
    count = len(heard.reply.split())
    few = count <= FEW_WORDS
    if decided.kind == UNCLEAR:  # a bare yes or no to a negated or double question
        return (understood.double and count == 1) or (few and any(score.undecided for score in heard.ranked))
    done = decided.act == _ALREADY_DONE and count <= FEW_WORDS_OF_DONE and decided.confidence >= SURE_ACT
    return (
        authored
        or done
        or _reckoned(decided, understood)
        or (few and decided.confidence >= SURE_RULES)
        or question.kind in _RULED
    )


def _reckoned(decided: Reading, understood: Asked) -> bool:
    """Whether the rules worked out what no likeness can: a share of the plan's speed, a time beside a yes."""
    shared = understood.of_plan and any(each.source == "number" for each in decided.evidence)
    return decided.kind == "outcome" and (shared or decided.act == _APPOINTMENT)


def _outweighed(best: Best, decided: Reading) -> bool:
    """Whether the rules are too sure of an option for what else is likeliest."""
    sure = decided.kind == "outcome" and decided.confidence >= VERY_SURE
    return sure and best.act is None and best.chance < CONTRADICTED


def _astray(decided: Reading) -> float:
    """How probable it must be that a reply answers nothing, against what the rules decided."""
    return ASTRAY_FROM_SURE if decided.confidence >= VERY_SURE else ASTRAY


def _doubted(decided: Reading, likely: float) -> Reading:
    doubt = Evidence(LEARNED, "what the rules found is improbable", round(likely, 3))
    return Reading(UNCLEAR, evidence=(*decided.evidence[:3], doubt))


def mixed(one: Chances, other: Chances) -> Chances:
    """Two opinions as one: the weighted sum of their logarithms (a logarithmic opinion pool: Genest & Zidek 1986)."""
    names = tuple(one.others)
    left = np.log(np.maximum([*one.options, *(one.others[name] for name in names)], _LEAST))
    right = np.log(np.maximum([*other.options, *(other.others[name] for name in names)], _LEAST))
    added = BY_PIECES * left + BY_ENCODER * right
    raised = np.exp(added - added.max())
    shares = [float(share) for share in raised / raised.sum()]
    count = len(one.options)
    return Chances(tuple(shares[:count]), dict(zip(names, shares[count:], strict=True)))


def told_as_option(understood: Asked, chances: Chances) -> Chances:
    """Where the best news listed is among the likely answers, "it is solved" is that answer: their chances are one."""
    worths = [option.worth for option in understood.options]
    place = max(range(len(worths)), key=lambda each: worths[each])
    if worths[place] < _GOOD or worths.count(worths[place]) > 1 or chances.options[place] < LIKELY:
        return chances
    options = list(chances.options)
    options[place] += chances.others[SOLVED]
    return Chances(tuple(options), {**chances.others, SOLVED: 0.0})


def _as_option(best: Best, understood: Asked) -> Best:
    """An act that is itself listed is that option."""
    same = [place for place, option in enumerate(understood.options) if best.act and option.act == best.act]
    return Best(best.chance, place=same[0]) if len(same) == 1 else best


def chance_of(decided: Reading, question: Question, chances: Chances) -> float:
    """How probable the rules' reading is; 0 when they have none, 1 for acts the learned reader does not know."""
    if decided.kind == "outcome":
        ids = [option.id for option in question.options]
        return chances.options[ids.index(decided.outcome)] if decided.outcome in ids else 1.0
    if decided.kind == "act":
        return chances.others.get(decided.act or "", 1.0)
    return 0.0


def best_of(chances: Chances) -> Best:
    """The likeliest option or act; danger before all others where it is probable enough."""
    if chances.others["danger"] >= ENOUGH_ACT["danger"]:
        return Best(chances.others["danger"], act="danger")
    place = max(range(len(chances.options)), key=lambda each: chances.options[each])
    acts = {name: chance for name, chance in chances.others.items() if name != UNCLEAR}
    name = max(acts, key=lambda each: acts[each])
    if chances.options[place] >= acts[name]:
        return Best(chances.options[place], place=place)
    return Best(acts[name], act=name)


def enough(best: Best, question: Question, understood: Asked, option: float = ENOUGH_OPTION) -> float:
    """How probable it must be: good news and consent need more than the rest, danger less."""
    if best.act is not None or best.place is None:
        return ENOUGH_ACT.get(best.act or "", ENOUGH_OTHER_ACT)
    if understood.options[best.place].worth >= _GOOD:
        return ENOUGH_WORKS
    if question.kind == _CLOSING:
        return ENOUGH_GOING_ON
    if question.options[best.place].action == "escalate":
        return ENOUGH_ESCALATE
    return ENOUGH_CONSENT if question.kind == _CONFIRMING else option


def _telling(reader: Learned, seen: Sight, best: Best, by_pieces: Chances, heard: Heard) -> str:
    """The word that spoke for an option, where the learned reader takes it too; else ""."""
    if best.place is None or by_pieces.options[best.place] < max(by_pieces.options):
        return ""
    words = tuple(dict.fromkeys(token.folded for token in tokens(heard.reply)))
    return reader.telling(seen, best.place, words)


def _read(best: Best, question: Question, heard: Heard, word: str, source: str) -> Reading:
    share = round(best.chance, 3)
    if best.act is not None or best.place is None:
        return Reading("act", None, best.act, share, (Evidence(source, f"sounds like {best.act}", share),))
    option = question.options[best.place]
    because = f"most likely “{option.id}”" + (f": “{word}” speaks for it" if word else "")
    evidence = (Evidence(source, because, share),)
    return replace(
        Reading("outcome"), outcome=option.id, act=heard.decided.act, confidence=share, evidence=evidence
    )
