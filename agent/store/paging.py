"""Long lists in pages: a cursor names the last row seen, so that new rows shift nothing."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, or_

from agent.errors import ConversationError
from agent.store.values import Page

T = TypeVar("T")
MOST = 500


def newest_first(
    query: Any, moment: ColumnElement[Any], key: ColumnElement[Any], limit: int, cursor: str | None
) -> Any:
    """`query` (a Select) by `moment`, then `key`, from the cursor on; one row more than asked, to know if there is a next."""
    if cursor is not None:
        at, last = _read(cursor)
        query = query.where(or_(moment < at, and_(moment == at, key < last)))
    return query.order_by(moment.desc(), key.desc()).limit(_bounded(limit) + 1)


def page(
    rows: Sequence[Any],
    limit: int,
    place: Callable[[Any], tuple[datetime, str]],
    build: Callable[[Any], T],
) -> Page[T]:
    """The rows as values; `place` gives moment and key of a row."""
    shown = rows[: _bounded(limit)]
    cursor = _write(*place(shown[-1])) if len(rows) > len(shown) else None
    return Page(tuple(build(row) for row in shown), cursor)


def _bounded(limit: int) -> int:
    return max(1, min(limit, MOST))


def _write(at: datetime, key: str) -> str:
    return base64.urlsafe_b64encode(f"{at.isoformat()}|{key}".encode()).decode()


def _read(cursor: str) -> tuple[datetime, str]:
    try:
        at, _, key = base64.urlsafe_b64decode(cursor.encode("ascii")).decode("utf-8").partition("|")
        moment = datetime.fromisoformat(at)
        if moment.tzinfo is None or not key.isprintable():
            raise ValueError(cursor)
    except (ValueError, binascii.Error) as fault:  # UnicodeError is a ValueError
        raise ConversationError(
            "This cursor is none of ours.", mend="Start the list anew.", code="invalid_cursor", status=422
        ) from fault
    return moment, key
