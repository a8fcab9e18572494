"""What the router learns from: the authors' own examples, the headings of articles, and the background.

Labels are kinds (`out_of_scope`, `article`, `vague`, …) or `scenario:<id>`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Protocol

from agent.knowledge.entry import OTHERWISE
from agent.language import fold
from agent.learning import Sample
from agent.routing.background import Background
from agent.scenarios import Library, Scenario
from agent.scenarios import Status as Readiness
from agent.understanding import find_acts, find_facts

SCENARIO = "scenario:"
_TERM = 0.5  # a keyword or title is an author's word, not a customer's
_HEADING = 0.5
_VARIANT = 0.5
_PLAIN = "lt"  # the language whose customers drop its diacritics


class Headed(Protocol):
    """A passage of an article, as the knowledge base lists it."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def visibility(self) -> str: ...


def routable(scenario: Scenario) -> bool:
    """Whether customers may be sent to `scenario` at all."""
    return scenario.routable and scenario.status is not Readiness.RETIRED


def samples_of(
    library: Library, entries: Iterable[Headed] = (), backgrounds: Sequence[Background] = ()
) -> tuple[Sample, ...]:
    """Everything to learn from, with variants: without diacritics, and behind "X works, but"."""
    plain = [
        *(
            sample
            for scenario in library.values()
            if routable(scenario)
            for sample in _told(scenario, backgrounds)
        ),
        *_headings(entries, {each.problem_type for each in library.values() if routable(each)}),
        *(sample for background in backgrounds for sample in _background(background)),
    ]
    return tuple(variant for sample in plain for variant in _spelt(sample))


def _told(scenario: Scenario, backgrounds: Sequence[Background]) -> Iterator[Sample]:
    label = f"{SCENARIO}{scenario.id}"
    for language, examples in scenario.examples.items():
        for example in examples:
            yield Sample(example, label, language, group=example)
            if (contrasted := _contrasted(example, language, scenario.problem_type, backgrounds)) is not None:
                yield Sample(contrasted, label, language, _VARIANT, group=example, variant=True)
    for keyword in scenario.keywords:
        # a keyword may be in any language: it counts for each, and its spelling is what matters
        share = _TERM / len(scenario.languages)
        yield from (Sample(keyword, label, language, share, group=keyword) for language in scenario.languages)
    for text in (scenario.title, scenario.description):
        yield from (Sample(said, label, language, _TERM, group=said) for language, said in text.items())


def _contrasted(
    example: str, language: str, problem_type: str, backgrounds: Sequence[Background]
) -> str | None:
    """`example` behind a clause that another service is fine; which one follows from the example itself."""
    fine = [
        clause
        for background in backgrounds
        if background.language == language
        for kind, clauses in background.works.items()
        if kind != problem_type
        for clause in clauses
    ]
    if not fine:
        return None
    lot = int(hashlib.sha256(example.encode("utf-8")).hexdigest()[:8], 16)
    return f"{fine[lot % len(fine)]} {example}"


def _headings(entries: Iterable[Headed], guided: Set[str]) -> Iterator[Sample]:
    pages = [entry for entry in entries if entry.kind == "article" and entry.visibility == "customer"]
    taught = [
        entry for entry in pages if OTHERWISE not in entry.id
    ]  # so many more would outweigh the background
    said = {(text, entry.language) for entry in taught for text in (entry.heading, entry.title) if text}
    for text, language in sorted(said):
        if not _reports_a_fault(text, language, guided):
            yield Sample(text, "article", language, _HEADING, group=text)


def _reports_a_fault(heading: str, language: str, guided: Set[str]) -> bool:
    """Whether a heading is what a customer with a fault of a service in `guided` would say: "The router does not start"."""
    if heading.endswith("?") or not any(act.name == "problem" for act in find_acts(heading, language)):
        return False
    return any(fact.name == "problem_type" and fact.value in guided for fact in find_facts(heading, language))


def _background(background: Background) -> Iterator[Sample]:
    for kind, sentences in background.sentences.items():
        yield from (Sample(said, kind, background.language, group=said) for said in sentences)


def _spelt(sample: Sample) -> Iterator[Sample]:
    yield sample
    folded = fold(sample.text)
    if sample.language == _PLAIN and folded != sample.text.casefold():
        weight = sample.weight * _VARIANT
        yield Sample(
            folded, sample.label, sample.language, weight, sample.group, variant=True, means=sample.text
        )
