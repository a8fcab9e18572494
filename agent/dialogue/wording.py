"""The last station, `phrase`: parts become one draft, the draft becomes words."""

from __future__ import annotations

from typing import Any

from agent.conversation import Draft
from agent.dialogue.state import TurnState
from agent.phrasing import Phraser


class Wording:
    """Words what the turn decided; a model may only choose the words."""

    def __init__(self, phraser: Phraser) -> None:
        self._phraser = phraser

    def __call__(self, state: TurnState) -> dict[str, Any]:
        draft = Draft(
            kind=state.kind,
            language=state.voice.language,
            parts=state.parts,
            choices=state.choices,
            sources=state.sources,
            ticket=state.conversation.ticket,
        )
        wording = self._phraser.word(draft, state.message.masked)
        return {"draft": draft, "text": wording.text, "why": (*state.why, *wording.evidence)}
