"""The wish for a person: granted at once, once; who waits for one already hears that the request stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.conversation import Evidence, Part, PendingKind
from agent.dialogue.asked_for_person import PERSON, own_number, to_person
from agent.dialogue.ear import NO_PERSON, VISIT, YES, Ear
from agent.dialogue.not_home import AWAY
from agent.dialogue.only_alike import only_sounds_like, opens_with
from agent.dialogue.promised import NOWHERE, awaited, stand
from agent.dialogue.reachable import just_asked
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.topics import Topics
from agent.dialogue.works_already import only_praises

OF_THE_CALL = frozenset({"timed", "withdraw", "day"})  # what is for the colleague
FEW_WORDS = 4  # of a wish repeated: nothing for the colleague
ENOUGH_PERSON = 0.6  # the learned reader's word for it


@dataclass(frozen=True, slots=True)
class PersonWished:
    """Hears the wish. `agreed` is what a yes to the agent's own question does."""

    ear: Ear
    topics: Topics
    route: Routing
    agreed: Callable[[Scene, str, tuple[Evidence, ...]], Decision]

    def __call__(self, scene: Scene) -> Decision | None:
        """None: no person is wished for."""
        reading = scene.hearing.reading
        told = reading is not None and reading.act == PERSON and reading.confidence >= ENOUGH_PERSON
        text, language = scene.message.text, scene.conversation.language
        about = self.ear.understanding.names_matter(text, language)
        told = told and not about and not scene.hearing.has(NO_PERSON, "stop", AWAY)
        called = opens_with(PERSON, scene, self.ear)
        if only_praises(scene, self.ear, self.topics):
            return None  # "I'd like to thank the technician"
        if just_asked(scene.conversation) and only_sounds_like(PERSON, scene):
            return None  # "07700 900123, and not before ten" is about the call that is promised
        if not (scene.hearing.sure(PERSON) or told or called or self._faintly_wished(scene)):
            return None
        if (ours := own_number(scene, self.topics)) is not None:
            return ours
        if awaited(scene.conversation):
            return self._wished_again(scene)
        return self._agreed_to_visit(scene) or to_person(scene, self.ear.understanding)

    def _wished_again(self, scene: Scene) -> Decision:
        """Who waits for a call already, and asks for a person once more, hears where one can be reached at once."""
        told = stand(scene)
        text = scene.message.text
        timed = any(letter.isdigit() for letter in text) or self.topics.of(text) & OF_THE_CALL
        if timed or len(text.split()) > FEW_WORDS or scene.hearing.has("question"):
            return told
        phrase = "call_without_number" if scene.conversation.number_refused else "person_waits"
        words = (Part("waits", scene.voice.say(phrase, ticket=scene.conversation.ticket)),)
        return replace(told, parts=words, note="")

    def _faintly_wished(self, scene: Scene) -> bool:
        """Whether a word for a person, unsure by itself, is all that is understood: no answer, and no problem."""
        reading = scene.hearing.reading
        if not scene.hearing.has(PERSON):
            return False
        if reading is not None:
            return reading.kind != "outcome"
        return self.route(scene, scene.message.text).kind in NOWHERE

    def _agreed_to_visit(self, scene: Scene) -> Decision | None:
        """A yes to the technician ("let him come") answers the question whether one should: no other person is wanted."""
        pending, text = scene.conversation.pending, scene.message.text
        if pending is None or pending.kind is not PendingKind.CONSENT or not scene.hearing.has(VISIT):
            return None
        if any(denies for _, denies in self.ear.understanding.denials(text, scene.conversation.language)):
            return None
        return self.agreed(scene, YES, tuple(act.evidence for act in scene.hearing.acts))
