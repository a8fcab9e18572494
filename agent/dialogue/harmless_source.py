"""What burnt or smelt, named, where it has nothing to do with us: "oh, that was my toast", „oi, čia tik skrudintuvas“.

Only where nothing else is told: no denial, hearsay, doubt or turn against it, and nothing that burns, smells or is warm beside it.
"not just the toast"                               no source
"my husband says it was the toaster"               hearsay
"from a candle the curtain is now on the floor"    tells more than the source
"""

from __future__ import annotations

from agent.dialogue.listening import Understanding
from agent.dialogue.stated import stated
from agent.dialogue.topics import Topics
from agent.understanding.clauses import Clause, clauses, denies, without_aside
from agent.understanding.ear import Ear, ear
from agent.understanding.firsthand import hearsay, supposed

SOURCE = "harmless_source"
UNSURE = ("doubt", "undecided", "irony")


def names_a_harmless_source(text: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether `text` says what it was, beyond doubt, and nothing else."""
    if SOURCE not in topics.of(stated(text)) or understanding.after_yes(text, language)[0]:
        return False
    listening = ear(language)
    cut = clauses(text, listening)
    if hearsay(cut, listening) or supposed(cut):
        return False
    return all(_only_names_it(each, listening, understanding, topics) for each in cut)


def _only_names_it(clause: Clause, listening: Ear, understanding: Understanding, topics: Topics) -> bool:
    """Whether a clause says nothing but what it was, or nothing at all; a bare "no" is nothing here."""
    language = listening.language
    if understanding.says_only_no(clause.text, language):
        return True
    if clause.begins("contrast") or denies(clause.roles) or any(map(clause.has, UNSURE)):
        return False
    return not understanding.telling_words(topics.without(SOURCE, without_aside(clause)), language)
