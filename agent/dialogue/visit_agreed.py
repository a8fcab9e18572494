"""What is said at "shall I book the visit?" beside yes and no: a yes with a time, a question about the visit."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Evidence, ReplyKind
from agent.dialogue.ear import APPOINTMENT, YES, Ear
from agent.dialogue.faults import ASKING
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import LookUp, Plan, Restate
from agent.dialogue.step_answers import StepAnswers
from agent.dialogue.topics import Topics
from agent.understanding import SURE_ACT, Act

DAY, NOT_THEN = "day", "not_then"
TELLING = frozenset({"problem_type", "device", "medium"})


def agrees_with_time(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether the first words agree and the rest only says when: "go on then, but not on Thursday"."""
    language = scene.conversation.language
    first, *rest = ear.understanding.clauses(scene.message.text, language) or ("",)
    question = ear.open_question(scene.conversation, scene.library)
    if question is None or not rest:
        return False
    agrees = ear.understanding.read_piece(question, first, language).outcome == YES
    return agrees and all(DAY in topics.of(each) for each in rest)


def agrees_and_asks(scene: Scene, ear: Ear) -> str | None:
    """The question behind words that agree: "yes, but when will he come?"."""
    language = scene.conversation.language
    first, *rest = ear.understanding.clauses(scene.message.text, language) or ("",)
    question, more = ear.open_question(scene.conversation, scene.library), " ".join(rest)
    if question is None or not rest:
        return None
    asks = (
        any(act.name in ASKING for act in ear.understanding.acts_by_rule(more, language))
        or "?" in scene.message.text
    )
    agrees = ear.understanding.read_piece(question, first, language).outcome == YES
    return more if agrees and asks else None


def about_visit(scene: Scene, asked: str, decision: Decision) -> Decision:
    """`decision`, and what is known of the visit that is asked about."""
    question = LookUp(f"{asked} {scene.voice.say('visit')}", offer=False)
    return replace(decision, plan=replace(decision.plan, look_up=question))


def with_asked(scene: Scene, decision: Decision, ear: Ear) -> Decision:
    """`decision` on an agreement, and an answer to the question that follows it in the same breath, if there is one."""
    asked = agrees_and_asks(scene, ear) if decision.plan.hand_over is not None else None
    return about_visit(scene, asked, decision) if asked else decision


def timed(scene: Scene, topics: Topics) -> Scene:
    """The scene with the time heard in it, so that it is noted with the request; a time that does not suit is none."""
    text = scene.message.text
    if NOT_THEN in topics.of(text):
        return scene
    heard = Act(APPOINTMENT, SURE_ACT, Evidence("act", f"{APPOINTMENT}: “{text}”", SURE_ACT), text)
    return replace(scene, hearing=replace(scene.hearing, acts=(*scene.hearing.acts, heard)))


def asked_of_visit(scene: Scene, steps: StepAnswers) -> Decision | None:
    """A question that names nothing else is about the visit: "how much will it cost?"."""
    if scene.hearing.facts.keys() & TELLING or scene.hearing.has(
        "thanks", "greeting", "injection", "problem"
    ):
        return steps.digression(scene)
    asked = f"{scene.message.text} {scene.voice.say('visit')}"
    return Decision(scene.conversation, Plan(LookUp(asked), Restate("back")), kind=ReplyKind.ANSWER)
