"""The page of counters: what a search did can be read there, by those who may."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

HISTOGRAM = "search_latency_seconds"
KEY, ADMIN = "k" * 24, "o" * 24
# operators' keys that are set, the key that is sent, and what comes back
PAGES = [
    ((ADMIN,), ADMIN, 200, ""),
    ((ADMIN,), KEY, 403, "admin_only"),
    ((), KEY, 403, "admin_only"),
    ((ADMIN,), None, 401, "unauthorized"),
    ((ADMIN,), ADMIN + "o", 401, "unauthorized"),
]


def counted(client: TestClient) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every number of the page, by name and labels; the page is read by Prometheus' own parser."""
    page = client.get("/metrics")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = text_string_to_metric_families(page.text)
    return {
        (one.name, tuple(sorted(one.labels.items()))): one.value
        for family in families
        for one in family.samples
    }


def total(numbers: dict[tuple[str, tuple[tuple[str, str], ...]], float], name: str, **labels: str) -> float:
    return sum(
        value
        for (found, given), value in numbers.items()
        if found == name and labels.items() <= dict(given).items()
    )


def test_a_search_is_counted_once_and_from_the_cache_the_second_time(client: TestClient) -> None:
    before, query = counted(client), f"technician visit {uuid.uuid4().hex}"
    for _ in range(2):
        client.post("/v1/search", json={"query": query})
    after = counted(client)
    for kind in ("hybrid", "cached"):
        grown = [total(each, "search_queries_total", kind=kind) for each in (before, after)]
        assert grown[1] - grown[0] == 1, kind
    stages = [total(each, f"{HISTOGRAM}_count", stage="all") for each in (before, after)]
    assert stages[1] - stages[0] == 1
    assert total(after, f"{HISTOGRAM}_bucket", stage="all", le="+Inf") == stages[1]
    assert 0 < total(after, "cache_hit_ratio", cache="result") < 1


def test_a_vector_of_a_question_is_computed_once_and_kept(client: TestClient) -> None:
    before, query = counted(client), f"technician visit {uuid.uuid4().hex}"
    for top_k in (1, 2, 3):
        client.post("/v1/search", json={"query": query, "top_k": top_k})
    after = counted(client)
    for result, times in (("miss", 1), ("hit", 2)):
        grown = [
            total(each, "cache_requests_total", cache="embedding", result=result) for each in (before, after)
        ]
        assert grown[1] - grown[0] == times, result
    assert 0 < total(after, "cache_hit_ratio", cache="embedding") < 1
    assert total(after, "cache_entries", cache="embedding") > 0


def test_answers_given_and_withheld_are_counted(client: TestClient) -> None:
    before = counted(client)
    client.post("/v1/ask", json={"question": "kiek kainuoja techniko vizitas?"})
    client.post("/v1/ask", json={"question": "who won the chess olympiad in 1972"})
    after = counted(client)
    for result in ("given", "withheld"):
        assert (
            total(after, "answers_total", result=result) == total(before, "answers_total", result=result) + 1
        )


def test_the_index_that_serves_is_named(client: TestClient) -> None:
    numbers = counted(client)
    assert total(numbers, "index_generation") == 1
    assert total(numbers, "index_age_seconds") >= 0


def test_no_words_of_a_customer_stand_on_the_page(client: TestClient) -> None:
    client.post("/v1/search", json={"query": "mano vardas Jonas Slaptulis"})
    assert "slaptulis" not in client.get("/metrics").text.casefold()


@pytest.mark.parametrize(("operators", "sent", "status", "code"), PAGES)
def test_where_keys_are_set_the_page_is_for_operators(
    serve_with: Callable[..., TestClient],
    operators: tuple[str, ...],
    sent: str | None,
    status: int,
    code: str,
) -> None:
    headers = {"Authorization": f"Bearer {sent}"} if sent else {}
    with serve_with(api_keys=(KEY,), admin_keys=operators) as client:
        page = client.get("/metrics", headers=headers)
    assert page.status_code == status
    assert code in page.text
