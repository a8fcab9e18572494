"""What customers and callers do in an order nobody planned: nothing is lost, said twice or done twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from agent.agent import Agent
from agent.conversation import Case, Conversation, Pending, PendingKind, Reply, Status
from agent.errors import ConversationError
from agent.scenarios import Kind
from agent.testing import FixedTime

GUIDE, OTHER = "lamp_link", "screen_black"
VISIT = {
    "reason": "red",
    "reasons": {"en": "red", "lt": "raudona"},
    "priority": "high",
    "ticket_type": "technician_visit",
    "message": "",
}


def begun(agent: Agent, language: str = "en") -> str:
    return agent.start(language=language, scenario=GUIDE).conversation_id


def put(agent: Agent, conversation_id: str, **changes: object) -> Conversation:
    """The conversation with these values, as if turns had led there."""
    before = agent.get(conversation_id)
    after = replace(before, version=before.version + 1, **changes)  # type: ignore[arg-type]
    agent.store.put(after, None, (), before.version)
    return after


def awaiting(agent: Agent, kind: PendingKind, **details: object) -> str:
    """A conversation that ended in an escalation and now waits for an answer of this kind."""
    conversation_id = begun(agent)
    progress = agent.get(conversation_id).progress
    assert progress is not None
    ended = progress._replace(phase=Kind.ESCALATE)
    put(agent, conversation_id, progress=ended, pending=Pending(kind, details=details), complaint="no link")
    return conversation_id


def said(agent: Agent, conversation_id: str, *messages: str) -> list[Reply]:
    return [agent.reply(conversation_id, text=message) for message in messages]


# ---- danger


def test_danger_after_an_ordinary_ticket_opens_an_urgent_one_once(agent: Agent) -> None:
    ordinary, danger, again = said(
        agent, begun(agent), "red", "there is smoke coming from the modem", "sparks and smoke, still"
    )
    assert danger.ticket != ordinary.ticket
    assert again.ticket == danger.ticket
    assert agent.ticket(danger.ticket or "").payload["priority"] == "urgent"


def test_after_danger_no_step_is_asked(agent: Agent) -> None:
    danger, after = said(agent, begun(agent), "sparks and smoke from the modem", "ok")
    assert danger.status is Status.ESCALATED
    assert after.step is None


def test_words_that_come_with_a_named_guide_are_heard(agent: Agent) -> None:
    reply = agent.start(language="en", scenario=GUIDE, text="sparks and smoke from the router")
    assert reply.status is Status.ESCALATED


# ---- the agent's own questions


@pytest.mark.parametrize(
    "message", ["how much does a visit cost?", "hmm blah", "wait a moment", "say that again", "???!"]
)
def test_a_consent_stays_open_until_it_is_answered(agent: Agent, message: str) -> None:
    conversation_id = awaiting(agent, PendingKind.CONSENT, **VISIT)
    reply = agent.reply(conversation_id, text=message)
    assert [choice.id for choice in reply.choices] == ["yes", "no"]
    booked = agent.reply(conversation_id, choice="yes")
    assert booked.ticket
    assert dict(agent.ticket(booked.ticket).payload["reason"]) == {"en": "red", "lt": "raudona"}


def test_a_refused_consent_leaves_a_person_to_be_had(agent: Agent) -> None:
    conversation_id = awaiting(agent, PendingKind.CONSENT, **VISIT)
    refused = agent.reply(conversation_id, choice="no")
    assert (refused.ticket, refused.status) == (None, Status.OPEN)
    assert [choice.id for choice in refused.choices] == ["yes", "no"]
    assert agent.reply(conversation_id, choice="yes").status is Status.WITH_PERSON


@pytest.mark.parametrize("kind", [PendingKind.CLARIFY, PendingKind.OFFER_PERSON, PendingKind.CONSENT])
def test_stop_ends_any_question(agent: Agent, kind: PendingKind) -> None:
    conversation_id = awaiting(agent, kind, **VISIT)
    agent.reply(conversation_id, text="stop")
    left = agent.get(conversation_id).pending
    assert left is None or left.kind is not kind


def test_an_offer_to_resume_names_the_problem_whenever_it_is_put(agent: Agent) -> None:
    conversation_id = awaiting(agent, PendingKind.RESUME, scenario=OTHER)
    put(agent, conversation_id, queue=(OTHER,))
    (again,) = said(agent, conversation_id, "hmm blah")
    assert "The TV shows nothing" in again.text
    assert "{" not in again.text
    assert agent.reply(conversation_id, choice="yes").scenario == OTHER
    assert agent.get(conversation_id).queue == ()


def test_no_reply_repeats_the_one_before(agent: Agent) -> None:
    conversation_id = awaiting(agent, PendingKind.OFFER_PERSON)
    texts = [reply.text for reply in said(agent, conversation_id, "blah", "blah", "wait a moment", "wait")]
    assert all(one != next_ for one, next_ in pairwise(texts))


# ---- problems that wait


def test_a_problem_set_aside_is_taken_up_as_it_was(agent: Agent) -> None:
    conversation_id = begun(agent)
    agent.reply(conversation_id, choice="green")
    first = put(agent, conversation_id, complaint="no link", due_at=None)
    assert first.progress is not None
    case = Case(first.progress, first.facts, "no link", first.tried)
    second = begun(agent)
    put(agent, second, suspended=(case,), complaint="the TV", facts={})
    escalated = agent.reply(second, choice="red")
    agent.reply(second, text="+370 612 34567")  # what waits is offered once the number is known
    resumed = agent.reply(second, choice="yes")
    after = agent.get(second)
    assert (resumed.step, resumed.facts, after.complaint) == ("restart", first.facts, "no link")
    own = agent.reply(second, choice="stays_dark")
    assert own.ticket not in (None, escalated.ticket)


# ---- what grows, what is kept


def test_a_long_conversation_stays_small(agent: Agent) -> None:
    conversation_id = begun(agent)
    sizes = []
    for _ in range(12):
        said(
            agent, conversation_id, "my tv shows nothing at all", "where is it?", "my internet does not work"
        )
        agent.reply(conversation_id, choice="green")
        said(agent, conversation_id, "start over", "my internet does not work")
        sizes.append(len(repr(agent.get(conversation_id))))
    assert max(sizes[6:]) <= max(sizes[:6]) * 1.2


@pytest.mark.parametrize("given", ["cables", 5, [{"a": 1}], None])
def test_any_fact_of_a_caller_may_stand_where_a_list_is_kept(agent: Agent, given: object) -> None:
    reply = agent.start(
        text="i already restarted the router, no internet", language="en", facts={"already_tried": given}
    )
    assert "restart" in reply.facts["already_tried"].value


# ---- people


def test_handed_back_the_agent_recaps_and_asks_on(agent: Agent) -> None:
    conversation_id = begun(agent)
    agent.take_over(conversation_id)
    assert said(agent, conversation_id, "hello?")[0].text == ""
    reply = agent.hand_back(conversation_id)
    assert "Lights" in reply.text
    assert [choice.id for choice in reply.choices] == ["green", "red"]
    assert agent.hand_back(conversation_id) == reply


def test_a_closed_conversation_stays_closed(agent: Agent) -> None:
    conversation_id = begun(agent)
    closed = agent.close(conversation_id)
    assert agent.close(conversation_id) == closed
    for change in (agent.take_over, agent.hand_back):
        with pytest.raises(ConversationError, match="closed"):
            change(conversation_id)


# ---- time and content


def test_who_comes_back_after_a_night_hears_where_we_stopped(agent: Agent, clock: FixedTime) -> None:
    conversation_id = begun(agent)
    assert "Lights" not in said(agent, conversation_id, "where is it?")[0].text
    clock.pass_by(hours=10)
    assert "“Lights”" in said(agent, conversation_id, "green")[0].text


def test_a_question_does_not_end_a_wait(agent: Agent) -> None:
    conversation_id = begun(agent)
    waiting = agent.reply(conversation_id, choice="green")
    asked, done = said(agent, conversation_id, "where is it?", "done")
    assert (asked.status, asked.wait_until) == (Status.WAITING, waiting.wait_until)
    assert (done.status, done.wait_until) == (Status.OPEN, None)


def test_a_walk_goes_on_in_the_version_it_began_in(agent: Agent) -> None:
    conversation_id = begun(agent)
    progress = agent.get(conversation_id).progress
    assert progress is not None
    source = agent.scenarios[GUIDE].source
    agent.store.keep_scenario("0" * 16, GUIDE, source)
    put(agent, conversation_id, progress=progress._replace(digest="0" * 16))
    assert agent.reply(conversation_id, choice="green").step == "restart"


def test_a_walk_whose_guide_is_gone_ends_without_a_crash(agent: Agent) -> None:
    conversation_id = begun(agent)
    progress = agent.get(conversation_id).progress
    assert progress is not None
    gone = progress._replace(scenario="deleted", digest="1" * 16)
    put(agent, conversation_id, progress=gone, suspended=(Case(gone),))
    assert said(agent, conversation_id, "my internet does not work")[0].scenario == GUIDE


def test_a_button_after_the_end_belongs_nowhere(agent: Agent) -> None:
    conversation_id = begun(agent)
    ended = agent.reply(conversation_id, choice="red")
    late = agent.reply(conversation_id, choice="green")
    assert (late.status, late.ticket) == (ended.status, ended.ticket)


@pytest.mark.parametrize(
    ("first", "then", "guide"),
    [("internetas", "labai lėtas", "internet_slow"), ("internet", "it is slow", "internet_slow")],
)
def test_a_guide_just_begun_is_left_for_a_surer_one(
    shipped_agent: Agent, first: str, then: str, guide: str
) -> None:
    begun = shipped_agent.start(text=first).conversation_id
    assert shipped_agent.reply(begun, text=then).scenario == guide


def test_a_guide_with_an_answer_is_not_left_for_a_word(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(text="neveikia internetas").conversation_id
    replies = [shipped_agent.reply(begun, text=text) for text in ("viskas žalia", "nu lėtas toks")]
    assert [reply.scenario for reply in replies] == ["internet_no_connection"] * 2


# ---- put off and taken up again


@pytest.mark.parametrize(
    ("language", "later", "again"),
    [
        (
            "en",
            "I can't, I'd lose the call. I'll write when I'm done",
            "ok I'm off the call now, where were we",
        ),
        ("en", "not now, in half an hour", "I'm back"),
        ("en", "I have to go, will continue later", "let's continue"),
        ("en", "can we do it tomorrow", "ok ready now"),
        ("lt", "dabar neturiu laiko, rytoj", "tęskim"),
        ("lt", "dabar ne", "galim tęsti"),
        ("lt", "vėliau", "grįžau"),
        ("lt", "po filmo", "ok baigėsi filmas, tęskim"),
    ],
)
def test_a_talk_put_off_keeps_its_place(shipped_agent: Agent, language: str, later: str, again: str) -> None:
    guide = shipped_agent.start(language=language, scenario="internet_no_connection")
    put_off, back = said(shipped_agent, guide.conversation_id, later, again)
    assert (put_off.status, put_off.step) == (Status.WAITING, guide.step)
    assert (back.status, back.step) == (Status.OPEN, guide.step)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "stop, I don't want this"), ("lt", "užteks, nebenoriu tęsti")]
)
def test_a_real_wish_to_stop_stops(shipped_agent: Agent, language: str, words: str) -> None:
    guide = shipped_agent.start(language=language, scenario="internet_no_connection")
    (left,) = said(shipped_agent, guide.conversation_id, words)
    assert (left.status, left.scenario) == (Status.OPEN, None)


@pytest.mark.parametrize(
    ("language", "words"), [("lt", "pagalvosiu"), ("lt", "paklausiu vaiko"), ("en", "I'll ask my son")]
)
def test_who_thinks_a_visit_over_is_waited_for(shipped_agent: Agent, language: str, words: str) -> None:
    begun = shipped_agent.start(language=language, scenario="internet_no_connection").conversation_id
    for choice in ("los_red", "fibre_damaged"):
        shipped_agent.reply(begun, choice=choice)
    (thinking,) = said(shipped_agent, begun, words)
    assert thinking.status is Status.WAITING
    assert shipped_agent.reply(begun, choice="yes").ticket


@pytest.mark.parametrize(
    ("language", "words", "boundary"),
    [
        ("lt", "raudona LOS, jūs durniai", "be įžeidimų"),
        ("en", "red LOS you idiots", "no insults"),
    ],
)
def test_an_answer_with_an_insult_counts(
    shipped_agent: Agent, language: str, words: str, boundary: str
) -> None:
    guide = shipped_agent.start(language=language, scenario="internet_no_connection")
    (reply,) = said(shipped_agent, guide.conversation_id, words)
    assert reply.step == "fibre_cable"
    assert boundary in reply.text


@pytest.mark.parametrize(("language", "words"), [("lt", "durniai jūs"), ("en", "you idiots")])
def test_a_mere_insult_answers_nothing(shipped_agent: Agent, language: str, words: str) -> None:
    guide = shipped_agent.start(language=language, scenario="internet_no_connection")
    (reply,) = said(shipped_agent, guide.conversation_id, words)
    assert reply.step == guide.step
