"""What the service tells about itself: JSON lines, one for each turn, without a customer's words.

A record names what was decided (acts, route, outcome, status) and how long it took, never what was said: no text, no
fact values, no contact. Whatever else is logged passes the mask on its way out.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import structlog
from structlog.types import Processor

from agent.conversation import Reply, Route, Turn
from agent.errors import SettingsError
from agent.privacy import mask

LEVELS = ("debug", "info", "warning", "error")
# Values under these names are the service's own words and ids, of fixed shape: masking them would cost and gain nothing.
_OURS = frozenset({"level", "timestamp", "logger", "conversation_id", "request_id", "ticket", "content"})


def configure_logging(level: str = "info", stream: TextIO | None = None) -> None:
    """Sends everything that logs (ours and libraries') to `stream` (stderr) as one JSON object a line.

    Call once, at the door. Raises SettingsError log_level.
    """
    if level.lower() not in LEVELS:
        raise SettingsError(
            f"There is no log level {level}.", mend=f"Use {', '.join(LEVELS)}.", code="log_level"
        )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_before(),
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_after()],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    structlog.configure(
        processors=[*_before(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def get_logger(name: str = "taisa") -> Any:
    """A logger: `log.info("event", key=value)`. What is bound to the context (a request id) is added."""
    return structlog.stdlib.get_logger(name)


def record_turn(turn: Turn, log: Any = None) -> None:
    """Logs one turn as one record."""
    (log or get_logger("taisa.turn")).info("turn", **turn_record(turn))


def turn_record(turn: Turn) -> dict[str, Any]:
    """What is told of a turn. Lengths instead of words, names of facts instead of values, milliseconds."""
    return {
        "conversation_id": turn.conversation_id,
        "turn": turn.number,
        "language": turn.language,
        "acts": list(turn.acts),
        "outcome": turn.outcome,
        "pressed": turn.choice is not None,
        "said_characters": len(turn.text),
        **_route_record(turn.route),
        **_reply_record(turn.reply),
        "timings": {stage: round(milliseconds, 2) for stage, milliseconds in turn.timings.items()},
        "content": turn.content,
    }


def _route_record(route: Route | None) -> Mapping[str, Any]:
    if route is None:
        return {}
    evidence = sorted({evidence.source for evidence in route.evidence})
    return {
        "route": route.kind.value,
        "target": route.target,
        "confidence": round(route.confidence, 3),
        "evidence": evidence,
    }


def _reply_record(reply: Reply) -> Mapping[str, Any]:
    return {
        "kind": reply.kind.value,
        "status": reply.status.value,
        "scenario": reply.scenario,
        "step": reply.step,
        "facts": sorted(reply.facts),
        "sources": [source.id for source in reply.sources],
        "ticket": reply.ticket,
        "reply_characters": len(reply.text),
        "why": sorted({evidence.source for evidence in reply.why}),
    }


def _before() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _after() -> list[Processor]:
    return [
        structlog.processors.format_exc_info,
        _mask_values,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]


def _mask_values(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Masks every text that is not of a fixed shape of ours."""
    for name, value in event.items():
        if isinstance(value, str) and name not in _OURS:
            event[name] = mask(value)
    return event
