"""A small server that speaks the OpenAI chat protocol the way real ones do: it streams, stalls, errs and lies."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Behaviour:
    """What the next answers do. `mode`: speak, stall (between words), hang (before any), error, malformed, drop."""

    mode: str = "speak"
    says: str = "Hello."
    stall_seconds: float = 5.0
    requests: list[dict[str, object]] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    behaviour: Behaviour

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.behaviour.requests.append({"path": self.path, "headers": dict(self.headers), **json.loads(body)})
        getattr(self, f"_{self.behaviour.mode}")()

    def _begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()

    def _event(self, data: str) -> None:
        self.wfile.write(f"data: {data}\n\n".encode())
        self.wfile.flush()

    def _word(self, content: str, finish: str | None = None) -> None:
        choice = {"index": 0, "delta": {"role": "assistant", "content": content}, "finish_reason": finish}
        chunk = {
            "id": "c",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "fake",
            "choices": [choice],
        }
        self._event(json.dumps(chunk))

    def _speak(self) -> None:
        self._begin()
        for word in self.behaviour.says.split(" "):
            self._word(word + " ")
        self._word("", "stop")
        self._event("[DONE]")
        self.close_connection = True

    def _stall(self) -> None:
        self._begin()
        self._word("Well ")
        time.sleep(self.behaviour.stall_seconds)
        self.close_connection = True

    def _hang(self) -> None:
        time.sleep(self.behaviour.stall_seconds)
        self.close_connection = True

    def _error(self) -> None:
        body = b'{"error": {"message": "overloaded", "type": "server_error"}}'
        self.send_response(500)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _malformed(self) -> None:
        self._begin()
        self._event('{"choices": [{"delta": ')
        self._event("[DONE]")
        self.close_connection = True

    def _drop(self) -> None:
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True


@contextmanager
def fake_server() -> Iterator[tuple[str, Behaviour]]:
    """The base URL of a running server, and the behaviour to set."""
    behaviour = Behaviour()
    handler = type("Handler", (_Handler,), {"behaviour": behaviour})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", behaviour
    finally:
        server.shutdown()
        server.server_close()
