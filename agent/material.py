"""What the authors wrote, read from its folders: scenarios, articles, the operator's facts, and the entries to find."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from agent.errors import ContentError, Problem, Severity
from agent.knowledge import Article, Entry, entries_of, load_articles
from agent.operator import Operator, load_operator
from agent.scenarios import Certificate, Library, Scenario, Status, Step, Text, declared_facts, inspect
from agent.scenarios.model import digest_of
from agent.settings import Settings

SCENARIO, STEP = "scenario", "step"
OWN_FACTS = frozenset(
    ["callback_time", "emergency_number", "operator_name", "service_hours", "support_phone", "technician_fee"]
)  # what the service's own phrases quote


@dataclass(frozen=True, slots=True)
class Material:
    """All content, and everything found wrong in it."""

    operator: Operator
    library: Library
    articles: tuple[Article, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that keep the content from being served."""
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)


def read_material(settings: Settings) -> Material:
    """Read all content, with every problem. Raises ContentError only when `operator.yaml` itself cannot be read."""
    file = settings.knowledge_dir / "operator.yaml"
    operator = load_operator(file)
    library, faults = inspect(settings.scenarios_dir, operator.names)
    articles, more = load_articles(
        settings.knowledge_dir, operator.fill, longest=settings.passage_length, known=library
    )
    lacking = _lacking(operator, file) if file.exists() else ()
    return Material(operator, library, articles, tuple(sorted((*faults, *more, *lacking))))


def _lacking(operator: Operator, file: Path) -> tuple[Problem, ...]:
    """A customer would read the bare placeholder of a fact that is not there."""
    names = sorted(OWN_FACTS - operator.names)
    return tuple(
        Problem(
            str(file),
            1,
            Severity.WARNING,
            "operator-fact",
            f"`{name}` is missing, which the service itself says to customers",
            f"add a line `{name}: …`, or one text per language",
        )
        for name in names
    )


def sound_material(settings: Settings) -> Material:
    """Content that may be served. Raises ContentError with all problems when any is an error."""
    material = read_material(settings)
    if material.errors:
        raise ContentError(material.errors)
    return material


def served(library: Library, certificate: Certificate) -> tuple[Library, tuple[str, ...]]:
    """The library as it may be served: with its seals, and stable scenarios that have none on trial; their ids."""
    declared = declared_facts(library.values())
    found = [replace(each, seal=certificate.seal(library, each.id, declared)) for each in library.values()]
    unproven = tuple(each.id for each in found if each.status is Status.STABLE and each.seal is None)
    lowered = (replace(each, status=Status.TRIAL) if each.id in unproven else each for each in found)
    return Library(lowered, library.defaults), unproven


def content_digest(material: Material) -> str:
    """Over guides, articles and the operator's facts: the same digest, the same decisions."""
    texts = [[entry.id, entry.text, entry.body] for entry in entries(material)]
    operator = {name: dict(said) for name, said in material.operator.values.items()}
    return digest_of([material.library.digest, texts, operator])


def entries(material: Material) -> tuple[Entry, ...]:
    """Everything the index holds: passages of articles, and what scenarios say and are asked about."""
    of_scenarios = (
        entry for scenario in material.library.values() for entry in _of(scenario, material.operator)
    )
    return (*entries_of(material.articles), *of_scenarios)


def _of(scenario: Scenario, operator: Operator) -> Iterator[Entry]:
    for language in scenario.languages:
        if scenario.routable:
            yield _summary(scenario, language, operator)
        for step in scenario.steps:
            if step.instruction:
                yield _step(scenario, step, language, operator)


def _summary(scenario: Scenario, language: str, operator: Operator) -> Entry:
    body = _said(scenario.description, language, operator)
    return _entry(
        scenario,
        SCENARIO,
        f"scenario:{scenario.id}",
        language,
        scenario.title.get(language),
        body,
        scenario.line,
    )


def _step(scenario: Scenario, step: Step, language: str, operator: Operator) -> Entry:
    body = _said(step.instruction, language, operator)
    heading = step.title.get(language)
    name = f"scenario:{scenario.id}/{step.ref}"
    return _entry(scenario, STEP, name, language, scenario.title.get(language), body, step.line, heading)


def _said(text: Text, language: str, operator: Operator) -> str:
    return operator.fill(text.get(language), language).strip()


def _entry(
    scenario: Scenario,
    kind: str,
    name: str,
    language: str,
    title: str,
    body: str,
    line: int,
    heading: str = "",
) -> Entry:
    """One findable text of a scenario, in one language."""
    headed = " – ".join(part for part in (title, heading) if part)
    return Entry(
        id=f"{name}#{language}",
        text=f"{headed}\n{body}",
        kind=kind,
        target=scenario.id,
        language=language,
        title=title,
        heading=heading,
        problem_type=scenario.problem_type,
        domain="technical",
        tags=scenario.tags,
        source=f"{scenario.file}:{line}",
        body=body,
        twin=name,
        applicable_models=scenario.applicable_models,
    )
