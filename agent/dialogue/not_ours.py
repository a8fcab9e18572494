"""A computer, tablet or printer of the customer's own that does not switch on: no guide of ours is for that, and who mends such
things is said at once, in the middle of a guide too."""

from __future__ import annotations

from agent.conversation import Evidence, ReplyKind
from agent.dialogue.ear import Ear
from agent.dialogue.own_words import guide_of, in_own_words
from agent.dialogue.scene import Decision, Scene, left
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics

DEAD_DEVICE, IN_DEVICE, PATTERN = "dead_device", "in_device", "connection_pattern"
BECAUSE = Evidence("topic", "a device of their own does not switch on")


def not_ours(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """What is known of such devices; None where one of our services fails, too, or the open guide asked about the device."""
    text, language = scene.message.text, scene.conversation.language
    told = ear.understanding.statements(text, language)
    rest = [each for each in told if not _is_of_the_device(each, ear, topics, language)]
    if (
        len(rest) == len(told)
        or scene.conversation.ticket
        or any(_fails(each, ear, language) for each in rest)
    ):
        return None
    if guide_of(scene) is not None and not _turns_away(scene, ear):
        return None
    question = LookUp(scene.voice.say("own_device"))
    return Decision(left(scene.conversation), Plan(look_up=question), kind=ReplyKind.ANSWER, why=(BECAUSE,))


def _fails(said: str, ear: Ear, language: str) -> bool:
    """Whether a service of ours is complained of: not "it's not the router"."""
    listening = ear.understanding
    troubled = listening.tells_of_trouble(said, language) or any(
        fact.name == PATTERN for fact in listening.find_facts(said, language)
    )
    return troubled and bool(listening.services_of(said, language))


def _is_of_the_device(said: str, ear: Ear, topics: Topics, language: str) -> bool:
    """Whether it is the device that is dead, and nothing of ours or in it: "the game won't start on my computer"."""
    spoken = topics.of(said)
    return (
        DEAD_DEVICE in spoken
        and IN_DEVICE not in spoken
        and not ear.understanding.services_of(said, language)
    )


def _turns_away(scene: Scene, ear: Ear) -> bool:
    """Whether the guide is not about the device: its matter is denied or well, or what was said answers nothing."""
    guide, text, language = guide_of(scene), scene.message.text, scene.conversation.language
    matter = ear.understanding.matter(text, language)
    if guide is not None and guide.problem_type in matter.denied | matter.well | matter.open:
        return True
    denied = any(denies for _, denies in ear.understanding.denials(text, language)[:-1])
    return (
        denied or ear.understanding.opens_with_no(text, language) or not in_own_words(scene.hearing.reading)
    )
