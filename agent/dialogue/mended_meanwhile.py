"""Good news of the whole in the middle of a step, told with what it was, with what came back, or with a goodbye.

"airplane mode was on. all good now!"        what it was, and that it works: asked once whether all does
"it works!! my son fixed it"                 the same
"but everything works! I only got a text"    the same: nothing was ever wrong with it
"NEBENUTRŪKINĖJA. Baigiam."                  the trouble is over, and so is the talk: the same
"all fine now", asked about the lights       the lights, perhaps: an answer
"viskas tvarkoj, žalia spalva"               tells what is seen: an answer

What is heard wrongly costs one question: the goal is asked about, and a no puts the step again.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.conversation import Evidence
from agent.dialogue.ear import LEAVING, SOLVED, STEP, STOP, Ear
from agent.dialogue.goal_test import is_well
from agent.dialogue.own_words import guide_of, in_own_words, meant
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Advance, Plan
from agent.dialogue.topics import Topics
from agent.language import tokens
from agent.scenarios import Action, Works
from agent.understanding import SURE_ACT
from agent.understanding.clauses import clauses, without_aside
from agent.understanding.ear import ear as packed
from agent.understanding.small_words import behind_small_words
from agent.understanding.working import says_only_that_it_works

WHAT_IT_WAS, SINCE_THEN, ALL_MENDED, OF_LIGHTS = "what_it_was", "since_then", "all_mended", "of_lights"
BESIDE_MENDED, ONLY_A_MESSAGE = "beside_mended", "only_message"
AGAINST_US = frozenset({"contrast"})  # the "but" that opens a part
DONE, HEALED = "already_done", "healed"
AGAINST = ("problem", "question", "correction", "person", "danger", "appointment", "abuse")
CANNOT = "cannot_do"  # "in aeroplane mode" sounds like it
TESTING = (Action.RESOLVE, Action.RETRY_CONNECTION)  # these ask whether it works, too
RASH = (Action.ESCALATE, Action.CALL_SCENARIO)
MOST_PARTS, MOST_PRAISING = 6, 8
TOLD = Evidence("act", "says what it was, and that it works", SURE_ACT)
MENDED = Evidence("act", "says that it is mended", SURE_ACT)
ENDS = Evidence("act", "says that the trouble is over, and leaves", SURE_ACT)


def mended_meanwhile(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The goal's own question, where a reply to a step says so; None where it does not, or answers the step in its author's words
    or with what leads to that question anyway."""
    question, reading = ear.open_question(scene.conversation, scene.library), scene.hearing.reading
    if question is None or question.kind != STEP or reading is None or scene.message.choice:
        return None
    outcome = meant(scene)
    if _is_answered(scene) or reading.act in (CANNOT, *AGAINST):
        return None
    if outcome is not None and outcome.action in TESTING:
        return None
    if scene.hearing.has(*AGAINST) or scene.hearing.troubled:
        return None
    because = _told(scene, ear, topics)
    if because is None:
        return None
    return Decision(scene.conversation, Plan(walk=Advance(Works(), (because,))), why=(because,))


def _is_answered(scene: Scene) -> bool:
    """Whether the step is answered in its author's words; an "ok" beside "it's all working, no need" agrees to nothing."""
    needless = scene.hearing.sure(STOP) and scene.hearing.sure(SOLVED)
    return in_own_words(scene.hearing.reading) and not needless


def _told(scene: Scene, ear: Ear, topics: Topics) -> Evidence | None:
    """How the reply says that all works."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    said = listening.statements(text, language)
    parts = [_without_but(each, language) for each in said]
    lights = listening.names_a_light(text, language) or OF_LIGHTS in topics.of(text)
    if len(parts) > MOST_PARTS or lights:
        return None
    if scene.hearing.has(STOP):
        rest = listening.without(STOP, scene.hearing.acts, text, language)
        return ENDS if rest != text and _is_over(rest, scene, ear) else None
    mended = [each for each in parts if _is_mended(each, topics)]
    if any(listening.lacks(each, language) or listening.is_opposed(each, language) for each in mended):
        return None  # "dar jau susitvarkė, ne"
    others = [each for each in parts if each not in mended and not is_little(each, scene, ear)]
    if mended and all(tells_what_it_was(each, scene, ear, topics) for each in others):
        return MENDED
    return TOLD if _is_all_news(parts, scene, ear, topics) else None


def _without_but(part: str, language: str) -> str:
    """A part without the "but" that opens it, against what we said: "but everything works!"."""
    pieces = tokens(part)
    return behind_small_words(pieces, packed(language).roles(pieces), AGAINST_US)


def _is_all_news(parts: Sequence[str], scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether every part that tells anything is news of the whole, or what it was, and there is more in it than an answer."""
    news = [each for each in parts if _is_news(each, scene, ear)]
    beside = [each for each in parts if each not in news and not is_little(each, scene, ear)]
    explained = [each for each in beside if tells_what_it_was(each, scene, ear, topics)]
    left = [each for each in beside if each not in explained]
    if any(WHAT_IT_WAS in topics.of(each) for each in explained):
        praises = [each for each in left if _praises(each, scene, ear)]
        news, left = [*news, *praises], [each for each in left if each not in praises]
    if not news or left:
        return False
    return bool(explained or _is_no_answer(news, scene, ear, topics)) and _of_the_whole(news, scene, ear)


def _is_no_answer(news: Sequence[str], scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether the news by itself is more than an answer to the step: of what came back since, by its service's name, or where the
    answer that it was taken for would be rash."""
    since = len(news) > 1 and any(SINCE_THEN in topics.of(each) for each in news)
    rash = _is_rash(scene) and scene.hearing.sure(SOLVED)
    return since or rash or any(_is_own(each, scene, ear) for each in news)


def _is_rash(scene: Scene) -> bool:
    """Whether the answer that the news was taken for calls a person in or begins something else, where asking is cheaper."""
    outcome = meant(scene)
    return outcome is not None and outcome.action in RASH


def _is_news(part: str, scene: Scene, ear: Ear) -> bool:
    """Whether a part says that it works, of the whole and now."""
    language, about = scene.conversation.language, scene.conversation.complaint
    sure = any(
        act.name in (SOLVED, HEALED) and act.confidence >= SURE_ACT
        for act in ear.understanding.acts_by_rule(part, language)
    )
    return sure or says_only_that_it_works(part, packed(language), about)


def _is_own(part: str, scene: Scene, ear: Ear) -> bool:
    """Whether a part says by its name that the very service works that the guide is about: "veikia internetas"."""
    conversation, language = scene.conversation, scene.conversation.language
    named = ear.understanding.services_of(part, language)
    own = ear.own_services(_goal(scene), conversation)
    only = says_only_that_it_works(part, packed(language), conversation.complaint)
    return bool(named and named <= own) and only and ear.understanding.speaks_of_working(part, language)


def _goal(scene: Scene) -> str:
    """What the guide asks at its end."""
    guide = guide_of(scene)
    return guide.closing.question.get(scene.conversation.language) if guide else ""


def _is_mended(part: str, topics: Topics) -> bool:
    """Whether a part says that it is mended, and nothing else: not "get it fixed!!", "tv fixed", „bus sutvarkyta“."""
    rest = topics.without(ALL_MENDED, part)
    return rest != part and not tokens(topics.without(BESIDE_MENDED, rest))


def _praises(part: str, scene: Scene, ear: Ear) -> bool:
    """Whether a few words say that all is good: only beside what it was they are more than an answer."""
    language, listening = scene.conversation.language, ear.understanding
    few = len(part.split()) <= MOST_PRAISING
    return few and listening.is_emphatic(part, language) and listening.says_it_works(part, language)


def tells_what_it_was(part: str, scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a part tells what it was, or what was done about it."""
    done = any(act.name == DONE for act in ear.understanding.acts_by_rule(part, scene.conversation.language))
    return done or bool(topics.of(part) & {WHAT_IT_WAS, ONLY_A_MESSAGE})


def is_little(part: str, scene: Scene, ear: Ear) -> bool:
    """Whether a part says nothing, or takes leave."""
    language = scene.conversation.language
    leaves = any(act.name in (*LEAVING, "thanks") for act in ear.understanding.acts_by_rule(part, language))
    told = " ".join(without_aside(clause) for clause in clauses(part, packed(language)))  # "oh wait"
    return leaves or not ear.understanding.telling_words(told, language)


def _of_the_whole(news: Sequence[str], scene: Scene, ear: Ear) -> bool:
    """Whether the good news is of the guide's own matter, all of it, and the goal's question would be answered by it."""
    told, conversation, listening = ", ".join(news), scene.conversation, ear.understanding
    language, goal = conversation.language, _goal(scene)
    if listening.is_opposed(told, language) or listening.tells_of_trouble(told, language):
        return False
    own = ear.own_services(goal, conversation)
    if listening.works_elsewhere(told, own, language) or listening.works_in_part(told, own, language):
        return False
    return is_well(ear.after_all(told, conversation, goal))


def _is_over(rest: str, scene: Scene, ear: Ear) -> bool:
    """Whether what is said beside a "stop" tells in words of the goal, or by its service's name, that all is well."""
    conversation, listening = scene.conversation, ear.understanding
    if listening.reach(rest, _goal(scene), conversation.language, conversation.complaint, ()).told:
        return True
    named = listening.services_of(rest, conversation.language)
    spoken = named or listening.speaks_of_working(rest, conversation.language) or _is_news(rest, scene, ear)
    return bool(spoken) and _of_the_whole([rest], scene, ear)
