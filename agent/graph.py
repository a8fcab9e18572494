"""THE FLOOR PLAN: one turn, from a message to its words. Read this first.

    understand ──┬─> look_up ──┬─> walk ─> diagnose ─> overhear ─> settle ──┬─> clarify ──┬─> phrase
                 ├─────────────┼─────────────────────────────────────────────┼─> hand_over ┘
                 └─────────────┴─────────────────────────────────────────────┘

Edges run only forwards, so a turn always ends. `understand` fills the plan; every later station serves its entry in
the plan and is passed by when there is none. Nothing is suspended between turns: one message is one run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.dialogue.clarifying import clarify
from agent.dialogue.decide import Decide
from agent.dialogue.diagnosing import Diagnosing
from agent.dialogue.ear import Ear
from agent.dialogue.goal_beside import GoalBeside
from agent.dialogue.handing_over import HandingOver
from agent.dialogue.looking_up import Knowing, LookingUp
from agent.dialogue.overhearing import Overhearing
from agent.dialogue.state import Restate, TurnState
from agent.dialogue.topics import Topics
from agent.dialogue.walking import Walking, settle
from agent.dialogue.wording import Wording
from agent.phrasing import Phraser
from agent.probes import Probe
from agent.routing import Router

Station = Callable[[TurnState], dict[str, Any]]
ORDER = ("look_up", "walk", "clarify", "hand_over")
LAST = "phrase"


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the stations are served by."""

    ear: Ear
    router: Router
    knowledge: Knowing
    phraser: Phraser
    probes: Mapping[str, Probe]
    hand_over: HandingOver


class Turns:
    """Runs one turn through the compiled graph. Safe to share between threads: all state is in the argument."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._graph = _compile(rooms)

    def asking(self, probes: Mapping[str, Probe]) -> Turns:
        """The same turns with `probes` in the place of systems of the same names."""
        return Turns(replace(self._rooms, probes={**self._rooms.probes, **probes}))

    def run(self, state: TurnState) -> TurnState:
        """The state after the turn: words, changed conversation, evidence."""
        return TurnState(**self._graph.invoke(state))


def _compile(rooms: Rooms) -> Any:
    diagnose = Diagnosing(rooms.probes)
    topics = Topics(rooms.ear.phrases)
    stations: dict[str, Station] = {
        "understand": Decide(rooms.ear, rooms.router, topics),
        "look_up": LookingUp(rooms.knowledge, topics),
        "walk": GoalBeside(Walking(rooms.ear), rooms.ear, topics),
        "diagnose": diagnose,
        "overhear": Overhearing(rooms.ear, diagnose),
        "settle": settle,
        "clarify": clarify,
        "hand_over": rooms.hand_over,
        LAST: Wording(rooms.phraser),
    }
    plan: Any = StateGraph(
        TurnState
    )  # its overloads do not know plain callables that return part of the state
    for name, station in stations.items():
        plan.add_node(name, station)
    plan.add_edge(START, "understand")
    for name in ("understand", "look_up", "settle"):
        plan.add_conditional_edges(name, _next_after(name), [*_later(name), LAST])
    plan.add_conditional_edges("walk", _moved, ["diagnose", *_later("walk"), LAST])
    plan.add_edge("diagnose", "overhear")
    plan.add_edge("overhear", "settle")
    plan.add_edge("clarify", LAST)
    plan.add_edge("hand_over", LAST)
    plan.add_edge(LAST, END)
    return plan.compile()


def _later(name: str) -> tuple[str, ...]:
    places = {"understand": 0, "look_up": 1, "walk": 2, "settle": 2}
    return ORDER[places[name] :]


def _next_after(name: str) -> Callable[[TurnState], str]:
    later = _later(name)

    def choose(state: TurnState) -> str:
        return next((station for station in later if getattr(state.plan, station) is not None), LAST)

    return choose


def _moved(state: TurnState) -> str:
    """A question put again moves nothing: it needs no system and settles nothing."""
    return _next_after("walk")(state) if isinstance(state.plan.walk, Restate) else "diagnose"
