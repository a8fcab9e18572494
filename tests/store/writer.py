"""A process that answers messages: `python writer.py URL CONVERSATION NAME COUNT`, a line for each one acknowledged."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from store_values import a_ticket, a_turn

from agent.store import open_store


def main(url: str, cid: str, name: str, count: int) -> None:
    """One message at a time, each with a ticket."""
    store = open_store(url)
    print("ready", flush=True)
    for message in range(count):
        with store.lease(cid, 60):
            conversation = store.get(cid)
            assert conversation is not None
            after = replace(conversation, turns=conversation.turns + 1)
            mark = f"{name}-{message}"
            turn = a_turn(after, after.turns, mark, mark)
            store.put(after, turn, (a_ticket(f"T-{cid}-{mark}"),), conversation.version)
        print(after.turns, mark, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
