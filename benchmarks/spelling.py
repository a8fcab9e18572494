"""Spelling of every text people read, Lithuanian and English, by a hunspell dictionary.

    python -m benchmarks.spelling [--language lt|en]        (or `make spelling`)

Needs the `hunspell` command with the dictionaries lt_LT and en_US (Debian: hunspell hunspell-lt hunspell-en-us).
A word the dictionary lacks but we mean stands in tests/content/spelling.<language>.txt, one a line, `#` for remarks.
A name is written there with its capital and accepted so only; any other word also with a capital. Words accepted there
that no text uses any more are told too. Exit code: 0 nothing found, 1 something found, 2 no hunspell or dictionary.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from agent.operator import PLACEHOLDER, Operator
from benchmarks.content_texts import LANGUAGES, ROOT, Shown, facts_of, shown_texts

DICTIONARIES = {"lt": "lt_LT", "en": "en_US"}
PACKAGES = "hunspell hunspell-lt hunspell-en-us"
_ADDRESS = re.compile(r"\S+@\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:example|lt|com|exe)\b|`[^`]*`|\]\([^)]*\)")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


class NoDictionaryError(Exception):
    """hunspell or its dictionary is not installed."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One unknown word at one place, or an accepted word that nothing uses."""

    file: str
    line: int
    word: str
    told: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.told} “{self.word}”"


def check(language: str, root: Path = ROOT) -> list[Finding]:
    """Every unknown word of one language, and every accepted one gone stale. Raises NoDictionaryError."""
    texts = [text for text in shown_texts(root) if text.language == language]
    places = _places(texts, facts_of(root))
    unknown = unknown_words(places, language)
    accepted = accepted_words(language, root)
    found = [
        Finding(str(file.relative_to(root)), line, word, "unknown word")
        for word in unknown
        if not _accepts(accepted, word)
        for file, line in places[word]
    ]
    needed = {*unknown, *(word.lower() for word in unknown)}
    stale = [
        Finding(f"tests/content/spelling.{language}.txt", line, word, "no text needs the accepted word")
        for word, line in accepted.items()
        if word not in needed
    ]
    return sorted([*found, *stale])


def words_in(text: str) -> list[str]:
    """The words of a text, without addresses, code and targets of links."""
    return [word.replace("’", "'") for word in _WORD.findall(_ADDRESS.sub(" ", text))]


def accepted_words(language: str, root: Path = ROOT) -> Mapping[str, int]:
    """The words meant though the dictionary lacks them → the line each stands on."""
    lines = (root / f"tests/content/spelling.{language}.txt").read_text(encoding="utf-8").splitlines()
    return {word: number for number, line in enumerate(lines, 1) if (word := line.split("#")[0].strip())}


def unknown_words(words: Iterable[str], language: str) -> list[str]:
    """Those of `words` that the dictionary does not know. Raises NoDictionaryError."""
    program, name = shutil.which("hunspell"), DICTIONARIES[language]
    if program is None:
        raise NoDictionaryError(f"hunspell is not installed: apt-get install {PACKAGES}")
    done = subprocess.run(
        [program, "-d", name, "-i", "utf-8", "-l"],
        input="\n".join(words),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NoDictionaryError(f"hunspell has no dictionary {name}: apt-get install {PACKAGES}")
    return list(dict.fromkeys(done.stdout.split()))


def _places(texts: Iterable[Shown], operator: Operator) -> Mapping[str, list[tuple[Path, int]]]:
    """Every word → where it stands. Placeholders are filled; what a fact says is told where the fact is used."""
    places: dict[str, list[tuple[Path, int]]] = {}
    for text in texts:
        for word, line in _lines(text, operator):
            if (text.file, line) not in places.setdefault(word, []):
                places[word].append((text.file, line))
    return places


def _lines(text: Shown, operator: Operator) -> Iterator[tuple[str, int]]:
    """The words of a text with their lines: a text in quotes is folded, so its words are looked for in the file."""
    words = words_in(PLACEHOLDER.sub(" ", operator.fill(text.words, text.language)))
    if text.name == "body" or not words:
        yield from ((word, text.line) for word in words)
        return
    source = text.file.read_text(encoding="utf-8").splitlines()
    reach = range(text.line, min(len(source), text.line + text.words.count("\n") + 3) + 1)
    written = {number: set(words_in(source[number - 1])) for number in reach}
    for word in words:
        yield word, next((number for number in reach if word in written[number]), text.line)


def _accepts(accepted: Container[str], word: str) -> bool:
    return word in accepted or word.lower() in accepted


def main() -> int:
    """Tell every finding, one a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    languages = parser.parse_args().language or LANGUAGES
    try:
        found = [each for language in languages for each in check(language)]
    except NoDictionaryError as fault:
        print(fault, file=sys.stderr)
        return 2
    for each in found:
        print(each)
    print(f"{len(found)} found in {', '.join(languages)}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
