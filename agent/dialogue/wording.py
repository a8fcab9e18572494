"""The last station, `phrase`: parts become one draft, the draft becomes words."""

from __future__ import annotations

import hashlib
from typing import Any

from agent.conversation import Draft, Evidence, Looked, Part
from agent.dialogue.looking_up import ASIDE
from agent.dialogue.state import TurnState
from agent.phrasing import Phraser
from agent.phrasing import Wording as Worded

MODEL = "model"
# With one of these begins what the customer is to do next.
ASKS = frozenset({"safety", "instruction", "question", "consent"})


class Wording:
    """Words what the turn decided; a model may only choose the words."""

    def __init__(self, phraser: Phraser) -> None:
        self._phraser = phraser

    def __call__(self, state: TurnState) -> dict[str, Any]:
        draft = Draft(
            kind=state.kind,
            language=state.voice.language,
            parts=(*_unheard(state), *_asides_behind(state.parts)),
            choices=state.choices,
            sources=state.sources,
            ticket=state.conversation.ticket,
        )
        worded = self._worded(draft, state)
        looked = state.looked
        if worded.evidence:  # a model was asked: what became of it is kept
            evidence = [[each.source, each.says] for each in worded.evidence]
            looked = (*looked, Looked(MODEL, _name(draft), {"text": worded.text, "evidence": evidence}))
        return {
            "draft": draft,
            "text": worded.text,
            "why": (*state.why, *worded.evidence),
            "looked": looked,
        }

    def _worded(self, draft: Draft, state: TurnState) -> Worded:
        if state.recorded is None:
            return self._phraser.word(draft, state.message.masked)
        said = [each for each in state.recorded if each.kind == MODEL and each.name == _name(draft)]
        if not said:
            return Worded(draft.text)
        evidence = tuple(Evidence(*each) for each in said[0].value["evidence"])
        return Worded(said[0].value["text"], evidence)


def _unheard(state: TurnState) -> tuple[Part, ...]:
    """A warning written to the open question after it was asked stands before everything, unless it is said anyway."""
    warning = state.voice.text(state.unheard)
    said = any(part.kind == "safety" and part.text == warning for part in state.parts)
    return (Part("warning", warning, fixed=True),) if warning and not said else ()


def _asides_behind(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """What could not be answered is owned up to after all that could, but before what is asked: that stands last."""
    asides = tuple(part for part in parts if part.kind == ASIDE)
    rest = tuple(part for part in parts if part.kind != ASIDE)
    place = next((at for at, part in enumerate(rest) if part.kind in ASKS), len(rest))
    return (*rest[:place], *asides, *rest[place:])


def _name(draft: Draft) -> str:
    """Which words a model was given: its answer holds for no others."""
    return hashlib.sha256(draft.text.encode("utf-8", "replace")).hexdigest()[:16]
