"""The ticket: complete, from records only, readable in both languages."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest

from agent.conversation import Contact, Conversation, FactValue, Reply, ReplyKind, Source, Tried, Turn
from agent.errors import SettingsError
from agent.escalation import (
    Findings,
    Look,
    Place,
    Ticket,
    compose_ticket,
    load_ticket_words,
    summary,
    ticket_number,
)

NOW = datetime(2026, 11, 5, 14, 30, tzinfo=UTC)
WORDS = load_ticket_words()
PLACE = Place(
    scenario="guide_a",
    title={"lt": "Nėra ryšio", "en": "No connection"},
    digest="abcdef0123456789",
    step="lights",
    step_title={"lt": "Lemputės", "en": "Lights"},
)


def full() -> Conversation:
    """A customer who told much and tried two steps."""
    return Conversation(
        id="c-1",
        language="lt",
        opened_at=NOW,
        updated_at=NOW,
        contact=Contact("K-1001", "Jonas", "+37061234567", None, "Taikos g. 5", "sutarties numeriu"),
        facts={
            "scope": FactValue("all_devices", "customer", 1),
            "already_tried": FactValue(["restart", "cables"], "customer", 1),
            "line": FactValue("down", "probe", 2),
            "odd_fact": FactValue(True, "memory", 0),
        },
        complaint="nuo ryto nėra interneto, mano tel. 861234567",
        tried=(
            Tried("guide_a", "lights", "Lemputės", "apatinė dega rausvai", "los_red", 2),
            Tried("guide_a", "cable", "", "rašykit a@b.lt", "not_working", 3),
        ),
    )


def bare() -> Conversation:
    """A customer whose first word was: a person!"""
    return Conversation(id="c-2", language="en", opened_at=NOW, updated_at=NOW)


def compose(conversation: Conversation, **changes: object) -> Ticket:
    """The ticket of a conversation."""
    arguments: dict[str, object] = {
        "number": "T-1",
        "reason": {"lt": "Raudona lemputė.", "en": "The light is red."},
        "ticket_type": "line_fault",
        "priority": "high",
        "now": NOW,
        "words": WORDS,
    }
    return compose_ticket(conversation, **(arguments | changes))  # type: ignore[arg-type]


def test_a_full_ticket_reads_well_in_lithuanian() -> None:
    findings = Findings(incidents=("Nutrauktas kabelis Taikos g.",), earlier=(), node="KLP-12")
    ticket = compose(full(), place=PLACE, findings=findings)
    assert summary(ticket, "lt").splitlines() == [
        "T-1 · linijos gedimas · skubumas: didelis",
        "Priežastis: Raudona lemputė.",
        "Problema: Klientas rašo: „nuo ryto nėra interneto, mano tel. [phone]“. Pagal gidą: Nėra ryšio. "
        "Žinoma: Kas paveikta – visi įrenginiai; Klientas jau bandė – perkrovimą, laidus; line – down; odd_fact – taip.",
        "Kontaktai: Jonas, +37061234567, Taikos g. 5",
        "Tapatybė patvirtinta: sutarties numeriu",
        "Klientas: K-1001",
        "Tinklo mazgas: KLP-12",
        "Kas žinoma:",
        "  – Kas paveikta: visi įrenginiai (klientas, 1 žinutė)",
        "  – Klientas jau bandė: perkrovimą, laidus (klientas, 1 žinutė)",
        "  – line: down (patikra, 2 žinutė)",
        "  – odd_fact: taip (ankstesnis kreipinys, 0 žinutė)",
        "Kas bandyta:",
        "  1. Lemputės – „apatinė dega rausvai“ → los_red",
        "  2. cable – „rašykit [email]“ → neveikia",
        "Patikros sistemose:",
        "  line: down",
        "Susiję tinklo įvykiai:",
        "  Nutrauktas kabelis Taikos g.",
        "Ankstesni kreipiniai: tikrinta, nieko nerasta",
        "Panaudoti šaltiniai: nepanaudota",
        "Gidas: Nėra ryšio (guide_a, versija abcdef0123456789), žingsnis: Lemputės",
        "Pokalbis: c-1, lietuvių kalba, kanalas chat, 2026-11-05 14:30 UTC",
    ]


def test_a_bare_ticket_says_why_everything_is_empty() -> None:
    ticket = compose(bare(), reason="wants a person", ticket_type="support_callback", priority="normal")
    assert summary(ticket, "en").splitlines() == [
        "T-1 · call the customer back · priority: normal",
        "Reason: wants a person",
        "Problem: The customer did not state a problem.",
        "Contact: not given",
        "Identity verified: no, the identity is not verified",
        "Customer: not known",
        "Network node: not known",
        "What is known: not stated by the customer",
        "What was tried: nothing was tried yet",
        "Checks of our systems: not looked up, no system is connected",
        "Related network events: not looked up, no system is connected",
        "Earlier contacts: not looked up, no system is connected",
        "Sources used: none used",
        "Guide: no guide was begun",
        "Conversation: c-2, English, channel chat, 2026-11-05 14:30 UTC",
    ]


@pytest.mark.parametrize("conversation", [full(), bare()], ids=["full", "bare"])
def test_every_empty_field_says_why_and_no_filled_one_does(conversation: Conversation) -> None:
    ticket = compose(conversation)
    beside = {"empty", "summaries", "problem"}
    for field in fields(Ticket):
        if field.name in beside or field.name == "contact":
            continue
        assert bool(getattr(ticket, field.name)) != (field.name in ticket.empty), field.name
    assert set(ticket.empty.values()) <= set(WORDS["lt"].missing)
    assert set(ticket.problem) == set(ticket.summaries) == {"lt", "en"}


def test_looked_and_found_nothing_differs_from_nobody_looked() -> None:
    looked = compose(bare(), findings=Findings(probes=(), incidents=(), earlier=()))
    assert {looked.empty[name] for name in ("probes", "incidents", "earlier")} == {"none_found"}
    assert {compose(bare()).empty[name] for name in ("probes", "incidents", "earlier")} == {"not_looked_up"}


def test_probe_results_are_taken_from_the_facts_unless_handed_in() -> None:
    assert compose(full()).probes == (Look("line", "down"),)
    assert compose(full(), findings=Findings(probes=(Look("port", "unknown"),))).probes == (
        Look("port", "unknown"),
    )


def test_sources_are_those_of_the_turns_each_once() -> None:
    source = Source("art-1", "Lemputės", "a.md:3")
    reply = Reply("c-2", 1, "x", "lt", ReplyKind.ANSWER, sources=(source, source))
    turn = Turn("c-2", 1, None, "?", None, "lt", (), None, reply, NOW)
    assert compose_ticket(
        bare(), [turn, turn], number="T-1", reason="r", ticket_type="t", priority="low", now=NOW, words=WORDS
    ).sources == (source,)


def test_customers_words_are_masked_and_the_contact_is_kept_for_the_call() -> None:
    ticket = compose(full())
    assert "861234567" not in str(ticket.to_json() | {"contact": None}).replace("+37061234567", "")
    assert ticket.contact.phone == "+37061234567"


def test_the_same_records_make_the_same_ticket_and_json_keeps_it() -> None:
    ticket = compose(full(), place=PLACE)
    assert ticket == compose(full(), place=PLACE)
    assert Ticket.from_json(ticket.to_json()) == ticket


def test_a_reason_in_one_language_serves_both() -> None:
    assert compose(bare(), reason={"lt": "Tik lietuviškai."}).reason == {
        "lt": "Tik lietuviškai.",
        "en": "Tik lietuviškai.",
    }
    assert compose(bare(), reason="").empty["reason"] == "not_stated"


def test_numbers_are_stable_distinct_and_readable() -> None:
    numbers = {ticket_number(f"c-{n}", k) for n in range(3000) for k in (1, 2)}
    assert len(numbers) == 6000
    assert ticket_number("c-1", 1) == ticket_number("c-1", 1)
    assert all(
        len(number) == 13 and number[2].isdigit() and not set(number) & set("ILOU") for number in numbers
    )


def test_both_languages_have_every_word_the_other_has() -> None:
    assert set(WORDS) == {"lt", "en"}
    assert set(WORDS["lt"].names) == set(WORDS["en"].names)
    assert set(WORDS["lt"].speakers) == set(WORDS["en"].speakers)


def test_a_missing_word_is_found_at_start(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    with pytest.raises(SettingsError) as refused:
        load_ticket_words(folder)
    assert refused.value.code == "ticket_words"
    (folder / "lt.ticket.yaml").write_text("ticket: {labels: {a: b}}", encoding="utf-8")
    with pytest.raises(SettingsError):
        load_ticket_words(folder)
    assert replace(WORDS["lt"], language="xx").language == "xx"
