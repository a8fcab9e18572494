"""The way back from an alarm: danger that is denied in so many words is asked about once, and a no lets it go."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, ReplyKind, Status
from tests.dialogue.talking import LAMP, pressed

SMOKE = {"lt": "iš dėžutės rūksta", "en": "there is smoke coming out of the box"}
DENIED = {"lt": "kokia sauga, nieko čia nedega", "en": "you misunderstand me, there is no fire!"}


def alarmed(agent: Agent, language: str, *messages: str) -> list[Reply]:
    """The replies to an alarm in the middle of a guide, and to these messages after it."""
    begun = pressed(agent, language, guide=LAMP)
    return [agent.reply(begun, text=message) for message in (SMOKE[language], *messages)]


def is_asked(reply: Reply) -> bool:
    return (reply.kind, reply.status) == (ReplyKind.CLARIFY, Status.ESCALATED) and len(reply.choices) == 2


@pytest.mark.parametrize(
    ("language", "denial"),
    [
        ("en", "You misunderstand me, there is no fire! Can we go back to the slow internet?"),
        ("en", "please could you cancel that, there was never a fire"),
        ("en", "nothing's burning here"),
        ("en", "nothings on fire, what are you on about"),
        ("en", "no fire, no smoke, nothing"),
        ("en", "false alarm"),
        ("en", "there is no danger at all"),
        ("en", "sorry false alarm, no smoke, I unplugged the toaster"),
        ("en", "no fire now, we're outside, it was just the toaster all along"),
        ("lt", "atsiprašau, klaidingas pavojus, dūmų nėra, skrudintuvą išjungiau"),
        ("lt", "kokia sauga? kanalai kratosi, vaizdas juda, nieko nedega"),
        ("lt", "niekas nedega, nerūksta"),
        ("lt", "ne taip supratot, jokio gaisro čia nėra"),
        ("lt", "jokio pavojaus nera"),
        ("lt", "nei dumu, nei kvapo"),
        ("lt", "klaidingas aliarmas, nieko nesmirda"),
    ],
)
def test_danger_denied_is_asked_about_and_a_no_lets_it_go(agent: Agent, language: str, denial: str) -> None:
    alarm, asked, back = alarmed(agent, language, denial, {"lt": "ne", "en": "no"}[language])
    assert is_asked(asked)
    assert "112" not in asked.text and "112" not in back.text
    assert (back.status, back.scenario, back.ticket) == (Status.OPEN, LAMP, None)
    assert back.step and back.choices
    assert agent.get(back.conversation_id).urgent is None
    notes = [note["said"] for note in agent.ticket(alarm.ticket or "").payload["notes"]]
    assert notes[0] == denial
    assert notes[-1].endswith(denial) and notes[-1] != denial


@pytest.mark.parametrize(
    ("language", "again"),
    [
        ("en", "No danger at all. Can I plug it in now?"),
        ("en", "nope nothing like that, just a figure of speech"),
        ("en", "there is no fire. I was only joking"),
        ("lt", "pavojaus jokio nėra, jūs ne taip supratot"),
        ("lt", "juokavau, pavojaus nėra"),
    ],
)
def test_the_question_is_answered_by_a_denial_in_so_many_words(
    agent: Agent, language: str, again: str
) -> None:
    back = alarmed(agent, language, DENIED[language], again)[-1]
    assert (back.status, back.scenario) == (Status.OPEN, LAMP)
    assert agent.get(back.conversation_id).urgent is None


@pytest.mark.parametrize(
    ("language", "again"),
    [
        ("en", "no danger, only a smell of burning"),
        ("en", "if there is no danger, can I plug it in?"),
        ("en", "it's not dangerous to stay in the room?"),
        ("en", "nothing dangerous I hope"),
        ("en", "this isn't just a joke"),
        ("en", "what danger am I in?"),
        ("lt", "ar čia nepavojinga?"),
        ("lt", "čia ne juokais, gelbėkit"),
        ("lt", "nežinau, koks pavojus man gresia"),
        ("lt", "pavojaus nėra, tik dar rūksta"),
        ("lt", "juokauju ne, tikrai smirda degėsiais"),
    ],
)
def test_a_denial_beside_a_sign_or_a_condition_lets_nothing_go(
    agent: Agent, language: str, again: str
) -> None:
    back = alarmed(agent, language, DENIED[language], again)[-1]
    assert agent.get(back.conversation_id).urgent is not None


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "no fire now, but it still smells"),
        ("en", "no fire and there's a smell"),
        ("en", "there is no fire, only smoke"),
        ("en", "nothing is burning but the plug is wet"),
        ("en", "no smoke any more"),
        ("en", "the smoke is gone"),
        ("en", "if there is no smoke may I go on"),
        ("en", "there is no fire, can I plug it back in?"),
        ("en", "nothing is burning but I feel dizzy"),
        ("en", "my internet is slow"),
        ("lt", "ugnies nėra, bet dar smirda"),
        ("lt", "nieko nedega, tik kvapas"),
        ("lt", "dūmų nebėra"),
        ("lt", "nebedega ir neberūksta"),
        ("lt", "jei niekas nedega, gal galima tęsti"),
        ("lt", "nieko nedega, ar galiu vėl įjungti?"),
        ("lt", "nė viena lemputė nešviečia"),
    ],
)
def test_what_denies_no_danger_leaves_it_standing(agent: Agent, language: str, message: str) -> None:
    alarm, after = alarmed(agent, language, message)
    assert not is_asked(after)
    assert after.status is Status.ESCALATED
    assert agent.get(after.conversation_id).urgent == alarm.ticket


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "yes"),
        ("en", "yes there was smoke before"),
        ("en", "only a smell"),
        ("en", "it was hot"),
        ("lt", "taip"),
        ("lt", "buvo dūmų, dabar ne"),
        ("lt", "tik kvapas"),
    ],
)
def test_whoever_says_that_there_was_danger_is_not_asked_again(
    agent: Agent, language: str, answer: str
) -> None:
    alarm, _, told, after = alarmed(agent, language, DENIED[language], answer, DENIED[language])
    assert not is_asked(told) and not is_asked(after)
    assert agent.get(after.conversation_id).urgent == alarm.ticket


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "never was"),
        ("en", "nope"),
        ("en", "no heat, no smoke"),
        ("lt", "tikrai nebuvo"),
        ("lt", "nieko tokio"),
    ],
)
def test_other_words_for_no(agent: Agent, language: str, answer: str) -> None:
    *_, back = alarmed(agent, language, DENIED[language], answer)
    assert (back.status, back.scenario) == (Status.OPEN, LAMP)


def test_what_answers_nothing_is_asked_twice_more_and_the_danger_stands(agent: Agent) -> None:
    vague = ("it is about my internet", "I told you already", "please go on")
    alarm, *asked, after = alarmed(agent, "en", DENIED["en"], *vague)
    assert [is_asked(reply) for reply in asked] == [True, True, True]
    assert not is_asked(after)
    assert agent.get(after.conversation_id).urgent == alarm.ticket


def test_the_buttons_answer_it(agent: Agent) -> None:
    for choice, status in (("no", Status.OPEN), ("yes", Status.ESCALATED)):
        *_, asked = alarmed(agent, "en", DENIED["en"])
        assert agent.reply(asked.conversation_id, choice=choice).status is status


@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_number_given_meanwhile_is_noted_and_the_question_stands(agent: Agent, language: str) -> None:
    *_, noted, back = alarmed(
        agent, language, DENIED[language], "8 612 34567", {"lt": "ne", "en": "no"}[language]
    )
    assert agent.get(noted.conversation_id).contact.phone
    assert (back.status, back.scenario) == (Status.OPEN, LAMP)


@pytest.mark.parametrize(
    ("language", "denial"),
    [
        ("en", "there is no fire, my internet is not working at all"),
        ("lt", "nieko čia nedega, neveikia internetas"),
    ],
)
def test_without_a_guide_the_matter_that_is_told_beside_it_is_taken_up(
    agent: Agent, language: str, denial: str
) -> None:
    first = agent.start(language=language, text=SMOKE[language])
    agent.reply(first.conversation_id, text=denial)
    back = agent.reply(first.conversation_id, choice="no")
    assert (back.scenario, back.status) == (LAMP, Status.OPEN)


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "No. Only a hole in my wall"),
        ("en", "no dear, none"),
        ("en", "No! I only wanted to know who will come"),
        ("lt", "Ne. Tik skylė sienoje"),
        ("lt", "ne ne, jūs ne taip supratot"),
    ],
)
def test_a_no_that_stands_by_itself_ends_it_at_once(agent: Agent, language: str, answer: str) -> None:
    *_, back = alarmed(agent, language, DENIED[language], answer)
    assert not is_asked(back)
    assert agent.get(back.conversation_id).urgent is None


@pytest.mark.parametrize(
    ("language", "answer"),
    [("en", "no one is hurt"), ("en", "no idea"), ("lt", "ne visai"), ("lt", "nežinau")],
)
def test_what_only_begins_like_a_no_ends_nothing(agent: Agent, language: str, answer: str) -> None:
    *_, back = alarmed(agent, language, DENIED[language], answer)
    assert agent.get(back.conversation_id).urgent is not None


@pytest.mark.parametrize(
    ("language", "answer"), [("en", "No. The internet works now"), ("lt", "Ne. Internetas jau veikia")]
)
def test_the_news_beside_a_no_is_not_lost(agent: Agent, language: str, answer: str) -> None:
    *_, back = alarmed(agent, language, DENIED[language], answer)
    assert back.step in (None, "closing")


def test_danger_after_it_was_taken_back_is_a_new_alarm(agent: Agent) -> None:
    alarm, *_, again = alarmed(agent, "en", DENIED["en"], "no", "now it really smokes")
    assert again.status is Status.ESCALATED
    assert again.ticket and again.ticket != alarm.ticket
