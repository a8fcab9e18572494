"""What the listed answers mean, worked out once per question from labels, ids and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.language import default_packs, sentences, stem, tokens
from agent.understanding.acts import find_acts
from agent.understanding.atoms import Atom, atoms, group, implied, plain_worth, worth
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import ear, is_common
from agent.understanding.numbers import Range, asks_when, period_of, range_of, rate_of, units_in
from agent.understanding.shares import plan_in, shares_of
from agent.understanding.values import SURE_ACT, Option, Question

_FROM_ID = 0.5
_FROM_EXAMPLE = 0.35
_OPPOSITES = {"yes": 1, "no": -1}
_SHORTEST_STEM = 3
_OPTION_ACTS = ("danger", "person", "abuse", "stop", "cannot_do", "wait", "already_done")
_LEVELS = ("one", "some", "all", "nothing")
_UNINHERITED = frozenset(
    {"device", "room", "floor", "quantity", "medium", "owner", "daypart", "age", "client", "port"}
)


@dataclass(frozen=True, slots=True)
class Meant:
    """One option, understood: `direct` meanings -1..1, those that follow (`implied`), those its label states in the
    language of the conversation (`told`), its stems, its range of numbers.

    `stance` is 1 when it says yes to the question, -1 when it says no, 0 when neither; `worth` whether it is good news.
    """

    id: str
    direct: Mapping[str, float]
    implied: Mapping[str, float]
    told: frozenset[str]
    essential: frozenset[str]
    level: str | None
    stems: frozenset[str]
    spelt: tuple[frozenset[str], ...]
    samples: tuple[frozenset[str], ...]
    range: Range | None
    rate: float | None
    stance: float
    explicit: bool
    worth: float
    texts: tuple[str, ...]
    act: str | None


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, understood. `shares`: of the plan, by option; `plan`: its figure, where the question names it. A bare yes or no answers it when it is `polar` and neither negated nor double."""

    options: tuple[Meant, ...]
    about: Mapping[str, float]
    polar: bool
    negated: bool
    double: bool
    stems: frozenset[str]
    numeric: bool
    rated: bool
    counts: bool
    asks_for: int
    unit: str | None
    period: float | None
    ago: bool
    named: frozenset[str]
    shares: Mapping[str, tuple[float, ...]]
    plan: float | None

    @property
    def of_plan(self) -> bool:
        """Whether the options are shares of the plan's speed."""
        return sum(bool(each) for each in self.shares.values()) > 1


def asked(question: Question, language: str) -> Asked:
    """`question` understood; remembered by its texts."""
    key = tuple(
        (
            option.id,
            tuple(sorted(option.labels.items())),
            tuple((k, tuple(v)) for k, v in sorted(option.examples.items())),
        )
        for option in question.options
    )
    return _asked(question.text, key, language)


_Key = tuple[tuple[str, tuple[tuple[str, str], ...], tuple[tuple[str, tuple[str, ...]], ...]], ...]


@lru_cache(maxsize=1024)
def _asked(text: str, key: _Key, language: str) -> Asked:
    options = [Option(id_, dict(labels), dict(examples)) for id_, labels, examples in key]
    last = _last_question(text)
    about = _merged(_said(last, language))
    shape = _shape(last, language)
    stems = frozenset(stem(token.folded, language) for token in tokens(text))
    meant = tuple(_meant(option, about, language, shape[0], not (shape[1] or shape[2])) for option in options)
    numeric = sum(option.range is not None for option in meant) * 2 >= max(2, len(meant))
    levels = [option.level for option in meant if option.level]
    counts = len(set(levels)) >= 2 and len(levels) * 2 > len(meant)
    period = period_of(last, language)
    rated = sum(option.rate is not None for option in meant) * 2 > len(meant)
    good = sum(value * plain_worth(name) for name, value in about.items())
    units = [kind for kind in units_in(last, language) if kind != "count"]
    return Asked(
        meant,
        about,
        *shape,
        stems,
        numeric and not rated and not ({"some", "all"} & set(levels) and counts),
        rated,
        counts and not rated,
        -1 if good < 0 else 1,
        units[0] if units and not period else None,
        period,
        any(asks_when(label, code) for option in options for code, label in option.labels.items()),
        frozenset(name for option in meant for name in option.direct),
        {option.id: _shares(option, language) for option in options},
        plan_in(text, language),
    )


def _shares(option: Option, language: str) -> tuple[float, ...]:
    """What the option's label stands for, as shares of the plan: in this language, else in any other."""
    own = shares_of(option.labels.get(language, ""), language)
    others = (shares_of(label, code) for code, label in option.labels.items() if code in default_packs())
    return own or next((found for found in others if found), ())


def _last_question(text: str) -> str:
    told = sentences(text)
    asking = [part for part in told if part.endswith("?")]
    return (asking or told or [""])[-1]


def _said(text: str, language: str) -> list[Atom]:
    listening = ear(language)
    flat = [Clause(c.tokens, c.roles) for c in clauses(text, listening)]
    return [atom for clause in flat for atom in atoms(clause, listening)]


def _shape(text: str, language: str) -> tuple[bool, bool, bool]:
    """(polar, negated, double) of a question."""
    listening = ear(language)
    pieces = tokens(text)
    roles = listening.roles(pieces)
    polar = [role.start for role in roles if role.name == "polar"]
    starts = bool(pieces) and (
        0 in polar or any(pieces[place - 1].after.strip() in (",", "–", "-") for place in polar)
    )
    core = Clause(tuple(pieces), tuple(roles))
    head = {role.start for role in roles if role.name == "polar"}
    negated = starts and _negated(core, head, language)
    joined = [role.start for role in roles if role.name in ("and_", "either") and role.start > 0]
    double = any(place + 1 in polar or (place in polar and place > 0) for place in joined)
    either = any(role.name == "either" and role.start > 1 for role in roles)
    return starts, negated, double or either


def _negated(clause: Clause, head: set[int], language: str) -> bool:
    """Whether the question itself denies: "Ar nematote…?", "Don't you see…?"."""
    listening = ear(language)
    if clause.tokens[0].folded.endswith("n't"):
        return True
    prefixed = [find for find in listening.concepts.find(clause.tokens) if find.negated]
    near = any(role.name == "negators" and role.start <= 3 for role in clause.roles)
    return near or any(find.start <= max(head, default=0) + 5 for find in prefixed)


def _meant(option: Option, about: Mapping[str, float], language: str, polar: bool, plain: bool) -> Meant:
    label_atoms = [atom for code, label in option.labels.items() for atom in _said(label, code)]
    label_meanings = {atom.meaning for atom in label_atoms}
    id_atoms = [
        _lighter(atom, _FROM_ID)
        for atom in _said(option.id.replace("_", " ").replace("-", " "), "en")
        if not label_meanings or atom.meaning in label_meanings or atom.meaning in _OPPOSITES
    ]
    example_atoms = [
        _lighter(atom, _FROM_EXAMPLE)
        for code, texts in option.examples.items()
        for text in texts
        for atom in _said(text, code)
    ]
    direct = _merged(label_atoms + id_atoms)
    for name, value in _merged(example_atoms).items():
        direct.setdefault(name, max(-0.5, min(0.5, value)))
    label = option.labels.get(language, next(iter(option.labels.values()), ""))
    told = frozenset(atom.meaning for atom in _said(label, language)) - frozenset(_OPPOSITES)
    explicit = any(atom.meaning in _OPPOSITES for atom in label_atoms)
    stance = _stance(label_atoms + id_atoms, direct, about) if polar else 0.0
    essential = _essential(label, language) & told
    if stance and (explicit or plain) and not essential:
        for name, value in about.items():
            if group(name) not in _UNINHERITED and (explicit or plain_worth(name)):
                direct.setdefault(name, value * stance * 0.7)
    follows = _merged(
        implied(Atom(name, 1 if value > 0 else -1, abs(value)) for name, value in direct.items())
    )
    good = sum(worth(Atom(name, 1 if value > 0 else -1, abs(value))) for name, value in direct.items())
    texts = tuple(option.labels.values()) + tuple(
        text for examples in option.examples.values() for text in examples
    )
    ranges = [found for code, label in option.labels.items() if (found := range_of(label, code)) is not None]
    return Meant(
        option.id,
        {name: value for name, value in direct.items() if name not in _OPPOSITES},
        {name: value for name, value in follows.items() if name not in direct},
        told,
        essential,
        _level(direct, told, about),
        _stems(option),
        tuple(stems_of(label, code) for code, label in option.labels.items()),
        tuple(stems_of(text, code) for code, texts in option.examples.items() for text in texts),
        ranges[0] if ranges else None,
        next(
            (rate for code, text in option.labels.items() if (rate := rate_of(text, code, True)) is not None),
            None,
        ),
        stance,
        explicit,
        good,
        texts,
        _act_of(option),
    )


def _act_of(option: Option) -> str | None:
    """The act that an option itself stands for: "I can't", "Not now", "Call me"."""
    if any(
        role.name == "unable"
        for code, label in option.labels.items()
        for role in ear(code).roles(tokens(label))
    ):
        return "cannot_do"
    for code, label in option.labels.items():
        for act in find_acts(label, code):
            covers = len(tokens(act.span)) * 2 >= len(tokens(label))
            if act.confidence >= SURE_ACT and act.name in _OPTION_ACTS and covers:
                return act.name
    return None


def _essential(label: str, language: str) -> frozenset[str]:
    """What a label of several clauses says last: without it, the option is not meant ("Works, but slowly")."""
    if "(" in label:  # a remark, not a condition
        return frozenset()
    listening = ear(language)
    said = [atoms(Clause(clause.tokens, clause.roles), listening) for clause in clauses(label, listening)]
    meanings = [{atom.meaning for atom in each} - set(_OPPOSITES) for each in said]
    telling = [each for each in meanings if each]
    return frozenset(telling[-1] - telling[0]) if len(telling) > 1 else frozenset()


def _level(direct: Mapping[str, float], told: frozenset[str], about: Mapping[str, float]) -> str | None:
    """The quantity an option stands for, when it says little else: "Only one", "Visuose"."""
    levels = {name: held for name, held in direct.items() if held > 0.5 and name in _LEVELS}
    rest = {name for name in told - about.keys() if group(name) != "quantity"}
    return max(levels, key=lambda name: levels[name]) if levels and not rest else None


def _lighter(atom: Atom, factor: float) -> Atom:
    return Atom(atom.meaning, atom.sign, atom.weight * factor, atom.said)


def _merged(found: Sequence[Atom]) -> dict[str, float]:
    """Each meaning once: the strongest mention decides, within -1..1."""
    merged: dict[str, float] = {}
    for atom in found:
        value = atom.sign * min(1.0, atom.weight)
        if abs(value) > abs(merged.get(atom.meaning, 0.0)):
            merged[atom.meaning] = value
    return merged


def _stance(found: Sequence[Atom], direct: Mapping[str, float], about: Mapping[str, float]) -> float:
    """Whether an option agrees with what is asked: by saying yes or no, or by saying the same or its denial."""
    told = [_OPPOSITES[atom.meaning] for atom in found if atom.meaning in _OPPOSITES]
    if told:
        return float(told[0])
    shared = [direct[name] * about[name] for name in direct if name in about]
    if not shared:
        return 0.0
    return 1.0 if max(shared, key=abs) > 0 else -1.0


def _stems(option: Option) -> frozenset[str]:
    """The stems of the label's words, per language."""
    return frozenset(
        stem(token.folded, code)
        for code, label in option.labels.items()
        for token in tokens(label)
        if len(token.folded) >= _SHORTEST_STEM
        and token.text[0].isalpha()
        and not is_common(token.folded, code)
    )


@lru_cache(maxsize=4096)
def stems_of(text: str, language: str) -> frozenset[str]:
    """The stems of all words of `text`, as they stand."""
    return frozenset(stem(token.folded, language) for token in tokens(text))
