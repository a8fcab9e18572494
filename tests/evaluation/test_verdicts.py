"""What a reading or a route is counted as: right, asked back, or a mistake by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.conversation import Route, RouteKind
from agent.evaluation import reading, routing
from agent.evaluation.data import Complaint, LabelledReply
from agent.evaluation.results import Row, figures_of, part_of
from agent.understanding import Option, Question, Reading

WORKS = Question("Ar veikia?", (Option("works", {"lt": "Taip"}), Option("slow", {"lt": "Lėtai"})))


def reply(outcome: str | None = None, act: str | None = None, id_: str = "a") -> LabelledReply:
    return LabelledReply(id_, WORKS, "lt", "…", outcome, act, (), frozenset({"works"}))


def read(outcome: str | None = None, act: str | None = None) -> Reading:
    return Reading("outcome" if outcome else "act" if act else "unclear", outcome, act, 0.9)


@pytest.mark.parametrize(
    ("meant", "said", "verdict"),
    [
        (reply("slow"), read("slow"), "right"),
        (reply(act="person"), read(act="person"), "right"),
        (reply(), read(), "right"),
        (reply("slow"), read(), "asked"),
        (reply(act="wait"), read(), "asked"),
        (reply("works"), read("slow"), "wrong option"),
        (reply("slow"), read("works"), "wrong works"),
        (reply("slow"), read(act="solved"), "wrong works"),
        (reply(), read("works"), "wrong works"),
        (reply(act="danger"), read("works"), "wrong works"),
        (reply(act="solved"), read("works"), "wrong option"),
        (reply("works"), read(act="solved"), "wrong act"),
        (reply("slow"), read(act="wait"), "wrong act"),
        (reply(), read("slow"), "wrong option"),
    ],
)
def test_readings(meant: LabelledReply, said: Reading, verdict: str) -> None:
    assert reading.verdict_of(meant, said) == verdict


def complaint(kind: str, target: str | None = None, clear: bool = True, *accept: str) -> Complaint:
    return Complaint(
        id="r", language="lt", text="…", kind=RouteKind(kind), target=target, clear=clear, accept=accept
    )


def route(kind: str, target: str | None = None) -> Route:
    return Route(RouteKind(kind), target, 0.7)


@pytest.mark.parametrize(
    ("meant", "went", "verdict"),
    [
        (complaint("scenario", "a"), route("scenario", "a"), "right"),
        (complaint("scenario", "a", True, "b"), route("scenario", "b"), "right"),
        (complaint("scenario", "a"), route("scenario", "c"), "wrong guide"),
        (complaint("scenario", "a"), route("article", "a"), "past its guide"),
        (complaint("scenario", "a"), route("clarify"), "asked"),
        (complaint("out_of_scope"), route("scenario", "a"), "into a guide"),
        (complaint("out_of_scope"), route("article"), "wrong kind"),
        (complaint("article"), route("article", "any page"), "right"),
        (complaint("clarify", None, False), route("clarify"), "right"),
        (complaint("unclear", None, False), route("clarify"), "right"),
        (complaint("clarify", None, False, "a"), route("scenario", "a"), "right"),
        (complaint("clarify", None, False), route("scenario", "a"), "into a guide"),
    ],
)
def test_routes(meant: Complaint, went: Route, verdict: str) -> None:
    assert routing.verdict_of(meant, went) == verdict


def row(id_: str, verdict: str, *, asked: bool = False, clear: bool = True, language: str = "lt") -> Row:
    return Row(id_, language, "outcome", ("slang",), "…", "option", "option", verdict, 0.8, asked, clear)


def test_asking_back_on_a_clear_line_is_wrong_only_in_the_second_column() -> None:
    rows = [
        row("1", "right"),
        row("2", "right"),
        row("3", "wrong option"),
        row("4", "asked", asked=True),
        row("5", "right", asked=True, clear=False),
    ]
    found = figures_of(rows)
    assert found.answered == pytest.approx(2 / 3)
    assert found.right.mean == pytest.approx(3 / 5)
    assert found.asked_back == pytest.approx(1 / 4)
    assert found.share("wrong option") == pytest.approx(1 / 5)


def test_who_only_asks_back_never_answered() -> None:
    found = figures_of([row("1", "asked", asked=True)])
    assert (found.answered, found.right.mean, found.asked_back) == (None, 0.0, 1.0)


def test_a_part_is_grouped_by_language_kind_and_trait_in_that_order() -> None:
    part = part_of("tune", {}, [row("1", "right"), row("2", "asked", asked=True, language="en")], {})
    assert list(part.groups) == ["all", "en", "lt", "kind outcome", "trait slang"]
    assert list(part.calibrations) == ["all", "lt"], "nothing was answered in English"
    assert part.curve is not None
    assert part.curve.coverage == (0.5,)


def test_a_question_is_understood_before_its_replies_are_timed_and_every_reply_is_told() -> None:
    asked: list[str] = []
    told: list[str] = []

    def reader(question: Question, text: str, language: str) -> Reading:
        asked.append(text)
        return read("works")

    labelled = [reply("works", id_="a"), reply("slow", id_="b")]
    rows = reading.rows_of(labelled, reader, told.append)
    assert told == ["a", "b"]
    assert len(asked) == 3
    assert [each.verdict for each in rows] == ["right", "wrong works"]
    assert reading.rates_of(rows)["read as “it works” although it was not said"] == (1, 2)


def test_lines_whose_guide_does_not_exist_are_left_out_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "routing_ona.jsonl"
    lines = [
        complaint("scenario", "a").model_dump_json(),
        complaint("scenario", "gone").model_copy(update={"id": "s"}).model_dump_json(),
        complaint("person").model_copy(update={"id": "t"}).model_dump_json(),
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    labelled, left_out = routing.load([file], {"a"})
    assert ([each.id for each in labelled], left_out) == (["r", "t"], 1)
