"""A customer who says that this is not the problem is not read as answering its questions."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import PendingKind, Reply, Status
from agent.dialogue.complaint import with_more
from tests.dialogue.talking import said

INTERNET, DROPS, DEVICE = "internet_no_connection", "internet_intermittent", "internet_single_device"
EMAIL, SCREEN, LINE = "email_not_working", "tv_no_signal", "phone_no_dial_tone"

TITLES = {
    INTERNET: {"en": "no internet at all", "lt": "visai nėra interneto"},
    DEVICE: {"en": "one device is offline"},
    SCREEN: {"lt": "televizorius nerodo"},
    "internet_slow": {"lt": "lėtas internetas"},
}


def told(agent: Agent, language: str, guide: str, *messages: str) -> Reply:
    """The last reply of a conversation that begins in a guide."""
    return said(agent, language, *messages, guide=guide)[-1]


# ---- the guide's own matter is denied, or is well


@pytest.mark.parametrize(
    ("language", "guide", "message", "there"),
    [
        ("en", INTERNET, "my internet is fine, I'm writing to you over it. It's the email", EMAIL),
        ("lt", INTERNET, "internetas gerai, žinutes rašau per jį. El. paštas neveikia", EMAIL),
        ("en", INTERNET, "you misunderstood me, my landline has no dial tone", LINE),
        ("en", SCREEN, "no no, the TV is fine, my internet keeps dropping", DROPS),
        ("en", DROPS, "no its not dropping its dead completly no internet", INTERNET),
        ("lt", INTERNET, "jūs nesuprantat, laidinis telefonas traška", "phone_call_quality"),
    ],
)
def test_the_talk_goes_where_the_message_belongs(
    shipped_agent: Agent, language: str, guide: str, message: str, there: str
) -> None:
    assert told(shipped_agent, language, guide, message).scenario == there


@pytest.mark.parametrize(
    ("language", "guide", "message"),
    [
        ("en", INTERNET, "My internet is fine, I'm writing to you over it"),
        ("en", DEVICE, "No, wifi at home is good. Only the SIM internet, the 4G"),
        ("en", INTERNET, "that's not my problem"),
        ("lt", SCREEN, "ne apie televizorių, aš apie mobilų"),
        ("lt", INTERNET, "jus nesuprantat"),
        ("lt", "internet_slow", "ne to klausiau"),
    ],
)
def test_what_belongs_nowhere_is_asked_openly_with_what_was_understood(
    shipped_agent: Agent, language: str, guide: str, message: str
) -> None:
    conversation_id = shipped_agent.start(language=language, scenario=guide).conversation_id
    asked = shipped_agent.reply(conversation_id, text=message)
    assert (asked.step, asked.choices) == (None, ())
    assert TITLES[guide][language] in asked.text
    shipped_agent.reply(conversation_id, text="hmm blah")
    pending = shipped_agent.get(conversation_id).pending
    assert pending is not None
    assert pending.kind is PendingKind.OFFER_PERSON


def test_a_thing_named_instead_gets_its_page(shipped_agent: Agent) -> None:
    answered = told(shipped_agent, "lt", INTERNET, FINE["lt"])
    assert [source.id for source in answered.sources] == ["mobile-data"]
    assert answered.scenario is None


def test_a_denial_that_the_guide_has_an_answer_for_is_answered(shipped_agent: Agent) -> None:
    assert told(shipped_agent, "lt", SCREEN, "ne signalo, GARSO nėra. vaizdas yra").step == "sound_up"


@pytest.mark.parametrize(
    ("guide", "message"),
    [
        (INTERNET, "no wifi"),
        (SCREEN, "no tv"),
        ("wifi_weak", "No wifi upstairs"),
        (EMAIL, "no email since yesterday"),
    ],
)
def test_what_there_is_none_of_is_not_denied(shipped_agent: Agent, guide: str, message: str) -> None:
    assert told(shipped_agent, "en", guide, message).scenario == guide


FINE = {
    "en": "my internet is fine, I'm writing over it",
    "lt": "ne apie namu interneta, as apie mobilu",
}


@pytest.mark.parametrize(
    ("language", "other"),
    [
        ("en", "the TV has a picture but no sound"),
        ("lt", "televizorius rodo, bet nėra garso"),
    ],
)
def test_what_is_told_instead_is_served(shipped_agent: Agent, language: str, other: str) -> None:
    served = told(shipped_agent, language, INTERNET, FINE[language], other)
    assert served.scenario or served.sources


def test_a_question_without_choices_is_put_again_without(shipped_agent: Agent) -> None:
    complaint = "my internet does not work"
    conversation_id = shipped_agent.start(language="en", scenario=INTERNET, text=complaint).conversation_id
    shipped_agent.reply(conversation_id, text=FINE["en"])
    again = shipped_agent.reply(conversation_id, text="my invoice is wrong")
    assert again.scenario is None
    assert "which of these" not in again.text


@pytest.mark.parametrize(
    ("language", "guide", "denied", "again"),
    [
        ("en", EMAIL, "that's not my problem", "I get no email since yesterday"),
        ("en", EMAIL, "you misunderstood me", "no email since yesterday"),
        ("lt", EMAIL, "ne to klausiau", "neveikia el. paštas"),
    ],
)
def test_the_complaint_told_again_leads_back(
    shipped_agent: Agent, language: str, guide: str, denied: str, again: str
) -> None:
    assert told(shipped_agent, language, guide, denied, again).scenario == guide


@pytest.mark.parametrize(
    ("complaint", "said", "told"),
    [("", "my tv too", "my tv too"), ("no internet", "my tv too", "no internet. my tv too")],
)
def test_a_complaint_grows_by_sentences(complaint: str, said: str, told: str) -> None:
    assert with_more(complaint, said) == told


def test_a_service_that_was_denied_is_not_gone_to(shipped_agent: Agent) -> None:
    reply = told(
        shipped_agent, "lt", "tv_picture_breaking", "ne apie televizorių, apie internetą – jis dingo"
    )
    assert reply.scenario not in (SCREEN, "tv_picture_breaking")


@pytest.mark.parametrize(
    ("language", "guide", "message", "step"),
    [
        ("en", INTERNET, "no, the globe is red", "router_cables"),
        ("en", INTERNET, "not the router, the fibre box is dark", "power_supply"),
        ("lt", INTERNET, "ne, los mirksi raudonai", "fibre_cable"),
        ("en", DEVICE, "no, by cable", None),
    ],
)
def test_the_authors_own_words_stay_an_answer(
    shipped_agent: Agent, language: str, guide: str, message: str, step: str | None
) -> None:
    reply = told(shipped_agent, language, guide, message)
    assert reply.scenario == guide
    assert step is None or reply.step == step


def test_one_device_again_does_not_lead_to_the_guide_for_all(shipped_agent: Agent) -> None:
    assert told(shipped_agent, "en", DEVICE, "the phone is fine, only the laptop").scenario == DEVICE


def test_what_works_is_not_taken_for_the_trouble(shipped_agent: Agent) -> None:
    complaint = "I can't send e-mails from Outlook, receiving works fine"
    reply = shipped_agent.start(language="en", scenario=EMAIL, text=complaint)
    assert "receiving”, so" not in reply.text
    assert reply.step == "browser_mail", "that sending fails was told, and is not asked"


@pytest.mark.parametrize(
    ("language", "guide", "message", "step"),
    [
        ("lt", INTERNET, "jūs nesuprantate, raudona lemputė dega", None),
        ("en", INTERNET, "you don't understand me, the light is red", None),
        ("lt", INTERNET, "čia ne tas lizdas buvo, perkišau", "router_lights"),
    ],
)
def test_a_sure_answer_stays_one_beside_the_word_that_it_was_misunderstood(
    shipped_agent: Agent, language: str, guide: str, message: str, step: str | None
) -> None:
    reply = told(shipped_agent, language, guide, message)
    assert reply.scenario == guide
    assert reply.step == step or (step is None and reply.step)


# ---- none of these


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "none of these"),
        ("en", "none of those fit"),
        ("lt", "nė vienas atsakymas netinka"),
        ("lt", "nei vienas is situ"),
        ("lt", "niekas iš to"),
    ],
)
def test_none_of_these_is_none_of_the_answers(shipped_agent: Agent, language: str, message: str) -> None:
    reply = told(shipped_agent, language, INTERNET, message)
    assert reply.step == "router_lights"
    assert ("own words" if language == "en" else "savais žodžiais") in reply.text
    assert "Which is closest" not in reply.text


def test_what_else_is_said_beside_none_of_these_is_heard(shipped_agent: Agent) -> None:
    assert told(shipped_agent, "en", INTERNET, "none of these, my landline has no dial tone").scenario == LINE


def test_none_of_the_guides_never_brings_the_same_list_again(shipped_agent: Agent) -> None:
    conversation_id = shipped_agent.start(language="en").conversation_id
    first = shipped_agent.reply(conversation_id, text="something is broken")
    again = shipped_agent.reply(
        conversation_id, text="none of these, the router light is blinking and there is no internet"
    )
    assert first.choices
    assert again.choices != first.choices
    assert again.scenario == INTERNET


# ---- a person at a word


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "person"),
        ("en", "'person'"),
        ("en", "“Person”!"),
        ("en", "agent"),
        ("en", "human"),
        ("en", "representative"),
        ("lt", "žmogus"),
        ("lt", "zmogus"),
        ("lt", "„žmogus“"),
        ("lt", "agentas"),
        ("lt", "konsultantas"),
        ("lt", "operatorius"),
        ("lt", "noriu kad meistras atvažiuotų"),
        ("lt", "meistro noriu sakau, registruokit"),
    ],
)
@pytest.mark.parametrize("begun", ["", "step", "clarify"])
def test_a_person_is_had_at_a_word(shipped_agent: Agent, language: str, message: str, begun: str) -> None:
    guide = INTERNET if begun == "step" else None
    conversation_id = shipped_agent.start(language=language, scenario=guide).conversation_id
    if begun == "clarify":
        shipped_agent.reply(
            conversation_id, text="kažkas neveikia" if language == "lt" else "something is broken"
        )
    assert shipped_agent.reply(conversation_id, text=message).status is Status.WITH_PERSON


@pytest.mark.parametrize(
    "message", ["the person at home says all lights are green", "I want to talk about email"]
)
def test_the_word_in_a_sentence_calls_nobody(shipped_agent: Agent, message: str) -> None:
    assert told(shipped_agent, "en", INTERNET, message).status is not Status.WITH_PERSON


# ---- out of reach, away


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "oh I can't bend down to reach that, the little box is behind the cupboard"),
        ("lt", "nepasiekiu tos dėžutės, ji už spintos"),
    ],
)
def test_what_is_out_of_reach_is_left_out_and_no_state_is_claimed(
    shipped_agent: Agent, language: str, message: str
) -> None:
    reply = told(shipped_agent, language, INTERNET, message)
    assert reply.step == "page_shows"
    for claimed in ("dark", "lights say", "amsi", "Lemputės rodo"):
        assert claimed not in reply.text


def test_ready_but_out_of_reach_is_not_ready(shipped_agent: Agent) -> None:
    conversation_id = shipped_agent.start(language="en", scenario=INTERNET).conversation_id
    shipped_agent.reply(conversation_id, choice="dark")
    reply = shipped_agent.reply(
        conversation_id, text="yes if you tell me how, but I cannot reach the box remember"
    )
    assert reply.step != "closing"


@pytest.mark.parametrize(
    ("language", "message", "back"),
    [
        ("en", "not home till six", "I'm home now"),
        ("en", "I'll be back at 6, can you wait?", "I'm back"),
        ("lt", "lempučių nežinau, aš darbe", "jau namie"),
        ("lt", "kokie kabeliai?? AS GATVEJE STOVIU", "grįžau"),
    ],
)
def test_who_is_away_goes_on_where_they_stopped(
    shipped_agent: Agent, language: str, message: str, back: str
) -> None:
    conversation_id = shipped_agent.start(language=language, scenario=INTERNET).conversation_id
    away = shipped_agent.reply(conversation_id, text=message)
    assert (away.status, away.step) == (Status.WAITING, "router_lights")
    here = shipped_agent.reply(conversation_id, text=back)
    assert (here.status, here.step) == (Status.OPEN, "router_lights")


@pytest.mark.parametrize(
    ("language", "guide", "message"),
    [
        ("en", "internet_slow", "mostly when I get home"),
        ("en", "internet_slow", "it is slow when I'm at work"),
        ("en", "wifi_weak", "when I'm outside the living room it gets bad"),
        ("lt", "wifi_weak", "kai esu lauke, blogai gaudo"),
    ],
)
def test_a_place_where_it_is_bad_is_no_absence(
    shipped_agent: Agent, language: str, guide: str, message: str
) -> None:
    assert told(shipped_agent, language, guide, message).status is not Status.WAITING


# ---- another language, irony


@pytest.mark.parametrize(
    ("language", "message", "after", "word"),
    [
        ("en", "ar galima lietuviškai?", "lt", "lempučių"),
        ("en", "can we speak Lithuanian please", "lt", "lempučių"),
        ("lt", "in English please", "en", "lights"),
        ("en", "why do you speak English? kalbėkim lietuviškai", "lt", "lempučių"),
        ("lt", "kodėl kalbate angliškai? kalbėkim lietuviškai", "lt", "lempučių"),
    ],
)
def test_a_language_that_is_asked_for_is_spoken(
    shipped_agent: Agent, language: str, message: str, after: str, word: str
) -> None:
    reply = told(shipped_agent, language, INTERNET, message)
    assert (reply.language, reply.step) == (after, "router_lights")
    assert word in reply.text


@pytest.mark.parametrize(
    "message", ["I don't speak English", "please don't switch to english", "kodėl kalbate angliškai?"]
)
def test_a_language_that_is_not_wanted_is_not_spoken(shipped_agent: Agent, message: str) -> None:
    reply = told(shipped_agent, "lt", INTERNET, message)
    assert (reply.language, reply.ticket) == ("lt", None)


@pytest.mark.parametrize("message", ["how do I change to English audio?", "change to English subtitles"])
def test_a_language_of_a_thing_is_not_asked_for(shipped_agent: Agent, message: str) -> None:
    reply = shipped_agent.start(language="en", text=message)
    assert "go on in English" not in reply.text


def test_a_password_that_does_not_fit_is_no_answer_that_does_not(shipped_agent: Agent) -> None:
    reply = told(shipped_agent, "lt", EMAIL, "netinka joks slaptažodis")
    assert "savais žodžiais" not in reply.text


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("lt", "O, kaip nuostabu, internetas vėl veikia kaip sraigė. Ačiū labai už puikią paslaugą."),
        ("lt", "Puiku, internetas vėl dingo. Ačiū, tikrai šaunuoliai"),
        ("en", "Oh great, the internet is slow again. Thanks a lot!"),
    ],
)
def test_irony_is_no_courtesy(shipped_agent: Agent, language: str, message: str) -> None:
    reply = shipped_agent.start(language=language, text=message)
    assert reply.scenario or reply.choices
