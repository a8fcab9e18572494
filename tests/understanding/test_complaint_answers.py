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
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "The router has a red light next to the word Internet and the ONT is all green, nothing loads",
        "internet_red",
    ),
    (
        "lt",
        "tv_no_signal",
        "screen_message",
        "vaizdas yra, garso nėra, jutubas televizoriuje su garsu",
        "no_sound",
    ),
    ("en", "tv_no_signal", "screen_message", "we have no sound, but youtube on the tv has sound", "no_sound"),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "both tv and internet down, los blinking red",
        "los_red",
    ),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "ir televizija, ir internetas dingo, LOS mirksi raudonai",
        "los_red",
    ),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "both lights on module green, router internet red, no internet on the phone",
        "internet_red",
    ),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "dingo wifi namuose, lemputė ant ruterio raudona, jau perkroviau",
        "internet_red",
    ),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "internet dont work, nothing, restarted: yes, lights green",
        "all_green",
    ),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "Can not connect internet. Device: all. Light: green. Cable: ok. Restart: yes.",
        "all_green",
    ),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "Interneto nėra. Lemputės: visos žalios. Perkrovimas: buvo.",
        "all_green",
    ),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "interneto nera, visos lemputes zalios, perkroviau abu ir laukiau 10 min, laidu irgi nera",
        "all_green",
    ),
    ("lt", "internet_no_connection", "router_lights", "neveikia internetas, PON nedega", "los_red"),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "internet is not working, the PON light is off",
        "los_red",
    ),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "Nebedega PON lemputė, bet LOS nedega irgi, tik Power",
        "los_red",
    ),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "ont power dega, pon mirksi, los nedega. ruteris viskas kaip visad",
        "los_red",
    ),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "The router looks normal apart from the internet light, which is off.",
        "internet_red",
    ),
    (
        "lt",
        "internet_no_connection",
        "router_lights",
        "aš darbe dabar, bet žmona sako kad namuose nėra neto ir LOS raudonai mirksi",
        "los_red",
    ),
    (
        "en",
        "internet_no_connection",
        "router_lights",
        "no internet at home, my wife says LOS is red",
        "los_red",
    ),
    (
        "en",
        "internet_slow",
        "slow_what",
        "netflix keeps buffering at evenings, like 8-11pm, on everything",
        "evening",
    ),
    ("lt", "internet_slow", "slow_what", "vakarais lėta visuose įrenginiuose", "evening"),
    ("en", "internet_slow", "slow_what", "ping in cs2 is 200+ since the weekend, cable connected", "latency"),
    (
        "en",
        "internet_intermittent",
        "drop_scope",
        "keeps dropping, comes back itself, cable and wifi",
        "everyone",
    ),
    ("lt", "internet_intermittent", "drop_scope", "vis dingsta, per laidą ir per wifi", "everyone"),
    (
        "en",
        "phone_call_quality",
        "bad_sound_kind",
        "phone rings but cant hear the other person, they hear me fine",
        "one_way",
    ),
    ("lt", "phone_call_quality", "bad_sound_kind", "telefonas skamba, bet pašnekovo negirdžiu", "one_way"),
    (
        "en",
        "email_not_working",
        "mail_trouble",
        "cant recieve emails since i changed phone",
        "cannot_receive",
    ),
    (
        "lt",
        "email_not_working",
        "mail_trouble",
        "sukciai prisijunge prie mano pasto ir siuntineja laiskus visiem mano draugam",
        "strangers_send",
    ),
    (
        "en",
        "tv_no_signal",
        "screen_message",
        "My dad presses wrong buttons and TV shows only snow",
        "tv_message",
    ),
    (
        "lt",
        "tv_no_signal",
        "screen_message",
        "man neberodo televizorius, sako nera signalo, nežinau ką daryti",
        "tv_message",
    ),
    ("lt", "tv_no_signal", "screen_message", "man tv kanalai dingo, tik keli, lnk nerodo", "few_channels"),
    ("lt", "tv_no_signal", "screen_message", "po remonto televizorius neranda programų", "channel_search"),
    ("lt", "phone_no_dial_tone", "line_sound", "telefonas pypsi trumpai kai pakeliu ragelį", "short_beeps"),
    (
        "lt",
        "account_suspended",
        "suspension_sign",
        "mano sąskaita apmokėta, bet tv rašo paslauga sustabdyta",
        "already_paid",
    ),
    (
        "en",
        "account_suspended",
        "suspension_sign",
        "a page says service suspended. I paid this morning",
        "already_paid",
    ),
    (
        "lt",
        "account_suspended",
        "how_paid",
        "gavau sms kad skola 12 eur, bet jau vakar apmokejau per savitarna",
        "self_long",
    ),
    ("lt", "account_suspended", "how_paid", "sąskaita apmokėta prieš 5 dienas banke", "bank_long"),
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
    ("en", "internet_no_connection", "router_lights", "yesterday the router had internet red and the ont was all green"),
    ("lt", "internet_slow", "slow_what", "lėtas internetas, vakarais ir dieną vienodai"),
    ("en", "internet_no_connection", "router_lights", "no internet, my neighbour's los is blinking red"),
    ("en", "internet_no_connection", "router_lights", "no internet, yesterday los was blinking red"),
    ("en", "internet_no_connection", "router_lights", "no internet, los isn't blinking"),
    ("en", "internet_no_connection", "router_lights", "no internet, internet light is green"),
    ("en", "internet_no_connection", "router_lights", "the internet went off, lights fine?"),
    ("en", "internet_no_connection", "router_lights", "no internet, lights were green yesterday"),
    ("en", "internet_no_connection", "router_lights", "no internet, tv box light green"),
    ("en", "internet_no_connection", "router_lights", "no internet, technician: lights green"),
    ("en", "internet_no_connection", "router_lights", "no internet at home, my wife says the neighbour's LOS is red"),
    ("en", "internet_no_connection", "router_lights", "no internet at home, my wife says LOS was red yesterday"),
    ("en", "internet_no_connection", "router_lights", "no internet at home, my wife isn't sure if LOS is red"),
    ("lt", "internet_no_connection", "router_lights", "nėra interneto, kaimynui pon nedega"),
    ("lt", "internet_no_connection", "router_lights", "nėra interneto, ar pon turi mirksėti?"),
    ("lt", "internet_no_connection", "router_lights", "nėra interneto, PON gal nedega, LOS nedega"),
    ("lt", "internet_no_connection", "router_lights", "nėra interneto, kaimynė sako kad LOS raudona"),
    ("lt", "internet_no_connection", "router_lights", "nėra interneto, žmona sako, kad vakar LOS buvo raudona"),
    ("lt", "internet_no_connection", "router_lights", "nėra interneto, vakar lemputės buvo žalios"),
    ("lt", "internet_no_connection", "router_lights", "nėra interneto, ant priedėlio lemputė žalia"),
    ("en", "internet_slow", "slow_what", "slow on everything, not only in the evenings"),
    ("lt", "internet_slow", "slow_what", "lėta visur, ne tik vakarais"),
    ("lt", "account_suspended", "suspension_sign", "sustabdyta, o kaimyno sąskaita apmokėta"),
    ("lt", "account_suspended", "how_paid", "kaimynas vakar apmokėjo per savitarną"),
]  # fmt: skip


def asked(library: Library, guide: str, step: str, language: str) -> Question:
    found: Step = next(each for each in library[guide].steps if each.ref == step)
    options = tuple(
        Option(o.id, dict(o.label.items()), o.examples, o.pattern, outweighs=o.outweighs)
        for o in found.outcomes
    )
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
