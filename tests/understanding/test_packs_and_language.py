"""The packs are whole, nothing in them is unused, and languages are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.agent import UNSURE
from agent.detection import detect
from agent.errors import SettingsError
from agent.language import Grammar, clean, default_packs, fold, load_packs, stem, tokens
from agent.phrases import load_phrases
from agent.understanding import find_acts, find_facts
from agent.understanding.acts import KNOWN as KNOWN_ACTS
from agent.understanding.cues import in_full
from agent.understanding.ear import ROLES, meanings
from agent.understanding.facts import KNOWN as KNOWN_FACTS
from agent.understanding.trial import trying

PACKS = default_packs()


def test_both_languages_are_there() -> None:
    assert {"lt", "en"} <= set(PACKS)


@pytest.mark.parametrize("language", sorted(PACKS))
def test_every_meaning_is_bound_and_every_bond_has_words(language: str) -> None:
    assert set(PACKS[language].concepts) == set(meanings().meanings)


@pytest.mark.parametrize("language", sorted(PACKS))
def test_acts_and_facts_are_the_known_ones(language: str) -> None:
    assert set(PACKS[language].acts) == KNOWN_ACTS
    assert {fact: set(values) for fact, values in PACKS[language].facts.items()} == KNOWN_FACTS


def test_every_list_of_the_grammar_has_a_role() -> None:
    assert set(Grammar.model_fields) - {"prefixes", "not_prefixed", "answer_before", "reach"} == set(ROLES)


def test_bonds_name_known_meanings() -> None:
    known = set(meanings().meanings)
    for bond in meanings().meanings.values():
        assert {name.lstrip("-") for name in (*bond.implies, *bond.unless, *bond.follows)} <= known
    signed = {f"{name}{sign}" for name in known for sign in "+-"} | {"yes", "no"}
    assert set(meanings().emoji) <= signed


EQUIPMENT = {"lt": " ant routerio", "en": " over the router"}


@pytest.mark.parametrize("language", sorted(PACKS))
def test_every_harmless_phrase_would_else_be_heard(language: str) -> None:
    """A phrase that no act is heard in anyway excuses nothing, and goes. Some acts are heard beside equipment alone: "poured
    questions over the router"."""
    pack = PACKS[language]
    bare = {language: pack.model_copy(update={"harmless": {}})}
    with trying({**PACKS, **bare}):
        idle = {
            (act, phrase)
            for act, phrases in pack.harmless.items()
            for _, phrase in in_full((act, each) for each in phrases)
            if act not in {found.name for found in find_acts(phrase.replace("*", "ių"), language)}
        }
    assert idle == set()
    assert set(pack.harmless) <= KNOWN_ACTS


@pytest.mark.parametrize("language", sorted(PACKS))
def test_no_word_stands_twice_in_one_list(language: str) -> None:
    pack = PACKS[language]
    lists = {
        f"concepts.{name}.{key}": getattr(m, key)
        for name, m in pack.concepts.items()
        for key in ("yes", "no")
    }
    lists |= {f"acts.{name}": phrases for name, phrases in pack.acts.items()}
    lists |= {f"harmless.{name}": phrases for name, phrases in pack.harmless.items()}
    lists |= {f"grammar.{role}": getattr(pack.grammar, role) for role in ROLES}
    lists |= {"yes": pack.yes, "no": pack.no}
    twice = {name: sorted({w for w in words if words.count(w) > 1}) for name, words in lists.items()}
    assert {name: words for name, words in twice.items() if words} == {}


@pytest.mark.parametrize("language", sorted(PACKS))
def test_a_phrase_is_words_a_customer_can_type(language: str) -> None:
    pack = PACKS[language]
    phrases = [p for m in pack.concepts.values() for p in (*m.yes, *m.no)] + [
        p for a in pack.acts.values() for p in a
    ]
    for phrase in phrases:
        for part in phrase.replace(" + ", " ").replace(" / ", " ").replace("= ", "").split():
            typed = part.rstrip("*")
            assert part == "_" or [t.folded for t in tokens(typed)] == [typed], phrase


def test_a_word_does_not_mean_both() -> None:
    for pack in PACKS.values():
        for name, meaning in pack.concepts.items():
            assert not set(meaning.yes) & set(meaning.no), name


@pytest.mark.parametrize(
    ("text", "fault"),
    [("language: xx\nunknown: 1", "xx.yaml"), ("[", "xx.yaml"), ("language: xx", "telling")],
)
def test_a_broken_pack_is_refused_by_name(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "xx.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=fault):
        load_packs(tmp_path)


def test_a_pack_with_a_key_twice_is_refused(tmp_path: Path) -> None:
    """The last would win, and the words of the first be lost unseen."""
    (tmp_path / "xx.yaml").write_text("yes: [jo]\nfillers: [na]\nyes: [taip]\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r'(?s)xx.yaml.*"yes" stands here twice.*line 3'):
        load_packs(tmp_path)


def test_phrases_with_a_key_twice_are_refused_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "xx.phrases.yaml").write_text("phrases:\n  a: x\n  b: y\n  a: z\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r'xx\.phrases\.yaml:4: "a" stands here twice') as fault:
        load_phrases(tmp_path)
    assert fault.value.code == "phrases_invalid"


def test_a_pack_nested_without_end_is_refused_before_it_is_built(tmp_path: Path) -> None:
    """libyaml would follow the brackets until the process dies."""
    (tmp_path / "lt.yaml").write_text(f"yes: {'[' * 100_000}{']' * 100_000}", encoding="utf-8")
    with pytest.raises(SettingsError, match="nested more than 12 deep") as fault:
        load_packs(tmp_path)
    assert fault.value.code == "pack_invalid"


def test_no_pack_at_all(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as fault:
        load_packs(tmp_path)
    assert fault.value.code == "pack_missing"


TOLD = [
    ("neveikia internetas", "lt"),
    ("internet is down", "en"),
    ("labas vakaras", "lt"),
    ("good evening", "en"),
    ("nera neto nuo ryto", "lt"),
    ("nothing works", "en"),
    ("teliukas rodo tik juoda ekrana", "lt"),
    ("the router has a red light", "en"),
    ("noriu kalbeti su zmogumi", "lt"),
    ("where is the cable", "en"),
    ("ačiū", "lt"),
    ("thanks", "en"),
    ("kaip perkrauti maršrutizatorių", "lt"),
    ("yes please", "en"),
    ("taip", "lt"),
]


@pytest.mark.parametrize(("text", "language"), TOLD)
def test_tells_the_language(text: str, language: str) -> None:
    assert detect(text).language == language
    assert detect(text, "lt" if language == "en" else "en").language == language or len(text.split()) == 1


SHORT_ENGLISH = [
    "internet rubbish",
    "wifi rubbish",
    "nothings burning",
    "internet terrible",
    "netflix buffering",
    "cant connect",
    "router buzzing",
    "internets crap",
    "cancel contract",
    "opening hours",
    "same problem",
]
SHORT_LITHUANIAN = ["wifi silpnas", "netflix stringa", "modem dega", "internetas rubbish", "gmail neveikia"]


@pytest.mark.parametrize(
    ("text", "language"),
    [*((text, "en") for text in SHORT_ENGLISH), *((text, "lt") for text in SHORT_LITHUANIAN)],
)
def test_two_words_tell_the_language_of_a_first_message(text: str, language: str) -> None:
    """Told, not guessed: what tells nothing (.5) is answered in the service's own language."""
    found = detect(text)
    assert (found.language if found.confidence > UNSURE else "lt") == language


@pytest.mark.parametrize("text", ["ok", "router", "wifi", "👍", "300", "", "OK!", "TP-Link"])
@pytest.mark.parametrize("current", ["lt", "en"])
def test_a_neutral_word_never_switches(text: str, current: str) -> None:
    assert detect(text, current).language == current


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Привет, не работает интернет", "ru"),
        ("Доброго дня, не працює інтернет", "uk"),
        ("dzień dobry, nie działa internet", "pl"),
        ("labdien, man nav interneta", "lv"),
        ("guten tag, mein internet funktioniert nicht", "de"),
        ("labas, neveikia internetas", None),
        ("hello, no internet", None),
    ],
)
def test_knows_a_foreign_language(text: str, foreign: str | None) -> None:
    assert detect(text).foreign == foreign


def test_fold_keeps_offsets() -> None:
    text = "Žalia lemputė šviečia"
    assert len(fold(text)) == len(text)


def test_stem_is_the_same_with_and_without_diacritics() -> None:
    assert stem("lemputė", "lt") == stem("lempute", "lt")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  two\n\nlines \t here ", "two lines here"),
        ("a\x00b\u202ec", "a b c"),
        ("\ud800 half", "half"),
        ("u\u0302z\u030c", "ûž"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("x" * 5000, "x" * 4000),
    ],
)
def test_cleaned_text_has_nothing_that_cannot_be_seen(text: str, expected: str) -> None:
    assert clean(text) == expected


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_understood_somehow(text: str) -> None:
    detect(text)
    find_acts(text, "lt")
    find_facts(text, "en")
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize(
    ("current", "text", "language"),
    [
        (None, "landline noisy", "en"),
        (None, "tv noisy", "en"),
        ("lt", "DNS_PROBE_FINISHED_NO_INTERNET", "lt"),
        ("lt", "rašo „this site can not be reached“", "lt"),
        ("lt", "my internet is still not working", "en"),
    ],
)
def test_what_a_screen_shows_is_no_language_of_who_writes(
    current: str | None, text: str, language: str
) -> None:
    assert detect(text, current).language == language
