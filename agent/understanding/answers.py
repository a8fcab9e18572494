"""Reading an answer: which listed option a reply means, or which act it is instead, or that it is unclear.

Works for any question and any options. Ordered readers: acts that outrank answers, the author's pattern, meanings
with negation and contrast, yes and no, numbers against ranges, words in common; where these do not decide, likeness
in spelling to labels and examples. What the readers find is added up per option; the costs of being wrong decide
whether the sum is enough: a wrong "it works" is worst, a wrong branch bad, a needless question mild.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agent.conversation import Evidence
from agent.language import detect
from agent.understanding.acts import OUTRANKING, find_acts
from agent.understanding.ear import ear
from agent.understanding.likeness import coefficients, probabilities
from agent.understanding.options import Meant, asked
from agent.understanding.scoring import Score, scores
from agent.understanding.values import Act, Question, Reading

# A needless question costs 1, a wrong branch about 5, a wrong "it works" about 20. Thresholds on tune data.
ENOUGH = 0.3
MARGIN = 0.2
ENOUGH_WORKS = 0.5
ENOUGH_TO_CLOSE = 0.9
MARGIN_WORKS = 0.35
# How sure an answer must be to be taken although the message also does something else.
STRONG = {"repeat": 0.8, "wait": 0.8, "question": 0.9, "digression": 0.9, "cannot_do": 1.6, "solved": 1.5}
_SURE_ACT = 0.75
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
) -> Reading:
    """What `reply` says to `question`. `language` None = detected. `context`: known facts, for figures to compare with."""
    language = language or detect(reply).language
    understood = asked(question, ear(language).language)
    del context  # facts to compare figures with: none are needed yet
    ranked = scores(understood, question, reply, language)
    written = [score for score in ranked if score.written]
    if len(written) == 1:  # in the author's own words: before any act that a word of it may sound like
        return _outcome(written[0], None)
    acts = find_acts(reply, language, question)
    chosen = _decide(ranked)
    if (
        chosen is None
        and ranked
        and not any(act.confidence >= _SURE_ACT and act.name != "problem" for act in acts)
    ):
        chosen = _likeliest(question, reply, ranked)
    return _reading(acts, chosen, ranked, understood.options)


def _decide(ranked: tuple[Score, ...]) -> Score | None:
    """The best option, if it is good enough and clear enough of the next for what a mistake would cost."""
    if not ranked or any(score.undecided for score in ranked):
        return None
    best = ranked[0]
    gap = best.total - (ranked[1].total if len(ranked) > 1 else 0.0)
    enough, margin = (ENOUGH_WORKS, MARGIN_WORKS) if best.good else (ENOUGH, MARGIN)
    return best if best.total >= enough and gap >= margin else None


def _likeliest(question: Question, reply: str, ranked: tuple[Score, ...]) -> Score | None:
    """Where no rule decides: the option whose label or examples the reply is spelt like, if that is probable enough.

    "It works" needs more than any other answer: a wrong one loses a customer.
    """
    if any(score.undecided for score in ranked):
        return None
    found = probabilities(question.options, reply, {score.id: score.total for score in ranked})
    best = max(ranked, key=lambda score: found[score.id])
    share = found[best.id]
    if share < (ENOUGH_TO_CLOSE if best.good else coefficients().enough):
        return None
    like = Evidence("likeness", f"spelt like “{best.id}”", round(share, 3))
    return replace(best, evidence=(*best.evidence, like))


def _reading(
    acts: tuple[Act, ...], chosen: Score | None, ranked: tuple[Score, ...], options: tuple[Meant, ...]
) -> Reading:
    sure = {act.name: act for act in acts if act.confidence >= _SURE_ACT}
    same = {option.id: option.act for option in options}
    for name in OUTRANKING:
        if name in sure and not (name == "stop" and "solved" in sure):
            equal = next((id_ for id_, act in same.items() if act == name), None)
            if equal is not None:
                return _outcome(next(s for s in ranked if s.id == equal), sure.get(name))
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
    name = _REPORTED.get(act.name, act.name) if act else None
    return Reading("outcome", score.id, name, round(confidence, 3), score.evidence)


def _act(act: Act, chosen: Score | None) -> Reading:
    outcome = chosen.id if chosen else None
    return Reading("act", outcome, _REPORTED.get(act.name, act.name), act.confidence, (act.evidence,))
