"""What is the customer's own: a computer, tablet or printer that does not switch on, a mobile phone without signal. No guide of ours
is for that, and who mends such things is said at once, in the middle of a guide too."""

from __future__ import annotations

from agent.conversation import Evidence, ReplyKind
from agent.dialogue.ear import Ear
from agent.dialogue.own_words import guide_of, in_own_words
from agent.dialogue.scene import Decision, Scene, left
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics

DEAD_DEVICE, MOBILE_LINE, IN_DEVICE = "dead_device", "mobile_line", "in_device"
SIGNAL = "mobile_signal"
PATTERN, MEDIUM, PHONE = "connection_pattern", "medium", "phone"
DEVICE, ROUTER = "device", "router"
OTHERS = frozenset({"laptop", "computer", "tablet", "tv"})
"""What is online at home beside a mobile."""
PAGES = {DEAD_DEVICE: "own_device", MOBILE_LINE: "own_mobile"}
"""What is asked of the knowledge base for each."""
BECAUSE = Evidence("topic", "what fails is their own, and none of our services")


def not_ours(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """What is known of such things; None where one of our services fails, too, or the open guide asked about it."""
    text, language = scene.message.text, scene.conversation.language
    told = ear.understanding.statements(text, language)
    own = {each: _own_thing(each, ear, topics, language) for each in told}
    things = {thing for thing in own.values() if thing}
    rest = [each for each in told if not own[each]]
    if not things or scene.conversation.ticket or any(_fails(each, ear, language) for each in rest):
        return None
    if guide_of(scene) is not None and not _turns_away(scene, ear, things):
        return None
    thing = DEAD_DEVICE if DEAD_DEVICE in things else MOBILE_LINE
    if thing == MOBILE_LINE and _is_of_the_home(scene, ear, topics):
        return None
    question = LookUp(scene.voice.say(PAGES[thing]))
    return Decision(left(scene.conversation), Plan(look_up=question), kind=ReplyKind.ANSWER, why=(BECAUSE,))


def _fails(said: str, ear: Ear, language: str) -> bool:
    """Whether a service of ours is complained of: not "it's not the router"."""
    listening = ear.understanding
    troubled = listening.tells_of_trouble(said, language) or any(
        fact.name == PATTERN for fact in listening.find_facts(said, language)
    )
    return troubled and bool(listening.services_of(said, language))


def _own_thing(said: str, ear: Ear, topics: Topics, language: str) -> str:
    """What of their own fails, where nothing of ours or in it does: "the game won't start on my computer"."""
    spoken = topics.of(said)
    thing = next((each for each in PAGES if each in spoken), "")
    beside = topics.without(MOBILE_LINE, said)  # its signal is no signal of ours
    inside = IN_DEVICE in spoken if thing == DEAD_DEVICE else _is_of_a_network(said, beside, ear, language)
    return "" if inside or ear.understanding.services_of(beside, language) else thing


def _is_of_a_network(said: str, beside: str, ear: Ear, language: str) -> bool:
    """Whether a way into the home network is named ("my mobile has no signal over Wi-Fi"), or the router whose SIM it is."""
    by_way = any(fact.name == MEDIUM for fact in ear.understanding.find_facts(beside, language))
    return by_way or ROUTER in _devices(said, ear, language)


def _is_of_the_home(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a router fails, too, or another device is well and nothing is told of the mobile's own signal: it is then one device
    that is not online at home."""
    listening, language = ear.understanding, scene.conversation.language
    of_signal = SIGNAL in topics.of(scene.message.text)
    for clause in listening.clauses(scene.message.text, language):
        named = _devices(clause, ear, language)
        if ROUTER in named and listening.tells_of_failing(clause, language):
            return True
        if named & OTHERS and not of_signal and listening.says_it_works(clause, language):
            return True
    return False


def _devices(said: str, ear: Ear, language: str) -> set[str]:
    """The devices that are named."""
    return {fact.value for fact in ear.understanding.find_facts(said, language) if fact.name == DEVICE}


def _turns_away(scene: Scene, ear: Ear, things: set[str]) -> bool:
    """Whether the guide is not about it: its matter is denied or well, or what was said answers nothing. A mobile without signal
    is told in many a guide, as the reason why nobody can be called: it is the matter where a phone is."""
    guide, text, language = guide_of(scene), scene.message.text, scene.conversation.language
    if guide is not None and DEAD_DEVICE not in things and guide.problem_type != PHONE:
        return False
    matter = ear.understanding.matter(text, language)
    if guide is not None and guide.problem_type in matter.denied | matter.well | matter.open:
        return True
    denied = any(denies for _, denies in ear.understanding.denials(text, language)[:-1])
    return (
        denied or ear.understanding.opens_with_no(text, language) or not in_own_words(scene.hearing.reading)
    )
