"""A talk that begins with good news and nothing else: "viskas jau veikia, atsiprašau, kad sutrukdžiau"; or with a service that came
back by itself and leave taken ("my internet problem solved itself, thanks anyway").

Nothing is asked then, and nothing closed: no fault was told that could be called mended. "The socket went pop, but it's back now"
and "no internet, but the electricity is back" are no such news: what came back, and after what, is for the guides and for safety.
"""

from __future__ import annotations

from agent.conversation import ReplyKind
from agent.dialogue.ear import NOTHING_MORE, Ear
from agent.dialogue.scene import Decision, Scene, say
from agent.dialogue.topics import Topics
from agent.language import tokens
from agent.understanding.ear import ear as packed
from agent.understanding.working import says_only_that_it_works

TROUBLED_YOU, PRAISES, BESIDE_PRAISE = "troubled_you", "praises", "beside_praise"
BACK, BESIDE_BACK = "back_by_itself", "beside_back"
PERSON = "person"
AGAINST = ("problem", "question", PERSON, "danger", "abuse", "injection", "correction", "appointment")
COURTESIES = ("goodbye", NOTHING_MORE, "thanks", "greeting")
TAKING_LEAVE = ("thanks", "goodbye", NOTHING_MORE)
NAMING = frozenset({"problem_type", "medium", "device"})  # facts that only say of what
MOST_PARTS = 4


def works_already(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """A glad word, where the first message says that all works and tells of nothing else; None where it does not."""
    before = scene.conversation
    if before.complaint or before.progress is not None or before.ticket or "?" in scene.message.text:
        return None
    praised = only_praises(scene, ear, topics)
    if scene.hearing.has(*(act for act in AGAINST if not (praised and act == PERSON))):
        return None
    healed = _healed(scene, ear, topics)
    if scene.hearing.facts and not healed:
        return None
    if praised:
        return say(scene, "praised", kind=ReplyKind.COURTESY)
    well = healed or _all_works(scene, ear, topics)
    return say(scene, "works_already", kind=ReplyKind.COURTESY) if well else None


def only_praises(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether the message has a good word for somebody of ours, and tells nothing else but that all works."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    if PRAISES not in topics.of(text) or "?" in text or listening.names_harm(text):
        return False
    if any(act.name == PERSON for act in listening.acts_by_rule(text, language)):
        return False  # rules heard a wish; readers alone hear one in "the technician"
    told = listening.statements(text, language)
    return all(
        _is_praise(each, topics) or _says_so(each, scene, ear) or _is_courtesy(each, scene, ear, topics)
        for each in told
    )


def _is_praise(said: str, topics: Topics) -> bool:
    """Whether a part holds praise, what the phrases allow beside it, and at most one name."""
    if PRAISES not in topics.of(said):
        return False
    left = [piece.text for piece in tokens(_without(said, topics, PRAISES, BESIDE_PRAISE))]
    return len(left) <= 1 and all(word[:1].isupper() for word in left)


def _healed(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether one service is said to have come back by itself, with thanks or a leave and no other word than the phrases allow:
    "it came back by itself and died" has one."""
    text, language = scene.message.text, scene.conversation.language
    if BACK not in topics.of(text) or not scene.hearing.has(*TAKING_LEAVE):
        return False
    if scene.hearing.facts.keys() - NAMING or len(ear.understanding.services_of(text, language)) > 1:
        return False
    return not tokens(_without(text, topics, BACK, BESIDE_BACK))


def _without(text: str, topics: Topics, *listed: str) -> str:
    for topic in listed:
        text = topics.without(topic, text)
    return text


def _all_works(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether one statement says so, of no service or thing in particular, and the others are mere courtesy."""
    listening, language = ear.understanding, scene.conversation.language
    if listening.questions(scene.message.text, language):
        return False  # "is any work planned tomorrow"
    told = listening.statements(scene.message.text, language)
    if not 0 < len(told) <= MOST_PARTS or listening.names_harm(scene.message.text):
        return False
    news = [each for each in told if _says_so(each, scene, ear)]
    return bool(news) and all(each in news or _is_courtesy(each, scene, ear, topics) for each in told)


def _says_so(said: str, scene: Scene, ear: Ear) -> bool:
    listening, language = ear.understanding, scene.conversation.language
    if listening.is_secondhand(said, language) or listening.is_qualified(said, language):
        return False
    if listening.tells_of_trouble(said, language) or listening.names_a_light(said, language):
        return False
    return says_only_that_it_works(said, packed(language)) and not listening.services_of(said, language)


def _is_courtesy(said: str, scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a part takes leave, thanks, regrets the trouble, or says nothing."""
    listening, language = ear.understanding, scene.conversation.language
    if acts := listening.acts_by_rule(said, language):
        return all(act.name in COURTESIES for act in acts)
    return TROUBLED_YOU in topics.of(said) or not listening.telling_words(said, language)
