"""What several rooms' tests share: the shipped content, learnt once, and an Agent over it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.settings import Settings
from tests.shipped import common_folder, indexed_small, learnt, learnt_small

_LEARNT = ("shipped", "small_index", "small_learnt")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """While one process learns the shipped content, the other runs the files that need nothing learnt; then each learns
    one of the small ones; whatever may wait comes last. In each part the files with most tests come first.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    parts: dict[str, list[list[pytest.Item]]] = {name: [] for name in (*_LEARNT, "")}
    for tests in sorted(files.values(), key=len, reverse=True):
        needed = {name for item in tests for name in getattr(item, "fixturenames", ())}
        parts[next((name for name in _LEARNT if name in needed), "")].append(tests)
    shipped, index, small = (parts[name] for name in _LEARNT)
    waiting = sorted((*shipped[1:], *index[1:], *small[1:]), key=len, reverse=True)
    order = (*shipped[:1], *parts[""], *index[:1], *small[:1], *waiting)
    items[:] = [item for tests in order for item in tests]


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over the shipped content with keyword search alone."""
    return learnt(common_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the small content with cheap vectors. Copy it: other tests read it too."""
    return indexed_small(common_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def small_learnt(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over the small content with keyword search alone. Copy its index before anything is built in it."""
    return learnt_small(common_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def shipped_agent(shipped: Settings) -> Iterator[Agent]:
    """An Agent over the shipped content, conversations in memory."""
    agent = build(shipped, Parts(observe=lambda turn: None))
    yield agent
    agent.close_rooms()
