"""Stored conversations run again: bit for bit on the same content, one line on the first other decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.conversation import Looked
from agent.replay import Replayed, Result, replay, replay_all
from agent.settings import Settings
from agent.simulation import load_words, simulate
from agent.store import open_store
from agent.testing import FixedTime, ScriptedModel
from tests.living.desk import Author
from tests.shipped import ROOT


def again(agent: Agent, conversation_id: str) -> Replayed:
    return replay(agent.snapshot, agent.turns(conversation_id), agent.old_version)


def test_simulated_conversations_run_again_bit_for_bit(shipped: Settings, tmp_path: object) -> None:
    store = open_store(f"sqlite:///{tmp_path}/talk.db")
    words = load_words(ROOT / "tests/data")
    turns = sum(each.turns for each in simulate(shipped, words, 24, seed=11, store=store))
    agent = build(shipped, Parts(store=store, observe=lambda turn: None))
    found = list(replay_all(agent.snapshot, store, agent.old_version))
    assert [str(each) for each in found if each.result is not Result.SAME] == []
    assert (len(found), sum(each.turns for each in found)) == (24, turns)
    agent.close_rooms()


def test_everything_that_happens_to_a_conversation_is_run_again(serving: Agent) -> None:
    opened = serving.start(language="en")
    serving.reply(opened.conversation_id, text="my internet does not work", message_id="m1")
    serving.reply(opened.conversation_id, text="I want a human")
    serving.person_message(opened.conversation_id, "Hello, this is Ona.")
    serving.hand_back(opened.conversation_id)
    serving.reply(opened.conversation_id, choice="green")
    serving.take_over(opened.conversation_id, "Ona")
    serving.close(opened.conversation_id)
    found = again(serving, opened.conversation_id)
    assert (found.result, found.turns, found.changed) == (Result.SAME, 7, False)


def test_a_caller_who_gave_facts_and_a_guide_is_run_again(serving: Agent) -> None:
    reply = serving.start(
        scenario="lamp_link",
        language="lt",
        customer={"name": "Ona", "phone": "+37060000000"},
        channel="phone",
        facts={"scope": "all_devices"},
    )
    serving.reply(reply.conversation_id, text="žalia")
    assert again(serving, reply.conversation_id).result is Result.SAME


def test_another_decision_is_one_readable_line(serving: Agent, author: Author) -> None:
    reply = serving.start(scenario="lamp_link", language="en")
    serving.reply(reply.conversation_id, text="it is red (+370 612 34567)")
    author.replaces("action: escalate\n          reason: \"Modemo lemputė raudona\"", "action: next_step\n          reason: \"Modemo lemputė raudona\"")  # fmt: skip
    serving.reload()
    found = again(serving, reply.conversation_id)
    assert (found.result, found.changed, found.turn) == (Result.DIFFERS, True, 2)
    assert "step: " in str(found)
    assert "status: escalated → waiting" in str(found)
    assert "\n" not in str(found)
    assert "612" not in str(found)


def test_other_words_alone_are_told_apart_from_other_decisions(serving: Agent, author: Author) -> None:
    reply = serving.start(scenario="lamp_link", language="en")
    author.replaces("Look at the modem.", "Please look at the modem.")
    serving.reload()
    assert again(serving, reply.conversation_id).result is Result.REWORDED


def three_turns(serving: Agent) -> str:
    opened = serving.start(scenario="lamp_link", language="en")
    serving.reply(opened.conversation_id, text="it is green")
    serving.reply(opened.conversation_id, text="it restarted")
    return opened.conversation_id


def test_a_reworded_turn_ends_nothing(serving: Agent, author: Author) -> None:
    conversation = three_turns(serving)
    author.replaces("Look at the modem.", "Please look at the modem.")
    serving.reload()
    found = again(serving, conversation)
    assert (found.result, found.turns, found.reworded, found.turn) == (Result.REWORDED, 3, 1, 1)
    assert "1 of 3 turns: the same decision in other words" in str(found)


def test_an_edited_sentence_hides_no_later_decision(serving: Agent, author: Author) -> None:
    conversation = three_turns(serving)
    author.replaces("Look at the modem.", "Please look at the modem.")
    author.replaces("action: retry_connection", "action: next_step")
    serving.reload()
    found = again(serving, conversation)
    assert (found.result, found.turn, found.turns, found.reworded) == (Result.DIFFERS, 3, 3, 1)
    assert str(found).endswith("(after 1 turns reworded)")


def test_what_systems_and_models_gave_is_taken_from_the_record(settings_here: Settings) -> None:
    model = ScriptedModel(["Look at the modem, please. Which light is on: green or red?"])
    agent = build(settings_here, Parts(model=model, now=FixedTime(), observe=lambda turn: None))
    reply = agent.start(scenario="lamp_link", language="en")
    kinds = [each.kind for each in agent.turns(reply.conversation_id)[0].looked]
    assert kinds == ["model"]
    assert (
        again(agent, reply.conversation_id).result is Result.SAME
    )  # the script is at its end: nobody was asked
    agent.close_rooms()


def test_a_system_is_not_asked_again(settings_here: Settings, author: Author) -> None:
    asked: list[Mapping[str, Any]] = []

    def line(arguments: Mapping[str, Any]) -> str:
        asked.append(arguments)
        return "down" if len(asked) == 1 else "up"

    author.replaces(
        "  steps:\n",
        "  steps:\n"
        "    - step_id: 9\n"
        "      id: line_state\n"
        "      title: Linija\n"
        "      title_en: Line\n"
        "      probe: line_state\n"
        "      expected_outcomes:\n"
        "        - {id: down, action: next_step}\n"
        "        - {id: up, action: next_step}\n",
    )
    build_index_of(settings_here)
    agent = build(
        settings_here, Parts(probes={"line_state": line}, now=FixedTime(), observe=lambda turn: None)
    )
    reply = agent.start(scenario="lamp_link", language="en")
    turn = agent.turns(reply.conversation_id)[0]
    assert turn.looked == (Looked("probe", "line_state", "down"),)
    assert again(agent, reply.conversation_id).result is Result.SAME
    assert len(asked) == 1
    agent.close_rooms()


def test_a_tampered_record_is_noticed(serving: Agent) -> None:
    """The comparison can fail: one changed word of a reply, one changed moment."""
    reply = serving.start(scenario="lamp_link", language="en")
    turns = serving.turns(reply.conversation_id)
    other_words = replace(turns[0], reply=replace(turns[0].reply, text=turns[0].reply.text + "!"))
    assert replay(serving.snapshot, [other_words], serving.old_version).result is Result.REWORDED
    other_step = replace(turns[0], reply=replace(turns[0].reply, step="restart"))
    assert replay(serving.snapshot, [other_step], serving.old_version).result is Result.DIFFERS


def test_turns_stored_before_their_opening_was_kept_are_told_as_such(serving: Agent) -> None:
    reply = serving.start(scenario="lamp_link", language="en")
    old = [replace(turn, before=None) for turn in serving.turns(reply.conversation_id)]
    assert replay(serving.snapshot, old, serving.old_version).result is Result.UNRECORDED


@pytest.mark.parametrize("empty", [(), []])
def test_nothing_stored_is_nothing_run(serving: Agent, empty: tuple[()]) -> None:
    assert replay(serving.snapshot, empty, serving.old_version).turns == 0
