"""The keyword side: analysis of words, and TF-IDF against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest

from agent.knowledge.analysis import grams, stem, terms, tokens
from agent.knowledge.restorer import Restorer
from agent.knowledge.tfidf import ANALYSERS, fit, from_parts, to_parts

NEGATED = """
veikia neveikia | dega nedega | mirksi nemirksi | rodo nerodo | jungiasi nesijungia | kraunasi nesikrauna
girdi negirdi | matau nematau | gaunu negaunu | randa neranda | siunčia nesiunčia | atsidaro neatsidaro
įsijungia neįsijungia | prisijungia neprisijungia | yra nėra | galiu negaliu | noriu nenoriu | žinau nežinau
turiu neturiu | reikia nereikia | pavyksta nepavyksta | atsako neatsako | reaguoja nereaguoja | pasiekia nepasiekia
veikė neveikė | degė nedegė | veiks neveiks | bus nebus | buvo nebuvo | liko neliko | veikia nebeveikia
dega nebedega | rodo neberodo | gaunu nebegaunu | galiu nebegaliu | jungia nebejungia | mato nebemato
randu neberandu | atsidaro nebeatsidaro | reikia nebereikia | traukia netraukia | stringa nestringa
nutrūksta nenutrūksta | keičia nekeičia | moka nemoka | apmokėta neapmokėta | suprantu nesuprantu | perkrovė neperkrovė
įjungta neįjungta | išjungta neišjungta | prijungtas neprijungtas | ryšys neryšys | žalia nežalia | raudona neraudona
"""
PAIRS = [tuple(pair.split()) for line in NEGATED.strip().splitlines() for pair in line.split("|")]

TEXTS = (
    "Kaip pakeisti Wi-Fi slaptažodį? Slaptažodis užrašytas lipduke.",
    "How do I change the Wi-Fi password? The password is on the sticker.",
    "Internetas neveikia: perkraukite maršrutizatorių.",
    "The internet is not working: restart the router at 192.168.1.1.",
)


def test_there_are_enough_negated_pairs() -> None:
    assert len(PAIRS) >= 50


@pytest.mark.parametrize(("plain", "negated"), PAIRS)
def test_negation_is_another_word(plain: str, negated: str) -> None:
    assert not set(terms(plain)) & set(terms(negated))
    starts = {gram for gram in grams(negated) if gram.startswith(" ne")}
    assert starts and not starts & set(grams(plain))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wi-Fi 2.4GHz 5G", ["wifi", "2.4ghz", "5g"]),
        ("192.168.1.1", ["192.168.1.1"]),
        ("It doesn't work, can't connect", ["it", "does", "not", "work", "ca", "not", "connect"]),
        ("dont", ["do", "not"]),
        ("e-mail", ["email"]),
        ("ŠVIESOLAIDINIS Žąsis", ["sviesolaidinis", "zasis"]),
        ("", []),
        ("\x00\ud800 …", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("maršrutizatorius", "marsrutizatoriaus"),
        ("slaptažodis", "slaptazodi"),
        ("lemputės", "lempute"),
        ("internetas", "interneto"),
        ("kabelis", "kabeliu"),
        ("lemputė", "lempučių"),
        ("greitis", "greičio"),
        ("restarting", "restart"),
        ("billed", "bill"),
        ("lights", "light"),
        ("bills", "bill"),
    ],
)
def test_forms_of_a_word_meet(one: str, other: str) -> None:
    assert {stem(token) for token in tokens(one)} == {stem(token) for token in tokens(other)}


def test_a_question_without_diacritics_scores_the_same() -> None:
    keywords = fit(TEXTS)
    marked, plain = (keywords.score(q)["keyword"] for q in ("pamiršau slaptažodį", "pamirsau slaptazodi"))
    np.testing.assert_array_equal(marked, plain)
    assert marked.argmax() == 0


def test_scores_are_those_of_scikit_learn_when_every_term_is_known() -> None:
    from sklearn.feature_extraction.text import TfidfVectorizer

    keywords = fit(TEXTS)
    for name, analyser in ANALYSERS.items():
        vectoriser = TfidfVectorizer(analyzer=analyser, sublinear_tf=True)
        matrix = vectoriser.fit_transform(TEXTS)
        expected = (matrix @ vectoriser.transform([TEXTS[3]]).T).toarray().ravel()
        np.testing.assert_allclose(keywords.score(TEXTS[3])[name], expected, rtol=1e-5, atol=1e-6)


def test_unknown_words_lower_the_score() -> None:
    keywords = fit(TEXTS)
    sure, unsure = (keywords.score(q)["words"].max() for q in ("router", "router zzz yyy xxx"))
    assert unsure < sure / 1.5
    assert keywords.known("router") == 1.0
    assert 0 < keywords.known("router zzz yyy xxx") < 0.4


def test_parts_come_back_as_they_were() -> None:
    keywords = fit(TEXTS)
    again = from_parts(*to_parts(keywords))
    np.testing.assert_array_equal(
        again.score("wifi password")["keyword"], keywords.score("wifi password")["keyword"]
    )


def test_parts_that_do_not_fit_are_refused() -> None:
    arrays, vocabulary = to_parts(fit(TEXTS))
    with pytest.raises(ValueError, match="does not fit"):
        from_parts(arrays, {**vocabulary, "words": vocabulary["words"][1:]})


def test_empty_corpus_and_empty_question() -> None:
    assert fit(()).score("labas")["keyword"].shape == (0,)
    assert not fit(TEXTS).score("")["keyword"].any()


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("pamirsau slaptazodi", "pamirsau slaptažodį"),  # the first word is not in the texts
        ("slaptažodį", "slaptažodį"),
        ("as is", "as is"),  # short words stay: English has them too
        ("lipduke", "lipduke"),
    ],
)
def test_restorer_marks_only_what_the_texts_know(asked: str, read: str) -> None:
    texts = ("Pakeiskite slaptažodį.", "Įveskite slaptažodį lipduke, aš iš čia.")
    assert Restorer(texts).restore(asked) == read


def test_restorer_leaves_what_is_not_clear() -> None:
    assert Restorer(("kasa kąsa kasa kasą",)).restore("kasa") == "kasa"
