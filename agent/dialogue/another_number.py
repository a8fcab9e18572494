"""Another number to be called than the one we have: only where its own clause orders a call there, or the first is said to be dead.

"no no, call my daughter 8…"                    that number
"that one is dead: 8…"                          that number
"mother's is 8…, but don't call her"            no other number
"my daughter had the same with 8…"              no other number
"""

from __future__ import annotations

from agent.dialogue.listening import Understanding
from agent.dialogue.topics import Topics
from agent.privacy import given_in

RATHER, ORDER, DEAD, DENIED = "rather_number", "call_there", "number_dead", "withdraw"
OPENS = 3  # words that may stand before an order: "no, no, please call"


def another_number(text: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether a number in `text` is to be called instead of the one before."""
    spoken = topics.of(text)
    if not spoken & {ORDER, DEAD, RATHER} or not given_in(text, asked=True).phone:
        return False
    clauses = understanding.clauses(text, language)
    numbered = [place for place, each in enumerate(clauses) if given_in(each, asked=True).phone]
    if any(DENIED in topics.of(clauses[place]) for place in numbered):
        return False
    if any(_rather(clauses[place], topics) for place in numbered):
        return True
    if DENIED in spoken:
        return False
    beside = {near for place in numbered for near in (place - 1, place + 1) if 0 <= near < len(clauses)}
    ordered = any(_orders(clauses[near], topics) and RATHER in topics.of(clauses[near]) for near in beside)
    return DEAD in spoken or ordered


def _rather(clause: str, topics: Topics) -> bool:
    """Whether the number's own clause says that it is the one: "geriau dukros 8…", "ring 8… instead"."""
    return RATHER in topics.of(clause) or _orders(clause, topics)


def _orders(clause: str, topics: Topics) -> bool:
    return any(cue.start <= OPENS for cue in topics.cues(ORDER, clause))
