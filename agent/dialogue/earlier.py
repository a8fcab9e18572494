"""An earlier request that the customer names or asks after: it cannot be seen from here, and its number is kept for the
colleague.

"I registered T-7K2MN-PQ4RS last week, nobody called"     told once; the rest is served as if it stood alone
"can you see my old ticket?"                              told whenever it is asked
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.ear import Ear
from agent.dialogue.scene import Decision, Scene, stay
from agent.dialogue.the_rest import rest_served
from agent.dialogue.topics import Topics

OLD, MINE = "old_request", "my_request"
MOST_KEPT = 3
_NUMBER = re.compile(
    r"\bT-[0-9][0-9A-Z]{4}-[0-9A-Z]{5}\b", re.IGNORECASE
)  # as compose.ticket_number makes it


def earlier(scene: Scene, ear: Ear, topics: Topics, decided: Callable[[Scene], Decision]) -> Decision | None:
    """That it cannot be seen, and what the rest of the message does; None where no such request is spoken of."""
    if scene.message.choice:
        return None
    named = [each.upper() for each in _NUMBER.findall(scene.message.text)]
    new = [each for each in named if each not in (*scene.conversation.tickets, *scene.conversation.earlier)]
    others = [each for each in named if each not in scene.conversation.tickets]
    asked = [each for each in _clauses(scene, ear) if _asks_after(each, scene, ear, topics, bool(others))]
    if not new and not asked:
        return None
    phrase = "earlier_kept" if others else "earlier_unseen"
    words = Part("earlier", scene.voice.say(phrase, number=", ".join(others)))
    kept = tuple(dict.fromkeys((*scene.conversation.earlier, *new)))[-MOST_KEPT:]
    here = replace(scene, conversation=replace(scene.conversation, earlier=kept))
    rest = ". ".join(_NUMBER.sub("", each).strip() for each in _clauses(scene, ear) if each not in asked)
    return _with_rest(here, words, rest, ear, decided)


def _with_rest(
    scene: Scene, words: Part, rest: str, ear: Ear, decided: Callable[[Scene], Decision]
) -> Decision:
    note = scene.message.masked if scene.conversation.ticket else ""
    if (served := rest_served(scene, (words,), rest, ear, decided)) is not None:
        return replace(served, note=served.note or note)
    status = scene.conversation.status
    return Decision(scene.conversation, stay(scene, "back"), (words,), ReplyKind.INFORMED, status, note=note)


def _clauses(scene: Scene, ear: Ear) -> tuple[str, ...]:
    return ear.understanding.clauses(scene.message.text, scene.conversation.language)


def _asks_after(clause: str, scene: Scene, ear: Ear, topics: Topics, numbered: bool) -> bool:
    """Whether a clause is about the earlier request itself: "what about my ticket", "check ticket T-…"."""
    spoken, language = topics.of(clause), scene.conversation.language
    mine = MINE in spoken and not scene.conversation.tickets
    if not (OLD in spoken or mine or (numbered and _NUMBER.search(clause))):
        return False
    if ear.understanding.questions(clause, language) or f"{clause}?" in scene.message.text:
        return True
    return len(ear.understanding.telling_words(_NUMBER.sub("", clause), language)) <= 1
