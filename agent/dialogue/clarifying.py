"""The station `clarify`: one question that names the candidates, in its words and as buttons: a caller who hears it read out, or
whose channel shows no buttons, must be able to answer, too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agent.conversation import Choice, Part, Pending, PendingKind, ReplyKind
from agent.dialogue.ear import NONE_OF_THESE
from agent.dialogue.state import TurnState
from agent.dialogue.voice import inside

MOST_OPTIONS = 4


def clarify(state: TurnState) -> dict[str, Any]:
    """Ask which of the planned scenarios is meant; without candidates ask openly."""
    task, voice = state.plan.clarify, state.voice
    options = tuple(name for name in (task.options if task else ()) if name in state.library)[:MOST_OPTIONS]
    asked = state.conversation.asked_again
    pending = Pending(PendingKind.CLARIFY, options, state.conversation.complaint or state.message.masked)
    conversation = replace(state.conversation, pending=pending, asked_again=asked + 1)
    if not options:
        words = Part("clarify", voice.say("clarify_open"))
        return {"conversation": conversation, "parts": (*state.parts, words), "kind": ReplyKind.CLARIFY}
    if len(options) == 1:
        title = inside(voice.text(state.library[options[0]].title))
        words = Part("clarify", voice.say_nth("clarify_one", asked, title=title))
        choices = (
            Choice(options[0], voice.say("clarify_one_yes")),
            Choice(NONE_OF_THESE, voice.say("clarify_one_no")),
        )
        return {
            "conversation": conversation,
            "parts": (*state.parts, words),
            "choices": choices,
            "kind": ReplyKind.CLARIFY,
        }
    titles = tuple(Choice(name, voice.text(state.library[name].title)) for name in options)
    return {
        "conversation": conversation,
        "parts": (
            *state.parts,
            Part("clarify", voice.say_nth("clarify", asked, options=voice.listed(titles))),
        ),
        "choices": (*titles, Choice(NONE_OF_THESE, voice.say("clarify_none"))),
        "kind": ReplyKind.CLARIFY,
    }
