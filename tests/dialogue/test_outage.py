"""An outage: asked after beside a fault, or told of by neighbours who are without it too."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import told

PAGE = ["outages-and-compensation"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "nėra interneto, ir kaimynai neturi"),
        ("lt", "dingo internetas, kaimynei irgi dingo"),
        ("lt", "internetas neveikia nuo ryto, visoje laiptinėje nėra"),
        ("lt", "visas namas be interneto, klausiau kaimynų"),
        ("lt", "visame name nėra interneto, kaimynų klausiau"),
        ("lt", "visame name nėra interneto, kalbėjau su kaimynais"),
        ("lt", "vėl nėra interneto, visame name, paklausiau dviejų kaimynų"),
        ("en", "no internet, and next door have none either"),
        ("en", "the internet is down and the neighbours are off too"),
        ("en", "no internet since morning, the whole building is without it"),
        ("en", "no internet again, the whole house, I asked two neighbours"),
        ("en", "no internet in the whole house for the last hour, I asked next door"),
    ],
)
def test_neighbours_without_it_too_need_no_test_at_home(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario is None
    assert [source.id for source in reply.sources] == PAGE
    reported = shipped_agent.reply(reply.conversation_id, choice="yes")
    assert reported.ticket is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "viskas įkišta. kaimynai irgi neturi"),
        ("lt", "ne tik pas mus, ir kaimynas be interneto"),
        ("en", "cables are fine. next door hasn't got it either"),
        ("en", "it isn't only us, my neighbour is offline as well"),
    ],
)
def test_nor_in_the_middle_of_a_guide(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, "los_red")
    assert reply.scenario is None
    assert [source.id for source in reply.sources] == PAGE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "nėra interneto, o kaimynas turi"),
        ("lt", "nėra interneto, kaimynai irgi turi internetą, jiems veikia"),
        ("lt", "nėra interneto, kaimynų nėra namie, nežinau kaip jiems"),
        ("lt", "neveikia internetas, kaimynai neturi, bet jų kitas tiekėjas"),
        ("lt", "visame name nėra interneto, klausiau kaimynų, jiems yra"),
        ("lt", "visame name nėra interneto, kaimynų neklausiau"),
        ("lt", "visame name nėra interneto, nei telefone, nei kompiuteryje"),
        ("lt", "visame name nėra interneto, klausiau kaimynų, nežino"),
        ("lt", "visame name nėra interneto, klausiau kaimynų slaptažodžio"),
        ("lt", "visame name nėra interneto, klausiau kaimynų, neatidaro durų"),
        ("lt", "visame name nėra interneto, klausiau kaimynų, ar galiu prisijungti"),
        ("lt", "visame name nėra interneto, tikrinau lemputes, kaimynas padėjo"),
        ("lt", "visame name nėra interneto, kalbėjau su žmona, o kaimynas atėjo padėti"),
        ("en", "no internet, but the neighbours have it"),
        ("en", "no internet in the whole house, I haven't asked the neighbours"),
        ("en", "no internet in the whole house, I asked the neighbours, they are fine"),
        ("en", "no internet in the whole house on any device"),
        ("en", "no internet in the whole house, asked next door for their wifi password"),
        ("en", "no internet in the whole house, I asked a neighbour to help"),
        ("en", "no internet in the whole house, I asked the neighbours but they're not in"),
        ("en", "no internet in the whole house, I asked my son, and the neighbour helped with the cable"),
        ("en", "no internet, my neighbour has no problems with hers"),
        ("en", "no internet, next door hasn't either but they're with another provider"),
        ("en", "no internet, I only see the neighbours' wifi"),
    ],
)
def test_neighbours_who_are_well_change_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert [source.id for source in reply.sources] != PAGE


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("lt", "ir dukra, ir kaimynas tą patį sako", "phone_call_quality"),
        ("lt", "kaimynai neturi šitos bėdos", "internet_slow"),
        ("en", "power cut, the neighbours are out as well", "router_no_power"),
        ("en", "my neighbour hasn't got that trouble", "internet_slow"),
    ],
)
def test_only_a_service_that_is_gone_may_be_an_outage(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    assert [source.id for source in told(shipped_agent, language, text, guide=guide).sources] != PAGE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ar Šilainiuose avarija? neturiu interneto"),
        ("lt", "neveikia internetas, gal čia bendras gedimas?"),
        ("en", "no internet at all, is there an outage round here?"),
        ("en", "is there an outage in Kaunas? my internet is dead"),
    ],
)
def test_an_outage_asked_after_is_told_of_and_the_fault_is_taken_up(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert [source.id for source in reply.sources] == PAGE
    assert reply.scenario == "internet_no_connection"
    nothing = {"lt": "ten nieko nerodo", "en": "nothing is shown there"}[language]
    again = shipped_agent.reply(reply.conversation_id, text=nothing)
    assert again.step == reply.step


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "po elektros avarijos nėra interneto"),
        ("lt", "nėra interneto, tik neaiškinkit apie avarijas"),
        ("en", "no internet after the power outage"),
        ("en", "no internet"),
    ],
)
def test_an_outage_that_is_not_asked_after_is_not_told_of(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert not shipped_agent.start(text=text, language=language).sources


@pytest.mark.parametrize(
    ("language", "text"),
    [("lt", "namie nėra interneto, o aš darbe"), ("en", "no internet at home and I'm at work till late")],
)
def test_whoever_is_elsewhere_need_not_hurry(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert {"lt": "Kai būsite namie", "en": "When you are home"}[language] in reply.text
    assert reply.step == "router_lights"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "dega raudona LOS. ir kaimyno"),
        ("lt", "ne tik man, visai laiptinei dingo"),
        ("lt", "pas mus visas daugiabutis skundžiasi"),
        ("lt", "gatvėj ekskavatorius kasa, nuo tada ryšio nebėra"),
        ("en", "red on mine. and on the neighbour's"),
        ("en", "it's not just me, the whole stairwell is without it"),
        ("en", "everyone in our block is complaining, just report it"),
        ("en", "men with a digger in the road have gone through something"),
    ],
)
def test_a_whole_house_or_a_cable_cut_in_the_street_is_reported_not_tested(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text)
    assert reply.scenario is None
    assert [source.id for source in reply.sources] == PAGE
    assert shipped_agent.reply(reply.conversation_id, choice="yes").ticket is not None


@pytest.mark.parametrize(
    ("language", "complaint"),
    [("lt", "nėra interneto. visas daugiabutis."), ("en", "no internet. whole building.")],
)
def test_who_is_without_it_may_be_said_in_two_words(
    shipped_agent: Agent, language: str, complaint: str
) -> None:
    reply = shipped_agent.start(text=complaint, language=language)
    assert [source.id for source in reply.sources] == PAGE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "pas mane raudona LOS, pas kaimyną ne"),
        ("lt", "visam daugiabuty elektros nėra"),
        ("lt", "routeris stovi pas kaimyną, nematau"),
        ("en", "red LOS at mine, not at the neighbour's"),
        ("en", "there's no electricity in the whole building"),
        ("en", "my son left his toy digger on it, lights as usual"),
    ],
)
def test_neighbours_who_are_only_named_report_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    assert [source.id for source in told(shipped_agent, language, text).sources] != PAGE


@pytest.mark.parametrize(
    ("language", "complaint", "text"),
    [
        ("lt", "ar Kaune avarija? nėra interneto", "neprisijungiu ten, gal pats pažiūrėkit"),
        ("en", "is there an outage? internet is dead", "i can't log in there. can't you look?"),
    ],
)
def test_who_cannot_open_the_list_of_outages_is_told_who_can(
    shipped_agent: Agent, language: str, complaint: str, text: str
) -> None:
    reply = shipped_agent.start(text=complaint, language=language)
    again = shipped_agent.reply(reply.conversation_id, text=text)
    assert again.step == reply.step == "router_lights"
    assert "0 700 00 555" in again.text


@pytest.mark.parametrize(
    ("language", "text"),
    [("lt", "visi kaimynai be interneto"), ("en", "the whole building has no internet, neighbours too")],
)
def test_nor_is_it_asked_which_of_these_it_is(shipped_agent: Agent, language: str, text: str) -> None:
    asked = shipped_agent.start(
        text={"lt": "padėkit, bėda", "en": "help, there's trouble"}[language], language=language
    )
    reply = shipped_agent.reply(asked.conversation_id, text=text)
    assert [source.id for source in reply.sources] == PAGE


@pytest.mark.parametrize(
    ("language", "asked", "text"),
    [
        ("en", "is there an outage in my street?", "yes, report it, but is it known when it ends?"),
        ("en", "is there an outage? my internet is down", "yes, report it, but is it known when it ends?"),
        ("en", "my neighbours have no internet either", "yes, report it, but is it known when it ends?"),
        ("en", "is there an outage in my street?", "yes, report it"),
        ("lt", "ar yra gedimas mūsų gatvėje?", "taip, praneškit, o kada sutvarkysit?"),
        ("lt", "pas kaimynus irgi nėra interneto", "taip, praneškit, o kada sutvarkysit?"),
        ("lt", "ar yra gedimas mūsų gatvėje?", "taip, praneškit"),
    ],
)
def test_a_yes_to_reporting_it_reports_it_whatever_is_asked_beside(
    shipped_agent: Agent, language: str, asked: str, text: str
) -> None:
    begun = shipped_agent.start(text=asked, language=language).conversation_id
    assert shipped_agent.reply(begun, text=text).ticket is not None


@pytest.mark.parametrize(
    ("language", "asked", "text"),
    [
        ("en", "is there an outage in my street?", "yes, I see, thanks"),
        ("en", "how do I pay the bill?", "yes, report it"),
        ("lt", "ar yra gedimas mūsų gatvėje?", "nepraneškit, palauksiu"),
    ],
)
def test_what_is_no_order_to_report_it_reports_nothing(
    shipped_agent: Agent, language: str, asked: str, text: str
) -> None:
    begun = shipped_agent.start(text=asked, language=language).conversation_id
    assert shipped_agent.reply(begun, text=text).ticket is None
