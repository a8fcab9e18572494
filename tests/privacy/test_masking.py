"""What is masked, what stays, and that no text can make masking slow."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.privacy import is_card, is_personal_code, mask, masked

MASKED = [
    # phones, as people write them
    ("skambinkit +37061234567 po pietų", "skambinkit [phone] po pietų"),
    ("skambinkit +370 612 34567.", "skambinkit [phone]."),
    ("+370 6 12 34 567", "[phone]"),
    ("tel. 8 612 34567, Jonas", "tel. [phone], Jonas"),
    ("8-612-34567", "[phone]"),
    ("8(612)34567", "[phone]"),
    ("(8 612) 34567", "[phone]"),
    ("8 6 1 2 3 4 5 6 7", "[phone]"),
    ("0 6 1 2 3 4 5 6 7. is the visit booked?", "[phone]. is the visit booked?"),
    ("the lights went 1 2 3 4 5 6 7 8 9", "the lights went 1 2 3 4 5 6 7 8 9"),
    ("(861234567)", "([phone])"),
    ("861234567 mano numeris", "[phone] mano numeris"),
    ("0 612 34567", "[phone]"),
    ("mob.:861234567", "mob.:[phone]"),
    ("00370 612 34567", "[phone]"),
    ("37061234567", "[phone]"),
    ("numeris 61234567", "numeris [phone]"),
    ("612 34 567 arba vakare", "[phone] arba vakare"),
    ("8 5 212 3456", "[phone]"),
    ("telefonas 5 212 3456", "telefonas [phone]"),
    ("(8 5) 212 3456", "[phone]"),
    ("call me on +44 20 7946 0958 please", "call me on [phone] please"),
    ("+1 (212) 555-2368", "[phone]"),
    ("du: 861234567 ir 8 698 76543", "du: [phone] ir [phone]"),
    # e-mails
    ("rašykit jonas.jonaitis@example.lt, ačiū", "rašykit [email], ačiū"),
    ("my mail: a+b@mail.example.co.uk.", "my mail: [email]."),
    ("žodis@pastas.lt", "[email]"),
    ("jonas (eta) example.lt", "[email]"),
    # personal codes
    ("asmens kodas 38501011239", "asmens kodas [personal code]"),
    ("a.k. 49002290008 taip", "a.k. [personal code] taip"),
    ("kodas 3 850101 1239", "kodas [personal code]"),
    ("asmens kodas: 38501011230", "asmens kodas: [personal code]"),  # mistyped, but announced
    # accounts and cards
    ("LT12 1000 0111 0100 1000", "[IBAN]"),
    ("pervesk į LT121000011101001000 šiandien", "pervesk į [IBAN] šiandien"),
    ("GB82 WEST 1234 5698 7654 32 thanks", "[IBAN] thanks"),
    ("kortelė 4111 1111 1111 1111", "kortelė [card]"),
    ("5555555555554444", "[card]"),
    ("3782-822463-10005", "[card]"),
    # street addresses
    ("gyvenu Taikos g. 15-3, Klaipėda", "gyvenu [address], Klaipėda"),
    ("adresas Gedimino pr. 9", "adresas [address]"),
    ("J. Basanavičiaus g. 5A, butas 12", "[address]"),
    ("Žirmūnų gatvė 12", "[address]"),
    ("zirmunu gatveje 12", "[address]"),
    ("Savanorių prospektas 123 - 45", "[address]"),
    ("Vasario 16-osios g. 7", "[address]"),
    (
        "mano adresas Gedimino 5",
        "mano adresas [address]",
    ),  # called one, though the kind of street is not said
    ("my address is taikos 15-3", "my address is [address]"),
    ("adresas: vilniaus 12, Kaunas", "adresas: [address], Kaunas"),
    ("adresas Taikos g. 5 bt. 12", "adresas [address]"),
    ("I live at 12 Baker Street", "I live at [address]"),
    ("221B Baker St, flat 4", "[address], flat 4"),
    ("Flat 4, 15 Old Oak Road please", "[address] please"),
    ("LT-03201 Vilnius", "[address] Vilnius"),
]

KEPT = [
    "the address bar shows error 404",
    "adresas keičiasi kas 5 minutes",
    "mano IP adresas baigiasi 15",
    "192.168.1.1",
    "įvedžiau 192.168.0.1:8080 ir 10.0.0.138/24",
    "DNS 8.8.8.8 ir 1.1.1.1",
    "greitis 300 Mb/s, o gaunu 3 Mb iš 300",
    "planas 1000/100, matau 94/96",
    "palaukite 30 sekundžių",
    "2.4 GHz ir 5 GHz",
    "bilietas T-123456",
    "užklausa T-7K3M9-Q2XF4",
    "kanalas 36",
    "kanalai 36 40 44 48 52 56",
    "channels 1 6 11 and 36 40 44 48",
    "2026-11-05",
    "05.11.2026 14:30",
    "nuo 2026-11-05 18:45:12",
    "MAC 86:12:34:56:78:90",
    "mac 86-12-34-56-78-90",
    "versija 12.4.1998.36",
    "SN 48575443A1B2C3D4",
    "IMEI 356938035643809",
    "skambinau 1817 ir 112",
    "8 800 20008 nemokamas",
    "lempučių 3, viena raudona",
    "ping 8 ms, 61234567 B, 100 %",
    "klaida 691, kodas 0x80072EE7",
    "bandžiau kelias 3 minutes",
    "iš 10 g. liko 5",
    "dirba 8 12 val.",
    "suma 1 234 567 eur",
    "@vardas ir a@b",
    "two cars on the road 5",
    "2 lights on the way",
    "HDMI 1, HDMI 2",
    "perkroviau 3 kartus per 24 valandas",
    "-27.5 dBm",
    "router 2 way close 3",
    "",
    "ok",
]


@pytest.mark.parametrize(("said", "left"), MASKED, ids=lambda text: text[:30])
def test_personal_data_is_masked(said: str, left: str) -> None:
    assert mask(said) == left


@pytest.mark.parametrize("said", KEPT, ids=lambda text: text[:30])
def test_what_a_repair_needs_stays(said: str) -> None:
    assert mask(said) == said


@pytest.mark.parametrize(("said", "left"), MASKED, ids=lambda text: text[:30])
def test_masking_again_changes_nothing(said: str, left: str) -> None:
    assert mask(left) == left


def test_kinds_come_in_order_of_appearance() -> None:
    assert masked("rašykit a@b.lt arba +37061234567").found == ("email", "phone")


@pytest.mark.parametrize("pair", ["38501011239", "49002290008"])
def test_personal_code_checksum(pair: str) -> None:
    assert is_personal_code(pair)
    assert not is_personal_code(pair[:-1] + str((int(pair[-1]) + 1) % 10))


def test_card_needs_issuer_and_checksum() -> None:
    assert is_card("4111111111111111")
    assert not is_card("4111111111111112")
    assert not is_card("9111111111111111")


HOSTILE = {
    "digits": "8",
    "groups": "8 ",
    "abroad": "00 1 ",
    "plus": "+3 ",
    "at": "@",
    "mail": "a@",
    "mail dots": "a@b.",
    "brackets": "(at)",
    "street": "g. ",
    "name": "Aos ",
    "english": "1 a ",
    "flat": "flat 1, ",
    "flat 2": "1 aa aa aa aa ",
    "iban": "LT12 ",
    "iban glued": "LT1",
    "mac": "aa:",
    "dots": "1.",
    "card": "4111 1111 ",
    "letters": "a",
    "label": "tel tel ",
    "phone": "612 34567",
    "spaces": " ",
    "hyphens": "T-1-",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_text_makes_it_slow(piece: str) -> None:
    """A hundred thousand characters in under 1.5 seconds of processor time; most take hundredths."""
    text = (piece * 100_000)[:100_000]
    began = time.process_time()
    mask(text)
    assert time.process_time() - began < 1.5


@given(st.text(alphabet="0123456789 +-().@aLTg:\n", max_size=200))
def test_any_text_masks_and_settles(text: str) -> None:
    once = mask(text)
    assert len(mask(once)) <= len(once) + 200
