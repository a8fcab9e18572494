"""Every route does what it promises, in the shape integrators build on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

from agent.api import examples
from agent.api.views import AnswerView, ConversationView, ReadingView, SearchView, TicketView
from agent.conversation import Reply, Route

REPLY_FIELDS = {
    "conversation_id", "turn", "text", "language", "kind", "choices", "scenario", "step", "facts", "sources",
    "ticket", "status", "wait_until", "why",
}  # fmt: skip


def start(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/conversations", json=body)
    assert response.status_code == 201, response.text
    return dict(response.json())


def say(client: TestClient, reply: dict[str, Any], **body: Any) -> dict[str, Any]:
    response = client.post(f"/v1/conversations/{reply['conversation_id']}/messages", json=body)
    assert response.status_code == 200, response.text
    return dict(response.json())


def test_without_words_a_conversation_opens_with_a_greeting(client: TestClient) -> None:
    reply = start(client, language="en")
    assert set(reply) == REPLY_FIELDS
    assert (reply["turn"], reply["kind"], reply["language"]) == (0, "courtesy", "en")


def test_a_conversation_from_complaint_to_ticket(client: TestClient) -> None:
    reply = start(client, text="my internet does not work")
    assert (reply["scenario"], reply["step"], reply["language"]) == ("lamp_link", "lights", "en")
    assert [choice["id"] for choice in reply["choices"]] == ["green", "red"]
    assert reply["facts"]["problem_type"] == {"value": "internet", "source": "customer", "turn": 1}
    assert {"source", "says", "weight"} == set(reply["why"][0])

    reply = say(client, reply, choice="red", message_id="m1")
    assert (reply["status"], reply["kind"]) == ("escalated", "escalated")
    ticket = client.get(f"/v1/tickets/{reply['ticket']}").json()
    assert (ticket["ticket_type"], ticket["priority"]) == ("line_fault", "high")
    assert ticket["conversation_id"] == reply["conversation_id"]
    assert reply["ticket"] in [each["number"] for each in client.get("/v1/tickets").json()["tickets"]]


def test_both_languages_are_spoken(client: TestClient) -> None:
    reply = start(client, text="neveikia internetas")
    assert (reply["language"], reply["choices"][0]["label"]) == ("lt", "Žalia")
    assert say(client, reply, text="žalia")["step"] == "restart"


def test_a_message_sent_again_is_answered_once(client: TestClient) -> None:
    reply = start(client, text="neveikia internetas")
    first = say(client, reply, choice="green", message_id="same")
    assert say(client, reply, choice="green", message_id="same") == first
    assert client.get(f"/v1/conversations/{reply['conversation_id']}").json()["turn"] == 2


def test_a_conversation_can_be_read_listed_and_removed(client: TestClient) -> None:
    reply = say(
        client, start(client, text="neveikia internetas", channel="app", customer="C-1"), text="žalia"
    )
    path = f"/v1/conversations/{reply['conversation_id']}"
    seen = client.get(path).json()
    assert [turn["text"] for turn in seen["turns"]] == ["neveikia internetas", "žalia"]
    assert [turn["outcome"] for turn in seen["turns"]] == [None, "green"]
    assert (seen["channel"], seen["owner"], seen["text"]) == ("app", "agent", reply["text"])
    assert client.get(path, params={"turns": 0}).json()["turns"] == []
    listed = client.get("/v1/conversations", params={"owner": "agent", "limit": 500}).json()
    assert reply["conversation_id"] in [each["id"] for each in listed["conversations"]]
    assert client.delete(path).status_code == 204
    assert client.get(path).json()["code"] == "conversation_not_found"


def test_a_list_goes_on_behind_its_cursor(client: TestClient) -> None:
    for _ in range(3):
        start(client)
    first = client.get("/v1/conversations", params={"limit": 2}).json()
    rest = client.get("/v1/conversations", params={"limit": 2, "cursor": first["next"]}).json()
    ids = [each["id"] for each in (*first["conversations"], *rest["conversations"])]
    assert len(ids) == len(set(ids)) >= 3


def test_a_person_takes_over_speaks_and_hands_back(client: TestClient) -> None:
    reply = start(client, text="neveikia internetas")
    path = f"/v1/conversations/{reply['conversation_id']}"
    assert client.post(f"{path}/takeover", json={"person": "Rasa"}).json()["status"] == "with_person"
    told = client.post(f"{path}/person-messages", json={"text": "Čia Rasa, jau žiūriu."})
    assert (told.status_code, told.json()["text"]) == (201, "Čia Rasa, jau žiūriu.")
    assert client.get(path).json()["owner"] == "person"
    assert client.get("/v1/conversations", params={"owner": "person"}).json()["conversations"]
    assert client.post(f"{path}/handback").json()["status"] == "open"


def test_taking_over_needs_no_body(client: TestClient) -> None:
    reply = start(client)
    assert client.post(f"/v1/conversations/{reply['conversation_id']}/takeover").status_code == 200


def test_a_closed_conversation_takes_no_more_messages(client: TestClient) -> None:
    reply = start(client)
    path = f"/v1/conversations/{reply['conversation_id']}"
    assert client.post(f"{path}/close").json()["status"] == "closed"
    refused = client.post(f"{path}/messages", json={"text": "labas"})
    assert (refused.status_code, refused.json()["code"]) == (409, "conversation_closed")


def test_a_named_guide_begins_at_once_with_given_facts(client: TestClient) -> None:
    reply = start(client, scenario="screen_black", language="en", facts={"device": "tv"})
    assert (reply["scenario"], reply["step"]) == ("screen_black", "box_light")
    assert reply["facts"]["device"]["source"] == "caller"


def test_customers_come_as_an_id_or_with_contact(client: TestClient) -> None:
    reply = start(
        client, customer={"customer": "C-7", "name": "Jonas", "verified": "sms code"}, text="noriu žmogaus"
    )
    ticket = client.get(f"/v1/tickets/{reply['ticket']}").json()["ticket"]
    assert (ticket["contact"]["customer"], ticket["contact"]["verified"]) == ("C-7", "sms code")


# ---- building blocks


def test_route_has_its_final_shape(client: TestClient) -> None:
    route = client.post("/v1/route", json={"text": "tv shows nothing", "facts": {"device": "tv"}}).json()
    assert set(route) == {"kind", "target", "confidence", "alternatives", "language", "facts", "evidence"}
    assert (route["kind"], route["target"]) == ("scenario", "screen_black")


OPTIONS = [{"id": "green", "label": {"lt": "Žalia", "en": "Green"}}, {"id": "red", "label": "Raudona"}]
READINGS = (
    # reply, kind, outcome, act
    ("ne žalia, kažkokia rausva", "outcome", "red", None),
    ("noriu kalbėti su žmogumi", "act", None, "person"),
    ("asdf qwer", "unclear", None, None),
)


@pytest.mark.parametrize(("reply", "kind", "outcome", "act"), READINGS)
def test_an_answer_is_read(
    client: TestClient, reply: str, kind: str, outcome: str | None, act: str | None
) -> None:
    body = {"question": "Kokia lemputė dega?", "options": OPTIONS, "reply": reply, "language": "lt"}
    reading = client.post("/v1/understand/answer", json=body).json()
    assert set(reading) == {"kind", "outcome", "act", "confidence", "evidence"}
    assert (reading["kind"], reading["outcome"], reading["act"]) == (kind, outcome, act)


def test_options_may_bring_examples_of_one_or_both_languages(client: TestClient) -> None:
    options = [
        {"id": "a", "label": "Pirmas", "examples": ["va šitas kairėje"]},
        {"id": "b", "label": {"en": "Second"}, "examples": {"en": ["the right one"], "lt": ["dešinėje"]}},
    ]
    body = {
        "question": {"lt": "Kuris?", "en": "Which?"},
        "options": options,
        "reply": "Second",
        "language": "en",
    }
    assert client.post("/v1/understand/answer", json=body).json()["outcome"] == "b"


def test_search_finds_passages_and_says_why(client: TestClient) -> None:
    body = {
        "query": "how much does a technician's visit cost",
        "explain": True,
        "filters": {"kinds": ["article"]},
    }
    hit = client.post("/v1/search", json=body).json()["hits"][0]
    assert (hit["target"], hit["kind"], hit["language"]) == ("visit-price", "article", "en")
    assert 0.5 <= hit["score"] <= 1
    assert hit["scores"]


def test_ask_answers_with_its_source_or_not_at_all(client: TestClient) -> None:
    answer = client.post("/v1/ask", json={"question": "kiek kainuoja techniko vizitas?"}).json()
    assert "10 €" in answer["text"]
    assert answer["sources"][0]["id"] == "visit-price"
    nothing = client.post("/v1/ask", json={"question": "who won the chess olympiad in 1972"}).json()
    assert (nothing["text"], nothing["sources"]) == (None, [])


def test_an_answer_tells_what_it_stands_on(client: TestClient) -> None:
    answer = client.post("/v1/ask", json={"question": "kiek kainuoja techniko vizitas?"}).json()
    assert answer["passages"][0]["target"] == answer["sources"][0]["id"]
    assert (answer["degraded"], answer["withheld"]) == (False, None)
    assert 0 < answer["confidence"] <= 1
    assert answer["scoring"] == {"mode": "weighted", "keywords": "both", "alpha": 0.4}


def test_an_answer_withheld_tells_why(client: TestClient, serve_with: Callable[..., TestClient]) -> None:
    unsure = client.post("/v1/ask", json={"question": "who won the chess olympiad in 1972"}).json()
    held = unsure["withheld"]
    assert (held["reason"], held["threshold"], unsure["passages"]) == ("unsure", 0.5, [])
    assert held["probability"] < 0.5
    with serve_with(search_threshold=0.0) as bold:  # the operator's own threshold decides
        assert bold.post("/v1/ask", json={"question": "who won the chess olympiad in 1972"}).json()["text"]
    empty = client.post("/v1/ask", json={"question": "?!"}).json()
    assert empty["withheld"] == {"reason": "nothing_found", "probability": 0.0, "threshold": 0.5}


def test_scenarios_are_listed_and_read_whole(client: TestClient) -> None:
    listed = client.get("/v1/scenarios").json()
    assert [each["id"] for each in listed["scenarios"]] == ["lamp_link", "screen_black"]
    assert listed["defaults"] == {"internet": "lamp_link", "tv": "screen_black"}
    whole = client.get("/v1/scenarios/lamp_link").json()
    assert [step["id"] for step in whole["steps"]] == ["lights", "restart", "people"]
    assert whole["steps"][0]["outcomes"][0]["label"] == {"lt": "Žalia", "en": "Green"}


# ---- operations


def test_health_and_readiness(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json()["scenarios"] == 2


@pytest.mark.parametrize(
    "path", ["/", "/chat.css", "/chat.js", "/client.js", "/words.js", "/icon.svg", "/docs", "/reference.js"]
)
def test_the_pages_bring_everything_along(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert "http://" not in response.text.replace("http://www.w3.org", "")
    assert "https://" not in response.text
    assert "innerHTML" not in response.text


# ---- the description

SHAPES = (
    (examples.REPLY, Reply),
    (examples.CONVERSATION, ConversationView),
    (examples.ROUTE, Route),
    (examples.READING, ReadingView),
    (examples.SEARCH, SearchView),
    (examples.ANSWER, AnswerView),
    (examples.WITHHELD, AnswerView),
    (examples.TICKET, TicketView),
)


@pytest.mark.parametrize(("example", "shape"), SHAPES, ids=lambda value: getattr(value, "__name__", ""))
def test_examples_have_the_shape_they_illustrate(example: dict[str, Any], shape: type) -> None:
    value = TypeAdapter(shape).validate_python(example)
    assert set(TypeAdapter(shape).dump_python(value)) == set(example)


def test_every_route_is_described_with_an_example(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    text = client.get("/openapi.json").text
    assert "HTTPValidationError" not in text
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            body = (
                operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            )
            if body and "$ref" in body:
                schema = document["components"]["schemas"][body["$ref"].rpartition("/")[2]]
                assert schema.get("examples") or any(
                    "examples" in each for each in schema["properties"].values()
                ), path
            if path.startswith("/v1"):
                assert operation["responses"]["401"]["content"]["application/problem+json"], (method, path)


def test_described_requests_are_accepted(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    tried = 0
    for path, methods in document["paths"].items():
        schema = (
            methods.get("post", {})
            .get("requestBody", {})
            .get("content", {})
            .get("application/json", {})
            .get("schema", {})
        )
        name = schema.get("$ref", "").rpartition("/")[2]
        for example in document["components"]["schemas"].get(name, {}).get("examples", ()):
            if "{" not in path:
                assert client.post(path, json=example).is_success, (path, example)
                tried += 1
    assert tried >= 6
