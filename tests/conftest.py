"""What several rooms' tests share: the shipped content, learnt once, and an Agent over it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.settings import Settings
from tests.shipped import learnt


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over the shipped content with keyword search alone."""
    base = tmp_path_factory.getbasetemp()
    # With several test processes each has a folder below the common one: they share what is learnt.
    return learnt((base.parent if base.name.startswith("popen-") else base) / "shipped")


@pytest.fixture(scope="session")
def shipped_agent(shipped: Settings) -> Iterator[Agent]:
    """An Agent over the shipped content, conversations in memory."""
    agent = build(shipped, Parts(observe=lambda turn: None))
    yield agent
    agent.close_rooms()
