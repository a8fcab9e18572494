"""With the encoder: a complaint answers a guide's first question where author, readers and encoder all hear the same answer."""

from __future__ import annotations

import pytest

from agent.scenarios import Library, Step
from agent.understanding import Option, Question
from agent.understanding.encoder import encoder
from agent.understanding.overhearing import overhear
from tests.shipped import shipped_library

HEARD = [
    (
        "en",
        "wifi_password",
        "password_need",
        "i want to change the wifi password because my ex knows it",
        "want_new",
    ),
    (
        "lt",
        "wifi_password",
        "password_need",
        "telefonas raso kad neteisingas wifi slaptazodis nors vedu ta pati",
        "refused",
    ),
    (
        "en",
        "tv_no_signal",
        "screen_message",
        "Technician was here yesterday and now the tv says no signal",
        "tv_message",
    ),
    (
        "lt",
        "email_not_working",
        "mail_trouble",
        "iš telefono laiškų neišsiunčia, guli outboxe, gaunu normaliai",
        "cannot_send",
    ),
    (
        "en",
        "tv_box_not_starting",
        "box_behaviour",
        "The decoder not starting. Only logo. I wait 40 min.",
        "logo_stands",
    ),
    (
        "en",
        "phone_call_quality",
        "bad_sound_kind",
        "every call on the house phone drops around minute three",
        "call_drops",
    ),
    ("lt", "account_suspended", "suspension_sign", "parodo puslapi kad mano paskyra sustabdyta", "notice"),
    (
        "en",
        "phone_call_quality",
        "bad_sound_kind",
        "on the landline it crackles so bad people can't hear me",
        "noise",
    ),
    (
        "en",
        "account_suspended",
        "suspension_sign",
        "You cut off my internet but I paid the bill yesterday!!",
        "already_paid",
    ),
    (
        "en",
        "account_suspended",
        "suspension_sign",
        "i got a text that it is suspended but I paid yesterday",
        "already_paid",
    ),
    (
        "lt",
        "account_suspended",
        "suspension_sign",
        "vakar mokesti sumokejau, rase kad sustabdyta, dabar sumoketa",
        "already_paid",
    ),
    (
        "lt",
        "account_suspended",
        "how_paid",
        "vakar sumokejau, dabar sumoketa per savitarna pries valanda",
        "self_long",
    ),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "light on router is orange, ONT all green",
        "internet_red",
    ),
    ("en", "internet_slow", "slow_what", "slow, every night after 8", "evening"),
    ("lt", "internet_slow", "slow_what", "kodėl vakarais toks lėtas internetas? Moku už 300", "evening"),
    ("lt", "internet_slow", "slow_what", "internetas šiandien lėtas per visą butą", "all_devices"),
    ("lt", "wifi_password", "password_need", "uzmirsau wifi slaptazodi, kur rast?", "unknown_password"),
    (
        "lt",
        "tv_box_not_starting",
        "box_behaviour",
        "priedelis uzstriges ant logotipo, sukasi ir sukasi",
        "logo_stands",
    ),
    ("lt", "tv_no_signal", "screen_message", "televizorius nerodo tik sporto kanalu", "few_channels"),
    ("lt", "tv_silent", "silent_scope", "garso nera per tv bet vaizdas yra, visuose kanaluose", "all_silent"),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "nea neto visur. modem dega zaliai viskas",
        "all_green",
    ),
    (
        "en",
        "email_not_working",
        "mail_trouble",
        "i cant log in to my email it says wrong password",
        "cannot_sign_in",
    ),
]
SILENT = [
    ("lt", "internet_no_connection", "router_lights", "netas mirė. visam bute"),
    ("lt", "internet_no_connection", "router_lights", "raso connected no internet. ant visu. ka daryt"),
    ("en", "internet_no_connection", "router_lights", "all phones and laptops show the globe icon thing, no internet"),
    ("lt", "internet_no_connection", "router_lights", "meistras sakė, kad LOS lemputė raudona, interneto nėra"),
    ("en", "internet_no_connection", "router_lights", "maybe the LOS light is red, no internet"),
    ("en", "internet_no_connection", "router_lights", "the LOS light was red yesterday, today there is just no internet"),
    ("lt", "router_no_power", "mains_home", "routeris nedega nė viena lemputė"),
    ("en", "router_no_power", "mains_home", "We had a power cut, lights are back, the router isn't, not one lamp on it"),
    ("en", "internet_intermittent", "lights_at_drop", "Everything in the house goes offline for a minute, then it's back"),
    ("en", "email_not_working", "mail_trouble", "neither sending nor receiving works"),
    ("en", "internet_no_connection", "router_lights", "maybe the LOS is red but ONT all green"),
    ("en", "internet_no_connection", "router_lights", "the LOS light is red, but all green on the neighbour's"),
    ("en", "account_suspended", "suspension_sign", "it is suspended but maybe I paid yesterday"),
    ("en", "account_suspended", "suspension_sign", "my neighbour paid yesterday and I am cut off"),
    ("lt", "account_suspended", "suspension_sign", "sustabdyta, ar aš vakar sumokėjau?"),
]  # fmt: skip


def asked(library: Library, guide: str, step: str, language: str) -> Question:
    found: Step = next(each for each in library[guide].steps if each.ref == step)
    options = tuple(Option(o.id, dict(o.label.items()), o.examples, o.pattern) for o in found.outcomes)
    return Question(found.instruction.get(language), options)


@pytest.mark.parametrize(("language", "guide", "step", "complaint", "outcome"), HEARD)
def test_an_answer_told_in_the_complaint_is_heard(
    language: str, guide: str, step: str, complaint: str, outcome: str
) -> None:
    library = shipped_library()
    question = asked(library, guide, step, language)
    reading = overhear(question, complaint, language, library[guide].problem_type, encoder())
    assert reading is not None
    assert reading.outcome == outcome


@pytest.mark.parametrize(("language", "guide", "step", "complaint"), SILENT)
def test_what_only_sounds_like_an_answer_is_not(language: str, guide: str, step: str, complaint: str) -> None:
    library = shipped_library()
    question = asked(library, guide, step, language)
    assert overhear(question, complaint, language, library[guide].problem_type, encoder()) is None
