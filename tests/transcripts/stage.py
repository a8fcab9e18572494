"""Plays a transcript file: what a customer says, presses, when time passes, when the service is restarted.

python tests/transcripts/stage.py            play every file and write down what is answered (after a deliberate change)
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.conversation import Reply
from agent.settings import Settings, load_settings
from agent.testing import FixedTime

HERE = Path(__file__).parent


def settings_in(folder: Path, index: Path) -> Settings:
    """The shipped content, keyword search alone, and a database of its own."""
    settings = load_settings({}, embedder="none", database_url=f"sqlite:///{folder}/talk.db", index_dir=index)
    build_index_of(settings)
    return settings


class Stage:
    """One service that can be restarted, at a time that can be moved."""

    def __init__(self, settings: Settings, name: str) -> None:
        self._settings, self.time = settings, FixedTime()
        self._ids = (f"{name}-{number}" for number in itertools.count(1))
        self.agent = self._built()

    def _built(self) -> Agent:
        parts = Parts(
            now=self.time, new_id=lambda: next(self._ids), stopwatch=lambda: 0.0, observe=lambda _: None
        )
        return build(self._settings, parts)

    def restart(self) -> None:
        """Close everything and open it again over the same database."""
        self.agent.close_rooms()
        self.agent = self._built()

    def play(self, transcript: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Reply]]:
        """Every line with the reply to it."""
        reply: Reply | None = None
        for line in transcript["turns"]:
            self.time.pass_by(minutes=line.get("minutes_later", 1))
            if line.get("restart"):
                self.restart()
            reply = self._say(reply, line, transcript)
            yield line, reply

    def _say(self, before: Reply | None, line: dict[str, Any], transcript: dict[str, Any]) -> Reply:
        if before is None:
            return self.agent.start(text=line["customer"], language=transcript.get("language"))
        if "choice" in line:
            return self.agent.reply(before.conversation_id, choice=line["choice"])
        return self.agent.reply(before.conversation_id, text=line["customer"])


def seen(reply: Reply) -> dict[str, Any]:
    """What a transcript keeps of a reply."""
    kept = {
        "taisa": reply.text,
        "kind": str(reply.kind),
        "status": str(reply.status),
        "scenario": reply.scenario,
        "step": reply.step,
        "ticket": reply.ticket,
        "choices": [choice.id for choice in reply.choices] or None,
        "sources": [source.id for source in reply.sources] or None,
    }
    return {name: value for name, value in kept.items() if value is not None}


def transcripts() -> list[Path]:
    """Every transcript file."""
    return sorted(HERE.glob("*.yaml"))


class _Block(yaml.SafeDumper):
    """Long texts as blocks, so that a transcript can be read aloud."""


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Block.add_representer(str, _text)


def record(file: Path, stage: Stage) -> None:
    """Play `file` and write down what was answered."""
    transcript = yaml.safe_load(file.read_text(encoding="utf-8"))
    said = {"customer", "choice", "restart", "minutes_later", "shows"}
    turns = []
    for line, reply in stage.play(transcript):
        turns.append({**{key: value for key, value in line.items() if key in said}, **seen(reply)})
    text = yaml.dump(
        {**transcript, "turns": turns}, Dumper=_Block, allow_unicode=True, sort_keys=False, width=110
    )
    file.write_text(text, encoding="utf-8")


def main() -> None:
    """Record the named files, or all. The index is kept in `var/index-none`."""
    files = [Path(name) for name in sys.argv[1:]] or transcripts()
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder), Path("var/index-none"))
        for file in files:
            record(file, Stage(settings, file.stem))
            print(file.name)


if __name__ == "__main__":
    main()
