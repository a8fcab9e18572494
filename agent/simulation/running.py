"""Many conversations with the real Agent, one after another, each with a person and a world of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.conversation import Reply, Status, Turn
from agent.errors import SettingsError
from agent.scenarios import Library
from agent.settings import Settings
from agent.simulation.customer import CLOSING, Customer, Utterance
from agent.simulation.personas import PERSONAS, Persona
from agent.simulation.report import Ending, Misread, Played
from agent.simulation.words import Words
from agent.simulation.world import World
from agent.store import ConversationStore, open_store

BEGUN = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
_ENDINGS = {
    Status.RESOLVED: Ending.RESOLVED,
    Status.ESCALATED: Ending.ESCALATED,
    Status.WITH_PERSON: Ending.ESCALATED,
}
# Acts that take a walk on by themselves: where one is heard in an answer, the answer was misread.
_MOVING = frozenset({"cannot_do", "already_done", "stop", "solved", "correction", "person", "danger"})
ENDLESS = 80  # messages after which a conversation that goes on counts as one that never ends
_READING_SECONDS = (15, 120)  # from a reply to the next message


@dataclass(slots=True)
class _Stage:
    """The clock, the ids and the last turn of a simulation: all that is random comes from its seed."""

    at: datetime = BEGUN
    ids: int = 0
    last: Turn | None = None

    def now(self) -> datetime:
        return self.at

    def new_id(self) -> str:
        self.ids += 1
        return f"simulated-{self.ids:06d}"

    def observe(self, turn: Turn) -> None:
        self.last = turn


@dataclass(slots=True)
class _Notes:
    """What is written down while a conversation goes on."""

    misread: list[Misread] = field(default_factory=list)
    unclear: list[Misread] = field(default_factory=list)
    transcript: list[tuple[str, str]] = field(default_factory=list)
    again: int = 0
    elsewhere: bool = False


def simulate(
    settings: Settings,
    words: Mapping[str, Words],
    conversations: int,
    *,
    seed: int = 1,
    languages: Sequence[str] = (),
    scenarios: Sequence[str] = (),
    personas: Sequence[Persona] = PERSONAS,
    store: ConversationStore | None = None,
    agent: Callable[[Settings, Parts], Agent] = build,
) -> Iterator[Played]:
    """Hold `conversations` with the Agent that `settings` describe, in a database in memory unless one is given.

    Scenarios, personas and languages take turns. The same arguments give the same conversations. Raises SettingsError
    (`scenario_unknown`) for a guide that is not there.
    """
    stage = _Stage()
    kept = store or open_store("sqlite://")
    parts = Parts(
        store=kept, now=stage.now, new_id=stage.new_id, stopwatch=lambda: 0.0, observe=stage.observe
    )
    served = agent(settings, parts)
    spoken = tuple(languages) or tuple(words) or ("lt", "en")
    guides = tuple(scenarios) or tuple(name for name, guide in served.scenarios.items() if guide.routable)
    try:
        _known(guides, served.scenarios)
        for number in range(conversations):
            language = spoken[number % len(spoken)]
            scenario = guides[(number // len(spoken)) % len(guides)]
            rounds = number // (len(spoken) * len(guides))
            persona = personas[(number // len(spoken) + rounds) % len(personas)]
            yield _play(
                served,
                stage,
                number,
                words.get(language, Words(language)),
                World(served.scenarios, scenario, f"{seed}/{number}"),
                persona,
                Random(f"{seed}/{number}/said"),  # noqa: S311  (a reproducible story, no secret)
            )
    finally:
        if store is None:
            served.close_rooms()


def _known(names: Sequence[str], library: Library) -> None:
    if strange := [name for name in names if name not in library]:
        raise SettingsError(
            f"There is no scenario {strange[0]}.",
            mend=f"Known: {', '.join(library)}.",
            code="scenario_unknown",
        )


def _play(
    agent: Agent, stage: _Stage, number: int, words: Words, world: World, persona: Persona, rng: Random
) -> Played:
    customer, notes = Customer(persona, words, world, agent.scenarios, rng), _Notes()
    said = customer.opens()
    reply = agent.start(text=said.text or None, scenario=said.choice, language=words.language)
    notes.transcript.extend((("customer", said.text), ("taisa", reply.text)))
    sent = 1
    while reply.status not in _ENDINGS and sent < min(persona.patience, ENDLESS):
        said = customer.answers(reply)
        stage.at = _later(stage.at, reply, rng)
        before, reply = reply, agent.reply(reply.conversation_id, text=said.text, choice=said.choice)
        sent += 1
        _note(notes, agent.scenarios, before, said, reply, stage.last, words.language)
    conversation = agent.get(reply.conversation_id)
    return Played(
        number=number,
        conversation_id=reply.conversation_id,
        scenario=world.scenario,
        persona=persona.name,
        language=words.language,
        ending=_ENDINGS.get(reply.status, Ending.OPEN if sent >= ENDLESS else Ending.LEFT),
        mended=world.mended,
        mendable=world.mendable,
        turns=conversation.turns,
        actions=len(customer.answered),
        again=notes.again,
        tickets=len(conversation.tickets),
        elsewhere=bool(conversation.progress and conversation.progress.origin != world.scenario),
        misread=tuple(notes.misread),
        unclear=tuple(notes.unclear),
        transcript=tuple(notes.transcript),
    )


def _later(at: datetime, reply: Reply, rng: Random) -> datetime:
    """When the next message comes: after the wait that was asked for, else after reading."""
    due = reply.wait_until if reply.wait_until and rng.random() < 0.8 else None
    return max(at, due or at) + timedelta(seconds=rng.randint(*_READING_SECONDS))


def _note(
    notes: _Notes,
    library: Library,
    before: Reply,
    said: Utterance,
    reply: Reply,
    turn: Turn | None,
    language: str,
) -> None:
    notes.transcript.extend((("customer", said.text or f"[{said.choice}]"), ("taisa", reply.text)))
    notes.again += reply.text == before.text
    if said.meant is None or said.choice is not None or said.because == "corrects" or turn is None:
        return
    read = turn.outcome
    if read == said.meant:
        return
    seen = Misread(
        question=_question(library, before, language),
        options=tuple(f"{choice.id}: {choice.label}" for choice in before.choices),
        reply=said.text,
        meant=said.meant,
        read=read or ", ".join(turn.acts) or "unclear",
        language=language,
    )
    elsewhere = (reply.scenario, reply.step) != (before.scenario, before.step)
    taken_otherwise = read is not None or (elsewhere and not _MOVING.isdisjoint(turn.acts))
    (notes.misread if taken_otherwise else notes.unclear).append(seen)


def _question(library: Library, before: Reply, language: str) -> str:
    guide = library.get(before.scenario or "")
    step = guide.step(before.step) if guide else None
    if step is not None:
        return f"{before.scenario}/{before.step}: {step.instruction.get(language).strip()}"
    return f"{before.scenario}/{before.step or CLOSING}"
