"""A customer who is away while somebody is at home: the guide goes on through them, and is not put off until the evening.

"I'm at work, my wife says the TV shows no signal"     somebody looks: what they see is heard, and the next step is asked
"can I tell her on the phone what to press?"           yes: the open question is theirs to answer
"I'm at work, my wife will be home at six"             nobody is there yet (not_home.py)
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Conversation, Evidence, Part, ReplyKind
from agent.dialogue.ear import Ear
from agent.dialogue.not_home import AWAY, without_place
from agent.dialogue.own_words import step_of
from agent.dialogue.scene import Decision, Scene, say, stay, walking
from agent.dialogue.state import Hearing
from agent.dialogue.topics import Topics
from agent.scenarios import Library
from agent.understanding import SURE_ACT, Act

THROUGH, SOMEBODY, RELAYED = "through", "somebody_there", "relayed"
HEARD = Evidence("act", "somebody else is at home", SURE_ACT)


def heard_through(text: str, before: Conversation, library: Library, ear: Ear, topics: Topics) -> Hearing:
    """What `text` says; where somebody else is at home, that the customer is not there says nothing."""
    heard = ear.hear(text, before, library)
    if not heard.sure(AWAY) or SOMEBODY not in topics.of(text):
        return heard
    rest = without_place(text, heard.language, ear) or _without_words(text, heard)
    if not rest:
        return heard
    again = ear.hear(rest, before, library)
    return replace(again, acts=(*again.acts, Act(THROUGH, SURE_ACT, HEARD, text)))


def _without_words(text: str, heard: Hearing) -> str:
    """`text` without the very words that say where they are, where all was said in one breath."""
    for act in heard.acts:
        text = text.replace(act.span, " ") if act.name == AWAY and act.span else text
    return text.strip()


def through_others(scene: Scene, decision: Decision, topics: Topics) -> Decision:
    """`decision`, with the words that ask to pass it on; who only asks whether they may is told that they may."""
    asks = decision.plan.look_up is not None and RELAYED in topics.of(scene.message.text)
    if asks and walking(scene.conversation) and decision.outcome is None:
        return say(scene, THROUGH, kind=ReplyKind.ASK, plan=stay(scene))
    if not scene.hearing.has(THROUGH) or decision.plan.walk is None:
        return decision
    step = step_of(scene)
    if decision.outcome and step is not None and not (step.observation or scene.hearing.has("already_done")):
        return say(
            scene, THROUGH, kind=ReplyKind.ASK, plan=stay(scene)
        )  # what they see tells of nothing tried yet
    words = Part(THROUGH, scene.voice.say(THROUGH))
    return replace(decision, parts=(words, *decision.parts))
