"""Which of several faults comes first, said while another of them is being looked at.

"start with the internet, I guess"   the guide for that one, and the one under way waits
"first the router"                   the same of a box
"first I checked the router"         tells what was done: nothing changes
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, Route, RouteKind
from agent.dialogue.another_guide import begun
from agent.dialogue.cases import set_aside, without
from agent.dialogue.complaint import with_more
from agent.dialogue.ear import GOAL_PHASES
from agent.dialogue.faults import TYPE
from agent.dialogue.listening import Understanding
from agent.dialogue.own_words import guide_of
from agent.dialogue.safety import ONE_BOX
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics

FIRST, SMALL = "comes_first", "beside_first"
NEAR, LONGEST = 2, 8  # words before it, and of the clause


def chosen_first(scene: Scene, understanding: Understanding, topics: Topics) -> Decision | None:
    """The guide that waits, begun with all that was told; None where none that waits is named as the first one."""
    guide, conversation = guide_of(scene), scene.conversation
    if guide is None or not conversation.queue or conversation.progress is None:
        return None
    if conversation.progress.phase in GOAL_PHASES or FIRST not in topics.of(scene.message.text):
        return None
    language = conversation.language
    if any(denies for _, denies in understanding.denials(scene.message.text, language)):
        return None  # "don't start with the internet"
    clauses = understanding.clauses(scene.message.text, language)
    said = [each for each in clauses if _puts_first(each, language, understanding, topics)]
    named = {kind for each in said for kind in _services(each, language, understanding)}
    if not named or _is_of(guide.problem_type, named):
        return None
    library = scene.library
    chosen = [name for name in conversation.queue if _is_of(library[name].problem_type, named)]
    return _begun(scene, chosen[0]) if chosen else None


def _puts_first(clause: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether a clause says no more than what comes first."""
    cues = topics.cues(FIRST, clause)
    if not any(cue.start <= NEAR for cue in cues) or len(clause.split()) > LONGEST:
        return False
    rest = topics.without(SMALL, topics.without(FIRST, clause))
    words = understanding.telling_words(rest, language)
    return all(_services(each, language, understanding) for each in words)


def _services(said: str, language: str, understanding: Understanding) -> set[str]:
    """The services that are named, also by a box of theirs."""
    stated = {str(fact.value) for fact in understanding.find_facts(said, language) if fact.name == TYPE}
    return stated | set(understanding.matter(said, language).open)


def _is_of(kind: str, named: set[str]) -> bool:
    return any(kind == each or {kind, each} <= ONE_BOX for each in named)


def _begun(scene: Scene, chosen: str) -> Decision:
    """The chosen guide; what was told of it at the beginning stays told, and the one under way is taken up after it."""
    before = scene.conversation
    here = scene.library[before.progress.scenario] if before.progress else scene.library[chosen]
    part = Part("set_aside", scene.voice.say("set_aside", title=scene.voice.text(here.title)))
    aside = without(set_aside(before), chosen)
    decision = begun(
        replace(scene, conversation=aside), Route(RouteKind.SCENARIO, chosen, 1.0, language=before.language)
    )
    told = with_more(before.complaint, scene.message.masked)
    return replace(
        decision, conversation=replace(decision.conversation, complaint=told), parts=(part, *decision.parts)
    )
