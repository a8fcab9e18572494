"""Errors that go from one process to another and arrive as they were."""

from __future__ import annotations

import inspect
import pickle

import pytest

from agent import errors
from agent.errors import (
    AgentError,
    ContentError,
    ConversationError,
    OutsideError,
    Problem,
    SettingsError,
    Severity,
    missing_extra,
)

PROBLEMS = tuple(
    Problem(name, 3, Severity.ERROR, "code", "wrong", "mend it") for name in ("b.yaml", "a.yaml")
)
RAISED = (
    AgentError("Something is wrong."),
    SettingsError("No such port.", mend="Take another.", code="port"),
    missing_extra("No vectors.", "vectors"),
    ContentError(PROBLEMS),
    ContentError(PROBLEMS[:1], mend="Look again."),
    ConversationError("There is no such guide.", code="scenario_unknown", status=404, mend="Look again."),
    OutsideError("The desk is silent.", code="desk"),
)


def test_every_public_error_is_tried() -> None:
    public = {each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, Exception)}
    assert public == {type(each) for each in RAISED}


@pytest.mark.parametrize("error", RAISED, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_arrives_as_it_was(error: AgentError, protocol: int) -> None:
    back = pickle.loads(pickle.dumps(error, protocol))
    assert type(back) is type(error)
    assert (str(back), back.args, vars(back)) == (str(error), error.args, vars(error))
