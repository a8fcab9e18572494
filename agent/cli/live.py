"""Commands about content at work: simulated customers, replay, what a change would do to open conversations."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from agent.cli.shared import note, opened, plain, prepared, print_json
from agent.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.simulation import Outcomes, Played

WORDS = Path("tests/data")
_COLUMNS = (
    "conversations", "resolved", "escalated", "left", "turns", "actions", "again", "tickets", "misread", "unclear",
    "unsafe", "open",
)  # fmt: skip


def simulate(
    scenarios: Sequence[str],
    conversations: int,
    seed: int,
    language: str | None,
    words: Path | None,
    show: int,
    as_json: bool,
) -> None:
    """Hold simulated conversations, print how they ended; exit 1 when one never ended or was closed while broken."""
    from agent.simulation import counted, load_words, simulate  # noqa: PLC0415  (loads the whole agent)

    settings = prepared()
    said = load_words(words or WORDS)
    if words is not None and not said:
        raise SettingsError(
            f"There are no simulated_<language>.yaml in {words}.",
            mend="Name another folder, or leave --words out: customers then press buttons.",
            code="words_missing",
        )
    if not said:
        note(
            f"There are no words in {WORDS}, which comes with the source and not with the package: customers press "
            "buttons. Name a folder with simulated_<language>.yaml by --words to let them talk."
        )
    with _bar("Talking", conversations, quiet=as_json) as step:
        played = []
        languages = (language,) if language else ()
        for each in simulate(
            settings, said, conversations, seed=seed, languages=languages, scenarios=tuple(scenarios)
        ):
            played.append(each)
            step()
    tables = {
        "by_scenario": counted(played, lambda each: each.scenario),
        "by_persona": counted(played, lambda each: each.persona),
        "by_language": counted(played, lambda each: each.language),
    }
    failed = [each for each in played if each.unsafe or each.ending == "open"]
    if as_json:
        print_json({"conversations": len(played), "seed": seed, **tables, "failed": failed})
    else:
        for rows in tables.values():
            _print_table(rows)
        _print_talks([*failed, *played[:show]])
    if failed:
        note(f"{len(failed)} conversations ended wrongly.")
        sys.exit(1)


def replay(since: str | None, conversation: str | None, every: bool, as_json: bool) -> None:
    """Run stored conversations again; print those that come out otherwise; exit 1 if one does on unchanged content."""
    from agent.replay import Result, replay, replay_all  # noqa: PLC0415  (loads the whole agent)

    moment = _moment(since)
    with opened(prepared()) as agent:
        if conversation:
            turns = agent.turns(conversation)
            found = [replay(agent.snapshot, turns, agent.old_version)]
        else:
            found = list(replay_all(agent.snapshot, agent.store, agent.old_version, moment))
    shown = [each for each in found if every or each.result in (Result.DIFFERS, Result.REWORDED)]
    counts = {str(name): sum(each.result is name for each in found) for name in Result}
    turns_run = sum(each.turns for each in found)
    if as_json:
        print_json({"conversations": len(found), "turns": turns_run, "results": counts, "shown": shown})
    else:
        for each in shown:
            print(plain(str(each)))
        told = ", ".join(f"{number} {name}" for name, number in counts.items() if number)
        note(f"{len(found)} conversations, {turns_run} turns: {told or 'nothing stored'}.")
    if any(not each.changed for each in found if each.result in (Result.DIFFERS, Result.REWORDED)):
        sys.exit(1)


def _moment(since: str | None) -> datetime | None:
    if since is None:
        return None
    try:
        moment = datetime.fromisoformat(since)
    except ValueError as fault:
        raise SettingsError(
            f"{since!r} is no date.", mend="Write 2026-01-31 or 2026-01-31T09:00+02:00.", code="date_invalid"
        ) from fault
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def against_live(folder: Path | None, as_json: bool) -> None:
    """List what each open conversation would do on the content as it reads now; exit 1 if one would lose its place."""
    from agent.foresight import foresee  # noqa: PLC0415  (loads the store)
    from agent.material import sound_material  # noqa: PLC0415
    from agent.pinning import Going  # noqa: PLC0415
    from agent.snapshot import kept_in  # noqa: PLC0415
    from agent.store import open_store  # noqa: PLC0415

    settings = prepared(scenarios_dir=folder)
    library = sound_material(settings).library
    store = open_store(settings.database_url)
    try:
        found = list(foresee(store, library, kept_in(store)))
    finally:
        store.close()
    counts = {str(going): sum(each.fate.going is going for each in found) for going in Going}
    if as_json:
        print_json({"counts": counts, "conversations": found})
    else:
        for each in found:
            print(each)
        told = ", ".join(f"{number} {name}" for name, number in counts.items() if number)
        note(f"Guides under open conversations: {told or 'none'}.")
    if counts[Going.LOST]:
        sys.exit(1)


def record(name: str, scenarios: Sequence[str], language: str | None) -> None:
    """Hold a conversation on the terminal and write it down as a talk."""
    from agent.cli.chat import hold  # noqa: PLC0415  (loads the whole agent)
    from agent.recording import record  # noqa: PLC0415

    settings = prepared(language=language)
    note("Say what a customer would say. /q ends it and writes the talk down.")
    with opened(settings, throwaway=True) as agent:
        conversation_id = hold(agent, language, scenarios[0] if scenarios else None, why=True)
        written = record(agent.turns(conversation_id), name, settings.scenarios_dir)
    note(f"Written to {written.file}:{written.line}. Read it over, then: agent rehearse")


def _print_table(rows: Iterable[Outcomes]) -> None:
    from rich.console import Console  # noqa: PLC0415  (with the commands that draw)
    from rich.table import Table  # noqa: PLC0415

    table = Table("", *(name.replace("_", " ") for name in _COLUMNS), box=None, pad_edge=False)
    for row in rows:
        table.add_row(row.name, *(str(getattr(row, name)) for name in _COLUMNS))
    Console(width=170).print(table)
    print()


def _print_talks(played: Iterable[Played]) -> None:
    for each in played:
        print(f"{each.number} {each.scenario} {each.persona} [{each.language}]: {each.ending}")
        for speaker, said in each.transcript:
            print(f"    {speaker}: {plain(said)}")


@contextmanager
def _bar(title: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr; what is given is called once for each piece done."""
    from rich.console import Console  # noqa: PLC0415  (with the commands that draw)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)
