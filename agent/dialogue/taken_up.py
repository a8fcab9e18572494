"""A sign of danger that is taken up only to be denied: "what smoke, dear, nothing of the kind", „kokia ugnis, niekas čia nedega“.

The words that take it up are left out of what is heard where the rest says that there is none, or that all works, and tells
neither of harm nor of a doubt. Alone they say nothing yet; with anything else beside them they are heard as they stand.
"what smoke? the smoke from the router!"    danger
"what smoke? none, but it sparks"           danger
"""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.listening import Understanding
from agent.dialogue.state import Message
from agent.dialogue.stated import stated
from agent.dialogue.topics import Topics
from agent.understanding.harm import may_be_harm

TAKEN_UP, NONE_THERE, NONE_SAID, DOUBTED = "what_danger", "none_there", "no_danger", "supposing"


def without_taken_up(
    message: Message, language: str, understanding: Understanding, topics: Topics
) -> Message:
    """The message as it is heard; what is kept of it stays as it was written."""
    if TAKEN_UP not in topics.of(message.text):
        return message
    language = understanding.detect(message.text, language).language
    rest = topics.without(TAKEN_UP, message.text)
    denied = _denies(rest, language, understanding, topics)
    return replace(message, text=rest) if denied else message


def only_takes_up(text: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether a message does nothing but ask which danger is meant: "what smoke?"."""
    if TAKEN_UP not in topics.of(text):
        return False
    return not understanding.telling_words(topics.without(TAKEN_UP, text), language)


def _denies(rest: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether what stands beside it says that there is no danger, and nothing that may be one."""
    signs = understanding.signs_of_harm(rest, language)
    if any(signs) or DOUBTED in topics.of(rest):
        return False
    spoken = topics.of(stated(rest))
    none = bool(signs) or bool(spoken & {NONE_SAID, NONE_THERE})
    return none or (understanding.says_it_works(rest, language) and not may_be_harm(rest))
