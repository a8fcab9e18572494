"""The station `clarify`: one question that names the candidates, in its words and as buttons: a caller who hears it read out, or
whose channel shows no buttons, must be able to answer, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agent.conversation import Choice, Part, Pending, PendingKind, ReplyKind
from agent.dialogue.ear import NONE_OF_THESE
from agent.dialogue.state import TurnState
from agent.dialogue.voice import Voice, inside
from agent.scenarios import Library

MOST_OPTIONS = 4


def clarify(state: TurnState) -> dict[str, Any]:
    """Ask which of the planned scenarios is meant; without candidates ask openly."""
    task, voice = state.plan.clarify, state.voice
    options = tuple(name for name in (task.options if task else ()) if name in state.library)[:MOST_OPTIONS]
    asked = state.conversation.asked_again
    pending = Pending(PendingKind.CLARIFY, options, state.conversation.complaint or state.message.masked)
    conversation = replace(state.conversation, pending=pending, asked_again=asked + 1)
    words = Part("clarify", which(options, state.library, voice, asked))
    return {
        "conversation": conversation,
        "parts": (*state.parts, words),
        "choices": _buttons(options, state.library, voice),
        "kind": ReplyKind.CLARIFY,
    }


def _buttons(options: Sequence[str], library: Library, voice: Voice) -> tuple[Choice, ...]:
    """Yes and no where one guide is asked about; else every title, and none of them."""
    if len(options) == 1:
        yes, no = voice.say("clarify_one_yes"), voice.say("clarify_one_no")
        return Choice(options[0], yes), Choice(NONE_OF_THESE, no)
    titles = _titles(options, library, voice)
    return (*titles, Choice(NONE_OF_THESE, voice.say("clarify_none"))) if titles else ()


def which(options: Sequence[str], library: Library, voice: Voice, nth: int = 0) -> str:
    """The words of "which of these?", for the first time or put again: a single guide is asked about by its name."""
    titles = _titles(options, library, voice)
    if not titles:
        return voice.say_nth("clarify_open", nth)
    if len(titles) == 1:
        return voice.say_nth("clarify_one", nth, title=inside(titles[0].label))
    return voice.say_nth("clarify", nth, options=voice.listed(titles))


def _titles(options: Sequence[str], library: Library, voice: Voice) -> tuple[Choice, ...]:
    return tuple(Choice(name, voice.text(library[name].title)) for name in options if name in library)
