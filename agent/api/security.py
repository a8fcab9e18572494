"""Who may call, from where, and how much: the walls around the routes. Plain ASGI, so that nothing is buffered twice."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import traceback
from collections.abc import Sequence
from typing import Annotated, Final
from urllib.parse import urlsplit

import anyio
from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import SecretStr
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agent.api.problems import problem
from agent.errors import ConversationError
from agent.observe import get_logger
from agent.settings import Settings, is_loopback

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_BODY_SECONDS = 30
_DRAIN_BYTES = 8 * 1024 * 1024  # read and dropped, so that a caller hears 413 instead of a broken pipe

_bearer = HTTPBearer(auto_error=False, description="A key of TAISA_API_KEYS. Not needed on an open loopback.")


def require_key(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> None:
    """Let the caller in when no key is configured or theirs is one of them. Raises 401."""
    settings: Settings = request.app.state.settings
    if settings.api_keys and not _is_one_of(given, (*settings.api_keys, *settings.admin_keys)):
        raise ConversationError(
            "This needs a valid key.",
            code="unauthorized",
            status=401,
            mend="Send Authorization: Bearer <key>.",
        )


def require_admin(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> None:
    """Let an operator in: on an open loopback anybody, else by a key of theirs. Raises 403 for any other key."""
    settings: Settings = request.app.state.settings
    if settings.api_keys and not _is_one_of(given, settings.admin_keys):
        raise ConversationError(
            "This is for operators.",
            code="admin_only",
            status=403,
            mend="Send a key of TAISA_ADMIN_KEYS as Authorization: Bearer <key>.",
        )


def _is_one_of(given: HTTPAuthorizationCredentials | None, keys: Sequence[SecretStr]) -> bool:
    offered = _digest(given.credentials if given else "")
    # Every key is compared, in constant time: how long it takes tells nothing about a key.
    matches = [hmac.compare_digest(offered, _digest(key.get_secret_value())) for key in keys]
    return any(matches)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()


class Guard:
    """The outermost wall: names each request, adds headers, and lets no unexpected error out as a traceback."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._log = get_logger("taisa.api")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        scope["request_id"] = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        outgoing = _Outgoing(send, scope["request_id"], private=scope["path"].startswith("/v1"))
        try:
            if self._settings.api_keys or _from_here(headers, self._settings):
                await self._app(scope, receive, outgoing)
            else:
                await _refuse_stranger(scope, receive, outgoing)
        except (
            Exception
        ) as fault:  # the last wall: whatever it was, the caller hears a problem, the log the place
            self._record(scope, fault)
            if not outgoing.started:
                response = problem(
                    500,
                    "internal_error",
                    "Something went wrong here. It has been recorded.",
                    request_id=scope["request_id"],
                )
                await response(scope, receive, outgoing)

    def _record(self, scope: Scope, fault: Exception) -> None:
        """Where it happened, never what was said: messages of exceptions may quote a customer."""
        places = [
            f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(fault.__traceback__)[-6:]
        ]
        self._log.error(
            "unexpected_error",
            request_id=scope["request_id"],
            path=scope["path"],
            kind=type(fault).__name__,
            at=places,
        )


async def _refuse_stranger(scope: Scope, receive: Receive, send: Send) -> None:
    response = problem(
        403,
        "host_refused",
        "Without keys only pages and programs of this machine are served.",
        mend="Use http://127.0.0.1, name the origin in TAISA_CORS_ORIGINS, or set TAISA_API_KEYS.",
        request_id=scope["request_id"],
    )
    await response(scope, receive, send)


def _from_here(headers: Headers, settings: Settings) -> bool:
    """On an open loopback: neither a foreign name for this machine (DNS rebinding) nor a foreign page's request."""
    host = headers.get("host", "")
    if not is_loopback(_hostname(f"//{host}")):
        return False
    origin = headers.get("origin")
    return origin is None or origin in settings.cors_origins or urlsplit(origin).netloc == host


def _hostname(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


class _Outgoing:
    """Adds the request id and the security headers to a response; knows whether one has begun."""

    def __init__(self, send: Send, request_id: str, private: bool) -> None:
        self._send, self._request_id, self._private = send, request_id, private
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self._request_id
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            if self._private:
                headers["Cache-Control"] = "no-store"
        await self._send(message)


class BodyLimit:
    """Reads a body up to the limit before anything parses it: 413 beyond, 408 when it trickles, 415 if not JSON."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        body: bytes | None = b""
        try:
            with anyio.fail_after(_BODY_SECONDS):
                body = await self._read(receive)
        except TimeoutError:
            await self._refuse(scope, receive, send, 408, "request_timeout", "The body came too slowly.")
            return
        if body is None:
            detail = f"The request is larger than {self._limit} bytes."
            await self._refuse(scope, receive, send, 413, "body_too_large", detail)
        elif body and not _is_json(Headers(scope=scope)):
            detail = "The body must be JSON: send Content-Type: application/json."
            await self._refuse(scope, receive, send, 415, "unsupported_media_type", detail)
        else:
            await self._app(scope, _replay(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        """The whole body, or None when it is over the limit (the rest is read and dropped)."""
        pieces: list[bytes] = []
        size, more = 0, True
        while more and size <= _DRAIN_BYTES:
            message = await receive()
            piece = message.get("body", b"")
            size += len(piece)
            more = message["type"] == "http.request" and message.get("more_body", False)
            if size <= self._limit:
                pieces.append(piece)
        return b"".join(pieces) if size <= self._limit else None

    @staticmethod
    async def _refuse(
        scope: Scope, receive: Receive, send: Send, status: int, code: str, detail: str
    ) -> None:
        response = problem(status, code, detail, request_id=scope.get("request_id", ""))
        await response(scope, receive, send)


def _is_json(headers: Headers) -> bool:
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    return kind == "application/json" or kind.endswith("+json")


def _replay(body: bytes, receive: Receive) -> Receive:
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return pending.pop() if pending else await receive()

    return again
