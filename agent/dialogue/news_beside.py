"""Good news that stands beside something else in a reply to a step: the goal's own question, where the reply would be lost or
misread.

"the speed is fine now. and who pays me back?"              the question is answered, and the goal asked about
"optical out, changed to tv speakers, and hallelujah"       what was done, and joy: the same
"I pushed the plug, and now she sounds like she's here"     what was done, and words of the goal: the same
"no wait, my mail works, it's only her message came back"   an answer that only sounds so would call a person in: the same

What is heard wrongly costs one question.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.conversation import Evidence
from agent.dialogue.ear import GOAL_PHASES, SOLVED, Ear
from agent.dialogue.goal_test import ACT, NOT_WORKING
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.mended_meanwhile import is_little, tells_what_it_was
from agent.dialogue.own_words import guide_of, in_own_words, meant
from agent.dialogue.scene import Decision, Scene, progress_of
from agent.dialogue.state import Advance, LookUp, Plan
from agent.dialogue.told_outright import DEED, FOUND, WAY_ROUND, smallest
from agent.dialogue.topics import Topics
from agent.scenarios import Action, Works
from agent.understanding import SURE_ACT

JOY = "joy"
TESTING = (Action.RESOLVE, Action.RETRY_CONNECTION)  # these ask whether it works, too
AGAINST = ("problem", "correction", "person", "danger", "appointment", "abuse", "cannot_do")
MOST_PARTS = 8
BESIDE = Evidence("act", "says beside something else that it works", SURE_ACT)


def news_beside(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The goal's own question, where a reply to a step brings news beside something else; None where it brings none."""
    if scene.message.choice or progress_of(scene).phase in GOAL_PHASES:
        return None
    if (asked := _with_question(scene, ear)) is not None:
        return asked
    if scene.hearing.has(*AGAINST) or scene.hearing.troubled or in_own_words(scene.hearing.reading):
        return None
    outcome, joyful = meant(scene), JOY in topics.of(scene.message.text)
    if outcome is not None and outcome.action in TESTING and not joyful:
        return None
    told = _behind_a_deed(scene, ear, topics) or _instead_of_a_person(scene, ear)
    return (
        Decision(scene.conversation, Plan(walk=Advance(Works(), (BESIDE,))), why=(BESIDE,)) if told else None
    )


def _with_question(scene: Scene, ear: Ear) -> Decision | None:
    """The news that stands before a question of something else, and the question looked up."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    asked = listening.questions(text, language)
    place = text.find(asked[0]) if asked else -1
    if place <= 0 or any(listening.speaks_of_working(each, language) for each in asked):
        return None
    alone = heard_alone(text[:place].strip(), scene, ear)
    reading = alone.hearing.reading
    if reading is None or reading.kind != ACT or reading.act != SOLVED:
        return None
    if alone.hearing.troubled or alone.hearing.has(*AGAINST) or scene.hearing.has("danger", "person"):
        return None
    if listening.is_qualified(alone.message.text, language):
        return None
    plan = Plan(look_up=LookUp(text[place:]), walk=Advance(Works(), reading.evidence))
    return Decision(scene.conversation, plan, why=reading.evidence)


def _behind_a_deed(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether what was done is told first, and behind it joy or words of the goal, with nothing against it."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    parts = list(smallest(listening.statements(text, language)))
    telling = [each for each in parts if not is_little(each, scene, ear)]
    if not 1 < len(telling) <= MOST_PARTS or listening.questions(text, language):
        return False
    if WAY_ROUND in topics.of(text):
        return False
    deeds = [
        place
        for place, each in enumerate(telling)
        if DEED in topics.of(each) or tells_what_it_was(each, scene, ear, topics)
    ]
    if not deeds:
        return False
    joyful = JOY in topics.of(telling[deeds[-1]])  # "switched it and hooray"
    behind = telling[deeds[-1] + (not joyful) :]
    return bool(behind) and _is_glad(behind, scene, ear, topics)


def _is_glad(behind: Sequence[str], scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether joy stands in what is told behind the deed, or words of the goal, and nothing bad."""
    told, language, listening = ", ".join(behind), scene.conversation.language, ear.understanding
    if listening.tells_of_trouble(told, language) or listening.is_qualified(told, language):
        return False
    if listening.tells_of_failing(told, language) or listening.lacks(told, language):
        return False
    if any(listening.contrasts(each, language) and JOY not in topics.of(each) for each in behind):
        return False
    goal, about = _goal(scene), scene.conversation.complaint
    if ear.after_all(told, scene.conversation, goal).outcome == NOT_WORKING:
        return False
    reached = any(listening.reach(each, goal, language, about, ()).told for each in behind)
    return reached or bool(topics.of(told) & {JOY, FOUND})


def _instead_of_a_person(scene: Scene, ear: Ear) -> bool:
    """Whether an answer that is only alike would call a person in, though a clause says that the guide's own service works."""
    outcome, language = meant(scene), scene.conversation.language
    if outcome is None or outcome.action is not Action.ESCALATE:
        return False
    own = ear.own_services(_goal(scene), scene.conversation)
    for each in smallest(ear.understanding.statements(scene.message.text, language)):
        named = ear.understanding.services_of(each, language)
        works = ear.understanding.says_it_works(each, language, scene.conversation.complaint)
        if works and named and named <= own and ear.understanding.speaks_of_working(each, language):
            return True
    return False


def _goal(scene: Scene) -> str:
    """What the guide asks at its end."""
    guide = guide_of(scene)
    return guide.closing.question.get(scene.conversation.language) if guide else ""
