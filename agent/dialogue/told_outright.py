"""Good news that leaves nothing to ask: the guide ends at once, where the customer says outright that all works now.

"airplane mode was on, I turned it off, now everything works"    what it was, what was done, and that all works: the end
"look, my mail works, thanks, goodbye"                           the guide's own service, where that is its goal
"found it! I pressed Source, and the news is on!"                words of the goal itself
"everything works"                                               an answer to the step, perhaps: asked, as before
"everything works for now", "… on my phone", "it says …"         one word more than the phrases allow: asked, as before

A fault that is left and closed is the worst mistake there is. So the news is heard only where its clause holds no word but those
listed, every other clause thanks or tells what it was, and the goal's own question would be answered by it beyond doubt. Of a
connection that comes and goes nothing is closed unasked: that it works now is what it did in between, too. Nor is it where lamps are
asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.conversation import Evidence
from agent.dialogue.ear import Ear
from agent.dialogue.goal_test import NOT_WORKING, PARTLY, WORKS, is_well
from agent.dialogue.mended_meanwhile import is_little, tells_what_it_was
from agent.dialogue.own_words import guide_of, step_of
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Advance, Plan
from agent.dialogue.topics import Topics
from agent.language import tokens, typed
from agent.scenarios import Kind, Works
from agent.understanding import SURE_ACT
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear as packed
from agent.understanding.matter import services_in
from agent.understanding.reached import asked_of

ALL_WORK, OWN_WORKS, BESIDE_WORKING, TERM = "all_work", "own_works", "beside_working", "term"
DEED, BESIDE_DEED = "deed", "beside_deed"
OF_NOW, FOUND = "of_now", "found_out"
WAY_ROUND = "way_round"  # it works, but elsewhere or otherwise: by mobile data, at the neighbour's, close to the router
AGAINST = ("problem", "question", "correction", "person", "danger", "appointment", "visit", "abuse", "wait")
WANING = "connection_pattern"  # a fact: how it comes and goes
BY_NAME = frozenset({"mail", "picture", "calls"})  # goals of which "it works" says all
IN_WORDS = frozenset({"picture", "sound", "calls"})  # goals whose own words say all
LASTING, LIGHTS = "steady", "lights"
LANDLINE = "phone"  # whose sound has two sides, of which one is heard
LEAVING = ("thanks", "goodbye")
MOST_PARTS = 8
OUTRIGHT = Evidence("act", "says outright that all works now", SURE_ACT)


def told_outright(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The end of the guide, where a message says outright that all works now; None where it does not."""
    progress, text, conversation = scene.conversation.progress, scene.message.text, scene.conversation
    if progress is None or guide_of(scene) is None or scene.message.choice:
        return None
    if scene.hearing.has(*AGAINST) or WANING in {*scene.hearing.facts, *conversation.facts}:
        return None
    if WAY_ROUND in topics.of(text) or len(tokens(scene.message.masked)) > len(tokens(text)):
        return None  # the rest of a message of which a fault was taken out is not all that was told
    if _asks_for_lamps(scene, ear):
        return None  # "all working, thanks" may be of them
    if LASTING in asked_of(_goal(scene), packed(conversation.language)):
        return None
    news = _news(scene, ear, topics)
    if not news or not _is_beyond_doubt(text, news, scene, ear):
        return None
    asked = replace(conversation, progress=progress._replace(phase=Kind.CONFIRMING), asked_again=0)
    return Decision(asked, Plan(walk=Advance(Works(), (OUTRIGHT,))), outcome=WORKS, why=(OUTRIGHT,))


def _asks_for_lamps(scene: Scene, ear: Ear) -> bool:
    """Whether more than one answer to the step being asked is how the lamps are: „visur tamsu“ alone may be of a screen."""
    step, language = step_of(scene), scene.conversation.language
    labels = [each.label.get(language) for each in step.outcomes] if step else []
    told = [{fact.name for fact in ear.understanding.find_facts(each, language)} for each in labels]
    return sum(LIGHTS in each for each in told) > 1


def _goal(scene: Scene) -> str:
    """What the guide asks at its end."""
    guide = guide_of(scene)
    return guide.closing.question.get(scene.conversation.language) if guide else ""


def _news(scene: Scene, ear: Ear, topics: Topics) -> list[str]:
    """The parts that say outright that all works; none where any other part tells more than what it was."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    parts = list(smallest(listening.statements(text, language)))
    if len(parts) > MOST_PARTS or listening.questions(text, language):
        return []
    news = [each for each in parts if _is_of_the_whole(each, scene, ear, topics)]
    others = [(before, each) for before, each in zip(("", *parts), parts, strict=False) if each not in news]
    if not all(_says_no_more(each, before, scene, ear, topics) for before, each in others):
        return []
    of_now = others or scene.hearing.has(*LEAVING) or any(OF_NOW in topics.of(each) for each in news)
    return news if of_now else []


def smallest(told: Sequence[str]) -> Iterator[str]:
    """The parts, without those that are told once more in pieces behind them."""
    for place, each in enumerate(told):
        behind = told[place + 1] if place + 1 < len(told) else ""
        if not behind or behind == each or not each.startswith(behind):
            yield each


def _says_no_more(part: str, before: str, scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a part takes leave, says nothing, or tells what it was; "HDMI 2" behind a deed only names what was chosen."""
    if not tokens(topics.without(BESIDE_WORKING, topics.without(FOUND, part))) or _is_told(part, scene, ear):
        return True
    named = ear.understanding.services_of(part, scene.conversation.language)
    if not named and is_little(part, scene, ear):
        return True
    if is_deed(part, topics) or tells_what_it_was(part, scene, ear, topics):
        return True
    chosen = [token for token in tokens(topics.without(TERM, part)) if not token.text.isdigit()]
    return not chosen and (is_deed(before, topics) or tells_what_it_was(before, scene, ear, topics))


def is_deed(part: str, topics: Topics) -> bool:
    """Whether a part tells what the customer did, and nothing else: "I turned it off"; not "I switched to mobile data"."""
    rest = topics.without(TERM, topics.without(DEED, part))
    if DEED not in topics.of(part):
        return False
    return all(token.text.isdigit() for token in tokens(topics.without(BESIDE_DEED, rest)))


def _is_of_the_whole(part: str, scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a part says that all works, or the guide's own service, or its goal in words of its own, and holds no other word."""
    language, listening = scene.conversation.language, ear.understanding
    if listening.is_secondhand(part, language) or listening.is_opposed(part, language):
        return False
    without = topics.without(ALL_WORK, part)
    if without != part and not tokens(topics.without(BESIDE_WORKING, without)):
        return True
    goal = asked_of(_goal(scene), packed(language))
    found = FOUND in topics.of(scene.message.text)
    return _is_own(part, goal[:1], scene, ear, topics) or (found and _is_goal(part, goal[:1], scene, ear))


def _is_own(part: str, goal: Sequence[str], scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a part says by its name that the very service works that the guide is about."""
    language = scene.conversation.language
    named = ear.understanding.services_of(part, language)
    if (
        not BY_NAME.issuperset(goal)
        or not named
        or not named <= ear.own_services(_goal(scene), scene.conversation)
    ):
        return False
    without = topics.without(OWN_WORKS, part)
    spoken = {place for find in services_in(without, language) for place in range(find.start, find.end)}
    rest = typed(piece for place, piece in enumerate(tokens(without)) if place not in spoken)
    return without != part and not tokens(topics.without(BESIDE_WORKING, rest))


def _is_goal(part: str, goal: Sequence[str], scene: Scene, ear: Ear) -> bool:
    """Whether a part says in words of the goal that it is so, and nothing else."""
    guide = guide_of(scene)
    if not goal or not IN_WORDS.issuperset(goal) or guide is None:
        return False
    if goal[0] == "sound" and guide.problem_type == LANDLINE:
        return False
    return _is_told(part, scene, ear)


def _is_told(part: str, scene: Scene, ear: Ear) -> bool:
    """Whether a part says something of the goal, and nothing else: "it's online"."""
    conversation = scene.conversation
    found = ear.understanding.reach(part, _goal(scene), conversation.language, conversation.complaint, ())
    return found.told and found.alone


def _is_beyond_doubt(text: str, news: Sequence[str], scene: Scene, ear: Ear) -> bool:
    """Whether the goal's question would be answered by it, and nothing in the message limits it, turns against it or mocks."""
    conversation, listening, language = scene.conversation, ear.understanding, scene.conversation.language
    own, told = ear.own_services(_goal(scene), conversation), ", ".join(news)
    if listening.is_qualified(text, language) or listening.mocks(text, language):
        return False
    turns = any(each.begins("contrast") for each in clauses(text, packed(language)))
    if turns or listening.says_still(text, language):
        return False
    if listening.works_elsewhere(told, own, language) or listening.works_in_part(text, own, language):
        return False
    if listening.is_secondhand(told, language) or listening.complaints(text, language):
        return False
    goal = _goal(scene)
    whole = ear.after_all(text, conversation, goal)
    return whole.outcome not in (NOT_WORKING, PARTLY) and is_well(ear.after_all(told, conversation, goal))
