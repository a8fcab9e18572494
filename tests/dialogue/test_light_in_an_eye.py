"""The light of a fibre in an eye is a danger with words of its own; looking at the cable, as the guide asks, is none."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, Status
from agent.understanding import find_acts

GUIDE = "internet_no_connection"
SURE = 0.75

IN_AN_EYE = [
    ("lt", "vaikas pažiūrėjo į šviesolaidžio galą"),
    ("en", "my son looked into the end of the fibre"),
    ("en", "my son looked into the end of the fiber"),
    ("lt", "vaikas spoksojo į šviesolaidį"),
    ("en", "kid stared into the fibre end"),
    ("en", "kid stared into the fiber end"),
    ("lt", "skauda akį, žiūrėjau į laido galą"),
    ("en", "my eye hurts, I looked in the cable end"),
    ("lt", "skauda akį, žiūrėjau į laido šviesą"),
    ("en", "my eye stings, I looked straight into the light"),
    ("lt", "man skauda akis, pažiūrėjau į tą mėlyną laidą"),
    ("en", "my eyes hurt i looked in that blue cable thing"),
    ("lt", "skauda akis, pažiūrėjau į šviesolaidį"),
    ("en", "eyes hurt, I looked at the fibre"),
    ("lt", "lazeris pataikė į akį"),
    ("en", "the laser went in my eye"),
    ("lt", "lazeris apšvietė akis"),
    ("en", "laser light got into both eyes"),
    ("en", "I looked into the fibre and now I see spots"),
    ("en", "I looked into the fiber, my vision is funny"),
    ("en", "the fibre light hit my eye"),
    ("en", "I stared at the red light from the cable"),
    ("en", "light from the cable got in my eye"),
    ("en", "he shone the fibre into his eyes"),
    ("en", "stared into the light in the fibre"),
    ("en", "I looked at the fibre but now my eyes hurt"),
    ("en", "laser shone at my eyes"),
    ("lt", "lazerio šviesa pataikė į akį"),
    ("lt", "žiūrėjau į šviesolaidį ir dabar akyse raibuliuoja"),
    ("lt", "vaikas pasišvietė šviesolaidžiu į akis"),
    ("lt", "šviesolaidis pašvietė į akis"),
    ("lt", "šviesa iš laido pataikė į akį"),
    ("lt", "pažiūrėjau į šviesolaidį, mirga akyse"),
    ("lt", "žiūrėjau į raudoną šviesą iš kabelio"),
    ("lt", "žiurejau i sviesolaidi, akyse demes"),
]

NOT_IN_AN_EYE = [
    ("lt", "pažiūrėjau į šviesolaidį, nesulenktas"),
    ("en", "I looked at the fibre, not bent"),
    ("lt", "žiūrėjau į šviesolaidžio kabelį, jis sulenktas"),
    ("en", "I looked into the cable, no damage"),
    ("lt", "žiūrėjau į šviesolaidžio dėžutę, dega žaliai"),
    ("en", "I looked at the fibre box, it's green"),
    ("lt", "žiūrėjau į šviesolaidžio pasiūlymus, kiek kainuoja?"),
    ("en", "I looked into your fibre offers but my internet is slow"),
    ("lt", "lazerinis spausdintuvas neveikia, užmeskit akį"),
    ("en", "the laser printer is offline, keep an eye on it"),
    ("lt", "skauda akis, nematau kabelio užrašo"),
    ("en", "my eyes hurt, I can't see the cable label"),
    ("lt", "pažiūrėjau į antgalį, jis įspaustas"),
    ("en", "I looked at the end of the fibre, it is pushed in"),
    ("lt", "nežiūrėjau į šviesolaidžio galą"),
    ("en", "I did not look into the end of the fibre"),
    ("lt", "akimis palydėjau kabelį iki sienos, sveikas"),
    ("en", "I followed the cable with my eyes, no damage"),
    ("en", "I looked into the end of the corridor, no box there"),
    ("en", "eyes are sore but I looked at the cable, all fine"),
    ("en", "my eyes are sore, but I looked at the cable, all fine"),
    ("en", "I had laser surgery on my eyes, I can't see which light is on"),
    ("en", "my laser printer hurts my eyes with its light"),
    ("en", "I looked at the fibre and see spots on the cable"),
    ("en", "I stared at the red light on the router for an hour"),
    ("en", "I looked into the fibre offers, the price is funny"),
    ("en", "keep an eye on the fibre light"),
    ("en", "the red light on the router shines in my eyes"),
    ("en", "I looked at the cable, can't see well, old eyes"),
    ("en", "my vision is weak, I looked for the fibre"),
    ("en", "I looked at the light on the fibre box, it's red"),
    ("en", "I looked into the slow fibre internet"),
    ("lt", "po lazerio operacijos akis dar silpna, nematau lempučių"),
    ("lt", "lazerio spausdintuvas, akys pavargo"),
    ("lt", "lemputė mirga, nesimato akimis"),
    ("lt", "lemputė šviečia į akis"),
    ("lt", "routeris naktį šviečia į akis"),
    ("lt", "pažiūrėjau į šviesolaidį, lemputė mirga"),
    ("lt", "žiūrėjau į šviesą koridoriuje"),
    ("lt", "užmečiau akį į šviesolaidį, sveikas"),
    ("lt", "pasišviečiau telefonu, šviesolaidis sveikas"),
    ("lt", "skauda akis, bet pažiūrėjau į kabelį, viskas gerai"),
    ("lt", "lazeriu operavo akis, blogai matau"),
    ("lt", "operavo akis lazeriu, blogai matau"),
    ("en", "after laser eye surgery in my left eye I can't read the label"),
    ("lt", "žiūrėjau į šviesolaidžio dėžutę, mirga žaliai"),
    ("lt", "televizoriaus vaizdas raibuliuoja, akys skauda"),
]

OF_THE_EYE = {
    "lt": ("Nusukite akis", "Akies netrinkite", "akių gydytojas", "112", "kolegai"),
    "en": ("Look away", "rub the eye", "eye doctor", "112", "colleague"),
}
OF_SMOKE = {"lt": "kibirkščiuoja", "en": "sparking"}


@pytest.mark.parametrize(("language", "text"), IN_AN_EYE)
def test_light_in_an_eye_is_danger_by_rule(language: str, text: str) -> None:
    heard = {act.name for act in find_acts(text, language) if act.confidence >= SURE}
    assert {"danger", "dazzled"} <= heard


@pytest.mark.parametrize(("language", "text"), NOT_IN_AN_EYE)
def test_looking_at_a_cable_is_none_by_rule(language: str, text: str) -> None:
    assert not {"danger", "dazzled"} & {act.name for act in find_acts(text, language)}


def at_the_fibre(agent: Agent, language: str, *texts: str) -> list[Reply]:
    begun = agent.start(language=language, scenario=GUIDE).conversation_id
    agent.reply(begun, choice="los_red")
    return [agent.reply(begun, text=text) for text in texts]


@pytest.mark.parametrize(("language", "text"), IN_AN_EYE)
def test_it_is_told_in_words_of_its_own(shipped_agent: Agent, language: str, text: str) -> None:
    (reply,) = at_the_fibre(shipped_agent, language, text)
    assert reply.status is Status.ESCALATED
    assert all(word in reply.text for word in OF_THE_EYE[language])
    assert OF_SMOKE[language] not in reply.text


@pytest.mark.parametrize(("language", "text"), NOT_IN_AN_EYE)
def test_what_the_guide_asks_for_frightens_nobody(shipped_agent: Agent, language: str, text: str) -> None:
    (reply,) = at_the_fibre(shipped_agent, language, text)
    assert OF_SMOKE[language] not in reply.text
    assert OF_THE_EYE[language][0] not in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "žiūrėjau į šviesolaidžio pasiūlymus, kiek kainuoja?"),
        ("lt", "lazerinis spausdintuvas neveikia, užmeskit akį"),
        ("en", "I looked into your fibre offers but my internet is slow"),
        ("en", "the laser printer is offline, keep an eye on it"),
    ],
)
def test_no_first_message_of_it_is_danger(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(language=language, text=text)
    assert reply.status is not Status.ESCALATED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "lazeris pataikė į akį, o iš rozetės eina dūmai"),
        ("en", "the laser went in my eye and the socket is smoking"),
    ],
)
def test_of_smoke_beside_it_both_are_told(shipped_agent: Agent, language: str, text: str) -> None:
    (reply,) = at_the_fibre(shipped_agent, language, text)
    assert OF_SMOKE[language] in reply.text
    assert OF_THE_EYE[language][0] in reply.text


@pytest.mark.parametrize(
    ("language", "first", "after"),
    [
        ("lt", "lazeris pataikė į akį", "akį vis dar skauda"),
        ("lt", "lazeris pataikė į akį", "lazeris man pataikė į akį!"),
        ("en", "the laser went in my eye", "my eye still hurts"),
        ("en", "the laser went in my eye", "the laser hit my eye, what now"),
    ],
)
def test_told_again_it_is_still_of_the_eye(
    shipped_agent: Agent, language: str, first: str, after: str
) -> None:
    reply = at_the_fibre(shipped_agent, language, first, after)[-1]
    assert OF_THE_EYE[language][2][:8] in reply.text
    assert all(word not in reply.text for word in ("dūm", "smoke", "gryn", "fresh air"))
