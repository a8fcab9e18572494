"""The steps lead to the tables the code expects, and a database that cannot serve says what to do."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from agent.errors import OutsideError, SettingsError
from agent.store import SqlStore, migrate, open_store
from agent.store.database import Database
from agent.store.migrating import HEAD, SCRIPTS, revision, upgrade
from agent.store.schema import metadata

from .store_values import a_conversation, say


def test_the_newest_step_is_the_one_the_code_knows() -> None:
    assert ScriptDirectory(str(SCRIPTS)).get_current_head() == HEAD


def test_the_steps_make_the_tables_of_the_code(database_url: str) -> None:
    database = Database(database_url)
    upgrade(database)
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": _ours})
        assert compare_metadata(context, metadata) == []
    database.close()


def _ours(_object: object, name: str | None, kind: str, _reflected: bool, _compared: object) -> bool:
    return not (kind == "table" and name == "alembic_version")


def test_migrating_again_changes_nothing(shared_url: str) -> None:
    assert migrate(shared_url) == HEAD
    assert migrate(shared_url) == HEAD


def test_a_new_file_is_migrated_at_start(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.db'}")
    assert revision(database) is None
    database.close()
    open_store(f"sqlite:///{tmp_path / 'new.db'}").close()


REFUSED = [
    ("not a url", "database_url"),
    ("mysql://localhost/x", "database_url"),
    ("sqlite:////proc/nowhere/taisa.db", "database_file"),
]


@pytest.mark.parametrize(("url", "code"), REFUSED)
def test_a_database_that_cannot_serve_says_so(url: str, code: str) -> None:
    with pytest.raises(SettingsError) as refused:
        open_store(url)
    assert refused.value.code == code
    assert refused.value.mend


def test_a_server_that_is_not_there_is_an_outside_fault() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(OutsideError) as failed:
        open_store("postgresql://127.0.0.1:1/nothing?connect_timeout=1")
    assert failed.value.code == "store_failed"


def test_postgresql_must_be_migrated_first(postgres_url: str) -> None:
    with pytest.raises(SettingsError) as refused:
        open_store(postgres_url.replace("search_path%3D", "search_path%3Dnowhere_"))
    assert refused.value.code == "database_not_migrated"


def test_a_file_that_is_no_database_is_an_outside_fault(tmp_path: Path) -> None:
    (tmp_path / "taisa.db").write_text("not a database at all, " * 100)
    with pytest.raises(OutsideError):
        open_store(f"sqlite:///{tmp_path / 'taisa.db'}")


def test_a_turn_costs_little_and_the_thousandth_no_more(file_store: SqlStore) -> None:
    """Budget: read and write 1.5 ms in the middle; here processor time, with room for a busy machine."""
    conversation = a_conversation()
    file_store.put(conversation, None, (), 0)
    taken = []
    for number in range(1000):
        began = time.process_time()
        say(file_store, conversation.id, f"žinutė {number}", f"m{number}")
        taken.append((time.process_time() - began) * 1000)
    early, late = sorted(taken[10:110])[50], sorted(taken[-100:])[50]
    assert early < 4
    assert late < 2.5 * early + 0.5
    assert replace(conversation, version=1001, turns=1000) == file_store.get(conversation.id)
