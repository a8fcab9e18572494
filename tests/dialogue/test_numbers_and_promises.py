"""A number that is read, unread, refused or said to be known; when it suits; what is asked of a request that stands."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.dialogue.sum_asked import AMOUNT
from agent.dialogue.topics import Topics
from agent.phrases import load_phrases
from tests.dialogue.talking import COLLEAGUE, VISIT, pressed, said, smoking, told

PERSON = {"lt": "noriu žmogaus", "en": "I want a person"}
HOURS = {"lt": "per 2 valandas", "en": "within 2 hours"}
SUPPORT = "0 700 00 000"  # of the small content
PHRASES = load_phrases()


def _phone(agent: Agent, talk: str) -> str | None:
    return agent.get(talk).contact.phone


@pytest.mark.parametrize(
    ("language", "gives", "phone"),
    [
        ("en", "+44 7700 900123", "+44 7700 900123"),
        ("en", "0044 7700 900123", "+44 7700 900123"),
        ("lt", "aštuoni šeši šimtai keturiasdešimt keturi, dvidešimt du, vienas, du, trys", "+370 644 22123"),
        ("lt", "astuoni sesi keturi keturi du du vienas du trys", "+370 644 22123"),
        ("en", "eight six double four two two one two three, evenings only", "+370 644 22123"),
        ("en", "it's plus three five three, eight six, two two two, three three four four", "+353 86 222 3344"),
        ("lt", "tai užsirašėt numerį ar ne? 8 644 22123", "+370 644 22123"),
        ("en", "so did you note it or not? 8 644 22123", "+370 644 22123"),
        ("en", "my number is the one I'm ringing from, 8 644 22123, mornings only", "+370 644 22123"),
        ("en", "8 37 456 123, but that's the dead landline so use my son's mobile 8 644 22123", "+370 644 22123"),
    ],
)  # fmt: skip
def test_a_number_is_taken_as_it_is_told(agent: Agent, language: str, gives: str, phone: str) -> None:
    *_, last = said(agent, language, PERSON[language], gives)
    assert _phone(agent, last.conversation_id) == phone
    assert phone[-3:] in last.text


@pytest.mark.parametrize(
    ("language", "gives"),
    [
        ("en", "087 123 4567"),
        ("en", "oh eight seven, one two three, four five six seven"),
        ("en", "they can't ring me there, my sister's number is 01 555 0123, could they call her?"),
        ("lt", "nulis aštuoni septyni vienas du trys keturi penki šeši septyni"),
    ],
)
def test_what_cannot_be_read_as_a_number_is_said_so(agent: Agent, language: str, gives: str) -> None:
    *_, last = said(agent, language, PERSON[language], gives)
    assert PHRASES[language].say("number_unread") in last.text
    assert _phone(agent, last.conversation_id) is None


@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_number_that_cannot_be_read_in_the_wish_is_said_so(agent: Agent, language: str) -> None:
    text = {"lt": "noriu žmogaus, 087 123 4567", "en": "can a person ring me, 087 123 4567"}[language]
    (asked,) = said(agent, language, text)
    assert PHRASES[language].say("number_unread") in asked.text


@pytest.mark.parametrize(
    ("language", "beside"),
    [
        ("en", "everybody is out, the plug is brown. 07700 900123"),
        ("lt", "visi lauke, kištukas parudavęs. 087 123 4567"),
    ],
)
def test_beside_a_danger_too(agent: Agent, language: str, beside: str) -> None:
    _, unread, taken = smoking(agent, language, beside, "+44 7700 900123")
    assert PHRASES[language].say("number_unread_safe") in unread.text
    assert "112" in unread.text
    assert "123" in taken.text


@pytest.mark.parametrize(
    ("language", "text", "phrase"),
    [
        ("en", "the router with serial number 0012345678 is smoking", "ask_number_safe"),
        ("lt", "iš maršrutizatoriaus eina dūmai, serijinis numeris 0012345678", "ask_number_safe"),
        ("en", "the router is smoking, my number is 087 123 4567", "number_unread_safe"),
        ("lt", "rūksta maršrutizatorius, mano numeris 087 123 4567", "number_unread_safe"),
    ],
)
def test_in_danger_a_number_is_asked_for_once_they_are_safe(
    agent: Agent, language: str, text: str, phrase: str
) -> None:
    reply = agent.start(language=language, text=text)
    assert reply.text.endswith(PHRASES[language].say(phrase))
    assert {"lt": "Kai būsite saugiai", "en": "Once you are safe"}[language] in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my landline +370 5 212 3456 is dead, I want a person"),
        ("en", "I want a person, I paid on 05-11-2025 and 06-11-2025"),
        ("lt", "noriu žmogaus, sutarties numeris 00123456"),
    ],
)
def test_of_what_is_no_number_to_call_nobody_hears_that_it_is_none(
    agent: Agent, language: str, text: str
) -> None:
    (asked,) = said(agent, language, text)
    assert PHRASES[language].say("number_unread") not in asked.text
    assert PHRASES[language].say("ask_number") in asked.text


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "the customer code is 01234567"), ("lt", "serijinis numeris 0012345678, o tv irgi neveikia")],
)
def test_nor_once_a_number_was_asked_for(agent: Agent, language: str, text: str) -> None:
    *_, last = said(agent, language, PERSON[language], "ok", text)
    assert PHRASES[language].say("number_unread") not in last.text


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "smoke from the router! 8 644 22123"), ("lt", "iš maršrutizatoriaus dūmai! 8 644 22123")],
)
def test_a_number_in_the_alarm_is_taken(agent: Agent, language: str, text: str) -> None:
    reply = agent.start(language=language, text=text)
    assert _phone(agent, reply.conversation_id) == "+370 644 22123"
    assert PHRASES[language].say("ask_number_safe") not in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the same number I gave last time, look it up"),
        ("en", "you have my number in your system"),
        ("lt", "tas pats numeris, pasižiūrėkit"),
        ("lt", "numerį jau sakiau jūsų kolegai"),
    ],
)
def test_a_number_that_is_said_to_be_known_is_asked_for(agent: Agent, language: str, text: str) -> None:
    *_, last = said(agent, language, PERSON[language], text)
    assert last.text == PHRASES[language].say("number_not_here")
    assert HOURS[language] not in last.text
    given = agent.reply(last.conversation_id, text="8 644 22123")
    assert "123" in given.text


@pytest.mark.parametrize(
    ("language", "refuses", "again"),
    [
        (
            "en",
            "no, I don't want to give my number out, can't I just write to somebody here",
            "a person then",
        ),
        ("en", "I'd rather not give my number", "when will you call?"),
        ("en", "I'd rather not give you a number", "when will you call?"),
        ("en", "I won't give you a number", "when will you call?"),
        ("en", "can't give you any number", "a person then"),
        ("lt", "negaliu duoti jokio numerio", "kada paskambinsit?"),
        ("lt", "numerio neduosiu, parašykit čia", "duokit žmogų"),
        ("lt", "nenoriu duoti savo numerio", "kada paskambinsit?"),
    ],
)
def test_who_gives_no_number_is_promised_no_call_again(
    agent: Agent, language: str, refuses: str, again: str
) -> None:
    _, refused, once_more = said(agent, language, PERSON[language], refuses, again)
    assert SUPPORT in refused.text and SUPPORT in once_more.text
    assert HOURS[language] not in refused.text + once_more.text
    assert HOURS[language] in agent.reply(once_more.conversation_id, text="8 644 22123").text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "forget the callback, what number can I ring now"),
        ("lt", "geriau pats paskambinsiu, koks jūsų numeris"),
    ],
)
def test_who_would_rather_ring_hears_the_number(agent: Agent, language: str, text: str) -> None:
    *_, last = said(agent, language, PERSON[language], text)
    assert SUPPORT in last.text and HOURS[language] not in last.text


@pytest.mark.parametrize(
    ("language", "gives", "asks", "quoted"),
    [
        ("en", "8 644 22123 and not before 6pm", "did you get the bit about 6pm?", "not before 6"),
        ("en", "8 644 22123, any day but Wednesday", "did you note the day?", "any day, but Wednesday"),
        ("en", "8 644 22123, anytime before 3, I'm out after", "did you note the time?", "anytime before 3"),
        ("lt", "8 644 22123, ne anksčiau kaip 18 val.", "ar užrašėt, kad tik po šeštos?", "ne anksčiau kaip 18"),
        ("lt", "8 644 22123, tik vakarais", "ar užrašėt, kad vakarais?", "tik vakarais"),
    ],
)  # fmt: skip
def test_when_it_suits_is_noted_and_can_be_asked_about(
    agent: Agent, language: str, gives: str, asks: str, quoted: str
) -> None:
    _, noted, asked = said(agent, language, PERSON[language], gives, asks)
    assert PHRASES[language].say("time_noted") in noted.text
    assert HOURS[language] not in noted.text + asked.text
    assert quoted in asked.text


@pytest.mark.parametrize(
    ("language", "text"), [("en", "before 6 pm everything worked"), ("lt", "vakarais viskas veikė gerai")]
)
def test_a_time_of_what_was_is_none_that_suits(agent: Agent, language: str, text: str) -> None:
    *_, last = said(agent, language, PERSON[language], "8 644 22123", text)
    assert not agent.get(last.conversation_id).suits


@pytest.mark.parametrize(
    ("language", "text", "phrase"),
    [
        ("en", "will there be internet tonight?", "restored_later"),
        ("lt", "ar šiandien bus internetas?", "restored_later"),
        ("en", "does the same technician look at the tv, too?", "looks_too"),
        ("lt", "o ar tas pats technikas pažiūrės televizorių?", "looks_too"),
        ("en", "I'll bring the box to your office, do I need a number?", "brought_in"),
        ("lt", "pati atnešiu į saloną, ar reikia numerio?", "brought_in"),
    ],
)
def test_what_is_asked_of_the_request_is_answered(
    agent: Agent, language: str, text: str, phrase: str
) -> None:
    *_, last = said(agent, language, PERSON[language], "8 644 22123", text)
    ticket = agent.get(last.conversation_id).ticket
    assert PHRASES[language].say(phrase, ticket=ticket) in last.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the same technician came yesterday and broke it"),
        ("en", "can I bring the router to another room?"),
        ("en", "I had to bring the box in from the shed, it was wet"),
        ("en", "I had to take the box to your office last week, it smoked"),
        ("lt", "tas pats meistras buvo vakar ir nieko nesutvarkė"),
        ("lt", "pats atnešiu laiptus, kada ateisit?"),
    ],
)
def test_what_only_resembles_it_is_not(agent: Agent, language: str, text: str) -> None:
    *_, last = said(agent, language, PERSON[language], "8 644 22123", text)
    ticket = agent.get(last.conversation_id).ticket
    for phrase in ("looks_too", "brought_in"):
        assert PHRASES[language].say(phrase, ticket=ticket) not in last.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "will there be internet today?"),
        ("lt", "ar šiandien bus internetas?"),
        ("en", "will I have wifi back on today?"),
        ("lt", "kada grįš ryšys?"),
    ],
)
def test_of_a_danger_too(agent: Agent, language: str, text: str) -> None:
    *_, last = smoking(agent, language, "8 644 22123", text)
    assert SUPPORT in last.text and (agent.get(last.conversation_id).urgent or "none") in last.text


@pytest.mark.parametrize(
    ("language", "text", "booked"),
    [
        ("en", "yes, book it, but the TV isn't working either", True),
        ("lt", "taip, registruokit, bet televizija irgi neveikia", True),
        ("en", "no, and the TV isn't working either", False),
        ("lt", "ne, televizija irgi neveikia", False),
    ],
)
def test_a_yes_to_a_visit_counts_beside_another_fault(
    shipped_agent: Agent, language: str, text: str, booked: bool
) -> None:
    assert (told(shipped_agent, language, text, *VISIT).ticket is not None) == booked


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "yes please, but not today, maybe Thursday"), ("lt", "taip, tik ne šiandien, gal ketvirtadienį")],
)
def test_a_yes_with_a_day_takes_the_offer(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, *COLLEAGUE)
    assert reply.ticket is not None
    assert PHRASES[language].say("time_noted") in reply.text and HOURS[language] not in reply.text


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("just tell me the amount", True),
        ("what is the exact amount?", True),
        ("pasakykit tiesiai sumą", True),
        ("the bank shows just the sum of the last payment", False),
        ("it differs from the exact amount I paid", False),
        ("skiriasi tik suma nuo praėjusio mėnesio", False),
    ],
)
def test_the_sum_is_asked_for_where_it_is_to_be_told(text: str, asks: bool) -> None:
    assert (AMOUNT in Topics(PHRASES).of(text)) is asks


@pytest.mark.parametrize("text", ["agent", "human", "person"])
def test_one_word_for_a_person_is_answered_in_its_language(agent: Agent, text: str) -> None:
    assert agent.start(text=text).language == "en"


@pytest.mark.parametrize(("language", "text"), [("lt", "agent"), ("en", "operator")])
def test_one_word_leaves_the_language_of_the_talk(agent: Agent, language: str, text: str) -> None:
    talk = pressed(agent, language, guide="lamp_link")
    assert agent.reply(talk, text=text).language == language
