"""Whether a message says that the internet is there by cable and only the Wi-Fi is without it.

"the PC on the cable is fine but nothing works on wifi"   by cable it works
"neither wifi nor the cable works"                        it does not
"I changed the cable, the cable is fine, wifi still down" the cable itself: nothing is told of the internet
"the phone on the cable is fine, wifi is dead"            a phone needs no internet: nothing is told
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import Ear, ear, is_common
from agent.understanding.firsthand import firsthand
from agent.understanding.scope import Scene, Shot, scene

_WIFI, _CABLE = "wifi", "cable"
# what alone is named where the internet is well by cable; a phone, a printer or an alarm tells nothing of it ("picture": „laida“ is also a
# broadcast, without its marks the cable)
_ONLINE = frozenset(
    {_CABLE, "works", "all", "internet", "computer", "laptop", "router", "ont", "own", "picture"}
)


def by_cable_only(cut: Sequence[Clause], seen: Scene, over: Collection[int], listening: Ear) -> str:
    """The words that say that it works by cable where the Wi-Fi fails; "" where a message does not say both, here and now.
    `over`: the tokens where something is said to be connected by cable."""
    here = firsthand(cut, listening)
    told = [(clause, seen.shots[place]) for place, clause in enumerate(cut) if place in here]
    wired = [(clause, shot) for clause, shot in told if _CABLE in _named(clause, listening)]
    wireless = [(clause, shot) for clause, shot in told if _WIFI in _named(clause, listening)]
    ill = any(_fails(clause, shot) for clause, shot in wireless)
    gainsaid = any(shot.state < 0 for _, shot in wired) or any(shot.state > 0 for _, shot in wireless)
    joined = [each for each in wired if any(place in over for place in range(each[1].start, each[1].end))]
    well = next((clause.text for clause, shot in joined if _is_online(clause, shot, listening)), "")
    return well if ill and not gainsaid else ""


def wifi_itself(text: str, language: str) -> bool:
    """Whether the Wi-Fi fails for all, or for no device in particular: "no device sees the wifi"; not "the tablet does not"."""
    listening = ear(language)
    cut = clauses(text, listening)
    ill = [
        (clause, shot)
        for clause, shot in zip(cut, scene(cut, listening).shots, strict=True)
        if _fails(clause, shot)
    ]
    of_one = any(shot.devices and not (shot.every or shot.none) for _, shot in ill)
    return not of_one and any(_WIFI in _named(clause, listening) for clause, _ in ill)


def _named(clause: Clause, listening: Ear) -> set[str]:
    return {find.name[:-1] for find in listening.meant(clause.tokens)}


def _is_online(clause: Clause, shot: Shot, listening: Ear) -> bool:
    """Whether a computer, the internet or all of it is well over a cable: no other thing is named, known or unknown."""
    named = _named(clause, listening)
    if shot.state <= 0 or not _ONLINE.issuperset(named):
        return False
    finds = (*listening.meant(clause.tokens), *listening.beside.find_all(clause.tokens))
    known = {place for find in finds for place in range(find.start, find.end)}
    words = (token.folded for place, token in enumerate(clause.tokens) if place not in known)
    return all(is_common(word, listening.language) for word in words)


def _fails(clause: Clause, shot: Shot) -> bool:
    """Whether the Wi-Fi is said to fail, or to be all that does: "per wifi ne", "it's just the wifi"."""
    lacks = clause.has("negators") or clause.has("without")  # "there is no wifi name in the list"
    return shot.state < 0 or (shot.state == 0 and (shot.only or lacks))
