"""What a technical word means, asked in passing: "and what is this ONT?" is looked up as its page is headed."""

from __future__ import annotations

from agent.dialogue.topics import Topics
from agent.dialogue.voice import Voice
from agent.language import tokens

WHAT_IS, TERM, AROUND = "what_is", "term", "around_a_word"


def in_plain_form(question: str, voice: Voice, topics: Topics) -> str:
    """The question by itself; as it was put where it asks for more than the meaning of one word."""
    named = topics.cues(TERM, question)
    if len(named) != 1 or WHAT_IS not in topics.of(question):
        return question
    rest = topics.without(WHAT_IS, topics.without(TERM, question))
    rest = topics.without(AROUND, rest)  # "and what is this …"
    word = named[0].said(tokens(question))
    return question if tokens(rest) else voice.say(WHAT_IS, word=word)
