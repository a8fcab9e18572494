"""What a question may lean on that does not say it itself ("and at weekends?", "o kaip atkurti?"): the page shown just now,
the visit that was spoken of, what else is said in the same breath, the guide and its open step."""

from __future__ import annotations

from agent.conversation import PendingKind
from agent.dialogue.state import TurnState
from agent.knowledge import Answer

SERVICES = frozenset({"internet", "tv", "phone", "email"})
TYPE = "problem_type"
LONGEST = 10  # words said in the same breath that still are about one thing


def leaning_on(state: TurnState, question: str) -> tuple[str, ...]:
    """The nearest first; nothing where nothing was spoken of yet."""
    guide = _guide(state)
    breath = state.message.text.replace(question, " ").strip() if guide else ""
    told = f"{breath} {guide}" if 0 < len(breath.split()) <= LONGEST else ""
    return tuple(about for about in (_page(state), _visit(state), told, guide) if about)


def _page(state: TurnState) -> str:
    """The title of the page that the last reply quoted."""
    quoted = state.conversation.quoted
    return quoted.title if quoted is not None else ""


def _visit(state: TurnState) -> str:
    pending = state.conversation.pending
    offered = pending is not None and pending.kind is PendingKind.CONSENT
    return state.voice.say("visit") if offered or state.conversation.ticket else ""


def _guide(state: TurnState) -> str:
    progress = state.conversation.progress
    guide = state.library.get(progress.scenario) if progress else None
    step = guide.step(progress.step_id) if guide and progress else None
    return " ".join(state.voice.text(each.title) for each in (guide, step) if each is not None)


def another_service(state: TurnState, found: Answer) -> str:
    """The guide and its step in words, where a page is of another service than the guide's, which the message does not name."""
    progress = state.conversation.progress
    guide = state.library.get(progress.scenario) if progress else None
    page = found.sources[0].problem_type
    if guide is None or not {guide.problem_type, page} <= SERVICES or guide.problem_type == page:
        return ""
    named = state.hearing.facts.get(TYPE) if state.hearing is not None else None
    return "" if named == page else _guide(state)
