"""Named cues: a phrase, or parts that stand near each other in any order ("duokit + žmog*"); any of a part's wordings will do
("eye* hurt* / eye* sting* + stared")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass

from agent.language import Token
from agent.understanding.ear import DENYING, Ear
from agent.understanding.lexicon import Find, Lexicon

_GENITIVE = ("u", "o", "os", "es")  # folded endings of Lithuanian nouns
_ACROSS = "across"  # small words over which a denial reaches
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

    `harmless` are phrases within which the words of a name mean nothing of the kind: "Fire TV" tells of no fire.
    """

    def __init__(self, rules: Iterable[tuple[str, str]], harmless: Iterable[tuple[str, str]] = ()) -> None:
        self._harmless = Lexicon(harmless)
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
        harmless = self._harmless.find_all(pieces) if found else set[Find]()
        return lambda start: self._beyond(start, found, harmless)

    def _beyond(self, start: int, finds: Set[Find], harmless: Set[Find]) -> list[Cue]:
        places: dict[int, list[Find]] = {}
        for find in finds:
            if find.start >= start:
                places.setdefault(int(find.name), []).append(find)
        found = []
        for index in sorted({index for part in places for index in self._by_part.get(part, ())}):
            name, needed = self._rules[index]
            told = ([find for part in wordings for find in places.get(part, ())] for wordings in needed)
            meant = [_outside(finds, name, harmless) for finds in told]
            if all(meant) and (near := _nearest(meant)):
                found.append(Cue(name, near))
        return found


def _numbered(part: str, parts: dict[str, int]) -> tuple[int, ...]:
    """The numbers of a part's wordings; a new one gets the next."""
    return tuple(parts.setdefault(wording.strip(), len(parts)) for wording in part.split(" / "))


def _outside(finds: Sequence[Find], name: str, harmless: Iterable[Find]) -> list[Find]:
    """The finds that stand in no phrase which is harmless for this name."""
    spans = [(span.start, span.end) for span in harmless if span.name == name]
    return [
        find for find in finds if not any(start <= find.start and find.end <= end for start, end in spans)
    ]


def _nearest(places: Sequence[list[Find]]) -> tuple[Find, ...] | None:
    """One find of each part, all near the first one found; None when they stand too far apart."""
    for first in sorted(places[0], key=lambda find: find.start):
        chosen = [first]
        for others in places[1:]:
            near = [f for f in others if abs(f.start - first.start) <= _NEAR and f.start != first.start]
            if not near:
                break
            chosen.append(min(near, key=lambda f: abs(f.start - first.start)))
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
    places = [place for place in (0, *small) if place < len(behind)]
    return any(
        role.name == "absent" for place in places for role in listening.roles(behind[place : place + 1])
    )
