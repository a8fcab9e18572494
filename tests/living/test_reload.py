"""Content changes while it serves: the next turn is on the new, open conversations keep their place, faults change nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from agent.agent import Agent
from agent.api import administration as administration_room
from agent.api import create_app
from agent.bootstrap import Parts, build, build_index_of
from agent.conversation import Reply
from agent.errors import ContentError, OutsideError
from agent.foresight import foresee
from agent.knowledge import NoEmbedder, rollback
from agent.llm import Prompt
from agent.scenarios import load
from agent.settings import Settings
from agent.testing import FixedTime
from tests.api.running import HERE
from tests.living.desk import Author

QUESTION = "Look at the modem. Which light is on: green or red?"


def begun(agent: Agent) -> Reply:
    """A conversation at the first question of the guide."""
    reply = agent.start(scenario="lamp_link", language="en")
    assert (reply.step, QUESTION in reply.text) == ("lights", True)
    return reply


def test_new_conversations_are_on_the_new_content(serving: Agent, author: Author) -> None:
    author.replaces("Which light is on: green or red?", "What colour is its light: green or red?")
    found = serving.reload()
    assert found.changed == ("lamp_link",)
    assert found.before != found.after == serving.content.digest
    assert "What colour is its light" in serving.start(scenario="lamp_link", language="en").text


def test_a_mended_road_is_taken_by_who_already_stands_on_it(serving: Agent, author: Author) -> None:
    reply = begun(serving)
    author.replaces('label_en: "Green"\n          pattern: "žalia|green"\n          action: next_step', 'label_en: "Green"\n          pattern: "žalia|green"\n          action: retry_connection')  # fmt: skip
    serving.reload()
    assert serving.reply(reply.conversation_id, text="green").step == "closing"


WARNING = "Do not touch the lamp, it is hot."


def warned_meanwhile(author: Author) -> None:
    author.replaces("      learns: lights\n", f'      learns: lights\n      safety: "Nelieskite lemputės, ji karšta."\n      safety_en: "{WARNING}"\n')  # fmt: skip


@pytest.mark.parametrize("said", ["green", "what does it cost?", "could you repeat that", "I want a person"])
def test_a_warning_written_to_the_open_step_is_said_with_the_next_reply(
    serving: Agent, author: Author, said: str
) -> None:
    reply = begun(serving)
    warned_meanwhile(author)
    serving.reload()
    answered = serving.reply(reply.conversation_id, text=said).text
    before_asked, asked, _ = answered.partition(QUESTION)
    assert answered.count(WARNING) == before_asked.count(WARNING) == 1
    assert asked or answered.startswith(WARNING)
    assert len(answered) > len(WARNING)


def test_such_a_warning_is_said_once(serving: Agent, author: Author) -> None:
    reply = begun(serving)
    warned_meanwhile(author)
    serving.reload()
    assert WARNING in serving.reply(reply.conversation_id, text="green").text
    assert WARNING not in serving.reply(reply.conversation_id, text="yes, it restarted").text


def test_a_changed_question_is_finished_as_it_was_asked(serving: Agent, author: Author) -> None:
    reply = begun(serving)
    author.replaces("Which light is on: green or red?", "Is it on: green for no or red for yes?")
    author.replaces('label_en: "Red"', 'label_en: "Yes, on"')
    serving.reload()
    asked_again = serving.reply(reply.conversation_id, text="could you repeat that")
    assert QUESTION in asked_again.text
    assert [choice.label for choice in asked_again.choices] == ["Green", "Red"]
    assert serving.reply(reply.conversation_id, choice="red").status == "escalated"


def test_a_removed_guide_is_finished_and_no_longer_offered(serving: Agent, author: Author) -> None:
    reply = begun(serving)
    author.removes("lamp_link")
    assert serving.reload().removed == ("lamp_link",)
    assert serving.reply(reply.conversation_id, text="green").step == "restart"
    assert "lamp_link" not in serving.scenarios


def test_what_was_kept_survives_a_restart_of_the_service(
    serving: Agent, author: Author, settings_here: Settings
) -> None:
    reply = begun(serving)
    author.replaces("Which light is on: green or red?", "Which lamp burns?")
    serving.reload()
    serving.reply(reply.conversation_id, text="wait a moment please")
    again = build(settings_here, Parts(now=FixedTime(), observe=lambda turn: None))
    try:
        assert QUESTION in again.reply(reply.conversation_id, text="please repeat").text
    finally:
        again.close_rooms()


def test_faulty_content_changes_nothing(serving: Agent, author: Author) -> None:
    before = serving.snapshot
    author.replaces("action: next_step", "action: next_stop")
    with pytest.raises(ContentError, match="next_stop"):
        serving.reload()
    assert serving.snapshot is before
    assert begun(serving).step == "lights"


class Slow:
    """A model that words nothing until it is let."""

    name = "slow"

    def __init__(self) -> None:
        self.asked, self.let = threading.Event(), threading.Event()

    def complete(self, prompt: Prompt) -> str:
        self.asked.set()
        assert self.let.wait(20)
        raise OutsideError("late", code="model_late")


def test_a_turn_under_way_ends_on_the_content_it_began_on(settings_here: Settings, author: Author) -> None:
    model = Slow()
    agent = build(settings_here, Parts(model=model, now=FixedTime(), observe=lambda turn: None))
    old = agent.content.digest
    with ThreadPoolExecutor(1) as pool:
        turn = pool.submit(agent.start, scenario="lamp_link", language="en")
        assert model.asked.wait(20)
        author.replaces("Which light is on: green or red?", "Which lamp burns?")
        agent.reload()
        model.let.set()
        reply = turn.result()
    assert QUESTION in reply.text
    assert agent.turns(reply.conversation_id)[0].content == old != agent.content.digest
    assert QUESTION in agent.reply(reply.conversation_id, text="please repeat").text
    agent.close_rooms()


def test_what_each_open_conversation_would_do_is_told_beforehand(serving: Agent, author: Author) -> None:
    reply = begun(serving)
    author.replaces("Which light is on: green or red?", "Which lamp burns?")
    changed = load(author.folder)
    told = [str(each) for each in foresee(serving.store, changed, serving.old_version)]
    assert told == [
        f"{reply.conversation_id} [open] lamp_link/lights: finishes on the version it began on "
        '(step "lights": it asks something else)'
    ]
    assert [str(each)[-13:] for each in foresee(serving.store, serving.scenarios, serving.old_version)] == [
        "id not change"
    ]


# ---- at the door


def test_an_index_gone_back_to_serves_without_a_restart_and_stays_until_the_next_is_built(
    serving: Agent, settings_here: Settings, client: TestClient
) -> None:
    question = {"query": "how do I pay the bill with a gold coin", "threshold": 0}
    found = [serving.content.retriever.index.generation]
    article = settings_here.knowledge_dir / "gold.en.md"
    article.write_text(
        "---\nid: gold\ntitle: Gold\n---\n# Gold\n\n## How to pay with a gold coin\n\nBring it.\n"
    )
    found.append(client.post("/v1/admin/reload").json()["index"])
    assert client.post("/v1/search", json=question).json()["hits"][0]["target"] == "gold"
    rollback(settings_here.index_dir, NoEmbedder())
    for _ in range(2):  # the second reload does not go forward by itself either
        found.append(client.post("/v1/admin/reload").json()["index"])
        assert "gold" not in [
            hit["target"] for hit in client.post("/v1/search", json=question).json()["hits"]
        ]
    build_index_of(settings_here)
    found.append(client.post("/v1/admin/reload").json()["index"])
    assert client.post("/v1/search", json=question).json()["hits"][0]["target"] == "gold"
    first, second, again, still, forward = found
    assert first == again == still and second != first != forward


@pytest.fixture
def client(serving: Agent, settings_here: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(serving, settings_here), base_url=HERE) as client:
        yield client


def test_the_route_tells_what_changed(client: TestClient, author: Author) -> None:
    author.replaces("Modemas – balta dėžutė", "Modemas yra balta dėžutė")
    body = client.post("/v1/admin/reload").json()
    assert (body["changed"], body["added"], body["removed"]) == (["lamp_link"], [], [])
    assert client.get("/readyz").json()["content"] == body["after"] != body["before"]


def test_the_route_refuses_faulty_content_with_every_fault(client: TestClient, author: Author) -> None:
    serves = client.get("/readyz").json()["content"]
    author.replaces("action: next_step", "action: next_stop")
    author.replaces('title_en: "No link"', 'titel_en: "No link"')
    refused = client.post("/v1/admin/reload")
    assert (refused.status_code, refused.json()["code"]) == (422, "content")
    faults = {fault["field"].rpartition("/")[2]: fault["message"] for fault in refused.json()["errors"]}
    assert any("unknown_action" in each for each in faults.values())
    assert any("unknown_key" in each for each in faults.values())
    assert client.get("/readyz").json()["content"] == serves


def test_the_route_needs_an_operators_key_where_keys_are_configured(
    serving: Agent, settings_here: Settings
) -> None:
    caller, operator = "k" * 24, "o" * 24
    keys = {"api_keys": (SecretStr(caller),), "admin_keys": (SecretStr(operator),)}
    told = {}
    with TestClient(create_app(serving, settings_here.model_copy(update=keys)), base_url=HERE) as client:
        for key in ("nobody", caller, operator):
            told[key] = client.post(
                "/v1/admin/reload", headers={"Authorization": f"Bearer {key}"}
            ).status_code
    assert told == {"nobody": 401, caller: 403, operator: 200}


def test_the_route_waits_for_the_reload_that_runs(
    client: TestClient, serving: Agent, author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    author.replaces("Which light is on: green or red?", "Which lamp burns?")
    with ThreadPoolExecutor(1) as pool:
        with serving._renewing:
            asked = pool.submit(client.post, "/v1/admin/reload")
            threading.Event().wait(0.8)
        assert asked.result().json()["changed"] == ["lamp_link"]
    monkeypatch.setattr(administration_room, "_TRIES", 1)
    with serving._renewing:
        assert client.post("/v1/admin/reload").json()["code"] == "reload_busy"
