"""What `agent doctor` finds of the index: its age against the content, links, domains, vectors kept, and the mend."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agent import doctor
from agent.doctor import Finding, State, examine
from agent.knowledge import Entry, HashEmbedder, Index, open_index
from agent.knowledge.entry import Link
from agent.knowledge.header import DOMAINS
from agent.settings import Settings, load_settings
from tests.shipped import small_with_vectors

Served = Callable[[Callable[[Entry], Entry]], None]


@pytest.fixture
def settings(tmp_path: Path, small_index: Path) -> Settings:
    shutil.copytree(small_index, tmp_path / "index")
    return load_settings(small_with_vectors(tmp_path / "index"), database_url="sqlite://")


@pytest.fixture
def serve(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Served:
    """Lets the doctor find an index whose entries are changed."""

    def changed(change: Callable[[Entry], Entry]) -> None:
        index = open_index(settings.index_dir, HashEmbedder())
        other = replace(index, entries=tuple(map(change, index.entries)))
        monkeypatch.setattr(doctor, "open_index", lambda folder, embedder: other)

    return changed


def found(settings: Settings, part: str) -> Finding:
    return next(each for each in examine(settings) if each.part == part)


def test_an_index_of_todays_content_is_good(settings: Settings) -> None:
    assert found(settings, "index").state is State.GOOD
    assert not any(each.state is State.BAD for each in examine(settings))


def test_an_index_older_than_the_content_must_be_mended(settings: Settings, serve: Served) -> None:
    def older(entry: Entry) -> Entry:
        if entry.id.startswith("visit-price.en"):
            return replace(entry, text="what it cost last year")
        return replace(entry, id="gone") if entry.id.startswith("visit-price.lt") else entry

    serve(older)
    finding = found(settings, "index")
    assert (finding.state, finding.mend) == (State.BAD, "Run `agent index`.")
    assert "2 texts are new or otherwise, 1 are gone" in finding.says


def test_a_link_that_leads_nowhere_must_be_mended(settings: Settings, serve: Served) -> None:
    serve(
        lambda entry: replace(entry, related=(Link("nowhere"),)) if entry.target == "visit-price" else entry
    )
    finding = found(settings, "links")
    assert finding.state is State.BAD
    assert "1 lead nowhere: visit-price → nowhere." in finding.says and "`related`" in finding.mend


def test_guides_without_a_page_are_named(settings: Settings, serve: Served) -> None:
    serve(lambda entry: entry)
    alone = found(settings, "links")
    assert alone.state is State.OFF and "lamp_link, screen_black" in alone.says and alone.mend
    both = (Link("lamp_link"), Link("screen_black"))
    serve(lambda entry: replace(entry, related=both) if entry.target == "visit-price" else entry)
    assert found(settings, "links").state is State.GOOD


def test_domains_without_a_page_are_named(settings: Settings, serve: Served) -> None:
    assert "billing" in found(settings, "domains").says, "the only page is of another domain"
    domains = iter([*DOMAINS] * 99)
    serve(lambda entry: replace(entry, kind="article", domain=next(domains)))
    assert found(settings, "domains").state is State.GOOD


def test_vectors_of_another_model_take_room(settings: Settings) -> None:
    finding = found(settings, "embeddings")
    assert finding.state is State.GOOD and "MB of vectors kept" in finding.says
    (settings.index_dir / "embeddings" / "other_1-8.vectors").write_bytes(bytes(2_000_000))
    finding = found(settings, "embeddings")
    assert finding.state is State.OFF and "other_1-8.vectors" in finding.says
    assert str(settings.index_dir / "embeddings") in finding.mend


def test_texts_that_the_model_does_not_read_to_their_end_are_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Short(HashEmbedder):
        """Reads ten characters, as it were."""

        window = 128

        def cut(self, texts: Sequence[str]) -> int:
            return len(texts)

    monkeypatch.setattr(doctor, "embedder_of", lambda settings: Short())
    finding = found(settings, "index")
    assert finding.state is State.OFF and "reads only 128 tokens" in finding.says
    assert "TAISA_PASSAGE_LENGTH=300" in finding.mend


@pytest.mark.parametrize(
    ("model", "prefixes", "state"),
    [
        ("intfloat/multilingual-e5-small", "", State.OFF),
        ("intfloat/multilingual-e5-small", "query:,passage:", State.GOOD),
        ("org/made5for", "", State.GOOD),
    ],
)
def test_an_e5_model_wants_its_prefixes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, model: str, prefixes: str, state: State
) -> None:
    monkeypatch.setattr(doctor, "embedder_of", lambda settings: HashEmbedder())
    environ = small_with_vectors(settings.index_dir) | {"TAISA_EMBEDDER": f"sentence-transformers:{model}"}
    finding = found(load_settings({**environ, "TAISA_EMBEDDER_PREFIXES": prefixes}), "embedder")
    assert finding.state is state
    assert ("TAISA_EMBEDDER_PREFIXES=query:,passage:" in finding.mend) == (state is State.OFF)


def test_without_an_index_every_part_of_it_says_what_to_do(settings: Settings, tmp_path: Path) -> None:
    nowhere = settings.model_copy(update={"index_dir": tmp_path / "nowhere"})
    for part in ("index", "links", "domains"):
        assert found(nowhere, part).state is State.BAD and "agent index" in found(nowhere, part).mend


def test_a_service_starts_on_its_index_while_the_revision_cannot_be_asked(settings: Settings) -> None:
    from agent.errors import OutsideError

    class Away(HashEmbedder):
        """Cannot be loaded now."""

        @property
        def revision(self) -> str:  # type: ignore[override]
            raise OutsideError("not here", code="embedder_absent")

    assert isinstance(open_index(settings.index_dir, Away()), Index)
