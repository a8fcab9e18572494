"""`/v1/search` and `/v1/ask`: the names that were promised, every stage within reach, and clear refusals."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from agent.bootstrap import embedder_of, open_retriever
from agent.knowledge import Plan, Result, Retriever
from agent.settings import Settings

QUESTION = "kiek kainuoja techniko vizitas?"
VISIT = "how much does a technician's visit cost"


def searched(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/search", json={"query": VISIT, "threshold": 0, **body})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def test_an_answer_has_the_promised_names_beside_the_older_ones(client: TestClient) -> None:
    told = client.post("/v1/ask", json={"question": QUESTION}).json()
    promised = {"answer", "passages", "link_passages", "memories", "scoring", "confidence", "timings"}
    older = {"text", "sources", "related", "degraded", "withheld"}
    assert promised | older <= set(told)
    assert told["answer"] == told["text"] and "10 €" in told["answer"]
    assert told["link_passages"] == told["related"]
    assert {"embed", "search", "fuse"} <= set(told["timings"])
    withheld = client.post("/v1/ask", json={"question": "who won the chess olympiad in 1972"}).json()
    assert (withheld["answer"], withheld["memories"]) == (None, [])


def test_a_search_tells_how_it_was_done(client: TestClient) -> None:
    client.post("/v1/search", json={"query": VISIT, "threshold": 0.01})
    again = client.post("/v1/search", json={"query": VISIT, "threshold": 0.01}).json()
    assert again["cached"] is True
    assert again["alpha"] == pytest.approx(0.4)
    assert again["generation"] and {"embed", "search"} <= set(again["timings"])
    assert again["confidence"] == max(hit["score"] for hit in again["hits"])
    assert (again["linked"], again["notes"]) == ([], [])


def test_twenty_passages_are_found_and_five_looked_at_unless_told_otherwise(client: TestClient) -> None:
    assert len(searched(client)["hits"]) == len(searched(client, top_k=20)["hits"]) > 3
    asked = client.get("/openapi.json").json()["components"]["schemas"]
    defaults = [asked[name]["properties"]["top_k"]["default"] for name in ("SearchRequest", "AskRequest")]
    assert defaults == [20, 5]


def test_hits_come_in_fused_order(client: TestClient) -> None:
    fused = [hit["scores"]["fused"] for hit in searched(client, top_k=20)["hits"]]
    assert fused == sorted(fused, reverse=True)
    said = client.get("/openapi.json").json()["paths"]["/v1/search"]["post"]["description"]
    assert "in the order of the fused score" in said


def test_the_weight_of_meaning_and_the_fusion_can_be_chosen(client: TestClient) -> None:
    assert searched(client, alpha=1.0)["alpha"] == 1.0
    by_rank = searched(client, mode="rrf")["hits"]
    assert max(hit["scores"]["fused"] for hit in by_rank) <= round(2 / 61, 4)


def test_a_device_and_tags_raise_what_is_made_for_them(client: TestClient) -> None:
    plain = searched(client, explain=True)["hits"]
    assert not any("boost" in hit["scores"] for hit in plain)
    tag = client.get("/v1/scenarios").json()["scenarios"][0]["tags"]
    raised = searched(client, tags=[*tag, "visit"], device_model="HG8245H")["hits"]
    assert all("boost" in hit["scores"] for hit in raised)


def test_links_are_followed_so_far_as_wished(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[Plan | None] = []
    search = Retriever.search

    def watched(self: Retriever, *given: Any, **named: Any) -> Result:
        plans.append(named["ranking"].links)
        return search(self, *given, **named)

    monkeypatch.setattr(Retriever, "search", watched)
    for hops in (None, 0, 3):
        searched(client, hops=hops)
    assert plans == [None, None, Plan("smart", hops=3)]


def test_diversity_of_one_is_the_ranking_itself(client: TestClient) -> None:
    def names(**body: Any) -> list[str]:
        return [hit["id"] for hit in searched(client, **body)["hits"]]

    assert names(diversity=1.0) == names()
    assert names(diversity=0.0) != names()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mode", "vote"), ("alpha", 1.5), ("diversity", -0.1), ("hops", 9), ("device_model", ""),
        ("tags", ["a"] * 21), ("tags", [""]), ("top_k", 51),
    ],
)  # fmt: skip
def test_a_stage_that_does_not_exist_is_refused(client: TestClient, field: str, value: object) -> None:
    refused = client.post("/v1/search", json={"query": VISIT, field: value})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert field in refused.text


def test_links_and_earlier_contacts_are_used_as_wished(client: TestClient) -> None:
    yesterday = datetime.now(UTC) - timedelta(days=1)
    contacts = [
        {"id": "a", "at": yesterday.isoformat(), "text": "paid for a technician's visit", "outcome": "unresolved"},
        {"id": "b", "at": yesterday.isoformat(), "text": "the tv was black"},
    ]  # fmt: skip
    body = {"question": VISIT, "use_graph": False, "contacts": contacts}
    without = client.post("/v1/ask", json=body).json()
    told = client.post("/v1/ask", json={**body, "use_memory": True}).json()
    assert (without["memories"], without["link_passages"]) == ([], [])
    first, second = told["memories"]
    assert (first["id"], first["outcome"], second["id"]) == ("a", "unresolved", "b")
    assert first["score"] > second["score"] and first["relevance"] > second["relevance"]
    assert told["answer"] == without["answer"]
    wrong = {**body, "contacts": [{**contacts[0], "at": "2026-01-01T10:00:00"}]}
    assert client.post("/v1/ask", json=wrong).status_code == 422, "a time without its zone"


@pytest.mark.parametrize(("count", "length"), [(11, 5), (5, 801)])
def test_more_earlier_contacts_than_one_question_may_cost_are_refused(
    client: TestClient, count: int, length: int
) -> None:
    now = datetime.now(UTC).isoformat()
    contacts = [{"id": str(number), "at": now, "text": "a" * length} for number in range(count)]
    body = {"question": VISIT, "use_memory": True, "contacts": contacts}
    refused = client.post("/v1/ask", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert "contacts" in refused.text and ("10" in refused.text if count > 10 else "4000" in refused.text)
    allowed = [{**each, "text": each["text"][:800]} for each in contacts[:5]]
    assert client.post("/v1/ask", json={**body, "contacts": allowed}).status_code == 200


def test_the_operator_chooses_the_stages_for_all(settings: Settings) -> None:
    changed = {"search_mode": "rrf", "search_diversity": 0.7, "search_links": "basic"}
    embedder = embedder_of(settings)
    ranking = open_retriever(settings.model_copy(update=changed), embedder).ranking
    assert (ranking.mode, ranking.diversity) == ("rrf", 0.7)
    assert ranking.links is not None and ranking.links.strategy == "basic"
    as_shipped = open_retriever(settings, embedder).ranking
    assert (as_shipped.mode, as_shipped.diversity, as_shipped.links) == ("weighted", None, None)
