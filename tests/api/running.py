"""The service as a process of its own, for tests to talk to, kill and start again."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

HERE = "http://127.0.0.1"


@dataclass
class Server:
    """`agent serve` as a process of its own, over one database file."""

    environ: Mapping[str, str]
    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=f"{HERE}:{self.port}", timeout=30, trust_env=False)

    def start(self) -> None:
        log = (self.folder / "server.log").open("ab")
        command = [sys.executable, "-m", "agent", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=self.folder, env=self.environ, stdout=log, stderr=log)
        self._await_answer()

    def _await_answer(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, self.log()
            try:
                self.http.get("/healthz").raise_for_status()
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError(self.log())

    def stop(self, how: signal.Signals) -> int:
        """Send a signal and wait; the exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(timeout=30)

    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.http.post(f"/v1{path}", json=body)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
