"""Named cues: a phrase, or parts that stand near each other in any order ("duokit + žmog*"); any of a part's wordings will do
("eye* hurt* / eye* sting* + stared")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import product

from agent.language import Token
from agent.understanding.ear import DENYING, Ear
from agent.understanding.lexicon import Find, Lexicon

_GENITIVE = ("u", "o", "os", "es")  # folded endings of Lithuanian nouns…
_OF_NOUNS = ("u", "os", "es")  # …that no verb has: "sprogo", "užsiliepsnojo"
_ACROSS = "across"  # small words over which a denial reaches
ENDS, PAUSES = re.compile(r"[.!?\n]"), re.compile(r"[.,;:!?…\n]")  # of sentences; within them
_BEFORE = 3  # words before a cue among which an "and" may part it from a denial
_NEAR = 9  # how far apart the parts of one cue may stand, in words


@dataclass(frozen=True, slots=True)
class Cue:
    """`name` was found in these places of a message."""

    name: str
    finds: tuple[Find, ...]

    @property
    def start(self) -> int:
        """Where it begins."""
        return min(find.start for find in self.finds)

    @property
    def end(self) -> int:
        """Where it ends."""
        return max(find.end for find in self.finds)

    @property
    def single(self) -> bool:
        """Whether it is one word only."""
        return len(self.finds) == 1 and self.finds[0].length == 1

    def said(self, pieces: Sequence[Token]) -> str:
        """The customer's words."""
        return " … ".join(" ".join(t.text for t in pieces[f.start : f.end]) for f in self.finds)


class Cues:
    """Rules compiled: every part of every rule is looked up once.

    `harmless` are phrases within which the words of a name mean nothing of the kind: "Fire TV" tells of no fire. No phrase of
    a name in `unbroken` reaches over a pause: "the lamp burns, cable connected".
    """

    def __init__(
        self,
        rules: Iterable[tuple[str, str]],
        harmless: Iterable[tuple[str, str]] = (),
        unbroken: Collection[str] = (),
    ) -> None:
        self._harmless, self._unbroken = Lexicon(in_full(harmless)), unbroken
        parts: dict[str, int] = {}
        self._rules = [
            (name, tuple(_numbered(part, parts) for part in phrase.split(" + "))) for name, phrase in rules
        ]
        self._lexicon = Lexicon((str(number), piece) for piece, number in parts.items())
        self._by_part: dict[int, list[int]] = {}
        for index, (_, needed) in enumerate(self._rules):
            for part in needed[0]:
                self._by_part.setdefault(part, []).append(index)

    def find(self, pieces: Sequence[Token]) -> list[Cue]:
        """Every rule whose parts are all there, near each other, in the order of the rules."""
        return self.finder(pieces)(0)

    def finder(self, pieces: Sequence[Token]) -> Callable[[int], list[Cue]]:
        """Finds from a word on, without looking the words up again."""
        found = self._lexicon.find_all(pieces)
        harmless = self._harmless.find_all(pieces) if found else frozenset[Find]()
        return lambda start: self._beyond(start, pieces, found, harmless)

    def _beyond(
        self, start: int, pieces: Sequence[Token], finds: Set[Find], harmless: Set[Find]
    ) -> list[Cue]:
        places: dict[int, list[Find]] = {}
        for find in finds:
            if find.start >= start:
                places.setdefault(int(find.name), []).append(find)
        pauses = [place for place, token in enumerate(pieces) if PAUSES.search(token.after)] if places else []
        found = []
        for index in sorted({index for part in places for index in self._by_part.get(part, ())}):
            name, needed = self._rules[index]
            told = ([find for part in wordings for find in places.get(part, ())] for wordings in needed)
            meant = [self._meant(finds, name, harmless, pieces) for finds in told]
            if all(meant) and (near := _nearest(meant, pauses)):
                found.append(Cue(name, near))
        return found

    def _meant(
        self, finds: Iterable[Find], name: str, harmless: Iterable[Find], pieces: Sequence[Token]
    ) -> list[Find]:
        """The finds that no phrase harmless for this name excuses and, where that must not be, no pause cuts in two."""
        spans = [span for span in harmless if span.name == name]
        whole = (find for find in finds if name not in self._unbroken or not _paused(pieces, find))
        return [find for find in whole if not any(_excuses(span, find, pieces) for span in spans)]


def in_full(phrases: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Every wording of phrases whose parts follow each other: "bill / invoice + exploded"."""
    for name, phrase in phrases:
        parts = (part.split(" / ") for part in phrase.split(" + "))
        yield from ((name, " ".join(wording)) for wording in product(*parts))


def _numbered(part: str, parts: dict[str, int]) -> tuple[int, ...]:
    """The numbers of a part's wordings; a new one gets the next."""
    return tuple(parts.setdefault(wording.strip(), len(parts)) for wording in part.split(" / "))


def _excuses(span: Find, find: Find, pieces: Sequence[Token]) -> bool:
    """Whether a harmless phrase excuses what was found in it: by words on the same side of a pause ("smell normal, adapter cold"),
    not by those beyond it ("the bill came, exploded")."""
    if not span.start <= find.start <= find.end <= span.end:
        return False
    pauses = [place + 1 for place in range(span.start, span.end - 1) if PAUSES.search(pieces[place].after)]
    begin = max((place for place in pauses if place <= find.start), default=span.start)
    end = min((place for place in pauses if place >= find.end), default=span.end)
    return not pauses or end - begin > find.length


def _paused(pieces: Sequence[Token], find: Find) -> bool:
    """Whether a pause cuts it in two."""
    return any(PAUSES.search(token.after) for token in pieces[find.start : find.end - 1])


def _nearest(places: Sequence[list[Find]], pauses: Sequence[int]) -> tuple[Find, ...] | None:
    """One find of each part, all near the first one found, with no pause between where there is a choice, and the longest that
    begins there; None when they stand too far apart."""
    for first in sorted(places[0], key=lambda find: (find.start, -find.end)):

        def away(find: Find, first: Find = first) -> tuple[bool, int, int]:
            apart = bisect_left(pauses, find.start) != bisect_left(pauses, first.start)
            return apart, abs(find.start - first.start), -find.end

        chosen = [first]
        for others in places[1:]:
            near = [f for f in others if abs(f.start - first.start) <= _NEAR and f.start != first.start]
            if not near:
                break
            chosen.append(min(near, key=away))
        if len(chosen) == len(places):
            return tuple(chosen)
    return None


def denied(pieces: Sequence[Token], cue: Cue, listening: Ear, *, across: int = 2) -> bool:
    """Whether a denial stands right before a cue ("no smoke", "ne lėtas", "jokių dūmų") and no turn lies between them;
    `across`: over how many words it reaches."""
    before = pieces[max(0, cue.start - across - 2) : cue.start]
    roles = listening.roles(before)
    turned = max((role.end for role in roles if role.name == "contrast"), default=0)
    return any(
        role.name in DENYING and 0 <= len(before) - role.end <= across
        for role in roles
        if role.start >= turned
        and not any("," in token.after or "." in token.after for token in before[role.end - 1 :])
    )


def absent(pieces: Sequence[Token], cue: Cue, listening: Ear) -> bool:
    """Whether the next word, or the one behind a small word, says that there is none: "dūmų nėra", "dūmų tikrai nėra". What
    there is none of stands in the genitive: in "modemas rūksta nėra interneto" it is the internet. Further off it may be of
    something else: "pilna dūmų, nieko nematau"."""
    last, behind = pieces[cue.end - 1], pieces[cue.end : cue.end + 2]
    if last.after.strip() or not last.folded.endswith(_GENITIVE):
        return False
    small = {find.end for find in listening.unwanted.find_all(behind[:1]) if find.name == _ACROSS}
    small = {end for end in small if not behind[end - 1].after.strip()}
    small -= {role.end for role in listening.roles(behind[:1]) if role.name == "and_"}
    places = [place for place in (0, *small) if place < len(behind)]
    return any(
        role.name == "absent" for place in places for role in listening.roles(behind[place : place + 1])
    )


def disowned(pieces: Sequence[Token], cue: Cue, listening: Ear) -> bool:
    """Whether a bare "no" right behind a cue denies it: "gas smell no, gas bill yes"; not "burning smell, no internet"."""
    behind = pieces[cue.end : cue.end + 1]
    if pieces[cue.end - 1].after.strip() or not behind or not PAUSES.search(behind[0].after):
        return False
    return any(find.name == "no" for find in listening.answers.find(behind))


def afresh(pieces: Sequence[Token], cue: Cue, alike: Sequence[Cue], listening: Ear) -> bool:
    """Whether an "and" before a cue begins something else than what is denied before it: "no internet and it smells burnt"; not
    behind another of those `alike` ("no smoke and flames"), nor in the genitive of what there is none of ("nėra tono ir dūmų")."""
    start = max(0, cue.start - _BEFORE)
    ands = [start + role.start for role in listening.roles(pieces[start : cue.start]) if role.name == "and_"]
    lacking = bool(listening.pack.grammar.absent) and pieces[cue.start].folded.endswith(_OF_NOUNS)
    return bool(ands) and not lacking and not any(other.end == ands[-1] for other in alike)
