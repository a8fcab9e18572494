"""What every route needs: the Agent, the gate its work goes through, and the key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Request

from agent.agent import Agent
from agent.api.gate import Gate
from agent.api.problems import documented
from agent.api.security import require_key
from agent.settings import Settings

T = TypeVar("T")


class Doorway:
    """One request's way to the Agent: blocking calls run in the gate's threads."""

    def __init__(self, request: Request) -> None:
        self.agent: Agent = request.app.state.agent
        self.settings: Settings = request.app.state.settings
        self._gate: Gate = request.app.state.gate

    async def run(self, call: Callable[[], T]) -> T:
        """The result of `call`, run in a thread of the gate. Raises ConversationError 429 when too many wait."""
        return await self._gate.run(call)


Door = Annotated[Doorway, Depends(Doorway)]


def guarded(tag: str) -> APIRouter:
    """A router under /v1 whose routes all need a key, where keys are configured."""
    return APIRouter(
        prefix="/v1",
        tags=[tag],
        dependencies=[Depends(require_key)],
        responses=documented(401, 403, 429, 503),
    )
