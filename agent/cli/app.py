"""Every command with its options and help; the work is one lazy import away."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer

from agent.cli.evaluate import evaluate
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
Only = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--language", "-l", help="Only passages in this language, lt or en; otherwise in any."),
]
Tags = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--tag", help="Raise passages with this tag; may be given several times."),
]
TopK = Annotated[int, typer.Option("--top-k", "-k", min=1, max=50, help="How many at most.")]


class Form(StrEnum):
    """How a scenario is drawn."""

    MERMAID = "mermaid"
    SVG = "svg"
    PNG = "png"


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
    watch: Annotated[
        bool, typer.Option("--watch", help="Serve changed content as soon as it is saved.")
    ] = False,
) -> None:
    from agent.cli.service import serve as run  # noqa: PLC0415  (loads the web server)

    run(host, port, watch)


@app.command(help=HELP["check"])
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="A folder with scenarios (TAISA_SCENARIOS_DIR); with --prove, scenarios to prove."
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Take every walk through every scenario, and keep the certificate."),
    ] = False,
    against_live: Annotated[
        bool, typer.Option("--against-live", help="List what each open conversation would do.")
    ] = False,
    company: Annotated[
        bool, typer.Option("--company", help="Find examples that guides share or steal (minutes).")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", min=1, help="Prove in so many processes (one for each core, at most 4)."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    if against_live:
        from agent.cli.live import against_live as foresee  # noqa: PLC0415  (opens the database)

        foresee(Path(names[0]) if names else None, as_json)
        return
    from agent.cli.content import check as run  # noqa: PLC0415  (reads the content)

    run(tuple(names or ()), strict, as_json, prove, company, jobs)


@app.command(help=HELP["new"])
def new(scenario: Annotated[str, typer.Argument(help="Its id, such as tv_remote.")]) -> None:
    from agent.cli.authoring import new as run  # noqa: PLC0415  (reads the template)

    run(scenario)


@app.command("import", help=HELP["import"])
def import_file(
    file: Annotated[Path, typer.Argument(help="An older runbook.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write here instead of over it.")] = None,
) -> None:
    from agent.cli.authoring import import_file as run  # noqa: PLC0415  (reads scenarios)

    run(file, out)


@app.command(help=HELP["diagram"])
def diagram(
    scenario: Annotated[str, typer.Argument(help="The id of a scenario.")],
    form: Annotated[
        Form | None, typer.Option("--format", "-f", help="How to draw it; otherwise as --out ends, else svg.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write here instead of printing.")] = None,
    language: Annotated[
        str, typer.Option("--language", "-l", help="A language the guide is written in.")
    ] = "lt",
    plain: Annotated[bool, typer.Option("--plain", help="Without the marks of proof and talks.")] = False,
) -> None:
    from agent.cli.authoring import diagram as run  # noqa: PLC0415  (reads scenarios)

    run(scenario, form.value if form else None, out, language, plain)


@app.command(help=HELP["schema"])
def schema(
    talks: Annotated[bool, typer.Option("--talks", help="Of files of talks instead.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write here instead of printing.")] = None,
) -> None:
    from agent.cli.authoring import schema as run  # noqa: PLC0415  (from the model)

    run(out, talks)


@app.command(help=HELP["index"])
def index(
    rollback: Annotated[
        bool, typer.Option("--rollback", help="Let the index before this one serve again.")
    ] = False,
    as_json: Json = False,
) -> None:
    if rollback:
        from agent.cli.questions import roll_back  # noqa: PLC0415  (loads the index)

        roll_back(as_json)
        return
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
    language: Only = None,
    problem_type: Annotated[
        str | None, typer.Option("--problem-type", help="Only passages about internet, tv, phone, …")
    ] = None,
    domain: Annotated[
        str | None, typer.Option("--domain", help="Only passages of technical, billing, equipment, …")
    ] = None,
    mode: Annotated[
        str | None,
        typer.Option("--mode", help="weighted, relative, max, rrf or rerank (TAISA_SEARCH_MODE)."),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option("--alpha", min=0, max=1, help="Weight of meaning against words (TAISA_SEARCH_ALPHA)."),
    ] = None,
    diversity: Annotated[
        float | None,
        typer.Option("--diversity", min=0, max=1, help="λ of MMR, 1 = off (TAISA_SEARCH_DIVERSITY)."),
    ] = None,
    hops: Annotated[
        int | None,
        typer.Option("--hops", min=0, max=4, help="Follow links so far, 0 = none (TAISA_SEARCH_LINKS)."),
    ] = None,
    device_model: Annotated[
        str, typer.Option("--device-model", help="Raise passages made for this device.")
    ] = "",
    tags: Tags = None,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Show each part of the score.")] = False,
    as_json: Json = False,
) -> None:
    from agent.cli.questions import search as run  # noqa: PLC0415  (loads the index)
    from agent.knowledge import Wishes  # noqa: PLC0415  (with it)

    wishes = Wishes(mode, diversity, hops, device_model, tuple(tags or ()))
    run(" ".join(query), top_k, threshold, language, problem_type, domain, alpha, wishes, explain, as_json)


@app.command(help=HELP["ask"])
def ask(
    question: Annotated[list[str], typer.Argument(help="A question for the knowledge base.")],
    language: Language = None,
    top_k: TopK = 5,
    use_graph: Annotated[
        bool, typer.Option("--links/--no-links", help="Follow links where the search alone finds little.")
    ] = True,
    as_json: Json = False,
) -> None:
    from agent.cli.questions import ask as run  # noqa: PLC0415  (loads the index)

    run(" ".join(question), language, top_k, use_graph, as_json)


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
    uncovered: Annotated[
        bool,
        typer.Option("--uncovered", "--coverage", "-u", help="List what no talk visits, with file and line."),
    ] = False,
    transcript: Annotated[
        bool, typer.Option("--transcript", "-t", help="Print what was said in failed talks.")
    ] = False,
    record: Annotated[
        str | None, typer.Option("--record", help="Talk here, and write it down as a talk of this name.")
    ] = None,
    as_json: Json = False,
) -> None:
    if record:
        from agent.cli.live import record as write  # noqa: PLC0415  (loads the whole agent)

        write(record, tuple(scenarios or ()), language)
        return
    from agent.cli.content import rehearse as run  # noqa: PLC0415  (loads the whole agent)

    run(tuple(scenarios or ()), language, uncovered, transcript, as_json)


app.command("eval", help=HELP["eval"])(evaluate)


@app.command(help=HELP["simulate"])
def simulate(
    scenarios: Annotated[list[str] | None, typer.Argument(help="Only faults of these scenarios.")] = None,
    conversations: Annotated[int, typer.Option("--conversations", "-n", min=1, help="How many.")] = 200,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same conversations.")] = 1,
    language: Language = None,
    words: Annotated[
        Path | None,
        typer.Option("--words", help="Folder with simulated_<language>.yaml; else tests/data of the source."),
    ] = None,
    show: Annotated[int, typer.Option("--show", min=0, help="Print this many conversations.")] = 0,
    as_json: Json = False,
) -> None:
    from agent.cli.live import simulate as run  # noqa: PLC0415  (loads the whole agent)

    run(tuple(scenarios or ()), conversations, seed, language, words, show, as_json)


@app.command(help=HELP["replay"])
def replay(
    since: Annotated[
        str | None, typer.Option("--since", help="Only conversations last touched since: 2026-01-31.")
    ] = None,
    conversation: Annotated[str | None, typer.Option("--conversation", help="Only this one.")] = None,
    every: Annotated[bool, typer.Option("--all", help="List those that come out the same, too.")] = False,
    as_json: Json = False,
) -> None:
    from agent.cli.live import replay as run  # noqa: PLC0415  (loads the whole agent)

    run(since, conversation, every, as_json)


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
