"""An earlier answer taken back, understood wrongly, given late, or given once more.

"no wait, I meant the modem"          taken back: the walk returns to that question
"I said it IS lit"                    understood wrongly, with protest
"just the laptop, the rest is fine"   said once more: it is known, and the open question stands
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent.conversation import Evidence, Part
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.goal_test import WORKS
from agent.dialogue.own_answer import is_said
from agent.dialogue.scene import Decision, Scene, progress_of
from agent.dialogue.state import Plan, Rewind
from agent.dialogue.voice import inside
from agent.scenarios import Chosen, Kind, Unclear, Visit
from agent.understanding import Reading

LOOK_BACK = 4
SURE = 0.6
SURE_BELATED = 0.8  # so surely an earlier question is answered, where nobody said that it is
NAMED = ("pattern", "label", "example")
UNCLEAR, SAID = "unclear", "answer"  # …and a yes or no
UNFIT = (False, 0.0)


@dataclass(frozen=True, slots=True)
class Corrections:
    """Asked beside the reading of the open question. `None` = no earlier answer is meant."""

    ear: Ear
    chosen: Callable[[Scene, str, tuple[Evidence, ...]], Decision]
    unclear: Callable[[Scene], Decision]

    def corrected(self, scene: Scene) -> Decision | None:
        """An earlier answer is taken back."""
        progress = progress_of(scene)
        guide, spoken_of = scene.library.get(progress.scenario), scene.hearing.facts.get("problem_type")
        if guide is not None and spoken_of not in (None, guide.problem_type):
            return None  # not this answer is taken back but the problem itself
        found = self._taken_back(scene, progress.trail[-LOOK_BACK:])
        return self._rewound(scene, *found) if found else self.now(scene) or self._heard_now(scene)

    def protested(self, scene: Scene) -> Decision | None:
        """An earlier answer that was understood wrongly: said once more with protest ("I said it IS lit"), or denied in its own
        words ("not corded"). What answers the open question in words of its own is no such thing."""
        reading = scene.hearing.reading
        if reading is None:
            return None
        progress, understanding = progress_of(scene), self.ear.understanding
        text, language = scene.message.text, scene.conversation.language
        goal = progress.phase in GOAL_PHASES
        works = reading.outcome == WORKS or reading.act == "solved"
        if works or (not goal and reading.kind == "outcome" and _is_in_own_words(reading)):
            return None
        said = understanding.without_protest(text, language)
        for visit in [
            each for each in reversed(progress.trail[-LOOK_BACK:]) if _is_asked(each) and each.outcome
        ]:
            denied = self._is_denied(scene, visit)
            if said is None and not (denied and reading.kind == UNCLEAR):
                continue
            then = self._reread(scene, visit.scenario, visit.ref, said or text)
            if then is not None and then.outcome and is_said(scene, visit, then, said or text, self.ear):
                if then.outcome == visit.outcome:
                    return None if goal else self._known(scene, visit, then)
                return self._rewound(scene, visit, then.outcome, then.evidence)
            if denied:
                return self._asked_anew(scene, visit)
        return None

    def _is_denied(self, scene: Scene, visit: Visit) -> bool:
        """Whether the answer noted there stands in the message only with "not" before its words."""
        step = scene.library[visit.scenario].step(visit.ref) if visit.scenario in scene.library else None
        outcome = step.outcome(visit.outcome or "") if step else None
        return outcome is not None and outcome.is_denied_in(scene.message.text)

    def _known(self, scene: Scene, visit: Visit, then: Reading) -> Decision:
        """What was said once more is known; what is asked now was not answered."""
        label = self._label(scene, visit.scenario, visit.ref, visit.outcome or "")
        words = Part("known", scene.voice.say("known", label=inside(label)))
        return replace(self.unclear(scene), parts=(words,), why=then.evidence)

    def _asked_anew(self, scene: Scene, visit: Visit) -> Decision:
        words = Part("misread", scene.voice.say("misread"))
        return Decision(scene.conversation, Plan(walk=Rewind(visit.scenario, visit.ref, Unclear())), (words,))

    def belated(self, scene: Scene) -> Decision | None:
        """What answers nothing that is asked, but an earlier question: one that was left open, or in the author's own words.

        A mere "fine" or "no" may be said to anything, and asked whether it works, news of that answers no other question.
        """
        progress, understanding = progress_of(scene), self.ear.understanding
        text, language = scene.message.text, scene.conversation.language
        if progress.phase in GOAL_PHASES and understanding.after_yes(text, language)[0]:
            return None  # a yes to "does it work?" takes nothing back
        told = scene.hearing.has("already_done") or understanding.speaks_of_working(text, language)
        if (told and progress.phase in GOAL_PHASES) or understanding.only_acknowledges(text, language):
            return None
        for visit in reversed(progress.trail[-LOOK_BACK:]):
            reading = self._reread(scene, visit.scenario, visit.ref) if _is_asked(visit) else None
            if reading is None or not reading.outcome or reading.confidence < SURE_BELATED:
                continue
            if any(each.source == SAID for each in reading.evidence):
                continue
            if not is_said(scene, visit, reading, text, self.ear):
                continue
            if reading.outcome == visit.outcome:
                again = progress.phase not in GOAL_PHASES
                cut = understanding.clauses(text, language)
                again = again and not any(understanding.contrasts(each, language) for each in cut[1:])
                return self._known(scene, visit, reading) if again else None
            return self._rewound(scene, visit, reading.outcome, reading.evidence)
        return None

    def _rewound(self, scene: Scene, visit: Visit, outcome: str, because: tuple[Evidence, ...]) -> Decision:
        label = self._label(scene, visit.scenario, visit.ref, outcome)
        phrase = "corrected" if visit.outcome else "earlier"  # nothing was wrong where nothing was taken down
        words = Part("corrected", scene.voice.say(phrase, label=inside(label)))
        plan = Plan(walk=Rewind(visit.scenario, visit.ref, Chosen(outcome), because))
        return Decision(scene.conversation, plan, (words,), outcome=outcome, why=because)

    def _taken_back(
        self, scene: Scene, visits: Sequence[Visit]
    ) -> tuple[Visit, str, tuple[Evidence, ...]] | None:
        """The newest step whose listed answers the message fits otherwise. None where it says an earlier answer once more, and
        more plainly: "no wait, I meant the modem, the red one is on the router"."""
        readings = [(visit, self._reread(scene, visit.scenario, visit.ref)) for visit in reversed(visits)]
        read = [(visit, reading) for visit, reading in readings if reading and reading.outcome]
        least = max(
            (_fit(reading) for visit, reading in read if reading.outcome == visit.outcome), default=UNFIT
        )
        for visit, reading in read:
            changed = reading.outcome != visit.outcome and reading.confidence >= SURE
            if changed and reading.outcome and _fit(reading) >= least:
                return visit, reading.outcome, reading.evidence
        return None

    def now(self, scene: Scene) -> Decision | None:
        """ "No wait, it's the LOS one" where no earlier answer fits: an answer to the open question after all."""
        reading = self._now(scene)
        return self.chosen(scene, reading.outcome, reading.evidence) if reading and reading.outcome else None

    def second_thought(self, scene: Scene) -> Decision | None:
        """A message that opens with a change of mind and fits the last question better than the open one."""
        progress, now, reading = progress_of(scene), self._now(scene), scene.hearing.reading
        if progress.phase in GOAL_PHASES and reading is not None and reading.outcome == WORKS:
            return None  # "oh there we are, I can see it"
        last = progress.trail[-1] if progress.trail else None
        then = self._then(scene, last.scenario, last.ref) if last else None
        if last is None or then is None or then.outcome == last.outcome:
            return None
        return self.corrected(scene) if _fit(then) > (_fit(now) if now else (False, SURE)) else None

    def _now(self, scene: Scene) -> Reading | None:
        progress, language = progress_of(scene), scene.conversation.language
        if progress.phase in GOAL_PHASES:
            return None
        question = self.ear.step_question(progress, scene.library, language)
        return self.ear.on_second_thought(question, scene.message.text, language) if question else None

    def _then(self, scene: Scene, scenario: str, step: str) -> Reading | None:
        language = scene.conversation.language
        question = self.ear.question_at(scenario, step, scene.library, language)
        return self.ear.on_second_thought(question, scene.message.text, language) if question else None

    def _reread(self, scene: Scene, scenario: str, step: str, text: str = "") -> Reading | None:
        """What the message would have said to a step's question."""
        question = self.ear.question_at(scenario, step, scene.library, scene.conversation.language)
        if question is None:
            return None
        reading = self.ear.read(
            question, text or scene.message.text, scene.conversation.language, scene.conversation
        )
        return reading if reading.outcome else self._then(scene, scenario, step)

    def _label(self, scene: Scene, scenario: str, step_ref: str, outcome_id: str) -> str:
        step = scene.library[scenario].step(step_ref)
        outcome = step.outcome(outcome_id) if step else None
        return scene.voice.text(outcome.label) if outcome else outcome_id

    def _heard_now(self, scene: Scene) -> Decision | None:
        """What rules hear beside "I mixed that up": an answer to the open question, where nothing earlier is meant."""
        reading = scene.hearing.reading
        if reading is None or not reading.outcome or progress_of(scene).phase in GOAL_PHASES:
            return None
        return self.chosen(scene, reading.outcome, reading.evidence)


def _is_asked(visit: Visit) -> bool:
    """Whether the customer was asked: no system looked, and nothing was passed over as known."""
    return visit.phase == Kind.ASK and not visit.skipped


def _fit(reading: Reading) -> tuple[bool, float]:
    """How well a reply fits a question: in a word that the author gave the answer before any other."""
    named = any(each.source in NAMED and (each.weight or 0) > 0 for each in reading.evidence)
    return named, reading.confidence


def _is_in_own_words(reading: Reading) -> bool:
    """Whether a reply answers in words that the author gave the answer, and does not merely share one with it."""
    return any(each.source in NAMED and (each.weight or 0) >= 1 for each in reading.evidence)
