"""The routes of a conversation: what a customer says, and what people do with it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Response

from agent.api.doorway import Door, guarded
from agent.api.examples import CONVERSATION, REPLY, shown
from agent.api.problems import documented
from agent.api.schemas import (
    MessageRequest,
    PersonMessageRequest,
    StartRequest,
    TakeoverRequest,
    given_customer,
    given_facts,
)
from agent.api.views import ConversationList, ConversationView, see_conversation, see_conversations
from agent.conversation import Owner, Reply, Status
from agent.errors import ConversationError

router = guarded("conversations")
Id = Annotated[
    str, Path(max_length=128, description="The id that the first reply carried.", examples=["c_4f1d2a"])
]


@router.post(
    "/conversations", status_code=201, responses={**shown(201, REPLY), **documented(400, 404, 413, 415, 422)}
)
async def start(body: StartRequest, door: Door, response: Response) -> Reply:
    """Open a conversation: with `text` the reply is its first turn, without it the greeting."""
    reply = await door.run(
        lambda: door.agent.start(
            text=body.text,
            language=body.language,
            customer=given_customer(body.customer),
            channel=body.channel,
            facts=given_facts(body.facts),
            scenario=body.scenario,
            message_id=body.message_id,
        )
    )
    response.headers["Location"] = f"/v1/conversations/{reply.conversation_id}"
    return reply


@router.get("/conversations")
async def list_conversations(
    door: Door,
    owner: Owner | None = None,
    status: Status | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor: Annotated[str | None, Query(max_length=500)] = None,
) -> ConversationList:
    """Conversations, last touched first, without their turns."""
    return see_conversations(await door.run(lambda: door.agent.conversations(owner, status, limit, cursor)))


@router.get("/conversations/{conversation_id}", responses={**shown(200, CONVERSATION), **documented(404)})
async def read(
    conversation_id: Id,
    door: Door,
    turns: Annotated[int, Query(ge=0, le=1000, description="How many of its last turns.")] = 100,
) -> ConversationView:
    """Where a conversation stands, with its last turns."""
    return await door.run(lambda: _seen(door, conversation_id, turns))


def _seen(door: Door, conversation_id: str, turns: int) -> ConversationView:
    conversation = door.agent.get(conversation_id)
    return see_conversation(conversation, door.agent.turns(conversation_id, turns) if turns else ())


@router.delete("/conversations/{conversation_id}", status_code=204, responses=documented(404))
async def delete(conversation_id: Id, door: Door) -> None:
    """Remove every trace of a conversation: its turns, tickets and undelivered effects."""
    await door.run(lambda: door.agent.delete(conversation_id))


@router.post(
    "/conversations/{conversation_id}/messages",
    responses={**shown(200, REPLY), **documented(400, 404, 409, 413, 415, 422)},
)
async def say(conversation_id: Id, body: MessageRequest, door: Door) -> Reply:
    """The customer's next message. Two at once are answered in order; the same `message_id` is answered once."""
    if body.text is None and body.choice is None:
        raise ConversationError(
            "A message has `text` or `choice`.", code="message_empty", status=422, mend="Send one of the two."
        )
    return await door.run(
        lambda: door.agent.reply(
            conversation_id, text=body.text, choice=body.choice, message_id=body.message_id
        )
    )


@router.post("/conversations/{conversation_id}/takeover", responses=documented(400, 404, 409, 415, 422))
async def take_over(conversation_id: Id, door: Door, body: TakeoverRequest | None = None) -> Reply:
    """A person answers from now on; the agent is silent but for danger."""
    person = body.person if body else TakeoverRequest().person
    return await door.run(lambda: door.agent.take_over(conversation_id, person))


@router.post("/conversations/{conversation_id}/handback", responses=documented(404, 409))
async def hand_back(conversation_id: Id, door: Door) -> Reply:
    """The agent answers again, with a recap."""
    return await door.run(lambda: door.agent.hand_back(conversation_id))


@router.post("/conversations/{conversation_id}/close", responses=documented(404, 409))
async def close(conversation_id: Id, door: Door) -> Reply:
    """End a conversation. Later messages get 409 `conversation_closed`."""
    return await door.run(lambda: door.agent.close(conversation_id))


@router.post(
    "/conversations/{conversation_id}/person-messages",
    status_code=201,
    responses=documented(400, 404, 409, 413, 415, 422),
)
async def say_as_person(conversation_id: Id, body: PersonMessageRequest, door: Door) -> Reply:
    """A person's own words to the customer, kept in the history as they are."""
    return await door.run(lambda: door.agent.person_message(conversation_id, body.text))
