"""Text as customers write it, and what is known of each language.

    clean, fold     one spelling for what may be typed in many
    words, tokens   the pieces, with where they stand
    stem            a word without its ending
    Pack            what is known of one language: languages/<code>.yaml, words a linguist can read and mend

Everything here is pure and knows no scenario.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

import Stemmer
import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from agent.errors import SettingsError
from agent.yaml_depth import OnceLoader, refuse_depth, tags_told

LANGUAGES = Path(__file__).parent / "languages"
DEFAULT = "lt"
_FOLD = str.maketrans("ąčęėįšųūžĄČĘĖĮŠŲŪŽ", "aceeisuuzACEEISUUZ")
_UNWANTED = {"Cc", "Cf", "Cs", "Co", "Cn"}
_KEPT_CONTROLS = "\n\t\u200d"
_SPACES = re.compile(r"\s+")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_WORD = re.compile(r"[0-9]+(?:[.,:][0-9]+)*|[^\W\d_]+(?:['’][^\W\d_]+)?", re.UNICODE)
_APOSTROPHES = str.maketrans("’ʼ`´", "''''")
_EMOJI = r"[\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50-\u2B55]|:-?[()D/|]|[:;]'?\("
_PIECE = re.compile(rf"[0-9]+(?:[.,:][0-9]+)*|[^\W\d_]+(?:'[^\W\d_]+)?|%|{_EMOJI}")
_STEMMERS = {"lt": "lithuanian", "en": "english"}
_LARGEST_PACK, _DEEPEST_PACK = 1 << 20, 12
_STRETCHED = re.compile(r"(.)\1{2,}")


def clean(text: str, limit: int = 4000) -> str:
    """`text` without control characters and lone surrogates, NFC, spaces collapsed, cut to `limit` characters."""
    normal = unicodedata.normalize("NFC", text[: limit * 4])
    if (spaced := _SPACES.sub(" ", normal)).isprintable():  # nearly always: nothing to take out
        return spaced.strip()[:limit]
    kept = (c if c in _KEPT_CONTROLS or unicodedata.category(c) not in _UNWANTED else " " for c in normal)
    return _SPACES.sub(" ", "".join(kept)).strip()[:limit]


def fold(text: str) -> str:
    """`text` casefolded and without Lithuanian diacritics, one character for one (offsets survive for LT and EN)."""
    return unicodedata.normalize("NFC", text).casefold().translate(_FOLD)


def sentences(text: str) -> list[str]:
    """The sentences of `text`, in order, each with its mark at the end."""
    return [each for each in _SENTENCE.split(text.strip()) if each]


def words(text: str) -> list[str]:
    """The words and numbers of `text`, in order, as they stand."""
    return _WORD.findall(text)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or emoji: as typed, folded, and what stands between it and the next one."""

    text: str
    folded: str
    after: str = ""


@lru_cache(maxsize=2048)
def tokens(text: str) -> tuple[Token, ...]:
    """`text` cut into words, numbers and emoji. Stretched letters ("neeee") count once."""
    text = clean(text).translate(_APOSTROPHES)
    found = list(_PIECE.finditer(text))
    ends = [*(piece.start() for piece in found[1:]), len(text)][: len(found)]
    return tuple(
        Token(piece.group(), fold(_shrunk(piece.group())), text[piece.end() : end])
        for piece, end in zip(found, ends, strict=True)
    )


def typed(pieces: Iterable[Token]) -> str:
    """The pieces as they were typed, with what stands between them."""
    return "".join(piece.text + piece.after for piece in pieces)


def _shrunk(word: str) -> str:
    return word if word[0].isdigit() else _STRETCHED.sub(r"\1", word)


@cache
def _stemmer(language: str) -> Any:
    return Stemmer.Stemmer(_STEMMERS.get(language, "english"))


@lru_cache(maxsize=8192)
def stem(word: str, language: str) -> str:
    """`word` folded, without its ending. One vocabulary for both spellings: folding comes first."""
    return str(_stemmer(language).stemWord(fold(word)))


def _folded(phrases: Iterable[str]) -> tuple[str, ...]:
    return tuple(_STRETCHED.sub(r"\1", fold(phrase.strip()).translate(_APOSTROPHES)) for phrase in phrases)


Phrases = Annotated[tuple[str, ...], AfterValidator(_folded)]
"""Words and phrases, folded at load. `dėž*` = any ending, `_` = any one word, `a + b` = both in one clause."""


def _folded_keys(table: Mapping[str, float]) -> Mapping[str, float]:
    return {_folded([phrase])[0]: value for phrase, value in table.items()}


Values = Annotated[Mapping[str, float], AfterValidator(_folded_keys)]
"""Words and phrases, folded at load, and the number each stands for."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Telling(_Part):
    """How the language is told from others: its words, endings, letters; names that tell nothing ("Wi-Fi"); how it is asked for."""

    words: Phrases
    endings: Phrases
    letters: str = ""
    shared: Phrases = ()
    asked: Phrases = ()
    wondered: Phrases = ()


class Foreign(_Part):
    """A neighbour's language: letters and everyday words, enough to tell it, never to understand it."""

    letters: str = ""
    words: Phrases = ()


class Grammar(_Part):
    """Words that steer meaning. What each list does is said beside it in the pack."""

    negators: Phrases
    absent: Phrases = ()
    without: Phrases
    neither: Phrases
    prefixes: Phrases = ()
    not_prefixed: Phrases = ()
    contrast: Phrases
    while_: Phrases = Field(alias="while")
    although: Phrases
    turn: Phrases
    turn_anywhere: Phrases
    past: Phrases
    supposed: Phrases
    exception: Phrases
    only: Phrases
    rest: Phrases
    doubt: Phrases
    undecided: Phrases
    irony: Phrases
    filler: Phrases
    asking: Phrases
    asking_anywhere: Phrases
    polar: Phrases
    either: Phrases
    and_: Phrases = Field(alias="and")
    unable: Phrases
    answer_before: Phrases
    reach: Mapping[str, int]


class Secondhand(_Part):
    """Words that bring in what the customer does not see here and now: told by others, doubted, past, elsewhere."""

    reported: Phrases
    they_say: Phrases
    people: Phrases
    unsure: Phrases
    before: Phrases
    here: Phrases
    wondering: Phrases
    looked: Phrases
    aside: Phrases
    elsewhere: Phrases
    as_before: Phrases
    mended: Phrases
    now: Phrases
    then: Phrases
    bygone: Phrases
    wished: Phrases
    awaited: Phrases
    asked: Phrases
    theirs: Phrases
    workplace: Phrases
    office: Phrases
    household: Phrases
    not_at_home: Phrases
    presuming: Phrases
    degree: Phrases
    result: Phrases


class Beside(_Part):
    """Words beside an answer that tell nothing of what was asked; `better` compares with before, `protest`: it was told already."""

    regret: Phrases
    regret_of: Phrases
    grievance: Phrases
    colours: Phrases
    boxes: Phrases
    in_colour: Phrases
    better: Phrases
    protest: Phrases


class Unwanted(_Part):
    """Words that refuse a person: what denies, alone (`nobody`) or across small words, and whom; who is no such person, or oneself."""

    denials: Phrases
    nobody: Phrases = ()
    across: Phrases
    whom: Phrases
    family: Phrases
    elsewhere: Phrases
    matter: Phrases
    oneself: Phrases = ()


class Matter(_Part):
    """What stands right before or right behind a service that the talk is not about, and what says that it is well."""

    denied_before: Phrases
    denied_behind: Phrases
    well: Phrases
    and_also: Phrases = ()
    apart: Phrases = ()
    too: Phrases = ()
    places: Phrases = ()
    of_times: Phrases = ()
    named_otherwise: Phrases = ()
    asked_after: Phrases = ()
    planned: Phrases = ()


class Times(_Part):
    """When a call suits: words that may follow an hour, and those beside which a time is none that suits."""

    after_hour: Phrases
    unsuited: Phrases


class Goal(_Part):
    """What a closing may ask about: its words there, what says at once that it is so (`told`), what does where nothing else
    is told (`seen`), beside which words neither does, and what is there `instead` of it (apps of the TV, asked for channels)."""

    asked: Phrases
    told: Phrases = ()
    seen: Phrases = ()
    unless: Phrases = ()
    instead: Phrases = ()


class Numerals(_Part):
    """Numbers as words, and the words that make a threshold of a number."""

    words: Values
    tens: Phrases = ()
    multipliers: Values
    units: Mapping[str, Phrases]
    below: Phrases
    above: Phrases
    at_least: Phrases
    at_most: Phrases
    of: Phrases
    ago: Values
    minutes: Values
    several: Values
    often: Values
    ago_marks: Phrases
    every: Phrases
    point: Phrases
    before_noon: Phrases
    after_noon: Phrases
    ordinals: Values = Field(default_factory=dict)
    shares: Values
    plan: Phrases
    not_a_count: Phrases


class Meaning(_Part):
    """The words of one meaning (`yes`) and of its opposite (`no`)."""

    yes: Phrases = ()
    no: Phrases = ()


class HarmList(_Part):
    """What denies a list of signs of harm directly `before` it, and what may stand `behind` one: "no smoke or sparks at all"."""

    before: Phrases
    behind: Phrases


class NoDanger(_Part):
    """What only sounds like danger: a `call`'s sounds, unless of a `live` part; a `mess` or damage that `visitors` left; `damage` of
    a `data` lead that names nothing with `current` in it; what `pets` have `moved`."""

    call: Phrases
    live: Phrases
    visitors: Phrases
    mess: Phrases
    data: Phrases
    current: Phrases
    damage: Phrases
    pets: Phrases
    moved: Phrases


class Pack(_Part):
    """All that is known of one language. `concepts` share their names with every other pack."""

    language: str
    telling: Telling
    foreign: Mapping[str, Foreign] = Field(default_factory=dict)
    grammar: Grammar
    secondhand: Secondhand
    unwanted: Unwanted
    matter: Matter
    times: Times
    goals: Mapping[str, Goal]
    praise: Phrases
    beside: Beside
    yes: Phrases
    no: Phrases
    acknowledged: Phrases
    glad_beside: Phrases
    harm: Phrases
    harm_asked: Phrases
    harm_possible: Phrases
    harm_list: HarmList
    no_danger: NoDanger
    numerals: Numerals
    concepts: Mapping[str, Meaning]
    acts: Mapping[str, Phrases]
    harmless: Mapping[str, Phrases] = Field(default_factory=dict)
    facts: Mapping[str, Mapping[str, Phrases]]


def load_packs(directory: Path | None = None) -> Mapping[str, Pack]:
    """Every `<code>.yaml` of `directory` (default: the packs shipped). Raises SettingsError with the fault's place."""
    place = directory or LANGUAGES
    files = _pack_files(place)
    if not files:
        raise SettingsError(
            f"No language pack in {place}.", code="pack_missing", mend="Add lt.yaml and en.yaml."
        )
    return {file.stem: _read_pack(file) for file in files}


def _pack_files(place: Path) -> list[Path]:
    return sorted(file for file in place.glob("*.yaml") if "." not in file.stem)


@cache
def spoken_languages() -> frozenset[str]:
    """The codes of the packs shipped, without reading them."""
    return frozenset(file.stem for file in _pack_files(LANGUAGES))


tried_packs: ContextVar[Mapping[str, Pack] | None] = ContextVar("tried_packs", default=None)
"""Packs tried instead of those shipped; set by `agent.understanding.trial` alone."""


def default_packs() -> Mapping[str, Pack]:
    """The packs listened with: those shipped, read once, unless others are being tried."""
    return tried_packs.get() or _shipped()


@cache
def _shipped() -> Mapping[str, Pack]:
    return load_packs()


class _PlainLoader(OnceLoader):
    """YAML in which `yes`, `no`, `on` and `off` are words, as they are in a lexicon."""


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, regex) for tag, regex in resolvers if tag.rsplit(":", 1)[-1] in {"int", "float"}]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load_plain(text: str) -> Any:
    """A YAML text in which every scalar that is no number is a string. Raises YAMLError for one nested too deep."""
    refuse_depth(text, _DEEPEST_PACK)
    with tags_told():
        return yaml.load(text, Loader=_PlainLoader)  # noqa: S506  (a SafeLoader subclass)


def _read_pack(file: Path) -> Pack:
    try:
        text = file.read_text(encoding="utf-8")
        if len(text) > _LARGEST_PACK:
            raise ValueError("larger than 1 MiB")
        return Pack.model_validate(load_plain(text))
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise SettingsError(f"{file.name}: {where}: {first['msg']}.", code="pack_invalid") from None
    except (OSError, ValueError, yaml.YAMLError) as fault:
        raise SettingsError(f"{file.name}: {fault}.", code="pack_invalid") from None
