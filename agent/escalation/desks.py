"""Where tickets go. Every desk takes plain JSON and a key; the same key again is the same ticket."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import httpx

from agent.errors import OutsideError

_MOST_ANSWER_BYTES = 64 * 1024
_REFERENCE_NAMES = ("reference", "number", "id")
_LONGEST_REFERENCE = 200
# A receiver says "not now" with these; any other 4xx is "never like this".
_TRY_AGAIN = frozenset({408, 409, 423, 425, 429})


class DeskRefusal(OutsideError):  # noqa: N818 (the desk answered; nothing of ours failed)
    """The desk will not take this, now or later: trying again is pointless, a person must look."""

    code = "desk_refused"


class Desk(Protocol):
    """Receives tickets. May be called from any thread."""

    def deliver(self, ticket: Mapping[str, Any], key: str) -> str | None:
        """Hands over one ticket; what the desk calls it, if it says.

        Delivering the same key again changes nothing. Raises OutsideError desk_failed (try again later) or
        DeskRefusal (never).
        """


class BuiltInDesk:
    """Our own list: the ticket stands in the store since its turn, so nothing is left to do."""

    def deliver(self, ticket: Mapping[str, Any], key: str) -> str | None:
        """Its own number is its reference."""
        return str(ticket.get("number", key))


class MemoryDesk:
    """Keeps tickets in memory: the public fake. `failures` are raised, one for each delivery, before it takes any."""

    def __init__(self, failures: tuple[OutsideError, ...] = ()) -> None:
        self.tickets: dict[str, Mapping[str, Any]] = {}
        self.attempts: list[str] = []
        self._failures = list(failures)
        self._lock = threading.Lock()

    def deliver(self, ticket: Mapping[str, Any], key: str) -> str | None:
        """Keeps the ticket under its key."""
        with self._lock:
            self.attempts.append(key)
            if self._failures:
                raise self._failures.pop(0)
            self.tickets.setdefault(key, dict(ticket))
        return str(ticket.get("number", key))


class WebhookDesk:
    """POSTs the ticket to an HTTP address, signed.

        Content-Type: application/json          Idempotency-Key: <key>
        X-Taisa-Timestamp: <seconds since 1970> X-Taisa-Signature: sha256=<hex>

    The signature is HMAC-SHA256 of `<timestamp>.<body>`: compare it in constant time and refuse old timestamps. The
    receiver may answer JSON with `reference`, `number` or `id`, which is kept with the ticket. Redirects are not
    followed: the secret signs for one address only.
    """

    def __init__(
        self,
        url: str,
        secret: str,
        *,
        timeout_seconds: float = 10.0,
        clock: Callable[[], float] = time.time,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._url, self._secret, self._clock = url, secret, clock
        self._client = httpx.Client(timeout=timeout_seconds, follow_redirects=False, transport=transport)

    def deliver(self, ticket: Mapping[str, Any], key: str) -> str | None:
        """One POST."""
        body = json.dumps(ticket, ensure_ascii=False, separators=(",", ":")).encode()
        stamp = str(int(self._clock()))
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": key,
            "X-Taisa-Timestamp": stamp,
            "X-Taisa-Signature": sign(self._secret, stamp, body),
        }
        try:
            with self._client.stream("POST", self._url, content=body, headers=headers) as response:
                _judge(response.status_code)
                return _reference(_read(response))
        except httpx.HTTPError as fault:
            raise OutsideError(
                f"The desk cannot be reached: {type(fault).__name__}.", code="desk_failed"
            ) from fault

    def close(self) -> None:
        """Closes its connections."""
        self._client.close()


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """The value of X-Taisa-Signature."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _judge(status: int) -> None:
    if 200 <= status < 300:
        return
    if 400 <= status < 500 and status not in _TRY_AGAIN:
        raise DeskRefusal(f"The desk refused the ticket with HTTP {status}.")
    raise OutsideError(f"The desk answered HTTP {status}.", code="desk_failed")


def _read(response: httpx.Response) -> bytes:
    body = b""
    for piece in response.iter_bytes():
        body += piece
        if len(body) > _MOST_ANSWER_BYTES:
            return b""
    return body


def _reference(body: bytes) -> str | None:
    try:
        answer = json.loads(body)
    except ValueError:
        return None
    if not isinstance(answer, dict):
        return None
    names = (answer[name] for name in _REFERENCE_NAMES if isinstance(answer.get(name), str | int))
    return next((str(name)[:_LONGEST_REFERENCE] for name in names), None)
