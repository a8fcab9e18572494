"""Single questions to the parts: search, ask, route."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from agent.cli.shared import note, opened, plain, prepared, print_json
from agent.conversation import Evidence
from agent.errors import ContentError
from agent.knowledge import Asked, Filters, Hit, Wishes, Withheld
from agent.scenarios import Status
from agent.settings import Settings

_BY_WORDS = "Searched by keywords only: there are no vectors now."


def search(
    query: str,
    top_k: int,
    threshold: float | None,
    language: str | None,
    problem_type: str | None,
    domain: str | None,
    alpha: float | None,
    wishes: Wishes,
    explain: bool,
    as_json: bool,
) -> None:
    """Print the hits; exit 1 when there are none."""
    settings = prepared()
    filters = Filters(language=language, problem_type=problem_type, domain=domain)
    least = settings.search_threshold if threshold is None else threshold
    with opened(settings) as agent:
        result = agent.search(
            query, top_k=top_k, threshold=least, filters=filters, alpha=alpha, explain=explain, wishes=wishes
        )
    if as_json:
        print_json(result)
    else:
        for hit in result.hits:
            _print_hit(hit, explain)
        for hit in result.linked:
            note(f"  linked: {hit.entry.title} ({hit.entry.source})")
        if result.degraded:
            note(_BY_WORDS)
        if not result.hits:
            note(f"Nothing reaches {least:.2f}. See what comes near with --threshold 0 --explain.")
    if not result.hits:
        sys.exit(1)


def _print_hit(hit: Hit, explain: bool) -> None:
    entry = hit.entry
    heading = f" – {entry.heading}" if entry.heading else ""
    print(plain(f"{hit.score:.2f}  {entry.title}{heading}  [{entry.kind} {entry.target}, {entry.source}]"))
    print(plain("      " + " ".join((entry.body or entry.text).split())[:160]))
    if explain:
        print("      " + ", ".join(f"{name} {value:.3f}" for name, value in hit.scores.items()))
        for reason in hit.why:
            print(plain(f"      {reason}"))


def roll_back(as_json: bool) -> None:
    """Let the generation before the current one serve again, and say which it is."""
    from agent.bootstrap import embedder_of  # noqa: PLC0415  (loads the embedder)
    from agent.knowledge import rollback  # noqa: PLC0415  (loads the index)

    settings = prepared()
    name = rollback(settings.index_dir, embedder_of(settings))
    if as_json:
        print_json({"generation": name})
    else:
        print(f"The index of {name} serves again. `agent index` goes forward with today's content.")
        note(_taken_up(settings))


def _taken_up(settings: Settings) -> str:
    """What running services do after a rollback."""
    from agent.knowledge import read_published  # noqa: PLC0415  (loads the index)
    from agent.material import content_digest, sound_material  # noqa: PLC0415  (reads the content)

    published = read_published(settings.index_dir)
    try:
        if published is not None and published.content == content_digest(sound_material(settings)):
            return "A running service takes it up within seconds."
    except ContentError:
        pass  # its faults are nothing to somebody in a hurry to go back
    return (
        "A running service stays as it is: guides or articles are not those that were published last. Put those back and it "
        "takes the index up within seconds; POST /v1/admin/reload serves today's with it."
    )


def ask(question: str, language: str | None, top_k: int, use_graph: bool, as_json: bool) -> None:
    """Print the answer and its sources, or why there is none; exit 1 when there is none."""
    settings = prepared()
    with opened(settings) as agent:
        asked = agent.ask_in_full(
            question,
            language=language,
            top_k=top_k,
            threshold=settings.search_threshold,
            use_graph=use_graph,
        )
    if as_json:
        print_json(_told(asked))
    else:
        _print_answer(asked)
    if asked.answer is None:
        sys.exit(1)


def _told(asked: Asked) -> Mapping[str, object]:
    """The answer as JSON: its words, language and sources first, then what they stand on."""
    found = asked.found
    return {
        "answer": asked.answer,
        "text": asked.answer,
        "language": found.language if found else None,
        "sources": found.sources if found else (),
        "confidence": asked.confidence,
        "degraded": asked.degraded,
        "withheld": asked.withheld,
        "passages": asked.passages,
        "link_passages": asked.link_passages,
        "related": asked.link_passages,
        "memories": asked.memories,
        "scoring": asked.scoring,
        "timings": asked.timings,
    }


def _print_answer(asked: Asked) -> None:
    if asked.found is not None:
        print(plain(asked.found.text))
        for entry in asked.found.sources:
            note(f"↳ {entry.title} ({entry.source}), {asked.confidence:.2f}")
    for hit in _others(asked):
        note(f"  see also {hit.entry.title} ({hit.entry.source})")
    if asked.withheld is not None:
        note(f"The knowledge base does not answer that: {_why_withheld(asked.withheld)}")
    if asked.degraded:
        note(_BY_WORDS)


def _others(asked: Asked) -> list[Hit]:
    """One passage of each further page, as found, then as linked."""
    answered = {entry.target for entry in asked.found.sources} if asked.found else set()
    pages: dict[str, Hit] = {}
    for hit in (*asked.passages, *asked.link_passages):
        if hit.entry.target not in answered:
            pages.setdefault(hit.entry.target, hit)
    return list(pages.values())


def _why_withheld(held: Withheld) -> str:
    if held.reason == "nothing_found":
        return "nothing comes near."
    return f"the nearest passage reaches {held.probability:.2f}, needed are {held.threshold:.2f}."


def route(text: str, language: str | None, as_json: bool) -> None:
    """Print where a message belongs."""
    with opened(prepared()) as agent:
        found = agent.route(text, language=language)
        guide = agent.scenarios.get(found.target or "")
    if as_json:
        print_json(found)
        return
    status = f"  ({guide.status})" if guide is not None and guide.status is not Status.STABLE else ""
    print(
        f"{found.kind}{f' {found.target}' if found.target else ''}  {found.confidence:.2f}  [{found.language}]{status}"
    )
    for other in found.alternatives:
        print(f"  or {other.target}  {other.confidence:.2f}")
    for name, value in found.facts.items():
        print(plain(f"  fact {name} = {value}"))
    for reason in found.evidence:
        print(_reason(reason))


def _reason(reason: Evidence) -> str:
    weight = "" if reason.weight is None else f" ({reason.weight:.2f})"
    return plain(f"  {reason.source}: {reason.says}{weight}")
