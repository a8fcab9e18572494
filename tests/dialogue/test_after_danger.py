"""After danger: the talk stays with safety while its ticket stands, in words of its own."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from agent.dialogue.listening import Understanding
from agent.testing import FixedTime
from tests.dialogue.talking import SMOKE, smoking


@pytest.mark.parametrize(
    ("language", "message", "hears"),
    [
        ("en", "ok i unplugged it", "power off"),
        ("en", "yes it is out in the garden now", "112"),
        ("en", "my wife got a bit dizzy from it", "fresh air"),
        ("en", "Is somebody coming?", "colleague on duty"),
        ("en", "no smoke any more, can I switch it back on?", "No"),
        ("en", "the internet does not work now", "equipment"),
        ("en", "which fuse? there are twenty", "main switch"),
        ("en", "I want a person", "colleague on duty"),
        ("lt", "ištraukiau iš rozetės, dūmų nebėra. ar galiu vėl įjungti?", "Ne"),
        ("lt", "o 112 skambint ar nebereikia jau, dūmų nebėra, tik smirda", "kvapas"),
        ("lt", "o kuris saugiklis? ten jų dvidešimt", "vadin"),
        ("lt", "žmonai bloga pasidarė", "gryn"),
    ],
)
def test_the_talk_stays_with_safety(agent: Agent, language: str, message: str, hears: str) -> None:
    danger, after = smoking(agent, language, message)
    assert hears in after.text
    assert danger.ticket and danger.ticket in after.text
    assert (after.status, after.scenario, after.ticket) == (Status.ESCALATED, None, danger.ticket)
    assert "2 hours" not in after.text and "2 valandas" not in after.text
    assert agent.ticket(danger.ticket).payload["notes"][-1]["said"] == message


@pytest.mark.parametrize("language", ["lt", "en"])
def test_danger_told_again_is_short_and_new(agent: Agent, language: str) -> None:
    texts = [reply.text for reply in smoking(agent, language, SMOKE[language], SMOKE[language])]
    assert len(set(texts)) == 3
    assert all(len(text) < len(texts[0]) for text in texts[1:])
    assert all("112" in text for text in texts)


def test_another_service_may_be_taken_up(agent: Agent) -> None:
    _, tv, asked = smoking(agent, "en", "my tv shows nothing at all", "smoke again from the router!")
    assert tv.scenario == "screen_black"
    assert asked.step is None
    assert len(agent.get(tv.conversation_id).tickets) == 1


def test_thanks_are_answered_with_courtesy(agent: Agent) -> None:
    _, thanks = smoking(agent, "en", "thanks")
    assert thanks.status is Status.ESCALATED
    assert "unplugged" not in thanks.text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("lt", "kvapas kažkoks nuo adapterio"),
        ("en", "there's some smell from the adapter"),
        ("lt", "skauda akis, pažiūrėjau į šviesolaidį"),
        ("en", "the laser went in my eye"),
        ("en", "kid stared into the fibre end"),
        ("en", "my eyes hurt i looked in that blue cable thing"),
    ],
)
def test_a_smell_and_laser_light_are_danger(agent: Agent, language: str, told: str) -> None:
    begun = agent.start(language=language, scenario="lamp_link").conversation_id
    assert agent.reply(begun, text=told).status is Status.ESCALATED


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("lt", "adapteris minkštas kaip plastilinas ir ruduoja"),
        ("lt", "palietus laidą kandžioja pirštus"),
        ("en", "the plug has gone soft and brown"),
        ("en", "touching the box makes my fingers tingle"),
    ],
)
def test_danger_that_no_list_knows_is_danger_at_a_step_too(agent: Agent, language: str, told: str) -> None:
    assert not any(act.name == "danger" for act in Understanding().find_acts(told, language)), (
        "a list knows it"
    )
    begun = agent.start(language=language, scenario="lamp_link").conversation_id
    reply = agent.reply(begun, text=told)
    assert reply.status is Status.ESCALATED
    assert agent.ticket(reply.ticket or "").payload["priority"] == "urgent"


@pytest.mark.parametrize(
    ("language", "fine"),
    [
        ("lt", "jokio kvapo nuo adapterio"),
        ("lt", "adapteris nei karštas, nei smirdi"),
        ("en", "no smell from the adapter"),
        ("en", "the adapter doesn't smell and isn't hot"),
    ],
)
def test_no_smell_is_no_danger(agent: Agent, language: str, fine: str) -> None:
    begun = agent.start(language=language, scenario="lamp_link").conversation_id
    assert agent.reply(begun, text=fine).ticket is None


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "the smoke is gone but now the socket is sparking"),
        ("en", "the smoke stopped but now there are flames coming out of it"),
        ("en", "sparks are gone but there is a fire now"),
        ("lt", "dūmų nebėra, bet dabar kibirkščiuoja rozetė"),
        ("lt", "neberūksta, bet dabar matau liepsną"),
    ],
)
@pytest.mark.parametrize("before", [(), ("my tv shows nothing at all",)])
def test_a_new_danger_is_told_in_full_though_the_old_one_is_over(
    agent: Agent, language: str, message: str, before: tuple[str, ...]
) -> None:
    first, *_, after = smoking(agent, language, *before, message)
    assert agent.ticket(first.ticket or "").payload["priority"] == "urgent"
    assert after.text.split("\n\n")[0] == first.text.split("\n\n")[0]
    assert after.status is Status.ESCALATED
    assert after.step is None


@pytest.mark.parametrize(
    ("language", "tv"),
    [("en", "my tv box is sparking too"), ("lt", "televizoriaus priedėlis irgi kibirkščiuoja")],
)
def test_a_second_danger_leaves_the_first_one_guarded(agent: Agent, language: str, tv: str) -> None:
    internet = {"lt": "neveikia internetas", "en": "my internet is not working at all"}[language]
    picture = {"lt": "televizorius nieko nerodo", "en": "my tv shows nothing at all"}[language]
    first, second, *after = smoking(agent, language, tv, internet, picture)
    assert second.ticket != first.ticket
    assert [each.scenario for each in after] == [None, None]


def test_what_was_not_named_may_be_any_equipment(agent: Agent) -> None:
    begun = agent.start(language="en", text="there is smoke coming out of the socket").conversation_id
    assert agent.get(begun).unsafe == ""
    assert agent.reply(begun, text="my tv shows nothing at all").scenario is None


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "a colleague replaced the router yesterday, but the internet is not working at all"),
        ("en", "the technician has been here and gave us a new one. My internet is not working at all"),
        ("lt", "kolega vakar pakeitė maršrutizatorių, bet neveikia internetas"),
        ("lt", "meistras jau buvo, neveikia internetas"),
    ],
)
def test_a_colleague_who_has_been_there_ends_the_danger(agent: Agent, language: str, message: str) -> None:
    danger, after = smoking(agent, language, message)
    assert agent.get(after.conversation_id).urgent is None
    assert "unplugged" not in after.text and "112" not in after.text
    assert agent.ticket(danger.ticket or "").payload["notes"][-1]["said"] == message


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "nobody has been here and the technician has not replaced it, internet is not working"),
        ("en", "no technician has been here"),
        ("en", "when the colleague replaced it, will it work?"),
        ("en", "the colleague replaced the router and it is smoking again"),
        ("lt", "meistras dar nebuvo, neveikia internetas"),
        ("lt", "niekas nepakeitė maršrutizatoriaus, neveikia internetas"),
        ("lt", "ar meistras jau buvo?"),
    ],
)
def test_nobody_who_has_been_there_ends_no_danger(agent: Agent, language: str, message: str) -> None:
    danger, after = smoking(agent, language, message)
    assert agent.get(after.conversation_id).urgent == danger.ticket
    assert after.scenario is None


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "the technician was here last week for the tv"),
        ("en", "the technician was here for the tv"),
        ("en", "the technician was here last week"),
        ("en", "colleague checked the neighbour's flat only"),
        ("en", "the colleague came and went without even looking"),
        ("en", "the technician has been here, but he did nothing"),
        ("lt", "meistras jau buvo pernai dėl televizoriaus"),
        ("lt", "meistras jau buvo dėl televizoriaus"),
        ("lt", "meistras buvo prieš mėnesį"),
        ("lt", "kolega patikrino tik kaimynų butą"),
        ("lt", "meistras buvo, bet nieko nepadarė"),
    ],
)
def test_a_visit_that_was_not_for_it_ends_no_danger(agent: Agent, language: str, message: str) -> None:
    internet = {"lt": "neveikia internetas", "en": "my internet is not working at all"}[language]
    danger, *_, after = smoking(agent, language, message, internet)
    assert agent.get(after.conversation_id).urgent == danger.ticket
    assert after.scenario != "lamp_link"


def test_start_again_is_about_the_talk(agent: Agent) -> None:
    begun = agent.start(language="en", text="there is smoke coming out of the socket").conversation_id
    again = agent.reply(begun, text="start again")
    assert again.status is Status.OPEN and "switch" not in again.text
    assert agent.reply(begun, text="my internet is not working at all").scenario is None


def test_danger_is_forgotten_a_day_after_it_was_told(agent: Agent, clock: FixedTime) -> None:
    begun = agent.start(language="en", text=SMOKE["en"]).conversation_id
    clock.pass_by(hours=20)
    assert agent.reply(begun, text="my internet is not working at all").scenario is None
    clock.pass_by(hours=20)
    assert agent.get(begun).urgent
    assert agent.reply(begun, text="my internet is not working at all").scenario == "lamp_link"


@pytest.mark.parametrize(
    ("language", "angry"),
    [
        ("en", "I am sick of this, the TV shows no signal still"),
        ("en", "it won't hurt to try, the picture is still black"),
        ("lt", "bloga mano slaptažodis"),
        ("lt", "silpna pulto baterija"),
    ],
)
def test_anger_is_no_illness(agent: Agent, language: str, angry: str) -> None:
    tv = {"lt": "televizorius nieko nerodo", "en": "my tv shows nothing at all"}[language]
    person = {"lt": "noriu pakalbėti su žmogumi", "en": "I want to talk to a person"}[language]
    *_, promised, after = smoking(agent, language, tv, person, angry)
    assert promised.status is Status.WITH_PERSON
    assert "112" not in after.text


@pytest.mark.parametrize(
    ("language", "ill"),
    [
        ("en", "I feel sick"),
        ("en", "my son is sick from it"),
        ("en", "my wife is hurt"),
        ("lt", "man bloga"),
        ("lt", "vaikui labai bloga"),
        ("lt", "pasidarė silpna"),
    ],
)
def test_illness_is_told_to_the_duty_and_the_promised_call_stands(
    agent: Agent, language: str, ill: str
) -> None:
    tv = {"lt": "televizorius nieko nerodo", "en": "my tv shows nothing at all"}[language]
    person = {"lt": "noriu pakalbėti su žmogumi", "en": "I want to talk to a person"}[language]
    danger, _, promised, after = smoking(agent, language, tv, person, ill)
    assert {"lt": "gryn", "en": "fresh air"}[language] in after.text
    assert (after.status, after.ticket) == (Status.WITH_PERSON, promised.ticket)
    assert agent.ticket(danger.ticket or "").payload["notes"][-1]["said"] == ill
    assert not agent.ticket(promised.ticket or "").payload.get("notes")


ALL_WELL = {
    "lt": "ne, niekas nedega, paslauga sustabdyta dėl neapmokėtos sąskaitos",
    "en": "no, nothing is burning, I have an unpaid bill",
}
WIFI = {"lt": "ir dar wifi blogas miegamajame", "en": "also wifi is bad in the bedroom"}


@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_guide_of_that_equipment_is_refused_aloud_at_a_step(shipped_agent: Agent, language: str) -> None:
    begun = shipped_agent.start(
        language=language, text={"lt": "čia rūksta!", "en": "there is smoke!"}[language]
    )
    bill = shipped_agent.reply(begun.conversation_id, text=ALL_WELL[language])
    wifi = shipped_agent.reply(begun.conversation_id, text=WIFI[language])
    assert (bill.scenario, wifi.scenario, wifi.step) == ("account_suspended", "account_suspended", bill.step)
    assert begun.ticket and begun.ticket in wifi.text
    assert shipped_agent.ticket(begun.ticket).payload["notes"][-1]["said"] == WIFI[language]


@pytest.mark.parametrize("language", ["lt", "en"])
def test_without_danger_it_is_the_second_problem(shipped_agent: Agent, language: str) -> None:
    begun = shipped_agent.start(language=language, scenario="account_suspended").conversation_id
    assert shipped_agent.reply(begun, text=WIFI[language]).scenario == "wifi_weak"
