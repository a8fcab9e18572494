"""The likeliest answer of a reader's opinion, and the opinion with one answer left out, or with an act taken for an answer."""

from __future__ import annotations

from dataclasses import dataclass

from agent.understanding.learned import UNCLEAR, Chances
from agent.understanding.options import Asked
from agent.understanding.values import Question, Reading

DANGER, DANGER_ENOUGH = "danger", 0.25  # …from which on it comes before all others
SOLVED, LIKELY = "solved", 0.15
GOOD = 0.5  # the worth of good news
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Best:
    """The likeliest option (its place) or act."""

    chance: float
    place: int | None = None
    act: str | None = None


def without(chances: Chances, place: int) -> Chances:
    """What is left where an option is out of the question: the other chances, raised alike."""
    left = max(1.0 - chances.options[place], _LEAST)
    options = tuple(0.0 if one == place else chance / left for one, chance in enumerate(chances.options))
    return Chances(options, {name: chance / left for name, chance in chances.others.items()})


def told_as_option(understood: Asked, chances: Chances) -> Chances:
    """Where the best news listed is among the likely answers, "it is solved" is that answer: their chances are one."""
    worths = [option.worth for option in understood.options]
    place = max(range(len(worths)), key=lambda each: worths[each])
    if worths[place] < GOOD or worths.count(worths[place]) > 1 or chances.options[place] < LIKELY:
        return chances
    options = list(chances.options)
    options[place] += chances.others[SOLVED]
    return Chances(tuple(options), {**chances.others, SOLVED: 0.0})


def as_option(best: Best, understood: Asked) -> Best:
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
    if chances.others[DANGER] >= DANGER_ENOUGH:
        return Best(chances.others[DANGER], act=DANGER)
    place = max(range(len(chances.options)), key=lambda each: chances.options[each])
    acts = {name: chance for name, chance in chances.others.items() if name != UNCLEAR}
    name = max(acts, key=lambda each: acts[each])
    if chances.options[place] >= acts[name]:
        return Best(chances.options[place], place=place)
    return Best(acts[name], act=name)
