"""Two complaints in one breath, joined by a small word: told apart without a comma to go by.

"no internet and no tv"                        "no internet" · "no tv"
"neveikia internetas ir televizija"            "neveikia internetas" · "neveikia televizija"
"the phone is silent and the internet gone"    "the phone is silent" · "the internet gone"
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.language import Token, tokens
from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear
from agent.understanding.lexicon import Find
from agent.understanding.matter import services_in

_JOINING = ("and_", "neither")
_DENYING = ("negators", "without", "absent", "neither")
_BAD = -0.3
_BETWEEN = 1  # words between "and" and the second service: "no", "the"
_LEAST = 2  # words of a part that says something of its own


def joined(text: str, language: str) -> tuple[str, ...]:
    """The two complaints of `text`, each as it would stand alone; () where nothing is joined."""
    pieces, listening = tokens(text), ear(language)
    joining = [role for role in listening.roles(pieces) if role.name in _JOINING]
    for role in joining:
        parts = (_text(pieces[: role.start]), _text(pieces[role.end :]))
        if role.name == "and_" and all(_complains(part, language) for part in parts):
            return parts
    named = services_in(text, language)
    for role in joining:
        before = next((find for find in named if find.end == role.start), None)
        behind = next((find for find in named if 0 <= find.start - role.end <= _BETWEEN), None)
        if before is not None and behind is not None and before.name != behind.name:
            first = _text([*pieces[: role.start], *pieces[behind.end :]])
            return first, _text([*pieces[: before.start], *pieces[_kept(before, role, behind) :]])
    return ()


def _kept(before: Find, role: Find, behind: Find) -> int:
    """From which word on the second complaint goes on: a denial of its own is said already where the first has one."""
    return behind.start if before.start else role.end


def _text(pieces: Sequence[Token]) -> str:
    """The words as they stand, the last one without what stood behind it."""
    whole = [*pieces[:-1], replace(pieces[-1], after="")] if pieces else []
    return "".join(f"{piece.text}{piece.after}" for piece in whole)


def _complains(part: str, language: str) -> bool:
    """Whether a part says something bad of its own."""
    listening = ear(language)
    cut = clauses(part, listening)
    if sum(len(clause.tokens) for clause in cut) < _LEAST:
        return False
    bad = any(worth(atom) <= _BAD for clause in cut for atom in atoms(clause, listening))
    return bad or any(clause.has(role) for clause in cut for role in _DENYING)
