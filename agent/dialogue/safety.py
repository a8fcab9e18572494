"""Danger: told in full once. As long as its ticket stands, the talk about that equipment stays with safety.

Nobody is led through a guide at equipment that smoked an hour ago, nobody is told to switch it on again, and nobody
reads the same block of text twice. A clear problem of another service may be taken up.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from agent.conversation import Conversation, Part, PendingKind, ReplyKind, Status
from agent.dialogue.ear import GOAL_PHASES
from agent.dialogue.listening import Understanding
from agent.dialogue.precautions import (
    CLOSING,
    LINGERS,
    OF_THE_PLACE,
    SUPPOSED,
    WIRE,
    Precautions,
    with_number_asked,
)
from agent.dialogue.scene import Decision, Routing, Scene, in_languages, walking
from agent.dialogue.state import HandOver, Hearing, LookUp, Plan
from agent.dialogue.topics import Topics
from agent.scenarios import Scenario
from agent.understanding.acts import DANGER, DAZZLED, WIRE_DOWN
from agent.understanding.settling import LIKENESSES

TYPE, TRIED = "problem_type", "already_tried"
# One box serves both: a guide of the one leads to the other.
ONE_BOX = frozenset({"internet", "equipment"})
NO_BOX = frozenset({"email", "account"})  # nothing of these can smoke
FORGOTTEN = timedelta(days=1)  # so long after the last word of danger the customer comes with something new
OVER, MENDED = "over", "mended"
UNDONE, UNRELATED = (
    "undone",
    "unrelated",
)  # not yet, by nobody or only if; long ago, next door, or nothing was done
OF_A_VISIT = frozenset({MENDED, UNDONE, UNRELATED})
# what is spoken of while a danger stands; what other rooms listen for says nothing of it: "start again", "ok, thanks"
OF_DANGER = frozenset({*OF_THE_PLACE, *OF_A_VISIT, OVER})


def in_danger(scene: Scene, *, supposed: bool = False) -> Decision:
    """The first word of danger, and of what is dangerous besides: safety first, then the colleague on duty. `supposed`: nobody
    said so in words."""
    reasons = in_languages(scene, "reason_danger", said=scene.message.masked)
    hand_over = HandOver(DANGER, reasons[scene.voice.language], "urgent", "technician_visit", reasons=reasons)
    words = tuple(Part(phrase, scene.voice.say(phrase), fixed=True) for phrase in _warnings(scene))
    unsafe = _unsafe(scene)
    open_one = scene.conversation.urgent if stands(scene) and not _is_another(scene) else None
    told = replace(_let_go(scene, unsafe), urgent=open_one, urgent_at=scene.message.at, unsafe=unsafe)
    if told.progress is None and not told.complaint:  # what is to be taken up if there is no danger after all
        told = replace(told, complaint=scene.message.masked)
    told = replace(told, safe=_known(scene, supposed=supposed))
    return Decision(told, Plan(hand_over=hand_over), words, ReplyKind.ESCALATED)


def _known(scene: Scene, *, supposed: bool) -> tuple[str, ...]:
    """What is known of a danger when it is told, and where it broke a guide off."""
    progress = scene.conversation.progress
    at_goal = walking(scene.conversation) and progress is not None and progress.phase in GOAL_PHASES
    known = {SUPPOSED: supposed, CLOSING: at_goal, WIRE: scene.hearing.has(WIRE_DOWN)}
    return tuple(name for name, holds in known.items() if holds)


def _warnings(scene: Scene) -> tuple[str, ...]:
    """What is warned of: light in an eye and a wire that is down have words of their own; of smoke or a smell beside them both
    are said."""
    spans = {act.name: act.span for act in scene.hearing.acts}
    own = {DAZZLED: "danger_eye", WIRE_DOWN: "danger_wire"}
    said = tuple(phrase for name, phrase in own.items() if name in spans)
    alone = any(spans[name] == spans.get(DANGER) for name in own if name in spans)
    return said if alone else (DANGER, *said)


def unsafe_guide(conversation: Conversation, guide: Scenario | None) -> bool:
    """Whether a guide would lead to the equipment that was dangerous."""
    return conversation.urgent is not None and (
        guide is None or _same(conversation.unsafe, guide.problem_type)
    )


def without_danger(conversation: Conversation) -> Conversation:
    """The conversation once somebody has dealt with the danger."""
    return replace(conversation, urgent=None, urgent_at=None, unsafe="", danger_sure=False, safe=())


class Safety:
    """What is said while the ticket of a danger stands."""

    def __init__(self, topics: Topics, route: Routing, understanding: Understanding) -> None:
        self._topics, self._route, self._understanding = topics, route, understanding
        self._precautions = Precautions(topics, understanding)

    def danger(self, scene: Scene) -> Decision | None:
        """A word of danger outranks everything, a person in charge too."""
        if not scene.hearing.has(DANGER):
            return None
        if not stands(scene):  # what no word tells is asked about, or read by the colleague who is on it
            supposed = self._supposed(scene)
            return None if supposed and not opens_with_it(scene) else in_danger(scene, supposed=supposed)
        if OVER not in self._topics.of(scene.message.text) or self._only_lingers(scene):
            return self._again(scene)
        return in_danger(scene) if self._goes_on(scene) else self.said(scene)

    def _supposed(self, scene: Scene) -> bool:
        """Whether only the readers hear danger, and no harm is named."""
        told = [act.evidence for act in scene.hearing.acts if act.name == DANGER]
        alike = all(each.source in LIKENESSES for each in told)
        return alike and not self._understanding.names_harm(scene.message.text)

    def relieved(self, conversation: Conversation, hearing: Hearing, text: str) -> Conversation:
        """Without the danger once a colleague has been there for it, as the customer tells it."""
        if conversation.urgent is None or hearing.has(DANGER, "question", "digression"):
            return conversation
        clauses = self._understanding.clauses(text, conversation.language)
        if not any(self._mends(clause, text, conversation) for clause in clauses):
            return conversation
        return without_danger(conversation)

    def _mends(self, clause: str, text: str, conversation: Conversation) -> bool:
        """Whether a clause of `text` tells of a visit to what was dangerous: not to other equipment, nor to no avail."""
        spoken = self._topics.of(clause)
        if MENDED not in spoken or UNDONE in spoken or UNRELATED in self._topics.of(text):
            return False
        named = self._services(clause, conversation.language) or self._services(text, conversation.language)
        return all(_same(conversation.unsafe, service) for service in named)

    def _services(self, text: str, language: str) -> frozenset[str]:
        """The services whose equipment is named."""
        found = self._understanding.find_facts(text, language)
        return frozenset(str(each.value) for each in found if each.name == TYPE)

    def __call__(self, scene: Scene) -> Decision | None:
        """A short text of its own; None where the message is about something else, or mere courtesy."""
        conversation = scene.conversation
        if not stands(scene):
            return None
        spoken = self._topics.of(scene.message.text) & OF_DANGER
        if walking(conversation) or conversation.pending is not None:
            signs = self._understanding.signs_of_harm(scene.message.text, conversation.language)
            still = conversation.pending is not None and any(signs)  # "no, it still smells"
            return self.said(scene) if still or spoken & {"unwell", "emergency"} else None
        if not spoken - OF_A_VISIT and _is_courtesy(scene):
            return None
        if _begins_again(scene, spoken) or self.elsewhere(scene):
            return None
        return self.said(scene)

    def said(self, scene: Scene) -> Decision:
        """What the message asks about, or what is left to do; and that the request stands."""
        here = self._precautions.remembered(replace(scene, conversation=_unasked(scene.conversation)))
        answers = self._precautions.answers(here)
        asks = not answers and any(act.name == "digression" for act in scene.hearing.acts)
        plan = Plan(look_up=LookUp(scene.message.text, offer=False)) if asks else Plan()
        return self._told(here, answers, plan)

    def _again(self, scene: Scene) -> Decision:
        """Danger told once more: of other equipment it has a ticket of its own, else it is short."""
        if _is_another(scene):
            return in_danger(scene)
        left = replace(_unasked(_ended(scene.conversation)), urgent_at=scene.message.at)
        sure = not self._supposed(scene)
        left = replace(left, safe=tuple(each for each in left.safe if not (sure and each == SUPPOSED)))
        here = self._precautions.remembered(replace(scene, conversation=left))
        answers = self._precautions.answers(here)
        if self._only_lingers(scene):
            answers = tuple(dict.fromkeys((*answers, "emergency")))
        eyes_only = _warnings(scene) == ("danger_eye",) and "eye" in answers
        again = not eyes_only and not self._only_lingers(scene)
        return self._told(here, answers, Plan(), again=again)

    def _told(self, here: Scene, answers: tuple[str, ...], plan: Plan, *, again: bool = False) -> Decision:
        """The words, the number that is still missing, and what was said for the colleague on duty."""
        parts = self._precautions.parts(here, answers, again=again)
        conversation, parts = with_number_asked(here, parts)
        urgent = conversation.urgent or ""
        return Decision(
            conversation,
            plan,
            parts,
            ReplyKind.INFORMED,
            _status(here),
            note=here.message.masked,
            note_for=urgent,
        )

    def _only_lingers(self, scene: Scene) -> bool:
        """Whether all that is left of a danger that is over is a smell: "no more smoke, but it still stinks"."""
        spoken, text = self._topics.of(scene.message.text), scene.message.text
        if OVER not in spoken or not self._precautions.lingers(text):
            return False
        rest = self._topics.without(LINGERS, self._topics.without(OVER, text))
        return not self._dangerous(rest, scene.conversation.language)

    def _dangerous(self, text: str, language: str) -> bool:
        return any(act.name == DANGER for act in self._understanding.find_acts(text, language, None))

    def _goes_on(self, scene: Scene) -> bool:
        """Whether danger is told besides that which is over: "the smoke is gone but now the socket is sparking"."""
        rest = self._topics.without(OVER, scene.message.text)
        return self._dangerous(rest, scene.conversation.language)

    def elsewhere(self, scene: Scene) -> bool:
        """Whether this is a problem of another service, told in so many words."""
        service, unsafe = str(scene.hearing.facts.get(TYPE, "")), scene.conversation.unsafe
        if not service or _same(unsafe, service) or TRIED in scene.hearing.facts:
            return False
        route = self._route(scene, scene.message.text)
        guides = [route.target] if route.kind == "scenario" else [each.target for each in route.alternatives]
        found = (
            [scene.library.get(name or "") for name in guides]
            if route.kind in ("scenario", "clarify")
            else []
        )
        return bool(found) and not any(unsafe_guide(scene.conversation, guide) for guide in found)


def opens_with_it(scene: Scene) -> bool:
    """Whether it is what the customer came with, and router and readers hear it alike: nobody had led them to speak of sockets."""
    return scene.conversation.turns == 0 and not scene.hearing.unsure


def stands(scene: Scene) -> bool:
    """Whether the ticket of a danger is still the matter at hand."""
    conversation = scene.conversation
    told = conversation.urgent_at or conversation.updated_at
    return conversation.urgent is not None and scene.message.at - told < FORGOTTEN


def _named(scene: Scene) -> str:
    """The service whose equipment the message names."""
    service = str(scene.hearing.facts.get(TYPE, ""))
    return "" if service in NO_BOX else service


def _service(scene: Scene) -> str:
    """The service whose equipment is dangerous: as the message says, as the open guide has it, as was known."""
    progress = scene.conversation.progress
    guide = scene.library.get(progress.scenario) if progress else None
    known = scene.conversation.facts.get(TYPE)
    spare = guide.problem_type if guide else str(known.value) if known else ""
    return _named(scene) or ("" if spare in NO_BOX else spare)


def _unsafe(scene: Scene) -> str:
    """Every service whose equipment is dangerous; "" where one of them may be any."""
    if not stands(scene):
        return _service(scene)
    before, more = scene.conversation.unsafe, _named(scene)
    return " ".join(dict.fromkeys((*before.split(), more))) if before and more else ""


def _is_another(scene: Scene) -> bool:
    """Whether the message names other equipment than that whose ticket stands."""
    service = _named(scene)
    return bool(service) and not _same(scene.conversation.unsafe, service)


def _same(unsafe: str, service: str) -> bool:
    """Whether a service may run over a dangerous box; what was not said may be any that has one."""
    services = unsafe.split()
    if service in services or service in NO_BOX:
        return service in services
    return not services or any({each, service} <= ONE_BOX for each in services)


def _let_go(scene: Scene, unsafe: str) -> Conversation:
    """Without what waits and would lead back to that equipment: a person takes it up."""

    def safe(name: str) -> bool:
        guide = scene.library.get(name)
        return guide is not None and not _same(unsafe, guide.problem_type)

    before = scene.conversation
    return replace(
        before,
        suspended=tuple(case for case in before.suspended if safe(case.name)),
        queue=tuple(name for name in before.queue if safe(name)),
    )


def _status(scene: Scene) -> Status:
    """A call that is promised about something else stays promised."""
    conversation = scene.conversation
    promised = conversation.status is Status.WITH_PERSON and conversation.ticket != conversation.urgent
    return Status.WITH_PERSON if promised else Status.ESCALATED


def _ended(conversation: Conversation) -> Conversation:
    return (
        replace(conversation, progress=None, pending=None, due_at=None)
        if walking(conversation)
        else conversation
    )


def _unasked(conversation: Conversation) -> Conversation:
    """Without the question whether there was any danger: there was, and it is not asked again."""
    pending = conversation.pending
    asked = pending is not None and pending.kind is PendingKind.DANGER
    return replace(conversation, pending=None, danger_sure=True) if asked else conversation


def _begins_again(scene: Scene, spoken: frozenset[str]) -> bool:
    """ "Start again" is about the talk, not the equipment; what was dangerous stays guarded all the same."""
    return (
        scene.hearing.has("restart")
        and not scene.hearing.has("question", "digression")
        and spoken <= {"off", UNDONE, UNRELATED}
    )


def _is_courtesy(scene: Scene) -> bool:
    return scene.hearing.has("thanks", "goodbye") and not scene.hearing.has("problem", "question")
