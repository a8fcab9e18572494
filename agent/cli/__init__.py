"""The command `agent`: translates words on a command line into calls, decides nothing.

Importing it costs a tenth of a second: everything heavy loads inside the command that needs it.
"""

from __future__ import annotations

import os
import sys
import traceback

from agent.cli.app import app
from agent.errors import AgentError
from agent.threads import pin_threads

INTERNAL = 70  # sysexits: a fault of the program, not of its user


def main() -> None:
    """Run the command line. Every refusal is a sentence on stderr with exit code 2, never a traceback."""
    pin_threads()  # whichever command it is, before its imports
    try:
        app()
    except AgentError as error:
        _tell(str(error))
        sys.exit(2)
    except BrokenPipeError:  # `agent check | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as fault:  # the last wall before a user
        frame = traceback.extract_tb(fault.__traceback__)[-1]
        _tell(f"unexpected {type(fault).__name__} at {frame.filename}:{frame.lineno}: {fault}")
        _tell("This is a fault of the program. Run again with `python -X dev -m agent …` and report it.")
        if sys.flags.dev_mode:
            traceback.print_exception(fault)
        sys.exit(INTERNAL)


def _tell(sentence: str) -> None:
    print(f"agent: {sentence}", file=sys.stderr)
