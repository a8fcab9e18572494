"""What kind of message this is: asks for a person, tells of danger, wants to stop, has done it already…

Cues come from the packs. A cue of several words, or of parts that stand near each other ("duokit + žmog*"), is
sure; a single word is sure only where it is all, or nearly all, of its clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from agent.conversation import Evidence
from agent.language import Token, default_packs, tokens
from agent.understanding.atoms import atoms, group, worth
from agent.understanding.clauses import PAUSE, Clause, clauses, denies, holding
from agent.understanding.cues import ENDS, Cue, Cues, absent, afresh, denied, disowned, in_full
from agent.understanding.ear import Ear, ear
from agent.understanding.harm import denied_signs
from agent.understanding.lexicon import Lexicon
from agent.understanding.news import is_no_news
from agent.understanding.refusals import NO_PERSON, belongs, of_family, refused
from agent.understanding.remembered import remembered
from agent.understanding.values import Act, Question

KNOWN = frozenset(
    {
        "danger", "dazzled", "wire_down", "person", "abuse", "stop", "restart", "correction", "repeat", "wait", "already_done", "cannot_do", "refuses",
        "solved", "healed", "visit", "appointment", "away", "beyond_reach", "none_fit", "not_this", "nothing_more", "greeting", "thanks", "goodbye", "injection", "small_talk", "digression", "problem",
    }
)  # fmt: skip
SOLVED, HEALED = "solved", "healed"
REFUSES = "refuses"  # who will not, or dares not
DANGER, DAZZLED, WIRE_DOWN, PERSON = "danger", "dazzled", "wire_down", "person"
DANGERS = frozenset({DANGER, DAZZLED, WIRE_DOWN})
_ALSO = {
    HEALED: SOLVED,
    DAZZLED: DANGER,
    WIRE_DOWN: DANGER,
    REFUSES: "cannot_do",
}  # what each of these is besides
OUTRANKING = ("danger", "person", "abuse", "stop")
_ALWAYS_SURE = frozenset(
    {
        *DANGERS,
        "abuse",
        "injection",
        "correction",
        "cannot_do",
        REFUSES,
        "appointment",
        "beyond_reach",
        "away",
        NO_PERSON,
    }
)
_DENIALS = 12  # so many denials of danger in one message are believed
_HOUR = re.compile(r"([01]?\d|2[0-3])([:.][0-5]\d)?")
_NEWS = 0.5  # from so much on a word says how the service does
_NEWS_ACTS = (SOLVED, HEALED)
_LOOKING = frozenset({"see"})
_ENDS = "."  # of a sentence: what comes behind "hold on" is new
_OPENING = ("filler", "turn")
NONE_FIT, _BESIDE = "none_fit", 3  # words that may stand beside it in its clause
_ALONE = 2  # a clause of so many words is its cue
_THINGS = frozenset({"device", "medium", "payment", "mail", "client"})
_COURTESY_REST = 1  # words a courtesy may have beside it
_COURTESIES = frozenset({"greeting", "thanks", "goodbye"})
_SURE, _LIKELY, _WEAK = 0.92, 0.8, 0.4


@cache
def _cues(language: str) -> Cues:
    """The cues of a language, and the longer ones of the others: customers mix languages."""
    own = ear(language).pack
    rules = [(act, phrase) for act, phrases in own.acts.items() for phrase in phrases]
    for other in default_packs().values():
        if other is not own:
            rules += [
                (act, phrase) for act, phrases in other.acts.items() for phrase in phrases if len(phrase) > 4
            ]
    every = (listed for pack in default_packs().values() for listed in pack.harmless.items())
    harmless = [(act, phrase) for act, phrases in every for phrase in phrases]
    return Cues(rules, harmless, DANGERS)


def find_acts(
    text: str, language: str, question: Question | None = None, complaint: str = ""
) -> tuple[Act, ...]:
    """Every act of `text`, surest first. With a `question` pending, a question of the customer's may be about it; good news
    is of what was complained of."""
    listening = ear(language)
    pieces = tokens(text)
    if not pieces:
        return ()
    cut = clauses(text, listening)
    found = [*_by_cue(text, listening.language, complaint)]
    found += _questions(cut, question, found, listening.language)
    found += [replace(act, name=_ALSO[act.name]) for act in found if act.name in _ALSO]
    best: dict[str, Act] = {}
    for act in found:
        if act.name not in best or act.confidence > best[act.name].confidence:
            best[act.name] = act
    return tuple(sorted(best.values(), key=lambda act: -act.confidence))


def denies_danger(text: str, language: str) -> bool:
    """Whether `text` has words of danger, and all of them say that there is none: "dūmų nebėra", "no smoke"."""
    listening, pieces = ear(language), tokens(text)
    dangers = [cue for cue in _cues(listening.language).find(pieces) if cue.name in DANGERS]
    return bool(dangers) and not _without_denied(dangers, pieces, listening)


def calls_nobody(text: str, language: str) -> bool:
    """Whether a person is named in `text` whom nobody calls: one who is heard badly, cannot ring, or is oneself."""
    named = _uncalled().find_all(tokens(text))
    cues = _cues(ear(language).language).find(tokens(text)) if named else ()
    return bool(named) and not any(cue.name == PERSON for cue in cues)


@cache
def _uncalled() -> Lexicon:
    listed = (
        (PERSON, phrase)
        for pack in default_packs().values()
        for phrase in (*pack.harmless.get(PERSON, ()), *pack.unwanted.oneself)
    )
    return Lexicon(in_full(listed))


def gainsays_news(text: str, language: str, complaint: str = "") -> bool:
    """Whether `text` has words of good news, and none of them is any: "it never fixed itself"."""
    listening, pieces = ear(language), tokens(text)
    cut = clauses(text, listening)
    news = [cue for cue in _cues(listening.language).find(pieces) if cue.name in _NEWS_ACTS]
    return bool(news) and all(is_no_news(cue, pieces, cut, listening, complaint) for cue in news)


@remembered
def _by_cue(text: str, language: str, complaint: str) -> tuple[Act, ...]:
    """What cues tell, whatever is asked; remembered, since a message is heard with and without its question."""
    listening, pieces = ear(language), tokens(text)
    cut = clauses(text, listening)
    cues = _cues(listening.language).find(pieces)
    cues = [cue for cue in cues if not of_family(cue, pieces, listening)]
    cues = _without_denied(cues, pieces, listening)
    refusals = refused(pieces, cues, listening)
    found = []
    for cue in [*refusals, *cues]:
        if belongs(cue, refusals) or _says_nothing(cue, pieces, cut, listening, complaint):
            continue
        said, sure = cue.said(pieces), _sureness(cue, pieces, cut)
        if cue.name == "wait" and _only_hesitates(cue, cues, cut, listening):
            sure = _WEAK
        asks = cue.name == "digression" and any(clause.asks or "?" in clause.ends for clause in cut)
        found.append(Act(cue.name, sure, Evidence("act", f"{cue.name}: “{said}”", sure), said, asks))
    return tuple(found)


def _says_nothing(
    cue: Cue, pieces: Sequence[Token], cut: Sequence[Clause], listening: Ear, complaint: str
) -> bool:
    """Whether what sounds like an act is none: a time of trouble, good news that is none, "none of those" among more."""
    if cue.name == "appointment":
        return not _suits(cue, pieces, cut, listening)
    if cue.name in _NEWS_ACTS:
        return is_no_news(cue, pieces, cut, listening, complaint)
    if cue.name == NONE_FIT:
        return not _is_its_clause(cue, cut)
    return False


def _without_denied(cues: Sequence[Cue], pieces: Sequence[Token], listening: Ear) -> list[Cue]:
    """Without the danger that is denied, in all its cues: "I can't detect any strange smell from the adapter".

    What is denied at one place may be meant at a later one: "there was no smoke, now there is smoke".
    """
    dangers = [cue for cue in cues if cue.name in DANGERS]
    others = [cue for cue in cues if cue.name not in DANGERS]
    places: frozenset[int] = frozenset()
    if not dangers:
        return others
    more, finder = dangers, _cues(listening.language).finder(pieces)
    for _ in range(_DENIALS):
        if not (no_danger := [cue for cue in more if _is_denied(pieces, cue, dangers, listening)]):
            break
        places = places.union(*(_places(cue) - _later(cue, pieces) for cue in no_danger))
        found = finder(min(cue.end for cue in no_danger))
        more = [cue for cue in found if cue.name in DANGERS]
        dangers += more
    places |= denied_signs(pieces, listening)
    return others + [cue for cue in dangers if not _places(cue) & places]


def _is_denied(pieces: Sequence[Token], cue: Cue, dangers: Sequence[Cue], listening: Ear) -> bool:
    if absent(pieces, cue, listening) or disowned(pieces, cue, listening):
        return True
    return denied(pieces, cue, listening) and not afresh(pieces, cue, dangers, listening)


def _places(cue: Cue) -> frozenset[int]:
    return frozenset(place for find in cue.finds for place in range(find.start, find.end))


def _later(cue: Cue, pieces: Sequence[Token]) -> frozenset[int]:
    """The places of a cue behind the end of a sentence in it: no denial reaches there ("no lamp on the router. I spilt water")."""
    ends = (place for place in range(cue.start, cue.end) if ENDS.search(pieces[place].after))
    return frozenset(range(next(ends, cue.end) + 1, cue.end))


def _is_its_clause(cue: Cue, cut: Sequence[Clause]) -> bool:
    """Whether a clause says little else: "none of those", not "mine has none of those to press"."""
    place, begin = holding(cut, cue.start)
    clause = cut[place]
    return cue.start - begin <= 1 and len(clause.tokens) - (cue.end - cue.start) <= _BESIDE


def _suits(cue: Cue, pieces: Sequence[Token], cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether the time is when a call suits: not one when something works or fails, denied, gone by, or no hour at all."""
    clause = cut[holding(cut, cue.start)[0]]
    tells = any(abs(worth(atom)) >= _NEWS for atom in atoms(clause, listening))
    unsuited = any(find.name == "unsuited" for find in listening.times.find_all(clause.tokens))
    denied = denies(clause.roles) or any(listening.denies(token.folded) for token in clause.tokens)
    return not (tells or unsuited or denied or clause.has("past")) and _is_time(cue, pieces, listening)


def _is_time(cue: Cue, pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether the figure of a time is an hour: "after 5", "po 17:30"; not "at 5 places" or "at 192.168.1.1"."""
    figure = pieces[cue.end - 1]
    if not figure.folded[0].isdigit():
        return True
    if not _HOUR.fullmatch(figure.folded):
        return False
    if cue.end == len(pieces) or PAUSE.search(figure.after):
        return True
    following = listening.times.find_all(pieces[cue.end :])
    return any(find.name == "after_hour" and find.start == 0 for find in following)


def _only_hesitates(cue: Cue, cues: Sequence[Cue], cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether "hold on" merely opens what is said next: "hold on, it has come up now"; not who is still looking."""
    place, _ = holding(cut, cue.start)
    clause = cut[place]
    opening = sum(role.length for role in clause.roles if role.name in _OPENING)
    before = cut[:place]
    small = (len(each.tokens) == 1 or _only_opens(each) for each in before)  # "oh, no, hang on"
    opens = all(small) or _ENDS in before[-1].ends
    if len(clause.tokens) > cue.end - cue.start + opening or not opens:
        return False
    news, start = None, 0
    for number, each in enumerate(cut):
        end = start + len(each.tokens)
        tells = any(other.name in _NEWS_ACTS and start <= other.start < end for other in cues)
        if number > place and (tells or {atom.meaning for atom in atoms(each, listening)} - _LOOKING):
            news = start
        start = end
    return news is not None and not any(other.name == "wait" and other.start >= news for other in cues)


def _only_opens(clause: Clause) -> bool:
    """Whether a clause holds nothing but fillers and the like."""
    return len(clause.tokens) <= sum(role.length for role in clause.roles if role.name in _OPENING)


def _sureness(cue: Cue, pieces: Sequence[Token], cut: Sequence[Clause]) -> float:
    """A courtesy counts when it is the message; a single word when it is its clause, fillers aside."""
    if cue.name in _COURTESIES:
        late = (
            cue.name == "greeting" and cue.end == len(pieces) > cue.end - cue.start
        )  # "kabeliai sveiki": they are whole
        return _SURE if _is_all(cue, cut) and not late else _WEAK
    if (
        cue.name == "digression"
        and cue.single
        and not any(clause.asks or "?" in clause.ends for clause in cut)
    ):
        return _WEAK
    if not cue.single or cue.name in _ALWAYS_SURE:
        return _SURE
    place = 0
    for clause in cut:
        if place <= cue.start < place + len(clause.tokens):
            fillers = sum(role.length for role in clause.roles if role.name in ("filler", "doubt"))
            limit = 1 if cue.name in ("stop", "repeat") else _ALONE
            short = len(clause.tokens) - min(fillers, len(clause.tokens) - 1) <= limit
            return _LIKELY if short or len(pieces) <= _ALONE else _WEAK
        place += len(clause.tokens)
    return _WEAK


def _is_all(cue: Cue, cut: Sequence[Clause]) -> bool:
    """Whether a courtesy is all a message says, other courtesies and fillers aside."""
    left = sum(len(clause.tokens) for clause in cut) - (cue.end - cue.start)
    fillers = sum(role.length for clause in cut for role in clause.roles if role.name == "filler")
    return left - fillers <= _COURTESY_REST


def _questions(
    cut: Sequence[Clause], question: Question | None, found: Sequence[Act], language: str
) -> list[Act]:
    """The customer's own questions: about the step, or about something else."""
    asking = [clause for clause in cut if clause.asks or "?" in clause.ends]
    if not asking:
        return []
    elsewhere = any(act.name in ("digression", "small_talk", "injection") for act in found)
    elsewhere = elsewhere or (question is not None and _off_topic(asking, question, language))
    name = "digression" if elsewhere else "question"
    clear = any(clause.asks for clause in asking)
    sure = _SURE if clear else 0.5
    said = next((clause.text for clause in asking if clause.asks), asking[0].text)
    return [Act(name, sure, Evidence("act", f"{name}: “{said}”", sure), said, asks=True)]


def _off_topic(asking: Sequence[Clause], question: Question, language: str) -> bool:
    """Whether the customer asks about things, and none of them is what the agent asks about."""
    about = frozenset().union(*(_things(clause.tokens, language) for clause in asking))
    pending = [question.text, *(label for option in question.options for label in option.labels.values())]
    return bool(about) and not any(about & _things(tokens(text), language) for text in pending)


def _things(pieces: tuple[Token, ...], language: str) -> frozenset[str]:
    """The nameable things of a text: devices, ways of connecting, mail, payment…"""
    names = {find.name[:-1] for find in ear(language).concepts.find(pieces)}
    return frozenset(name for name in names if group(name) in _THINGS or name == "internet")
