"""The station `diagnose`: systems answer in the customer's place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agent.conversation import Evidence, Looked
from agent.dialogue.state import TurnState
from agent.dialogue.walking import SYSTEMS, following, given, remember
from agent.probes import PROBE, UNKNOWN, Probe
from agent.scenarios import Move, Result, advance
from agent.scenarios.progress import plain


class Diagnosing:
    """Runs what a move asks of a system and hands the result to the walk, until a person must be asked again.

    The walk's own visit limits bound the loop. A system that is not connected or fails gives `unknown`.
    """

    def __init__(self, probes: Mapping[str, Probe]) -> None:
        self._probes = probes

    def __call__(self, state: TurnState) -> dict[str, Any]:
        move, conversation, why = state.move, state.conversation, state.why
        looked = list(state.looked)
        while move is not None and move.kind in SYSTEMS:
            found = self._look(_name(move), move.arguments, _recorded(state, len(looked)))
            looked.append(found)
            fault = f" ({found.fault})" if found.fault else ""
            why = (*why, Evidence("probe", f"{found.name}: {found.value}{fault}"))
            answer = Result(found.name, found.value)
            move = following(move, advance(state.library, move.progress, answer, given(conversation)))
            conversation = remember(replace(state, conversation=conversation), move)
        return {"conversation": conversation, "move": move, "why": why, "looked": tuple(looked)}

    def _look(self, name: str, arguments: Mapping[str, Any], recorded: Looked | None) -> Looked:
        """The result and, where the system failed, how: kept in the turn's record, never said to the customer."""
        if recorded is not None:
            return recorded if recorded.name == name else Looked(PROBE, name, UNKNOWN, "not recorded")
        probe = self._probes.get(name)
        if probe is None:
            return Looked(PROBE, name, UNKNOWN, "not connected")
        try:
            return Looked(PROBE, name, plain(probe(arguments)))
        except (
            Exception
        ) as failed:  # an integrator's class may raise anything: whatever it is, nothing was learned
            return Looked(PROBE, name, UNKNOWN, type(failed).__name__)


def _recorded(state: TurnState, nth: int) -> Looked | None:
    """What the `nth` system gave when this turn first ran; None when systems are to be asked."""
    if state.recorded is None:
        return None
    probes = [each for each in state.recorded if each.kind == PROBE]
    return probes[nth] if nth < len(probes) else Looked(PROBE, "", UNKNOWN)


def _name(move: Move) -> str:
    step = move.step
    return (step.probe or step.act) if step else ""
