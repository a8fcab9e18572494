"""A pattern hears a word of a reply; where both readers hear that the whole means another answer, the whole counts."""

from __future__ import annotations

from functools import cache

import pytest

from agent.material import read_material
from agent.settings import load_settings
from agent.understanding import Question, read_answer
from agent.understanding.encoder import encoder
from benchmarks.cases import question_of
from tests.shipped import ROOT


@cache
def question(step: str, language: str) -> Question:
    guide, _, ref = step.partition(".")
    folders = {"scenarios_dir": ROOT / "scenarios", "knowledge_dir": ROOT / "knowledge_base"}
    library = read_material(load_settings({}, **folders)).library
    return question_of(next(s for s in library[guide].steps if s.ref == ref), language, bare=False)


@pytest.mark.parametrize(
    ("step", "language", "reply", "meant"),
    [
        ("internet_no_connection.after_restart", "en", "works on the phone, not on the laptop", "loads_some"),
        ("internet_no_connection.after_restart", "en", "no page loads at all", "nothing_loads"),
        ("internet_no_connection.after_restart", "lt", "kompiuteryje ne, o telefone veikia", "loads_some"),
        (
            "router_restart.restart_router_on",
            "lt",
            "pasauliukas raudonuoja, kitos zalios",
            "router_internet_red",
        ),
        ("router_restart.restart_unplug", "en", "router went dark, the module is still green", "still_lit"),
        ("internet_single_device.device_cable", "lt", "dabar šviečia, anksčiau tamsu buvo ten", "link_back"),
    ],
)
def test_another_answer_heard_by_both_readers(step: str, language: str, reply: str, meant: str) -> None:
    asked = question(step, language)
    assert read_answer(asked, reply, language, encoder=encoder()).outcome == meant
    assert read_answer(asked, reply, language, without=("learned",)).outcome != meant


@pytest.mark.parametrize(
    ("step", "language", "reply", "meant"),
    [
        ("internet_no_connection.router_lights", "en", "red LOS", "los_red"),
        ("internet_no_connection.router_lights", "lt", "visos žalios", "all_green"),
        ("internet_no_connection.after_restart", "lt", "atsidaro", "loads"),
        ("wifi_password.password_need", "lt", "pamirsau wifi slaptazodi", "unknown_password"),
        ("wifi_password.password_need", "en", "I forgot the wifi password", "unknown_password"),
        ("wifi_password.label_find", "en", "the password on the label works", "label_fits"),
        ("tv_picture_breaking.own_menu", "en", "yes it flickers", "menu_breaks"),
        ("account_suspended.suspension_sign", "en", "got a text", "warning_only"),
        ("email_not_working.browser_mail", "lt", "neįleido", "refused"),
        ("email_not_working.browser_mail", "lt", "tuščias puslapis", "page_fails"),
        ("internet_no_connection.restart_ready", "lt", "taip, bet nesu namie", "nobody_there"),
        ("account_suspended.fresh_start", "lt", "taip, bet nesu namie", "away"),
        ("internet_single_device.date_time", "lt", "taip, teko", "clock_fixed"),
        ("internet_single_device.date_time", "en", "no, it was fine", "clock_right"),
        ("internet_single_device.router_block", "lt", "taip, teko", "unblocked"),
    ],
)
def test_the_authors_word_holds(step: str, language: str, reply: str, meant: str) -> None:
    assert read_answer(question(step, language), reply, language, encoder=encoder()).outcome == meant


def test_a_question_with_a_word_of_an_answer_is_a_question() -> None:
    asked = question("internet_intermittent.heat_place", "en")
    assert read_answer(asked, "how hot is too hot?", "en", encoder=encoder()).act == "question"


def test_what_is_listed_is_no_danger() -> None:
    asked = question("internet_no_connection.power_supply", "lt")
    assert read_answer(asked, "Maitinimo blokelis apdegęs", "lt", encoder=encoder()).outcome == "burnt_plug"
