"""Whether good news is of the matter itself, and of all of it.

"the tv works again", of the internet            of another service
"mobilus internetas jau veikia", of that at home  of the phone's own connection
"it is working again in one room"                 of a part
"everything is fine except internet"              of all but the matter
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.understanding.atoms import atoms, group
from agent.understanding.clauses import Clause, clauses, denies
from agent.understanding.ear import Ear
from agent.understanding.lexicon import Find
from agent.understanding.matter import matter_of, services_in

_WORKS, _MENDED, _NOW, _MOBILE = "works+", "mended", "now", "mobile+"
_PARTS = frozenset({"one", "some", "partly"})
_PLACES = frozenset({"device", "room", "floor"})
_AND, _ONLY, _EXCEPTION = "and_", "only", "exception"


def of_another(text: str, own: Collection[str], listening: Ear) -> bool:
    """Whether all that `text` says works is something else than the services `own`; without any, only mobile data is."""
    told = [clause for clause in clauses(text, listening) if _works(clause, listening)]
    well = matter_of(text, listening.language).well
    return bool(told) and all(_is_of_another(clause, own, well, listening) for clause in told)


def of_a_part(text: str, own: Collection[str], listening: Ear) -> bool:
    """Whether `text` says that something works here and there, or that all does but something."""
    cut = clauses(text, listening)
    if any(clause.has(_EXCEPTION) for clause in cut):
        return True
    return any(_works(clause, listening) and _is_part(clause, own, listening) for clause in cut)


def services_of(text: str, language: str) -> frozenset[str]:
    """The services that `text` names."""
    return frozenset(find.name for find in services_in(text, language))


def _works(clause: Clause, listening: Ear) -> bool:
    said = [find for find in listening.meant(clause.tokens) if find.name == _WORKS and not find.negated]
    told = (find.name for find in listening.secondhand.find_all(clause.tokens))
    return bool(said) or any(name in (_MENDED, _NOW) for name in told)


def _is_of_another(clause: Clause, own: Collection[str], well: Collection[str], listening: Ear) -> bool:
    mobile = [find for find in listening.meant(clause.tokens) if find.name == _MOBILE and not find.negated]
    named = [
        find
        for find in services_in(clause.text, listening.language)
        if not any(each.start <= find.start < each.end for each in mobile)
    ]
    if not named:
        return bool(mobile) and not _is_aside(mobile, clause)
    if not own or any(find.name in own for find in named):
        return False
    return all(find.name in well or _is_told_of(find, clause, listening) for find in named)


def _is_told_of(find: Find, clause: Clause, listening: Ear) -> bool:
    """Whether the service stands right behind the word that it works: "veikia televizorius"; not what something shows."""
    told = listening.secondhand.find_all(clause.tokens)
    return any(each.name == _MENDED and each.end == find.start for each in told)


def _is_aside(mobile: Sequence[Find], clause: Clause) -> bool:
    """Whether mobile data is not what works: "I switched mobile data off and it works", "works without mobile data"."""
    joined = any(role.name == _AND and role.start >= mobile[-1].end for role in clause.roles)
    return joined or denies(clause.roles)


def _is_part(clause: Clause, own: Collection[str], listening: Ear) -> bool:
    said = [atom.meaning for atom in atoms(clause, listening) if atom.sign > 0]
    if _PARTS & set(said):
        return True
    others = services_of(clause.text, listening.language) - set(own)
    return clause.has(_ONLY) and bool(others or any(group(name) in _PLACES for name in said))
