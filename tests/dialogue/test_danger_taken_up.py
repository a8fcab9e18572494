"""A danger that is taken up only to be denied, what may have spilt, what is only warm or out of its place, and their near twins."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.understanding.harmless import is_harmless
from tests.dialogue.talking import pressed, smoking

SPILT = {
    "lt": "katė apvertė gėlių vazą ant dėžutės, niekas nebedega",
    "en": "the cat knocked a flower vase over the box, nothing lights up",
}
DANGER = "danger"
NO_POWER = "router_no_power"


def stands(agent: Agent, conversation: str) -> str:
    """`alarm`, `asked` or `none`."""
    known = agent.get(conversation)
    if known.pending is not None and known.pending.kind.value == DANGER:
        return "asked"
    return "alarm" if known.urgent else "none"


def answered(agent: Agent, language: str, text: str) -> str:
    """How it stands after this answer to the question whether there is danger."""
    begun = agent.start(language=language, text=SPILT[language]).conversation_id
    assert stands(agent, begun) == "asked"
    agent.reply(begun, text=text)
    return stands(agent, begun)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "Kokie dūmai, vaikeli, nieko tokio nėra. Dabar jau dvi lemputės žalios šviečia"),
        ("lt", "Ale vaikeli, kokia ugnis, niekas čia nedega!"),
        ("lt", "Kokios kibirkštys, nieko panašaus"),
        ("lt", "kokia ugnis, nėra čia jokios ugnies"),
        ("lt", "kas per dūmai? nieko nėra"),
        ("en", "What smoke, dear? Nothing of the sort. Two green lights now"),
        ("en", "what fire? there's nothing burning here"),
        ("en", "what smoke? no smoke here at all"),
        ("en", "what sparks, there are none"),
        ("en", "No smell no smoke, only warm"),
        ("en", "flat LAN lead, the plastic's split"),
    ],
)
def test_what_is_taken_up_and_denied_is_no_danger(shipped_agent: Agent, language: str, text: str) -> None:
    assert answered(shipped_agent, language, text) == "none"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kokie dūmai? juodi!"),
        ("lt", "kokie dūmai? iš ruterio dūmai!"),
        ("lt", "kokie dūmai, pilna virtuvė dūmų"),
        ("lt", "kokia ugnis, čia kibirkštys"),
        ("lt", "dūmų nėra, bet kibirkščiuoja"),
        ("lt", "kokie dūmai, nieko tokio, tik smirda degėsiais"),
        ("lt", "kokie dūmai? Nieko nematau pro juos"),
        ("lt", "kokia ugnis? maža, bet dega"),
        ("lt", "koks vanduo? iš akvariumo, visas adapteris šlapias"),
        ("en", "what smoke? the smoke from the router!"),
        ("en", "what smoke? black smoke"),
        ("en", "no smoke, but it sparks"),
        ("en", "what smoke? none, but it sparks"),
        ("en", "what fire? just the one in the socket"),
        ("en", "what smoke? nothing but smoke in here"),
        ("en", "what smoke? no idea, it comes out of the box"),
        ("en", "what heat? it's too hot to touch"),
        ("en", "what water? the water dripping from the box"),
        ("en", "what smell? burning plastic"),
        ("en", "LAN lead is split and it sparks"),
    ],
)
def test_what_is_taken_up_and_told_is_an_alarm(shipped_agent: Agent, language: str, text: str) -> None:
    assert answered(shipped_agent, language, text) == "alarm"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kokie dūmai?"),
        ("lt", "kokie dūmai? nežinau"),
        ("en", "what smoke?"),
        ("en", "what smoke? I can't see anything"),
        ("en", "No smoke, but the plug is warm"),
        ("en", "No smoke, only the plug is warm"),
        ("en", "the LAN lead is split, so is the plug"),
    ],
)
def test_what_says_nothing_yet_is_asked_again(shipped_agent: Agent, language: str, text: str) -> None:
    assert answered(shipped_agent, language, text) == "asked"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("lt", "Ale vaikeli, kokia ugnis, niekas čia nedega! Jau ir internetas atsirado", "asked"),
        ("en", "what fire? nothing is burning here, the internet came back", "asked"),
        ("lt", "kokie dūmai? juodi!", "alarm"),
        ("en", "what smoke? the smoke from the router!", "alarm"),
    ],
)
def test_after_an_alarm_it_is_asked_whether_there_was_any(
    shipped_agent: Agent, language: str, text: str, expected: str
) -> None:
    assert stands(shipped_agent, smoking(shipped_agent, language, text)[-1].conversation_id) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "kid upset the fish tank all over the box", "asked"),
        ("en", "I knocked a mug over onto the router, it's dead", "asked"),
        ("lt", "nuverčiau puodelį ant modemo, internetas dingo", "asked"),
        ("en", "I knocked the router off the shelf and now nothing lights up", "none"),
        ("en", "the vase stands next to the router, no lights", "none"),
        ("lt", "nuverčiau ruterį nuo lentynos, niekas nedega", "none"),
    ],
)
def test_what_may_have_spilt_is_asked_about(
    shipped_agent: Agent, language: str, text: str, expected: str
) -> None:
    assert (
        stands(shipped_agent, shipped_agent.start(language=language, text=text).conversation_id) == expected
    )


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Lamp works. But it's wet inside, water dripped out when I lifted it", "alarm"),
        ("lt", "Lempa šviečia. Bet viduje šlapia, pakėliau ir vanduo išbėgo", "alarm"),
        ("en", "Lamp works. nothing wet, no smell", "none"),
        ("lt", "elektra yra, nieko nesmirdi, sausa", "none"),
    ],
)
def test_water_beside_an_answer_is_danger(
    shipped_agent: Agent, language: str, text: str, expected: str
) -> None:
    begun = pressed(shipped_agent, language, guide=NO_POWER)
    shipped_agent.reply(begun, text=text)
    assert stands(shipped_agent, begun) == expected


@pytest.mark.parametrize(
    ("language", "text", "harmless"),
    [
        ("lt", "kištukas ant grindų guli, turbūt katė ištraukė. Įkišau atgal", True),
        ("en", "the plug was on the floor, the cat must have pulled it out", True),
        ("en", "the jumper behind the sideboard is bent, the dog bed was pushed against it", True),
        ("en", "flat LAN lead, the door has been squeezing it, the plastic's split", True),
        ("lt", "tinklo kabelis privertas durimis, izoliacija įtrūkusi", True),
        ("lt", "katė ištraukė kištuką ir jis apdegęs", False),
        ("en", "the dog pulled the plug out and there was a flash", False),
        ("en", "the cat chewed the adapter lead, the plug was on the floor", False),
        ("en", "the adapter lead is split, bare copper", False),
        ("en", "the LAN lead is split and warm", False),
        ("en", "the power lead next to the LAN cable is split", False),
        ("en", "the plug is cracked", False),
    ],
)
def test_a_lead_without_current_and_what_was_only_moved_are_no_danger(
    language: str, text: str, harmless: bool
) -> None:
    assert is_harmless(text, language) is harmless


def test_a_reply_about_a_data_lead_is_of_it() -> None:
    split = "the door has been squeezing it, the plastic's split"
    assert is_harmless(split, "en", "Look at the LAN cable. Is it whole?")
    assert not is_harmless(split, "en", "Look at the adapter. Is it whole?")
