"""The last word counts: gone again, at its own hour only, kept after all, the other number, a stop that corrects."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, Status
from tests.dialogue.talking import PLUGGED, pressed, told

PERSON = {
    "lt": ("neveikia internetas", "žmogaus", "861122334"),
    "en": ("no internet", "a person please", "861122334"),
}


def said(agent: Agent, language: str, *texts: str) -> Reply:
    reply = agent.start(text=texts[0], language=language)
    for text in texts[1:]:
        reply = agent.reply(reply.conversation_id, text=text)
    return reply


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no it works right now, but always works at noon"),
        ("en", "works for now, it's always fine until the evening"),
        ("en", "can't tell now, it happens in the evening only"),
        ("lt", "veikia, bet rytais visada gerai, gęsta tik vakare"),
        ("lt", "dabar nepasakysiu, tik vakare taip būna"),
    ],
)
def test_good_news_of_another_hour_is_none(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *PLUGGED).status is Status.WAITING


NOT_PARKED = {"en": "Then it can't be told yet", "lt": "Tada dabar dar neaišku"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "it always works in the morning, but right now it's dead"),
        ("en", "usually works at night but yesterday the LOS was red"),
        ("lt", "dieną visada veikia, o dabar dega raudona"),
        ("lt", "rytais visada veikia, vakare dingsta"),
        ("lt", "dar neaišku, kuri dėžutė, einu žiūrėti"),
        ("lt", "dabar negaliu pasakyti, nes ne prie televizoriaus"),
    ],
)
def test_a_fault_of_now_or_a_look_is_not_parked_until_its_hour(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, *PLUGGED)
    assert NOT_PARKED[language] not in reply.text
    assert reply.status is not Status.RESOLVED


def test_only_does_it_work_is_put_off_to_its_hour(shipped_agent: Agent) -> None:
    reply = told(shipped_agent, "lt", "dar neaišku, kuri dėžutė", "los_red")
    assert NOT_PARKED["lt"] not in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "works great... aaand gone again"),
        ("lt", "puikiai veikia… vėl dingo"),
        ("lt", "veikia labai gerai, vėl tamsu"),
    ],
)
def test_gone_again_in_the_same_breath_is_no_good_news(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, *PLUGGED)
    assert (reply.status, reply.step) == (Status.OPEN, "page_shows")


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("en", "it works, if it goes black again I'll write", Status.RESOLVED),
        ("en", "it works! I'll write if it's red again", Status.RESOLVED),
        ("lt", "veikia, jei vėl mirksi raudona, parašysiu", Status.RESOLVED),
        ("en", "works, but only if I hold the cable again, I'll write", Status.OPEN),
        ("en", "works, dead again if I move the cable", Status.OPEN),
        ("lt", "jei laikau laidą, veikia, parašysiu", Status.OPEN),
    ],
)
def test_a_promise_to_write_if_it_goes_spoils_no_good_news(
    shipped_agent: Agent, language: str, text: str, status: Status
) -> None:
    assert told(shipped_agent, language, text, *PLUGGED).status is status


def test_the_same_question_again_is_no_fault_again(shipped_agent: Agent) -> None:
    text = "veikia, bet vėl tas pats klausimas: kaip pakeisti planą?"
    reply = told(shipped_agent, "lt", text, *PLUGGED)
    assert "Planai ir jų keitimas" in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "looks good now, it all works! was it the plug?"),
        ("lt", "viskas gerai dabar, veikia! ar routeris senas?"),
    ],
)
def test_a_question_beside_good_news_spoils_none(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *PLUGGED).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "its not solved!!!!"),
        ("en", "gone again, red LOS again!"),
        ("lt", "vėl dingo!!! LOS vėl mirksi"),
    ],
)
def test_after_the_end_the_guide_goes_on_where_it_stood(
    shipped_agent: Agent, language: str, text: str
) -> None:
    begun = pressed(shipped_agent, language, *PLUGGED, "works")
    reply = shipped_agent.reply(begun, text=text)
    assert (reply.status, reply.step) == (Status.OPEN, "page_shows")


@pytest.mark.parametrize(
    ("language", "texts", "digits"),
    [
        ("en", ("no no call my daughter 868812345",), "345"),
        ("en", ("that number is dead, ring 868812345 instead",), "345"),
        ("en", ("the shop's number 861234987 does not answer",), "334"),
        ("en", ("call my daughter instead, 861288888",), "888"),
        ("en", ("please ring my son on 861288888",), "888"),
        ("en", ("my daughter had the same with 861288888, a friend had to go to the shop",), "334"),
        ("en", ("my mobile internet is also down, 861288888 is its account",), "334"),
        ("en", ("my wife's number is 861288888 but don't call her",), "334"),
        ("lt", ("mamos numeris 861277777, bet jai neskambinkit, geriau man",), "334"),
        ("lt", ("neskambinkit 861277777, ten mama",), "334"),
        ("lt", ("tas numeris neveikia, 861277777",), "777"),
        ("lt", ("geriau skambinkit 861277777",), "777"),
        ("lt", ("reik skambint kitu: 868812345, tas neveikia",), "345"),
    ],
)
def test_the_number_that_is_meant_is_kept(
    shipped_agent: Agent, language: str, texts: tuple[str, ...], digits: str
) -> None:
    reply = said(shipped_agent, language, *PERSON[language], *texts)
    assert str(shipped_agent.get(reply.conversation_id).contact.phone).endswith(digits)


@pytest.mark.parametrize(
    ("language", "texts", "part"),
    [
        ("en", ("no need to call", "but i still want the call"), "nothing is cancelled"),
        ("en", ("cancel it", "wait no, keep the call"), "nothing is cancelled"),
        ("en", ("suddenly it's 300. cancel the call",), "no longer need the call"),
        ("lt", ("skambinti nereikia", "ne ne, palikite skambutį"), "niekas neatšaukta"),
        ("lt", ("nereikia man techniko",), "ar ir skambučio"),
        ("lt", ("viskas žalia, kam technikas?",), "ar techniko apskritai reikia"),
        ("lt", ("vis tiek noriu skambučio",), "niekas neatšaukta"),
    ],
)
def test_what_is_promised_stands_or_is_asked_about(
    shipped_agent: Agent, language: str, texts: tuple[str, ...], part: str
) -> None:
    assert part in said(shipped_agent, language, *PERSON[language], *texts).text


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("lt", "vis tiek noriu atšaukti vizitą", ("niekas neatšaukta",)),
        ("lt", "vis tiek noriu, kad nevažiuotų", ("niekas neatšaukta",)),
        ("lt", "atšaukit vizitą, vis tiek noriu pats pasitaisyti", ("niekas neatšaukta", "jau veikia")),
        ("lt", "kodėl technikas neatvyko vakar", ("ar techniko apskritai reikia",)),
        (
            "lt",
            "kodėl meistras neskambina jau tris dienas, man reikia techniko šiandien",
            ("ar techniko apskritai reikia",),
        ),
        ("lt", "mamos numeris 861277777, bet jai neskambinkit, geriau man", ("skambučio nebereikia",)),
        ("en", "I still want to cancel the visit", ("nothing is cancelled",)),
        ("en", "why the technician didn't come yesterday?", ("needed at all",)),
    ],
)
def test_the_reverse_is_not_said(
    shipped_agent: Agent, language: str, text: str, parts: tuple[str, ...]
) -> None:
    reply = said(shipped_agent, language, *PERSON[language], text)
    assert not [part for part in parts if part in reply.text]


@pytest.mark.parametrize(
    ("language", "text", "noted"),
    [
        ("lt", "862001122. o salonas dirba šeštadienį?", False),
        ("lt", "860011223, galima rytoj po pietų", True),
        ("en", "860011223. is the shop open on saturday?", False),
    ],
)
def test_a_time_that_is_asked_about_is_not_noted(
    shipped_agent: Agent, language: str, text: str, noted: bool
) -> None:
    reply = said(shipped_agent, language, *PERSON[language][:2], text)
    heard = {"lt": "kada Jums patogu", "en": "when it suits you"}[language]
    assert (heard in reply.text) is noted


@pytest.mark.parametrize(
    ("language", "text", "person"),
    [
        ("en", "person. and write that PON light goes off every evening", True),
        ("en", "I already said! cable 2mbps. PERSON", True),
        ("lt", "viską išbandžiau. Žmogų.", True),
        ("en", "a person at the shop told me it's the router", False),
        ("lt", "žmogus salone sakė, kad routeris blogas", False),
    ],
)
def test_a_sentence_that_only_asks_for_a_person(
    shipped_agent: Agent, language: str, text: str, person: bool
) -> None:
    reply = told(shipped_agent, language, text)
    assert (reply.status is Status.WITH_PERSON) is person


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ai stop, atsiprašau, aš dėžutes sumaišiau. Raudona ta prie routerio"),
        ("en", "stop, wait, wrong box, the red one is the router's"),
    ],
)
def test_a_stop_that_corrects_leads_to_the_step_of_the_answer_it_gives(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert told(shipped_agent, language, text, "los_red").step == "router_cables"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "stop, nebenoriu"),
        ("lt", "stop, sumaišiau, einu miegoti"),
        ("en", "stop. I don't want to go on"),
        ("en", "stop this, you are mixed up and wrong, I'm done"),
        ("en", "stop, I was wrong, I'm going to bed"),
    ],
)
def test_a_stop_that_is_meant_ends_the_talk(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, "los_red").step is None
