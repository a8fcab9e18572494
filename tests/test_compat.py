"""The names that older runbooks call (`agent.compat`): what each gives, and how each refuses."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent import compat
from agent.compat import (
    get_retriever,
    get_scenario,
    get_scenario_loader,
    get_smart_scenario_id,
    get_step,
    init_rag,
    retrieve,
    retrieve_with_context,
)
from agent.errors import ContentError, ConversationError, SettingsError
from agent.knowledge import Retriever
from tests.shipped import SMALL, small_with_vectors

VISIT = "how much does a technician's visit cost"


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory, small_index: Path) -> dict[str, str]:
    """A service as it is configured, its index built."""
    folder = tmp_path_factory.mktemp("compat")
    shutil.copytree(small_index, folder / "index")
    return {**small_with_vectors(folder / "index"), "TAISA_DATABASE_URL": "sqlite://"}


@pytest.fixture(autouse=True)
def _configured(environ: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test in a process, as it were, that has called nothing yet."""
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(compat._Container, "current", None)
    compat.default_router.cache_clear()
    yield
    compat.default_router.cache_clear()


# --- before there is anything


@pytest.mark.parametrize(
    "call",
    [
        get_retriever,
        get_scenario_loader,
        lambda: retrieve("wifi"),
        lambda: retrieve_with_context("wifi"),
        lambda: get_scenario("lamp_link"),
        lambda: get_step("lamp_link", 1),
    ],
)  # fmt: skip
def test_before_init_rag_the_mend_is_told(call: object) -> None:
    with pytest.raises(SettingsError) as refused:
        call()  # type: ignore[operator]
    assert refused.value.code == "rag_missing"
    assert refused.value.mend == "Call init_rag() first."


# --- init_rag, get_retriever


def test_init_rag_makes_the_container_that_the_others_use() -> None:
    rag = init_rag()
    assert rag.retriever is get_retriever()
    assert isinstance(rag.retriever, Retriever)
    assert rag.library is get_scenario_loader()


def test_init_rag_over_the_configured_index_builds_nothing_new(environ: dict[str, str]) -> None:
    serving = (Path(environ["TAISA_INDEX_DIR"]) / "CURRENT").read_text()
    assert init_rag().retriever.index.generation == serving.strip()


def test_init_rag_searches_as_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAISA_SEARCH_MODE", "rrf")
    assert init_rag().retriever.ranking.mode == "rrf"


def test_init_rag_takes_a_folder_of_its_own(tmp_path: Path) -> None:
    shutil.copytree(SMALL / "knowledge_base", tmp_path / "kb")
    page = tmp_path / "kb" / "faq" / "parking.en.md"
    page.write_text("---\nid: parking\ntitle: Parking\n---\n\n## Where may I park?\n\nBehind the house.\n")
    init_rag(str(tmp_path / "kb"), cache_size=1)
    assert retrieve("where may I park", threshold=0.0)[0]["document"].endswith("Behind the house.")


def test_init_rag_without_hybrid_searches_by_meaning_alone() -> None:
    init_rag()
    by_both = retrieve(VISIT, threshold=0.0)
    init_rag(use_hybrid=False)
    by_meaning = get_retriever().search(VISIT, top_k=3, threshold=0.0, alpha=1.0)
    assert [one["document"] for one in retrieve(VISIT, threshold=0.0)] == [
        hit.entry.text for hit in by_meaning.hits
    ]
    assert by_both


def test_init_rag_refuses_a_folder_that_is_not_there_and_faulty_pages(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no folder") as refused:
        init_rag(str(tmp_path / "nowhere"))
    assert refused.value.code == "folder_missing"
    (tmp_path / "kb").mkdir()
    shutil.copy(SMALL / "knowledge_base/operator.yaml", tmp_path / "kb")
    (tmp_path / "kb" / "torn.en.md").write_text("---\nid: [\n---\n")
    with pytest.raises(ContentError, match=r"torn\.en\.md"):
        init_rag(str(tmp_path / "kb"))


# --- retrieve, retrieve_with_context


def test_retrieve_gives_documents_with_their_origin() -> None:
    init_rag()
    first = retrieve(VISIT, top_k=1)[0]
    assert set(first) == {"document", "metadata", "score"}
    assert set(first["metadata"]) == {"source", "section", "problem_type", "scenario_id"}
    assert first["metadata"]["source"].startswith("knowledge_base/faq/visit-price.en.md:")
    assert first["metadata"]["scenario_id"] is None
    assert 0.5 <= first["score"] <= 1


def test_retrieve_filters_and_cuts() -> None:
    init_rag()
    of_guide = retrieve("look at the lamp", 5, 0.0, {"scenario_id": "lamp_link", "language": "en"})
    assert {one["metadata"]["scenario_id"] for one in of_guide} == {"lamp_link"}
    assert len(retrieve("lamp", top_k=2, threshold=0.0)) == 2
    assert retrieve("the chess olympiad of 1972") == []
    assert retrieve(VISIT, filter_metadata={"problem_type": "tv"}, threshold=0.99) == []


@pytest.mark.parametrize(
    ("arguments", "error", "code", "says"),
    [
        ({"filter_metadata": {"colour": "red"}}, SettingsError, "filter_unknown", "no filter colour"),
        ({"filter_metadata": {"visibility": "internal"}}, SettingsError, "filter_unknown", "no filter visib"),
        ({"top_k": 0}, ConversationError, "search_argument", "top_k is 1..50"),
        ({"threshold": 1.5}, ConversationError, "search_argument", "threshold is 0..1"),
    ],
)
def test_retrieve_refuses_what_it_does_not_know(
    arguments: dict[str, object], error: type[Exception], code: str, says: str
) -> None:
    init_rag()
    with pytest.raises(error, match=says) as refused:
        retrieve(VISIT, **arguments)  # type: ignore[arg-type]
    assert refused.value.code == code  # type: ignore[attr-defined]


def test_retrieve_with_context_is_text_for_a_model() -> None:
    init_rag()
    best = retrieve(VISIT, top_k=1)[0]
    scored = retrieve_with_context(VISIT, top_k=1)
    assert scored.startswith(f"Context:\n\n[Document 1, Score: {best['score']:.2f}]\n")
    assert f"Source: {best['metadata']['source']}" in scored
    assert scored.endswith(f"Question: {VISIT}")
    assert "[Document 1]\n" in retrieve_with_context(VISIT, include_scores=False)
    assert retrieve_with_context("the chess olympiad of 1972") == (
        "Context:\n\nQuestion: the chess olympiad of 1972"
    )


# --- scenarios


def test_scenarios_and_steps_or_none() -> None:
    init_rag()
    assert set(get_scenario_loader()) == {"lamp_link", "screen_black"}
    scenario = get_scenario("lamp_link")
    assert scenario is not None and scenario.id == "lamp_link"
    assert get_step("lamp_link", 1) == scenario.steps[0]
    assert get_step("lamp_link", 99) is None
    assert get_scenario("nowhere") is None and get_step("nowhere", 1) is None


def test_a_smart_scenario_needs_no_init_rag_and_always_answers() -> None:
    assert get_smart_scenario_id("tv", {}, "the screen is black") == "screen_black"
    assert get_smart_scenario_id(None, {}, "my internet does not work", language="en") == "lamp_link"
    assert get_smart_scenario_id("phone", {}, "qwerty") == "lamp_link", "else the internet's default"
