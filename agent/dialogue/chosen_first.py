"""Which of several faults comes first, said while another of them is being looked at, or with them.

"start with the internet, I guess"   the guide for that one, and the one under way waits
"first the router"                   the same of a box
"first I checked the router"         tells what was done: nothing changes
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
DEVICE, PHONE = "device", "phone"
NEAR, LONGEST = 2, 8  # words before it, and of the clause


def chosen_first(scene: Scene, understanding: Understanding, topics: Topics) -> Decision | None:
    """The guide that waits, begun with all that was told; None where none that waits is named as the first one."""
    guide, conversation = guide_of(scene), scene.conversation
    if guide is None or not conversation.queue or conversation.progress is None:
        return None
    if conversation.progress.phase in GOAL_PHASES or FIRST not in topics.of(scene.message.text):
        return None
    cut = understanding.clauses(scene.message.text, conversation.language)
    said = [each for each in cut if _puts_first(each, conversation.language, understanding, topics)]
    named = _named(said, conversation.language, understanding)
    if any(denies for _, denies in understanding.denials(scene.message.text, conversation.language)):
        return None  # "don't start with the internet"
    if not named or _is_of(guide.problem_type, named):
        return None
    library = scene.library
    chosen = [name for name in conversation.queue if _is_of(library[name].problem_type, named)]
    return _begun(scene, chosen[0]) if chosen else None


def wishes(scene: Scene, understanding: Understanding, topics: Topics) -> tuple[str, ...]:
    """The clauses of a message of several faults that say which comes first: "internet and tv are dead, start with the tv"."""
    text, language = scene.message.text, scene.conversation.language
    if FIRST not in topics.of(text):
        return ()
    cut = understanding.clauses(text, language)
    said = (each for each in cut if _puts_first(each, language, understanding, topics))
    return tuple(each for each in said if _in_order(each, language, understanding))


def put_first(
    found: Mapping[str, Route], said: Sequence[str], scene: Scene, understanding: Understanding
) -> dict[str, Route]:
    """The faults of one message, those first that its wishes name, in the order they name them."""
    named = [kind for each in said for kind in _in_order(each, scene.conversation.language, understanding)]
    kinds = {name: scene.library[name].problem_type for name in found}
    wished = [name for kind in dict.fromkeys(named) for name in found if _is_of(kinds[name], {kind})]
    return {name: found[name] for name in dict.fromkeys((*wished, *found))}


def _in_order(clause: str, language: str, understanding: Understanding) -> list[str]:
    """The services a clause names and does not deny, as they come: "start with the tv, not the internet"."""
    denied = understanding.matter(clause, language).denied
    named = (kind for word in clause.split() for kind in _named_by(word, language, understanding))
    return [kind for kind in dict.fromkeys(named) if kind not in denied]


def _named_by(word: str, language: str, understanding: Understanding) -> set[str]:
    """The services a word names; beside other faults "the phone" is the landline."""
    stated = {str(fact.value) for fact in understanding.find_facts(word, language) if fact.name == DEVICE}
    return _services(word, language, understanding) or stated & {PHONE}


def _named(clauses: Iterable[str], language: str, understanding: Understanding) -> set[str]:
    return {kind for each in clauses for kind in _services(each, language, understanding)}


def _puts_first(clause: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether a clause says no more than what comes first."""
    cues = topics.cues(FIRST, clause)
    if not any(cue.start <= NEAR for cue in cues) or len(clause.split()) > LONGEST:
        return False
    rest = topics.without(SMALL, topics.without(FIRST, clause))
    words = understanding.telling_words(rest, language)
    return all(_named_by(each, language, understanding) for each in words)


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
