"""Numbers in odd shapes, one that is said to be known, and who is to be texted and not rung."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.privacy import dials, given_in
from tests.dialogue.talking import after

PERSON = {"lt": "noriu kalbėti su žmogumi", "en": "I want to talk to a human"}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("8-612 3 4 5 6 7, bet tik po penkių vakare", "+370 612 34567"),
        ("8 6 dvylika 34567", "+370 612 34567"),
        ("+370 (six) 98 - 11 - 22 - 3", "+370 698 11223"),
        ("8 612 three four five six seven", "+370 612 34567"),
        ("+370 655 44332, mine is without charge", "+370 655 44332"),
        ("Gerai, jei jau skambinsit, tai 8 (612) 3-45-67", "+370 612 34567"),
        ("8 channels, two tvs and 3 rooms", ""),
        ("it takes 44332 min", ""),
        ("8 dvylika 300 20 5", ""),
        ("zero six one one then 22 then 333. no wait, 334", ""),
    ],
)
def test_a_number_in_an_odd_shape(text: str, number: str) -> None:
    assert given_in(text, asked=True).phone == number


def test_a_number_told_in_steps_is_a_try_at_one() -> None:
    assert dials("zero six one one then 22 then 333. no wait, 334")
    assert not dials("one then two then three, all green")


@pytest.mark.parametrize(
    ("language", "text", "known"),
    [
        ("en", "37061234567 but I'm deaf, so text me", True),
        ("en", "+37061234567, do not ring, SMS only", True),
        ("en", "do not ring, SMS only", False),
        ("lt", "neskambinkit, tik sms", False),
        ("lt", "+37061234567, esu kurčia, parašykit SMS", True),
    ],
)
def test_a_wish_to_be_texted_is_noted_and_no_call_promised(
    shipped_agent: Agent, language: str, text: str, known: bool
) -> None:
    reply = after(shipped_agent, language, PERSON[language], text)
    noted = {"lt": "SMS žinutę nei skambutį", "en": "rather be texted than called"}
    assert noted[language] in reply.text
    assert "in working hours" not in reply.text
    assert "darbo metu" not in reply.text
    asks = {"lt": "Kokiu numeriu Jums parašyti?", "en": "Which number can we text?"}
    assert (asks[language] in reply.text) is not known


def test_no_call_is_needed_is_withdrawn_as_before(shipped_agent: Agent) -> None:
    assert "nebereikia" in after(shipped_agent, "lt", PERSON["lt"], "neskambinkit, nebereikia").text


@pytest.mark.parametrize(("phone", "said"), [(None, "write it once more"), ("+37061234567", "ending in 567")])
def test_the_number_of_the_contract_is_used_where_it_is_known(
    shipped_agent: Agent, phone: str | None, said: str
) -> None:
    begun = shipped_agent.start(language="en", customer={"phone": phone} if phone else {}).conversation_id
    shipped_agent.reply(begun, text=PERSON["en"])
    assert said in shipped_agent.reply(begun, text="the one on my contract").text
