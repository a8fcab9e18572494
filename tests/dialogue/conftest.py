"""One Agent over a small content for all tests of the dialogue, and a clock that they move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.store import open_store
from agent.testing import FixedTime
from tests.shipped import common_folder, learnt_small


@pytest.fixture(scope="session")
def clock() -> FixedTime:
    return FixedTime()


@pytest.fixture(scope="session")
def agent(tmp_path_factory: pytest.TempPathFactory, clock: FixedTime) -> Iterator[Agent]:
    settings = learnt_small(common_folder(tmp_path_factory))
    parts = Parts(store=open_store("sqlite://"), now=clock, observe=lambda turn: None)
    agent = build(settings, parts)
    yield agent
    agent.close_rooms()
