"""Pages and guides that belong together, and what can be reached from those that were found.

An edge is a `related` link as its author wrote it (type, weight), or `similar`: the texts of two pages are near each
other. Breadth first, at most 100 pages, at most 3 of one file. Each hop multiplies by 1 / (1 + 0.2 · hop), following
a link backwards by 0.8.

basic      every edge counts the same
weighted   edges of weight 0.5 and more, times their weight
typed      the same, only through the wanted types; those that are preferred count 1.5 times, but never above the start
smart      typed, and what was reached is chosen by maximal marginal relevance
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from agent.knowledge.entry import Entry
from agent.knowledge.index import Index

STRATEGIES = ("off", "basic", "weighted", "typed", "smart")
SIMILAR = "similar"
LEAST_WEIGHT = 0.5
MOST_NODES, MOST_OF_A_FILE = 100, 3
_DECAY, _REVERSE, _PREFERRED = 0.2, 0.8, 1.5
_NEIGHBOURS = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """How links are followed. `types` () = all; `preferred` types are favoured by `typed` and `smart`."""

    strategy: str = "smart"
    hops: int = 2
    least: float = LEAST_WEIGHT
    types: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """One step from a page to another; `forward` as the link was written."""

    target: str
    type: str
    weight: float
    forward: bool


@dataclass(frozen=True, slots=True)
class Reached:
    """A page that links lead to: its score 0..1 and the way, as text for people."""

    target: str
    score: float
    hop: int
    path: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Edges by page or guide, and the file each of them stands in."""

    edges: Mapping[str, tuple[Edge, ...]]
    files: Mapping[str, str] = field(default_factory=dict)

    def expand(self, starts: Mapping[str, float], plan: Plan) -> tuple[Reached, ...]:
        """What can be reached from `starts` (scores 0..1), best first, without the starts themselves."""
        if plan.strategy == "off" or not starts:
            return ()
        best: dict[str, Reached] = {}
        waiting = deque(Reached(name, score, 0, name) for name, score in starts.items())
        origin = dict(starts)
        while waiting and len(best) < MOST_NODES:
            here = waiting.popleft()
            if here.hop == plan.hops:
                continue
            for edge in self.edges.get(here.target, ()):
                factor = _factor(edge, plan)
                if not factor or edge.target in starts:
                    continue
                start = origin[here.path.split(" → ", 1)[0]]
                score = min(here.score * factor / (1 + _DECAY * (here.hop + 1)), start)
                if edge.target in best and best[edge.target].score >= score:
                    continue
                path = f"{here.path} → {edge.target} ({edge.type} {edge.weight:.2f})"
                best[edge.target] = Reached(edge.target, score, here.hop + 1, path)
                waiting.append(best[edge.target])
        ranked = sorted(best.values(), key=lambda one: (-one.score, one.target))
        return tuple(self._few_of_a_file(ranked))[:MOST_NODES]

    def _few_of_a_file(self, ranked: Sequence[Reached]) -> list[Reached]:
        counted: Counter[str] = Counter()
        kept = []
        for one in ranked:
            file = self.files.get(one.target, one.target)
            counted[file] += 1
            if counted[file] <= MOST_OF_A_FILE:
                kept.append(one)
        return kept


def _factor(edge: Edge, plan: Plan) -> float:
    """What one step keeps of the score; 0 = not taken."""
    if plan.strategy == "basic":
        return 1.0
    if edge.weight < plan.least:
        return 0.0
    typed = plan.strategy in ("typed", "smart")
    if typed and plan.types and edge.type not in plan.types:
        return 0.0
    factor = edge.weight * (1.0 if edge.forward else _REVERSE)
    return factor * (_PREFERRED if typed and edge.type in plan.preferred else 1.0)


def graph_of(index: Index) -> Graph:
    """The links of all pages and guides of an index, in both directions, and edges between near ones."""
    edges: dict[str, dict[tuple[str, str], Edge]] = defaultdict(dict)
    files: dict[str, str] = {}
    for entry in index.entries:
        files.setdefault(entry.target, entry.source.rsplit(":", 1)[0])
        for link in entry.related:
            edges[entry.target].setdefault(
                (link.target, link.type), Edge(link.target, link.type, link.weight, True)
            )
            edges[link.target].setdefault(
                (entry.target, link.type), Edge(entry.target, link.type, link.weight, False)
            )
    for one, other, weight in _near(index):
        edges[one].setdefault((other, SIMILAR), Edge(other, SIMILAR, weight, True))
    return Graph(
        {name: tuple(found[key] for key in sorted(found)) for name, found in edges.items() if name in files},
        files,
    )


def _near(index: Index) -> list[tuple[str, str, float]]:
    """For each page or guide the three nearest ones, where the cosine of their centred means is .5 or more."""
    if index.vectors is None or index.centre is None or not len(index.entries):
        return []
    count = int(index.topics.max()) + 1
    means = np.zeros((count, index.vectors.shape[1]), dtype=np.float32)
    np.add.at(means, index.topics, index.vectors - index.centre)
    means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
    names: dict[int, Entry] = {}
    for topic, entry in zip(index.topics.tolist(), index.entries, strict=True):
        names.setdefault(topic, entry)
    found = []
    for topic in range(count):
        cosines = means @ means[topic]
        cosines[topic] = -1.0
        for other in np.argsort(-cosines, kind="stable")[:_NEIGHBOURS].tolist():
            if cosines[other] >= LEAST_WEIGHT:
                found.append((names[topic].target, names[other].target, round(float(cosines[other]), 4)))
    return found
