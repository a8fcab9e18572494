"""What was told once counts later, too, and who is not at home is not led through what stands there."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import talk

INTERNET, DARK, LANDLINE, CALLS, DEVICE, SILENT, MAIL, SLOW = (
    "internet_no_connection",
    "router_no_power",
    "phone_no_dial_tone",
    "phone_call_quality",
    "internet_single_device",
    "tv_no_signal",
    "email_not_working",
    "internet_slow",
)


@pytest.mark.parametrize(
    ("language", "guide", "complaint", "answers", "step"),
    [
        ("en", DARK, "router dark, the sockets work, tried another socket", ("all sound",), "strip_switch"),
        (
            "lt",
            DARK,
            "routeris tamsus, elektra yra, bandžiau kitą rozetę",
            ("viskas sveika",),
            "strip_switch",
        ),
        ("en", LANDLINE, "no tone, it's a corded phone", ("silence",), "tel_port"),
        ("lt", LANDLINE, "nėra signalo, aparatas laidinis", ("tyla",), "tel_port"),
        (
            "en",
            CALLS,
            "it crackles, my phone is a corded one",
            ("crackle", "with everyone"),
            "phone_lead_clean",
        ),
        ("en", DEVICE, "my tablet is connected but no internet", ("by wifi",), "forget_network"),
        ("lt", DEVICE, "planšetė prisijungta be interneto", ("per wifi",), "forget_network"),
        ("en", SILENT, "there is no sound on every channel", ("still silent",), "sound_output"),
    ],
)
def test_what_was_told_is_not_asked_later(
    shipped_agent: Agent, language: str, guide: str, complaint: str, answers: tuple[str, ...], step: str
) -> None:
    assert talk(shipped_agent, language, guide, complaint, *answers).step == step


@pytest.mark.parametrize(
    ("language", "guide", "complaint", "answers", "step"),
    [
        (
            "en",
            DARK,
            "router dark, should I try another socket?",
            ("there is power", "all sound"),
            "strip_switch",
        ),
        ("lt", DARK, "routeris tamsus, kitos rozetės nėra", ("elektra yra", "viskas sveika"), "strip_switch"),
        ("en", LANDLINE, "no tone, my cordless phone is silent", (), "handset_power"),
        ("en", DEVICE, "my tablet won't connect", ("by wifi",), "wifi_screen"),
    ],
)
def test_what_was_not_told_is_asked(
    shipped_agent: Agent, language: str, guide: str, complaint: str, answers: tuple[str, ...], step: str
) -> None:
    assert talk(shipped_agent, language, guide, complaint, *answers).step == step


@pytest.mark.parametrize(
    ("language", "guide", "complaint", "step"),
    [
        ("lt", MAIL, "negaliu išsiųsti laiškų iš telefono, gaut gaunu", "browser_mail"),
        ("en", MAIL, "I can't receive any letters since yesterday, sending works", "browser_mail"),
        ("lt", SLOW, "lėtai visuose įrenginiuose, nuo vakar", "background_load"),
        ("en", SLOW, "everything is slow, all devices, since yesterday", "background_load"),
        ("en", DARK, "the router is dark, the lamp works in that socket", "adapter_look"),
        ("en", DARK, "router dark, is there a power cut?", "mains_home"),
        ("en", DARK, "the router stayed dark after the power cut", "mains_home"),
    ],
)
def test_the_first_question_is_asked_only_where_it_was_not_answered(
    shipped_agent: Agent, language: str, guide: str, complaint: str, step: str
) -> None:
    assert talk(shipped_agent, language, guide, complaint).step == step


@pytest.mark.parametrize(
    ("language", "away", "back", "step"),
    [
        (
            "en",
            "Are you even reading? I'm NOT at home. Can I do this tonight?",
            "I'm back, LOS is red",
            "fibre_cable",
        ),
        (
            "en",
            "I'm at work till 6, she's not technical",
            "I'm home now, the LOS light is red",
            "fibre_cable",
        ),
        ("en", "I'm at the office", "right I'm back, everything is green", "page_shows"),
        ("lt", "nežiūrėjau aš į jokias lemputes, aš darbe", "jau namie, raudona LOS", "fibre_cable"),
        ("lt", "esu pas kaimyną", "grįžau, dega žaliai visos lemputės", "page_shows"),
    ],
)
def test_who_comes_back_with_the_answer_is_not_asked_again(
    shipped_agent: Agent, language: str, away: str, back: str, step: str
) -> None:
    waiting = talk(shipped_agent, language, INTERNET, "", away)
    assert (waiting.status, waiting.ticket, waiting.step) == (Status.WAITING, None, "router_lights")
    assert shipped_agent.reply(waiting.conversation_id, text=back).step == step


@pytest.mark.parametrize(
    ("language", "complaint", "status"),
    [
        ("en", "no internet, but I'm at work till six", Status.WAITING),
        ("lt", "internetas neveikia, bet aš darbe, grįšiu po 6", Status.WAITING),
        ("en", "I'm working from home and there is no internet", Status.OPEN),
        ("lt", "aš dirbu iš namų, o interneto nėra", Status.OPEN),
        ("lt", "neveikia internetas, dar dirbu bet namie esu", Status.OPEN),
        ("en", "no internet, I'm working right now from home and need it", Status.OPEN),
        ("en", "I have no internet, I tried at my neighbour's and it works there", Status.OPEN),
    ],
)
def test_from_afar_no_step_is_put(
    shipped_agent: Agent, language: str, complaint: str, status: Status
) -> None:
    reply = shipped_agent.start(text=complaint, language=language)
    assert (reply.scenario, reply.status) == (INTERNET, status)
    assert ("ONT" in reply.text) is (status is Status.OPEN)


@pytest.mark.parametrize(
    ("language", "person", "back"),
    [
        ("en", "get me a person", "ok I'm home now, the LOS light is red"),
        ("en", "get me a person", "so can you help me now? red LOS light on the module"),
        ("lt", "noriu žmogaus", "jau namie, dega raudona LOS"),
    ],
)
def test_after_a_handover_who_is_back_goes_on(
    shipped_agent: Agent, language: str, person: str, back: str
) -> None:
    reply = talk(shipped_agent, language, INTERNET, "", person, back)
    assert reply.step == "fibre_cable"
    assert reply.ticket is not None
