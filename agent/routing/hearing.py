"""What the router makes of acts that were heard: greetings that open a message, how surely danger was heard, and who is accused
of an insult."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.routing.values import Heard, Thresholds
from agent.understanding.acts import DANGER, PERSON, calls_nobody
from agent.understanding.harmless import complains_of_mess
from agent.understanding.settling import LIKENESSES

_BETWEEN = " ,.!;:–-"  # after a greeting
_MORE = 2  # words that are more than a greeting
_ABUSE = "abuse"
_ACCUSING = (_ABUSE, "injection")


def greeted_off(text: str, acts: Sequence[Heard]) -> str:
    """The text without a greeting that opens it, where more follows: "hello, no sound" is about the sound."""
    said = next((act.span for act in acts if act.name == "greeting"), "")
    rest = text[len(said) :]
    opens = text[: len(said)].casefold() == said.casefold() and not rest[:1].isalnum()
    more = rest.lstrip(_BETWEEN)
    return more if said and opens and len(more.split()) >= _MORE else text


def by_likeness(danger: Heard) -> bool:
    """Whether no word of danger was heard, only something that sounds like it."""
    return danger.evidence.source in LIKENESSES


def unlike(danger: Heard, at: Thresholds) -> bool:
    """Whether a word of danger was heard in what does not sound like danger to the encoder, which was asked."""
    return danger.alike is not None and danger.alike < at.unlike


def odds(chance: float) -> float:
    return chance / max(1 - chance, 1e-9)


def believable(
    text: str, language: str, acts: Sequence[Heard], scores: Mapping[str, float], at: Thresholds
) -> tuple[tuple[Heard, ...], dict[str, float]]:
    """The acts and what the classifier thinks, without an insult that only one of the two readers hears, and in no word that rules
    know ("will they know it's the diggers"), nor a wish for the person who is only heard badly, nor danger in what a technician left
    behind. What else is likeliest takes their place."""
    told = tuple(act for act in acts if act.name not in _ACCUSING or _seconded(act, scores, at))
    insulted = scores.get(_ABUSE, 0.0) >= at.accused or any(act.name == _ABUSE for act in told)
    safe = complains_of_mess(text) and not any(act.name == DANGER for act in told)
    denied = {_ABUSE: not insulted, PERSON: calls_nobody(text, language), DANGER: safe}
    unsaid = {label for label, holds in denied.items() if holds}
    return told, {label: chance for label, chance in scores.items() if label not in unsaid}


def _seconded(act: Heard, scores: Mapping[str, float], at: Thresholds) -> bool:
    """Whether an insult or a command was heard in a word, or the classifier, where there is one, does not speak against it."""
    return not by_likeness(act) or scores.get(act.name, 1.0) >= at.seconded
