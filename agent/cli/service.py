"""The operator's commands: serve, migrate, doctor."""

from __future__ import annotations

import sys

from agent.cli.shared import note, prepared, print_json


def serve(host: str | None, port: int | None, watch: bool = False) -> None:
    """Serve until stopped; with `watch`, changed content at once. Raises SettingsError when the address cannot be had or something is missing."""
    settings = prepared(host=host, port=port)
    from agent.api.server import serve as run  # noqa: PLC0415  (loads the web server, after threads are pinned)

    run(settings, note, watch)


def migrate() -> None:
    """Bring the database to the present tables and say where it stands."""
    settings = prepared()
    from agent.store import migrate as upgrade  # noqa: PLC0415  (loads SQLAlchemy)

    print(f"The database is at revision {upgrade(settings.database_url)}.")


def doctor(as_json: bool) -> None:
    """Print every finding; exit 1 when something must be mended."""
    settings = prepared()
    from agent.doctor import State, examine  # noqa: PLC0415  (opens index and database)

    findings = examine(settings)
    if as_json:
        print_json(findings)
    else:
        for finding in findings:
            print(finding)
    if any(finding.state is State.BAD for finding in findings):
        sys.exit(1)
