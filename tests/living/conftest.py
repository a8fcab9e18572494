"""A small content in a folder of its own, so that tests can edit it while an Agent serves it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.settings import Settings
from agent.testing import FixedTime
from tests.living.desk import Author
from tests.shipped import SMALL, keyword_settings


@pytest.fixture
def settings_here(tmp_path: Path, small_learnt: Settings) -> Settings:
    shutil.copytree(SMALL, tmp_path / "content")
    shutil.copytree(small_learnt.index_dir, tmp_path / "index")
    database = f"sqlite:///{tmp_path}/talk.db"
    settings = keyword_settings(tmp_path / "content", tmp_path / "index", database)
    build_index_of(settings)  # no time: what was copied is up to date
    return settings


@pytest.fixture
def author(settings_here: Settings) -> Author:
    return Author(settings_here.scenarios_dir)


@pytest.fixture
def serving(settings_here: Settings) -> Iterator[Agent]:
    agent = build(settings_here, Parts(now=FixedTime(), observe=lambda turn: None))
    yield agent
    agent.close_rooms()
