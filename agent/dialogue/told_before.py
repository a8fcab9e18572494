"""What the customer told of their own accord: the complaint, and what earlier replies of this round said beside their answers.

A clause in which a reply answered what it was asked is spent: "red" to one question is not "red" to the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.conversation import Conversation, Tried
from agent.dialogue.listening import Understanding
from agent.dialogue.state import TurnState
from agent.language import fold
from agent.scenarios import Outcome, Step

MOST_REPLIES = 4  # so many of the last replies are looked at: each is looked up at every new question
LONGEST = 300  # characters of a reply: who tells more at once is asked again


def told_before(state: TurnState, understanding: Understanding) -> tuple[str, ...]:
    """The texts that may answer a later question: the complaint first, then what replies told beside their answers."""
    conversation = state.conversation
    replies = (_beside(tried, state, understanding) for tried in _of_this_round(conversation))
    return tuple(text for text in (conversation.complaint, *replies) if text)


def _of_this_round(conversation: Conversation) -> Iterator[Tried]:
    """The last replies to questions of the guide walked now, or of those that it came from."""
    progress = conversation.progress
    walked = {visit.scenario for visit in progress.trail} if progress is not None else set()
    yield from (each for each in conversation.tried[-MOST_REPLIES:] if each.scenario in walked)


def _beside(tried: Tried, state: TurnState, understanding: Understanding) -> str:
    """What a reply told beside its answer; nothing where the answer does not stand there in its author's words: then no
    clause is known to be free."""
    outcome = _outcome_of(tried, state)
    if outcome is None or outcome.pattern is None or len(tried.said) > LONGEST:
        return ""
    language = state.conversation.language
    cut = understanding.clauses(tried.said, language)
    free = [
        clause
        for clause in cut
        if not outcome.pattern.affirmed(clause)
        and (not understanding.is_secondhand(clause, language) or _is_dated(clause, state, understanding))
    ]
    return ". ".join(free) if 0 < len(free) < len(cut) else ""


def _is_dated(clause: str, state: TurnState, understanding: Understanding) -> bool:
    """Whether the author of the question that comes up lists the words of the past in a clause: "paid yesterday" is so now."""
    step = state.move.step if state.move is not None else None
    found = [
        match.text
        for each in (step.outcomes if step is not None else ())
        if each.pattern and (match := each.pattern.affirmed(clause))
    ]
    longest = max(found, key=len, default="")
    rest = fold(clause).replace(longest, "")
    return bool(longest) and not understanding.is_secondhand(rest, state.conversation.language)


def _outcome_of(tried: Tried, state: TurnState) -> Outcome | None:
    """The listed answer that a reply was taken for."""
    guide = state.library.get(tried.scenario)
    step: Step | None = guide.step(tried.step) if guide else None
    outcomes = step.outcomes if step else ()
    return next((each for each in outcomes if state.voice.text(each.label) == tried.result), None)
