"""Whether two answers of a step overlap: a text that is wholly one of them also holds the other, at one polarity.

Plain words are few texts, all of which are tried. A regular expression is an endless set: it is crossed, as an
automaton, with the texts that hold the sibling. An empty cross proves that there is no overlap; the words of one that
is not empty are read with the real patterns, so that negation counts as it does for customers.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.scenarios import negation
from agent.scenarios.automata import UnreadableError, common, holding, whole
from agent.scenarios.patterns import Match, Pattern, fold_regex, folded_text, is_plain

# So many words of a cross are read before it counts as one whose words all differ in polarity.
_MOST_WORDS = 300


@dataclass(frozen=True, slots=True)
class Overlap:
    """`text` is wholly the one answer, and `found` is where the other occurs in it."""

    text: str
    found: Match


def overlap(one: Pattern, other: Pattern) -> Overlap | None:
    """The shortest overlap found: a text that is wholly `one` and holds `other`."""
    for text in itertools.chain(_plain_texts(one), _crossed(one, other)):
        folded = folded_text(text)
        if one.affirmed_in(folded) and (found := other.affirmed_in(folded)):
            return Overlap(text, found)
    return None


def has_nested_repeat(part: str) -> bool:
    """Whether a repeated group holds a repetition: `(a+)+`. Harmless to RE2, but surely not what was meant."""
    opened: list[int] = []
    for found in re.finditer(r"\\.|\[(?:\\.|[^\]])*\]|[()]", part, re.DOTALL):
        if found.group() == "(":
            opened.append(found.end())
        elif found.group() == ")" and opened:
            inside = part[opened.pop() : found.start()]
            repeated = re.match(r"[*+]|\{\d+,\d*\}", part[found.end() :])
            if repeated and re.search(r"(?<!\\)(?:[*+]|\{\d+,\d*\})", inside):
                return True
    return False


def _plain_texts(pattern: Pattern) -> Iterator[str]:
    """The alternatives in plain words, and "nebe…" beside "ne…"."""
    for part in pattern.alternatives:
        if is_plain(part):
            yield part
            core = negation.strip_prefix(folded_text(part).split(" ")[0])
            if core is not None:
                rest = folded_text(part).split(" ")[1:]
                yield " ".join([f"nebe{core}", *rest])
                yield " ".join([f"ne{core}", *rest])


def _crossed(one: Pattern, other: Pattern) -> Iterator[str]:
    """Words that are wholly an expression of `one` and hold something of `other`, shortest first."""
    if all(map(is_plain, one.alternatives)):
        return
    expressions = [fold_regex(part) for part in one.alternatives if not is_plain(part)]
    parts = [
        re.escape(folded_text(part)) if is_plain(part) else fold_regex(part) for part in other.alternatives
    ]
    try:
        yield from itertools.islice(common(whole(expressions), holding(parts)), _MOST_WORDS)
    except (UnreadableError, OverflowError):
        return  # RE2 took it; whatever is odd about it, the examples are still checked against it
