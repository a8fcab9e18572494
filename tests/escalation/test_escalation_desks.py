"""What every desk promises, and what only the webhook does."""

from __future__ import annotations

import hmac
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from agent.errors import OutsideError
from agent.escalation import BuiltInDesk, Desk, DeskRefusal, MemoryDesk, WebhookDesk, sign

SECRET = "paslaptis"
TICKET = {"number": "T-1", "problem": {"lt": "neveikia ąžuolas"}, "priority": "high"}


@dataclass
class HelpDesk:
    """A small help desk behind HTTP that minds keys and signatures."""

    url: str = ""
    tickets: dict[str, Any] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def take(self, headers: Any, body: bytes) -> tuple[int, bytes]:
        """One POST."""
        signed = sign(SECRET, headers["X-Taisa-Timestamp"], body)
        if not hmac.compare_digest(signed, headers["X-Taisa-Signature"]):
            self.refused.append("signature")
            return 401, b"{}"
        key = headers["Idempotency-Key"]
        self.tickets.setdefault(key, json.loads(body))
        return 201, json.dumps({"id": 1000 + list(self.tickets).index(key)}).encode()


@pytest.fixture
def help_desk() -> Iterator[HelpDesk]:
    """A running one."""
    desk = HelpDesk()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, answer = desk.take(self.headers, self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    desk.url = f"http://127.0.0.1:{server.server_port}/tickets"
    yield desk
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["built-in", "memory", "webhook"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """The desk under test."""
    if request.param == "webhook":
        webhook = WebhookDesk(request.getfixturevalue("help_desk").url, SECRET)
        yield webhook
        webhook.close()
        return
    yield BuiltInDesk() if request.param == "built-in" else MemoryDesk()


def test_a_ticket_is_taken_and_named(desk: Desk) -> None:
    assert desk.deliver(TICKET, "T-1")


def test_the_same_key_again_is_the_same_ticket(desk: Desk) -> None:
    assert desk.deliver(TICKET, "T-1") == desk.deliver(TICKET, "T-1")


def test_another_key_is_another_ticket(desk: Desk) -> None:
    assert desk.deliver(TICKET, "T-1") != desk.deliver(TICKET | {"number": "T-2"}, "T-2")


def test_many_threads_may_deliver(desk: Desk) -> None:
    threads = [
        threading.Thread(target=desk.deliver, args=(TICKET | {"number": f"T-{n}"}, f"T-{n}"))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if isinstance(desk, MemoryDesk):
        assert len(desk.tickets) == 8


def test_memory_desk_fails_as_told_then_takes() -> None:
    desk = MemoryDesk((OutsideError("away", code="desk_failed"),))
    with pytest.raises(OutsideError):
        desk.deliver(TICKET, "T-1")
    assert desk.deliver(TICKET, "T-1") == "T-1"
    assert desk.attempts == ["T-1", "T-1"]


def test_the_webhook_is_signed_and_whole(help_desk: HelpDesk) -> None:
    assert WebhookDesk(help_desk.url, SECRET).deliver(TICKET, "T-1") == "1000"
    assert help_desk.tickets == {"T-1": TICKET}


def test_a_wrong_secret_is_refused_for_good(help_desk: HelpDesk) -> None:
    with pytest.raises(DeskRefusal):
        WebhookDesk(help_desk.url, "kita").deliver(TICKET, "T-1")
    assert help_desk.tickets == {}


def test_the_signature_covers_time_and_body() -> None:
    signature = sign(SECRET, "1762344000", b"{}")
    assert signature == "sha256=" + hmac.new(b"paslaptis", b"1762344000.{}", "sha256").hexdigest()
    assert signature != sign(SECRET, "1762344001", b"{}")
    assert signature != sign(SECRET, "1762344000", b"{ }")


ANSWERS: list[tuple[int, str, object]] = [
    (200, '{"reference": "Z-1"}', "Z-1"),
    (201, '{"number": 77}', "77"),
    (202, "", None),
    (200, "not json", None),
    (200, "[1]", None),
    (200, '{"id": {"a": 1}}', None),
    (200, '{"id": "' + "x" * 100_000 + '"}', None),
    (500, "", "desk_failed"),
    (503, "", "desk_failed"),
    (429, "", "desk_failed"),
    (408, "", "desk_failed"),
    (301, "", "desk_failed"),
    (400, "", "desk_refused"),
    (404, "", "desk_refused"),
    (422, "", "desk_refused"),
]


def answering(status: int, body: str) -> Callable[[httpx.Request], httpx.Response]:
    """A receiver that always answers so."""
    return lambda _request: httpx.Response(
        status, text=body, headers={"Location": "http://elsewhere.example/"}
    )


@pytest.mark.parametrize(("status", "body", "expected"), ANSWERS, ids=lambda value: str(value)[:20])
def test_every_answer_has_a_meaning(status: int, body: str, expected: object) -> None:
    desk = WebhookDesk("http://desk.example/", SECRET, transport=httpx.MockTransport(answering(status, body)))
    if status < 300:
        assert desk.deliver(TICKET, "T-1") == expected
        return
    with pytest.raises(OutsideError) as failed:
        desk.deliver(TICKET, "T-1")
    assert failed.value.code == expected


@pytest.mark.parametrize(
    "fault", [httpx.ConnectError("x"), httpx.ReadTimeout("x"), httpx.RemoteProtocolError("x")]
)
def test_a_desk_that_cannot_be_reached_may_be_tried_again(fault: httpx.HTTPError) -> None:
    def broken(_request: httpx.Request) -> httpx.Response:
        raise fault

    with pytest.raises(OutsideError) as failed:
        WebhookDesk("http://desk.example/", SECRET, transport=httpx.MockTransport(broken)).deliver(
            TICKET, "T-1"
        )
    assert failed.value.code == "desk_failed"
    assert SECRET not in str(failed.value)
