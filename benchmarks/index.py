"""How long an index takes to follow one edited article of 1,000, in a process of its own as `agent index` is.

    python benchmarks/index.py [--passages 4]

Uses the public fake as embedder: what an edit costs beside the embedding of its few passages (bundled model: about 50 ms
each).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = """
import sys, time
from pathlib import Path
import numpy as np
sys.path[:0] = [sys.argv[3], sys.argv[3] + "/benchmarks"]
from search_speed import corpus
from dataclasses import replace
from agent.knowledge import HashEmbedder, build_index
entries = corpus(int(sys.argv[2]), np.random.default_rng(1))
if sys.argv[4] == "edited":
    entries = (replace(entries[0], text="Edited today\\nSomething new.", body="Something new."), *entries[1:])
begun, worked = time.perf_counter(), time.process_time()
built = build_index(entries, HashEmbedder(384), Path(sys.argv[1]))
print(f"{sys.argv[4]}: {built.embedded} texts embedded, {time.perf_counter() - begun:.2f} s, "
      f"{time.process_time() - worked:.2f} s of the processor (libraries loaded within)")
"""


def main() -> None:
    """Build 1,000 articles, edit one, build again."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--passages", type=int, default=4)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for state in ("new", "edited"):
            begun = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", BUILD, folder, str(1000 * given.passages), str(ROOT), state],
                check=True,
            )
            print(f"  whole process {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
