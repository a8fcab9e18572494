"""A small content in a folder of its own, so that tests can edit it while an Agent serves it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.settings import Settings, load_settings
from agent.testing import FixedTime
from tests.living.desk import Author

CONTENT = Path(__file__).parents[1] / "api" / "content"


@pytest.fixture(scope="session")
def learnt_small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the small content; a copy is brought up to date in no time."""
    index = tmp_path_factory.mktemp("small") / "index"
    build_index_of(in_folder(CONTENT, index, "sqlite://"))
    return index


def in_folder(content: Path, index: Path, database: str) -> Settings:
    return load_settings(
        {},
        embedder="none",
        scenarios_dir=content / "scenarios",
        knowledge_dir=content / "knowledge_base",
        index_dir=index,
        database_url=database,
    )


@pytest.fixture
def settings_here(tmp_path: Path, learnt_small: Path) -> Settings:
    shutil.copytree(CONTENT, tmp_path / "content")
    shutil.copytree(learnt_small, tmp_path / "index")
    settings = in_folder(tmp_path / "content", tmp_path / "index", f"sqlite:///{tmp_path}/talk.db")
    build_index_of(settings)
    return settings


@pytest.fixture
def author(settings_here: Settings) -> Author:
    return Author(settings_here.scenarios_dir)


@pytest.fixture
def serving(settings_here: Settings) -> Iterator[Agent]:
    agent = build(settings_here, Parts(now=FixedTime(), observe=lambda turn: None))
    yield agent
    agent.close_rooms()
