"""What the service has: scenarios, and the tickets it made."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from agent.api.doorway import Door, guarded
from agent.api.examples import TICKET, shown
from agent.api.problems import documented
from agent.api.views import ScenarioList, ScenarioView, TicketList, TicketView, see_scenario, see_ticket
from agent.errors import ConversationError

scenarios = guarded("scenarios")
tickets = guarded("tickets")


@scenarios.get("/scenarios")
async def list_scenarios(door: Door) -> ScenarioList:
    """Every scenario, without its steps."""
    library = door.agent.scenarios
    views = tuple(see_scenario(library[name], whole=False) for name in sorted(library))
    return ScenarioList(views, dict(library.defaults))


@scenarios.get("/scenarios/{scenario_id}", responses=documented(404))
async def read_scenario(scenario_id: Annotated[str, Path(max_length=128)], door: Door) -> ScenarioView:
    """One scenario with its steps and their listed answers, in every language."""
    scenario = door.agent.scenarios.get(scenario_id)
    if scenario is None:
        raise ConversationError(
            "There is no such scenario.",
            code="scenario_unknown",
            status=404,
            mend="GET /v1/scenarios lists them.",
        )
    return see_scenario(scenario, whole=True)


@tickets.get("/tickets", responses=documented(422))
async def list_tickets(
    door: Door,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor: Annotated[str | None, Query(max_length=500)] = None,
) -> TicketList:
    """Tickets, newest first."""
    page = await door.run(lambda: door.agent.tickets(limit, cursor))
    return TicketList(tuple(see_ticket(row) for row in page.items), page.next)


@tickets.get("/tickets/{number}", responses={**shown(200, TICKET), **documented(404)})
async def read_ticket(number: Annotated[str, Path(max_length=128)], door: Door) -> TicketView:
    """One ticket with everything a person needs to go on."""
    return see_ticket(await door.run(lambda: door.agent.ticket(number)))
