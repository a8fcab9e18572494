"""A reply in own words to "which of these?" or to "what is it, then?": read alone, and together with the complaint."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Pending, PendingKind, ReplyKind, Route
from agent.dialogue.astray import LEFT
from agent.dialogue.complaint import with_more
from agent.dialogue.ear import NO, NONE_OF_THESE, YES, Ear, facts_of
from agent.dialogue.faults import TYPE, of_service, queued, then_next
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Begin, Clarify, Plan
from agent.scenarios import Scenario

MORE = 3  # words behind a yes that may tell of another fault
NEUTRAL = "offer_person"  # a title denies too often ("not working") for a yes to it to be read


def to_what_was_told(scene: Scene, pending: Pending, ear: Ear, route: Routing) -> Decision | None:
    """Where complaint and reply together, or the reply alone, clearly belong."""
    free = replace(scene, conversation=replace(scene.conversation, pending=None))
    together = route(free, with_more(pending.about, scene.message.text))
    alone = route(free, scene.message.text)
    left = scene.library.get(str(pending.details.get(LEFT)))
    routes = [found for found in (together, alone) if left is None or _leads_on(scene, found, left, ear)]
    if left is not None and not _adds(scene, together):
        routes = [found for found in routes if found is alone]
    best = max(routes, key=lambda found: (found.kind == "scenario", found.confidence), default=None)
    if best is None or best.kind != "scenario":
        return None
    return _begun(free, best, with_more(pending.about, scene.message.masked))


def _begun(free: Scene, there: Route, complaint: str) -> Decision:
    begun = replace(free.conversation, complaint=complaint, asked_again=0)
    return Decision(begun, Plan(walk=Begin(there.target or "", complaint)), route=there, why=there.evidence)


def names_none(scene: Scene, ear: Ear) -> bool:
    """Whether a reply only says that it fails: every title listed resembles that, and it names none of them. Nor does the
    "no" of "no power" turn down the one that is asked about."""
    reading, language, pending = (
        scene.hearing.reading,
        scene.conversation.language,
        scene.conversation.pending,
    )
    if reading is None or reading.outcome == NONE_OF_THESE:
        one = pending is not None and len(pending.options) == 1 and reading is not None
        return one and ear.understanding.lacks_something(scene.message.text, language)
    return ear.understanding.only_complains(scene.message.text, language)


def to_the_one(scene: Scene, pending: Pending, ear: Ear, route: Routing) -> str | None:
    """The answer to "is it this one?", where only one guide was named: a yes, a no, or what leads to that guide."""
    if pending.kind is not PendingKind.CLARIFY or len(pending.options) != 1:
        return None
    (one,), text, language = pending.options, scene.message.text, scene.conversation.language
    guide = scene.library.get(one)
    same = guide is not None and scene.hearing.facts.get(TYPE) == guide.problem_type
    if _tells_the_one(scene, one, ear, route) or _agrees_that_it_fails(text, language, ear, same):
        return one
    if scene.hearing.has("problem") or TYPE in scene.hearing.facts:
        return None
    answer = ear.yes_or_no(text, scene.conversation, NEUTRAL).outcome
    if answer == NO and ear.understanding.lacks_something(text, language):
        return None  # "no password" is no "no"
    return {YES: one, NO: NONE_OF_THESE}.get(answer or "")


def with_other(scene: Scene, one: str, begun: Decision, ear: Ear, route: Routing) -> Decision:
    """`begun`, the answer "yes" to "is it this one?", and the other guide that the same message leads to, which comes next."""
    _, rest = ear.agreement(scene.message.text, scene.conversation.language)
    if one == NONE_OF_THESE or len(rest.split()) < MORE:
        return begun
    there = route(replace(scene, conversation=replace(scene.conversation, pending=None)), rest)
    other = there.target if there.kind == "scenario" else None
    if other is None or of_service(one, [other], scene):
        return begun
    return replace(queued(begun, [other], scene), parts=(*begun.parts, then_next([other], scene)))


def _tells_the_one(scene: Scene, one: str, ear: Ear, route: Routing) -> bool:
    """Whether a reply belongs to the guide that is asked about, and denies nothing: "no internet at all"; of what there is
    none of it is enough that it may."""
    text, language, guide = scene.message.text, scene.conversation.language, scene.library.get(one)
    if guide is None or ear.understanding.answers_no(text, language):
        return False
    there = route(replace(scene, conversation=replace(scene.conversation, pending=None)), text)
    near = [each.target for each in there.alternatives]
    lacks = one in near and ear.understanding.lacks_something(text, language)
    belongs = lacks or (there.kind == "scenario" and there.target == one)
    return belongs and guide.problem_type not in ear.understanding.matter(text, language).denied


def _agrees_that_it_fails(text: str, language: str, ear: Ear, same: bool) -> bool:
    """ "Taip, neveikia": the yes, and no more than that something fails, or (`same`) what fails with the guide's own service."""
    agreed, rest = ear.agreement(text, language)
    rest = ear.agreement(rest, language)[1] or rest  # "yes, exactly, nothing works"
    return bool(agreed and rest) and (same or ear.understanding.only_complains(rest, language))


def not_the_one(scene: Scene, pending: Pending, ear: Ear, route: Routing) -> Decision | None:
    """What follows the "no" to "is it this one?", where it leads to another guide, or to a choice of others."""
    text, language = scene.message.text, scene.conversation.language
    rest = ear.understanding.after_no(text, language)
    if pending.kind is not PendingKind.CLARIFY or len(pending.options) != 1:
        return None
    if not rest or ear.understanding.says_it_works(rest, language):
        return None
    free = replace(scene, conversation=replace(scene.conversation, pending=None))
    there = route(free, rest)
    others = tuple(each.target for each in there.alternatives if each.target not in pending.options)
    if there.kind == "scenario" and there.target not in pending.options:
        return _begun(free, there, with_more(pending.about, scene.message.masked))
    told = replace(free.conversation, complaint=scene.message.masked)
    if there.target in pending.options and _gainsaid(scene, there):
        return Decision(told, Plan(clarify=Clarify(())), kind=ReplyKind.CLARIFY, route=there)
    if there.kind != "clarify" or not others or not ear.understanding.telling_words(rest, language):
        return None
    return Decision(
        told, Plan(clarify=Clarify(others)), kind=ReplyKind.CLARIFY, route=there, why=there.evidence
    )


def _gainsaid(scene: Scene, there: Route) -> bool:
    """Whether what is stated behind the "no" speaks against the guide that it is most like: "no, all devices"."""
    guide = scene.library.get(there.target or "")
    stated = {**facts_of(scene.conversation), **scene.hearing.facts}
    return guide is not None and bool(guide.contradicted_by(stated))


def _leads_on(scene: Scene, found: Route, left: Scenario, ear: Ear) -> bool:
    """Whether a route leads away from the guide that was left, unless the reply complains of its matter once more."""
    named = ear.understanding.matter(scene.message.text, scene.conversation.language).open
    return found.target != left.id or left.problem_type in named


def _adds(scene: Scene, together: Route) -> bool:
    """Whether the reply states something of what the complaint leads to: after a wrong guide that alone says little."""
    guide, facts = scene.library.get(together.target or ""), scene.hearing.facts
    return guide is not None and bool(facts) and facts.get(TYPE, guide.problem_type) == guide.problem_type
