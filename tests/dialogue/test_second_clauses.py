"""What stands beside an answer, a yes or good news in the same reply is heard: what still fails, what it was, a wish, a word of thanks."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Owner, ReplyKind, Status
from tests.dialogue.talking import INTERNET, pressed, told

PAID = ("already_paid", "bank_recent")  # to "is it back?"
CUT_OFF, SILENT, NO_PICTURE = "account_suspended", "tv_silent", "tv_no_signal"
ONE_CHANNEL = ("one_silent",)  # to "do your channels have sound now?"
BROKEN = ("los_red", "fibre_damaged")  # to "shall I book a visit?"
ON_AIR = ("wire_works", "no_wifi_name", "own_name")  # to "is it working on all your devices?"


@pytest.mark.parametrize(
    ("language", "text", "partly"),
    [
        ("en", "ok its back now, but tv isnt", True),
        ("lt", "internetas jau grįžo, bet televizija ne", True),
        ("en", "its back now, but the tv took a while", False),
        ("en", "it's back now", False),
        ("lt", "jau grįžo", False),
    ],
)
def test_what_still_fails_beside_the_answer(
    shipped_agent: Agent, language: str, text: str, partly: bool
) -> None:
    reply = told(shipped_agent, language, text, *PAID, guide=CUT_OFF)
    assert (reply.status is Status.ESCALATED) is partly
    assert (reply.step == "closing") is not partly


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the phone works now, but the printer won't connect"),
        ("lt", "telefonas jau veikia, bet spausdintuvas neprisijungia"),
    ],
)
def test_one_device_that_is_left(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, *ON_AIR)
    assert reply.scenario == "internet_single_device"


@pytest.mark.parametrize(
    ("language", "text", "closed"),
    [
        ("en", "omg yes it was set on english audio description. thank u so much", True),
        ("en", "yes, it was set to another language, thanks", True),
        ("lt", "taip, buvo ne ta kalba nustatyta, labai ačiū", True),
        ("en", "yes it was muted but no sound, thanks", False),
        ("en", "yes it was set to english and still is, thanks", False),
        ("en", "yes it was on the wrong channel, now nothing, thanks", False),
        ("en", "was it set to english? thanks", False),
        ("lt", "taip, buvo nustatyta, bet vis tiek tyli, ačiū", False),
        ("lt", "buvo ne ta kalba, ačiū", False),
    ],
)
def test_a_yes_with_what_it_was(shipped_agent: Agent, language: str, text: str, closed: bool) -> None:
    reply = told(shipped_agent, language, text, *ONE_CHANNEL, guide=SILENT)
    assert (reply.status is Status.RESOLVED) is closed


@pytest.mark.parametrize(
    ("language", "text", "booked"),
    [
        ("en", "will he come on a saturday if today is friday? and yes book pls", True),
        ("lt", "kiek trunka 2 darbo dienos, jei šiandien penktadienis? ir taip, užsakykit", True),
        ("en", "how much is it? and yes if it's free", False),
        ("en", "if it is not free can i say no? oh yes, book it after you tell me", False),
        ("en", "do you book it if i say yes? yes", False),
        ("en", "yes, if my landlord agrees?", False),
        ("en", "what day? my dog chewed it", False),
        ("en", "is it paid for? no, don't book", False),
        ("lt", "kiek trunka 2 darbo dienos? ne, neužsakykit", False),
    ],
)
def test_a_yes_behind_a_question(shipped_agent: Agent, language: str, text: str, booked: bool) -> None:
    reply = told(shipped_agent, language, text, *BROKEN)
    assert bool(reply.ticket) is booked


@pytest.mark.parametrize(
    ("language", "text", "news"),
    [
        ("en", "but everything works! I only got a text", True),
        ("lt", "bet man viskas veikia! tik SMS gavau", True),
        ("en", "but nothing works! I only got a text", False),
        ("en", "but everything works except the tv", False),
        ("lt", "bet viskas veikia tik kai perkraunu", False),
    ],
)
def test_nothing_was_ever_wrong(shipped_agent: Agent, language: str, text: str, news: bool) -> None:
    reply = told(shipped_agent, language, text, "already_paid", "self_long", guide=CUT_OFF)
    assert (reply.step == "closing") is news


@pytest.mark.parametrize(
    ("language", "complaint", "text"),
    [
        (
            "en",
            "wifi is gone on every phone, but the pc by cable works perfectly",
            "it works by cable, how many times",
        ),
        (
            "lt",
            "wifi dingo visuose telefonuose, bet kompiuteris laidu veikia puikiai",
            "sakiau, laidu veikia",
        ),
    ],
)
def test_news_of_the_cable_is_none_of_the_wifi(
    shipped_agent: Agent, language: str, complaint: str, text: str
) -> None:
    begun = shipped_agent.start(text=complaint, language=language, scenario=INTERNET).conversation_id
    assert shipped_agent.reply(begun, text=text).step != "closing"


@pytest.mark.parametrize(
    ("language", "text", "wished"),
    [
        ("lt", "NE. sakiau visur juoda, nusibodo jau, kada siųsit žmogų?", True),
        ("lt", "ar galit atsiųsti žmogų namo?", True),
        ("en", "can you send someone home?", True),
        ("lt", "skambinti galiu, bet man paskambinus užimta", False),
        ("lt", "ne, man nereikia žmogaus, noriu pats sutvarkyti", False),
        ("en", "I don't need a person, I want to fix it myself", False),
        ("lt", "senas žmogus esu, kur ta WAN skylė?", False),
        ("en", "I'm an old person, where is that WAN hole?", False),
        ("lt", "pakvieskit žmogų, aš senas žmogus", True),
        ("en", "send a person, I am an old person", True),
        ("lt", "žmogaus nereikia, reikia meistro", True),
        ("en", "thank your technician for coming but send him again", True),
        ("en", "I need no person, I want to mend it myself", False),
        ("en", "no person please, I want the steps", False),
        ("en", "I want to fix it, no technician", False),
        ("en", "I want a technician, no person in chat please", True),
        ("lt", "galit atsiųsti žmogų", True),
        ("lt", "prašau atsiųsti ką nors paskaityti apie lemputes", False),
        ("lt", "kada atsiųsite meistrą, jei užsakysiu?", False),
        ("lt", "gal reikėtų atsiųsti ką nors sąskaitą el paštu", False),
        ("lt", "neatsiuntė meistro kaip žadėjo atsiųsti", False),
        ("lt", "ar atsiųsit meistrą?", False),
        ("lt", "ar siųsit žmogų kai neatsidarys puslapis", False),
    ],
)
def test_a_wish_for_a_person_and_what_is_none(
    shipped_agent: Agent, language: str, text: str, wished: bool
) -> None:
    begun = pressed(shipped_agent, language, "black", guide=NO_PICTURE)
    shipped_agent.reply(begun, text=text)
    assert (shipped_agent.get(begun).owner is Owner.PERSON or bool(shipped_agent.get(begun).ticket)) is wished


@pytest.mark.parametrize(
    ("language", "asked", "text"),
    [
        ("en", "how do I change the plan?", "that's not what I asked. I want a person to call me"),
        ("lt", "kaip pasikeisti planą?", "ne to klausiau. noriu, kad man paskambintų žmogus"),
    ],
)
def test_a_wish_in_a_protest(shipped_agent: Agent, language: str, asked: str, text: str) -> None:
    begun = shipped_agent.start(text=asked, language=language).conversation_id
    assert shipped_agent.reply(begun, text=text).kind is ReplyKind.HANDED_OVER


@pytest.mark.parametrize(
    ("language", "text", "praise"),
    [
        ("lt", "gerai veikia viskas, tik norėčiau pagirti meistrą Tomą", True),
        ("en", "all works fine, just wanted to thank the technician Tom", True),
        ("en", "I wanted to thank you for nothing, the internet is still dead", False),
        ("lt", "norėčiau padėkoti meistrui, bet internetas vis dar neveikia", False),
        ("en", "want to thank you and cancel my contract", False),
        ("en", "i praise your service, it has been down all week", False),
        ("en", "fix your website please, and praise the lord it works", False),
        ("en", "i wanted to thank whoever switched it off", False),
        ("lt", "gerą žodį pasakyčiau, jei veiktų", False),
    ],
)
def test_a_good_word(shipped_agent: Agent, language: str, text: str, praise: bool) -> None:
    reply = shipped_agent.start(text=text, language=language)
    thanked = "malonu girdėti" in reply.text or "good to hear" in reply.text
    assert (thanked and reply.kind is ReplyKind.COURTESY) is praise
    assert not (praise and reply.ticket)


@pytest.mark.parametrize(
    ("language", "text", "back"),
    [
        ("lt", "internetas pradejo veikt savaime, aciu nebereikia nieko", True),
        ("en", "i've cable internet problem solved itself thanks anyway", True),
        ("lt", "ačiū, savaime atsirado dvokas iš maršrutizatoriaus", False),
        ("lt", "internetas savaime atsirado ir vel dingo, aciu", False),
        ("lt", "ačiū, pats atsirado, o po to vėl išnyko", False),
        ("lt", "tv savaime pradejo veikti, aciu, o telefonas ne", False),
        ("lt", "ačiū, savaime atsirado kanalai, garso nėra", False),
        ("en", "the tv came back by itself thanks, internet not", False),
        ("en", "internet came back by itself then vanished, thanks", False),
        ("en", "thanks, internet stopped by itself", False),
        ("en", "thanks, started working by itself and died", False),
        ("en", "it usually started working by itself, thanks, now it doesn't", False),
        ("lt", "ne viskas veikia gerai", False),
    ],
)
def test_what_came_back_by_itself(shipped_agent: Agent, language: str, text: str, back: bool) -> None:
    assert (shipped_agent.start(text=text, language=language).kind is ReplyKind.COURTESY) is back


@pytest.mark.parametrize("guide", [None, INTERNET])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "english please, is something burning here"),
        ("lt", "lietuviškai prašau, ar čia kažkas dega"),
    ],
)
def test_danger_beside_the_language_asked_for(
    shipped_agent: Agent, guide: str | None, language: str, text: str
) -> None:
    if guide is None:
        reply = shipped_agent.start(text=text, language=language)
    else:
        reply = told(shipped_agent, language, text, guide=guide)
    assert [each.id for each in reply.choices] == ["yes", "no"]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "lietuviškai prašau, LOS raudona", "lt"),
        ("lt", "in english please, LOS is red", "en"),
    ],
)
def test_an_answer_beside_the_language_asked_for(
    shipped_agent: Agent, language: str, text: str, said: str
) -> None:
    reply = told(shipped_agent, language, text)
    assert (reply.language, reply.step) == (said, "fibre_cable")


@pytest.mark.parametrize(
    "text", ["programoj rašo 'cannot connect smtp', gaut gaunu", "rašo ‘cannot connect to server’ ir viskas"]
)
def test_what_a_screen_says_in_single_quotes_is_not_ones_language(shipped_agent: Agent, text: str) -> None:
    assert shipped_agent.start(text=text, language="lt").language == "lt"


@pytest.mark.parametrize(
    ("language", "text", "alarm"),
    [
        ("en", "it's when it rains, maybe water gets in the outside box", True),
        ("en", "water in the outside box where the electricity meter is", True),
        ("en", "no internet, water in the outside box", True),
        ("en", "water in the outside box and in the socket", True),
        ("lt", "vanduo lauko dėžutėje", True),
        ("lt", "vanduo dėžutėje lauke, ten kur elektros automatai", True),
        ("lt", "vanduo lauko dėžutėje, lempos mirga", True),
        ("en", "water got into the box", True),
        ("en", "water got in the outside socket", True),
        ("lt", "vanduo pateko į dėžutę", True),
    ],
)
def test_water_in_a_box_outside_is_danger_as_in_any_other(
    shipped_agent: Agent, language: str, text: str, alarm: bool
) -> None:
    reply = told(shipped_agent, language, text, guide="phone_call_quality")
    assert bool(reply.ticket) is alarm


@pytest.mark.parametrize(
    ("language", "alarm", "text"),
    [
        ("en", "my router is on fire", "can you cancel that request? nothing is burning"),
        ("lt", "dega maršrutizatorius", "atšaukit užklausą, niekas nedega"),
    ],
)
def test_the_request_of_a_false_alarm_is_no_question(
    shipped_agent: Agent, language: str, alarm: str, text: str
) -> None:
    begun = shipped_agent.start(text=alarm, language=language).conversation_id
    shipped_agent.reply(begun, text=text)
    reply = shipped_agent.reply(begun, choice="no")
    assert reply.sources == ()


@pytest.mark.parametrize(
    ("language", "complaint"),
    [("lt", "kažkas neveikia"), ("en", "something isn't working")],
)
def test_which_of_these_is_put_again_with_its_names(
    shipped_agent: Agent, language: str, complaint: str
) -> None:
    reply = shipped_agent.start(text=complaint, language=language)
    for text in ("what is a router?", "kas yra maršrutizatorius?", "???"):
        reply = shipped_agent.reply(reply.conversation_id, text=text)
        assert "{" not in reply.text
