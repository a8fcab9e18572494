"""Reading an answer: which listed option a reply means, or which act it is instead, or that it is unclear.

Works for any question and any options. Ordered readers: acts that outrank answers, the author's pattern, meanings
with negation and contrast, yes and no, numbers against ranges, words in common. What the readers find is added up per
option; the costs of being wrong decide whether the sum is enough: a wrong "it works" is worst, a wrong branch bad, a
needless question mild. Where that does not decide, the learned reader does (`settling.py`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from agent.conversation import Evidence
from agent.detection import detect
from agent.understanding.acts import OUTRANKING, find_acts
from agent.understanding.apart import heard_apart
from agent.understanding.clauses import clauses
from agent.understanding.contradicted import of_its_colour
from agent.understanding.convinced import Adviser
from agent.understanding.ear import ear
from agent.understanding.options import Meant, asked
from agent.understanding.outright import outright
from agent.understanding.plain import without_casing, without_feelings
from agent.understanding.refusals import NO_PERSON
from agent.understanding.scoring import Score, scores
from agent.understanding.second_thoughts import taken_back
from agent.understanding.settling import ENCODER, settled
from agent.understanding.sight import Heard
from agent.understanding.values import SURE_ACT, Act, Question, Reading

# A needless question costs 1, a wrong branch about 5, a wrong "it works" about 20. Thresholds on tune data.
ENOUGH = 0.3
MARGIN = 0.2
ENOUGH_WORKS = 0.5
MARGIN_WORKS = 0.35
# How sure an answer must be to be taken although the message also does something else.
STRONG = {"repeat": 0.8, "wait": 0.8, "question": 0.9, "digression": 0.9, "cannot_do": 1.6, "solved": 1.5}
BEYOND_REACH, _CANNOT_DO = "beyond_reach", "cannot_do"
# What may be switched off to measure its worth: `acts`, `learned`, `encoder`, and the sources of evidence of the scorer.
MECHANISMS = (
    "acts", "words", "answer", "worth", "pattern", "label", "example", "number", "rate", "hour", "count", "learned",
    "encoder", "apart",
)  # fmt: skip
_APART = "apart"
_AFFIRMED = 1.0
SURE_OUTRIGHT = 0.9
OUTRIGHT = Evidence("pattern", "a clause says it outright", 1.0)
_CONFIRM, _APPOINTMENT, _STEP = "confirm", "appointment", "step"
_PERSON_OR_STOP = ("person", "stop")
_FIRST = ("injection", "correction")
_BEFORE_WEAK = ("solved", "repeat", "cannot_do", "wait", "digression", "question")
_AFTER = ("already_done", "small_talk", "greeting", "thanks", "goodbye", "restart")
_REPORTED = {
    "injection": "digression", "small_talk": "digression", "greeting": "digression", "thanks": "digression",
    "goodbye": "digression", "restart": "restart", "problem": "digression",
}  # fmt: skip


def read_answer(
    question: Question,
    reply: str,
    language: str | None = None,
    context: Mapping[str, Any] | None = None,
    *,
    encoder: Adviser | None = None,
    without: Collection[str] = (),
    complaint: str = "",
) -> Reading:
    """What `reply` says to `question`. `language` None = detected. `context`: known facts, for figures to compare with;
    `complaint`: what the talk is about, for news of it.

    `encoder` is asked beside the learned reader where rules and reader disagree. `without`: MECHANISMS to do without, for
    measuring what each is worth.
    """
    language = language or detect(reply).language
    del context  # facts to compare figures with: none are needed yet

    def read(said: str) -> Reading:
        return _read(question, said, language, encoder, without, complaint)

    whole = read(reply)
    if whole.kind != "unclear" or question.kind != _STEP or _APART in without:
        return whole
    return heard_apart(reply, read, ear(language)) or whole


def _read(
    question: Question,
    reply: str,
    language: str,
    encoder: Adviser | None,
    without: Collection[str],
    complaint: str,
) -> Reading:
    """One reading of all that is said."""
    understood = asked(question, ear(language).language)
    if question.kind == _STEP:  # "It works. What a joke!" may be no good news
        own = frozenset[str]().union(*(option.stems for option in understood.options))
        reply = without_casing(without_feelings(reply, own, ear(language)), own, ear(language))
    ranked = scores(understood, question, reply, language, without)
    written = [score for score in ranked if score.written]
    if len(written) == 1:  # in the author's own words: before any act that a word of it may sound like
        return _outcome(written[0], None)
    acts = () if "acts" in without else find_acts(reply, language, question, complaint)
    by_rules = _reading(
        acts, _decide(ranked) or _yes_with_a_time(question, acts, ranked), ranked, understood.options
    )
    if "learned" in without or not ranked:
        return by_rules
    adviser = None if ENCODER in without else encoder
    reading = settled(
        question, understood, Heard(reply, language, ranked, acts, by_rules, complaint), adviser
    )
    read = by_rules if _refused(reading, acts) or _takes_back(reply, language) else reading
    if question.kind == _STEP and read.kind == "outcome":
        alike = of_its_colour(read.outcome, question, understood, reply, language)
        if alike:
            untold = Evidence("reading", "which of the lights is not said", 0.0)
            return Reading("unclear", evidence=(*read.evidence[:3], untold), among=alike)
    read = _said_outright(read, outright(question, understood, reply, language), ranked)
    return _excused(read, acts, ranked, understood.options)


def _said_outright(reading: Reading, told: str | None, ranked: tuple[Score, ...]) -> Reading:
    """The answer that a clause says in so many words, where what is told beside it was taken for another, or for none."""
    if told is None or reading.kind == "act" or reading.outcome == told:
        return reading
    score = next(score for score in ranked if score.id == told)
    return Reading("outcome", told, None, SURE_OUTRIGHT, (OUTRIGHT, *score.evidence))


def _refused(reading: Reading, acts: tuple[Act, ...]) -> bool:
    """Whether a reading takes "no person needed" for the wish for one, or for the wish to stop."""
    return reading.act in _PERSON_OR_STOP and any(act.name == NO_PERSON for act in acts)


def _excused(
    reading: Reading, acts: tuple[Act, ...], ranked: tuple[Score, ...], options: tuple[Meant, ...]
) -> Reading:
    """What cannot be got at is no answer that merely resembles the reply: only the author's words outrank it."""
    beyond = next((act for act in acts if act.name == BEYOND_REACH and act.confidence >= SURE_ACT), None)
    if beyond is None or reading.kind == "act":
        return reading
    same = [option.id for option in options if option.act == _CANNOT_DO]
    if reading.kind == "unclear" and same:
        return reading
    listed = [
        score for score in ranked if score.id == reading.outcome and (score.written or _patterned(score))
    ]
    if reading.outcome in same or listed:
        return reading
    return Reading("act", None, _CANNOT_DO, beyond.confidence, (beyond.evidence,))


def _takes_back(reply: str, language: str) -> bool:
    """Whether a reply takes back what it says first: a likeness cannot hear that."""
    listening = ear(language)
    return taken_back(clauses(reply, listening), listening) > 0


def _decide(ranked: tuple[Score, ...]) -> Score | None:
    """The best option, if it is good enough and clear enough of the next for what a mistake would cost."""
    if not ranked or any(score.undecided for score in ranked):
        return None
    patterned = [score for score in ranked if _patterned(score)]
    if len(patterned) == 1 and all(score.total < ENOUGH for score in ranked if score is not patterned[0]):
        return patterned[0]  # in a word the author listed, and nothing speaks for another answer
    best = ranked[0]
    gap = best.total - (ranked[1].total if len(ranked) > 1 else 0.0)
    enough, margin = (ENOUGH_WORKS, MARGIN_WORKS) if best.good else (ENOUGH, MARGIN)
    return best if best.total >= enough and gap >= margin else None


def _yes_with_a_time(question: Question, acts: tuple[Act, ...], ranked: tuple[Score, ...]) -> Score | None:
    """The one thing agreed to, where a time that suits is all that stands beside it: "yes, but after five"."""
    if question.kind != _CONFIRM or not any(act.name == _APPOINTMENT for act in acts):
        return None
    agreed = [score for score in ranked if score.total > 0]
    answered = agreed and any(each.source == "answer" for each in agreed[0].evidence)
    return agreed[0] if answered and len(agreed) == 1 else None


def _patterned(score: Score) -> bool:
    """Whether a word that the author listed for the option is affirmed."""
    return any(e.source == "pattern" and (e.weight or 0) >= _AFFIRMED for e in score.evidence)


def _reading(
    acts: tuple[Act, ...], chosen: Score | None, ranked: tuple[Score, ...], options: tuple[Meant, ...]
) -> Reading:
    sure = {act.name: act for act in acts if act.confidence >= SURE_ACT}
    same = {option.id: option.act for option in options}
    for name in OUTRANKING:
        if name in sure and not (name == "stop" and "solved" in sure):
            equal = next((id_ for id_, act in same.items() if act == name), None)
            if equal is not None:
                return _outcome(next(s for s in ranked if s.id == equal), sure.get(name))
            if (
                name == "stop" and chosen and _patterned(chosen)
            ):  # "never mind, leave it" where that is listed
                return _outcome(chosen, sure[name])
            return _act(sure[name], chosen)
    if sure.keys() & {"injection", "correction"}:
        return _act(next(sure[name] for name in _FIRST if name in sure), chosen)
    for name in _BEFORE_WEAK:
        if name not in sure:
            continue
        equals = [id_ for id_, act in same.items() if act == name]
        if len(equals) == 1 and (chosen is None or chosen.total < STRONG[name]):
            return _outcome(next(s for s in ranked if s.id == equals[0]), sure[name])
        if name == "solved" and ranked and ranked[0].good and ranked[0].total >= ENOUGH:
            return _outcome(ranked[0], sure[name])
        if chosen is None or chosen.total < STRONG[name]:
            return _act(sure[name], chosen)
    if chosen is not None:
        return _outcome(chosen, next(iter(sure.values()), None))
    for name in _AFTER:
        if name in sure:
            return _act(sure[name], None)
    why = ranked[0].evidence if ranked else ()
    return Reading(
        "unclear", confidence=0.0, evidence=(*why[:3], Evidence("reading", "no option is clearly meant"))
    )


def _outcome(score: Score, act: Act | None) -> Reading:
    confidence = 1 / (1 + math.exp(-2.2 * (score.total - 0.2)))
    name = _reported(act) if act else None
    return Reading("outcome", score.id, name, round(confidence, 3), score.evidence)


def _act(act: Act, chosen: Score | None) -> Reading:
    outcome = chosen.id if chosen else None
    return Reading("act", outcome, _reported(act), act.confidence, (act.evidence,))


def _reported(act: Act) -> str:
    """The name callers know: a question about something else is still a question."""
    return "question" if act.asks else _REPORTED.get(act.name, act.name)
