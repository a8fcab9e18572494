"""A thing that has a page and no guide, in a guide, at "which of these?", and after its page was shown. Read it aloud."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import told

TV, PAGE = "tv_no_signal", ["remote-control"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "neveikia pultas"),
        ("lt", "pultelis nereaguoja"),
        ("en", "It's only the remote that won't work"),
        ("en", "the remote is not responding"),
    ],
)
def test_it_is_answered_at_once_and_out_of_the_wrong_guide(
    shipped_agent: Agent, language: str, text: str
) -> None:
    for reply in (
        shipped_agent.start(text=text, language=language),
        told(shipped_agent, language, text, guide=TV),
    ):
        assert (reply.scenario, [source.id for source in reply.sources]) == (None, PAGE)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "pultelis neveikia, ne kanalai"),
        ("en", "The tv is FINE. It's the remote that won't work"),
    ],
)
def test_whoever_denies_the_guide_leaves_it(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, "tv_message", guide=TV)
    assert (reply.scenario, [source.id for source in reply.sources]) == (None, PAGE)


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("en", "the list won't open, the remote does nothing", "tv_remote"),
        ("lt", "pulteliu perjungiau, visur tas pats", "box_lights"),
    ],
)
def test_what_answers_the_step_stays_in_the_guide(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    assert told(shipped_agent, language, text, "tv_message", guide=TV).step == step


@pytest.mark.parametrize(
    ("language", "first", "then"),
    [
        ("lt", "tv pultelis neveikia", "baterijas keičiau vakar"),
        ("en", "tv remote doesn't work", "the light doesn't blink at all. so you'll replace it?"),
        ("en", "tv remote doesn't work", "I changed the batteries yesterday"),
    ],
)
def test_what_follows_a_page_is_asked_of_it(
    shipped_agent: Agent, language: str, first: str, then: str
) -> None:
    begun = shipped_agent.start(text=first, language=language)
    reply = shipped_agent.reply(begun.conversation_id, text=then)
    assert (reply.scenario, [source.id for source in reply.sources]) == (None, PAGE)


@pytest.mark.parametrize(
    ("language", "first", "then", "goes_to"),
    [
        ("lt", "tv pultelis neveikia", "tv neveikia", TV),
        ("lt", "tv pultelis neveikia", "dar internetas neveikia", "internet_no_connection"),
        ("en", "tv remote doesn't work", "no picture on the tv", TV),
        ("en", "tv remote doesn't work", "when is my bill due", "bills-and-payment"),
        ("en", "tv remote doesn't work", "how do I restart the router", "router-restart"),
    ],
)
def test_another_matter_is_another_matter(
    shipped_agent: Agent, language: str, first: str, then: str, goes_to: str
) -> None:
    begun = shipped_agent.start(text=first, language=language)
    reply = shipped_agent.reply(begun.conversation_id, text=then)
    assert goes_to in (reply.scenario, *(source.id for source in reply.sources))
