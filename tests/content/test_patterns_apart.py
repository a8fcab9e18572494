"""What only resembles a listed answer is not matched by its pattern: half of it works, another thing is missing, others say so."""

from __future__ import annotations

import pytest

from tests.shipped import shipped_library


@pytest.mark.parametrize(
    ("guide", "outcome", "text"),
    [
        ("internet_slow", "all_devices", "fine on cable and wifi is slow"),
        ("internet_slow", "all_devices", "the difference between wifi and cable is huge"),
        ("internet_slow", "all_devices", "telefone lėta, kompas per laidą ir wifi greitas"),
        ("account_suspended", "service_back", "I have internet on my mobile only"),
        ("account_suspended", "service_back", "mobilus internetas yra, namų ne"),
        ("account_suspended", "service_back", "kaimynai sako ryšys yra, pas mane ne"),
        ("account_suspended", "service_back", "when will I have internet"),
        ("account_suspended", "service_back", "internet is there but I can't get online"),
        ("email_not_working", "strangers_send", "laiškai siunčiami iš mano kompiuterio neišeina"),
        ("email_not_working", "strangers_send", "laiškai išeina iš mano kompiuterio, o iš telefono ne"),
        ("tv_no_signal", "few_channels", "the other channels do not show either"),
        ("internet_no_connection", "no_wifi_name", "my phone isn't in the list"),
        ("internet_no_connection", "no_wifi_name", "the page is missing from the list"),
        ("internet_no_connection", "no_wifi_name", "no wifi light is red"),
    ],
)
def test_what_resembles_an_answer_is_none(guide: str, outcome: str, text: str) -> None:
    assert not _matches(guide, outcome, text)


@pytest.mark.parametrize(
    ("guide", "outcome", "text"),
    [
        ("account_suspended", "service_back", "internetas jau yra"),
        ("account_suspended", "service_back", "the internet is back on"),
        ("email_not_working", "strangers_send", "šlamštas eina iš mano pašto"),
        ("tv_no_signal", "few_channels", "sport is missing, the other channels do"),
        ("internet_no_connection", "no_wifi_name", "our network is missing from the list"),
    ],
)
def test_the_answer_itself_is_matched(guide: str, outcome: str, text: str) -> None:
    assert _matches(guide, outcome, text)


def _matches(guide: str, outcome: str, text: str) -> bool:
    scenario = shipped_library().get(guide)
    assert scenario is not None
    listed = [each for step in scenario.steps for each in step.outcomes if each.id == outcome]
    assert listed
    return any(each.pattern and each.pattern.affirmed(text) for each in listed)
