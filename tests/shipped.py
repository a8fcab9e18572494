"""What is learnt once for all test processes of one run: the shipped content and a small one."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from agent.bootstrap import build_index_of
from agent.scenarios import Library, load
from agent.settings import Settings, load_settings
from tests.cli.commands import run_agent

ROOT = Path(__file__).parent.parent
SMALL = Path(__file__).parent / "api" / "content"


@cache
def shipped_library() -> Library:
    """The guides shipped. Nobody can change a Library, so one serves all tests of a process."""
    return load(ROOT / "scenarios")


def common_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run see and no other run does."""
    base = factory.getbasetemp()
    # With several test processes each has a folder below the common one.
    return (base.parent if base.name.startswith("popen-") else base) / "learnt"


def once(made: Path, make: Callable[[Path], object]) -> Path:
    """`made` by whoever comes first; who comes while it is being made waits. Nobody writes into it afterwards."""
    made.parent.mkdir(parents=True, exist_ok=True)
    done = made.with_name(f"{made.name}.done")
    with made.with_name(f"{made.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            make(made)
            done.touch()
    return made


def keyword_settings(content: Path, index: Path, database: str = "sqlite://") -> Settings:
    """Settings over some content with keyword search alone."""
    return load_settings(
        {},
        embedder="none",
        scenarios_dir=content / "scenarios",
        knowledge_dir=content / "knowledge_base",
        index_dir=index,
        database_url=database,
    )


def learnt(folder: Path) -> Settings:
    """Settings over the shipped content with keyword search alone; its index lies in `folder`."""
    return _learnt(ROOT, folder / "shipped-none")


def learnt_small(folder: Path) -> Settings:
    """The same of the small content."""
    return _learnt(SMALL, folder / "small-none")


def _learnt(content: Path, index: Path) -> Settings:
    settings = keyword_settings(content, index)
    once(index, lambda _: build_index_of(settings))
    return settings


def small_with_vectors(index: Path) -> Mapping[str, str]:
    """Variables of the small content with cheap vectors."""
    return {
        "TAISA_SCENARIOS_DIR": str(SMALL / "scenarios"),
        "TAISA_KNOWLEDGE_DIR": str(SMALL / "knowledge_base"),
        "TAISA_INDEX_DIR": str(index),
        "TAISA_EMBEDDER": "hash",
    }


def indexed_small(folder: Path) -> Path:
    """Its index, built the way a person builds it: by the command."""

    def build(index: Path) -> None:
        done = run_agent("index", environ=small_with_vectors(index), cwd=folder)
        assert done.returncode == 0, done.stderr

    return once(folder / "small-hash", build)
