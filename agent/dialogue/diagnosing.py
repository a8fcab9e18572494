"""The station `diagnose`: systems answer in the customer's place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agent.conversation import Evidence
from agent.dialogue.state import TurnState
from agent.dialogue.walking import SYSTEMS, given, remember
from agent.probes import UNKNOWN, Probe
from agent.scenarios import Move, Result, advance


class Diagnosing:
    """Runs what a move asks of a system and hands the result to the walk, until a person must be asked again.

    The walk's own visit limits bound the loop. A system that is not connected or fails gives `unknown`.
    """

    def __init__(self, probes: Mapping[str, Probe]) -> None:
        self._probes = probes

    def __call__(self, state: TurnState) -> dict[str, Any]:
        move, conversation, why = state.move, state.conversation, state.why
        while move is not None and move.kind in SYSTEMS:
            name = _name(move)
            value, fault = self._ask(name, move.arguments)
            why = (*why, Evidence("probe", f"{name}: {value}{fault}"))
            move = advance(state.library, move.progress, Result(name, value), given(conversation))
            conversation = remember(replace(state, conversation=conversation), move)
        return {"conversation": conversation, "move": move, "why": why}

    def _ask(self, name: str, arguments: Mapping[str, Any]) -> tuple[Any, str]:
        """The result and, where the system failed, how: kept in the turn's record, never said to the customer."""
        probe = self._probes.get(name)
        if probe is None:
            return UNKNOWN, " (not connected)"
        try:
            return probe(arguments), ""
        except (
            Exception
        ) as failed:  # an integrator's class may raise anything: whatever it is, nothing was learned
            return UNKNOWN, f" ({type(failed).__name__})"


def _name(move: Move) -> str:
    step = move.step
    return (step.probe or step.act) if step else ""
