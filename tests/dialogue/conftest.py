"""One Agent over a small content for all tests of the dialogue, and a clock that they move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.settings import Settings
from agent.store import open_store
from agent.testing import FixedTime


@pytest.fixture(scope="session")
def clock() -> FixedTime:
    return FixedTime()


@pytest.fixture(scope="session")
def agent(small_learnt: Settings, clock: FixedTime) -> Iterator[Agent]:
    parts = Parts(store=open_store("sqlite://"), now=clock, observe=lambda turn: None)
    agent = build(small_learnt, parts)
    yield agent
    agent.close_rooms()
