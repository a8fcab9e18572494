"""Bad input: a clear problem with a stable code, nothing lost, and nothing of the input repeated."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from agent.agent import Agent
from agent.api import create_app
from agent.settings import Settings

JSON = {"Content-Type": "application/json"}
KEY = "a-key-that-only-tests-know"
REFUSED = (
    # what, method, path, body, status, code
    ("not JSON", "POST", "/v1/route", b"{", 400, "invalid_json"),
    ("not UTF-8", "POST", "/v1/route", b'{"text": "\xff\xfe"}', 400, "invalid_json"),
    ("nested without end", "POST", "/v1/route", b'{"text":' + b"[" * 20000, 400, "invalid_json"),
    ("half a character", "POST", "/v1/route", b'{"text": "\\ud800"}', 422, "invalid"),
    ("no field", "POST", "/v1/route", {}, 422, "invalid"),
    ("unknown field", "POST", "/v1/route", {"text": "a", "colour": 1}, 422, "invalid"),
    ("a list for a text", "POST", "/v1/route", {"text": ["a"]}, 422, "invalid"),
    ("a language we do not speak", "POST", "/v1/conversations", {"language": "de"}, 422, "invalid"),
    ("not a number", "POST", "/v1/conversations", b'{"facts": {"a": NaN}}', 422, "invalid"),
    ("a fact with a strange name", "POST", "/v1/conversations", {"facts": {"A b": 1}}, 422, "invalid"),
    ("facts in facts", "POST", "/v1/conversations", {"facts": {"a": {"b": 1}}}, 422, "invalid"),
    ("a guide that is not there", "POST", "/v1/conversations", {"scenario": "nowhere"}, 404, "scenario_unknown"),
    ("too long a text", "POST", "/v1/conversations", {"text": "a" * 5000}, 413, "text_too_long"),
    ("too large a body", "POST", "/v1/conversations", {"text": "a" * 70_000}, 413, "body_too_large"),
    ("a megabyte", "POST", "/v1/conversations", {"text": "ą" * 500_000}, 413, "body_too_large"),
    ("no options", "POST", "/v1/understand/answer", {"question": "q", "options": [], "reply": "r"}, 422, "invalid"),
    ("a label of nothing", "POST", "/v1/understand/answer",
     {"question": "q", "options": [{"id": "a", "label": {}}], "reply": "r"}, 422, "invalid"),
    ("too many hits", "POST", "/v1/search", {"query": "a", "top_k": 1000}, 422, "invalid"),
    ("wrong id", "GET", "/v1/conversations/nowhere", None, 404, "conversation_not_found"),
    ("wrong id, message", "POST", "/v1/conversations/nowhere/messages", {"text": "a"}, 404, "conversation_not_found"),
    ("wrong id, delete", "DELETE", "/v1/conversations/nowhere", None, 404, "conversation_not_found"),
    ("hostile id", "GET", "/v1/conversations/%27%20OR%201=1--", None, 404, "conversation_not_found"),
    ("wrong ticket", "GET", "/v1/tickets/T-0", None, 404, "ticket_not_found"),
    ("wrong scenario", "GET", "/v1/scenarios/nowhere", None, 404, "scenario_unknown"),
    ("wrong cursor", "GET", "/v1/tickets?cursor=abc", None, 422, "invalid_cursor"),
    ("wrong owner", "GET", "/v1/conversations?owner=nobody", None, 422, "invalid"),
    ("wrong path", "GET", "/v1/nowhere", None, 404, "not_found"),
    ("wrong method", "PUT", "/v1/route", {}, 405, "method_not_allowed"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("what", "method", "path", "body", "status", "code"), REFUSED, ids=lambda value: None
)
def test_refusals(
    client: TestClient, what: str, method: str, path: str, body: Any, status: int, code: str
) -> None:
    content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    response = client.request(method, path, content=content, headers=JSON)
    assert (response.status_code, response.json().get("code")) == (status, code), what
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert problem["type"] == f"urn:taisa:error:{code}"
    assert problem["request_id"] == response.headers["x-request-id"]
    assert "Traceback" not in response.text


def test_a_message_says_something_or_picks_something(client: TestClient) -> None:
    reply = client.post("/v1/conversations", json={}).json()
    refused = client.post(f"/v1/conversations/{reply['conversation_id']}/messages", json={"message_id": "a"})
    assert (refused.status_code, refused.json()["code"]) == (422, "message_empty")


@pytest.mark.parametrize("text", ["", "   ", "\x00\x07\x1b[31m", "🤷", "\u202e\u200b"])
def test_odd_texts_are_answered_kindly(client: TestClient, text: str) -> None:
    reply = client.post("/v1/conversations", json={"text": text, "language": "lt"})
    assert reply.status_code == 201
    assert reply.json()["text"]
    assert "\x1b" not in reply.text
    assert "\\u0000" not in reply.text


def test_a_refusal_never_repeats_the_words(client: TestClient) -> None:
    response = client.post("/v1/route", json={"text": ["mano kodas 39001010000"], "language": "mano kodas"})
    assert "mano kodas" not in response.text
    assert "39001010000" not in response.text


def test_a_form_is_refused(client: TestClient) -> None:
    response = client.post("/v1/conversations", content=b"text=a", headers={"Content-Type": "text/plain"})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


# ---- keys and origins


@pytest.mark.parametrize("sent", [None, "Bearer wrong", f"Basic {KEY}", "Bearer ", "Bearer ąž"])
def test_with_keys_nobody_comes_in_without_one(
    serve_with: Callable[..., TestClient], sent: str | None
) -> None:
    client = serve_with(api_keys=(KEY,))
    headers = {} if sent is None else {"Authorization": sent.encode()}
    response = client.get("/v1/scenarios", headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "unauthorized")
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 200


def test_any_of_several_keys_opens(serve_with: Callable[..., TestClient]) -> None:
    client = serve_with(api_keys=f"{KEY},another-key-for-tests")
    for key in (KEY, "another-key-for-tests"):
        assert client.get("/v1/scenarios", headers={"Authorization": f"Bearer {key}"}).status_code == 200


ADMIN = "a-key-that-only-operators-know"


@pytest.mark.parametrize(
    ("admin_keys", "sent", "status", "code"),
    [
        ((ADMIN,), None, 401, "unauthorized"),
        ((ADMIN,), KEY, 403, "admin_only"),
        ((), KEY, 403, "admin_only"),
        ((ADMIN,), ADMIN, 200, None),
    ],
)
def test_only_operators_reload(
    serve_with: Callable[..., TestClient],
    admin_keys: tuple[str, ...],
    sent: str | None,
    status: int,
    code: str,
) -> None:
    client = serve_with(api_keys=(KEY,), admin_keys=admin_keys)
    headers = {"Authorization": f"Bearer {sent}"} if sent else {}
    response = client.post("/v1/admin/reload", json={}, headers=headers)
    assert (response.status_code, response.json().get("code")) == (status, code)


def test_an_operators_key_opens_the_rest_too(serve_with: Callable[..., TestClient]) -> None:
    client = serve_with(api_keys=(KEY,), admin_keys=(ADMIN,))
    assert client.get("/v1/scenarios", headers={"Authorization": f"Bearer {ADMIN}"}).status_code == 200


def test_every_route_under_v1_needs_the_key(serve_with: Callable[..., TestClient]) -> None:
    client = serve_with(api_keys=(KEY,))
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method in methods:
            if path.startswith("/v1"):
                answer = client.request(method.upper(), path.replace("{", "").replace("}", ""), json={})
                assert answer.status_code == 401, (method, path)


FOREIGN = (
    ({"Host": "evil.example"}, 403),
    ({"Host": "127.0.0.1.evil.example"}, 403),
    ({"Host": "localhost:8080", "Origin": "http://evil.example"}, 403),
    ({"Host": "localhost:8080", "Origin": "null"}, 403),
    ({"Host": "localhost:8080", "Origin": "http://localhost:8080"}, 200),
    ({"Host": "[::1]:8080"}, 200),
    ({"Host": "127.0.0.1"}, 200),
    ({"Host": "[::1"}, 403),
)


@pytest.mark.parametrize(("headers", "status"), FOREIGN)
def test_an_open_loopback_serves_only_this_machine(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    assert client.get("/v1/scenarios", headers=headers).status_code == status


def test_origins_are_let_in_by_name(serve_with: Callable[..., TestClient]) -> None:
    client = serve_with(cors_origins="https://www.example.lt")
    asked = {"Origin": "https://www.example.lt", "Access-Control-Request-Method": "POST"}
    assert (
        client.options("/v1/route", headers=asked).headers["access-control-allow-origin"]
        == "https://www.example.lt"
    )
    assert client.get("/v1/scenarios", headers={"Origin": "https://www.example.lt"}).status_code == 200
    assert client.get("/v1/scenarios", headers={"Origin": "https://other.example"}).status_code == 403


def test_headers_of_every_answer(client: TestClient) -> None:
    for path in ("/", "/v1/scenarios", "/v1/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert client.get("/v1/scenarios").headers["cache-control"] == "no-store"


def test_a_request_keeps_the_id_its_caller_gave(client: TestClient) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "call-7"}).headers["x-request-id"] == "call-7"
    assert client.get("/healthz", headers={"X-Request-ID": 'a b"<'}).headers["x-request-id"] != 'a b"<'


# ---- when it goes wrong inside


class Broken:
    """An Agent whose every method fails with words that must not get out."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("secret words of a customer")


def test_an_unexpected_error_is_a_problem_and_its_words_stay_inside(
    settings: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    client = TestClient(create_app(Broken(), settings), base_url="http://127.0.0.1")  # type: ignore[arg-type]
    response = client.get("/v1/tickets")
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")
    assert "secret" not in response.text
    out, err = capfd.readouterr()
    assert "secret words" not in out + err


def test_beyond_the_queue_callers_hear_429_at_once(agent: Agent, settings: Settings) -> None:
    import threading
    from concurrent.futures import ThreadPoolExecutor

    held = threading.Event()

    class Slow:
        def __getattr__(self, name: str) -> Any:
            return getattr(agent, name)

        def tickets(self, limit: int, cursor: str | None) -> Any:
            held.wait(10)
            return agent.tickets(limit, cursor)

    narrow = settings.model_copy(update={"turn_threads": 1, "turn_queue": 1})
    with TestClient(create_app(Slow(), narrow), base_url="http://127.0.0.1") as client:  # type: ignore[arg-type]
        with ThreadPoolExecutor(6) as callers:
            answers = [callers.submit(client.get, "/v1/tickets") for _ in range(6)]
            while sum(answer.done() for answer in answers) < 4:
                assert client.get("/healthz").status_code == 200
            held.set()
            codes = sorted(answer.result().status_code for answer in answers)
        refused = next(answer.result() for answer in answers if answer.result().status_code == 429)
    assert codes == [200, 200, 429, 429, 429, 429]
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["code"] == "too_many"
