"""While a danger stands: what is asked is answered, as it fits what was told, and nothing is said twice in a row."""

from __future__ import annotations

from itertools import pairwise

import pytest

from agent.agent import Agent
from agent.conversation import Status
from agent.dialogue.listening import Understanding
from tests.dialogue.talking import smoking


@pytest.mark.parametrize(
    ("language", "message", "hears"),
    [
        ("en", "should I tell her to pull it out?", "plug"),
        ("en", "is he allowed to touch the plug, yes or no?", "plug"),
        ("en", "may I open the windows?", "Yes"),
        ("en", "can we go back in?", "smoke"),
        ("en", "can I throw it out on the street?", "leave it where it is"),
        ("en", "my dad is wiping it with a towel", "dry"),
        ("en", "shall I pour water on it?", "no water"),
        ("en", "how long will I wait?", "ring 0 700"),
        ("en", "nobody has called for two hours", "sorry"),
        ("en", "will you bring a new router?", "colleague on duty"),
        ("en", "the socket has gone black and warm", "electrician"),
        ("en", "my kids are at home", "children"),
        ("lt", "ar man ištraukti kištuką?", "kištuk"),
        ("lt", "ar galima vėdinti?", "Taip"),
        ("lt", "ar galim grįžti į vidų?", "kvap"),
        ("lt", "gal man ją išmesti pro langą?", "neišmeskite"),
        ("lt", "senelis šluosto ją rankšluosčiu", "šlapia"),
        ("lt", "gesinti vandeniu?", "nutrenkti"),
        ("lt", "kiek dar lauksiu?", "0 700"),
        ("lt", "jau dvi valandos, niekas nepaskambino", "Atsiprašau"),
        ("lt", "ar gausiu naują maršrutizatorių?", "kolega"),
        ("lt", "sienoje rozetė juoda ir šilta", "elektrik"),
        ("lt", "vaikai namie", "aik"),
    ],
)
def test_what_is_asked_is_answered(agent: Agent, language: str, message: str, hears: str) -> None:
    danger, after = smoking(agent, language, message)
    assert hears.casefold() in after.text.casefold()
    assert danger.ticket and danger.ticket in after.text
    assert after.status is Status.ESCALATED
    assert agent.ticket(danger.ticket).payload["notes"][-1]["said"] == message


@pytest.mark.parametrize(
    ("language", "told", "hears", "never"),
    [
        ("en", "I turned the breaker off. Now what?", "power off", "fuse box"),
        ("en", "we are all outside now", "Stay out", "unplugged"),
        ("en", "I'm abroad, she's alone there. what do I say to her?", "Ring", "unplugged"),
        ("lt", "išjungiau automatą, kas dabar?", "išjungt", "skydelyje"),
        ("lt", "visi jau lauke, kas toliau?", "Likite atokiau", "išjungtą"),
        ("lt", "aš užsieny, mama ten viena, ką jai sakyti?", "užsieny", "Palikite įrangą išjungtą"),
    ],
)
def test_what_is_left_to_do_fits_what_was_told(
    agent: Agent, language: str, told: str, hears: str, never: str
) -> None:
    _, after, later = smoking(agent, language, told, {"lt": "o kas toliau?", "en": "what next?"}[language])
    both = after.text + later.text
    assert hears in both
    assert never not in both
    assert not set(after.text.split("\n\n")) & {each for each in later.text.split("\n\n") if len(each) > 60}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("it is on the shelf", "that shelf is wooden", "there are curtains behind it", "ok then")),
        ("lt", ("ji ant lentynos", "lentyna medinė", "už jos užuolaidos", "supratau")),
    ],
)
def test_no_paragraph_is_said_twice_in_a_row(agent: Agent, language: str, words: tuple[str, ...]) -> None:
    replies = [reply.text.split("\n\n") for reply in smoking(agent, language, *words)]
    for before, after in pairwise(replies):
        assert not {each for each in before if len(each) > 60} & set(after)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I unplugged it, no more smoke but it still stinks. 861234567"),
        ("lt", "jau ištraukiau iš rozetės, dūmų nebėra, bet smirda. 861234567"),
    ],
)
def test_a_smell_that_lingers_is_told_short_and_the_number_is_confirmed(
    agent: Agent, language: str, message: str
) -> None:
    danger, after = smoking(agent, language, message)
    assert "567" in after.text
    assert danger.text.split("\n\n")[0] not in after.text
    assert "112" in after.text


def test_a_number_that_is_missing_is_asked_for_once_more(agent: Agent) -> None:
    replies = smoking(
        agent, "en", "it is on a shelf", "it is a wooden shelf", "my aunt is here", "she is old"
    )
    assert sum("number can we reach" in reply.text for reply in replies) == 2


def test_a_number_that_comes_late_is_understood(agent: Agent) -> None:
    *_, late = smoking(agent, "en", "it is on a shelf", "+353 87 123 4567, but what do I do now?")
    assert "567" in late.text


@pytest.mark.parametrize(
    ("language", "denied", "never"),
    [
        ("en", "I won't touch it", "No,"),
        ("en", "it's not unplugged", "right thing"),
        ("en", "an ambulance isn't needed", "Call 112 if"),
        ("lt", "greitosios nereikia", "Skambinkite 112, jei vėl"),
        ("lt", "neištraukiau", "taip ir reikėjo"),
    ],
)
def test_what_is_denied_is_not_answered(agent: Agent, language: str, denied: str, never: str) -> None:
    assert never not in smoking(agent, language, denied)[-1].text


WIRES = [
    ("en", "the cable from the pole has come down in our garden"),
    ("en", "your wire is dangling off the roof and kids play under it"),
    ("lt", "po audros kieme guli laidas"),
    ("lt", "kabelis prie stulpo plyšęs kabo"),
]


@pytest.mark.parametrize(("language", "told"), WIRES)
def test_a_wire_that_is_down_is_left_alone(agent: Agent, language: str, told: str) -> None:
    down = agent.start(language=language, text=told)
    assert {"en": "children", "lt": "vaikų"}[language] in down.text
    assert {"en": "fuse box", "lt": "skydelyje"}[language] not in down.text
    assert agent.ticket(down.ticket or "").payload["priority"] == "urgent"
    after = agent.reply(down.conversation_id, text={"en": "what next?", "lt": "kas dabar?"}[language])
    assert {"en": "the wire", "lt": "aid"}[language] in after.text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the cable lies on the floor behind the tv"),
        ("en", "the router is hanging on the wall"),
        ("en", "no cable is hanging outside"),
        ("lt", "kabelis guli ant grindų"),
        ("lt", "laidas už spintos kabo laisvai"),
        ("lt", "internetas nutrūko, kai lauke lijo, kabelis sveikas"),
    ],
)
def test_cables_at_home_are_no_danger(language: str, told: str) -> None:
    assert "wire_down" not in {act.name for act in Understanding().acts_by_rule(told, language)}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "lightning struck and the router is dead"),
        ("lt", "trenkė žaibas ir nebeveikia maršrutizatorius"),
    ],
)
def test_after_lightning_it_is_asked_whether_there_is_danger(agent: Agent, language: str, told: str) -> None:
    asked = agent.start(language=language, text=told)
    assert len(asked.choices) == 2 and asked.ticket is None
    after = agent.reply(asked.conversation_id, choice="no")
    assert after.ticket is None
