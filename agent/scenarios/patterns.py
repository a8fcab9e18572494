"""An author's pattern: words, not substrings, on folded text, with negation understood.

A pattern is alternatives separated by `|`. Each has a polarity of its own: `veikia` affirms, `neveikia` and
`not working` deny. An occurrence in a text has one too, and counts only when the two agree, so `veikia` is
never satisfied by "neveikia", while `neveikia` is also satisfied by "nebeveikia" and "ne veikia".

An alternative may be a regular expression; RE2 runs it in time linear in the text, whatever is written.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import re2

from agent.language import fold
from agent.scenarios import negation

_LONGEST = 2000
_MOST_MATCHES = 32
_MEMORY = 1 << 20
_LETTER = "a-z0-9_"  # of folded text; letters beyond ASCII are looked at afterwards, RE2 is slow with them
_META = re.compile(r"[\\^$.*+?()\[\]{}|]")
_LOOKAROUND = re.compile(r"\(\?(?:=|!|<=|<!)")
_BACKREFERENCE = re.compile(r"(?<!\\)(?:\\\\)*\\[1-9]|\(\?P=")
_POSSESSIVE = re.compile(r"(?<!\\)(?:[*+?}]\+|\(\?>)")
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("’ʼ`´", "'" * 4)
_SHORTEST_PREFIXED = 3
_MOST_FORMS = 16
_KEEP = re.compile(r"\\[pPx]\{[^}]*\}|\\[pP].|\\.", re.DOTALL)


class PatternError(ValueError):
    """A pattern that cannot be used. `code` names the fault, `mend` tells the author what to write instead."""

    def __init__(self, code: str, message: str, mend: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Match:
    """Where an alternative occurs. Offsets are in the folded text (the same as the text's own in LT and EN).

    `negated`: the occurrence denies. `agrees`: it does so exactly when its alternative does.
    """

    start: int
    end: int
    text: str
    negated: bool
    agrees: bool = True
    alternative: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class _Alternative:
    """One alternative, compiled: what is searched for, and whether the author meant its denial.

    Plain words are found as substrings `forms` and then held against word boundaries, which is ten times faster
    than a regular expression; only an alternative that is one has a `regex`. A `literal` one holds its denial
    within itself ("vis dar neveikia"). `absent`: "nėra" may also stand behind the words.
    """

    source: str
    forms: tuple[str, ...]
    regex: Any
    denies: bool
    literal: bool
    absent: bool

    def matches(self, folded: str) -> Iterator[Match]:
        """Every occurrence in `folded`, each with its polarity."""
        spans = self._regex_spans(folded) if self.regex is not None else self._plain_spans(folded)
        for start, end, prefixed in itertools.islice(spans, _MOST_MATCHES):
            negated, agrees = self._polarity(folded, start, end, prefixed)
            yield Match(start, end, folded[start:end], negated, agrees, self.source)

    def _polarity(self, folded: str, start: int, end: int, prefixed: bool) -> tuple[bool, bool]:
        """(the occurrence denies, it does what the author meant)."""
        if self.literal:
            return True, True
        denied = prefixed or negation.denied_before(folded, start)
        if not self.denies:
            denied = denied or negation.denied_after(folded, end)
            return denied, not denied
        agrees = prefixed or negation.denied_before(folded, start, strict=True)
        agrees = agrees or (self.absent and negation.absent_after(folded, end))
        return denied or agrees, agrees

    def _plain_spans(self, folded: str) -> Iterator[tuple[int, int, bool]]:
        """(start, end, with a denying prefix) of each form standing as whole words."""
        for form in self.forms:
            place = folded.find(form)
            while place >= 0:
                end = place + len(form)
                if _ends_word(folded, end):
                    start = _word_start(folded, place)
                    if start == place:
                        yield place, end, False
                    elif len(form) >= _SHORTEST_PREFIXED and _is_denial(folded, start, place):
                        yield start, end, True
                place = folded.find(form, place + 1)

    def _regex_spans(self, folded: str) -> Iterator[tuple[int, int, bool]]:
        place = 0
        while (found := self.regex.search(folded, place)) is not None:
            start, middle, end = found.start(1), found.start(2), found.end(2)
            prefixed = middle > start
            whole = _ends_word(folded, end) and _word_start(folded, start) == start
            if whole and (not prefixed or _is_denial(folded, start, middle)):
                yield start, end, prefixed
            if end <= place:
                return
            place = end


@dataclass(frozen=True, slots=True)
class Pattern:
    """Compiled once from `source`; raises PatternError when it cannot be."""

    source: str
    alternatives: tuple[str, ...] = field(init=False)
    _plain: tuple[tuple[str, _Alternative], ...] = field(init=False, repr=False, compare=False)
    _regexes: tuple[_Alternative, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = split_alternatives(self.source)
        compiled = [_compile(part) for part in parts]
        object.__setattr__(self, "alternatives", parts)
        object.__setattr__(self, "_plain", tuple((form, each) for each in compiled for form in each.forms))
        object.__setattr__(self, "_regexes", tuple(each for each in compiled if each.regex is not None))

    def all_matches(self, text: str) -> tuple[Match, ...]:
        """Every occurrence of every alternative in `text`, by position, whatever its polarity."""
        return self._occurrences(folded_text(text))

    def matches(self, text: str) -> Match | None:
        """The first occurrence, one that agrees in polarity before one that does not."""
        found = self.all_matches(text)
        return next((match for match in found if match.agrees), found[0] if found else None)

    def affirmed(self, text: str) -> Match | None:
        """The first occurrence whose polarity is its alternative's own: what "this answer was given" means."""
        return self.affirmed_in(folded_text(text))

    def denied(self, text: str) -> bool:
        """Whether it occurs in `text`, and nowhere as its alternative means it: "nesu pasiruošęs" for `pasiruošęs`."""
        found = self.all_matches(text)
        return any(match.negated for match in found) and not any(match.agrees for match in found)

    def affirmed_in(self, folded: str) -> Match | None:
        """`affirmed` for a text that `folded_text` has folded already, when many patterns try one text."""
        return next((match for match in self._occurrences(folded) if match.agrees), None)

    def _occurrences(self, folded: str) -> tuple[Match, ...]:
        near = [each for form, each in self._plain if form in folded]
        if not near and not self._regexes:
            return ()
        tried = dict.fromkeys([*near, *self._regexes])
        found = [match for alternative in tried for match in alternative.matches(folded)]
        return tuple(sorted(found, key=lambda match: (match.start, -match.end)))


def _ends_word(folded: str, end: int) -> bool:
    """Whether a word may end here: no letter follows, nor the 't of "can't"."""
    follows = folded[end : end + 2]
    return not (follows[:1].isalnum() or follows[:1] == "_" or follows == "'t")


def _word_start(folded: str, place: int) -> int:
    """Where the run of letters that reaches up to `place` begins."""
    while place > 0 and (folded[place - 1].isalnum() or folded[place - 1] == "_"):
        place -= 1
    return place


def _is_denial(folded: str, start: int, core: int) -> bool:
    """Whether the letters from `start` to `core` are a denying prefix, and the whole word is no other word."""
    return folded[start:core] in ("ne", "nebe") and not negation.is_word_apart(_word_at(folded, start))


def folded_text(text: str) -> str:
    """`text` as patterns see it: folded, one kind of apostrophe, single spaces."""
    folded = text.lower().replace("`", "'") if text.isascii() else fold(text).translate(_APOSTROPHES)
    return _SPACES.sub(" ", folded)


def split_alternatives(source: str) -> tuple[str, ...]:
    """The alternatives of `source` between top-level `|`, as written. Raises PatternError for an empty one."""
    if len(source) > _LONGEST:
        raise PatternError(
            "pattern_too_long",
            f"the pattern is {len(source)} characters long, the limit is {_LONGEST}",
            "shorten it",
        )
    parts = [part.strip() for part in branches(source)]
    if not all(parts):
        raise PatternError(
            "pattern_empty",
            f'the pattern "{source}" has an empty alternative, which would match anything',
            "take out the extra |",
        )
    return tuple(parts)


def branches(source: str) -> list[str]:
    """`source` cut at its top-level `|`, spaces kept."""
    parts, depth, in_class, start = [], 0, False, 0
    for found in re.finditer(r"\\.|[\[\]()|]", source, re.DOTALL):
        mark = found.group()
        if len(mark) > 1:
            continue
        if in_class:
            in_class = mark != "]"
        elif mark == "[":
            in_class = True
        elif mark in "()":
            depth += 1 if mark == "(" else -1
        elif mark == "|" and depth == 0:
            parts.append(source[start : found.start()])
            start = found.end()
    parts.append(source[start:])
    return parts


def _compile(part: str) -> _Alternative:
    if is_plain(part):
        return _plain(part)
    _refuse_what_re2_cannot(part)
    regex = _re2(rf"(?:^|[^{_LETTER}])((?:nebe|ne)?)({fold_regex(part)})(?:[^{_LETTER}]|$)", part)
    return _Alternative(part, (), regex, denies=False, literal=False, absent=False)


def _plain(part: str) -> _Alternative:
    """A plain alternative: "neveikia" and "not working" become the denial of "veikia" and "working".

    A denial further inside ("vis dar neveikia") is taken as it stands, its prefix free to be `ne-` or `nebe-`; "nieko tokio"
    too, whose verb denies besides.
    """
    words = folded_text(part).split(" ")
    if len(words) > 1 and negation.is_particle(words[0]):
        absent = words[0] in negation.ABSENT or words[0] == "no"
        return _Alternative(part, _forms(words[1:]), None, denies=True, literal=False, absent=absent)
    if (core := negation.strip_prefix(words[0])) is not None:
        return _Alternative(part, _forms([core, *words[1:]]), None, denies=True, literal=False, absent=False)
    if words[0] in negation.CONCORD:
        return _Alternative(part, _forms(words), None, denies=True, literal=True, absent=False)
    if any(negation.is_particle(word) or negation.strip_prefix(word) for word in words):
        choices = [_prefixed(word) for word in words]
        forms = tuple(
            " ".join(choice) for choice in itertools.islice(itertools.product(*choices), _MOST_FORMS)
        )
        return _Alternative(part, _without_apostrophe(forms), None, denies=True, literal=True, absent=False)
    return _Alternative(part, _forms(words), None, denies=False, literal=False, absent=False)


def _forms(words: list[str]) -> tuple[str, ...]:
    return _without_apostrophe((" ".join(words),))


def _without_apostrophe(forms: tuple[str, ...]) -> tuple[str, ...]:
    """`forms`, and beside each the way it is typed without its apostrophes ("doesnt")."""
    return tuple(dict.fromkeys(each for form in forms for each in (form, form.replace("'", ""))))


def _prefixed(word: str) -> tuple[str, ...]:
    core = negation.strip_prefix(word)
    return (word,) if core is None else tuple(dict.fromkeys((word, f"ne{core}", f"nebe{core}", f"ne {core}")))


def _refuse_what_re2_cannot(part: str) -> None:
    if _LOOKAROUND.search(part):
        raise PatternError(
            "pattern_lookaround",
            f'the alternative "{part}" looks around itself with (?=, (?!, (?<= or (?<!, which is not supported',
            "write plain words: negation is understood without it",
        )
    if _BACKREFERENCE.search(part):
        raise PatternError(
            "pattern_backreference",
            f'the alternative "{part}" refers back to an earlier group, which is not supported',
            "write the words out as separate alternatives",
        )
    if _POSSESSIVE.search(part):
        raise PatternError(
            "pattern_syntax",
            f'the alternative "{part}" uses a possessive repetition, which is not supported',
            "use a plain *, + or ?",
        )


def _re2(regex: str, part: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        compiled = re2.compile(regex, options)
    except re2.error as fault:
        reason = fault.args[0].decode() if fault.args and isinstance(fault.args[0], bytes) else str(fault)
        raise PatternError(
            "pattern_syntax",
            f'the alternative "{part}" is not a valid pattern ({reason.split(":")[0]})',
            "write plain words between | signs, or mend the expression",
        ) from None
    if compiled.search("") is not None:
        raise PatternError(
            "pattern_empty",
            f'the alternative "{part}" matches even nothing at all',
            "ask for at least one word",
        )
    return compiled


def fold_regex(part: str) -> str:
    """`part` folded, with escapes such as `\\W` or `\\p{Lu}` left as they are, and its apostrophes free to be missing ("cant")."""
    kept, place = [], 0
    for found in _KEEP.finditer(part):
        kept += [_free_of_apostrophes(part[place : found.start()]), found.group()]
        place = found.end()
    return "".join([*kept, _free_of_apostrophes(part[place:])])


def _free_of_apostrophes(part: str) -> str:
    return folded_text(part).replace("'", "'?")


def is_plain(part: str) -> bool:
    """Whether an alternative is plain words, with no regular expression in it."""
    return _META.search(part) is None


def _word_at(folded: str, start: int) -> str:
    found = _WORD.match(folded, start)
    return found.group() if found else ""
