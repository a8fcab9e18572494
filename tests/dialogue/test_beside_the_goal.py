"""What a reply says of the goal beside its answer, and whom a guide walks with: short talks, to be read aloud."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import pressed, told

TV, SILENT, BREAKING, CALLS, NOISY = (
    "tv_no_signal",
    "tv_silent",
    "tv_picture_breaking",
    "phone_no_dial_tone",
    "phone_call_quality",
)
PAGE = "remote-control"


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "užsidegė lemputė, bet vis tiek byra", "line_restart_ok"),
        ("en", "a light came on but it's still breaking up", "line_restart_ok"),
        ("lt", "užsidegė", "closing"),
        ("en", "a light came on", "closing"),
    ],
)
def test_what_still_fails_is_not_asked_again(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    reply = told(shipped_agent, language, text, "every_channel", "menu_clean", "same_alone", guide=BREAKING)
    assert reply.step == step


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("lt", "dabar pypia! pasiskambinau dukrai, girdisi. ačiū", Status.RESOLVED),
        ("en", "I rang my son, he picked up. thank you dear", Status.RESOLVED),
        ("lt", "kalbėjau su anūku, bet traška", Status.OPEN),
        ("en", "nobody picked up", Status.OPEN),
        ("en", "I spoke to your colleague yesterday", Status.OPEN),
        ("lt", "pasiskambinau, bet iš mobiliojo", Status.OPEN),
    ],
)
def test_a_call_that_went_through_is_good_news(
    shipped_agent: Agent, language: str, text: str, status: Status
) -> None:
    reply = told(shipped_agent, language, text, "silence", "corded", "wall_socket", guide=CALLS)
    assert reply.status is status


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne tai. youtube ne kanalai, kaip grįžt į televiziją"),
        ("lt", "ne, tik programėlės"),
        ("lt", "youtube rodo"),
        ("en", "no, only the apps, youtube and that"),
        ("en", "just netflix and disney on it"),
        ("en", "it shows a menu"),
    ],
)
def test_the_apps_of_the_television_are_not_its_channels(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, "tv_message", "picture_came", guide=TV)
    assert reply.status is Status.OPEN


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "rodo kanalus, youtube irgi"),
        ("lt", "ne, jau rodo, ačiū"),
        ("en", "the channels are back, youtube too"),
        ("en", "no it's fine now thanks"),
    ],
)
def test_channels_beside_apps_are_channels(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, "tv_message", "picture_came", guide=TV)
    assert reply.status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "per pultelį garsina, bet nieko", "silent_scope"),
        ("lt", "nuspaudžiau tą garsiakalbį ir nieko", "sound_up"),
        ("lt", "pagarsinau ir prabilo!", "closing"),
        ("en", "it was muted, all good now", "closing"),
    ],
)
def test_what_resembles_good_news_is_none_where_nothing_came(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    assert told(shipped_agent, language, text, guide=SILENT).step == step


@pytest.mark.parametrize(
    ("language", "text", "waits"),
    [
        ("lt", "aš darbe, žmona sako, kad televizorius rašo no signal", False),
        ("en", "I'm at work, my wife is at home and the tv says no signal", False),
        ("lt", "esu išvykęs, televizorius namie nerodo", True),
        ("en", "I'm at work and my wife will be home at six, tv says no signal", True),
    ],
)
def test_whoever_is_at_home_is_walked_with(
    shipped_agent: Agent, language: str, text: str, waits: bool
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.scenario, reply.status is Status.WAITING) == (TV, waits)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "rodo kanalus, bet perjungt negaliu, nes pultelis miręs"),
        ("lt", "taip rodo, bet pultas neveikia"),
        ("en", "yes it shows, it's only the remote"),
    ],
)
def test_a_dead_remote_beside_a_picture_has_its_page(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, "black", "no_list", "ignores", guide=TV)
    assert (reply.scenario, [source.id for source in reply.sources]) == (None, [PAGE])


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "ne, pultelis vis tiek neveikia", "box_lights"),
        ("lt", "nerodo, pultas irgi miręs", "box_lights"),
        ("en", "no, the remote still does nothing", "box_lights"),
    ],
)
def test_a_remote_without_a_picture_stays_in_the_guide(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    assert told(shipped_agent, language, text, "black", "no_list", "ignores", guide=TV).step == step


@pytest.mark.parametrize(
    ("language", "text", "goes_to"),
    [
        ("lt", "pultelis nereaguoja nx", PAGE),
        ("en", "the zapper has packed up, picture's fine", PAGE),
        ("lt", "pulteliu perjungiu šaltinį, bet signalo nėra", TV),
        ("en", "I changed source with the remote but still no signal", TV),
    ],
)
def test_an_oath_and_a_nickname_hide_no_remote(
    shipped_agent: Agent, language: str, text: str, goes_to: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert goes_to in (reply.scenario, *(source.id for source in reply.sources))


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "katinas apgraužė laidą", "fresh_lead"),
        ("en", "the cat gnawed it", "fresh_lead"),
        ("en", "the lead is fine", "borrowed_phone"),
    ],
)
def test_a_gnawed_lead_is_swapped_first(shipped_agent: Agent, language: str, text: str, step: str) -> None:
    begun = pressed(shipped_agent, language, "noise", "with_both", "corded_phone", guide=NOISY)
    assert shipped_agent.reply(begun, text=text).step == step


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "veikia, tik jei laikau laidą"),
        ("lt", "veikia tik kai laidą prilaikau"),
        ("en", "it works only when I press the plug"),
        ("en", "works, but only if i hold the cable"),
    ],
)
def test_what_works_only_while_it_is_held_is_not_mended(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, "dark", "lit_now", "both_lit")
    assert reply.status is Status.OPEN
