"""What is said beside the next question: nothing that only echoes a form, and whatever a customer must be able to set right."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.phrases import load_phrases
from tests.dialogue.talking import LANDLINE, pressed, said, told

PERSON = {"lt": "noriu žmogaus", "en": "I want a person"}
REGRET = {
    name: {phrases.say("regret_long"), phrases.say("regret_again")}
    for name, phrases in load_phrases().items()
}


def regrets(text: str, language: str) -> bool:
    return any(words in text for words in REGRET[language])


# ---- what was understood


@pytest.mark.parametrize(("language", "label"), [("lt", "„tyla“"), ("en", "“silence”")])
def test_a_button_is_never_said_back(shipped_agent: Agent, language: str, label: str) -> None:
    begun = shipped_agent.start(language=language, scenario=LANDLINE).conversation_id
    assert label not in shipped_agent.reply(begun, choice="silence").text


@pytest.mark.parametrize(
    ("language", "text", "label"),
    [
        ("lt", "tyla", "„tyla“"),
        ("lt", "visiška tyla", "„tyla“"),
        ("en", "silence", "“silence”"),
        ("en", "just silence", "“silence”"),
    ],
)
def test_a_plain_answer_is_not_said_back(shipped_agent: Agent, language: str, text: str, label: str) -> None:
    reply = told(shipped_agent, language, text, guide=LANDLINE)
    assert (reply.step, label in reply.text) == ("handset_power", False)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "pakėliau ragelį ir klausau, bet ten visiška tyla"),
        ("en", "I picked it up and listened for a while and there is only silence"),
    ],
)
def test_the_answers_own_words_within_a_story_are_not_said_back(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, guide=LANDLINE)
    assert (reply.step, said_back(reply.text)) == ("handset_power", False)


@pytest.mark.parametrize(
    ("language", "complaint", "guide", "words"),
    [
        ("en", "I can't send e-mails from Outlook, receiving works fine", "email_not_working", "it: sending"),
        ("lt", "pamiršau wi-fi slaptažodį", "wifi_password", ""),
        ("lt", "laidinis telefonas tyli, ragelyje tyla", LANDLINE, ""),
        ("en", "my mum's landline makes no sound at all when she picks it up", LANDLINE, ""),
        ("en", "my tv says no signal", "tv_no_signal", ""),
    ],
)
def test_only_what_may_be_understood_otherwise_is_said_aloud(
    shipped_agent: Agent, language: str, complaint: str, guide: str, words: str
) -> None:
    reply = shipped_agent.start(language=language, text=complaint, scenario=guide)
    assert [each.source for each in reply.why].count("told") == 1
    assert words in reply.text if words else not said_back(reply.text)


def said_back(text: str) -> bool:
    """Whether an answer is quoted, or a reading told."""
    return any(sign in text for sign in ("„tyla“", "“silence”", "Kaip suprantu", "As I understand"))


@pytest.mark.parametrize(
    ("language", "complaint", "opening"),
    [
        ("lt", "namie lėtas internetas", "Suprantu, internetas lėtesnis, nei turėtų būti."),
        ("en", "the internet is so slow", "I see, your internet is slower than it should be."),
    ],
)
def test_a_guide_opens_in_its_authors_words(
    shipped_agent: Agent, language: str, complaint: str, opening: str
) -> None:
    assert shipped_agent.start(language=language, text=complaint).text.startswith(opening)


@pytest.mark.parametrize(("language", "or_"), [("lt", " ar „"), ("en", " or “")])
def test_asking_again_offers_the_answers_in_one_question(
    shipped_agent: Agent, language: str, or_: str
) -> None:
    begun = pressed(shipped_agent, language, guide=LANDLINE)
    first, second = (shipped_agent.reply(begun, text=text) for text in ("hmm blah", "blah hmm"))
    assert or_ in first.text and first.text.endswith("?")
    assert first.text != second.text


# ---- regret


@pytest.mark.parametrize(
    ("language", "text", "sorry"),
    [
        ("lt", "jau trečia diena nėra interneto", True),
        ("lt", "dvi dienas neveikia internetas", True),
        ("lt", "internetas neveikia jau savaite", True),
        ("lt", "trecia karta dingo internetas", True),
        ("en", "no internet for three days", True),
        ("en", "third day without internet", True),
        ("en", "my internet is down for the second time this month", True),
        ("en", "it keeps happening, no internet", True),
        ("lt", "neveikia internetas", False),
        ("lt", "prieš dvi dienas keitėme maršrutizatorių, neveikia internetas", False),
        ("lt", "perkroviau antrą kartą, neveikia internetas", False),
        ("en", "my internet does not work", False),
        ("en", "it worked for weeks and now no internet", False),
        ("en", "I restarted it a second time, no internet", False),
    ],
)
def test_regret_is_said_where_the_trouble_has_lasted_or_come_again(
    agent: Agent, language: str, text: str, sorry: bool
) -> None:
    assert regrets(agent.start(text=text, language=language).text, language) is sorry


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("lt", "jau trečia diena nėra interneto", "noriu žmogaus, jau trečia diena"),
        ("en", "third day without internet", "I want a person, third day now"),
    ],
)
def test_regret_is_said_once(agent: Agent, language: str, first: str, second: str) -> None:
    begun = agent.start(text=first, language=language)
    assert regrets(begun.text, language)
    assert not regrets(agent.reply(begun.conversation_id, text=second).text, language)


# ---- receipts


@pytest.mark.parametrize(
    ("language", "text", "ending", "when"),
    [
        ("lt", "861234567", "567", "darbo metu"),
        ("lt", "mano numeris +370 612 34567, ačiū", "567", "darbo metu"),
        ("en", "612 34567", "567", "in working hours"),
        ("en", "you can use 8 612 34567", "567", "in working hours"),
    ],
)
def test_a_number_is_confirmed_by_its_end_and_with_the_time_of_the_call(
    agent: Agent, language: str, text: str, ending: str, when: str
) -> None:
    *_, reply = said(agent, language, PERSON[language], text)
    assert ending in reply.text and when in reply.text
    assert "61234567" not in reply.text.replace(" ", "")
    assert "\n" not in reply.text


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("lt", "861234567, tik ne ryte", "kada Jums patogu"),
        ("lt", "861234567 vakare", "kada Jums patogu"),
        ("en", "612 34567 but not in the morning", "when it suits you"),
        ("en", "612 34567, tomorrow please", "when it suits you"),
    ],
)
def test_a_time_beside_the_number_is_noted_for_the_colleague(
    agent: Agent, language: str, text: str, words: str
) -> None:
    *_, reply = said(agent, language, PERSON[language], text)
    assert words in reply.text
    notes = str(agent.ticket(reply.ticket or "").payload["notes"])
    assert text.split(maxsplit=1)[-1].split()[-1] in notes


@pytest.mark.parametrize(("language", "words"), [("lt", "užregistravau"), ("en", "registered")])
def test_whoever_agrees_to_the_visit_hears_that_it_is_registered(
    shipped_agent: Agent, language: str, words: str
) -> None:
    reply = told(shipped_agent, language, {"lt": "taip", "en": "yes"}[language], "los_red", "fibre_damaged")
    assert reply.ticket and words in reply.text
