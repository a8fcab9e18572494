"""The tables of docs/content-review.md, made from the content of today.

    python -m benchmarks.content_tables            print counts, overlaps and facts
    python -m benchmarks.content_tables --write    put them into docs/content-review.md
    … --coverage                                   also play all talks (about a minute) and tell what they visit

Each table stands between `<!-- name -->` and `<!-- /name -->`; a test holds them equal to the content.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from agent.bootstrap import Parts, build, build_index_of
from agent.language import fold, words
from agent.material import Material, read_material
from agent.operator import PLACEHOLDER
from agent.rehearsal import Talk, Verdict, coverage, load_talks, rehearse
from agent.scenarios import Library, Scenario
from agent.settings import Settings, load_settings
from benchmarks.content_texts import LANGUAGES, ROOT, Shown, shown_texts

PAGE = ROOT / "docs/content-review.md"
MOST_SHARED = 0.6
FEWEST_WORDS = 8  # a shorter text shares a share of its words with anything
SHOWN_PAIRS = 12
Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two texts of different guides and the share of the shorter one's words that the other has too."""

    share: float
    text: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Read:
    """All content, read once."""

    material: Material
    texts: tuple[Shown, ...]
    talks: tuple[Talk, ...]


def read() -> Read:
    """The content of today."""
    material = read_material(settings_of(Path("unused")))
    return Read(material, tuple(shown_texts()), tuple(load_talks(ROOT / "scenarios")))


def settings_of(index: Path) -> Settings:
    """The shipped content, keyword search alone, nothing kept."""
    return load_settings(
        {},
        embedder="none",
        scenarios_dir=ROOT / "scenarios",
        knowledge_dir=ROOT / "knowledge_base",
        index_dir=index,
        database_url="sqlite://",
    )


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    names = list(head)
    lines = [names, ["---"] * len(names), *([str(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# ---- counts


def counts(content: Read) -> str:
    """Steps, outcomes, examples, talks and words of every guide; articles and phrases below."""
    said = words_by_file(content.texts)
    guides = sorted(content.material.library.values(), key=lambda each: each.id)
    rows = [_counted(scenario, content.talks, said) for scenario in guides]
    total = ["**all**", *(f"**{sum(row[place] for row in rows)}**" for place in range(1, len(rows[0])))]  # type: ignore[misc]
    head = "scenario|steps|outcomes|ex. lt|ex. en|answers lt|answers en|talks lt|talks en|words lt|words en"
    return "\n\n".join([table(head.split("|"), [*rows, total]), _others(content.material, said)])


def _counted(scenario: Scenario, all_talks: Iterable[Talk], said: Counter[Place]) -> list[str | int]:
    outcomes = [outcome for step in scenario.steps for outcome in step.outcomes]
    talks = [talk for talk in all_talks if talk.scenario == scenario.id]
    return [
        scenario.id,
        len(scenario.steps),
        len(outcomes),
        *(len(scenario.examples.get(language, ())) for language in LANGUAGES),
        *(sum(len(each.examples.get(language, ())) for each in outcomes) for language in LANGUAGES),
        *(sum(talk.language == language for talk in talks) for language in LANGUAGES),
        *(_words(said, f"scenarios/{scenario.id}.yaml", language) for language in LANGUAGES),
    ]


def words_by_file(texts: Iterable[Shown]) -> Counter[Place]:
    """(file, language) → the words said there; a placeholder is one."""
    said: Counter[Place] = Counter()
    for text in texts:
        said[str(text.file.relative_to(ROOT)), text.language] += len(words(PLACEHOLDER.sub("x", text.words)))
    return said


def _words(said: Counter[Place], under: str, language: str) -> int:
    return sum(
        number for (file, spoken), number in said.items() if spoken == language and file.startswith(under)
    )


def _others(material: Material, said: Counter[Place]) -> str:
    pages = {article.id: article.visibility for article in material.articles}
    inside = sum(visibility == "internal" for visibility in pages.values())
    sections = Counter(article.language for article in material.articles for _ in article.passages)
    told = {
        folder: " and ".join(f"{_words(said, folder, each):,}" for each in LANGUAGES)
        for folder in ("knowledge_base", "agent")
    }
    return (
        f"Articles: {len(pages)} in each language ({len(pages) - inside} for customers, {inside} internal), "
        f"{sections['lt']} sections in Lithuanian and {sections['en']} in English; {told['knowledge_base']} words. "
        f"The engine's phrases and the ticket: {told['agent']} words."
    )


# ---- overlaps


def overlaps(library: Library) -> list[Overlap]:
    """Every pair of texts of steps of different guides, the most alike first."""
    found = []
    for name, language in itertools.product(("instruction", "help"), LANGUAGES):
        for one, other in itertools.combinations(_texts(library, name, language), 2):
            if one[0].split("/")[0] != other[0].split("/")[0]:
                found.append(Overlap(_shared(one[1], other[1]), f"{name} {language}", one[0], other[0]))
    return sorted(found, key=lambda each: (-each.share, each.text, each.one, each.other))


def _texts(library: Library, name: str, language: str) -> list[tuple[str, Counter[str]]]:
    texts = [
        (
            f"{scenario.id}/{step.ref}",
            Counter(
                words(fold((step.instruction if name == "instruction" else step.help_text).get(language)))
            ),
        )
        for scenario in library.values()
        for step in scenario.steps
    ]
    return [(place, counted) for place, counted in texts if counted.total() >= FEWEST_WORDS]


def _shared(one: Counter[str], other: Counter[str]) -> float:
    """Words in both, counted as often as they occur, by the words of the shorter text."""
    return (one & other).total() / min(one.total(), other.total())


def overlap_table(library: Library) -> str:
    """The pairs most alike, and how many are above the rule."""
    found = overlaps(library)
    above = sum(each.share > MOST_SHARED for each in found)
    rows = [
        (each.text, f"`{each.one}`", f"`{each.other}`", f"{each.share:.0%}") for each in found[:SHOWN_PAIRS]
    ]
    told = f"{len(found):,} pairs compared, {above} above {MOST_SHARED:.0%}."
    return "\n\n".join([table(("text", "step", "step", "share"), rows), told])


# ---- facts


def facts(content: Read) -> str:
    """Which of the operator's facts are quoted where, and which pairs of texts quote different ones."""
    material = content.material
    quoted = _quoted(content.texts, material.operator.names)
    rows = [
        (
            f"`{name}`",
            material.operator.get(name, "en"),
            len(places["scenarios"]),
            len(places["knowledge_base"]),
        )
        for name, places in sorted(quoted.items())
        if places["scenarios"]
    ]
    articles = sorted(name for name, places in quoted.items() if not places["scenarios"])
    unused = sorted(material.operator.names - quoted.keys())
    uneven = uneven_facts(material.library)
    return "\n\n".join(
        [
            table(("fact", "value", "guides", "articles"), rows),
            f"Quoted by articles or phrases only: {len(articles)}. Quoted nowhere: {_listed(unused)}.",
            f"Texts of guides that quote other facts in English than in Lithuanian: {_listed(uneven)}.",
        ]
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"


def _quoted(texts: Iterable[Shown], known: Collection[str]) -> Mapping[str, Mapping[str, set[str]]]:
    """Fact → folder → the guides or articles (by id) that quote it."""
    found: dict[str, dict[str, set[str]]] = {}
    for text in texts:
        for name in PLACEHOLDER.findall(text.words):
            if name in known:
                places = found.setdefault(name, {"scenarios": set(), "knowledge_base": set(), "agent": set()})
                places[text.file.relative_to(ROOT).parts[0]].add(text.file.name.split(".")[0])
    return found


def uneven_facts(library: Library) -> list[str]:
    """Places in guides where the two languages name different facts."""
    return [
        f"{scenario.file}: {place}"
        for scenario in library.values()
        for place, text in _pairs(scenario)
        if _named(text.get("lt", "")) != _named(text.get("en", ""))
    ]


def _pairs(scenario: Scenario) -> Iterator[tuple[str, Mapping[str, str]]]:
    for step in scenario.steps:
        for name in ("instruction", "help_text", "safety", "consent"):
            yield f"{step.ref}.{name}", dict(getattr(step, name).pairs)
        for outcome in step.outcomes:
            for name in ("say", "reason", "label"):
                yield f"{step.ref}.{outcome.id}.{name}", dict(getattr(outcome, name).pairs)
    yield "escalation.message", dict(scenario.escalation.message.pairs)
    yield "closing.question", dict(scenario.closing.question.pairs)
    yield "closing.success", dict(scenario.closing.success.pairs)


def _named(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


# ---- coverage


def played() -> tuple[Library, tuple[Verdict, ...]]:
    """All talks, played on an agent over the content of today."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_of(Path(folder) / "index")
        build_index_of(settings)
        agent = build(settings, Parts(observe=lambda turn: None))
        verdicts = rehearse(agent, load_talks(ROOT / "scenarios"))
        agent.close_rooms()
        return agent.scenarios, verdicts


def coverage_table(library: Library, verdicts: tuple[Verdict, ...]) -> str:
    """Talks, how many go as written, and the steps and outcomes they visit together, by language."""
    rows = []
    for language in LANGUAGES:
        mine = [verdict for verdict in verdicts if verdict.talk.language == language]
        seen = coverage(library, mine, language)
        right = sum(not verdict.fault for verdict in mine)
        lines = sum(len(verdict.talk.turns) for verdict in mine)
        rows.append((language, len(mine), lines, right, f"{seen.visited} of {seen.total}"))
    return table(("language", "talks", "lines", "as written", "steps and outcomes visited"), rows)


# ---- the page


def tables(content: Read) -> dict[str, str]:
    """The tables that need no playing, by name."""
    return {
        "counts": counts(content),
        "overlaps": overlap_table(content.material.library),
        "facts": facts(content),
    }


def written(page: str) -> dict[str, str]:
    """The tables that stand in a page, by name."""
    found = re.findall(r"<!-- ([a-z]+) -->\n(.*?)\n<!-- /\1 -->", page, re.DOTALL)
    return {name: body.strip() for name, body in found}


def rewritten(page: str, made: Mapping[str, str]) -> str:
    """The page with these tables in their places."""
    for name, body in made.items():
        place = re.compile(rf"(<!-- {name} -->\n).*?\n?(<!-- /{name} -->)", re.DOTALL)
        page = place.sub(lambda found, body=body: f"{found[1]}{body}\n{found[2]}", page)  # type: ignore[misc]
    return page


def main() -> int:
    """Print the tables, or put them into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    wanted = parser.parse_args()
    made = tables(read())
    if wanted.coverage:
        made["coverage"] = coverage_table(*played())
    if wanted.write:
        PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")
    else:
        print("\n\n".join(made.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
