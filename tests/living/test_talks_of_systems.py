"""Talks that say what systems answer, and what of a guide with systems they visit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.recording import record
from agent.rehearsal import Coverage, Talk, Visit, coverage, load_talks, play
from agent.settings import Settings
from agent.testing import FixedTime
from tests.living.desk import Author

SYSTEM = """  steps:
    - step_id: 9
      id: line_state
      title: Linija
      title_en: Line
      probe: line_state
      expected_outcomes:
        - {id: up, action: next_step}
        - {id: down, action: escalate, reason: Linija neveikia, reason_en: The line is down}
"""
AGAIN = (
    SYSTEM.replace("  steps:\n", "")
    .replace("step_id: 9", "step_id: 8")
    .replace("id: line_state", "id: line_again")
)


@pytest.fixture
def wired(settings_here: Settings, author: Author) -> Iterator[Agent]:
    """The guide asks a system before its first question and before its last; none is connected."""
    author.replaces("  steps:\n", SYSTEM)
    author.replaces("    - step_id: 3\n", AGAIN + "    - step_id: 3\n")
    build_index_of(settings_here)
    agent = build(settings_here, Parts(now=FixedTime(), observe=lambda turn: None))
    yield agent
    agent.close_rooms()


def talk(**written: Any) -> Talk:
    line = {"customer": "it is green", "expect": {"step": "restart"}}
    plain = {"name": "n", "language": "en", "direct": True, "scenario": "lamp_link", "turns": [line]}
    return Talk.model_validate({**plain, **written})


def covered(agent: Agent, *talks: Talk) -> Coverage:
    return coverage(agent.scenarios, [play(agent, each) for each in talks], "en", ["lamp_link"])


def test_a_talk_says_what_a_system_answers(wired: Agent) -> None:
    assert play(wired, talk(probes={"line_state": "up"})).fault == ""
    down = play(wired, talk(probes={"line_state": "down"}))
    assert "not restart" in down.fault
    assert Visit("lamp_link", "line_state", "down", "en") in down.visits


def test_a_line_says_what_a_system_answers_from_then_on(wired: Agent) -> None:
    lines = [
        {"customer": "it is green", "expect": {"step": "restart"}},
        {"customer": "it restarted"},
        {
            "customer": "no, it does not work",
            "probes": {"line_state": "down"},
            "expect": {"status": "escalated"},
        },
    ]
    assert play(wired, talk(probes={"line_state": "up"}, turns=lines)).fault == ""


def test_a_talk_leaves_the_systems_of_others_as_they_are(wired: Agent) -> None:
    assert play(wired, talk(probes={"line_state": "down"})).fault
    assert play(wired, talk()).fault == ""


def test_a_system_nobody_asks_is_told(wired: Agent) -> None:
    assert "no guide asks the system weather" in play(wired, talk(probes={"weather": "fine"})).fault


def test_steps_of_systems_are_counted(wired: Agent) -> None:
    up, down = talk(probes={"line_state": "up"}), talk(probes={"line_state": "down"})
    missing = covered(wired, up).missing
    assert [place.rpartition(": ")[2] for place in missing if "line_state" in place] == [
        "outcome line_state.down"
    ]
    assert [place for place in covered(wired, up, down).missing if "line_state" in place] == []


def test_only_the_named_guide_is_counted(wired: Agent) -> None:
    all_guides = coverage(wired.scenarios, [], "en")
    assert 0 < covered(wired).total < all_guides.total
    assert {Path(place.split(":")[0]).name for place in covered(wired).missing} == {"lamp_link.yaml"}


def test_what_a_partial_success_leads_to_is_counted(wired: Agent, author: Author) -> None:
    before = covered(wired).total
    author.replaces(
        '    question: "Ar', '    partly: {id: partly, action: goto_step, target: people}\n    question: "Ar'
    )
    wired.reload()
    assert covered(wired).total == before + 1
    lines = [{"customer": "it is green"}, {"customer": "it restarted"}, {"customer": "only partly"}]
    assert [place for place in covered(wired).missing if "closing.partly" in place] != []
    assert [place for place in covered(wired, talk(turns=lines)).missing if "closing.partly" in place] == []


def test_a_recorded_talk_keeps_what_systems_answered(
    settings_here: Settings, wired: Agent, author: Author
) -> None:
    answers: Iterator[str] = iter(["up", "down"])

    def line(arguments: Mapping[str, Any]) -> str:
        return next(answers)

    asked = wired.asking({"line_state": line})
    reply = asked.start(scenario="lamp_link", language="en")
    for said in ("it is green", "it restarted", "no, it does not work"):
        asked.reply(reply.conversation_id, text=said)
    record(asked.turns(reply.conversation_id), "the line went down", author.folder)
    (written,) = [each for each in load_talks(author.folder) if each.name == "the line went down"]
    assert written.probes == {"line_state": "up"}
    assert [each.probes for each in written.turns] == [{}, {}, {"line_state": "down"}]
    assert play(wired, written).fault == ""


def test_what_systems_answered_is_written_without_personal_data(wired: Agent, author: Author) -> None:
    answer = {"state": "up", "port": 4, "owners": ["Call +37061234567", 37061234567, "ona.onaite@example.lt"]}
    asked = wired.asking({"line_state": lambda arguments: answer})
    reply = asked.start(scenario="lamp_link", language="en")
    asked.reply(reply.conversation_id, text="it is green")
    record(asked.turns(reply.conversation_id), "masked", author.folder)
    (written,) = [each for each in load_talks(author.folder) if each.name == "masked"]
    owners = ["Call [phone]", "[phone]", "[email]"]
    assert written.probes == {"line_state": {"state": "up", "port": 4, "owners": owners}}
