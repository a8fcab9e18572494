"""Random edits of scenarios as authors make them at noon, and every place where a conversation can stand meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from agent.scenarios import (
    Action,
    Answer,
    CannotDo,
    Chosen,
    Condition,
    Consent,
    Kind,
    Library,
    Move,
    NotWorking,
    Outcome,
    Progress,
    Result,
    Scenario,
    Step,
    Text,
    Works,
    advance,
    begin,
)
from agent.scenarios.model import digest_of

_WALKS = 120
Edit = Callable[[Scenario, Random], Scenario]


def places(library: Library) -> tuple[Progress, ...]:
    """A walk to every (guide, step, kind of question, calls) that some answers and some known facts lead to."""
    found: dict[tuple[str, ...], Progress] = {}
    for seed in range(_WALKS):
        for name in library:
            rng = Random(f"{seed}/{name}")
            known = {"already_tried": ["restart"]} if seed % 3 == 0 else {}
            move = begin(library, name, known)
            while not move.progress.over:
                frames = tuple(frame.scenario for frame in move.progress.stack)
                place = (move.progress.scenario, move.progress.step_id or "", move.kind.value, *frames)
                if move.kind not in (Kind.PROBE, Kind.ACT):  # never open between turns
                    found.setdefault(place, move.progress)
                move = rng.choice(list(followers(library, move, known)))
    return tuple(found.values())


def followers(library: Library, move: Move, known: dict[str, object]) -> Iterator[Move]:
    """The moves after every answer to the open question."""
    step = move.step
    answers: list[Answer] = [CannotDo()]
    if move.kind in (Kind.CLOSING, Kind.CONFIRMING):
        answers = [NotWorking(), NotWorking(), NotWorking(), Works()]
    elif move.kind is Kind.CONSENT:
        answers = [Consent(True), Consent(False)]
    elif move.kind in (Kind.PROBE, Kind.ACT):
        answers = [Result((step.probe or step.act) if step else "")]
    elif step is not None:
        answers += [Chosen(outcome.id) for outcome in step.for_customer] * 2
    for answer in answers:
        yield advance(library, move.progress, answer, known)


def edited(library: Library, rng: Random, number: int = 3) -> Library:
    """`library` after up to `number` edits, each of one guide; now and then a guide is removed."""
    scenarios = dict(library.items())
    for _ in range(rng.randint(1, number)):
        name = rng.choice(sorted(scenarios))
        if rng.random() < 0.04 and len(scenarios) > 1:
            del scenarios[name]
            continue
        scenarios[name] = sealed(rng.choice(EDITS)(scenarios[name], rng))
    return Library(scenarios.values(), library.defaults)


def sealed(scenario: Scenario) -> Scenario:
    """With the digest of what it now says."""
    return replace(scenario, digest=digest_of(repr(replace(scenario, digest=""))))


def on_a_step(change: Callable[[Step, Random], Step]) -> Edit:
    def edit(scenario: Scenario, rng: Random) -> Scenario:
        place = rng.randrange(len(scenario.steps))
        steps = list(scenario.steps)
        steps[place] = change(steps[place], rng)
        return replace(scenario, steps=tuple(steps))

    return edit


def on_an_outcome(change: Callable[[Outcome, Random], Outcome]) -> Edit:
    def of_step(step: Step, rng: Random) -> Step:
        if not step.outcomes:
            return step
        place = rng.randrange(len(step.outcomes))
        outcomes = list(step.outcomes)
        outcomes[place] = change(outcomes[place], rng)
        return replace(step, outcomes=tuple(outcomes))

    return on_a_step(of_step)


def reworded(text: Text, rng: Random) -> Text:
    said = rng.choice(("Ką matote ant sienos?", "Kuris laidas mėlynas?", "Ar durys uždarytos?"))
    return Text.of(dict.fromkeys(text, said) or {"lt": said})


def tidied(text: Text, rng: Random) -> Text:
    """A slip put right: other punctuation and spacing, nothing else."""
    return Text.of({language: said.replace(",", " ,").strip() + " " for language, said in text.items()})


def step_gone(scenario: Scenario, rng: Random) -> Scenario:
    place = rng.randrange(len(scenario.steps))
    steps = scenario.steps[:place] + scenario.steps[place + 1 :]
    return replace(scenario, steps=steps) if steps else scenario


def steps_swapped(scenario: Scenario, rng: Random) -> Scenario:
    steps = list(scenario.steps)
    a, b = rng.randrange(len(steps)), rng.randrange(len(steps))
    steps[a], steps[b] = steps[b], steps[a]
    return replace(scenario, steps=tuple(steps))


def step_added(scenario: Scenario, rng: Random) -> Scenario:
    place = rng.randrange(len(scenario.steps) + 1)
    model = rng.choice(scenario.steps)
    ref = f"added_{rng.randrange(10**6)}"
    new = replace(
        model,
        ref=ref,
        fact=ref,
        number=900 + rng.randrange(10**6),
        instruction=reworded(model.instruction, rng),
    )
    return replace(scenario, steps=(*scenario.steps[:place], new, *scenario.steps[place:]))


def names_swapped(scenario: Scenario, rng: Random) -> Scenario:
    """The worst an author can do: two steps exchange their names."""
    steps = list(scenario.steps)
    a, b = rng.randrange(len(steps)), rng.randrange(len(steps))
    steps[a], steps[b] = (
        replace(steps[a], ref=steps[b].ref, number=steps[b].number),
        replace(steps[b], ref=steps[a].ref, number=steps[a].number),
    )
    return replace(scenario, steps=tuple(steps)) if a != b else scenario


def labels_swapped(step: Step, rng: Random) -> Step:
    """Two answers exchange their meaning and keep their ids."""
    if len(step.outcomes) < 2:
        return step
    one, other, *rest = step.outcomes
    return replace(step, outcomes=(replace(one, label=other.label), replace(other, label=one.label), *rest))


def answer_gone(step: Step, rng: Random) -> Step:
    return replace(step, outcomes=step.outcomes[1:]) if len(step.outcomes) > 1 else step


def answer_added(step: Step, rng: Random) -> Step:
    new = Outcome(
        f"added_{rng.randrange(10**6)}", label=Text.of({"lt": "Kita", "en": "Other"}), labelled=True
    )
    return replace(step, outcomes=(*step.outcomes, new))


def safety_added(step: Step, rng: Random) -> Step:
    """What an accident teaches: a warning, or another one."""
    said = rng.choice(("Pirma išjunkite iš lizdo.", "Nelieskite lemputės.", "Atsargiai: karšta."))
    return replace(step, safety=Text.of({"lt": said, "en": f"({said})"}))


def skip_added(step: Step, rng: Random) -> Step:
    """The step is passed over from now on, always or after some failures."""
    source = rng.choice(("true", "failed_steps >= 1", "failed_steps == 0"))
    return replace(step, skip_if=(*step.skip_if, Condition(source, 1)))


EDITS: tuple[Edit, ...] = (
    step_gone,
    steps_swapped,
    step_added,
    names_swapped,
    on_a_step(lambda step, rng: replace(step, instruction=reworded(step.instruction, rng))),
    on_a_step(lambda step, rng: replace(step, instruction=tidied(step.instruction, rng))),
    on_a_step(lambda step, rng: replace(step, help_text=reworded(step.help_text, rng))),
    on_a_step(lambda step, rng: replace(step, ref=f"renamed_{rng.randrange(10**6)}")),
    on_a_step(lambda step, rng: replace(step, fact=f"fact_{rng.randrange(10**6)}")),
    on_a_step(lambda step, rng: replace(step, max_attempts=1, required=True)),
    on_a_step(safety_added),
    on_a_step(lambda step, rng: replace(step, safety=Text())),
    on_a_step(lambda step, rng: replace(step, wait_time=rng.choice((0, 60, 600)))),
    on_a_step(skip_added),
    on_a_step(lambda step, rng: replace(step, skip_if=())),
    on_a_step(labels_swapped),
    on_a_step(answer_gone),
    on_a_step(answer_added),
    on_an_outcome(lambda each, rng: replace(each, label=reworded(each.label, rng))),
    on_an_outcome(lambda each, rng: replace(each, id=f"renamed_{rng.randrange(10**6)}")),
    on_an_outcome(
        lambda each, rng: replace(
            each, action=rng.choice((Action.NEXT_STEP, Action.ESCALATE, Action.RESOLVE))
        )
    ),
    on_an_outcome(lambda each, rng: replace(each, pattern=None)),
    on_an_outcome(lambda each, rng: replace(each, sets={"planted": rng.random()})),
    lambda scenario, rng: replace(
        scenario, closing=replace(scenario.closing, question=reworded(scenario.closing.question, rng))
    ),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a customer was asked, as they saw it: words, and each answer by id."""

    said: frozenset[str]
    answers: frozenset[tuple[str, str]]


def asked(library: Library, progress: Progress, language: str = "lt") -> Asked:
    """The open question of a walk, read off the library without the code under test."""
    scenario = library[progress.scenario]
    if progress.phase in (Kind.CLOSING, Kind.CONFIRMING):
        return Asked(plain(scenario.closing.question.get(language)), frozenset())
    step = scenario.step(progress.step_id)
    assert step is not None, "the place is gone"
    said = step.consent if progress.phase is Kind.CONSENT else step.instruction
    answers = frozenset((each.id, each.label.get(language)) for each in step.outcomes)
    return Asked(plain(said.get(language)), answers)


def plain(text: str) -> frozenset[str]:
    return frozenset("".join(char if char.isalnum() else " " for char in text.casefold()).split())
