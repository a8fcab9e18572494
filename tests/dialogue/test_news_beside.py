"""Good news beside a deed, joy, a question or a change of mind is heard: the goal is asked about, or the talk is over."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import after, told


@pytest.mark.parametrize(
    ("language", "guide", "text"),
    [
        ("en", "tv_no_signal", "I pressed Source till it said HDMI 1 and there is the news lady. Lovely"),
        ("en", "tv_silent", "optical out. changed to tv speakers and hallelujah, the commentator"),
        ("lt", "tv_silent", "Perjungiau į televizoriaus garsiakalbius ir valio, diktorius"),
        ("en", "tv_silent", "I already hear him, I said!"),
        (
            "en",
            "phone_call_quality",
            "The plug at the wall wobbled, I pushed it, and now my sister sounds like she's in the room",
        ),
        ("en", "phone_call_quality", "I pressed the plug in, that was it, I hear everybody well"),
        ("en", "phone_no_dial_tone", "yes now it rings lovely, ta"),
        (
            "en",
            "email_not_working",
            "no wait my mail works it is only that my aunts message came back to her",
        ),
        ("lt", "internet_slow", "Dabar greitis ok. O kas man kompensuos už tą laiką?"),
    ],
)
def test_news_beside_something_asks_for_the_goal(
    shipped_agent: Agent, language: str, guide: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, guide=guide)
    assert (reply.step, reply.status) == ("closing", Status.OPEN)


@pytest.mark.parametrize(
    ("language", "guide", "text"),
    [
        ("en", "tv_silent", "pressed mute and hooray, still nothing"),
        ("en", "tv_no_signal", "pressed source and bingo, no signal again"),
        ("en", "phone_call_quality", "I pushed the plug and now my sister sounds like a robot"),
        ("en", "internet_slow", "is the speed ok now?"),
        ("en", "email_not_working", "my mail bounces"),
        ("lt", "tv_silent", "perjungiau ir valio, vėl tyla"),
        ("lt", "internet_slow", "greitis ok tik naktį. O kas kompensuos?"),
    ],
)
def test_bad_news_in_the_same_shape_does_not(
    shipped_agent: Agent, language: str, guide: str, text: str
) -> None:
    assert told(shipped_agent, language, text, guide=guide).step != "closing"


def test_a_change_of_mind_takes_the_yes_to_a_colleague_back(shipped_agent: Agent) -> None:
    asked = "kaip prijungti kavos aparatą prie jūsų debesies"
    taken_back = "Taip, perduok. Ai ne, stop, jau veikia – baterijas atvirkščiai buvau įdėjęs, gėda"
    reply = after(shipped_agent, "lt", asked, taken_back)
    assert (reply.status, reply.ticket) == (Status.RESOLVED, None)
    reply = after(shipped_agent, "lt", asked, "Taip, perduok. Ai ne, stop, dar neveikia")
    assert reply.status is not Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "complaint", "text", "glad"),
    [
        ("lt", "Neveikia televizoriaus pultelis", "Ne ne, nereik, sakau gi veikia pultelis", True),
        ("en", "my tv remote does nothing", "no no, leave it, the remote works now I said", True),
        ("en", "my tv remote does nothing", "the remote works but slowly", False),
        ("lt", "Neveikia televizoriaus pultelis", "pultelis veikia tik iš arti", False),
    ],
)
def test_after_a_page_its_thing_working_is_good_news(
    shipped_agent: Agent, language: str, complaint: str, text: str, glad: bool
) -> None:
    assert (after(shipped_agent, language, complaint, text).kind == "courtesy") is glad


def test_no_call_is_needed_any_more(shipped_agent: Agent) -> None:
    reply = after(
        shipped_agent,
        "en",
        "the tv box is stuck on the logo",
        "I want a person",
        "pulled the tv box out for half a minute, logo gone, channels are back. so no call",
    )
    assert "no longer need the call" in reply.text
