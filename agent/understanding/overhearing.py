"""What a complaint, made before anything was asked, says for certain about a question that comes up then.

    "neveikia internetas, ant routerio dega raudona lemputė"   →  a red light on the router
    "vakar degė raudona, o dabar tik nėra interneto"           →  nothing about the lights
    "gal ta lemputė raudona"                                   →  nothing
    "meistras sakė, kad lemputė žalia"                         →  nothing

Nobody answers a question that was never put: only clauses that state how things are now, here and without doubt
count, and only what the author listed or the rules are sure of is taken. The readers, which were fitted on replies, take the
plainest complaint for an answer ("netas mirė" for a dark box): they are believed only about an answer one of whose own words,
as its author listed them, stands there too, and of no other answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from agent.understanding.answers import read_answer
from agent.understanding.atoms import atoms, group, is_thing, things, worth
from agent.understanding.clauses import Clause, clauses
from agent.understanding.convinced import Adviser
from agent.understanding.ear import Ear, ear
from agent.understanding.facts import find_facts
from agent.understanding.firsthand import firsthand, names_others
from agent.understanding.options import asked as asked_of
from agent.understanding.outweighing import as_dated, devices, listed, outweighing
from agent.understanding.plainly_told import plainly_told
from agent.understanding.sight import label_of
from agent.understanding.values import Question, Reading

SURE = 0.95
# By the encoder, and by all readers together, of an answer whose own words stand there…
SURE_ENCODER, SURE_TOGETHER = 0.7, 0.6
# … of which one may be less sure where the author's own words stand there and the other leaves little doubt.
SURE_READERS, SOME_ENCODER = 0.9, 0.25
SURE_ALONE, SOME_READERS = 0.97, 0.25
_GOOD = 0.5
_TWICE = 2  # clauses that may say one answer, each with its own words
_WORKS = "works"
_WITHOUT = ("learned", "acts")
# A guide to the boxes is told of in words of the line: "the router is dark".
_LINE = {"equipment": "internet"}
_TYPE, _COLOUR, _OUTCOME = "problem_type", "colour", "outcome"
_PATTERN, _TRIED, _DEVICE = "connection_pattern", "already_tried", "device"
_OF_THE_FAULT = frozenset({_TYPE, _PATTERN, "scope", "since", _TRIED})


def overhear(
    question: Question,
    complaint: str,
    language: str,
    service: str,
    encoder: Adviser | None = None,
    known: Sequence[str] = (),
) -> Reading | None:
    """The answer that `complaint`, about `service`, gives to `question` beyond doubt; None when it gives none. `encoder` None =
    by rules alone. What is `known` of everybody who comes to the guide (its title, its description) tells nothing; where that is not
    given, only the author's own words count."""
    said = plainly_told(complaint, ear(language))
    by_rules = _by_rules(question, said, language, service)
    if by_rules is None:
        by_rules = outweighing(question, said, ear(language))
    if by_rules is not None or encoder is None:
        return by_rules
    return _by_all(question, said, language, encoder, known)


def _by_all(
    question: Question, complaint: str, language: str, encoder: Adviser, known: Sequence[str]
) -> Reading | None:
    """The answer that author, readers and encoder all hear, whatever else is told beside it; or two of them beyond doubt,
    where the third hears no other."""
    named = listed(question, [clause.text for clause in clauses(complaint, ear(language))])
    if len(named) > 1 or not (named or known):
        return None
    if not named and not _is_sure_by_rules(question, complaint, language):
        return None
    heard, reading = _heard(question, complaint, language, encoder)
    if named:
        return _in_own_words(question, complaint, language, encoder, heard, reading)
    if reading is None or not _in_other_words(question, complaint, language, reading, heard):
        return None
    obvious = any(_says_too(question, text, language, encoder, reading) for text in known)
    return None if obvious else reading


def _in_own_words(
    question: Question,
    complaint: str,
    language: str,
    encoder: Adviser,
    heard: Mapping[str, float],
    reading: Reading | None,
) -> Reading | None:
    """The one answer whose own words stand there, where nothing that was heard of the whole gainsays it."""
    (one,) = listed(question, [clause.text for clause in clauses(complaint, ear(language))])
    agreed = reading is not None and reading.outcome == one
    if heard[one] < SURE_ENCODER and (not agreed or names_others(complaint, ear(language))):
        return None  # "my neighbour paid": whose it is only the encoder can tell
    if reading is not None and agreed and _in_listed_words(reading, heard):
        return reading
    opposed = any(chance >= _GOOD and name != one for name, chance in heard.items())
    return None if opposed else _told_alone(question, complaint, language, encoder)


def _told_alone(question: Question, complaint: str, language: str, encoder: Adviser) -> Reading | None:
    """The answer whose words stand in one clause of several, or in two, heard without the rest of a long story."""
    cut = clauses(complaint, ear(language))
    seen = firsthand(as_dated(question, cut), ear(language))
    parts = [place for place, clause in enumerate(cut) if listed(question, [clause.text])]
    if len(parts) in (0, len(cut)) or len(parts) > _TWICE or not seen.issuperset(parts):
        return None
    asked = things(_wording(question, ear(language)), ear(language))
    named = [things(cut[place].text, ear(language)) for place in parts]
    if any(each and not each & asked for each in named):
        return None  # a blue screen is no blue lamp
    told = [_of_clause(question, cut[place].text, language, encoder) for place in parts]
    return next(filter(None, told), None)


def _of_clause(question: Question, clause: str, language: str, encoder: Adviser) -> Reading | None:
    """The answer of this one clause, where readers and encoder hear the one whose words stand in it."""
    heard, reading = _heard(question, clause, language, encoder)
    same = reading is not None and listed(question, [clause]) == {reading.outcome}
    return reading if same and reading is not None and _in_listed_words(reading, heard) else None


def _is_sure_by_rules(question: Question, complaint: str, language: str) -> bool:
    """Whether rules alone are sure of an answer: asked first, as the encoder takes a hundred times as long."""
    rules = read_answer(question, complaint, language, without=_WITHOUT)
    return rules.kind == _OUTCOME and rules.confidence >= SURE


def _heard(
    question: Question, said: str, language: str, encoder: Adviser
) -> tuple[Mapping[str, float], Reading | None]:
    """What the encoder alone makes of each answer, and the answer that all readers take it for together, if any."""
    labels = [label_of(option, language) for option in question.options]
    chances = encoder.chances(question.text, labels, said.lower()).options
    heard = {option.id: chance for option, chance in zip(question.options, chances, strict=True)}
    reading = read_answer(question, said, language, encoder=encoder)
    return heard, reading if reading.kind == _OUTCOME and reading.outcome else None


def _says_too(question: Question, text: str, language: str, encoder: Adviser, meant: Reading) -> bool:
    """Whether this text sounds like the same answer: a dark box like a house without power."""
    heard, reading = _heard(question, text, language, encoder)
    rules = read_answer(question, text, language, without=_WITHOUT)
    named = {each.outcome for each in (reading, rules) if each is not None and each.kind == _OUTCOME}
    return meant.outcome in named or heard[str(meant.outcome)] >= _GOOD


def _in_listed_words(reading: Reading, heard: Mapping[str, float]) -> bool:
    """Whether readers and encoder hear the answer whose own words stand there: one of them may be less sure."""
    chance, together = heard[str(reading.outcome)], reading.confidence
    agreed = chance >= SURE_ENCODER and together >= SURE_TOGETHER
    nearly = chance >= SOME_ENCODER and together >= SURE_READERS
    alone = chance >= SURE_ALONE and together >= SOME_READERS
    return chance == max(heard.values()) and (agreed or nearly or alone)


def _in_other_words(
    question: Question, complaint: str, language: str, reading: Reading, heard: Mapping[str, float]
) -> bool:
    """Whether rules, readers and encoder are all sure of one answer that is told in words of the customer's own."""
    rules = read_answer(question, complaint, language, without=_WITHOUT)
    alike = rules.kind == _OUTCOME and rules.outcome == reading.outcome
    surest = min(heard[str(reading.outcome)], rules.confidence, reading.confidence)
    return alike and surest >= SURE


def _by_rules(question: Question, complaint: str, language: str, service: str) -> Reading | None:
    told = list(_stated(question, complaint, ear(language), service))
    if not listed(question, told):
        told = list(_stated(question, complaint, ear(language), service, well=True))
    if not told:
        return None
    whole = read_answer(question, ", ".join(told), language, without=_WITHOUT)
    pieces = [(text, read_answer(question, text, language, without=_WITHOUT)) for text in dict.fromkeys(told)]
    if named := listed(question, told):  # "internet dead, LOS is red": the fault itself is no dark box
        pieces = [
            each for each in pieces if not _only_complains(each[0], language) or listed(question, [each[0]])
        ]
        if whole.outcome not in named:
            whole = read_answer(question, ", ".join(text for text, _ in pieces), language, without=_WITHOUT)
    speaking = [reading for text, reading in pieces if _speaks(question, text, reading, ear(language))]
    readings = [whole, *speaking]
    meant = {each.outcome for each in readings if each.kind == _OUTCOME}
    reading = max(readings, key=lambda each: each.confidence)
    if len(meant) != 1 or reading.confidence < SURE:
        return None
    now = listed(question, told)
    ever = listed(question, [clause.text for clause in clauses(complaint, ear(language))])
    return reading if now == ever == {reading.outcome} else None


def _only_complains(text: str, language: str) -> bool:
    """Whether a clause says no more than what service fails, and how; or what was tried, and on which device."""
    stated = {fact.name for fact in find_facts(text, language)}
    tried = _TRIED in stated and stated <= {*_OF_THE_FAULT, _DEVICE}
    return tried or (_PATTERN in stated and stated <= _OF_THE_FAULT)


def _speaks(question: Question, text: str, reading: Reading, listening: Ear) -> bool:
    """Whether what the rules make of one clause counts beside the whole: in the author's words always, else when they
    are sure; not where it names another colour than the answer they took it for ("the module is green" for a red one)."""
    if reading.kind != _OUTCOME or reading.outcome in listed(question, [text]):
        return True
    options = asked_of(question, listening.language).options
    meant = next(each.direct for each in options if each.id == reading.outcome)
    said = (atom for clause in clauses(text, listening) for atom in atoms(clause, listening) if atom.sign > 0)
    seen = {atom.meaning for atom in said if group(atom.meaning) == _COLOUR}
    expected = {name for name, share in meant.items() if share >= _GOOD and group(name) == _COLOUR}
    return reading.confidence >= SURE and not (seen and expected and not seen & expected)


def _stated(
    question: Question, complaint: str, listening: Ear, service: str, well: bool = False
) -> Iterator[str]:
    """The clauses that say how it is now with the thing asked about; one that names no service is about the last. `well`: with
    those that only tell what works, in an answer's own words ("other sockets work")."""
    asked, about = devices(_wording(question, listening), listening), _LINE.get(service, service)
    line = about
    options = asked_of(question, listening.language).options
    troubles = not any(
        max(each.direct.get(_WORKS, 0), each.implied.get(_WORKS, 0)) >= _GOOD for each in options
    )
    cut = clauses(complaint, listening)
    seen, missing = firsthand(as_dated(question, cut), listening), _missing(cut, listening)
    for place, clause in enumerate(cut):
        facts = {fact.name: fact.value for fact in find_facts(clause.text, listening.language)}
        about = str(facts.get(_TYPE, about))
        about = _LINE.get(about, about)
        named = devices(clause.text, listening)
        here = place in seen and about == line and not (named and asked and not named & asked)
        good = troubles and _is_well(clause, listening)
        idle = (good or _has(missing, clause, listening)) and not (well and listed(question, [clause.text]))
        if here and not idle:
            yield clause.text


def offers_that_it_works(question: Question, language: str) -> bool:
    """Whether the label of a listed answer says that something works: then that it does is an answer."""
    return any(_WORKS in option.told for option in asked_of(question, language).options)


def _missing(cut: Sequence[Clause], listening: Ear) -> Set[str]:
    """The things that are not there, by any clause: the sound of "no sound"."""
    said = (atom for clause in cut for atom in atoms(clause, listening))
    return {atom.meaning for atom in said if atom.sign < 0 and is_thing(atom.meaning)}


def _has(missing: Set[str], clause: Clause, listening: Ear) -> bool:
    """Whether a clause only tells where that is which is missing: "but youtube has sound"."""
    said = atoms(clause, listening)
    there = any(atom.sign > 0 and atom.meaning in missing for atom in said)
    return there and not any(worth(atom) <= -_GOOD for atom in said)


def _is_well(clause: Clause, listening: Ear) -> bool:
    """Whether a clause only tells what works ("receiving is fine"): no answer where every answer is a trouble."""
    said = atoms(clause, listening)
    return any(a.meaning == _WORKS and a.sign > 0 for a in said) and not any(worth(a) <= -_GOOD for a in said)


def _wording(question: Question, listening: Ear) -> str:
    labels = [option.labels.get(listening.language, "") for option in question.options]
    return ". ".join([question.text, *labels])
