"""The keyword side: analysis of words, and TF-IDF against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest

from agent.knowledge.analysis import grams, stem, stems, terms, tokens
from agent.knowledge.keywords import ANALYSERS, fit, from_parts, to_parts
from agent.knowledge.postings import highest
from agent.knowledge.restorer import Restorer
from agent.knowledge.wordforms import marked_forms

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
        ("HG8245H TL-WR841N CAT5e 4k60 E1042", ["hg8245h", "tlwr841n", "cat5e", "4k60", "e1042"]),
        ("ne veikia internetas", ["neveikia", "internetas"]),
        ("Nebe rodo, ne berodo", ["neberodo", "neberodo"]),
        ("ne, veikia", ["ne", "veikia"]),
        ("ne televizorius", ["ne", "televizorius"]),
        ("one works", ["one", "works"]),
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
    for name in ("words", "letters"):
        analyser = ANALYSERS[name]
        vectoriser = TfidfVectorizer(analyzer=analyser, sublinear_tf=True)
        matrix = vectoriser.fit_transform(TEXTS)
        expected = (matrix @ vectoriser.transform([TEXTS[3]]).T).toarray().ravel()
        np.testing.assert_allclose(keywords.score(TEXTS[3], "tfidf")[name], expected, rtol=1e-5, atol=1e-6)


def test_unknown_words_lower_the_score() -> None:
    keywords = fit(TEXTS)
    sure, unsure = (keywords.score(q, "tfidf")["words"].max() for q in ("router", "router zzz yyy xxx"))
    assert unsure < sure / 1.5
    assert keywords.known("router") == 1.0
    assert 0 < keywords.known("router zzz yyy xxx") < 0.4


def test_bm25_is_that_of_the_library_divided_by_what_a_perfect_text_would_have() -> None:
    import bm25s

    keywords = fit(TEXTS)
    question = "kaip pakeisti wifi slaptažodį router"
    library = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    library.index([list(stems(text)) for text in TEXTS], show_progress=False)
    expected = library.get_scores(list(dict.fromkeys(stems(question))))
    found = keywords.score(question, "bm25")["bm25"]
    known = keywords.fields["bm25"]
    bound = sum(known.idf[known.vocabulary[one]] for one in set(stems(question)))
    np.testing.assert_allclose(found, expected / bound, rtol=1e-5)
    assert 0 < found.max() < 1


def test_a_budget_changes_no_score_of_the_rows_that_are_asked_for() -> None:
    keywords = fit(TEXTS * 400)
    whole = keywords.ask("wifi password router internet", "bm25")
    tight = keywords.ask("wifi password router internet", "bm25", budget=500)
    assert tight.fields["bm25"].rest  # some lists did not fit
    rows = np.array([1, 3, 5, 102])
    np.testing.assert_allclose(tight.of(rows)["keyword"], whole.of(rows)["keyword"], rtol=1e-5)


@pytest.mark.parametrize(
    ("count", "mask", "expected"),
    [
        (2, None, [1, 4]),
        (3, None, [1, 2, 4]),  # of the equal ones the first
        (9, None, [0, 1, 2, 3, 4]),  # the last is not above 0
        (2, [0, 2, 3, 5], [2, 3]),
        (4, [0, 5], [0]),
        (2, [], []),
    ],
)
def test_the_highest_are_told_in_the_same_way_each_time(
    count: int, mask: list[int] | None, expected: list[int]
) -> None:
    scores = np.array([0.1, 0.9, 0.5, 0.5, 0.8, 0.0])
    allowed = None if mask is None else np.isin(np.arange(6), mask)
    assert np.flatnonzero(highest(scores, count, allowed)).tolist() == expected


def test_cosines_may_be_below_zero() -> None:
    cosines = np.array([-0.3, -0.1, -0.2], dtype=np.float32)
    assert np.flatnonzero(highest(cosines, 2, None, -2.0)).tolist() == [1, 2]
    mask = np.array([True, False, True])
    assert np.flatnonzero(highest(cosines, 3, mask, -2.0)).tolist() == [0, 2]


def test_a_word_said_twice_counts_more_and_less_than_twice() -> None:
    field = fit(TEXTS).fields["letters"]
    once, twice = field.found(grams("wifi")), field.found(grams("wifi"))
    strange = ((), ("zzz", "zzz", "yyy"))
    terms = field.cosine((once, twice, strange), 4)
    assert terms.times is not None
    np.testing.assert_allclose(terms.times, 1 + np.log(2))
    weights = (1 + np.log(2)) * field.idf[terms.columns]
    unknown = np.log(5) + 1
    length = np.sqrt((weights**2).sum() + (unknown * (1 + np.log(2))) ** 2 + unknown**2)
    assert terms.scale == pytest.approx(1 / length)


def test_names_of_one_thing_meet_across_languages() -> None:
    for names in (
        "router maršrutizatorius routeris",
        "password slaptažodžio",
        "lemputė light",
        "cable kabelis laidas",
    ):
        assert len({stems(name) for name in names.split()}) == 1
    assert stems("router") != stems("password")


def test_a_large_corpus_has_no_letters_and_still_finds() -> None:
    keywords = fit(TEXTS, most_with_letters=3)
    assert set(keywords.fields) == {"words", "bm25"}
    assert keywords.score("pamiršau slaptažodį")["keyword"].argmax() in (0, 1)
    assert max(keywords.cover("slaptazodi", ["slaptažodis", "oras"])) > 0


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
    assert (
        Restorer([*(("lt", text) for text in texts), ("en", "It is as good as it is, as is")]).restore(asked)
        == read
    )


def test_the_wider_list_helps_where_the_texts_know_nothing() -> None:
    restorer = Restorer(
        [("lt", "Kaip mokėti?"), ("en", "How to pay the late bill")], {"saskaita": "sąskaita", "late": "latė"}
    )
    assert restorer.restore("kur mano saskaita") == "kur mano sąskaita"
    assert restorer.restore("pay the late bill") == "pay the late bill"  # English stays


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("pamirshau slaptazhodi", "pamiršau slaptažodį"),
        ("nedega shviesa", "nedega šviesa"),
        ("chia neveikia", "čia neveikia"),
        ("technikas atvyko", "technikas atvyko"),  # a word of the texts stays
        ("mano switch nedega", "mano switch nedega"),  # and so does one of the English texts
        ("mechanikas shokolado", "mechanikas shokolado"),  # what would be no known word
    ],
)
def test_latin_respellings_are_read_as_the_letters_they_stand_for(asked: str, read: str) -> None:
    texts = [
        ("lt", "Pamiršau slaptažodį. Technikas atvyko, mano lemputė nedega, neveikia."),
        ("en", "The switch on the wall"),
    ]
    forms = {"sviesa": "šviesa", "cia": "čia", "switc": "švič"}
    assert Restorer(texts, forms).restore(asked) == read


def test_of_a_dictionary_only_spellings_that_are_no_words_are_marked() -> None:
    assert marked_forms(["kasa", "kąsa", "sąskaita", "rugsėji", "rugsėjį", "ir"]) == {
        "saskaita": "sąskaita",
        "rugseji": "rugsėjį",
    }


def test_restorer_leaves_what_is_not_clear() -> None:
    assert Restorer([("lt", "kasa kąsa kasa kasą")]).restore("kasa") == "kasa"
