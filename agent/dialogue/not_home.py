"""A customer who is not where the equipment is: the place is kept, they go on when they are back."""

from __future__ import annotations

from agent.conversation import ReplyKind, Route, Status
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.own_words import in_own_words, meant, says, surely_answers
from agent.dialogue.scene import Decision, Routing, Scene, say
from agent.dialogue.state import Begin, Plan, Restate, TurnState
from agent.dialogue.stated import stated

AWAY = "away"
ANYWHERE = frozenset({"email", "account"})  # what such guides look at is not at home
_OF_PLACE = frozenset({AWAY, "cannot_do", "beyond_reach"})


def not_home(scene: Scene, ear: Ear) -> Decision | None:
    """Nothing is skipped and nothing counted: the same question stands for days, and a person can be had instead."""
    progress = scene.conversation.progress
    if progress is not None and _is_back(scene):
        return Decision(scene.conversation, Plan(walk=Restate("welcome")))
    if progress is None or not scene.hearing.sure(AWAY):
        return None
    if in_own_words(scene.hearing.reading) and _told_beside(scene, ear):
        return None
    outcome = meant(scene)
    if outcome is not None and says(ear, outcome, AWAY):
        return None
    if outcome is not None and says(ear, outcome, "cannot_do") and _told_beside(scene, ear):
        return None
    if (progress.phase in GOAL_PHASES and scene.hearing.has("solved")) or _answers(scene, ear):
        return None
    return say(scene, "away_ok", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))


def is_begun_afar(state: TurnState) -> bool:
    """Whether a guide begins for someone who says that they are elsewhere. What is not at home, as a mailbox, can be looked at
    from anywhere."""
    begins, hearing = state.plan.walk, state.hearing
    guide = state.library.get(begins.scenario) if isinstance(begins, Begin) else None
    return (
        guide is not None
        and guide.problem_type not in ANYWHERE
        and hearing is not None
        and hearing.sure(AWAY)
    )


def complained_afar(scene: Scene, ear: Ear, route: Routing) -> Route | None:
    """Where the fault belongs that is told beside "I'm not at home" and a question what to do there; None without one."""
    if not scene.hearing.sure(AWAY) or not scene.hearing.facts:
        return None
    rest = without_place(stated(scene.message.text), scene.conversation.language, ear)
    found = route(heard_alone(rest, scene, ear), rest) if rest else None
    return found if found is not None and found.kind == "scenario" else None


def without_place(text: str, language: str, ear: Ear) -> str:
    """`text` without the clauses that say where the customer is."""
    told = (
        each
        for each in ear.understanding.clauses(text, language)
        if not _OF_PLACE & {act.name for act in ear.understanding.acts_by_rule(each, language)}
    )
    return ". ".join(told)


def _is_back(scene: Scene) -> bool:
    """Whether a customer who was waited for says no more than that they are there again."""
    waited = scene.conversation.status is Status.WAITING
    return waited and scene.hearing.sure("greeting") and not in_own_words(scene.hearing.reading)


def _answers(scene: Scene, ear: Ear) -> bool:
    """Whether it surely answers what was asked ("at home from three" to "when may he come?"), and nothing cannot be done."""
    sure = surely_answers(scene) and not scene.hearing.has("cannot_do", "wait", "question", "digression")
    return sure and _told_beside(scene, ear)


def _told_beside(scene: Scene, ear: Ear) -> bool:
    """Whether the answer is told in other words than that they are away: not "I'm at work" for a VPN of work."""
    question, reading = ear.open_question(scene.conversation, scene.library), scene.hearing.reading
    rest = _without_place(scene.message.text, scene)
    if question is None or reading is None or rest == scene.message.text:
        return True
    language = scene.conversation.language
    if not ear.understanding.telling_words(rest, language):
        return reading.outcome is not None and in_own_words(
            ear.understanding.read_piece(question, rest, language)
        )
    return ear.understanding.read_piece(question, rest, language).outcome == reading.outcome


def _without_place(text: str, scene: Scene) -> str:
    """`text` without the words that say where they are."""
    for act in scene.hearing.acts:
        text = text.replace(act.span, " ") if act.name == AWAY else text
    return text
