"""Each stage after the search: what it does by hand-made tables, and that switching it off changes the first hit."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import ConversationError
from agent.knowledge import (
    Boost,
    Entry,
    Filters,
    HashEmbedder,
    LocalResults,
    NoEmbedder,
    Plan,
    Ranking,
    Retriever,
    assemble,
    boosting,
)
from agent.knowledge.alpha import lean
from agent.knowledge.analysis import grams_of
from agent.knowledge.boosting import fits_model
from agent.knowledge.counters import SearchCounters, cache_rows
from agent.knowledge.diversity import mmr
from agent.knowledge.embedding import Vectors
from agent.knowledge.entry import Link
from agent.knowledge.finder import Finder, context_text
from agent.knowledge.found import Hit, Result
from agent.knowledge.links import Edge, Graph, graph_of
from agent.knowledge.merging import merged
from agent.knowledge.ranking import geometric, overlap, variance
from agent.knowledge.remembering import Contact, memory_score, remembered, retention
from agent.language import fold

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def _entry(name: str, text: str, **other: object) -> Entry:
    return Entry(name, text, "article", name, "en", title=name, body=text, source=f"kb/{name}.md:1", **other)  # type: ignore[arg-type]


ENTRIES = (
    _entry("restart", "How do I restart the router? Pull the plug.", tags=("router",), related=(Link("lights"),)),
    _entry("restart-x1", "How do I restart the router X1? Hold the button.", applicable_models=("X1*",)),
    _entry("lights", "What the lamps mean. Green is good.", related=(Link("fibre", "next", 0.9), Link("faint", "next", 0.2))),
    _entry("fibre", "The fibre box on the wall."),
    _entry("faint", "Something hardly related at all."),
    _entry("bill", "How do I pay the bill? At the bank.", tags=("billing", "invoice")),
    _entry("code", "Error E1042 means that the line is cut."),
)  # fmt: skip


@pytest.fixture(scope="module")
def retriever() -> Retriever:
    return Retriever(assemble(ENTRIES, HashEmbedder()), HashEmbedder())


def _first(retriever: Retriever, query: str, ranking: Ranking, **other: object) -> str:
    return retriever.search(query, threshold=0, ranking=ranking, **other).hits[0].entry.id  # type: ignore[arg-type]


# ── boost ──


@pytest.mark.parametrize(
    ("boost", "expected"),
    [
        (Boost(), 0.0),
        (Boost(tags=("billing",)), 0.1),
        (Boost(tags=("Billing", "invoice", "other")), 0.2),
        (Boost(tags=tuple("abcde")), 0.3),  # never more by tags
        (Boost(tags=("a",), model="HG8245"), 0.3),
        (Boost(model="XHG8245"), 0.0),  # whole, not a part of it
    ],
)
def test_a_boost_adds_up_and_is_bounded(boost: Boost, expected: float) -> None:
    entry = _entry("x", "x", tags=("billing", "invoice", *"abcde"), applicable_models=("hg82*",))
    assert boost.of(entry) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("model", "globs", "fits"),
    [("HG8245", ("HG82*",), True), ("hg8245", ("HG824?",), True), ("HG8245", ("*",), False), ("a.b", ("a?b",), True),
     ("axb", ("a.b",), False), ("a" * 40, ("*" * 40 + "b",), False)],
)  # fmt: skip
def test_globs_are_anchored(model: str, globs: tuple[str, ...], fits: bool) -> None:
    assert fits_model(model, globs) is fits


@given(st.text("ab*", max_size=8), st.text("abc*?", max_size=8))
def test_globs_match_what_the_standard_library_matches(model: str, glob: str) -> None:
    assert fits_model(model, (glob,)) is (glob != "*" and fnmatchcase(model, glob))


def test_no_glob_is_slow() -> None:
    begun = time.process_time()
    assert not fits_model("a" * 100, ("*a" * 12 + "*b",))
    assert fits_model("a" * 100 + "b", ("*a" * 12 + "*b",))
    assert time.process_time() - begun < 0.1  # an expression that goes back takes minutes


def test_tags_are_folded_once_and_not_for_every_passage(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []

    def counting(text: str) -> str:
        folded.append(text)
        return fold(text)

    monkeypatch.setattr(boosting, "fold", counting)
    boost = Boost(tags=("Only here",))
    rows = [_entry(str(number), "x", tags=("Of one", "Page alone")) for number in range(50)]
    assert [boost.of(row) for row in rows] == [0.0] * 50
    assert sorted(folded) == ["Of one", "Only here", "Page alone"]


def test_without_the_boost_another_page_is_first(retriever: Retriever) -> None:
    query = "how do I restart the router"
    assert _first(retriever, query, Ranking()) == "restart"
    assert _first(retriever, query, Ranking(boost=Boost(model="X100"))) == "restart-x1"


def test_a_boost_lifts_no_page_over_the_threshold(retriever: Retriever) -> None:
    ranking = Ranking(boost=Boost(tags=("billing", "invoice", "router"), model="X1"))
    assert retriever.search("a recipe for bread", ranking=ranking).hits == ()


# ── weights, modes and keyword scores ──


def test_without_the_words_a_code_is_not_first() -> None:
    class Deaf(HashEmbedder):
        """Knows no codes, as real models hardly do."""

        def encode_queries(self, texts: object) -> object:  # type: ignore[override]
            return super().encode_queries([str(text).replace("E1042", "router restart") for text in texts])  # type: ignore[attr-defined]

        encode_passages = encode_queries

    retriever = Retriever(assemble(ENTRIES, Deaf()), Deaf())
    assert _first(retriever, "E1042", Ranking(), alpha=1.0) != "code"
    assert _first(retriever, "E1042", Ranking(), alpha=0.2) == "code"


def test_without_the_vectors_a_question_of_strange_words_is_lost() -> None:
    class Knowing(HashEmbedder):
        """Knows that one strange word means paying."""

        def encode_queries(self, texts: object) -> object:  # type: ignore[override]
            return super().encode_queries([str(t).replace("zahlen", "How do I pay the bill") for t in texts])  # type: ignore[attr-defined]

    retriever = Retriever(assemble(ENTRIES, Knowing()), Knowing())
    assert retriever.search("zahlen", threshold=0).hits[0].entry.id == "bill"


# ── dynamic alpha ──


@pytest.mark.parametrize(
    ("query", "lower", "signal"),
    [
        ("error E1042 on the line", True, "a code"),
        ('the page says "line is cut" always now', True, "quoted"),
        ("the bill", True, "very short"),
        ("qqq www zzz", False, "no known word"),
        (
            "router " + "and so it went on and on, telling the whole day over to everybody that came by " * 3,
            False,
            "long",
        ),
    ],
)
def test_a_question_leans_the_weight_and_says_why(query: str, lower: bool, signal: str) -> None:
    leaning = lean(query, assemble(ENTRIES, HashEmbedder()), "en", 0.5)
    assert (leaning.alpha < 0.5) is lower
    assert 0.2 <= leaning.alpha <= 0.8
    assert any(signal in why for why in leaning.why)


def test_a_leaning_is_remembered_for_a_while_and_an_override_wins() -> None:
    index = assemble(ENTRIES, HashEmbedder())
    dynamic = Retriever(index, HashEmbedder(), dynamic=True, alpha=0.5)
    assert dynamic.search("error E1042").alpha < 0.5
    assert any("a code" in note for note in dynamic.search("error E1042").notes)
    assert dynamic.search("error E1042", alpha=0.9).alpha == 0.9
    assert dynamic._leanings is not None and dynamic._leanings.cache.hits == 1


# ── links ──

GRAPH = Graph(
    {
        "a": (
            Edge("b", "next", 0.9, True),
            Edge("c", "related", 0.4, True),
            Edge("d", "related", 0.8, False),
        ),
        "b": (Edge("e", "next", 1.0, True),),
        "e": (Edge("f", "next", 1.0, True),),
    }
)


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (Plan("off"), {}),
        (Plan("basic", hops=1), {"b": 1 / 1.2, "c": 1 / 1.2, "d": 1 / 1.2}),
        (Plan("weighted", hops=1), {"b": 0.9 / 1.2, "d": 0.8 * 0.8 / 1.2}),  # c is below .5; d goes backwards
        (Plan("weighted", hops=2), {"b": 0.9 / 1.2, "d": 0.64 / 1.2, "e": 0.9 / 1.2 / 1.4}),
        (Plan("typed", hops=1, types=("related",)), {"d": 0.64 / 1.2}),
        (
            Plan("typed", hops=1, preferred=("next",)),
            {"b": 1.0, "d": 0.64 / 1.2},
        ),  # 1.125, but not above the start
    ],
)
def test_links_are_followed_as_planned(plan: Plan, expected: dict[str, float]) -> None:
    reached = {one.target: one.score for one in GRAPH.expand({"a": 1.0}, plan)}
    assert reached == {name: pytest.approx(score) for name, score in expected.items()}


def test_a_way_is_told_and_a_ring_ends() -> None:
    ring = Graph({"a": (Edge("b", "next", 1.0, True),), "b": (Edge("a", "next", 1.0, True),)})
    (one,) = ring.expand({"a": 0.9}, Plan("weighted", hops=4))
    assert one.path == "a → b (next 1.00)"


def test_at_most_three_pages_of_one_file() -> None:
    wide = Graph(
        {"a": tuple(Edge(f"p{n}", "next", 1.0, True) for n in range(9))}, {f"p{n}": "f.md" for n in range(9)}
    )
    assert len(wide.expand({"a": 1.0}, Plan("weighted"))) == 3


def test_links_bring_what_no_word_would_find(retriever: Retriever) -> None:
    query = "how do I restart the router"
    plain = retriever.search(query, threshold=0.5)
    linked = retriever.search(query, threshold=0.5, explain=True, ranking=Ranking(links=Plan("weighted")))
    assert "lights" not in {hit.entry.id for hit in plain.hits} and not plain.linked
    ways = {hit.entry.id: hit for hit in linked.linked}
    assert {"lights", "fibre"} <= set(ways) and "faint" not in ways
    assert ways["lights"].scores["link"] > ways["fibre"].scores["link"] > 0
    assert any("restart → lights" in why for why in ways["lights"].why)


def test_links_go_both_ways_and_never_show_internal_pages() -> None:
    entries = (*ENTRIES[:2], replace(ENTRIES[2], visibility="internal"), *ENTRIES[3:])
    index = assemble(entries, HashEmbedder())
    assert any(edge.target == "restart" and not edge.forward for edge in graph_of(index).edges["lights"])
    found = Retriever(index, HashEmbedder()).search(
        "how do I restart the router", ranking=Ranking(links=Plan("basic"))
    )
    assert "lights" not in {hit.entry.id for hit in found.linked}


# ── diversity ──


def test_of_two_that_say_the_same_the_second_waits() -> None:
    likeness = np.array([[1, 0.99, 0.1], [0.99, 1, 0.1], [0.1, 0.1, 1]], dtype=np.float32)
    assert mmr([0.9, 0.89, 0.7], likeness, 3) == [0, 2, 1]
    assert mmr([0.9, 0.89, 0.7], likeness, 3, 1.0) == [0, 1, 2]
    assert mmr([], likeness, 3) == []


def test_diversity_changes_what_is_shown(retriever: Retriever) -> None:
    query = "how do I restart the router"
    plain = [hit.entry.id for hit in retriever.search(query, threshold=0, top_k=2).hits]
    diverse = retriever.search(query, threshold=0, top_k=2, ranking=Ranking(diversity=0.3)).hits
    assert {"restart", "restart-x1"} == set(plain)
    assert {hit.entry.id for hit in diverse} != set(plain)


# ── memory and the fusion of sources ──


def test_memory_fades_with_the_hours_and_slower_for_what_mattered() -> None:
    assert memory_score(0, 1.0) == pytest.approx(1.0)
    assert memory_score(0, 0.0) == pytest.approx(0.3)
    assert memory_score(100, 1.0) == pytest.approx(np.exp(-1.0))
    assert memory_score(100, 1.0, importance=2.0) == pytest.approx(2 * np.exp(-0.5))
    assert retention(-5) == 1.0  # a clock that runs ahead


def test_the_contact_that_matters_comes_first() -> None:
    contacts = (
        Contact("old", NOW - timedelta(days=60), "router", "unresolved"),
        Contact("new", NOW - timedelta(hours=2), "router", "resolved"),
        Contact("open", NOW - timedelta(hours=2), "router", "unresolved"),
    )
    found = remembered(contacts, NOW, lambda texts: [1.0] * len(texts))
    assert [one.contact.id for one in found] == ["open", "new", "old"]


@pytest.mark.parametrize(
    ("rule", "weights", "expected"),
    [
        ("rrf", None, {"b": 1 / 62 + 1 / 61, "a": 1 / 61, "c": 1 / 62}),
        ("weighted", {"search": 3.0, "links": 1.0}, {"a": 0.675, "b": 0.6 + 0.125, "c": 0.05}),
        ("max", None, {"a": 0.9, "b": 0.8, "c": 0.2}),
    ],
)
def test_sources_are_fused(rule: str, weights: dict[str, float] | None, expected: dict[str, float]) -> None:
    sources = {"search": [("a", 0.9), ("b", 0.8)], "links": [("b", 0.5), ("c", 0.2)], "memory": []}
    assert merged(sources, rule, weights) == {name: pytest.approx(score) for name, score in expected.items()}


@pytest.mark.parametrize("rule", ["rrf", "weighted", "max"])
def test_one_source_stays_as_it_is(rule: str) -> None:
    assert merged({"search": [("a", 0.9), ("b", 0.1)], "links": []}, rule) == {"a": 0.9, "b": 0.1}


def test_a_fusion_that_there_is_not_is_refused_whatever_was_found(retriever: Retriever) -> None:
    with pytest.raises(ConversationError) as refused:
        Finder(retriever).search("how do I pay the bill", fusion="bogus")
    assert refused.value.code == "search_argument" and "rrf" in refused.value.message
    for sources in ({"search": [("a", 0.9)]}, {}):
        with pytest.raises(ValueError, match="bogus"):
            merged(sources, "bogus")


def test_memory_brings_what_the_customer_asked_about_before(retriever: Retriever) -> None:
    contacts = (Contact("1", NOW - timedelta(hours=1), "how do I pay the bill", "unresolved"),)
    finder = Finder(retriever, contacts=lambda: contacts, now=lambda: NOW)
    query = "how do I restart the router"
    plain = [hit.entry.id for hit in finder.search(query)]
    assert "bill" not in plain
    assert "bill" in [hit.entry.id for hit in finder.search(query, use_memory=True)]
    linked = [hit.entry.id for hit in finder.search(query, use_graph_expansion=True, graph_hops=1)]
    assert "lights" in linked and "fibre" not in linked


def test_earlier_contacts_are_masked_embedded_at_once_and_not_kept() -> None:
    class Counting(HashEmbedder):
        def __init__(self) -> None:
            super().__init__()
            self.batches: list[list[str]] = []

        def encode_queries(self, texts: Sequence[str]) -> Vectors:
            self.batches.append(list(texts))
            return super().encode_queries(texts)

    embedder = Counting()
    here = Retriever(assemble(ENTRIES, HashEmbedder()), embedder)
    contacts = [Contact(str(number), NOW, f"Zabulonis{number}, call +37061234567") for number in range(10)]
    finder = Finder(here, contacts=lambda: contacts, now=lambda: NOW)
    finder.ask("how do I restart the router")
    words = grams_of.cache_info().currsize
    told = [finder.ask("how do I restart the router", use_memory=True).memories for _ in range(2)]
    assert grams_of.cache_info().currsize == words
    assert told[0] == told[1] and all("[phone]" in each.contact.text for each in told[0])
    assert [len(each) for each in embedder.batches] == [
        1,
        10,
        10,
    ]  # the question is kept, its contacts are not
    assert "61234567" not in str(embedder.batches)


def test_an_answer_comes_with_all_it_stands_on(retriever: Retriever) -> None:
    contacts = (Contact("1", NOW, "the router again"),)
    asked = Finder(retriever, contacts=lambda: contacts, now=lambda: NOW).ask(
        "how do I restart the router", use_memory=True
    )
    assert asked.answer and "restart" in asked.answer
    assert asked.passages[0].entry.id.startswith("restart") and asked.link_passages
    assert asked.memories[0].contact.id == "1"
    assert 0 < asked.confidence <= 1 and asked.timings
    nothing = Finder(retriever).ask("a recipe for bread")
    assert (nothing.answer, nothing.passages, nothing.confidence) == (None, (), 0.0)
    assert asked.withheld is None and not asked.degraded
    assert nothing.withheld and nothing.withheld.probability < nothing.withheld.threshold == 0.5


def test_a_question_is_asked_under_the_stages_the_retriever_is_set_to(retriever: Retriever) -> None:
    set_up = Retriever(retriever.index, NoEmbedder(), ranking=Ranking(keywords="bm25", mode="max"))
    asked = Finder(set_up).ask("how do I restart the router")
    assert (asked.scoring["keywords"], asked.scoring["mode"]) == ("bm25", "max")
    assert asked.degraded


def test_the_text_for_a_model_has_its_exact_form(retriever: Retriever) -> None:
    hit = replace(retriever.search("how do I pay the bill").hits[0], score=0.854)
    assert context_text("how?", [hit]) == (
        "Context:\n\n[Document 1, Score: 0.85]\nHow do I pay the bill? At the bank.\nSource: kb/bill.md:1\n\nQuestion: how?"
    )
    assert "[Document 1]\n" in context_text("how?", [hit], include_scores=False)


# ── other faces ──


def test_langchain_can_plug_it_in(retriever: Retriever) -> None:
    from agent.knowledge.langchain import TaisaRetriever

    documents = TaisaRetriever(retriever=retriever).invoke("how do I pay the bill")
    assert documents[0].metadata["source"] == "kb/bill.md:1"
    assert documents[0].metadata["score"] >= 0.5


def test_searches_are_counted_without_their_words() -> None:
    counters = SearchCounters()
    retriever = Retriever(assemble(ENTRIES, HashEmbedder()), HashEmbedder(), observe=counters.observe)
    retriever.search("how do I pay the bill")
    retriever.search("a recipe for bread", filters=Filters(domain="billing"))
    rows = {(row.name, row.labels): row.value for row in counters.rows()}
    names = {name for name, _ in rows}
    assert {"search_queries_total", "search_latency_seconds_bucket", "cache_hit_ratio", "retrieval_variance_sum",
            "rank_correlation_sum", "zero_result_total"} <= names  # fmt: skip
    assert sum(value for (name, _), value in rows.items() if name == "search_queries_total") == 2
    assert rows["zero_result_total", ()] == 1
    assert "bread" not in repr(rows) and "bill" not in repr(rows).replace("billing", "")


def _numbers(counters: SearchCounters) -> dict[str, float]:
    return {row.name: row.value for row in counters.rows() if not row.name.endswith("_bucket")}


def test_the_agreement_of_both_sides_is_added_up_over_the_searches_that_found_something() -> None:
    counters = SearchCounters()
    retriever = Retriever(
        assemble(ENTRIES, HashEmbedder()), HashEmbedder(), observe=counters.observe, results=LocalResults()
    )
    told = [retriever.search(text, explain=True) for text in ("how do I pay the bill", "restart the router")]
    retriever.search("restart the router", explain=True)  # from what was kept: counted once
    retriever.search("a recipe for bread")  # found nothing
    overlaps, variances = [one.overlap for one in told], [one.variance for one in told]
    assert None not in overlaps and None not in variances
    numbers = _numbers(counters)
    assert numbers["rank_correlation_count"] == numbers["retrieval_variance_count"] == 2
    assert numbers["rank_correlation_sum"] == pytest.approx(sum(map(float, overlaps)))
    assert numbers["retrieval_variance_sum"] == pytest.approx(sum(map(float, variances)))
    assert min(map(float, overlaps)) > 0 and max(map(float, variances)) > 0


def test_where_one_side_alone_was_searched_nothing_can_agree() -> None:
    counters = SearchCounters()
    retriever = Retriever(assemble(ENTRIES, NoEmbedder()), NoEmbedder(), observe=counters.observe)
    found = retriever.search("how do I pay the bill")
    assert found.hits and found.overlap is None and found.geometric_confidence is None
    assert _numbers(counters)["rank_correlation_count"] == 0


def test_overlap_is_the_share_of_the_best_that_both_have() -> None:
    one = np.array([0.9, 0.8, 0.7, 0.1, 0.0])
    places = np.arange(5)
    assert overlap(one, one, places, 2) == 1.0
    assert overlap(one, one[::-1].copy(), places, 2) == 0.0
    assert overlap(one, np.array([0.9, 0.0, 0.8, 0.1, 0.0]), places, 2) == 0.5
    # the second and the third say the same
    assert overlap(one, np.array([0.9, 0.0, 0.8, 0.1, 0.0]), np.array([0, 1, 1, 2, 3]), 2) == 1.0
    assert overlap(one, np.array([0.0, 0.0, 0.8, 0.0, 0.0]), places, 3) == 1.0  # it has no more than one
    assert overlap(one, np.zeros(5), places, 2) is None


def test_the_geometric_confidence_needs_all_three_signs_and_none_erases_the_rest() -> None:
    assert geometric(1, 1, 1) == 1
    assert geometric(0.5, 0.2, 0.8) == pytest.approx(0.5**0.4 * 0.2**0.3 * 0.8**0.3)
    assert geometric(0.9, 0.0, 0.0) == pytest.approx(0.9**0.4 * 0.01**0.6)
    hit = Hit(ENTRIES[0], 0.9)
    assert Result((hit,), variance=0.1, overlap=0.5).geometric_confidence == pytest.approx(
        geometric(0.9, 0.4, 0.5)
    )
    assert Result((hit,)).geometric_confidence is None


def test_variance_is_nothing_for_a_flat_list() -> None:
    assert variance([]) == variance([0.4, 0.4]) == 0
    assert variance([0.0, 1.0]) == 0.25


def test_model_calls_are_counted_by_how_they_went() -> None:
    counters = SearchCounters()
    for result in ("worded", "model_late", "worded"):
        counters.modelled(result)
    rows = {row.labels: row.value for row in counters.rows() if row.name == "model_calls_total"}
    assert rows == {(("result", "model_late"),): 1, (("result", "worded"),): 2}


def test_a_leaned_weight_is_kept_and_seen_beside_the_vectors() -> None:
    retriever = Retriever(assemble(ENTRIES, HashEmbedder()), HashEmbedder(), dynamic=True)
    for _ in range(4):
        retriever.search("how do I pay the bill")
    assert set(retriever.caches) == {"embedding", "alpha"}
    for name, cache in retriever.caches.items():
        rows = {(row.name, dict(row.labels).get("result", "")): row.value for row in cache_rows(name, cache)}
        assert rows["cache_hit_ratio", ""] == 0.75
        assert (rows["cache_requests_total", "hit"], rows["cache_requests_total", "miss"]) == (3, 1)
        assert rows["cache_entries", ""] == 1


def test_a_cache_that_nobody_asked_has_no_ratio() -> None:
    retriever = Retriever(assemble(ENTRIES, HashEmbedder()), HashEmbedder())
    assert "cache_hit_ratio" not in {
        row.name for row in cache_rows("embedding", retriever.caches["embedding"])
    }
