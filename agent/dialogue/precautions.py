"""What is said while a danger stands: what is asked is answered first, as it fits what was told, and nothing twice in a row.

"may she touch the plug, yes or no?"    No…
"I turned the breaker off. Now what?"   that this was right, and what is left to do with the power off
"she is outside now"                    that they stay there
"I'm in Dublin, she's alone"            what to tell her on the phone, and that 112 is hers to call
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.conversation import Conversation, Part
from agent.dialogue.listening import Understanding
from agent.dialogue.number_missing import CONTACT
from agent.dialogue.reachable import GOT, receipt, to_be_asked
from agent.dialogue.scene import Scene
from agent.dialogue.topics import Topics
from agent.understanding.acts import DANGER, WIRE_DOWN

# What may be asked or told, and the order of the answers: whoever is hurt first, then a plain yes or no.
ANSWERS = (
    "eye",
    "unwell",
    "dousing",
    "touching",
    "drying",
    "carrying",
    "returning",
    "airing",
    "off",
    "scorched",
    "overdue",
    "emergency",
    "fuse",
    "restored",
    "coming",
    "spare",
    "children",
)
MOST_ANSWERS = 3
# What is told of the place, and stays known: it decides what is left to do.
AWAY = "away"  # the act
HURT = "unwell"
OFF, ON, OUT, AFAR, WIRE = "power_off", "power_on", "got_out", "from_afar", "wire"
SUPPOSED, CLOSING, REMINDED = "supposed", "closing", "reminded"  # of the alarm, the guide and the number
NEXT, LINGERS = "what_next", "lingers"
OF_THE_PLACE = frozenset({*ANSWERS, OFF, ON, OUT, AFAR, NEXT, LINGERS})
OF_A_WIRE = frozenset(
    {"eye", "unwell", "overdue", "emergency", "restored", "coming", "spare"}
)  # the rest is said of equipment
_SITUATIONS = (WIRE, AFAR, OUT, OFF)
# who waits in vain is not told when; "the breaker back on?"; "when will the internet be back?"
_INSTEAD = {"overdue": "coming", "off": "fuse", "restored": "coming"}
_TOLD = frozenset({OFF, OUT, AFAR})  # a denial counts wherever it stands
_ASKED = frozenset({"unwell", "dousing", "touching", "drying", "carrying", "returning", "airing", "off"})
_PATIENCE = 2  # turns without a number after it was asked for


class Precautions:
    """Chooses the phrases; holds nothing of any conversation."""

    def __init__(self, topics: Topics, understanding: Understanding) -> None:
        self._topics, self._understanding = topics, understanding

    def known(self, scene: Scene) -> frozenset[str]:
        """What the message tells of the place: that the power is off, that everybody is out, that they are elsewhere."""
        spoken = self._meant(scene)
        told = {each for each in (OFF, OUT, AFAR) if each in spoken}
        if ON in spoken:
            told.discard(OFF)
        if scene.hearing.has(DANGER) or HURT in spoken:
            told -= {OFF, OUT}  # "the smoke is in the stairwell", "she pulled it out and got a shock"
        if scene.hearing.has(AWAY):
            told.add(AFAR)
        return frozenset(told | {WIRE} if scene.hearing.has(WIRE_DOWN) else told)

    def remembered(self, scene: Scene) -> Scene:
        """The scene whose conversation knows what the message tells of the place."""
        before, told = scene.conversation, self.known(scene)
        kept = [each for each in before.safe if not (each == OFF and ON in self._meant(scene))]
        known = tuple(dict.fromkeys((*kept, *sorted(told))))
        return replace(scene, conversation=replace(before, safe=known))

    def answers(self, scene: Scene) -> tuple[str, ...]:
        """The phrases that answer what the message asks or tells."""
        spoken = set(self._meant(scene))
        if OFF in spoken or not _asks(scene):  # "I switched the fuse off" asks nothing
            spoken.discard("fuse")
        if OFF in spoken and not _asks(scene):
            spoken.discard("touching")
        if self.situation(scene.conversation) == WIRE:
            spoken &= OF_A_WIRE
        for told, less in _INSTEAD.items():
            if told in spoken:
                spoken.discard(less)
        return tuple(each for each in ANSWERS if each in spoken)[:MOST_ANSWERS]

    def asks_on(self, scene: Scene) -> bool:
        """Whether it is asked what to do now."""
        return NEXT in self._meant(scene)

    def lingers(self, text: str) -> bool:
        """Whether `text` speaks of what is left of a danger, a smell."""
        return LINGERS in self._topics.of(text)

    def parts(self, scene: Scene, answers: Sequence[str], *, again: bool = False) -> tuple[Part, ...]:
        """The words, of a conversation that remembers this message; `again`: a danger is told once more. What is left to do is
        said where it is asked, where something new is told of the place, and where nothing is answered."""
        told = self.known(scene)
        named = [f"safe_{each}" for each in answers]
        if told & {OFF, OUT}:
            named.insert(0, "safe_right")
        situation = self.situation(scene.conversation)
        keeps = told or not answers or (self.asks_on(scene) and "eye" not in answers)
        if again and situation in ("", OFF) and not told:
            named.append("danger_again")
        elif keeps or (again and situation):
            named.append(f"safe_keep_{situation}" if situation else "safe_keep")
        said = [part for each in named if (part := fresh(scene, each)) is not None]
        said += self._number(scene)
        ticket = scene.conversation.urgent or ""
        if not any(ticket in part.text for part in said):
            said.append(_part("safe_request", scene, scene.conversation.turns))
        return tuple(said)

    def _number(self, scene: Scene) -> list[Part]:
        """Which number we have, where that is asked beside other things."""
        known = scene.conversation.contact.phone and GOT in self._topics.of(scene.message.text)
        return [Part(CONTACT, receipt(scene, "number_known"))] if known else []

    @staticmethod
    def situation(conversation: Conversation) -> str:
        """What is known that decides most; "" where nothing is."""
        return next((each for each in _SITUATIONS if each in conversation.safe), "")

    def _meant(self, scene: Scene) -> frozenset[str]:
        """The topics that are spoken of and not denied: "I won't touch it" asks for nothing, "no smoke, may I touch it?" does."""
        text, language = scene.message.text, scene.conversation.language
        doubted = _TOLD if _asks(scene) else _TOLD | _ASKED
        spoken = self._topics.of(text)
        return frozenset(each for each in spoken if each not in doubted or self._stands(each, text, language))

    def _stands(self, topic: str, text: str, language: str) -> bool:
        cues = self._topics.cues(topic, text)
        return any(not self._understanding.denies(cue, text, language) for cue in cues)


def _asks(scene: Scene) -> bool:
    return scene.hearing.has("question", "digression") or "?" in scene.message.text


def fresh(scene: Scene, phrase: str) -> Part | None:
    """A wording of `phrase` that the last reply did not have; None where it had them all."""
    first = scene.conversation.turns - 1  # the reply after the alarm has the first wording
    for nth in range(first, first + scene.voice.wordings(phrase)):
        part = _part(phrase, scene, nth)
        if part.text not in scene.conversation.last_text:
            return part
    return None


def with_number_asked(scene: Scene, parts: Iterable[Part]) -> tuple[Conversation, tuple[Part, ...]]:
    """The conversation and `parts` with the question for a number, where one was asked for in vain: once more, no oftener."""
    conversation = scene.conversation
    waited = conversation.turns - conversation.number_asked >= _PATIENCE
    missing = to_be_asked(replace(conversation, number_asked=0))
    if not (missing and waited) or REMINDED in conversation.safe:
        return conversation, tuple(parts)
    asked = replace(conversation, number_asked=conversation.turns + 1, safe=(*conversation.safe, REMINDED))
    return asked, (*parts, Part("ask_number", scene.voice.say("ask_number_still")))


def _part(phrase: str, scene: Scene, nth: int) -> Part:
    return Part(phrase, scene.voice.say_nth(phrase, nth, ticket=scene.conversation.urgent), fixed=True)
