"""Facts a message states in passing: what is wrong, where, on which device, since when, what was tried.

Most are cues of the packs. Three need more than a word: the problem's type (a thing named as working is not it),
the scope ("only the laptop", "all but one", "the only one that works") and the device that is at fault.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache

from agent.conversation import Evidence
from agent.language import Token, default_packs, tokens
from agent.understanding.atoms import atoms, group
from agent.understanding.clauses import Clause, clauses, holding
from agent.understanding.cues import Cue, Cues, denied
from agent.understanding.damage import is_ours, is_seen_whole
from agent.understanding.ear import Ear, ear
from agent.understanding.firsthand import firsthand
from agent.understanding.remembered import remembered
from agent.understanding.scope import Scene, scene, scope_of
from agent.understanding.values import Stated
from agent.understanding.wired import by_cable_only

KNOWN = {
    "problem_type": {"internet", "tv", "phone", "email", "account", "equipment"},
    "device": {
        "phone", "laptop", "computer", "tablet", "tv", "tv_box", "router", "console", "printer", "handset", "remote"
    },
    "medium": {"wifi", "cable"},
    "lights": {"los_off", "wifi_off", "pon_off", "internet_off", "none", "red", "green", "orange", "blinking"},
    "already_tried": {"restart", "cables", "reset", "other_device", "other_socket", "reinstall"},
    "handset_kind": {"corded", "cordless"},
    "wifi_link": {"no_internet"},
    "power_lead": {"damaged", "replaced"},
    "fibre_line": {"damaged", "replaced"},
    "wired_link": {"wire_works"},
    "since": {"said"},
    "customer_equipment": {"own_router", "operator_router"},
    "connection_pattern": {"none", "intermittent", "slow", "evening", "all_day"},
}  # fmt: skip
_PATTERNS = ("intermittent", "slow", "evening", "none")
_LIGHTS = ("none", "red", "orange", "blinking", "pon_off", "internet_off", "wifi_off", "los_off", "green")
_DARK = frozenset(
    f"lights={lamp}_off" for lamp in ("los", "wifi", "pon", "internet")
)  # one lamp is no dark box
_COLOUR, _LIT = "colour", "lit"
_SINGLE, WIRED = "single_device", "wired_link"
_EVENING, _DAYPART, _BY_DAY, _AND = "evening", "daypart", frozenset({"morning", "noon", "anytime"}), "and_"
DAMAGE = ("power_lead", "fibre_line")  # what is seen to be broken needs no test
BROKEN = "damaged"
_SEEN = ("lights=", *(f"{fact}=" for fact in DAMAGE))
_DENIABLE = frozenset({"connection_pattern", "lights", "handset_kind", "already_tried", *DAMAGE})
_BAD, _GOOD, _PLAIN = 2.0, -0.5, 1.0


@cache
def _cues(language: str) -> Cues:
    own = ear(language).pack
    rules = [
        (f"{fact}={value}", phrase)
        for fact, values in own.facts.items()
        for value in values
        for phrase in values[value]
    ]
    for other in default_packs().values():
        if other is not own:
            rules += [
                (f"{fact}={value}", phrase)
                for fact, values in other.facts.items()
                for value in values
                for phrase in values[value]
                if len(phrase) > 5
            ]
    return Cues(rules)


@remembered
def find_facts(text: str, language: str) -> tuple[Stated, ...]:
    """The facts `text` states, each once, with the words it rests on; remembered, since a dozen rooms ask in one turn."""
    listening = ear(language)
    pieces = tokens(text)
    if not pieces:
        return ()
    cut = clauses(text, listening)
    cues = _outer(_cues(listening.language).find(pieces))
    dark = [cue for cue in cues if cue.name in _DARK]
    seen = _seen(cut, listening) if any(cue.name.startswith(_SEEN) for cue in cues) else []
    told: dict[str, dict[str, Cue]] = {}
    places: dict[str, list[tuple[str, Cue]]] = {}
    for cue in cues:
        fact, value = cue.name.split("=", 1)
        if fact in _DENIABLE and denied(pieces, cue, listening):
            continue
        if value == _EVENING and _is_at_any_time(cue, cut, listening):
            continue
        if fact == "lights" and (
            _unlit(value, cut, listening)
            or not any(_tells(cue, spans, clause, dark, listening) for spans, clause in seen)
        ):
            continue
        if fact in DAMAGE and not is_seen_whole(cue, pieces, seen, listening):
            continue
        if fact in DAMAGE and value == BROKEN and not is_ours(cue, pieces, cues, listening):
            continue
        told.setdefault(fact, {}).setdefault(value, cue)
        places.setdefault(fact, []).append((value, cue))
    shots = scene(cut, listening)
    found = [*_typed(places.get("problem_type", []), shots, pieces)]
    if dark:  # "is off" is said of the lamp that is named, not of every lamp
        told.get("lights", {}).pop("none", None)
    found += _listed(told, pieces)
    wired = _by_cable(cut, shots, cues, listening)
    scope = [each for each in _scoped(shots, cut) if not (wired and _only_beside(each.value, shots))]
    found += [*wired, *scope]
    found += _device(told.get("device", {}), shots, pieces)
    return tuple(found)


def denied_facts(text: str, language: str) -> tuple[tuple[str, str], ...]:
    """What `text` denies of the connection: "it's not dropping" → (connection_pattern, intermittent)."""
    listening, pieces = ear(language), tokens(text)
    cues = _outer(_cues(listening.language).find(pieces))
    told = [cue.name.split("=", 1) for cue in cues if denied(pieces, cue, listening)]
    return tuple((fact, value) for fact, value in told if fact == "connection_pattern")


def beside_facts(text: str, language: str, names: Set[str]) -> str:
    """The words of `text` that no fact of these `names` rests on: "the internet is dead, the box too" → "the box too"."""
    listening, pieces = ear(language), tokens(text)
    cues = [
        cue
        for cue in _outer(_cues(listening.language).find(pieces))
        if cue.name.partition("=")[0] in names and not denied(pieces, cue, listening)
    ]
    rest = (
        piece.text
        for place, piece in enumerate(pieces)
        if not any(cue.start <= place < cue.end for cue in cues)
    )
    return " ".join(rest)


def _seen(cut: Sequence[Clause], listening: Ear) -> list[tuple[range, Clause]]:
    """What the customer themselves sees now, with where it stands (tokens): only there a lamp's colour is a fact."""
    here, begin, found = firsthand(cut, listening), 0, []
    for place, clause in enumerate(cut):
        span = range(begin, begin + len(clause.tokens))
        if place in here:
            found.append((span, clause))
        begin = span.stop
    return found


def _tells(cue: Cue, span: range, clause: Clause, dark: Sequence[Cue], listening: Ear) -> bool:
    """Whether a cue of the lights stands in this clause. "LOS nedega raudonai" tells neither that it is dark nor its colour."""
    if cue.start not in span:
        return False
    mixed = any(each.start in span and each.end <= span.stop for each in dark) and any(
        group(find.name[:-1]) == _COLOUR for find in listening.meant(clause.tokens)
    )
    return not mixed and (cue.name not in _DARK or cue.end <= span.stop)


def _is_at_any_time(cue: Cue, cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether the evening is only named beside the day: "by day and in the evening alike" is no trouble of the evening."""
    place, _ = holding(cut, cue.start)
    times = {atom.meaning for atom in atoms(cut[place], listening) if group(atom.meaning) == _DAYPART}
    return cut[place].has(_AND) and bool(times & _BY_DAY)


def _unlit(colour: str, cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether a colour is named and only denied: "two green ones, no red", „raudona nedega“."""
    signs = [
        atom.sign > 0 and not any(other.meaning == _LIT and other.sign < 0 for other in said)
        for said in (atoms(clause, listening) for clause in cut)
        for atom in said
        if atom.meaning == colour
    ]
    return bool(signs) and not any(signs)


def _outer(found: Sequence[Cue]) -> list[Cue]:
    """Without cues that a longer one of the same fact covers: a "landline phone" is no phone."""
    return [
        cue
        for cue in found
        if not any(
            other.start <= cue.start
            and cue.end <= other.end
            and other.end - other.start > cue.end - cue.start
            for other in found
            if len(other.finds) == 1 and other.name.split("=")[0] == cue.name.split("=")[0] != "already_tried"
        )
    ]


def _stated(fact: str, value: object, cue: Cue, pieces: Sequence[Token]) -> Stated:
    return Stated(fact, value, Evidence("fact", f"{fact} = {value}: “{cue.said(pieces)}”"))


def _typed(found: Sequence[tuple[str, Cue]], seen: Scene, pieces: Sequence[Token]) -> list[Stated]:
    """The type whose words stand in the bad clauses; named as working, it counts against itself."""
    scores: dict[str, float] = {}
    first: dict[str, Cue] = {}
    for value, cue in found:
        state = seen.state_at(cue.start)
        scores[value] = scores.get(value, 0.0) + (_BAD if state < 0 else _GOOD if state > 0 else _PLAIN)
        first.setdefault(value, cue)
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] <= 0:
        return []
    clear = len(ranked) == 1 or ranked[0][1] - ranked[1][1] >= 0.5
    return [_stated("problem_type", ranked[0][0], first[ranked[0][0]], pieces)] if clear else []


def _listed(told: dict[str, dict[str, Cue]], pieces: Sequence[Token]) -> list[Stated]:
    found: list[Stated] = []
    for fact, order in (("connection_pattern", _PATTERNS), ("lights", _LIGHTS)):
        value = next((value for value in order if value in told.get(fact, {})), None)
        if value is not None:
            found.append(_stated(fact, value, told[fact][value], pieces))
    for fact in ("medium", "handset_kind", "wifi_link", *DAMAGE):
        if len(told.get(fact, {})) == 1:
            (value, cue), *_ = told[fact].items()
            found.append(_stated(fact, value, cue, pieces))
    for value, cue in told.get("customer_equipment", {}).items():
        found.append(_stated("customer_equipment", value, cue, pieces))
        break
    if tried := told.get("already_tried"):
        found.append(_stated("already_tried", sorted(tried), next(iter(tried.values())), pieces))
    if since := told.get("since"):
        cue = max(since.values(), key=lambda cue: cue.end - cue.start)
        found.append(_stated("since", cue.said(pieces), cue, pieces))
    return found


def _by_cable(cut: Sequence[Clause], shots: Scene, cues: Sequence[Cue], listening: Ear) -> list[Stated]:
    """That the internet is there by cable, and only the Wi-Fi is without it."""
    over = {place for cue in cues if cue.name.startswith(f"{WIRED}=") for place in range(cue.start, cue.end)}
    said = by_cable_only(cut, shots, over, listening) if over else ""
    return (
        [Stated(WIRED, "wire_works", Evidence("fact", f"wired_link = wire_works: “{said}”"))] if said else []
    )


def _only_beside(scope: object, shots: Scene) -> bool:
    """Whether one device is made out only from the wired one that is well, and not said to be the only one that fails."""
    singled = any((shot.only and shot.devices) or shot.exception or shot.rest for shot in shots.shots)
    return scope == _SINGLE and not singled


def _scoped(seen: Scene, cut: Sequence[Clause]) -> list[Stated]:
    decided = scope_of(seen)
    if decided is None:
        return []
    value, why = decided
    return [Stated("scope", value, Evidence("fact", f"scope = {value}: {why}"))]


def _device(told: dict[str, Cue], seen: Scene, pieces: Sequence[Token]) -> list[Stated]:
    """The one device named, or the one named as failing."""
    failing = {value: cue for value, cue in told.items() if seen.state_at(cue.start) < 0}
    for candidates in (told, failing):
        if len(candidates) == 1:
            (value, cue), *_ = candidates.items()
            return [_stated("device", value, cue, pieces)]
    return []
