"""Two services in one clause: the first is served, the second comes next and is said to."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.understanding.joined import joined


@pytest.mark.parametrize(
    ("language", "text", "first", "second"),
    [
        ("en", "the phone is silent and the internet gone", "phone_no_dial_tone", "internet_no_connection"),
        ("en", "no internet and no tv", "internet_no_connection", "tv_no_signal"),
        ("en", "my internet is dead and the tv has no picture", "internet_no_connection", "tv_no_signal"),
        ("lt", "telefonas tyli ir internetas dingo", "phone_no_dial_tone", "internet_no_connection"),
        ("lt", "neveikia internetas ir televizija", "internet_no_connection", "tv_no_signal"),
        ("lt", "nėra nei interneto, nei televizijos", "internet_no_connection", "tv_no_signal"),
        ("lt", "nera neto ir teliko", "internet_no_connection", "tv_no_signal"),
    ],
)
def test_the_second_service_comes_next(
    shipped_agent: Agent, language: str, text: str, first: str, second: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario == first
    assert shipped_agent.get(reply.conversation_id).queue == (second,)
    assert shipped_agent.scenarios[second].title.get(language) in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no internet on my phone and tv"),
        ("en", "the internet and tv work, only the landline is dead"),
        ("en", "no internet and the router is dark"),
        ("en", "the tv and internet bill is too high"),
        ("en", "internet drops and comes back"),
        ("en", "wifi is weak in the kitchen and bedroom"),
        ("en", "do you sell internet and tv together?"),
        ("lt", "neveikia internetas telefone ir televizoriuje"),
        ("lt", "internetas ir televizija veikia, o laidinis tyli"),
        ("lt", "nėra interneto ir modemas nedega"),
        ("lt", "kiek kainuoja internetas ir televizija?"),
        ("lt", "wifi silpnas virtuvėje ir miegamajame"),
    ],
)
def test_what_is_one_matter_queues_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert shipped_agent.get(reply.conversation_id).queue == ()


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("en", "no internet and no tv", ("no internet", "no tv")),
        ("en", "neither internet nor tv works", ("neither internet works", "neither tv works")),
        ("lt", "neveikia internetas ir televizija", ("neveikia internetas", "neveikia televizija")),
        ("lt", "dingo internetas ir neveikia paštas", ("dingo internetas", "neveikia paštas")),
        ("lt", "internetas ir wifi neveikia", ()),
        ("en", "the router and the modem are dark", ()),
    ],
)
def test_what_a_small_word_joins(language: str, text: str, parts: tuple[str, ...]) -> None:
    assert joined(text, language) == parts
