"""Logs tell what was decided, never what was said."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import structlog

from agent.conversation import Evidence, FactValue, Reply, ReplyKind, Route, RouteKind, Source, Status, Turn
from agent.errors import SettingsError
from agent.observe import configure_logging, get_logger, record_turn, turn_record

SECRET = "PASLAPTIS"


def a_turn() -> Turn:
    """A turn in which everything a customer may say holds the secret."""
    reply = Reply(
        conversation_id="c-1",
        turn=3,
        text=f"Supratau: {SECRET}",
        language="lt",
        kind=ReplyKind.ESCALATED,
        scenario="guide",
        step="lights",
        facts={"since": FactValue(SECRET)},
        sources=(Source("art-1", SECRET, "a.md:1"),),
        ticket="T-7K3M9-Q2XF4",
        status=Status.ESCALATED,
        why=(Evidence("pattern", SECRET),),
    )
    route = Route(
        RouteKind.SCENARIO, "guide", 0.91234, facts={"since": SECRET}, evidence=(Evidence("words", SECRET),)
    )
    return Turn(
        conversation_id="c-1",
        number=3,
        message_id=SECRET,
        text=SECRET,
        choice=None,
        language="lt",
        acts=("answer",),
        route=route,
        reply=reply,
        at=datetime(2026, 11, 5, tzinfo=UTC),
        timings={"understand": 1.23456},
        content="digest",
        outcome="los_red",
    )


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Where the log goes; the previous logging comes back afterwards."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers, root.level
    configure_logging("info", stream)
    yield stream
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def lines(log: io.StringIO) -> list[dict[str, object]]:
    """The log, parsed."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_a_turn_is_one_record_without_a_word_of_the_customer(log: io.StringIO) -> None:
    structlog.contextvars.bind_contextvars(request_id="r-9")
    record_turn(a_turn())
    (record,) = lines(log)
    assert SECRET not in log.getvalue()
    assert record["event"] == "turn"
    assert record["request_id"] == "r-9"
    assert (record["conversation_id"], record["turn"], record["status"]) == ("c-1", 3, "escalated")
    assert (record["route"], record["target"], record["confidence"]) == ("scenario", "guide", 0.912)
    assert (record["outcome"], record["acts"], record["ticket"]) == ("los_red", ["answer"], "T-7K3M9-Q2XF4")
    assert record["timings"] == {"understand": 1.23}
    assert record["facts"] == ["since"]
    assert {"timestamp", "level", "logger"} <= set(record)


def test_the_record_is_plain_json_also_without_a_route() -> None:
    from dataclasses import replace

    record = turn_record(replace(a_turn(), route=None))
    assert json.loads(json.dumps(record)) == record
    assert "route" not in record


def test_libraries_log_in_the_same_shape_and_everything_is_masked(log: io.StringIO) -> None:
    logging.getLogger("some.library").warning("cannot reach %s", "jonas@example.lt")
    get_logger("x").error("call", number="+37061234567", address="192.168.1.1")
    try:
        raise ValueError("bad customer +37061234567")
    except ValueError:
        logging.getLogger("some.library").exception("failed")
    library, ours, fault = lines(log)
    assert (library["event"], library["level"], library["logger"]) == (
        "cannot reach [email]",
        "warning",
        "some.library",
    )
    assert (ours["number"], ours["address"]) == ("[phone]", "192.168.1.1")
    assert "ValueError: bad customer [phone]" in str(fault["exception"])


def test_quiet_levels_stay_quiet(log: io.StringIO) -> None:
    get_logger("x").debug("not shown")
    logging.getLogger("y").debug("not shown")
    assert lines(log) == []


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(SettingsError) as refused:
        configure_logging("loud")
    assert refused.value.code == "log_level"
