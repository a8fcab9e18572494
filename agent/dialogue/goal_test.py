"""Reading "does it work now?": closing on a fault that is left is the worst mistake there is, so every clause counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from agent.conversation import Evidence
from agent.understanding import Reading
from agent.understanding.reached import Reach
from agent.understanding.settling import LIKENESSES

WORKS, NOT_WORKING, PARTLY = "works", "not_working", "partly"
OUTCOME, ACT, SOLVED = "outcome", "act", "solved"
SURE_SOURCES = ("answer", "button")
WRITTEN = "example"  # beyond doubt too, but an example does not hear a "not"
NEARLY_ALL = (
    1.2  # the weight of an example most of whose words stand there: "it shows a menu" is not "it shows"
)
WAIT = "wait"
SURE = 0.8
COUNTED = frozenset({"words", "label"})  # "not one drop" is no "no"
LOOKING = Evidence("goal test", "is only now looking whether it works", 0.0)
UNSURE = Evidence("goal test", "nothing says in so many words that it works", 0.0)
INSTEAD = Evidence("goal test", "something else is there instead", 0.0)
REFUSED = Evidence("goal test", "a no, and nothing good beside it", 0.8)
REACHED = Evidence("goal test", "says in words of the question that it is so", 0.9)
BOTH = Evidence("goal test", "works in one clause, not in the last", 1.0)
NOTHING = Reach()
OPEN_ACTS = frozenset({SOLVED, WAIT, "already_done", "digression"})  # beside which the goal may be told


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply says beside its reading: that it works, that something is not so, that somebody may come, that a bad
    sign is there, that they are only looking, that it worked before, that it is something else that works; that it is
    qualified ("yes, but only Facebook", "sort of"); that a clause of its own doubts it ("it seems fine, maybe"); and what it says of
    the goal itself ("I can see the news"); and that it is a no with nothing good beside it ("no, just the apps")."""

    works: bool
    denies: bool
    agrees_to_visit: bool = False
    troubled: bool = False
    waits: bool = False
    worked: bool = False
    elsewhere: bool = False
    qualified: bool = False
    doubted: bool = False
    mocked: bool = False
    reach: Reach = NOTHING
    refuses: bool = False


def is_well(reading: Reading) -> bool:
    """Whether a reading of "does it work now?" is that it does."""
    return reading.outcome == WORKS or (reading.kind == ACT and reading.act == SOLVED)


def beyond_doubt(reading: Reading, said: Said) -> Reading:
    """It works only by a yes, the author's own example, or words that say so; what merely sounds well is asked again.

    "Yes, send them" is a yes to a question that was not put, and "it shows a red light nicely" praises the wrong thing.
    """
    reading = _refused(_reached(reading, said), said)
    sources = {
        e.source for e in reading.evidence if e.weight is None or e.weight > 0
    }  # a "no" agrees to nothing
    solved = reading.act == SOLVED and not said.denies
    agreed = bool(sources.intersection(SURE_SOURCES)) and not said.mocked
    written = any(e.source == WRITTEN and (e.weight or 0) >= NEARLY_ALL for e in reading.evidence)
    told = agreed or (written and not said.denies)
    sure = (said.works and not said.doubted) or solved or (told and not said.qualified)
    sure = sure and not said.troubled and not said.worked
    sure = sure and (said.works or not said.agrees_to_visit)
    elsewhere = said.elsewhere and not sources.intersection(SURE_SOURCES)
    sure = (sure or REACHED in reading.evidence) and not elsewhere
    if reading.kind == ACT and reading.act == SOLVED and (said.troubled or elsewhere):
        return Reading("unclear", None, None, 0.0, (*reading.evidence, UNSURE))
    if reading.kind != OUTCOME or reading.outcome != WORKS:
        return reading
    if said.waits:
        return Reading("act", None, WAIT, 0.8, (*reading.evidence, LOOKING))
    if sure:
        return reading
    return Reading("unclear", None, None, 0.0, (*reading.evidence, UNSURE))


def _refused(reading: Reading, said: Said) -> Reading:
    """ "No, only the apps" is a no, whatever the apps sound like; what is there instead of the goal is not the goal."""
    good = reading.kind == OUTCOME and reading.outcome == WORKS
    if not (good or reading.kind == "unclear"):
        return reading
    if said.refuses or (said.reach.instead and (said.denies or not good)):
        return Reading(OUTCOME, NOT_WORKING, None, SURE, (*reading.evidence, REFUSED))
    instead = good and said.reach.instead
    return Reading("unclear", evidence=(*reading.evidence, INSTEAD)) if instead else reading


def _reached(reading: Reading, said: Said) -> Reading:
    """ "It works" where the goal itself is told, and no listed answer that rules heard says otherwise."""
    reach, works = said.reach, reading.outcome == WORKS
    free = reading.kind == "unclear" or (reading.kind == ACT and reading.act in OPEN_ACTS)
    alike = reading.kind == OUTCOME and any(each.source in LIKENESSES for each in reading.evidence)
    goal = (reach.told or reach.seen) and reach.alone and (works or free or alike)
    counted = reading.outcome == NOT_WORKING and {each.source for each in reading.evidence} <= COUNTED
    goal = goal or (reach.told and (works or free or counted)) or ((reach.seen or reach.praised) and works)
    if not goal:
        return reading
    return replace(
        reading,
        kind=OUTCOME,
        outcome=WORKS,
        confidence=max(reading.confidence, SURE),
        evidence=(*reading.evidence, REACHED),
    )


def careful(whole: Reading, clauses: Sequence[tuple[str, bool]], read: Callable[[str], Reading]) -> Reading:
    """`whole`, unless its last clause takes back what an earlier one said: "it works, but the TV does not".

    `clauses`: each with whether it denies something.
    """
    if len(clauses) < 2 or (whole.kind == OUTCOME and whole.outcome in (NOT_WORKING, PARTLY)):
        return whole
    read = cache(read)  # who repeats themselves is read once
    told = filter(None, (_told(read(clause), denies) for clause, denies in reversed(clauses)))
    last, earlier = next(told, None), set(told)
    if last not in (NOT_WORKING, PARTLY) or not (
        WORKS in earlier or (last == NOT_WORKING and PARTLY in earlier)
    ):
        return whole
    return replace(whole, kind=OUTCOME, outcome=PARTLY, confidence=0.8, evidence=(BOTH,))


def _told(reading: Reading, denies: bool) -> str | None:
    if reading.kind == OUTCOME:
        return reading.outcome
    if reading.act == SOLVED:
        return WORKS
    return NOT_WORKING if denies else None
