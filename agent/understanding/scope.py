"""How far a fault reaches: one device, one room, one channel, one site, or everything.

Each clause of a message is looked at for its subject (a device, a room, "all", "the others", "nothing") and its
state (well or not). "The only one that works" and "all but one" turn on both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.understanding.atoms import Atom, atoms, group, worth
from agent.understanding.clauses import Clause
from agent.understanding.ear import Ear

_LEAST = 0.25
_EVERY, _TIMES = frozenset({"all", "everywhere"}), "of_times"
_PERSONAL = frozenset({"tablet", "laptop", "console", "printer"})
_NAMED = ("phone", "computer", "laptop", "tablet", "tv", "console", "printer", "tv_box", "gadget")


@dataclass(frozen=True, slots=True)
class Shot:
    """One clause: where it stands (tokens), whom it is about, and whether that is well (1), not (-1) or unsaid (0)."""

    start: int
    end: int
    state: int
    devices: frozenset[str]
    rooms: frozenset[str]
    every: bool
    none: bool
    some: bool
    denied_one: bool
    rest: bool
    only: bool
    beyond: bool  # "not only the phone"
    exception: bool
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A message, clause by clause."""

    shots: tuple[Shot, ...]

    def state_at(self, place: int) -> int:
        """The state told of what stands at token `place`."""
        return next((shot.state for shot in self.shots if shot.start <= place < shot.end), 0)


def scene(cut: Sequence[Clause], listening: Ear) -> Scene:
    """The clauses of a message with subject and state. A clause without a state of its own has its
    neighbour's, or, where it only denies, the opposite."""
    shots: list[Shot] = []
    place = 0
    for clause in cut:
        shot = _shot(clause, place, atoms(clause, listening))
        if shot.every and _of_times(clause, listening):
            shot = replace(shot, every=False)
        alike = clause.begins("neither") or clause.begins("and_") or shot.beyond
        if shot.state == 0 and shots and shot.devices and alike:
            shot = replace(shot, state=shots[-1].state)
        elif shot.state == 0 and shots and shot.devices and clause.has("negators"):
            shot = replace(shot, state=-shots[-1].state)  # "works on my phone but not on the laptop"
        shots.append(shot)
        place += len(clause.tokens)
    return Scene(tuple(shots))


def _of_times(clause: Clause, listening: Ear) -> bool:
    """Whether "every" and "all" count times, calls or channels there, not devices: "it drops every evening"."""
    spans = [find for find in listening.matter.find_all(clause.tokens) if find.name == _TIMES]
    every = [find for find in listening.meant(clause.tokens) if find.name[:-1] in _EVERY]
    return bool(every) and all(any(span.start <= each.start < span.end for span in spans) for each in every)


def _shot(clause: Clause, place: int, said: Sequence[Atom]) -> Shot:
    told = sum(worth(atom) for atom in said if group(atom.meaning) != "quantity") / max(clause.weight, 0.01)
    state = 1 if told > _LEAST else -1 if told < -_LEAST else 0
    names = frozenset(atom.meaning for atom in said)
    none = "nothing" in names
    if none and state == 0:
        state = -1
    return Shot(
        place,
        place + len(clause.tokens),
        state,
        names & frozenset(_NAMED),
        frozenset(name for name in names if group(name) == "room" or name in ("upstairs", "downstairs")),
        bool(names & _EVERY),
        none,
        bool(names & {"some", "half", "both", "most"}),
        any(atom.meaning == "one" and atom.sign < 0 for atom in said),
        clause.has("rest"),
        clause.has("only") and not _goes_beyond(clause),
        _goes_beyond(clause),
        clause.has("exception"),
        clause.text,
    )


def _goes_beyond(clause: Clause) -> bool:
    """Whether "only" stands there with a denial before it."""
    denials = {role.end for role in clause.roles if role.name == "negators"}
    return any(role.name == "only" and role.start in denials for role in clause.roles)


def scope_of(seen: Scene) -> tuple[str, str] | None:
    """(scope, the words it rests on), or None when the message does not say."""
    for rule in (_excepted, _beyond, _only, _beside_the_rest, _everything, _several, _room, _on_one):
        if (decided := rule(seen.shots)) is not None:
            return decided
    return None


def _excepted(shots: Sequence[Shot]) -> tuple[str, str] | None:
    """ "All work except the phone" is one device; "nothing works except the phone" is all."""
    for place, shot in enumerate(shots):
        if shot.exception:
            state = shot.state or next((other.state for other in reversed(shots[:place]) if other.state), 0)
            if state > 0:
                return "single_device", shot.text
            if state < 0 and (shot.none or shot.every or any(s.every or s.none for s in shots[: place + 1])):
                return "all_devices", shot.text
    return None


def _beyond(shots: Sequence[Shot]) -> tuple[str, str] | None:
    """ "Not just the phone": more devices than one, where none is said to be well."""
    told = next((shot for shot in shots if shot.beyond and shot.devices), None)
    return ("all_devices", told.text) if told and not any(shot.state > 0 for shot in shots) else None


def _only(shots: Sequence[Shot]) -> tuple[str, str] | None:
    """ "Only the laptop fails" is one device; "only the laptop works" is all."""
    for shot in shots:
        if not shot.only or not shot.devices:
            continue
        if shot.state > 0:
            return "all_devices", shot.text
        if shot.state < 0 or any(other.state > 0 and (other.rest or other.every) for other in shots):
            return "single_device", shot.text
        if len(shot.devices) == 1:
            return "single_device", shot.text
    return None


def _beside_the_rest(shots: Sequence[Shot]) -> tuple[str, str] | None:
    """A device that fails beside others that are well, or the other way about."""
    failing = [shot for shot in shots if shot.state < 0 and shot.devices]
    rest_well = [shot for shot in shots if shot.state > 0 and (shot.rest or shot.every or shot.devices)]
    rest_ill = [shot for shot in shots if shot.state < 0 and shot.rest]
    if rest_ill:
        return "all_devices", rest_ill[0].text
    if failing and rest_well and len(frozenset().union(*(shot.devices for shot in failing))) == 1:
        return "single_device", failing[0].text
    return None


def _everything(shots: Sequence[Shot]) -> tuple[str, str] | None:
    for shot in shots:
        if shot.state < 0 and (shot.every or (shot.none and shot.devices)):
            return "all_devices", shot.text
    return None


def _several(shots: Sequence[Shot]) -> tuple[str, str] | None:
    failing = [shot for shot in shots if shot.state < 0]
    devices = frozenset().union(*(shot.devices for shot in failing)) - {"tv_box"}
    if len(devices - {"laptop"}) >= 2:
        return "all_devices", failing[0].text
    return None


def _room(shots: Sequence[Shot]) -> tuple[str, str] | None:
    failing = [shot for shot in shots if shot.state < 0 and len(shot.rooms) == 1]
    well = [shot for shot in shots if shot.state > 0]
    if failing and (well or len(shots) == 1):
        return "one_room", failing[0].text
    return None


def _on_one(shots: Sequence[Shot]) -> tuple[str, str] | None:
    """ "Pages don't open on the tablet": one device of one's own is named, and nothing of any other."""
    named = frozenset().union(*(shot.devices for shot in shots))
    failing = [shot for shot in shots if shot.state < 0 and shot.devices]
    others = any(shot.every or shot.none or shot.rest or shot.some for shot in shots)
    if len(failing) == 1 and len(named) == 1 and named <= _PERSONAL and not others:
        return "single_device", failing[0].text
    return None
