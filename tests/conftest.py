"""What several rooms' tests share: the shipped content, learnt once, and an Agent over it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.settings import Settings
from tests.shipped import common_folder, indexed_small, learnt


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over the shipped content with keyword search alone."""
    return learnt(common_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the small content with cheap vectors. Copy it: other tests read it too."""
    return indexed_small(common_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def shipped_agent(shipped: Settings) -> Iterator[Agent]:
    """An Agent over the shipped content, conversations in memory."""
    agent = build(shipped, Parts(observe=lambda turn: None))
    yield agent
    agent.close_rooms()
