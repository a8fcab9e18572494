"""A command as a person types it, run in this process."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from agent.cli import main


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


def run_agent(*arguments: str, environ: Mapping[str, str], cwd: Path, says: bytes = b"") -> Done:
    """The command in this process: what `main` prints and exits with, without paying for its imports each time."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    code = 0
    with (
        patch.dict(os.environ, environ),
        patch.object(sys, "argv", ["agent", *arguments]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(says), "utf-8")),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
    return Done(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))
