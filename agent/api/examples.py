"""Examples for the OpenAPI page, one per kind of answer. A test checks each against the shape it illustrates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

REPLY: Final = {
    "conversation_id": "c_4f1d2a",
    "turn": 1,
    "text": "Suprantu. Pažiūrėkite į modemą: kokios lemputės dega?",
    "language": "lt",
    "kind": "ask",
    "choices": [{"id": "all_green", "label": "Visos žalios"}, {"id": "red", "label": "Viena raudona"}],
    "scenario": "no_connection",
    "step": "lights",
    "facts": {"problem_type": {"value": "internet", "source": "customer", "turn": 1}},
    "sources": [],
    "ticket": None,
    "status": "open",
    "wait_until": None,
    "why": [{"source": "router", "says": "the message names a problem this guide is for", "weight": 0.93}],
}
CONVERSATION: Final = {
    "id": "c_4f1d2a",
    "status": "open",
    "owner": "agent",
    "language": "lt",
    "channel": "chat",
    "opened_at": "2026-03-02T08:14:05Z",
    "updated_at": "2026-03-02T08:14:09Z",
    "text": REPLY["text"],
    "choices": REPLY["choices"],
    "scenario": "no_connection",
    "step": "lights",
    "complaint": "neveikia nuo ryto",
    "facts": REPLY["facts"],
    "ticket": None,
    "tickets": [],
    "wait_until": None,
    "turn": 1,
    "turns": [
        {
            "number": 1,
            "at": "2026-03-02T08:14:09Z",
            "text": "neveikia nuo ryto",
            "choice": None,
            "message_id": "9f0c1c34",
            "acts": ["problem"],
            "outcome": None,
            "reply": REPLY,
        }
    ],
}
ROUTE: Final = {
    "kind": "clarify",
    "target": None,
    "confidence": 0.48,
    "alternatives": [
        {"target": "no_connection", "confidence": 0.48},
        {"target": "single_device", "confidence": 0.41},
    ],
    "language": "lt",
    "facts": {"problem_type": "internet"},
    "evidence": [{"source": "router", "says": "two guides are near each other", "weight": 0.07}],
}
READING: Final = {
    "kind": "outcome",
    "outcome": "red",
    "act": None,
    "confidence": 0.94,
    "evidence": [
        {"source": "contrast", "says": "the last clause names red; green is negated", "weight": 0.9}
    ],
}
SEARCH: Final = {
    "hits": [
        {
            "id": "restart#2",
            "kind": "article",
            "target": "restart",
            "title": "Restarting the router",
            "heading": "Step by step",
            "text": "Unplug it, wait, plug it in again.",
            "language": "en",
            "score": 0.87,
            "place": "procedures/restart.en.md:14",
            "scores": {"semantic": 0.91, "keyword": 0.62},
            "why": ["shares the words restart, router"],
        }
    ],
    "degraded": False,
    "linked": [],
    "alpha": 0.4,
    "confidence": 0.87,
    "generation": "20260302-081000-4f1d2a",
    "timings": {"filter": 0.01, "embed": 6.2, "search": 0.4, "fuse": 0.1},
    "cached": False,
    "notes": [],
}
ANSWER: Final = {
    "text": "Unplug the router, wait half a minute and plug it in again.",
    "confidence": 0.87,
    "sources": [
        {
            "id": "restart",
            "title": "Restarting the router",
            "place": "procedures/restart.en.md:14",
            "score": 0.87,
        }
    ],
    "degraded": False,
    "withheld": None,
    "passages": SEARCH["hits"],
    "related": [],
    "scoring": {"mode": "weighted", "keywords": "both", "alpha": 0.4},
    "answer": "Unplug the router, wait half a minute and plug it in again.",
    "link_passages": [],
    "memories": [],
    "timings": SEARCH["timings"],
}
WITHHELD: Final[dict[str, Any]] = {
    "text": None,
    "confidence": 0.0,
    "sources": [],
    "degraded": False,
    "withheld": {"reason": "unsure", "probability": 0.31, "threshold": 0.5},
    "passages": [],
    "related": [],
    "scoring": {"mode": "weighted", "keywords": "both", "alpha": 0.4},
    "answer": None,
    "link_passages": [],
    "memories": [],
    "timings": SEARCH["timings"],
}
TICKET: Final = {
    "number": "T-7K2Q9D",
    "conversation_id": "c_4f1d2a",
    "status": "open",
    "ticket_type": "technician_visit",
    "priority": "high",
    "created_at": "2026-03-02T08:21:40Z",
    "reference": None,
    "delivered_at": None,
    "ticket": {"reason": "the fibre light is red", "language": "lt"},
}


def shown(status: int, example: object) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route for OpenAPI: what a success looks like."""
    return {status: {"content": {"application/json": {"example": example}}}}


def shown_each(status: int, examples: Mapping[str, object]) -> dict[int | str, dict[str, Any]]:
    """The same for a route whose success has several faces, by name."""
    named = {name: {"value": example} for name, example in examples.items()}
    return {status: {"content": {"application/json": {"examples": named}}}}
