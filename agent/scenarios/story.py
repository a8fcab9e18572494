"""A way through a scenario told as the conversation it would be, in the customer's language."""

from __future__ import annotations

from agent.scenarios.answers import Answer, Chosen, Consent, Result, answer_name
from agent.scenarios.progress import Kind, Move
from agent.scenarios.ways import Turn, Way

_SAYS = {
    "unclear": {"lt": "(neaiškus atsakymas)", "en": "(an unclear reply)"},
    "cannot_do": {"lt": "negaliu to padaryti", "en": "I cannot do that"},
    "already_done": {"lt": "jau dariau", "en": "I already did that"},
    "works": {"lt": "veikia", "en": "it works"},
    "not_working": {"lt": "neveikia", "en": "it does not work"},
    "partly": {"lt": "veikia iš dalies", "en": "it works in part"},
    "elapsed": {"lt": "(laikas praėjo)", "en": "(the time is over)"},
    "yes": {"lt": "taip", "en": "yes"},
    "no": {"lt": "ne", "en": "no"},
}
_GOAL = {"lt": "Ar dabar veikia?", "en": "Does it work now?"}
_STATED = {"lt": "sužinoma", "en": "it turns out"}
_KNOWN = {"lt": "iš anksto žinoma", "en": "known beforehand"}


def story(way: Way, language: str) -> tuple[str, ...]:
    """One line a turn: what is asked and what is answered."""
    first = (f"{_words(_KNOWN, language)}: {_facts(way.known)}",) if way.known else ()
    return (*first, *(_line(turn, language) for turn in way.turns))


def _line(turn: Turn, language: str) -> str:
    stated = f" ({_words(_STATED, language)}: {_facts(turn.facts)})" if turn.facts else ""
    return f"{_asked(turn.asked, language)} – {_answered(turn.asked, turn.answer, language)}{stated}"


def _facts(facts: tuple[tuple[str, object], ...]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in facts)


def _asked(move: Move, language: str) -> str:
    title = move.step.title.get(language) if move.step else ""
    if move.kind in (Kind.CLOSING, Kind.CONFIRMING):
        return move.question.get(language) or _words(_GOAL, language)
    if move.kind in (Kind.PROBE, Kind.ACT) and move.step:
        return f"[{move.step.probe or move.step.act}]"
    return title


def _answered(move: Move, answer: Answer, language: str) -> str:
    if isinstance(answer, Chosen):
        outcome = move.step.outcome(answer.outcome_id) if move.step else None
        return (outcome.label.get(language) if outcome else "") or answer.outcome_id
    if isinstance(answer, Result):
        return str(answer.value)
    name = ("yes" if answer.yes else "no") if isinstance(answer, Consent) else answer_name(answer)
    return _words(_SAYS[name], language)


def _words(table: dict[str, str], language: str) -> str:
    return table.get(language, table["en"])
