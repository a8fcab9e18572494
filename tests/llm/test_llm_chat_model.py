"""The model seam against a server that streams, stalls, errs: words within the deadline, or an OutsideError."""

from __future__ import annotations

import importlib.util
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.errors import OutsideError
from agent.llm import Breaker, ChatModel, ModelLimits, Prompt, open_model

_spec = importlib.util.spec_from_file_location("fake_server", Path(__file__).with_name("fake_server.py"))
assert _spec and _spec.loader
fake = importlib.util.module_from_spec(_spec)
sys.modules["fake_server"] = fake
_spec.loader.exec_module(fake)

pytest.importorskip("langchain_openai", reason="the extra `models` is not installed")
PROMPT = Prompt("You reword.", "<message>Look at the light.</message>")


@pytest.fixture
def server() -> Iterator[tuple[str, object]]:
    with fake.fake_server() as running:
        yield running


def model_at(url: str, **limits: float) -> ChatModel:
    chosen = {"deadline_seconds": 1.0, **limits}
    return open_model(url, "fake", "secret", ModelLimits(**chosen))  # type: ignore[arg-type]


def test_streamed_words_come_back_whole_and_the_key_is_sent(server):
    url, behaviour = server
    behaviour.says = "Please look at the light."
    assert model_at(url, deadline_seconds=10.0).complete(PROMPT) == "Please look at the light."
    [request] = behaviour.requests
    headers = {name.lower(): value for name, value in request["headers"].items()}
    assert headers["authorization"] == "Bearer secret"
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert "tools" not in request


@pytest.mark.parametrize(
    ("mode", "code"),
    [
        ("stall", "model_late"),
        ("hang", "model_late"),
        ("error", "model_failed"),
        ("malformed", "model_failed"),
        ("drop", "model_failed"),
    ],
)
def test_a_bad_server_is_one_kind_of_error_within_the_deadline(server, mode, code):
    url, behaviour = server
    model = model_at(url, deadline_seconds=10.0)
    model.complete(PROMPT)  # the first call also imports and connects
    behaviour.mode = mode
    model = model_at(url, deadline_seconds=1.0)
    begun = time.monotonic()
    with pytest.raises(OutsideError) as caught:
        model.complete(PROMPT)
    assert caught.value.code == code
    assert time.monotonic() - begun < behaviour.stall_seconds  # the server's own time


def keep_busy(model: ChatModel) -> None:
    with pytest.raises(OutsideError):
        model.complete(PROMPT)


def test_when_every_place_is_taken_the_next_caller_is_refused_at_once(server):
    url, behaviour = server
    behaviour.mode = "stall"
    model = model_at(url, deadline_seconds=2.0, places=1)
    first = threading.Thread(target=keep_busy, args=(model,))
    first.start()
    time.sleep(0.3)
    begun = time.monotonic()
    with pytest.raises(OutsideError) as caught:
        model.complete(PROMPT)
    assert caught.value.code == "model_busy"
    assert time.monotonic() - begun < 1.5  # it did not wait for the first to run out of its two seconds
    first.join()


def test_a_model_that_keeps_failing_is_left_alone_for_a_while():
    now = [0.0]
    breaker = Breaker(failures=2, rest_seconds=30, clock=lambda: now[0])
    breaker.record(ok=False)
    assert breaker.allows()
    breaker.record(ok=False)
    assert not breaker.allows()
    now[0] = 31
    assert breaker.allows()
