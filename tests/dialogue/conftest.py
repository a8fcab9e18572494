"""One Agent over a small content for all tests of the dialogue, and a clock that they move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.settings import load_settings
from agent.store import open_store
from agent.testing import FixedTime

CONTENT = Path(__file__).parents[1] / "api" / "content"


@pytest.fixture(scope="session")
def clock() -> FixedTime:
    return FixedTime()


@pytest.fixture(scope="session")
def agent(tmp_path_factory: pytest.TempPathFactory, clock: FixedTime) -> Iterator[Agent]:
    settings = load_settings(
        {
            "TAISA_SCENARIOS_DIR": str(CONTENT / "scenarios"),
            "TAISA_KNOWLEDGE_DIR": str(CONTENT / "knowledge_base"),
            "TAISA_INDEX_DIR": str(tmp_path_factory.mktemp("index")),
            "TAISA_EMBEDDER": "none",
        }
    )
    build_index_of(settings)
    parts = Parts(store=open_store("sqlite://"), now=clock, observe=lambda turn: None)
    agent = build(settings, parts)
    yield agent
    agent.close_rooms()
