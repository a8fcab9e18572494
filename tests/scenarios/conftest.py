"""The small library the walk is tested on: `guide` calls `fix` and leads to `other` and back."""

from pathlib import Path

import pytest

from agent.scenarios import Library, load

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def library() -> Library:
    return load(HERE / "library", constants=())


@pytest.fixture(scope="session")
def sample() -> Library:
    return load(HERE)
