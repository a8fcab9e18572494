"""Single questions to the parts: search, ask, route."""

from __future__ import annotations

import sys

from agent.cli.shared import note, opened, plain, prepared, print_json
from agent.conversation import Evidence
from agent.knowledge import Filters, Hit


def search(
    query: str,
    top_k: int,
    threshold: float | None,
    language: str | None,
    problem_type: str | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Print the hits; exit 1 when there are none."""
    settings = prepared()
    filters = Filters(language=language, problem_type=problem_type)
    least = settings.search_threshold if threshold is None else threshold
    with opened(settings) as agent:
        result = agent.search(query, top_k=top_k, threshold=least, filters=filters, explain=explain)
    if as_json:
        print_json(result)
    else:
        for hit in result.hits:
            _print_hit(hit, explain)
        if result.degraded:
            note("Searched by keywords only: no embedder is installed.")
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


def ask(question: str, language: str | None, top_k: int, as_json: bool) -> None:
    """Print the answer and its sources; exit 1 when there is none."""
    with opened(prepared()) as agent:
        answer = agent.ask(question, language=language, top_k=top_k)
    if as_json:
        print_json(answer)
    elif answer is not None:
        print(plain(answer.text))
        for entry in answer.sources:
            note(f"↳ {entry.title} ({entry.source}), {answer.confidence:.2f}")
    else:
        note("The knowledge base does not answer that.")
    if answer is None:
        sys.exit(1)


def route(text: str, language: str | None, as_json: bool) -> None:
    """Print where a message belongs."""
    with opened(prepared()) as agent:
        found = agent.route(text, language=language)
    if as_json:
        print_json(found)
        return
    print(
        f"{found.kind}{f' {found.target}' if found.target else ''}  {found.confidence:.2f}  [{found.language}]"
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
