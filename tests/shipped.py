"""The shipped content with keyword search alone, learnt once for all test processes."""

from __future__ import annotations

import fcntl
from pathlib import Path

from agent.bootstrap import build_index_of
from agent.settings import Settings, load_settings

ROOT = Path(__file__).parent.parent


def learnt(base: Path) -> Settings:
    """Settings over the shipped content; its index lies in `base`, built by whoever comes first."""
    base.mkdir(parents=True, exist_ok=True)
    settings = load_settings(
        {},
        embedder="none",
        scenarios_dir=ROOT / "scenarios",
        knowledge_dir=ROOT / "knowledge_base",
        index_dir=base / "index-none",
        database_url="sqlite://",
    )
    with (base / "index-none.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build_index_of(settings)
    return settings
