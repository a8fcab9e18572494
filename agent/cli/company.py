"""`agent check --company`: whether guides take each other's customers, and whether talks show each stable one."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from agent.cli.shared import opened
from agent.errors import AgentError, ContentError, Problem, SettingsError, Severity
from agent.material import Material, entries
from agent.scenarios import Status
from agent.settings import Settings

if TYPE_CHECKING:
    from agent.learning import Embed, Model, Sample
    from agent.rehearsal import Talk, Verdict

_FOLDS = 5
# Taken by another guide for certain, not merely a little likelier there.
_SURE = 0.6


def company(settings: Settings, material: Material) -> tuple[Problem, ...]:
    """Nearly equal examples of two guides, examples that a router which never saw them sends to another guide, and what
    no talk shows of a stable guide.
    """
    from agent.scenarios.company import near_duplicates  # noqa: PLC0415  (only here)

    found = (*near_duplicates(material.library), *_stolen(settings, material), *_untold(settings, material))
    return tuple(sorted(found))


def _untold(settings: Settings, material: Material) -> Iterator[Problem]:
    """Languages of a stable guide without a talk; then what its talks, played, do not visit."""
    from agent.rehearsal import load_talks  # noqa: PLC0415  (reads the talks)

    stable = [each for each in material.library.values() if each.status is Status.STABLE]
    try:
        talks = [
            talk
            for talk in load_talks(settings.scenarios_dir)
            if talk.scenario in {each.id for each in stable}
        ]
    except ContentError:
        return  # told already, by the check of their shape
    held = {(talk.scenario, talk.language) for talk in talks}
    for guide in stable:
        for language in guide.languages:
            if (guide.id, language) not in held:
                yield Problem(
                    guide.file,
                    guide.line,
                    Severity.ERROR,
                    "talk_missing",
                    f"{guide.id} is stable and has no talk in {language}",
                    "hold one: agent rehearse --record",
                )
    if talks:
        yield from _unvisited(settings, talks, {each.id for each in stable})


def _unvisited(settings: Settings, talks: Sequence[Talk], names: Collection[str]) -> Iterator[Problem]:
    """What goes otherwise than written, and what the talks that go as written do not visit: the others show nothing."""
    from agent.rehearsal import coverage, rehearse  # noqa: PLC0415  (with the agent)

    try:
        with opened(settings, throwaway=True) as agent:
            verdicts, library = rehearse(agent, talks), agent.scenarios
    except (SettingsError, ContentError) as closed:
        yield _unplayed(settings, closed)
        return
    yield from (_gone_wrong(each) for each in verdicts if each.fault)
    verdicts = tuple(each for each in verdicts if not each.fault)
    for language in sorted({talk.language for talk in talks}):
        held = {talk.scenario for talk in talks if talk.language == language} & set(names)
        for place in coverage(library, verdicts, language, held).missing if held else ():
            where, _, what = place.rpartition(": ")
            file, _, line = where.rpartition(":")
            yield Problem(
                file,
                int(line),
                Severity.ERROR,
                "talk_unvisited",
                f"no talk in {language} visits {what} of a stable guide",
                "hold one that does: agent rehearse --record",
            )


def _unplayed(settings: Settings, closed: AgentError) -> Problem:
    return Problem(
        str(settings.scenarios_dir),
        0,
        Severity.WARNING,
        "talks_unplayed",
        f"the talks of stable guides were not played, so nothing is known of what they visit: {closed}",
        "make the index first: agent index",
    )


def _gone_wrong(verdict: Verdict) -> Problem:
    talk = verdict.talk
    return Problem(
        talk.file,
        talk.line,
        Severity.ERROR,
        "talk_wrong",
        f"{talk.name} [{talk.language}] goes otherwise than written: {verdict.fault}",
        f"mend the guide or the talk: agent rehearse {talk.scenario}",
    )


def _stolen(settings: Settings, material: Material) -> Iterator[Problem]:
    """Each example, left out of what is learned, still goes home: learned in parts, each judged by all the others."""
    from agent.learning import train  # noqa: PLC0415  (loads scikit-learn)
    from agent.routing.background import load_backgrounds  # noqa: PLC0415  (with it)
    from agent.routing.samples import SCENARIO, samples_of  # noqa: PLC0415  (with it)

    embed = _embedding(settings)
    samples = samples_of(material.library, entries(material), load_backgrounds())
    for fold in range(_FOLDS):
        rest = [sample for sample in samples if _fold_of(sample) != fold]
        model = train(rest, embed, folds=0)
        for sample in samples:
            home = sample.label.removeprefix(SCENARIO)
            if (
                _fold_of(sample) != fold
                or sample.variant
                or sample.text not in _examples(material, home, sample.language)
            ):
                continue
            taken = _taken(model, sample, embed)
            if taken != sample.label and taken.startswith(SCENARIO):
                yield _problem(material, home, sample, taken.removeprefix(SCENARIO))


def _examples(material: Material, name: str, language: str) -> Sequence[str]:
    scenario = material.library.get(name)
    return scenario.examples.get(language, ()) if scenario else ()


def _taken(model: Model, sample: Sample, embed: Embed | None) -> str:
    """The label a model is sure of; the sample's own when it is sure of none."""
    vector = embed([sample.text], [sample.language])[0] if embed else None
    judged = model.judge(sample.text, sample.language, vector)
    best = max(judged, key=lambda label: judged[label])
    return best if judged[best] >= _SURE else sample.label


def _problem(material: Material, home: str, sample: Sample, taken: str) -> Problem:
    scenario = material.library[home]
    return Problem(
        scenario.file,
        scenario.line,
        Severity.WARNING,
        "example_stolen",
        f'a router that has not seen the {sample.language} example "{sample.text}" takes it for {taken}',
        f"give {home} more examples like it, or look at those of {taken}",
    )


def _embedding(settings: Settings) -> Embed | None:
    """What the router hears messages with, each text read once; None when there is nothing."""
    import numpy as np  # noqa: PLC0415  (heavy)

    from agent.bootstrap import embedder_of, meaning_of  # noqa: PLC0415  (loads the embedder)

    meaning = meaning_of(settings, embedder_of(settings))
    if meaning is None:
        return None
    known: dict[tuple[str, str], Any] = {}

    def embed(texts: Sequence[str], languages: Sequence[str]) -> Any:
        told = list(zip(texts, languages, strict=True))
        new = [each for each in dict.fromkeys(told) if each not in known]
        if new:
            known.update(zip(new, meaning.of(*zip(*new, strict=True)), strict=True))
        return np.stack([known[each] for each in told])

    return embed


def _fold_of(sample: Sample) -> int:
    """Variants of one text stay together."""
    return int(hashlib.sha256((sample.group or sample.text).encode()).hexdigest()[:8], 16) % _FOLDS
