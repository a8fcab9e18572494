"""What the customer says of how to reach them; other people's numbers are not theirs."""

from __future__ import annotations

import timeit

import pytest

from agent.privacy import Given, dials, given_in, mask, seems_a_number, without_contact

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

    for piece in ("my number 8612 ", "address a a a ", "1 ", "a@", "mano ", "one two "):
        assert seconds(piece * 4000) < 20 * max(seconds(piece * 400), 0.005)


@pytest.mark.parametrize(
    ("said", "phone"),
    [
        ("aštuoni šeši šimtai dvylika trisdešimt keturi penki šimtai šešiasdešimt septyni", NUMBER),
        ("astuoni sesi vienas du trys keturi penki sesi septyni", NUMBER),
        ("plius trys septyni nulis, šeši šimtai dvylika, trisdešimt keturi, penki šimtai šešiasdešimt septyni", NUMBER),
        ("it's eight six one two, double three, four five six", "+370 612 33456"),
        ("eight, six hundred and twelve, thirty four, five sixty seven please", NUMBER),
        ("plus three five three, eight five, one two three, four five six seven", "+353 85 123 4567"),
        ("oh eight five, one two three, four five six seven", ""),  # of which country?
        ("one of three lamps, two or three of five devices", ""),
        ("penki šimtai megabitų, du televizoriai, trys telefonai", ""),
        ("my mobile is six forty four, twenty two, one two three", "+370 644 22123"),
        ("six one two, three four, five six seven, evenings only", NUMBER),
        ("channels sixty, sixty one, sixty two, sixty three are missing", ""),
        ("channel number sixty, sixty one, sixty two, sixty three", ""),
        ("I measured sixty, fifty, forty, thirty", ""),
        ("greitis buvo šešiasdešimt, penkiasdešimt, keturiasdešimt, trisdešimt", ""),
        ("trūksta kanalų šešiasdešimt, šešiasdešimt vienas, šešiasdešimt du, šešiasdešimt trys", ""),
        ("sixty, sixty, fifty and fifty", ""),
        ("six one two three four five six seven euros", ""),
    ],
)  # fmt: skip
def test_a_number_told_in_words_is_read(said: str, phone: str) -> None:
    assert given_in(said, asked=True).phone == phone


def test_a_number_in_words_is_no_number_left_in_a_note() -> None:
    said = "skambinkit aštuoni šeši vienas du trys keturi penki šeši septyni po pietų"
    assert mask(said) == "skambinkit [phone] po pietų"
    assert without_contact(said) == "skambinkit po pietų"


def test_a_row_of_numerals_that_is_no_number_is_taken_for_a_try() -> None:
    assert seems_a_number("oh eight five, one two three, four five six seven")
    assert seems_a_number("nulis aštuoni penki vienas du trys keturi penki šeši septyni")
    assert not seems_a_number("two or three, and then four lights, five in all")


@pytest.mark.parametrize(
    "said",
    [
        "I counted: the lamp blinked one two three four five six seven eight times",
        "one two three four five six seven eight, that is all that is lit",
        "my landline is plus two hundred channels tv also",
        "moku dvidešimt penkis, trisdešimt, keturiasdešimt, penkiasdešimt eurų už kiekvieną",
        "the bills were sixty, sixty, fifty and fifty euros",
    ],
)
def test_what_is_counted_in_words_is_no_number(said: str) -> None:
    assert not seems_a_number(said) and not dials(said)
    assert mask(said) == said


@pytest.mark.parametrize(
    "said", ["+44 7700 900341", "0044 7700 900341", "+353 1 555 0199", "+1 555 010 9999"]
)
def test_a_number_from_abroad_needs_only_a_right_length(said: str) -> None:
    assert given_in(said, asked=True).phone


@pytest.mark.parametrize("said", ["+44 12 345", "+370 112 34567", "+44 800 123 4567"])
def test_not_one_that_cannot_be_called(said: str) -> None:
    assert not given_in(said, asked=True).phone


@pytest.mark.parametrize(
    ("said", "is_one"),
    [
        ("ok its 087 6543210 anytime before 3", True),
        ("(01) 555-0123 is hers", True),
        ("+44 12 345 then", True),
        ("oh eight seven, one two three, four five six seven", True),
        ("s/n 2150083456", False),
        ("speedtest shows 300 100 120", False),
        ("0.50 seconds, 10/07/2026, 0-3", False),
        ("I paid on 05-11-2025 and 06-11-2025", False),
        ("serial 0012345678", False),
        ("error 0x80070035 and code 0123456789", False),
        ("the customer code is 01234567", False),
        ("noriu žmogaus, sutarties numeris 00123456", False),
        ("klaidos kodas 0123456789", False),
        ("three speeds 95, 100, 0 450 300 20", False),
        ("three speeds 95, 100, 0 150 300 20", False),
        ("with the country code it's 087 123 4567", True),
        # read, and rightly not taken
        ("my landline +370 5 212 3456 is dead", False),
        ("they called me from +370 612 34567, the neighbour's phone", False),
    ],
)
def test_a_row_of_digits_that_is_dialled(said: str, is_one: bool) -> None:
    assert dials(said) is is_one
