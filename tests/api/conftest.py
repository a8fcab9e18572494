"""A small content of its own, an Agent over it, and the same thing as a running server."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from agent.agent import Agent
from agent.api import create_app
from agent.bootstrap import Parts, build
from agent.settings import Settings, load_settings
from agent.store import open_store
from tests.api.running import HERE, Server, free_port
from tests.shipped import small_with_vectors


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory, small_index: Path) -> Mapping[str, str]:
    """The settings of these tests as variables; their index is built."""
    index = tmp_path_factory.mktemp("small") / "index"
    shutil.copytree(small_index, index)
    return small_with_vectors(index)


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
