"""What a complaint tells already is not asked again: taken as if it had been answered, said aloud, open to correction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.agent import Agent
from agent.conversation import Conversation, Reply, Status, Tried
from agent.dialogue import overhearing
from agent.scenarios import Step

INTERNET, SCREEN, MAIL = "internet_no_connection", "tv_no_signal", "email_not_working"
TOLD = {
    "lt": ("Į vieną klausimą jau atsakėte: lėta viskas ir visur", "Jei gerai supratau"),
    "en": ("From your message", "If I've understood"),
}


def begun(agent: Agent, language: str, complaint: str, scenario: str = INTERNET) -> Reply:
    return agent.start(text=complaint, language=language, scenario=scenario)


def walked(conversation: Conversation) -> tuple[object, ...]:
    """What a walk comes to, without which turn it was in and the words it was said in."""
    facts = {name: (fact.value, fact.source) for name, fact in conversation.facts.items()}
    tried = [replace(each, said="", turn=0) for each in conversation.tried]
    return conversation.progress, facts, tried, conversation.pending, conversation.due_at


@pytest.mark.parametrize(
    ("language", "scenario", "complaint", "step"),
    [
        ("lt", INTERNET, "neveikia internetas, ant routerio dega raudona lemputė", "router_cables"),
        ("lt", INTERNET, "interneto nėra, los mirksi raudonai", "fibre_cable"),
        ("en", INTERNET, "no internet anywhere, red light on the router", "router_cables"),
        ("en", INTERNET, "The LOS light is blinking red and we're offline", "fibre_cable"),
        ("lt", SCREEN, "mamos televizorius nerodo nė vieno kanalo, tik juodas ekranas", "input_source"),
        ("en", SCREEN, "my tv says no signal", "input_source"),
        ("lt", "phone_call_quality", "laidinis telefonas traška", "with_whom"),
        ("lt", INTERNET, "pas kaimyną žalia, o mano LOS raudona, interneto nėra", "fibre_cable"),
        ("lt", INTERNET, "meistras buvo vakar. Interneto nėra, LOS raudona", "fibre_cable"),
        ("en", INTERNET, "my neighbour's is green but my LOS light is red, no internet", "fibre_cable"),
        (
            "en",
            INTERNET,
            "an engineer was here yesterday. No internet and the LOS light is red",
            "fibre_cable",
        ),
        ("lt", INTERNET, "nėra interneto visuose įrenginiuose, jei ką, LOS raudona", "fibre_cable"),
        ("lt", INTERNET, "Nesu tikra kodėl, bet dega raudona LOS", "fibre_cable"),
        (
            "en",
            INTERNET,
            "No internet on any device, not sure why, but the LOS light is red",
            "fibre_cable",
        ),
        ("en", INTERNET, "no internet, if it helps, the LOS light is red", "fibre_cable"),
        ("lt", INTERNET, "kaimynui viskas veikia, pas mane nėra interneto, LOS raudona", "fibre_cable"),
        ("lt", INTERNET, "kaip sakė konsultantė pažiūrėjau: LOS raudona", "fibre_cable"),
        ("en", "wifi_password", "password not accepted, tried it with capitals", "typing"),
        ("en", "wifi_password", "I forgot the wifi password", "label_find"),
        ("lt", "wifi_password", "pamiršau wi-fi slaptažodį", "label_find"),
        (
            "lt",
            INTERNET,
            "perkroviau du kartus, modulis žalias, ant routerio Internet raudona",
            "router_cables",
        ),
        ("en", INTERNET, "module is green, the Internet light on the router is red", "router_cables"),
        ("lt", SCREEN, "televizorius nerodo, juodas ekranas", "input_source"),
        ("lt", MAIL, "neteisingas slaptažodis", "browser_mail"),
        ("lt", MAIL, "gauti gaunu, issiust negaliu", "browser_mail"),
        ("en", MAIL, "I can't send e-mails from Outlook, receiving works fine", "browser_mail"),
    ],
)
def test_what_was_told_is_not_asked(
    shipped_agent: Agent, language: str, scenario: str, complaint: str, step: str
) -> None:
    reply = begun(shipped_agent, language, complaint, scenario)
    assert reply.step == step
    assert [each.source for each in reply.why].count("told") == 1


@pytest.mark.parametrize(
    ("language", "complaint"),
    [
        ("lt", "neveikia internetas, kokios spalvos turi būti lemputė?"),
        ("lt", "vakar degė raudona los, o šiandien tiesiog nėra interneto"),
        ("lt", "gal ta los lemputė raudona, nežinau, interneto nėra"),
        ("lt", "kaimynui dega raudona los, o man tiesiog neveikia internetas"),
        ("lt", "televizoriaus priedėlis šviečia raudonai, interneto irgi nėra"),
        ("lt", "galvojau, kad los raudona, bet ne, interneto nėra"),
        ("lt", "los raudona arba viskas žalia, nesuprasi, interneto nėra"),
        ("lt", "los lemputė neraudona, bet interneto nėra"),
        ("en", "no internet, is the LOS light supposed to be red?"),
        ("en", "the LOS light was red yesterday, today there is just no internet"),
        ("en", "maybe the LOS light is red, no internet"),
        ("en", "the tv box has a red light, and there is no internet"),
        ("en", "the LOS light is not red but there is no internet"),
        ("en", "internet down"),
        ("lt", "meistras sakė, kad LOS lemputė raudona, interneto nėra"),
        ("lt", "meistras sake kad los lempute raudona, interneto nera"),
        ("lt", "meistras: LOS raudona. Interneto nėra"),
        ("lt", "netikiu, kad LOS raudona, bet interneto nėra"),
        ("lt", "jei LOS raudona, ką daryti, interneto nėra"),
        ("lt", "praeitą kartą LOS mirksėjo raudonai, dabar nėra interneto"),
        ("lt", "pas draugą dega raudona LOS, namie nėra interneto"),
        ("en", "the guy on the phone told me the LOS light is red, no internet"),
        ("en", "engineer: the LOS light is red. no internet"),
        ("en", "I don't believe the LOS light is red, no internet"),
        ("en", "apparently the LOS light is red, no internet"),
        ("en", "if the LOS light is red what do I do, no internet"),
        ("en", "my friend has a red LOS light, I just have no internet"),
    ],
)
def test_what_others_say_is_past_doubted_denied_asked_or_elsewhere_is_asked(
    shipped_agent: Agent, language: str, complaint: str
) -> None:
    reply = begun(shipped_agent, language, complaint)
    assert reply.step == "router_lights"
    assert "told" not in [each.source for each in reply.why]


@pytest.mark.parametrize(
    ("language", "complaint", "outcome"),
    [
        ("lt", "niekur nėra interneto, ant routerio dega raudona lemputė", "internet_red"),
        ("en", "no internet anywhere, the LOS light is blinking red", "los_red"),
    ],
)
def test_the_state_is_that_of_an_answer_in_a_turn_of_its_own(
    shipped_agent: Agent, monkeypatch: pytest.MonkeyPatch, language: str, complaint: str, outcome: str
) -> None:
    told = begun(shipped_agent, language, complaint)
    monkeypatch.setattr(overhearing, "MOST_TAKEN", 0)
    asked = begun(shipped_agent, language, complaint)
    assert asked.step == "router_lights"
    answered = shipped_agent.reply(asked.conversation_id, choice=outcome)
    assert told.step == answered.step
    mine, other = (walked(shipped_agent.get(each.conversation_id)) for each in (told, answered))
    assert mine == other


@pytest.mark.parametrize(
    ("language", "complaint", "outcome"),
    [
        ("en", "I can't send e-mails from Outlook, receiving works fine", "cannot_send"),
        ("en", "can't receive emails, sending is fine", "cannot_receive"),
        ("lt", "laiškus gauti gaunu, o išsiųsti negaliu", "cannot_send"),
        ("lt", "siunčiasi gerai, bet negaunu laiškų", "cannot_receive"),
    ],
)
def test_what_works_is_not_taken_for_what_fails(
    shipped_agent: Agent, language: str, complaint: str, outcome: str
) -> None:
    assert begun(shipped_agent, language, complaint, MAIL).facts["mail_trouble"].value == outcome


@pytest.mark.parametrize(
    ("language", "complaint"),
    [
        ("lt", "nei gauti, nei išsiųsti negaliu"),
        ("en", "neither sending nor receiving works"),
        ("lt", "el. paštas neveikia"),
    ],
)
def test_two_troubles_at_once_are_asked(shipped_agent: Agent, language: str, complaint: str) -> None:
    assert begun(shipped_agent, language, complaint, MAIL).step == "mail_trouble"


def test_what_was_told_can_be_taken_back(shipped_agent: Agent) -> None:
    told = begun(shipped_agent, "en", "all devices offline, the LOS light is blinking red")
    corrected = shipped_agent.reply(
        told.conversation_id, text="actually it's the internet light on the router that is red"
    )
    assert corrected.step == "router_cables"
    assert corrected.facts["router_lights"].value == "internet_red"


def test_a_person_reads_in_the_ticket_what_was_told(shipped_agent: Agent) -> None:
    told = begun(shipped_agent, "lt", "ragelyje tyla, laidinis telefonas neveikia", "phone_no_dial_tone")
    (tried,) = shipped_agent.get(told.conversation_id).tried
    assert (type(tried), tried.step) == (Tried, "line_sound")
    assert "tyla" in tried.said


@pytest.mark.parametrize("text", ["mailbox full", "someone sends spam from my address, my mail is gmail"])
def test_nothing_ends_by_a_word_said_before_any_question(shipped_agent: Agent, text: str) -> None:
    assert begun(shipped_agent, "en", text, "email_not_working").status is Status.OPEN


def test_only_what_is_merely_seen_is_an_observation(shipped_agent: Agent) -> None:
    """No step that acts, waits, warns or tests the goal can be answered beforehand."""
    steps = [step for guide in shipped_agent.scenarios.values() for step in guide.steps if step.observation]
    assert steps
    assert not [step.ref for step in steps if _does(step)]


def _does(step: Step) -> bool:
    return bool(step.probe or step.act or step.wait_time or step.safety or step.consent)


@pytest.mark.parametrize(
    ("language", "complaint", "scenario", "words"),
    [
        (
            "lt",
            "internetas lėtas, tik mano telefone greitas",
            "internet_slow",
            "Į vieną klausimą jau atsakėte: lėta viskas ir visur",
        ),
        (
            "en",
            "slow internet, just my phone is fast",
            "internet_slow",
            "answered one question already: everything, everywhere",
        ),
        (
            "lt",
            "nėra interneto, nedega nė viena lemputė",
            INTERNET,
            "Sakote, kad lemputės nedega",
        ),
        ("en", "no internet, no lights at all", INTERNET, "You say the lights are off"),
        ("en", "my laptop can't get online, it is on wifi", "internet_single_device", "already: by Wi-Fi"),
    ],
)
def test_a_step_left_out_on_a_known_fact_is_said_with_what_was_understood(
    shipped_agent: Agent, language: str, complaint: str, scenario: str, words: str
) -> None:
    assert words in begun(shipped_agent, language, complaint, scenario).text


@pytest.mark.parametrize(
    ("language", "complaint"),
    [
        ("lt", "nėra interneto. LOS lemputė, ji nedega"),
        ("lt", "meistras sakė, kad nedega nė viena lemputė, nėra interneto"),
        ("lt", "nėra interneto, los lemputė nedega raudonai, o žaliai"),
        ("en", "no internet, the LOS light is off"),
        ("en", "the engineer said there are no lights at all, no internet"),
    ],
)
def test_a_dark_los_or_somebody_elses_word_leaves_no_step_out(
    shipped_agent: Agent, language: str, complaint: str
) -> None:
    assert begun(shipped_agent, language, complaint).step == "router_lights"
