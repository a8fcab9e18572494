"""What the customer says of how to reach them; other people's numbers are not theirs."""

from __future__ import annotations

import timeit

import pytest

from agent.privacy import Given, given_in, seems_a_number, without_contact

NUMBER = "+370 612 34567"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("mano numeris 861234567", Given(NUMBER)),
        ("my number is 0612 34567", Given(NUMBER)),
        ("call me on +370 612 34567", Given(NUMBER)),
        ("paskambinkit 8 612 34567", Given(NUMBER)),
        ("612 34567", Given(NUMBER)),
        ("call me on +44 20 7946 0958", Given("+44 20 7946 0958")),
        ("my email is jonas@example.lt", Given(email="jonas@example.lt")),
        ("Yes book. address Taikos 5", Given(address="Taikos 5")),
        ("my address is taikos 15-3", Given(address="taikos 15-3")),
        ("mano adresas gedimino 5", Given(address="gedimino 5")),
        ("mano adresas jono basanavičiaus 5", Given(address="jono basanavičiaus 5")),
        ("mano adresas: zirmunu 12", Given(address="zirmunu 12")),
        ("mano adresas Taikos g. 5-12", Given(address="Taikos g. 5-12")),
        ("calls to 8 612 34567 do not get through, I tried it three times", Given()),
        ("negaliu prisiskambinti numeriu 861234567, nieko nesigirdi", Given()),
        ("mails from ona@example.lt never arrive in my box", Given()),
        # the one to be called, of two
        ("don't call me on 862345678, call 861234567", Given(NUMBER)),
        ("not 862345678 but 861234567", Given(NUMBER)),
        ("mano numeris nebe 862345678, o 861234567", Given(NUMBER)),
        ("call me on 861234567, not on 862345678", Given(NUMBER)),
        # asked to be called, whatever else does not work
        ("my internet does not work, call me on 861234567", Given(NUMBER)),
        ("my number is 861234567, the internet does not work at all", Given(NUMBER)),
        ("neveikia internetas, mano tel. nr. 861234567", Given(NUMBER)),
        ("please call my wife on 861234567", Given(NUMBER)),
        ("I can't talk before five, call me on 861234567", Given(NUMBER)),
        ("my mobile is 861234567 because the landline is dead", Given(NUMBER)),
        ("laidinis neveikia, mano mobilus 861234567", Given(NUMBER)),
        ("susisiekite su manimi el. paštu jonas@example.lt", Given(email="jonas@example.lt")),
        ("adresas Taikos g. 5", Given(address="Taikos g. 5")),
        ("namų telefonas miręs, nėra signalo ragelyje, numeris 8 612 34567", Given(NUMBER)),
        # only talked about
        ("is 861234567 your number?", Given()),
        ("I called 861234567", Given()),
        ("skambino iš 861234567", Given()),
        ("I want to change my number 861234567", Given()),
        ("I lost my phone, number 861234567", Given()),
        # refused
        ("neskambinkit man 861234567", Given()),
        ("mano numeris nebe 861234567", Given()),
        ("please do not call me on 861234567", Given()),
        # what does not work cannot be rung
        ("my landline 8 5 212 3456 has no dial tone", Given()),
        ("mano telefonas 8 37 123456 neskamba, nėra signalo", Given()),
        ("mano laidinis 8 37 123456 neveikia", Given()),
        ("can somebody help, my number 861234567 does not work", Given()),
        ("my email jonas@example.lt does not work", Given()),
        # somebody else's, or of something else
        ("my wife's number 862345678 does not work either", Given()),
        ("mano žmonos numeris 862345678", Given()),
        ("my contract number 37061234567", Given()),
        ("kliento nr 861234567", Given()),
        ("mano sutarties nr. 861234567", Given()),
        ("my router serial number is 861234567", Given()),
        ("the address bar shows error 404", Given()),
        ("sveiki, mano adresu internetas neveikia 3 dienas", Given()),
        ("mano adresu neveikia 3 dienas", Given()),
        ("our address lost tv channels 12 and 14", Given()),
        ("my address is wrong since channel 5", Given()),
        ("ipv6 address: Fe 80", Given()),
        ("what is the ip address 192.168.1.1 for", Given()),
        ("my speed is 100 Mb of 300", Given()),
    ],
)
def test_what_is_given(text: str, given: Given) -> None:
    assert given_in(text) == given


def test_a_bare_number_after_the_question_counts_in_any_words() -> None:
    said = "well then try to dial 8 612 34567 but only in the evening please"
    assert not given_in(said)
    assert given_in(said, asked=True).phone == NUMBER


@pytest.mark.parametrize(
    "said",
    [
        "my neighbour's number is 861234567",
        "kaimyno numeris 861234567",
        "jūsų kolega skambino man iš 861234567",
        "my contract number is 861234567",
        "not 861234567",
        "mano telefonas 861234567 neveikia",
    ],
)
def test_after_the_question_too_it_must_be_the_customers(said: str) -> None:
    assert not given_in(said, asked=True)


@pytest.mark.parametrize(
    "said",
    ["mano numeris 861234567", "my husband's, 861234567", "call my neighbour on 861234567", "ne, 861234567"],
)
def test_after_the_question_it_may_be_anyone_they_live_with(said: str) -> None:
    assert given_in(said, asked=True).phone == NUMBER


def test_what_else_is_said() -> None:
    assert without_contact("yes, my number is 0612 34567") == "yes, my number is"
    assert seems_a_number("86 12 3") and not seems_a_number("I tried it 10000 times today")


def test_long_texts_take_linear_time() -> None:
    def seconds(text: str) -> float:
        """The least of three: other work on the machine only adds to it."""
        return min(timeit.repeat(lambda: given_in(text), number=1, repeat=3))

    for piece in ("my number 8612 ", "address a a a ", "1 ", "a@", "mano "):
        assert seconds(piece * 4000) < 20 * max(seconds(piece * 400), 0.005)
