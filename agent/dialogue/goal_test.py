"""Reading "does it work now?": closing on a fault that is left is the worst mistake there is, so every clause counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent.conversation import Evidence
from agent.understanding import Reading

WORKS, NOT_WORKING, PARTLY = "works", "not_working", "partly"
OUTCOME, ACT, SOLVED = "outcome", "act", "solved"
SURE_SOURCES = ("answer", "button")
WRITTEN = "example"  # beyond doubt too, but an example does not hear a "not"
WAIT = "wait"
LOOKING = Evidence("goal test", "is only now looking whether it works", 0.0)
UNSURE = Evidence("goal test", "nothing says in so many words that it works", 0.0)


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply says beside its reading: that it works, that something is not so, that somebody may come, that a bad
    sign is there, that they are only looking, that it worked before, that it is something else that works; that it is
    qualified ("yes, but only Facebook", "sort of"); that a clause of its own doubts it ("it seems fine, maybe")."""

    works: bool
    denies: bool
    agrees_to_visit: bool = False
    troubled: bool = False
    waits: bool = False
    worked: bool = False
    elsewhere: bool = False
    qualified: bool = False
    doubted: bool = False


def beyond_doubt(reading: Reading, said: Said) -> Reading:
    """It works only by a yes, the author's own example, or words that say so; what merely sounds well is asked again.

    "Yes, send them" is a yes to a question that was not put, and "it shows a red light nicely" praises the wrong thing.
    """
    sources = {e.source for e in reading.evidence}
    solved = reading.act == SOLVED and not said.denies
    told = bool(sources.intersection(SURE_SOURCES)) or (WRITTEN in sources and not said.denies)
    sure = (said.works and not said.doubted) or solved or (told and not said.qualified)
    sure = sure and not said.troubled and not said.worked
    sure = sure and (said.works or not said.agrees_to_visit)
    elsewhere = said.elsewhere and not sources.intersection(SURE_SOURCES)
    sure = sure and not elsewhere
    if reading.kind == ACT and reading.act == SOLVED and (said.troubled or elsewhere):
        return Reading("unclear", None, None, 0.0, (*reading.evidence, UNSURE))
    if reading.kind != OUTCOME or reading.outcome != WORKS:
        return reading
    if said.waits:
        return Reading("act", None, WAIT, 0.8, (*reading.evidence, LOOKING))
    if sure:
        return reading
    return Reading("unclear", None, None, 0.0, (*reading.evidence, UNSURE))


def careful(whole: Reading, clauses: Sequence[tuple[str, bool]], read: Callable[[str], Reading]) -> Reading:
    """`whole`, unless its last clause takes back what an earlier one said: "it works, but the TV does not".

    `clauses`: each with whether it denies something.
    """
    if len(clauses) < 2 or whole.outcome in (NOT_WORKING, PARTLY):
        return whole
    told = [outcome for clause, denies in clauses if (outcome := _told(read(clause), denies))]
    if len(told) < 2 or WORKS not in told[:-1] or told[-1] not in (NOT_WORKING, PARTLY):
        return whole
    both = Evidence("goal test", "works in one clause, not in the last", 1.0)
    return replace(whole, kind=OUTCOME, outcome=PARTLY, confidence=0.8, evidence=(both,))


def _told(reading: Reading, denies: bool) -> str | None:
    if reading.kind == OUTCOME:
        return reading.outcome
    return NOT_WORKING if denies else None
