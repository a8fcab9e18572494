"""An alarm that the customer takes back: "you misunderstand me, there is no fire", „kokia sauga, nieko nedega“.

Whoever says in so many words that there is no danger, and names no sign of one, is asked once whether there was any at any time:
"no flames" may be said beside smoke. So is whoever names what it was, tells nothing else, and it is none of ours ("that was my
toast"). Beside a number, a question or what was done nobody is asked: "no fire, we're outside" tells how it is, and the alarm stands.

A no to that question lets the danger go, and so does a source that is named in reply to it, never beside a yes. The ticket stays
with the colleague on duty, who reads what was said, and the talk goes on with what stands beside the no, else where the alarm broke
it off. What is over now ("no more smoke") was danger, and stays it.

An alarm that nobody told in words, which the readers only supposed, needs no second question: a denial ends it, and whoever goes on
about something else is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.conversation import Part, Pending, PendingKind, ReplyKind, Status
from agent.dialogue.cases import yes_or_no
from agent.dialogue.complaint import with_more
from agent.dialogue.danger_asked import SUPPOSING, denies_all, told_of_danger, worries
from agent.dialogue.ear import EVER, NO, YES, Ear
from agent.dialogue.harmless_source import SOURCE, names_a_harmless_source
from agent.dialogue.let_go import NONE_SAID, LetGo
from agent.dialogue.precautions import ANSWERS, CLOSING, OFF, OUT, SUPPOSED
from agent.dialogue.reachable import gives_number
from agent.dialogue.safety import OVER, Safety, stands, without_danger
from agent.dialogue.scene import Decision, Scene, walking
from agent.dialogue.stated import stated
from agent.dialogue.topics import Topics
from agent.scenarios import Kind, Progress
from agent.understanding.acts import DANGER

ASKED = "asked"
# "If there is no smoke, may I switch it on?" gainsays nothing, and who is unwell or hurt has something else to say.
OTHER_MATTERS = frozenset({SUPPOSING, "off", "unwell", "eye"})
MOST_ASKED = 3


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Asked before safety keeps the talk. None = nothing is taken back."""

    ear: Ear
    topics: Topics
    safety: Safety
    let_go: LetGo
    told_otherwise: Callable[[Scene], Decision | None]  # a number to call, which is no answer

    def __call__(self, scene: Scene) -> Decision | None:
        pending = scene.conversation.pending
        if not stands(scene) or scene.hearing.has(DANGER) or scene.hearing.sure("person"):
            return None
        if pending is not None:
            return self._answered(scene, pending) if EVER in pending.details else None
        if walking(scene.conversation) or scene.conversation.danger_sure or self.safety.elsewhere(scene):
            return None
        if SUPPOSED in scene.conversation.safe:
            return self._of_a_supposed_one(scene)
        denied = self._gainsays(scene) and not self._reports(scene)
        return self._ask(scene) if denied or self._explains(scene) else None

    def _of_a_supposed_one(self, scene: Scene) -> Decision | None:
        """A denial of what nobody said ends it; what speaks of no danger is asked about."""
        text, spoken = scene.message.text, self.topics.of(scene.message.text)
        if any(self._signs(scene, text)) or self.told_otherwise(scene) is not None:
            return None
        if self._gainsays(scene) or self._refuses(scene, spoken):
            return self._over(scene, scene.message.masked)
        quiet = spoken & set(ANSWERS) or scene.hearing.has("thanks", "goodbye", "cannot_do", "wait")
        return None if quiet else self._ask(scene)

    def _refuses(self, scene: Scene, spoken: frozenset[str]) -> bool:
        """Whether the message is a no, and nothing behind it worries: "no no, the humming is the tone", not "no, I can't get to
        the fuse box"."""
        text, language, listening = scene.message.text, scene.conversation.language, self.ear.understanding
        if spoken & (OTHER_MATTERS | set(ANSWERS)) or scene.hearing.has("cannot_do", "wait"):
            return False
        protests = listening.without_protest(text, language) is not None  # "no no, you got it wrong"
        no = listening.says_no(text, language) or (protests and listening.answers_no(text, language))
        return no and not worries(text, language, listening, self.topics)

    def _gainsays(self, scene: Scene) -> bool:
        """Whether danger is denied in so many words, and every sign of it that is named."""
        spoken, denied = self.topics.of(scene.message.text), self._signs(scene, scene.message.text)
        rest = self.topics.without(OVER, scene.message.text)  # "the smoke is gone" denies no danger
        told = self._signs(scene, rest) or NONE_SAID in self.topics.of(stated(scene.message.text))
        return bool(told) and not any(denied) and not spoken & OTHER_MATTERS

    def _reports(self, scene: Scene) -> bool:
        """Whether the denial only tells how it is there now, beside a number, a question or what was done: "no fire, we're all
        outside", "no smoke, do I get a new one?". The alarm is rightly standing, and what is asked is answered. Not beside a
        protest, or what it was: "false alarm, I unplugged the toaster"."""
        spoken, listening = self.topics.of(scene.message.text), self.ear.understanding
        protests = listening.without_protest(scene.message.text, scene.conversation.language) is not None
        if protests or spoken & {NONE_SAID, SOURCE}:
            return False
        return bool(spoken & {OFF, OUT, *ANSWERS}) or gives_number(scene)

    def _explains(self, scene: Scene) -> bool:
        """Whether what burnt or smelt is named and has nothing to do with us, and nothing else is told."""
        text, language = scene.message.text, scene.conversation.language
        if self.topics.of(text) & OTHER_MATTERS:
            return False
        return names_a_harmless_source(text, language, self.ear.understanding, self.topics)

    def _denies(self, scene: Scene) -> bool:
        """Whether a statement says to the question that there is no danger, whatever is asked after it: no hope, doubt or
        question ("is it not dangerous?") does."""
        denied = denies_all(scene.message.text, self.topics)
        return denied and not any(self._signs(scene, scene.message.text))

    def _signs(self, scene: Scene, text: str) -> tuple[bool, ...]:
        """For each statement of `text` that names a sign of danger, whether it is there."""
        listening, language = self.ear.understanding, scene.conversation.language
        said = listening.statements(text, language)
        return tuple(sign for each in said for sign in listening.signs_of_harm(each, language))

    def _ask(self, scene: Scene) -> Decision:
        """Whether there was any sign at any time; what was said is added to the request at once."""
        before, said = scene.conversation, scene.message.masked
        asked = int(before.pending.details.get(ASKED, 0)) if before.pending is not None else 0
        about = with_more(before.pending.about if before.pending is not None else "", said)
        pending = Pending(PendingKind.DANGER, about=about, details={EVER: True, ASKED: asked + 1})
        decision = Decision(replace(before, pending=pending), kind=ReplyKind.CLARIFY, status=Status.ESCALATED)
        words = Part("danger_ever", scene.voice.say_nth("danger_ever", asked), fixed=True)
        choices = yes_or_no("danger_check", scene.voice)
        return replace(decision, parts=(words,), choices=choices, note=said, note_for=before.urgent or "")

    def _answered(self, scene: Scene, pending: Pending) -> Decision | None:
        settled = replace(scene, conversation=replace(scene.conversation, pending=None))
        choice = scene.message.choice
        told = choice if choice in (YES, NO) else told_of_danger(scene, self.ear, self.topics)
        denied = self._denies(scene) or (SUPPOSED in scene.conversation.safe and self._gainsays(scene))
        if told is None and (denied or self._explains(scene)):
            told = NO
        if choice is None and self.told_otherwise(scene) is not None:
            return None
        if told == NO:
            return self._over(settled, pending.about)
        spoken = self.topics.of(scene.message.text)
        if told == YES or spoken & OTHER_MATTERS or int(pending.details.get(ASKED, 0)) >= MOST_ASKED:
            return self.safety.said(scene)
        return self._ask(scene)

    def _over(self, scene: Scene, said: str) -> Decision:
        """The danger is let go, its ticket is told so, and the talk goes on."""
        before = scene.conversation
        ticket = None if before.ticket == before.urgent else before.ticket
        walk = _broken_off(scene)
        free = replace(without_danger(before), ticket=ticket, asked_again=0, progress=walk or before.progress)
        words = Part(
            "danger_taken_back", scene.voice.say("danger_taken_back", ticket=before.urgent), fixed=True
        )
        noted = scene.voice.say("note_no_danger", said=said)
        decision = self.let_go(replace(scene, conversation=free), said, "back")
        parts = (words, *decision.parts)
        return replace(decision, parts=parts, note=noted, note_for=before.urgent or "")


def _broken_off(scene: Scene) -> Progress | None:
    """The walk that the alarm ended, as it stood; None where there was none, its own end had come, or the guide has changed."""
    progress = scene.conversation.progress
    if progress is None or progress.phase is not Kind.ESCALATE:
        return None
    guide = scene.library.get(progress.scenario)
    origin = progress.origin or progress.scenario
    passed_on = origin in scene.conversation.requests
    if guide is None or guide.digest != progress.digest or passed_on or guide.step(progress.step_id) is None:
        return None
    return progress._replace(phase=Kind.CLOSING if CLOSING in scene.conversation.safe else Kind.ASK)
