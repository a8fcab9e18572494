"""What another process publishes is taken up by a running service, and nothing else is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
import uvicorn
from fastapi.testclient import TestClient

from agent.agent import Agent, Reloaded
from agent.api import server as server_room
from agent.api.picking_up import picking_up
from agent.api.watching import watching
from agent.bootstrap import build, publish
from agent.cli.proving import keep, prove
from agent.knowledge import NoEmbedder, Published, build_index, current_generation, read_published, rollback
from agent.material import entries, sound_material
from agent.settings import Settings
from tests.api.running import HERE
from tests.living.beside import Told, finds_gold, gold, held_up, published
from tests.living.desk import Author

ASKED = "Which light is on: green or red?"


@contextmanager
def picked_up(agent: Agent, settings: Settings, told: Told, seconds: float = 0.05) -> Iterator[None]:
    """Beside the block, what is published from now on is taken up."""
    with picking_up(agent, settings, told, read_published(settings.index_dir), seconds=seconds):
        yield


def counted(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> list[Published | None]:
    """What each reload of `agent` is asked for from now on."""
    asked, reload = list[Published | None](), agent.reload

    def counting(only: Published | None = None) -> Reloaded:
        asked.append(only)
        return reload(only)

    monkeypatch.setattr(agent, "reload", counting)
    return asked


def test_what_another_process_publishes_or_goes_back_to_is_taken_up_without_being_asked(
    serving: Agent, settings_here: Settings
) -> None:
    told, directory = Told(), settings_here.index_dir
    first = published(settings_here)
    with picked_up(serving, settings_here, told):
        gold(settings_here)
        second = published(settings_here)
        assert told.hears(1)
        assert serving.content.retriever.index.generation == second and finds_gold(serving)
        assert rollback(directory, NoEmbedder()) == first
        assert told.hears(2)
        assert serving.content.retriever.index.generation == first and not finds_gold(serving)
        assert first in told.sentences[-1]
        assert current_generation(directory) == first  # nothing was built beside it
    assert len(told.sentences) == 2
    assert not [thread for thread in threading.enumerate() if thread.name == "picking-up"]


def test_one_publication_is_one_reload_and_the_same_again_is_none(
    serving: Agent, settings_here: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, asked = Told(), counted(serving, monkeypatch)
    published(settings_here)
    with picked_up(serving, settings_here, told):
        gold(settings_here)
        second = published(settings_here)
        assert told.hears(1)
        published(settings_here)
        threading.Event().wait(0.5)
    assert [only.generation for only in asked if only is not None] == [second] and len(asked) == 1


def test_proofs_of_half_written_guides_put_nothing_live(
    serving: Agent, settings_here: Settings, author: Author
) -> None:
    """`agent check --prove` writes its proofs beside the index, while the guides on the disk are nobody's business yet."""
    told = Told()
    published(settings_here)
    with picked_up(serving, settings_here, told):
        author.replaces(ASKED, "Which lamp, hm, TODO?")
        library = sound_material(settings_here).library
        keep(settings_here, library, prove(library, ["lamp_link"], jobs=1))
        threading.Event().wait(0.6)
        assert ASKED in serving.start(scenario="lamp_link", language="en").text
    assert told.sentences == []


@pytest.mark.parametrize("written", ["Which lamp, hm, TODO?", 'TODO"\n      broken: "'])
def test_guides_that_changed_since_are_not_served_with_what_was_published(
    serving: Agent, settings_here: Settings, author: Author, written: str
) -> None:
    """Not even when an index is gone back to; put back as they were published, they serve with it."""
    told = Told()
    first = published(settings_here)
    gold(settings_here)
    published(settings_here)
    serving.reload(read_published(settings_here.index_dir))
    with picked_up(serving, settings_here, told):
        author.replaces(ASKED, written)
        rollback(settings_here.index_dir, NoEmbedder())
        assert told.hears(1)
        threading.Event().wait(0.5)
        (said,) = told.sentences
        assert "not what was published" in said and "`agent index`" in said
        assert "tried again" in said and "save once more" not in said
        assert ASKED in serving.start(scenario="lamp_link", language="en").text and finds_gold(serving)
        author.replaces(written, ASKED)
        assert told.hears(2)
        assert serving.content.retriever.index.generation == first


def test_what_was_published_while_the_service_started_is_taken_up_too(
    serving: Agent, settings_here: Settings, author: Author
) -> None:
    """What has the index of before too: no text of it was changed."""
    told = Told()
    before = read_published(settings_here.index_dir)
    author.replaces('label_en: "Green"\n          pattern: "žalia|green"\n          action: next_step', 'label_en: "Green"\n          pattern: "žalia|green"\n          action: retry_connection')  # fmt: skip
    published(settings_here)
    with picking_up(serving, settings_here, told, before, seconds=0.05):
        assert told.hears(1)
        assert "lamp_link" in told.sentences[0]


def test_the_service_reads_what_is_published_before_it_reads_the_content(
    settings_here: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read_published(settings_here.index_dir)
    handed_in: list[object] = []

    def building(settings: Settings) -> Agent:
        agent = build(settings)
        gold(settings)
        published(settings)
        return agent

    class Server:
        def __init__(self, config: uvicorn.Config) -> None:
            self._app = config.app

        def run(self, **_: object) -> None:
            with TestClient(self._app, base_url=HERE):  # type: ignore[arg-type]
                pass

    @contextmanager
    def hearing(agent: Agent, settings: Settings, tell: object, served: object) -> Iterator[None]:
        handed_in.append(served)
        yield

    monkeypatch.setattr(server_room, "build", building)
    monkeypatch.setattr(server_room, "picking_up", hearing)
    monkeypatch.setattr(server_room.uvicorn, "Server", Server)
    monkeypatch.setattr(server_room.signal, "signal", lambda *_: None)
    monkeypatch.setattr(server_room, "configure_logging", lambda _: None)
    server_room.serve(settings_here.model_copy(update={"port": 0}), lambda _: None)
    assert handed_in == [first] != [read_published(settings_here.index_dir)]


def test_what_another_process_publishes_last_has_the_last_word(settings_here: Settings) -> None:
    material = sound_material(settings_here)
    older = build_index(entries(material), NoEmbedder(), settings_here.index_dir).generation
    gold(settings_here)
    newer = published(settings_here)
    publish(settings_here, material, older)
    last = read_published(settings_here.index_dir)
    assert last is not None and last.generation == newer


def test_a_damaged_index_is_told_once_and_tried_again_until_it_is_mended(
    serving: Agent, settings_here: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, asked = Told(), counted(serving, monkeypatch)
    published(settings_here)
    before = serving.content.retriever.index.generation
    gold(settings_here)
    material = sound_material(settings_here)
    second = build_index(entries(material), NoEmbedder(), settings_here.index_dir).generation
    passages = settings_here.index_dir / "generations" / second / "passages.jsonl"
    whole = passages.read_bytes()
    with picked_up(serving, settings_here, told, seconds=0.01):
        passages.write_bytes(whole[:-9])
        publish(settings_here, material, second)
        assert told.hears(1)
        threading.Event().wait(1)
        assert len(told.sentences) == 1 and "serves on" in told.sentences[0]
        assert 2 < len(asked) < 10  # a hundred looks, and fewer tries with each
        assert serving.content.retriever.index.generation == before
        assert serving.start(scenario="lamp_link", language="en").step == "lights"
        passages.write_bytes(whole)
        assert told.hears(2)
        assert serving.content.retriever.index.generation == second


def test_what_nobody_foresaw_is_logged_told_and_tried_again(
    serving: Agent, settings_here: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told, reload = Told(), serving.reload
    published(settings_here)

    def failing(_: object = None) -> None:
        monkeypatch.setattr(serving, "reload", reload)
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr(serving, "reload", failing)
    with picked_up(serving, settings_here, told):
        gold(settings_here)
        published(settings_here)
        assert told.hears(2)
    assert "nobody foresaw this" in told.sentences[0] and finds_gold(serving)
    assert [record.exc_info for record in caplog.records if record.name.endswith("taking_up")]


def test_what_this_process_read_anew_itself_is_not_read_twice(
    serving: Agent, settings_here: Settings
) -> None:
    told = Told()
    with picked_up(serving, settings_here, told):
        gold(settings_here)
        serving.reload()
        threading.Event().wait(0.5)
        assert told.sentences == [] and finds_gold(serving)


Beside = Callable[[Agent, Settings, Told], AbstractContextManager[None]]


@pytest.mark.parametrize("beside", [picked_up, watching])
def test_stopping_does_not_wait_for_a_long_reload_and_hears_nothing_of_it_afterwards(
    serving: Agent, settings_here: Settings, author: Author, monkeypatch: pytest.MonkeyPatch, beside: Beside
) -> None:
    told = Told()
    began, let = held_up(serving, monkeypatch)
    with beside(serving, settings_here, told):
        threading.Event().wait(0.5)
        author.replaces(ASKED, "Which lamp burns?")
        published(settings_here)
        assert began.wait(20)
        left = time.monotonic()
    assert time.monotonic() - left < 4
    (thread,) = (each for each in threading.enumerate() if each.name in ("picking-up", "watching"))
    let.set()
    thread.join(60)
    assert not thread.is_alive() and told.sentences == []
