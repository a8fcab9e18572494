"""Ten hard conversations, word for word: a change in any reply is a change somebody must have wanted.

After a deliberate change: `python tests/transcripts/stage.py` writes the new replies; read the diff aloud.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from agent.settings import Settings
from tests.transcripts.stage import Stage, seen, transcripts


@pytest.mark.parametrize("file", transcripts(), ids=lambda file: file.stem)
def test_the_conversation_goes_word_for_word(file: Path, shipped: Settings, tmp_path: Path) -> None:
    transcript = yaml.safe_load(file.read_text(encoding="utf-8"))
    settings = shipped.model_copy(update={"database_url": f"sqlite:///{tmp_path}/talk.db"})
    stage = Stage(settings, file.stem)
    for line, reply in stage.play(transcript):
        written = {name: line.get(name) for name in seen(reply)}
        assert seen(reply) == written, line.get("customer") or line.get("choice")
    stage.agent.close_rooms()


def test_five_transcripts_in_each_language() -> None:
    names = [file.stem for file in transcripts()]
    assert sum(name.startswith("lt_") for name in names) >= 5
    assert sum(name.startswith("en_") for name in names) >= 5
