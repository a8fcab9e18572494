"""How a reply to a scenario's question becomes a move: one small rule per act, and the outcome itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Evidence, Part, ReplyKind, Status
from agent.dialogue.agreements import offer_person
from agent.dialogue.asked_beside import spoils
from agent.dialogue.asking import about_step, tells_of_another_remedy
from agent.dialogue.corrections import Corrections
from agent.dialogue.displeasure import insults, sorry
from agent.dialogue.ear import GOAL_PHASES, NOTHING_MORE, Ear, by_likeness
from agent.dialogue.faults import ASKING
from agent.dialogue.goal_test import WORKS
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.own_words import is_an_answer
from agent.dialogue.plain import in_same_words, plainly_said
from agent.dialogue.scene import Decision, Scene, left, progress_of, say, stay
from agent.dialogue.seen_now import said_aloud, seen_now
from agent.dialogue.state import Advance, LookUp, Plan, Restate
from agent.dialogue.voice import inside
from agent.language import tokens
from agent.scenarios import (
    AlreadyDone,
    Answer,
    CannotDo,
    Chosen,
    Kind,
    NotWorking,
    Partly,
    Unclear,
    Works,
)
from agent.understanding.settling import BESIDE

GOAL_ANSWERS: dict[str, Callable[[], Answer]] = {WORKS: Works, "not_working": NotWorking, "partly": Partly}
SURE_PAGE = 0.6  # so surely a page is found that is quoted where the step's own help answers, too
SURELY_HEARD = 0.9  # nothing is left to set right: the answer is taken without its words
MOST_NOTED = 2  # times a remark beside the question is taken down with thanks
MOST_ALSO = 2  # more questions of a reply that are looked up
COURTESIES = (("thanks", "thanks"), ("greeting", "greeting_back"), ("goodbye", "goodbye"))
UNCLEAR = "unclear"
TOLD_BESIDE = ("already_done", "digression", "correction")  # beside which something seen may be told


class StepAnswers:
    """Decides what an answer to the open step does. `None` = this is no answer to it."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self._corrections = corrections = Corrections(ear, self.chosen, self.unclear)
        self.protested = corrections.protested
        self._acts: dict[str, Callable[[Scene], Decision | None]] = {
            "question": self._question,
            "digression": self.digression,
            "repeat": self._repeat,
            "wait": self._wait,
            "already_done": self._already_done,
            "cannot_do": self._cannot_do,
            "stop": self._stop,
            "correction": corrections.corrected,
            "solved": self._solved,
            "abuse": self._abuse,
        }

    def __call__(self, scene: Scene) -> Decision | None:
        reading = scene.hearing.reading
        if reading is None:
            return None
        if (changed := self._seen_now(scene)) is not None:
            return changed
        if (taken_back := self._corrections.second_thought(scene)) is not None:
            return taken_back
        if reading.kind == "outcome" and reading.outcome:
            decision = self.chosen(scene, reading.outcome, reading.evidence)
            return self._with_question(scene, decision)
        if reading.kind == UNCLEAR:
            if scene.hearing.sure("cannot_do") and progress_of(scene).phase in GOAL_PHASES:
                return self._cannot_do(scene)
            return (
                self._corrections.now(scene)
                or self._corrections.belated(scene)
                or self._reached(scene)
                or self._answer_beside(scene)
                or self._only_asked(scene)
            )
        handler = self._acts.get(reading.act or "") if reading.kind == "act" else None
        decided = handler(scene) if handler else None
        return replace(decided, why=decided.why + reading.evidence) if decided else None

    def chosen(self, scene: Scene, outcome: str, because: tuple[Evidence, ...]) -> Decision:
        """The customer gave this listed answer."""
        progress = progress_of(scene)
        conversation = replace(scene.conversation, asked_again=0, helped=0)
        goal = GOAL_ANSWERS.get(outcome) if progress.phase in GOAL_PHASES else None
        answer = goal() if goal else Chosen(outcome)
        heard = () if goal or plainly_said(scene, because) else self._heard(scene, outcome)
        return Decision(
            conversation, Plan(walk=Advance(answer, because)), heard, outcome=outcome, why=because
        )

    def unclear(self, scene: Scene) -> Decision:
        """Ask again in other words, with the answers as choices; the walk counts the attempt. What makes sense and is told
        beside the question is not met with "I don't follow"."""
        asked = scene.conversation.asked_again
        conversation = replace(scene.conversation, asked_again=asked + 1)
        reading = scene.hearing.reading
        why = reading.evidence if reading else ()
        if reading is not None and reading.among and not asked:
            among = Plan(walk=Advance(Unclear(), among=reading.among))
            return Decision(conversation, among, kind=ReplyKind.CLARIFY, why=why)
        noted = asked < MOST_NOTED and any(each.source == BESIDE for each in why)
        words = Part(
            "ask_again", scene.voice.say("noted") if noted else scene.voice.say_nth("ask_again", asked)
        )
        return Decision(conversation, Plan(walk=Advance(Unclear())), (words,), ReplyKind.CLARIFY, why=why)

    def _heard(self, scene: Scene, outcome_id: str) -> tuple[Part, ...]:
        scenario = scene.library.get(progress_of(scene).scenario)
        step = scenario.step(progress_of(scene).step_id) if scenario else None
        outcome = step.outcome(outcome_id) if step else None
        if outcome is None or outcome.say or not outcome.labelled:  # the author's own words follow
            return ()
        label, language = scene.voice.text(outcome.label), scene.conversation.language
        if in_same_words(label, scene.message.text, language, self._ear.understanding):
            return ()
        reading = scene.hearing.reading
        if reading is not None and reading.outcome == outcome_id and reading.confidence >= SURELY_HEARD:
            return (Part("heard", scene.voice.say("heard_surely")),)
        return (Part("heard", scene.voice.say("heard", label=inside(label))),)

    def _answer_beside(self, scene: Scene) -> Decision | None:
        """The answer that stands before a question, in its author's own words: "nearly all of them. what is a booster?"."""
        asked = next((act.span for act in scene.hearing.acts if act.name in ASKING and act.span), None)
        language, conversation = scene.conversation.language, scene.conversation
        clauses = self._ear.understanding.clauses(scene.message.text, language)
        place = next((at for at, clause in enumerate(clauses) if asked and asked in clause), 0)
        question = self._ear.open_question(conversation, scene.library)
        progress = conversation.progress
        if not place or question is None or progress is None:
            return None
        if conversation.pending is not None:
            return None
        rest = " ".join(clauses[place:])
        told = dict.fromkeys((", ".join(clauses[:place]), clauses[0]))
        read = (self._ear.read(question, each, language, conversation) for each in told)
        reading = next((each for each in read if each.outcome and is_an_answer(each)), None)
        if reading is None or reading.outcome is None:
            return None
        if progress.phase in GOAL_PHASES and spoils(rest, language, self._ear.understanding):
            return None
        decision = self.chosen(scene, reading.outcome, reading.evidence)
        honest = not about_step(rest, scene, self._ear.understanding)
        return replace(decision, plan=replace(decision.plan, look_up=LookUp(rest, offer=honest)))

    def _with_question(self, scene: Scene, decision: Decision) -> Decision:
        """An answer and a question in one message: both are served, the question first."""
        asked = [
            act.span for act in scene.hearing.acts if act.name in ("question", "digression") and act.span
        ]
        clauses = self._ear.understanding.clauses(scene.message.text, scene.conversation.language)
        told = [clause for clause in clauses if asked and asked[0] in clause]
        if not told or len(clauses) < 2:
            return decision
        understanding = self._ear.understanding
        honest = not about_step(told[0], scene, understanding)
        others = understanding.questions(scene.message.text, scene.conversation.language)
        also = tuple(each for each in others if each not in told[:1])[:MOST_ALSO]
        return replace(
            decision, plan=replace(decision.plan, look_up=LookUp(told[0], offer=honest, also=also))
        )

    # acts, in the order of the table in the design

    def _question(self, scene: Scene) -> Decision | None:
        """About this step: the author's help; what the knowledge base defines is answered from there.

        "Where do I find that?" names nothing that could be looked up. What is about something else and has no page is
        told so.
        """
        if any(act.name == "digression" and act.asks for act in scene.hearing.acts):
            return self.digression(scene)
        if (answered := self._answer_beside(scene)) is not None:
            return answered
        text = scene.message.text
        named = self._ear.understanding.telling_words(text, scene.conversation.language)
        here = about_step(text, scene, self._ear.understanding)
        look_up = LookUp(text, offer=not here, least=SURE_PAGE if here else 0.0) if named else None
        walk = Restate("help" if here else "back")
        return Decision(scene.conversation, Plan(look_up=look_up, walk=walk), kind=ReplyKind.ANSWER)

    def digression(self, scene: Scene) -> Decision | None:
        """Something else in between: served, and the open question is put again.

        Thanks or a goodbye to "may I take it that it works?" is a yes in good manners.
        """
        if (answered := self._answer_beside(scene)) is not None:
            return answered
        progress = scene.conversation.progress
        if progress is not None and progress.phase is Kind.CONFIRMING and _takes_leave(scene):
            return Decision(scene.conversation, Plan(walk=Advance(Works())), outcome="works")
        asks = any(act.name in ASKING and act.asks for act in scene.hearing.acts)
        for act, phrase in COURTESIES:
            if scene.hearing.has(act) and not asks:
                return say(scene, phrase, kind=ReplyKind.COURTESY, plan=stay(scene, "back"))
        if scene.hearing.has("injection"):
            return say(scene, "out_of_scope", kind=ReplyKind.REFUSED, plan=stay(scene, "back"))
        if scene.hearing.has("problem") and not scene.hearing.has("question"):
            return None
        plan = Plan(look_up=LookUp(scene.message.text), walk=Restate("back"))
        return Decision(scene.conversation, plan, kind=ReplyKind.ANSWER)

    def held(self, scene: Scene, act: str) -> Decision | None:
        """The open question stands, the agent's own too: said once more, waited for, or kept through abuse."""
        return {"repeat": self._repeat, "wait": self._wait, "abuse": self._abuse}[act](scene)

    def _repeat(self, scene: Scene) -> Decision | None:
        """ "Say that again" is said again; "where is it?", "which one?", "I don't follow" is explained."""
        if scene.conversation.pending is None and not scene.hearing.has("repeat"):
            return self._question(scene)
        words = Part("repeat", scene.voice.say("repeat"))
        return Decision(scene.conversation, Plan(walk=Restate("repeat")), (words,))

    def _wait(self, scene: Scene) -> Decision:
        return say(scene, "wait_ok", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))

    def _already_done(self, scene: Scene) -> Decision:
        """Where the step waits for something to finish, or tests the goal, "done" asks for the result; where it only looks,
        for what was seen; "done", of what was just told to do, is asked once what came of it. What was done, but is not
        what the step is about, is noted, and the question stands."""
        words = Part("already_done", scene.voice.say("already_done"))
        progress = progress_of(scene)
        step = (
            scene.library[progress.scenario].step(progress.step_id)
            if progress.scenario in scene.library
            else None
        )
        if progress.phase in GOAL_PHASES or (step is not None and step.wait_time):
            over = replace(scene.conversation, due_at=None)
            return Decision(over, Plan(walk=Restate("after_wait")), (words,))
        if step is not None and step.outcome("already_done") is None:
            asks = step.observation or (_is_done_now(scene) and len(step.for_customer) > 1)
            if asks and (step.observation or not scene.conversation.asked_again):
                looked = Part("looked", scene.voice.say("looked"))
                asked = replace(scene.conversation, asked_again=scene.conversation.asked_again + 1)
                return Decision(asked, Plan(walk=Restate("after_wait")), (looked,))
        if step is not None and tells_of_another_remedy(scene, self._ear.understanding):
            return Decision(scene.conversation, Plan(walk=Restate("back")), (words,))
        return Decision(scene.conversation, Plan(walk=Advance(AlreadyDone())), (words,))

    def _cannot_do(self, scene: Scene) -> Decision:
        """A step can be left out; the test whether it works cannot: how it is now is enough, and then a person is offered."""
        if progress_of(scene).phase in GOAL_PHASES:
            return self._untested(scene)
        words = Part("cannot_do", scene.voice.say("cannot_do"))
        answer = CannotDo(scene.message.masked)
        return Decision(scene.conversation, Plan(walk=Advance(answer)), (words,))

    def _untested(self, scene: Scene) -> Decision:
        asked = scene.conversation.asked_again
        if asked:
            return offer_person(scene)
        again = replace(scene.conversation, asked_again=asked + 1)
        words = Part("cannot_test", scene.voice.say("cannot_test"))
        return Decision(again, Plan(walk=Restate("back")), (words,), ReplyKind.CLARIFY)

    def _only_asked(self, scene: Scene) -> Decision | None:
        """A reply that is nothing but a question is answered, not met with the list of answers."""
        text, language = scene.message.text, scene.conversation.language
        asked = self._ear.understanding.questions(text, language)
        whole = len(asked) == len(self._ear.understanding.clauses(text, language))
        told = scene.hearing.stated or scene.hearing.has("problem")
        return self._question(scene) if whole and scene.hearing.sure("question") and not told else None

    def _stop(self, scene: Scene) -> Decision:
        """What is no longer needed because it works is mended: "never mind, it's back"."""
        conversation, understanding = scene.conversation, self._ear.understanding
        language = conversation.language
        rest = understanding.without("stop", scene.hearing.acts, scene.message.text, language)
        told = understanding.speaks_of_working(rest, language) and not understanding.is_opposed(
            rest, language
        )
        if not told or not understanding.says_it_works(rest, language, conversation.complaint):
            return cancelled(scene)
        return Decision(conversation, Plan(walk=Advance(Works())))

    def _solved(self, scene: Scene) -> Decision | None:
        """Good news with a fault in the same breath ("it works, but still drops") is no good news."""
        if scene.hearing.has("problem") or "connection_pattern" in scene.hearing.facts:
            return None
        return Decision(scene.conversation, Plan(walk=Advance(Works())))

    def _abuse(self, scene: Scene) -> Decision:
        """An answer given with an insult counts, and the boundary is drawn all the same; mere displeasure is regretted."""
        calm = self._without_insult(scene)
        reading = calm.hearing.reading if calm is not None else None
        answered = self(calm) if calm is not None and reading and reading.kind == "outcome" else None
        if answered is not None:
            calm_words = (Part("calm", scene.voice.say("calm")),) if insults(scene) else ()
            return replace(answered, parts=(*calm_words, *answered.parts))
        if not insults(scene):
            return sorry(scene)
        return say(scene, "abuse", kind=ReplyKind.REFUSED, plan=stay(scene, "back"))

    def _seen_now(self, scene: Scene) -> Decision | None:
        """Asked whether it works, or where a reply only resembles an answer, the customer tells that what was seen before is
        different now: "no, and LOS is red"."""
        reading, at_goal = scene.hearing.reading, progress_of(scene).phase in GOAL_PHASES
        told = reading is not None and (reading.outcome not in (None, WORKS) or reading.kind == UNCLEAR)
        told = told or (reading is not None and reading.act in TOLD_BESIDE)
        if not (told if at_goal else self._is_guessed(scene)) or scene.hearing.has("solved"):
            return None
        found = seen_now(scene.message.text, scene.conversation, scene.library, self._ear)
        if found is None:
            return None
        rewind, outcome = found
        conversation = replace(scene.conversation, asked_again=0, helped=0)
        words = said_aloud(outcome, scene.voice)
        return Decision(conversation, Plan(walk=rewind), (words,), outcome=outcome.id, why=rewind.because)

    def _is_guessed(self, scene: Scene) -> bool:
        """Whether a reply only resembles an answer, and what it may tell of lights is not what is asked now."""
        reading, language = scene.hearing.reading, scene.conversation.language
        question = self._ear.open_question(scene.conversation, scene.library)
        if reading is None or question is None or reading.kind != "outcome" or not by_likeness(reading):
            return False
        return not self._ear.understanding.names_a_light(question.text, language)

    def _without_insult(self, scene: Scene) -> Scene | None:
        """The message as it would be without its insults; None where they are all of it, or no step is asked."""
        conversation, text = scene.conversation, scene.message.text
        spans = [act.span for act in scene.hearing.acts if act.name == "abuse" and act.span in text]
        rest = self._ear.understanding.without("abuse", scene.hearing.acts, text, conversation.language)
        for span in spans if rest == text else ():
            rest = rest.replace(span, "")
        if rest == text or not rest.strip() or conversation.pending is not None:
            return None
        calm = heard_alone(rest, scene, self._ear)
        reading = calm.hearing.reading
        return None if calm.hearing.has("abuse") or (reading and reading.act == "abuse") else calm

    def _reached(self, scene: Scene) -> Decision | None:
        """What says in words of the goal's own question that it is so: "calling is fine", asked about a cable."""
        conversation, text, progress = scene.conversation, scene.message.text, progress_of(scene)
        guide = scene.library.get(progress.scenario)
        goal = guide.closing.question.get(conversation.language) if guide else ""
        named = self._ear.understanding.shares_a_word(text, goal, conversation.language)
        if progress.phase in GOAL_PHASES or not named:
            return None
        reading = self._ear.after_all(text, conversation, goal)
        if reading.outcome != WORKS:
            return None
        return Decision(conversation, Plan(walk=Advance(Works(), reading.evidence)), why=reading.evidence)


def _is_done_now(scene: Scene) -> bool:
    """Whether a bare "done" is said, and not that it was done before: "I've already tried that"."""
    done = [act for act in scene.hearing.acts if act.name == "already_done"]
    return bool(done) and all(len(tokens(act.span)) == 1 for act in done)


def cancelled(scene: Scene) -> Decision:
    """What was under way is left."""
    here = replace(scene, conversation=left(scene.conversation))
    return say(here, "cancelled", kind=ReplyKind.COURTESY, status=Status.OPEN)


def _takes_leave(scene: Scene) -> bool:
    return scene.hearing.has("thanks", "goodbye", NOTHING_MORE) and not scene.hearing.has(
        "problem", "question", "correction"
    )
