"""Complaints: where each was routed, beside where it belongs."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from agent.conversation import Route, RouteKind
from agent.evaluation.data import Complaint, complaints
from agent.evaluation.results import ASKED, RIGHT, Part, Row, part_of
from agent.evaluation.splits import Chosen, by_part
from agent.language import fold

PATTERN = "routing_*.jsonl"
WRONG_GUIDE, INTO_GUIDE, PAST_GUIDE, WRONG_KIND = (
    "wrong guide",
    "into a guide",
    "past its guide",
    "wrong kind",
)
MISTAKES = (WRONG_GUIDE, INTO_GUIDE, PAST_GUIDE, WRONG_KIND)
_URGENT = (RouteKind.PERSON, RouteKind.DANGER, RouteKind.ABUSE)
_MOST_REASONS = 4

Sender = Callable[[str, str], Route]
"""Text, language → route."""


def measure(
    files: Sequence[Chosen],
    send: Sender,
    guides: Collection[str],
    *,
    folded: bool = False,
    done: Callable[[str], None] = lambda line: None,
) -> tuple[Part, ...]:
    """Every split, routed and added up. Lines whose guide is not among `guides` are left out and counted."""
    return tuple(_part(name, some, send, guides, folded, done) for name, some in by_part(files).items())


def load(
    files: Iterable[Path], guides: Collection[str], folded: bool = False
) -> tuple[tuple[Complaint, ...], int]:
    """The complaints of several files that can be routed at all, and how many cannot: their guide is not there."""
    found = [complaint for file in files for complaint in complaints(file)]
    known = [one for one in found if not one.targets or one.targets & set(guides)]
    if folded:
        known = [one.model_copy(update={"text": fold(one.text)}) for one in known]
    return tuple(known), len(found) - len(known)


def rows_of(
    labelled: Sequence[Complaint], send: Sender, done: Callable[[str], None] = lambda line: None
) -> tuple[Row, ...]:
    """Each complaint routed and judged."""
    if labelled:
        send(labelled[0].text, labelled[0].language)  # what loads at the first call is not a line's time
    rows = []
    for one in labelled:
        rows.append(_row(one, send))
        done(one.id)
    return tuple(rows)


def rates_of(rows: Sequence[Row]) -> Mapping[str, tuple[int, int]]:
    """What must not happen, and what must: how many, of how many."""
    strange = [row for row in rows if row.kind == RouteKind.OUT_OF_SCOPE]
    urgent = [row for row in rows if row.kind in _URGENT]
    vague = [row for row in rows if row.kind == RouteKind.CLARIFY]
    clear = [row for row in rows if row.clear]
    return {
        "out of scope sent into a guide": (sum(row.verdict == INTO_GUIDE for row in strange), len(strange)),
        "person, danger, abuse and injection handled": (sum(row.right for row in urgent), len(urgent)),
        "clear lines asked back": (sum(row.asked for row in clear), len(clear)),
        "vague lines asked back or rightly placed": (sum(row.right for row in vague), len(vague)),
    }


def _part(
    name: str,
    files: Sequence[Chosen],
    send: Sender,
    guides: Collection[str],
    folded: bool,
    done: Callable[[str], None],
) -> Part:
    labelled, left_out = load((file.path for file in files), guides, folded)
    rows = rows_of(labelled, send, done)
    return part_of(name, {file.path.name: file.digest() for file in files}, rows, rates_of(rows), left_out)


def _row(one: Complaint, send: Sender) -> Row:
    begin = time.perf_counter()
    route = send(one.text, one.language)
    took = (time.perf_counter() - begin) * 1000
    verdict = verdict_of(one, route)
    gold = one.target if one.kind is RouteKind.SCENARIO and one.target else str(one.kind)
    said = str(route.target) if route.kind is RouteKind.SCENARIO else str(route.kind)
    return Row(
        one.id,
        one.language,
        str(one.kind),
        one.traits,
        one.text,
        gold,
        gold if verdict == RIGHT else said,
        verdict,
        route.confidence,
        asked=route.kind is RouteKind.CLARIFY,
        clear=one.clear,
        why=_why(gold, said, route),
        milliseconds=took,
    )


def verdict_of(one: Complaint, route: Route) -> str:
    """What a route was: right, asked, or the mistake by its name. Asking back is right where the line is not clear."""
    if route.kind is RouteKind.CLARIFY:
        return ASKED if one.clear else RIGHT
    if route.kind is RouteKind.SCENARIO:
        if route.target in one.targets:
            return RIGHT
        return WRONG_GUIDE if one.kind is RouteKind.SCENARIO else INTO_GUIDE
    if route.kind is one.kind:
        return RIGHT
    return PAST_GUIDE if one.kind is RouteKind.SCENARIO else WRONG_KIND


def _why(gold: str, said: str, route: Route) -> str:
    others = ", ".join(f"{each.target} {each.confidence:.2f}" for each in route.alternatives)
    reasons = "; ".join(f"{each.source}: {each.says}" for each in route.evidence[:_MOST_REASONS])
    return f"{gold} → {said} {route.confidence:.2f}{f' or {others}' if others else ''} ({reasons})"
