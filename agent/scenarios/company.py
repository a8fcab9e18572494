"""Level 3 of the check, the part that needs no router: examples that stand in two guides, word for word or nearly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent.errors import Problem, Severity
from agent.language import fold
from agent.scenarios.model import Library, Scenario

# Two examples with so large a share of equal character triples say the same: "nera interneto" and "nėra interneto!!".
NEAR = 0.8
_GRAM = 3


@dataclass(frozen=True, slots=True)
class _Said:
    """One example of one guide."""

    scenario: Scenario
    words: str
    grams: frozenset[str]


def near_duplicates(library: Library) -> Iterator[Problem]:
    """Examples of different guides that nearly coincide: whoever says that could be sent either way."""
    for language, said in _examples(library).items():
        by_gram: dict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(said):
            shared: dict[int, int] = defaultdict(int)
            for gram in one.grams:
                for other in by_gram[gram]:
                    shared[other] += 1
                by_gram[gram].append(number)
            for other, count in shared.items():
                two = said[other]
                likeness = count / len(one.grams | two.grams)
                if likeness >= NEAR and one.scenario.id != two.scenario.id:
                    yield _problem(one, two, language, likeness)


def _examples(library: Library) -> dict[str, list[_Said]]:
    found: dict[str, list[_Said]] = defaultdict(list)
    for scenario in library.values():
        for language, examples in scenario.examples.items():
            found[language] += [
                _Said(scenario, words, _grams(words)) for words in examples if scenario.routable
            ]
    return found


def _grams(words: str) -> frozenset[str]:
    letters = f" {' '.join(''.join(c if c.isalnum() else ' ' for c in fold(words)).split())} "
    return frozenset(letters[at : at + _GRAM] for at in range(max(len(letters) - _GRAM + 1, 1)))


def _problem(one: _Said, two: _Said, language: str, likeness: float) -> Problem:
    return Problem(
        one.scenario.file,
        one.scenario.line,
        Severity.WARNING,
        "example_twice",
        f'the {language} example "{one.words}" is nearly "{two.words}" of {two.scenario.id} ({likeness:.0%} alike)',
        "keep it in one of the two, or let it say what sets this trouble apart",
    )
