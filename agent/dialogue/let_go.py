"""Where a talk goes on once there is no danger: with what stands beside the denial, else where it was broken off.

"No dear. The telephone works"       the news answers the guide's question
"No. Who will repair the hole?"      the question is answered, though no guide is open
"No"                                 the guide where it stood, the matter that was told before, or an open question
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent.conversation import Conversation, Part, ReplyKind, Route, RouteKind, Status
from agent.dialogue.ear import Ear, by_likeness
from agent.dialogue.faults import guides_of
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.promised import Serving
from agent.dialogue.scene import Decision, Routing, Scene, walking
from agent.dialogue.state import LookUp, Plan, Restate
from agent.dialogue.told_damage import guide_of_damage, is_of_another, led_to
from agent.dialogue.topics import Topics
from agent.language import fold, sentences
from agent.understanding.acts import DANGER, SOLVED

NONE_SAID, WITHDRAW = "no_danger", "withdraw"
ALL_WELL = "danger_no_examples"  # "all good" answers us, not the guide
SURE_ALIKE = 0.8
_ASKING = ("question", "digression")
_TAKING_UP = (*_ASKING, SOLVED, "goodbye")


@dataclass(frozen=True, slots=True)
class LetGo:
    """Asked once a no was understood; the conversation has no danger any more."""

    ear: Ear
    topics: Topics
    route: Routing
    serve: Serving
    decided: Callable[[Scene], Decision]

    def __call__(self, scene: Scene, said: str = "", how: str = "repeat") -> Decision:
        """`said`: what was told to the question before; `how` an open guide is put again where nothing answers it."""
        now, before = (self._beside(scene, text) for text in (scene.message.text, said))
        if walking(scene.conversation):
            return self._guided(scene, now, before) or Decision(
                scene.conversation, Plan(walk=Restate(how)), status=Status.OPEN
            )
        return self._told(scene, [text for text in (now, before, scene.conversation.complaint) if text])

    def _guided(self, scene: Scene, now: str, before: str) -> Decision | None:
        """The decision of the guide on what was told beside the denial; None where nothing answers it."""
        for text, enough in ((now, _TAKING_UP), (before, (SOLVED,))):
            anew = heard_alone(text, scene, self.ear) if text else scene
            answers = _answers(anew) or (text is now and _surely_alike(anew))
            if text and not anew.hearing.has(DANGER) and (answers or anew.hearing.has(*enough)):
                decision = self.decided(anew)
                return replace(decision, status=decision.status or Status.OPEN)
        return None

    def _told(self, scene: Scene, told: list[str]) -> Decision:
        """The matter that is told, surest first; without one what is asked, and else what isn't working is asked."""
        found = [(text, self._routed(scene, text)) for text in told]
        clear = [each for each in found if each[1].kind in (RouteKind.SCENARIO, RouteKind.ARTICLE)]
        near = [each for each in found if each[1].kind == RouteKind.CLARIFY and each[1].alternatives]
        asked = self._asked(scene, told[0]) if told and not clear else None
        asked = asked or (None if clear else self._wondered(scene, found))
        if asked is not None:
            return asked
        for text, route in (clear or near)[:1]:
            whole = ". ".join(
                dict.fromkeys((*told[:0:-1], text))
            )  # what was told first answers questions, too
            message = replace(scene.message, text=text, masked=whole)
            return replace(self.serve(replace(scene, message=message), route), status=Status.OPEN)
        return self.asks(scene)

    @staticmethod
    def asks(scene: Scene) -> Decision:
        """What isn't working is asked, where nothing tells it."""
        asks = Part("danger_matter", scene.voice.say("danger_matter"))
        return Decision(_open(scene.conversation), parts=(asks,), status=Status.OPEN)

    def _routed(self, scene: Scene, text: str) -> Route:
        """Where a text belongs now that there is no danger: with the damage it tells of, else with what fails besides."""
        route, damage = self.route(scene, text), guide_of_damage(scene)
        dangerous, asks = route.kind is RouteKind.DANGER, scene.hearing.has("question")
        if damage is not None and (dangerous or not asks) and not is_of_another(route, scene):
            return led_to(route, damage)
        if not dangerous:
            return route
        listening, language = self.ear.understanding, scene.conversation.language
        guides = guides_of(listening.complaints(text, language), scene, listening, self.route)
        return next(iter(guides.values()), route)

    def _wondered(self, scene: Scene, found: Sequence[tuple[str, Route]]) -> Decision | None:
        """What a page says to what was taken for danger and was a question: "the router is hot, is that normal?"."""
        language, questions = scene.conversation.language, self.ear.understanding.questions
        asking = (text for text, to in found if to.kind is RouteKind.DANGER and questions(text, language))
        if (text := next(asking, None)) is None:
            return None
        plan = Plan(look_up=LookUp(text))
        return Decision(_open(scene.conversation), plan, kind=ReplyKind.ANSWER, status=Status.OPEN)

    def _asked(self, scene: Scene, text: str) -> Decision | None:
        """What answers a question, a complaint of us or a goodbye beside the denial."""
        anew = heard_alone(text, scene, self.ear)
        if anew.hearing.has(DANGER) or not anew.hearing.has(*_TAKING_UP):
            return None
        decision = self.decided(anew)
        return replace(decision, status=decision.status or Status.OPEN)

    def _beside(self, scene: Scene, text: str) -> str:
        """`text` without the clauses that only deny danger, or call its request off, sentence by sentence: a question stays one."""
        language, kept = scene.conversation.language, list[str]()
        for sentence in sentences(text):
            told = [
                each
                for each in self.ear.understanding.clauses(sentence, language)
                if not self._denies(each, language)
            ]
            if told:
                kept.append(", ".join(told) + ("?" if sentence.rstrip().endswith("?") else "."))
        return " ".join(kept)

    def _denies(self, clause: str, language: str) -> bool:
        listening = self.ear.understanding
        listed = {fold(each) for each in self.ear.phrases[language].texts[ALL_WELL]}
        no = listening.says_only_no(clause, language) or fold(clause) in listed
        denied = self.topics.of(clause) & {NONE_SAID, WITHDRAW}  # the request of the alarm is meant
        return no or bool(listening.signs_of_harm(clause, language) or denied)


def _answers(anew: Scene) -> bool:
    """Whether the guide's question is answered in words of its own."""
    reading = anew.hearing.reading
    return reading is not None and reading.kind == "outcome" and not by_likeness(reading)


def _surely_alike(anew: Scene) -> bool:
    """Whether what stands beside the no is an answer as the readers are sure of: "No danger. All lights are green"."""
    reading = anew.hearing.reading
    return reading is not None and reading.kind == "outcome" and reading.confidence >= SURE_ALIKE


def _open(conversation: Conversation) -> Conversation:
    """Without what the false alarm told: the next words are the problem."""
    return replace(conversation, complaint="", progress=None)
