"""Whether an answer was given so plainly that saying it back would only be an echo of a form.

A button, a few words that stand in the list, or the answer's own words leave nothing to be understood. What is read out of a
story, from likeness, or beside a change of mind is said back: a customer can only set right what they hear.
"""

from __future__ import annotations

from agent.conversation import Evidence
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Scene
from agent.language import stem, tokens

MOST_PLAIN = 4  # words; a longer reply says more than the answer
LISTED = frozenset({"button", "pattern", "label", "answer"})
WRITTEN = 2.0  # an example of so much weight was said word for word


def plainly_said(scene: Scene, because: tuple[Evidence, ...]) -> bool:
    """Whether the customer knows without being told which answer was taken down."""
    if any(each.source == "button" for each in because):
        return True
    short = len(tokens(scene.message.text)) <= MOST_PLAIN
    return short and not scene.hearing.has("correction") and any(_is_listed(each) for each in because)


def in_same_words(label: str, text: str, language: str, understanding: Understanding) -> bool:
    """Whether `text` holds every telling word of `label`, in whatever form, and denies something only if the label does."""
    meant = understanding.telling_stems(label, language)
    said = {stem(token.text, language) for token in tokens(text)}
    denies = [any(no for _, no in understanding.denials(each, language)) for each in (label, text)]
    return bool(meant) and meant <= said and denies[0] == denies[1]


def _is_listed(evidence: Evidence) -> bool:
    """Whether this is the author's own word for the answer, or a yes or no to the question."""
    weight = evidence.weight or 0
    return (evidence.source in LISTED and weight > 0) or (evidence.source == "example" and weight >= WRITTEN)
