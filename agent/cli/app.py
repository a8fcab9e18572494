"""Every command with its options and help; the work is one lazy import away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from agent.cli.help import HELP

app = typer.Typer(
    name="agent",
    help=HELP["agent"],
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
# Typer reads annotations at run time, where `str | None` of a string annotation is fine but a list of them is not.
Language = Annotated[Optional[str], typer.Option("--language", "-l", help="lt or en; otherwise detected.")]  # noqa: UP045
TopK = Annotated[int, typer.Option("--top-k", "-k", min=1, max=50, help="How many at most.")]


@app.command(help=HELP["chat"])
def chat(
    language: Language = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="Begin this scenario at once.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", "-r", help="Go on with an earlier conversation.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", "-w", help="Show the reasons for every reply.")] = False,
) -> None:
    from agent.cli.chat import run  # noqa: PLC0415  (loads the whole agent)

    run(language, scenario, resume, why)


@app.command(help=HELP["serve"])
def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on (TAISA_HOST).")] = None,
    port: Annotated[int | None, typer.Option("--port", "-p", help="Port to listen on (TAISA_PORT).")] = None,
) -> None:
    from agent.cli.service import serve as run  # noqa: PLC0415  (loads the web server)

    run(host, port)


@app.command(help=HELP["check"])
def check(
    folder: Annotated[
        Path | None, typer.Argument(help="Folder with scenarios (TAISA_SCENARIOS_DIR).")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    as_json: Json = False,
) -> None:
    from agent.cli.content import check as run  # noqa: PLC0415  (reads the content)

    run(folder, strict, as_json)


@app.command(help=HELP["index"])
def index(as_json: Json = False) -> None:
    from agent.cli.content import index as run  # noqa: PLC0415  (loads the embedder)

    run(as_json)


@app.command(help=HELP["search"])
def search(
    query: Annotated[list[str], typer.Argument(help="What to look for.")],
    top_k: TopK = 3,
    threshold: Annotated[
        float | None,
        typer.Option("--threshold", "-t", min=0, max=1, help="Least probability (TAISA_SEARCH_THRESHOLD)."),
    ] = None,
    language: Language = None,
    problem_type: Annotated[
        str | None, typer.Option("--problem-type", help="Only passages about internet, tv, phone, …")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Show each part of the score.")] = False,
    as_json: Json = False,
) -> None:
    from agent.cli.questions import search as run  # noqa: PLC0415  (loads the index)

    run(" ".join(query), top_k, threshold, language, problem_type, explain, as_json)


@app.command(help=HELP["ask"])
def ask(
    question: Annotated[list[str], typer.Argument(help="A question for the knowledge base.")],
    language: Language = None,
    top_k: TopK = 3,
    as_json: Json = False,
) -> None:
    from agent.cli.questions import ask as run  # noqa: PLC0415  (loads the index)

    run(" ".join(question), language, top_k, as_json)


@app.command(help=HELP["route"])
def route(
    text: Annotated[list[str], typer.Argument(help="What a customer might write.")],
    language: Language = None,
    as_json: Json = False,
) -> None:
    from agent.cli.questions import route as run  # noqa: PLC0415  (loads the router)

    run(" ".join(text), language, as_json)


@app.command(help=HELP["rehearse"])
def rehearse(
    scenarios: Annotated[list[str] | None, typer.Argument(help="Only the talks of these scenarios.")] = None,
    language: Language = None,
    uncovered: Annotated[bool, typer.Option("--uncovered", "-u", help="List what no talk visits.")] = False,
    transcript: Annotated[
        bool, typer.Option("--transcript", "-t", help="Print what was said in failed talks.")
    ] = False,
    as_json: Json = False,
) -> None:
    from agent.cli.content import rehearse as run  # noqa: PLC0415  (loads the whole agent)

    run(tuple(scenarios or ()), language, uncovered, transcript, as_json)


@app.command(help=HELP["tickets"])
def tickets(
    number: Annotated[str | None, typer.Argument(help="Show this ticket whole.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=500, help="How many, newest first.")] = 20,
    dead: Annotated[bool, typer.Option("--dead", help="List deliveries that were given up on.")] = False,
    retry: Annotated[
        int | None, typer.Option("--retry", help="Try such a delivery again, by its number.")
    ] = None,
    as_json: Json = False,
) -> None:
    from agent.cli.tickets import run  # noqa: PLC0415  (opens the database)

    run(number, limit, dead, retry, as_json)


@app.command(help=HELP["migrate"])
def migrate() -> None:
    from agent.cli.service import migrate as run  # noqa: PLC0415  (opens the database)

    run()


@app.command(help=HELP["doctor"])
def doctor(as_json: Json = False) -> None:
    from agent.cli.service import doctor as run  # noqa: PLC0415  (opens everything)

    run(as_json)


@app.command(help=HELP["version"])
def version() -> None:
    from importlib.metadata import version as installed  # noqa: PLC0415  (the only command that needs it)

    typer.echo(installed("taisa"))
