"""A step's warning is heard before the step, whatever led there: every shipped one, in both languages, by the real dialogue."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.scenarios import Chosen, Kind, Library, Move, NotWorking, Step, advance, asked_outcomes, begin
from tests.dialogue.talking import pressed
from tests.shipped import shipped_library

LIBRARY = shipped_library()
WARNED = [(guide.id, step) for guide in LIBRARY.values() for step in guide.steps if step.safety]


def ways(library: Library) -> dict[tuple[str, str], tuple[str, tuple[str, ...]]]:
    """How each step is come to by buttons alone: (guide, step) -> the guide to begin, and the buttons."""
    found: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {}
    waiting = [(begin(library, guide.id, {}), guide.id, ()) for guide in library.values() if guide.routable]
    seen = set[tuple[str, str, str, Kind]]()
    for move, guide, pressed_so_far in waiting:  # grows while it is read
        place = (guide, move.scenario_id, move.progress.step_id or "", move.kind)
        if move.progress.over or place in seen:
            continue
        seen.add(place)
        if move.kind is Kind.ASK:
            found.setdefault((move.scenario_id, place[2]), (guide, pressed_so_far))
        waiting += [(after, guide, (*pressed_so_far, choice)) for choice, after in followers(library, move)]
    return found


def followers(library: Library, move: Move) -> list[tuple[str, Move]]:
    if move.kind in (Kind.CLOSING, Kind.CONFIRMING):
        return [("not_working", advance(library, move.progress, NotWorking(), {}))]
    ids = [each.id for each in asked_outcomes(move, library)] if move.kind is Kind.ASK else []
    return [(each, advance(library, move.progress, Chosen(each), {})) for each in ids]


WAYS = ways(LIBRARY)


def test_there_is_a_way_to_every_step_that_warns() -> None:
    assert len(WARNED) > 15
    assert all((guide, step.ref) in WAYS for guide, step in WARNED)


@pytest.mark.parametrize("language", ["lt", "en"])
@pytest.mark.parametrize(("guide", "step"), WARNED, ids=[f"{guide}/{step.ref}" for guide, step in WARNED])
def test_the_warning_comes_before_the_instruction(
    shipped_agent: Agent, guide: str, step: Step, language: str
) -> None:
    first, buttons = WAYS[guide, step.ref]
    talk = pressed(shipped_agent, language, *buttons[:-1], guide=first)
    reply = (
        shipped_agent.reply(talk, choice=buttons[-1])
        if buttons
        else shipped_agent.start(language=language, scenario=first)
    )
    assert (reply.step, reply.language) == (step.ref, language)
    voice = shipped_agent.snapshot.voice(shipped_agent.get(reply.conversation_id))
    warning, instruction = voice.text(step.safety), voice.text(step.instruction)
    assert warning in reply.text
    assert instruction in reply.text
    assert reply.text.index(warning) < reply.text.index(instruction)
