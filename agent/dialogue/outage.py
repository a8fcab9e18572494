"""An outage: asked after beside a fault, or told of by "next door haven't got it either".

Where neighbours are without it too, or somebody digging in the street has cut the cable, nothing at home needs testing: what is
known of outages is said, and the fault is offered to be reported. A mere question is answered, and the fault beside it gets its
guide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.conversation import Conversation, Part, Pending, PendingKind, ReplyKind, Route, Status
from agent.dialogue.cases import yes_or_no
from agent.dialogue.ear import Ear
from agent.dialogue.faults import ASKING, GUIDED, guides_of
from agent.dialogue.own_words import guide_of
from agent.dialogue.scene import Decision, Routing, Scene, in_languages, left, stay
from agent.dialogue.state import Begin, LookUp, Plan
from agent.dialogue.topics import Topics
from agent.language import tokens
from agent.scenarios import Scenario

OUTAGE, NEIGHBOURS, THEY_TOO, WELL, THEIR_OWN = (
    "outage",
    "neighbours",
    "they_too",
    "neighbours_well",
    "their_own",
)
WITHOUT, THEIRS, WITH_THEM = "neighbours_without", "neighbours_theirs", "with_neighbours"
HOUSE, ASKED, IN_VAIN = "whole_house", "neighbours_asked", "neighbours_in_vain"
POWER_CUT, DUG_UP, SHUT_OUT = "power_cut", "dug_up", "shut_out"
SERVED = ("article", "unclear", *GUIDED)
REPORT_IT = "report_it"
UNLISTED, MOST_UNLISTED = "unlisted", 7
REPORTED = {"neighbours": ("outage_likely", "reason_outage"), "dug": ("cut_likely", "reason_cut")}
Serving = Callable[[Scene, Route], Decision]


@dataclass(frozen=True, slots=True)
class Outage:
    """What a message about an outage does."""

    ear: Ear
    topics: Topics
    route: Routing
    serve: Serving

    def neighbours(self, scene: Scene) -> Decision | None:
        """Neighbours are without it too: the page on outages, and an offer to report it. None where they are not."""
        if scene.conversation.ticket or scene.conversation.status is Status.RESOLVED:
            return None
        guide = guide_of(scene)
        if guide is not None and guide.routable and not _of_no_service(guide, scene):
            return None
        if self._they_too(scene):
            return _reported(scene, "neighbours")
        return _reported(scene, "dug") if self._is_dug_up(scene) else None

    def clarified(self, scene: Scene, pending: Pending) -> Decision | None:
        """The same, where "which of these?" is answered so."""
        text = scene.message.text
        if pending.kind is not PendingKind.CLARIFY or not self.topics.of(text) & {NEIGHBOURS, DUG_UP}:
            return None
        free = replace(scene, conversation=replace(scene.conversation, pending=None))
        return self.neighbours(free) if of_no_service(free, self.route(free, text)) else None

    def unlisted(self, scene: Scene) -> Decision | None:
        """ "Nothing is shown there", "I can't log in", of the list of outages just named: no answer to the question about the
        equipment."""
        if scene.voice.say("outage_else") not in scene.conversation.last_text:
            return None
        spoken, short = (
            self.topics.of(scene.message.text),
            len(scene.message.text.split()) <= MOST_UNLISTED,
        )
        if SHUT_OUT in spoken:
            words = Part("outage_unseen", scene.voice.say("outage_unseen"))
            return Decision(scene.conversation, stay(scene, "back"), (words,), kind=ReplyKind.ASK)
        if not (short and UNLISTED in spoken):
            return None
        return Decision(scene.conversation, stay(scene, "back"), kind=ReplyKind.ASK)

    def beside(self, scene: Scene, decision: Decision) -> Decision:
        """`decision`, and what is known of outages where that is asked beside the fault."""
        begins = isinstance(decision.plan.walk, Begin)
        if begins and not scene.conversation.ticket and self._is_for_all(scene, decision):
            return _reported(scene, "neighbours")
        if decision.plan.hand_over or scene.conversation.ticket or not self._asked(scene):
            return decision
        pending = decision.conversation.pending
        if pending is not None and pending.kind is PendingKind.OFFER_PERSON:
            return decision  # to report it: all that is known is told already
        if decision.plan.look_up is not None and decision.plan.walk is None:
            decision = self._guided(scene) or decision
        if not isinstance(decision.plan.walk, Begin) and decision.plan.clarify is None:
            return decision
        return replace(decision, plan=replace(decision.plan, look_up=_looked_up(scene)))

    def _is_for_all(self, scene: Scene, decision: Decision) -> bool:
        """Whether neighbours are without it, too, where several services fail and the guide of one would begin."""
        walk = decision.plan.walk
        guide = scene.library.get(walk.scenario) if isinstance(walk, Begin) else None
        return guide is not None and _of_no_service(guide, scene) and self._they_too(scene)

    def _guided(self, scene: Scene) -> Decision | None:
        """The guide for the fault that is told beside the question, where one is."""
        understanding, text = self.ear.understanding, scene.message.text
        told = understanding.complaints(text, scene.conversation.language)
        found = guides_of(told, scene, understanding, self.route)
        return self.serve(scene, next(iter(found.values()))) if found else None

    def _asked(self, scene: Scene) -> bool:
        """Whether the message asks after an outage; "no outage, no drop-outs" does not."""
        text, language = scene.message.text, scene.conversation.language
        if OUTAGE not in self.topics.of(text):
            return False
        asks = scene.hearing.has(*ASKING) or "?" in text
        named = [
            denies
            for clause, denies in self.ear.understanding.denials(text, language)
            if OUTAGE in self.topics.of(clause)
        ]
        return asks and not all(named)

    def _they_too(self, scene: Scene) -> bool:
        text, language = scene.message.text, scene.conversation.language
        spoken = self.topics.of(text)
        supposed = {HOUSE, OUTAGE} <= spoken  # "the whole house is without it, it must be an outage"
        if not (NEIGHBOURS in spoken or supposed) or spoken & {THEIR_OWN, POWER_CUT}:
            return False
        if self.ear.understanding.says_it_works(text, language):
            return False  # "it works, the neighbour's too"
        if _is_failing(scene) and self._means_the_building(text, language):
            return True
        told = self.ear.understanding.denials(text, language)
        if any(self._is_without(clause, denies, language) for clause, denies in told):
            return True
        if _is_failing(scene) and any(
            not denies and self._are_only_named(clause, language) for clause, denies in told
        ):
            return True
        return any(
            self._are_meant(before, clause) and (denies or WITHOUT in self.topics.of(clause))
            for (before, _), (clause, denies) in pairwise(told)
        )

    def _means_the_building(self, text: str, language: str) -> bool:
        """Whether the whole house may be that of several homes: neighbours were asked how it is with them. Who asked them for
        something else, or got no answer, knows only of the own home."""
        spoken = self.topics.of(text)
        if HOUSE not in spoken or spoken & {WELL, IN_VAIN}:
            return False
        asked = (*self.topics.cues(ASKED, text), *self.topics.cues(OUTAGE, text))
        return any(not self.ear.understanding.denies(each, text, language) for each in asked)

    def _are_only_named(self, clause: str, language: str) -> bool:
        """Whether a clause says nothing but who: "no internet. whole building.", "red on mine, and on the neighbour's"."""
        spoken, understanding = self.topics.of(clause), self.ear.understanding
        if NEIGHBOURS not in spoken or WELL in spoken or understanding.questions(clause, language):
            return False
        rest = self.topics.without(WITH_THEM, self.topics.without(NEIGHBOURS, clause))
        return not tokens(rest) and not understanding.lacks(clause, language)

    def _says_only_who(self, clause: str, language: str) -> bool:
        """Whether nothing is told in a clause but whom it is about."""
        rest = self.topics.without(NEIGHBOURS, clause)
        return not self.ear.understanding.telling_words(rest, language)

    def _is_dug_up(self, scene: Scene) -> bool:
        """Whether the line is said to be cut in the street; who asks whether it may be is answered."""
        text, language = scene.message.text, scene.conversation.language
        understanding = self.ear.understanding
        told = [each for each in understanding.statements(text, language) if DUG_UP in self.topics.of(each)]
        return bool(told) and not understanding.says_it_works(text, language)

    def _are_meant(self, before: str, clause: str) -> bool:
        """Whether a clause goes on about neighbours just named: "I'm at the neighbour's, his doesn't work either"."""
        spoken = self.topics.of(clause)
        return NEIGHBOURS in self.topics.of(before) and {THEIRS, THEY_TOO} <= spoken

    def _is_without(self, clause: str, denies: bool, language: str) -> bool:
        """Whether a clause tells that neighbours are without it: they lack it, or are as badly off."""
        spoken, understanding = self.topics.of(clause), self.ear.understanding
        if NEIGHBOURS not in spoken or POWER_CUT in spoken:
            return False
        if any(act.asks or act.name == "question" for act in understanding.acts_by_rule(clause, language)):
            return False
        if WITHOUT not in spoken and THEY_TOO not in spoken and self._says_only_who(clause, language):
            return False  # "red at mine, not at the neighbour's"
        if denies or WITHOUT in spoken or understanding.lacks(clause, language):
            return True
        return THEY_TOO in spoken and WELL not in spoken


def _is_failing(scene: Scene) -> bool:
    """Whether anything of a service is told: not "the neighbour. he came to help"."""
    return scene.hearing.troubled or bool(scene.hearing.facts)


def of_no_service(scene: Scene, route: Route) -> bool:
    """Whether a message may be of a service that is gone altogether: not of one that is slow, or of a single device."""
    guide = scene.library.get(route.target or "")
    return route.kind in SERVED and (guide is None or _of_no_service(guide, scene))


def _of_no_service(guide: Scenario, scene: Scene) -> bool:
    """Whether it is the guide for the service as such."""
    return scene.library.defaults.get(guide.problem_type) == guide.id


def _looked_up(scene: Scene) -> LookUp:
    words = Part("outage_else", scene.voice.say("outage_else"))
    return LookUp(scene.voice.say("outage_question"), after=(words,))


def _reported(scene: Scene, because: str) -> Decision:
    """What is known, and whether to report it; the open guide is left, for its tests would find nothing."""
    said = scene.message.masked
    likely, reason = REPORTED[because]
    told = _to_be_reported(scene, reason, said)
    offer = Part("offer", scene.voice.say("outage_report"))
    first = Part("outage", scene.voice.say(likely))
    plan = Plan(look_up=LookUp(scene.voice.say("outage_question"), after=(offer,)))
    return Decision(
        told, plan, (first,), ReplyKind.ANSWER, Status.OPEN, choices=yes_or_no("outage_report", scene.voice)
    )


def _to_be_reported(scene: Scene, reason: str, said: str) -> Conversation:
    """The talk with the report as what a yes takes."""
    reasons = in_languages(scene, reason, said=said)
    pending = Pending(
        PendingKind.OFFER_PERSON, about=reasons[scene.voice.language], details={"reasons": reasons}
    )
    complaint = scene.conversation.complaint or said
    return replace(left(scene.conversation), pending=pending, complaint=complaint)


def asked_to_report(scene: Scene, topics: Topics) -> Scene | None:
    """ "Yes, report it" right after the page on outages, which offers nothing: as if it had been offered. None where it is not
    that."""
    conversation = scene.conversation
    if conversation.ticket or conversation.pending is not None or conversation.quoted is None:
        return None
    if OUTAGE not in topics.of(conversation.asked) or REPORT_IT not in topics.of(scene.message.text):
        return None
    return replace(scene, conversation=_to_be_reported(scene, "reason_outage_asked", conversation.asked))
