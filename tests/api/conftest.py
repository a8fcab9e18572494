"""A small content of its own, an Agent over it, and the same thing as a running server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from agent.agent import Agent
from agent.api import create_app
from agent.bootstrap import Parts, build, build_index_of
from agent.settings import Settings, load_settings
from agent.store import open_store

CONTENT = Path(__file__).parent / "content"
HERE = "http://127.0.0.1"


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The settings of these tests as variables; their index is built."""
    environ = {
        "TAISA_SCENARIOS_DIR": str(CONTENT / "scenarios"),
        "TAISA_KNOWLEDGE_DIR": str(CONTENT / "knowledge_base"),
        "TAISA_INDEX_DIR": str(tmp_path_factory.mktemp("index")),
        "TAISA_EMBEDDER": "hash",
    }
    build_index_of(load_settings(environ))
    return environ


@pytest.fixture
def settings(environment: Mapping[str, str]) -> Settings:
    return load_settings(environment)


@pytest.fixture(scope="session")
def agent(environment: Mapping[str, str]) -> Iterator[Agent]:
    """One Agent for all tests in the process; conversations do not meet."""
    agent = build(load_settings(environment), Parts(store=open_store("sqlite://"), observe=lambda turn: None))
    yield agent
    agent.close_rooms()


@pytest.fixture
def client(agent: Agent, settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(agent, settings), base_url=HERE) as client:
        yield client


@pytest.fixture
def serve_with(agent: Agent, environment: Mapping[str, str]) -> Callable[..., TestClient]:
    """A client of the same Agent under other settings."""

    def serve(**changed: object) -> TestClient:
        return TestClient(create_app(agent, load_settings(environment, **changed)), base_url=HERE)

    return serve


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


@pytest.fixture(scope="module")
def server(environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TAISA_")}
    environ = {**clean, **environment, "TAISA_DATABASE_URL": f"sqlite:///{folder}/taisa.db"}
    server = Server(environ, folder, free_port())
    server.start()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.stop(signal.SIGTERM)
    server.http.close()
