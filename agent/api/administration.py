"""What an operator does to the running service: serve the content as it reads now."""

from __future__ import annotations

from anyio import sleep
from fastapi import Depends
from pydantic import BaseModel, Field

from agent.agent import Reloaded
from agent.api.doorway import Door, guarded
from agent.api.problems import documented
from agent.api.security import require_admin
from agent.errors import ConversationError

router = guarded("administration")
_TRIES, _TRY_SECONDS = 20, 0.5


class ReloadedView(BaseModel):
    """What a reload changed: digests of all content, ids of guides, and the generation of the index that serves now."""

    before: str = Field(examples=["1f0c6a5be2d94a37"])
    after: str = Field(examples=["9b2e41d07c5f8a60"])
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    index: str = Field("", examples=["20261122T085842-9f26d7282954"])


@router.post("/admin/reload", dependencies=[Depends(require_admin)], responses=documented(409, 422))
async def reload_content(door: Door) -> ReloadedView:
    """Read all content anew, learn it beside what serves, and swap the two whole.

    Turns under way end on the old content; open conversations go on, on the new version where their place still
    means the same and on the one they began on otherwise. Faulty content changes nothing: 422 with every problem.
    After `agent index --rollback` the search index gone back to serves, until `agent index` goes forward. While another
    reload runs this one waits ten seconds for it, then 409.
    """
    found = await _reloaded(door)
    return ReloadedView(
        before=found.before,
        after=found.after,
        added=found.added,
        changed=found.changed,
        removed=found.removed,
        index=found.index,
    )


async def _reloaded(door: Door) -> Reloaded:
    """What a reload changed, after the one under way: the service may be taking up what was published, unasked.

    It waits outside of the gate, where it would take the place of a customer's turn.
    """
    for _ in range(_TRIES):
        try:
            return await door.run(door.agent.reload)
        except ConversationError as refused:
            if refused.code != "reload_busy":
                raise
        await sleep(_TRY_SECONDS)
    return await door.run(door.agent.reload)
