"""A comma left out behind the "no" that opens a message: "no internet is working good!! only the tv box" says that it works.

Only where what follows praises, as listed; "no internet is available" stays as it was written.
"""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.state import Message
from agent.dialogue.topics import Topics
from agent.language import tokens, typed

LEFT_OUT = "no_without_comma"
NEAR = 2  # words that may stand before it: "oh, no internet is fine"


def with_comma(message: Message, topics: Topics) -> Message:
    """The message as it is heard, with a comma behind that "no"; what is kept of it stays as it was written."""
    cue = next((each for each in topics.cues(LEFT_OUT, message.text) if each.start <= NEAR), None)
    if cue is None:
        return message
    pieces = tokens(message.text)
    lead = message.text.partition(pieces[0].text)[0]
    no, rest = typed(pieces[: cue.start + 1]), typed(pieces[cue.start + 1 :])
    return replace(message, text=f"{lead}{no.rstrip()}, {rest}")
