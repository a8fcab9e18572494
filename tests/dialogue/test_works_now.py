"""At "does it work now?": what worked before does not work now."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from agent.scenarios import Kind
from tests.dialogue.talking import INTERNET, LANDLINE, PASSWORD, PLUGGED, computer, pressed, told
from tests.dialogue.test_dialogue_odd_turns import put


def at_goal(agent: Agent, language: str) -> str:
    return pressed(agent, language, "silence", "both_lit", "was_loose", guide=LANDLINE)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "tai kad ir prieš tai veikė"),
        ("lt", "anksčiau irgi veikė"),
        ("lt", "vakar irgi veikė"),
        ("lt", "iš pradžių veikė"),
        ("lt", "seniau veikė gerai"),
        ("lt", "buvo veikęs ir anksčiau"),
        ("en", "it worked before too"),
        ("en", "it was working before as well"),
        ("en", "it used to work"),
        ("en", "it was fine before"),
        ("en", "worked at first"),
        ("en", "it was working a minute ago"),
        ("lt", "veikė"),
        ("lt", "buvo viskas gerai"),
        ("lt", "kurį laiką veikė"),
        ("lt", "iki šiol viskas buvo gerai"),
        ("en", "it has worked before"),
        ("en", "it was working again for a minute"),
        ("en", "it's been working until now"),
        ("en", "as I said it worked before"),
    ],
)
def test_what_worked_before_closes_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.reply(at_goal(shipped_agent, language), text=text)
    assert (reply.status, reply.step) == (Status.OPEN, "closing")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "prieš tai neveikė, dabar veikia"),
        ("lt", "veikia kaip anksčiau"),
        ("lt", "veikia, kaip ir vakar"),
        ("lt", "buvo dingęs, bet dabar veikia"),
        ("lt", "taip, veikia, buvo laidas kaltas"),
        ("lt", "jau veikia, pirma nesupratau"),
        ("en", "works like before"),
        ("en", "yes it works as it did before"),
        ("en", "worked first time"),
        ("en", "it was down but now it works"),
        ("en", "works now, it was the cable"),
        ("en", "back to how it was before, works"),
        ("lt", "veikia nuo vakar"),
        ("lt", "vakar perkroviau ir veikia"),
        ("lt", "veikia jau kurį laiką"),
        ("lt", "taip buvo laidas kaltas ir veikia"),
        ("lt", "pirmą kartą veikia normaliai"),
        ("en", "yes it was the plug and it works"),
        ("en", "it has worked since yesterday"),
        ("en", "it's been working since yesterday"),
        ("en", "it was the cable and it's all working"),
        ("en", "I plugged it in yesterday and it works"),
    ],
)
def test_what_works_as_before_works(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.reply(at_goal(shipped_agent, language), text=text)
    assert reply.status is Status.RESOLVED


def at_password_goal(agent: Agent, language: str) -> str:
    return pressed(agent, language, "unknown_password", "label_fits", guide=PASSWORD)


@pytest.mark.parametrize("language", ["lt", "en"])
def test_these_stand_at_the_goal(shipped_agent: Agent, language: str) -> None:
    for begun in (at_goal(shipped_agent, language), at_password_goal(shipped_agent, language)):
        assert shipped_agent.reply(begun, text="?").step == "closing"


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("en", "actually no, it's the email that does not work", "email_not_working"),
        ("en", "no wait, it's the email that doesn't work", "email_not_working"),
        ("lt", "oi ne, čia paštas neveikia", "email_not_working"),
        ("lt", "tiksliau, televizorius nerodo", "tv_no_signal"),
    ],
)
def test_on_second_thought_another_service_fails(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    assert shipped_agent.reply(at_password_goal(shipped_agent, language), text=text).scenario == guide


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no, it still does not work"),
        ("en", "actually no, it does not connect"),
        ("en", "actually no, neither my phone nor the tv connects to the wifi"),
        ("en", "oops, the phone doesn't connect"),
        ("en", "oh no, email still the same"),
        ("lt", "ne palaukit, dar neveikia"),
        ("lt", "oi ne, internetas neveikia"),
        ("lt", "oi ne, televizorius vis dar nerodo"),
        ("lt", "ne, televizorius prie wifi neprisijungia"),
    ],
)
def test_a_second_thought_about_the_same_stays(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.reply(at_password_goal(shipped_agent, language), text=text)
    assert (reply.scenario, reply.step) == ("wifi_password", "self_service_look")


def test_a_fault_of_another_service_beside_the_yes_comes_next(shipped_agent: Agent) -> None:
    begun = at_password_goal(shipped_agent, "en")
    reply = shipped_agent.reply(begun, text="yes, but it's the email that does not work")
    assert reply.status is Status.RESOLVED
    assert shipped_agent.reply(begun, choice="yes").scenario == "email_not_working"


def test_a_fault_that_is_gone_is_good_news(shipped_agent: Agent) -> None:
    reply = shipped_agent.reply(at_goal(shipped_agent, "en"), text="fixed, the error is gone")
    assert reply.status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("en", "yes, but the tv is still not connecting", "self_service_look"),
        ("lt", "taip, bet televizorius neprisijungia", "connection_kind"),
        ("lt", "taip, bet teliukas be interneto", "connection_kind"),
    ],
)
def test_what_still_has_no_connection_works_in_part(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    reply = shipped_agent.reply(at_password_goal(shipped_agent, language), text=text)
    assert (reply.status, reply.step) == (Status.OPEN, step)
    assert shipped_agent.get(reply.conversation_id).queue == ()


@pytest.mark.parametrize(
    ("lt", "en", "queue"),
    [
        ("taip, bet televizorius nerodo", "yes, but the tv has no picture", ("tv_no_signal",)),
        (
            "taip, bet televizorius nerodo, ir laidinis tyli",
            "yes thanks, but the tv is dead and the landline is dead too",
            ("tv_no_signal", "phone_no_dial_tone"),
        ),
    ],
)
@pytest.mark.parametrize("language", ["lt", "en"])
def test_every_fault_beside_the_yes_comes_next(
    shipped_agent: Agent, language: str, lt: str, en: str, queue: tuple[str, ...]
) -> None:
    text = {"lt": lt, "en": en}[language]
    reply = shipped_agent.reply(at_password_goal(shipped_agent, language), text=text)
    assert (reply.status, shipped_agent.get(reply.conversation_id).queue) == (Status.RESOLVED, queue)


# ---- at a step, to a question of something else


def is_tested(agent: Agent, language: str, text: str, *choices: str, guide: str = INTERNET) -> bool:
    """Whether "may I take it that it's sorted?" follows `text` there."""
    begun = pressed(agent, language, *choices, guide=guide)
    agent.reply(begun, text=text)
    progress = agent.get(begun).progress
    return progress is not None and progress.phase is Kind.CONFIRMING


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "veikia"),
        ("lt", "viskas veikia"),
        ("lt", "internetas veikia"),
        ("lt", "dabar lyg ir veikia"),
        ("lt", "atrodo veikia"),
        ("lt", "nu dabar tai veikia"),
        ("lt", "sutvarkyta"),
        ("lt", "veikia, ačiū labai, iki"),
        ("lt", "dabar veikia, o kaip televizorius?"),
        ("en", "works"),
        ("en", "it works"),
        ("en", "everything works"),
        ("en", "seems to work"),
        ("en", "looks like it's back"),
        ("en", "fixed"),
        ("en", "thanks, it works"),
        ("en", "it works, thank you, bye"),
        ("en", "hang on, it's working"),
    ],
)
def test_that_it_works_is_asked_about_at_once(shipped_agent: Agent, language: str, text: str) -> None:
    assert is_tested(shipped_agent, language, text, "all_green", "page_error")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "neveikia"),
        ("lt", "veikia, bet lėtai"),
        ("lt", "telefone veikia, o kompiuteryje ne"),
        ("lt", "nežinau, ar veikia"),
        ("lt", "kaimynui veikia"),
        ("lt", "vakar veikė"),
        ("en", "it doesn't work"),
        ("en", "works but slow"),
        ("en", "works on the phone but not on the laptop"),
        ("en", "I don't know whether it works"),
        ("en", "it works at the neighbour's"),
        ("en", "it worked yesterday"),
    ],
)
def test_what_works_in_part_or_not_now_is_no_news(shipped_agent: Agent, language: str, text: str) -> None:
    assert not is_tested(shipped_agent, language, text, "all_green", "page_error")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "televizorius veikia"),
        ("lt", "televizorius jau vėl rodo"),
        ("lt", "veikia televizorius"),
        ("lt", "mobilus internetas veikia"),
        ("lt", "per mobilų internetą veikia"),
        ("en", "the tv works"),
        ("en", "the tv works now"),
        ("en", "mobile internet is back"),
        ("en", "is it working?"),
    ],
)
def test_what_works_elsewhere_closes_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, *PLUGGED)
    assert (reply.status, reply.step) == (Status.OPEN, "closing")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "internetas veikia"),
        ("lt", "veikia wifi"),
        ("lt", "taip, televizorius veikia"),
        ("lt", "taip, ir telefone, ir televizoriuje veikia"),
        ("lt", "išjungiau mobilų internetą ir veikia"),
        ("en", "yes"),
        ("en", "it works"),
        ("en", "tv and internet work"),
        ("en", "yes, the tv works"),
    ],
)
def test_what_works_here_too_closes_it(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *PLUGGED).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "televizorius jau veikia"), ("en", "the tv works now")]
)
def test_the_tv_may_be_what_had_no_internet(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, *PLUGGED)
    complaint = {"lt": "televizorius neturi interneto", "en": "the tv has no internet"}[language]
    put(shipped_agent, begun, complaint=complaint)
    assert shipped_agent.reply(begun, text=text).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "jau pavyksta paskambinti"), ("en", "calling is fine")]
)
def test_the_goal_told_in_its_own_words_is_asked_about(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert is_tested(shipped_agent, language, text, "silence", "both_lit", guide=LANDLINE)


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "nepavyksta paskambinti"), ("en", "calling isn't fine")]
)
def test_the_goal_denied_is_no_news(shipped_agent: Agent, language: str, text: str) -> None:
    assert not is_tested(shipped_agent, language, text, "silence", "both_lit", guide=LANDLINE)


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("en", "yeah 280 now, brilliant thanks", Status.RESOLVED),
        ("lt", "jo, dabar 280, puiku, ačiū", Status.RESOLVED),
        ("en", "ok thanks", Status.WAITING),
        ("lt", "gerai, ačiū", Status.WAITING),
        ("en", "yeah brilliant thanks, 3 again", Status.OPEN),
        ("en", "yeah right, brilliant thanks", Status.OPEN),
        ("en", "yes thanks, wonderful service, still waiting", Status.WAITING),
        ("lt", "taip, ačiū, bet 3 megai", Status.OPEN),
    ],
)
def test_a_glad_yes_with_a_figure_is_a_yes(
    shipped_agent: Agent, language: str, text: str, status: Status
) -> None:
    begun = pressed(shipped_agent, language, "all_devices", "paused", guide="internet_slow")
    assert shipped_agent.reply(begun, text=text).status is status


@pytest.mark.parametrize(
    ("language", "guide", "pressed_first", "text"),
    [
        ("lt", INTERNET, (), "VEIKIA sakiau. veikia. gerai viskas"),
        ("lt", INTERNET, (), "jau grįžo internetas, nebereikia"),
        ("lt", "internet_single_device", ("wifi",), "prisijungė, kompas jau internete"),
        ("en", INTERNET, (), "WORKS. i told you it works. all good"),
        ("en", INTERNET, (), "wait it's back. false alarm, cancel"),
        ("en", "internet_single_device", ("wifi",), "got it, the computer is online"),
        ("en", "internet_single_device", ("wifi", "own_network"), "I said it's in. the computer is online."),
    ],
)
def test_good_news_in_the_middle_of_a_guide_is_heard(
    shipped_agent: Agent, language: str, guide: str, pressed_first: tuple[str, ...], text: str
) -> None:
    reply = computer(shipped_agent, language, guide, pressed_first, text)
    assert reply.step == "closing" or reply.status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "guide", "pressed_first", "text"),
    [
        ("lt", INTERNET, (), "sakiau, kad neveikia"),
        ("lt", "internet_single_device", ("wifi",), "telefonas internete, o kompiuteris ne"),
        ("en", INTERNET, (), "I told you the lamp works, nothing else"),
        ("en", INTERNET, (), "forget it, it works for a minute and dies"),
        ("en", "internet_single_device", ("wifi",), "phones are online, the computer isn't"),
        ("en", "internet_single_device", ("wifi",), "the computer says online but no page loads"),
        ("en", "internet_single_device", ("wifi",), "is the computer supposed to be online?"),
    ],
)
def test_what_only_sounds_like_it_is_no_good_news(
    shipped_agent: Agent, language: str, guide: str, pressed_first: tuple[str, ...], text: str
) -> None:
    reply = computer(shipped_agent, language, guide, pressed_first, text)
    assert reply.step != "closing"
    assert reply.status is not Status.RESOLVED


HELD = ("everyone", "lights_same", "hot_or_shut")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ištraukiau iš spintos, jau dvi valandos nė karto nenutrūko"),
        ("lt", "įjungiau į sieną, valandą nė vieno trūkio, tai karštis buvo"),
        ("en", "put a fan on it and opened the doors. been an hour and no drops. it was the heat I bet"),
        ("en", "three hours now, not a single drop"),
    ],
)
def test_no_drops_is_what_was_hoped_for(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *HELD, guide="internet_intermittent").status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne, nė valandos be trūkio"),
        ("lt", "nė karto nenutrūko iki vakar, o dabar vėl"),
        ("en", "no, not one hour without a drop"),
        ("en", "no drops? are you kidding, it dropped twice"),
    ],
)
def test_drops_that_are_counted_are_none(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, *HELD, guide="internet_intermittent")
    assert reply.status is not Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "complaint", "news", "doubtful"),
    [
        (
            "lt",
            "neveikia internetas, ir televizorius nerodo",
            "perkroviau, jau veikia viskas",
            "taip, kad tik veiktų",
        ),
        ("en", "no internet, and the tv shows nothing", "rebooted it, it all works now", "yes, make it work"),
    ],
)
def test_what_waits_is_not_begun_where_it_works_by_now(
    shipped_agent: Agent, language: str, complaint: str, news: str, doubtful: str
) -> None:
    for text, status in ((news, Status.RESOLVED), (doubtful, Status.OPEN)):
        begun = shipped_agent.start(text=complaint, language=language).conversation_id
        for choice in ("los_red", "fibre_damaged", "no", "no"):
            shipped_agent.reply(begun, choice=choice)
        assert shipped_agent.reply(begun, text=text).status is status
