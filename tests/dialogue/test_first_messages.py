"""What a message tells of is served, and not what only sounds like it: the customer's own mobile, who we are, an outage, one of two
ways that works, another password, a burnt toast."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, ReplyKind, Status
from agent.dialogue.topics import Topics
from agent.dialogue.voice import Voice
from agent.dialogue.word_meant import in_plain_form
from tests.dialogue.talking import told

NO_TONE, NO_INTERNET = "phone_no_dial_tone", "internet_no_connection"


def pages(reply: Reply) -> list[str]:
    return [source.id for source in reply.sources]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "mano mobilus neturi ryšio, rodo tik pagalbos skambučius"),
        ("lt", "mobiliam telefone nėra signalo"),
        ("lt", "nuo ryto mobilkė nebegaudo niekur"),
        ("en", "my mobile has no signal, it says emergency calls only"),
        ("en", "cell phone shows no service since this morning"),
        ("en", "my phone says no SIM, I can't call"),
    ],
)
def test_a_mobile_of_their_own_is_not_the_landline(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario is None
    assert pages(reply) == ["mobile-data"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "simkė neveikia"),
        ("lt", "mobiliajame nėra signalo"),
        ("lt", "maršrutizatorius veikia, mano mobilus neturi ryšio"),
        ("lt", "mano mobilus neturi ryšio, o laidinis veikia"),
        ("lt", "laptopas veikia, mobilus negaudo"),
        ("en", "my SIM card is not working"),
        ("en", "the router is fine, my mobile has no signal"),
        ("en", "not the router, my mobile has no signal"),
        ("en", "works on the laptop but my mobile has no signal"),
    ],
)
def test_beside_what_is_well_it_is_the_mobile(shipped_agent: Agent, language: str, text: str) -> None:
    assert pages(shipped_agent.start(text=text, language=language)) == ["mobile-data"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kompe veikia, mobiliame neveikia"),
        ("lt", "laptopas veikia, mobilus neturi ryšio"),
        ("en", "works on the laptop but my mobile phone doesn't work"),
    ],
)
def test_a_mobile_beside_a_device_that_works_is_one_device(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert shipped_agent.start(text=text, language=language).scenario == "internet_single_device"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "mano mobilus neveikia"),
        ("lt", "programėlė mobiliame neveikia"),
        ("lt", "routeris sim kortelės nemato"),
        ("lt", "routeris neveikia, o mobilus neturi ryšio"),
        ("en", "my mobile phone doesn't work"),
        ("en", "router is not working so I use my mobile phone"),
        ("en", "the modem doesn't work, sim card not recognised"),
    ],
)
def test_a_mobile_or_a_sim_in_the_fault_of_something_else(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert not reply.text.startswith(("Mes nesame mobiliojo ryšio", "We are not a mobile operator"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne laidinis, mano mobilus neturi ryšio"),
        ("en", "no, not the landline, my mobile says no service"),
    ],
)
def test_nor_is_it_in_the_guide_of_the_landline(shipped_agent: Agent, language: str, text: str) -> None:
    assert pages(told(shipped_agent, language, text, guide=NO_TONE)) == ["mobile-data"]


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("lt", "laidinis telefonas tyli, rašau iš mobiliojo", NO_TONE),
        ("lt", "mobilus veikia, o laidinis tyli", NO_TONE),
        ("lt", "neveikia internetas, mobilus irgi be ryšio", NO_INTERNET),
        ("lt", "mobilusis ryšys veikia, o namų interneto nėra", NO_INTERNET),
        ("en", "the landline is dead and my mobile has no signal either", NO_TONE),
        ("en", "no dial tone, I'm writing from my mobile", NO_TONE),
        ("en", "no internet, and my mobile has no signal here so I can't call", NO_INTERNET),
    ],
)
def test_beside_a_mobile_our_own_service_has_its_guide(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    assert shipped_agent.start(text=text, language=language).scenario == guide


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "negaliu Jums paskambinti, mobilus čia negaudo"),
        ("en", "I can't ring you, my mobile has no signal here"),
    ],
)
def test_a_guide_is_not_left_for_the_reason_why_nobody_can_call(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert told(shipped_agent, language, text).scenario == NO_INTERNET


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ar jūs mobiliojo ryšio operatorius, ar ne?"),
        ("lt", "koks jūs operatorius?"),
        ("en", "are you a mobile operator or not?"),
        ("lt", "ar jūs interneto operatorius?"),
        ("en", "is it my mobile operator or you?"),
        ("en", "are you an internet operator?"),
    ],
)
def test_who_we_are_asks_for_no_person(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text)
    assert reply.status is Status.OPEN
    assert reply.kind is ReplyKind.ANSWER
    assert pages(reply)
    assert (reply.scenario, reply.step) == (NO_INTERNET, "router_lights")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kokio operatoriaus čia tinklas?"),
        ("lt", "aš kito operatoriaus klientas"),
        ("lt", "turiu kito operatoriaus routerį"),
    ],
)
def test_what_is_an_operators_asks_for_no_person(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text)
    assert reply.scenario == NO_INTERNET
    assert reply.status is Status.OPEN
    assert reply.ticket is None and reply.step


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "operatorių prašau"),
        ("lt", "sujunkite su operatoriumi"),
        ("lt", "noriu operatoriaus"),
        ("lt", "noriu interneto operatoriaus"),
        ("lt", "noriu kito operatoriaus"),
        ("lt", "prašau jūsų operatoriaus"),
        ("en", "I want an internet operator"),
        ("en", "get me a TV operator"),
        ("en", "an operator please"),
        ("en", "connect me to an operator"),
        ("en", "another operator please"),
    ],
)
def test_who_asks_for_an_operator_gets_one(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).status is Status.WITH_PERSON


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("lt", "Raudona prie LOS. O kas tas ONT?", "what-is-wan-lan-ont"),
        ("lt", "raudona LOS. o ką reiškia tas LOS?", "what-is-wan-lan-ont"),
        ("en", "Red at LOS. And what is this ONT?", "what-is-wan-lan-ont"),
    ],
)
def test_a_word_is_explained_beside_the_answer(
    shipped_agent: Agent, language: str, text: str, page: str
) -> None:
    reply = told(shipped_agent, language, text)
    assert reply.step == "fibre_cable"
    assert pages(reply) == [page]


@pytest.mark.parametrize(("language", "text"), [("lt", "o kas tas ONT?"), ("en", "and what is this ONT?")])
def test_a_word_alone_is_explained_and_the_step_is_asked_again(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text)
    assert reply.step == "router_lights"
    assert pages(reply) == ["what-is-wan-lan-ont"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("O kas tas ONT?", "Kas yra ONT?"),
        ("tai ką reiškia tas WAN", "Kas yra WAN?"),
        ("kiek kainuoja ONT?", "kiek kainuoja ONT?"),
        ("o tai kas čia per ONT", "Kas yra ONT?"),
        ("ir ką reiškia ta LOS", "Kas yra LOS?"),
        ("but what does this WAN mean?", "Kas yra WAN?"),
        ("so what's an SSID", "Kas yra SSID?"),
        ("kas yra WAN ir LAN?", "kas yra WAN ir LAN?"),
        ("o kas tas ONT mirksi?", "o kas tas ONT mirksi?"),
        ("what is the ONT light?", "what is the ONT light?"),
        ("ką reiškia raudona LOS?", "ką reiškia raudona LOS?"),
    ],
)
def test_only_a_bare_word_is_asked_for_in_plain_form(shipped_agent: Agent, asked: str, said: str) -> None:
    phrases = shipped_agent.content.phrases
    voice = Voice("lt", phrases, shipped_agent.content.operator)
    assert in_plain_form(asked, voice, Topics(phrases)) == said


@pytest.mark.parametrize(
    ("language", "text", "named", "guide"),
    [
        ("lt", "negaliu prisijungti, pamiršau slaptažodį", "pašto", "email_not_working"),
        ("lt", "niekaip neprisijungiu, pamiršau slaptažodį", "wifi", "wifi_password"),
        ("lt", "pamiršau slaptažodį, pastoviai neprisijungiu", "pašto", "email_not_working"),
        ("en", "cant log in, forgot password", "the email", "email_not_working"),
        ("en", "I can't sign in, I've lost my password", "to the wifi", "wifi_password"),
    ],
)
def test_whose_password_is_asked_where_nobody_says(
    shipped_agent: Agent, language: str, text: str, named: str, guide: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert {choice.id for choice in reply.choices} >= {"wifi_password", "email_not_working"}
    assert shipped_agent.reply(reply.conversation_id, text=named).scenario == guide


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("lt", "pamiršau wifi slaptažodį, negaliu prisijungti", "wifi_password"),
        ("lt", "negaliu prisijungti prie pašto, pamiršau slaptažodį", "email_not_working"),
        ("lt", "neprisijungiu, pamiršau pašto slaptažodį", "email_not_working"),
        ("lt", "pamiršau slaptažodį", "wifi_password"),
        ("en", "forgot the wifi password, can't log in", "wifi_password"),
        ("en", "can't sign in to my email, forgot the password", "email_not_working"),
        ("en", "what is my wifi password", "wifi_password"),
    ],
)
def test_a_password_whose_thing_is_named_is_not_asked_about(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    assert shipped_agent.start(text=text, language=language).scenario == guide


ALARM = {"lt": "smirda degėsiais prie routerio", "en": "it smells of burning near the router"}


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("lt", "ai, ne, čia skrudintuvas"),
        ("lt", "oi, atsiprašau, prideginau duoną"),
        ("en", "oh wait, that was a toaster"),
        ("en", "sorry, it was just my toast"),
    ],
)
def test_what_burnt_is_none_of_ours_and_a_no_ends_the_alarm(
    shipped_agent: Agent, language: str, source: str
) -> None:
    begun = shipped_agent.start(text=ALARM[language], language=language)
    asked = shipped_agent.reply(begun.conversation_id, text=source)
    assert begun.kind is ReplyKind.ESCALATED
    assert {choice.id for choice in asked.choices} == {"yes", "no"}
    shipped_agent.reply(begun.conversation_id, text={"lt": "ne", "en": "no"}[language])
    assert shipped_agent.get(begun.conversation_id).urgent is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "degė skrebučiai, ir routeris smirda"),
        ("lt", "čia skrudintuvas, bet routeris irgi karštas"),
        ("lt", "gal čia skrudintuvas?"),
        ("lt", "skrudintuvas dega"),
        ("en", "the toast was burning AND the router smells"),
        ("en", "it was the toaster, but there is smoke from the socket"),
        ("en", "that was a toaster, and the box is hot"),
        ("en", "could it be the toaster?"),
        ("en", "the toaster is on fire"),
    ],
)
def test_beside_a_toast_danger_stays_danger(shipped_agent: Agent, language: str, text: str) -> None:
    begun = shipped_agent.start(text=ALARM[language], language=language)
    reply = shipped_agent.reply(begun.conversation_id, text=text)
    assert not reply.choices
    assert shipped_agent.get(begun.conversation_id).urgent is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "neveikia internetas ir dekoderis neįsijungia nuo tada, kai perstūmiau sofą"),
        ("lt", "nėra interneto ir priedėlis užstrigo ant logotipo"),
        ("lt", "nėra interneto ir priedėlis rašo kad nėra signalo"),
        ("en", "no internet and the decoder won't start"),
        ("en", "no internet and the tv box says no signal"),
    ],
)
def test_a_box_beside_a_service_is_a_second_fault(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario == NO_INTERNET
    (waits,) = shipped_agent.get(reply.conversation_id).queue
    assert shipped_agent.content.library[waits].problem_type == "tv"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "priedėlis dega ir interneto nėra"),
        ("lt", "priedėlis užstrigo ir nieko nerodo"),
        ("en", "the tv box is plugged in and has no internet"),
        ("en", "the tv box and the router are on and there's no internet"),
        ("lt", "priedėlis nieko nerodo ir rašo kad nėra interneto ryšio"),
        ("lt", "rašo kad nėra interneto ir priedėlis nieko nerodo"),
        ("en", "the decoder is dark and won't start"),
        ("en", "the tv box shows nothing and says no internet connection"),
        ("en", "the tv box is stuck on the logo and it says no internet"),
    ],
)
def test_a_box_that_is_well_or_alone_is_none(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert shipped_agent.get(reply.conversation_id).queue == ()
