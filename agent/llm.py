"""The language model seam: a few words back within a deadline, or an OutsideError at once.

A model here only words what was decided elsewhere. It has no tools, no memory and no say in what happens.
Turns never queue behind a slow model: when every place is taken, the caller is refused immediately and uses
the authored words.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from agent.errors import OutsideError, SettingsError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

MAX_REPLY_CHARACTERS = 8000


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told: `system` is ours, `user` holds data (never instructions)."""

    system: str
    user: str


class LanguageModel(Protocol):
    """Words for a prompt. Raises OutsideError: model_late, model_failed, model_busy, model_off."""

    @property
    def name(self) -> str: ...

    def complete(self, prompt: Prompt) -> str: ...


@dataclass(frozen=True, slots=True)
class ModelLimits:
    """`deadline_seconds` per call; `places` calls at once; after `failures` in a row rest `rest_seconds`."""

    deadline_seconds: float = 4.0
    places: int = 4
    failures: int = 5
    rest_seconds: float = 30.0


class Breaker:
    """Stops calling a model, or another system, that keeps failing, and tries again after a rest."""

    def __init__(self, failures: int, rest_seconds: float, clock: Callable[[], float]) -> None:
        self._limit, self._rest, self._clock = failures, rest_seconds, clock
        self._failed = 0
        self._closed_until = 0.0
        self._lock = threading.Lock()

    def allows(self) -> bool:
        """Whether a call may be made now."""
        with self._lock:
            return self._clock() >= self._closed_until

    def record(self, ok: bool) -> None:
        """Tell how a call ended."""
        with self._lock:
            self._failed = 0 if ok else self._failed + 1
            if self._failed >= self._limit:
                self._failed = 0
                self._closed_until = self._clock() + self._rest


class ChatModel:
    """Any LangChain chat model behind the seam: streamed, bounded in time, in number and in length."""

    def __init__(
        self, chat: BaseChatModel, name: str, limits: ModelLimits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self._chat, self._limits, self._clock = chat, limits, clock
        self._places = threading.BoundedSemaphore(limits.places)
        self._pool = ThreadPoolExecutor(limits.places, thread_name_prefix="model")
        self._breaker = Breaker(limits.failures, limits.rest_seconds, clock)

    def complete(self, prompt: Prompt) -> str:
        """The model's words. Raises OutsideError when it is resting, busy, late, failing or says nothing."""
        if not self._breaker.allows():
            raise OutsideError("The model failed several times and is resting.", code="model_off")
        if not self._places.acquire(blocking=False):
            raise OutsideError("Every place at the model is taken.", code="model_busy")
        stop = threading.Event()
        end = self._clock() + self._limits.deadline_seconds
        call = self._pool.submit(self._read, prompt, stop, end)
        call.add_done_callback(lambda _: self._places.release())
        return self._await(call, stop, end)

    def _await(self, call: Future[str], stop: threading.Event, end: float) -> str:
        try:
            text = call.result(timeout=max(0.0, end - self._clock()))
        except Exception as fault:  # any provider library's own error is one thing to us: the model failed
            stop.set()
            self._breaker.record(ok=False)
            raise self._told(fault, late=self._clock() >= end) from fault
        self._breaker.record(ok=bool(text))
        if not text:
            raise OutsideError("The model said nothing.", code="model_failed")
        return text

    @staticmethod
    def _told(fault: Exception, late: bool) -> OutsideError:
        # The client library keeps the same time as we do; whichever gives up first, the model was late.
        if late or isinstance(fault, TimeoutError):
            return OutsideError("The model did not answer in time.", code="model_late")
        return OutsideError(f"The model failed: {type(fault).__name__}.", code="model_failed")

    def _read(self, prompt: Prompt, stop: threading.Event, end: float) -> str:
        text = ""
        for piece in self._pieces(prompt):
            text += piece
            if stop.is_set() or self._clock() > end or len(text) > MAX_REPLY_CHARACTERS:
                raise TimeoutError("stopped reading")
        return text.strip()

    def _pieces(self, prompt: Prompt) -> Iterator[str]:
        for chunk in self._chat.stream([("system", prompt.system), ("human", prompt.user)]):
            content = chunk.content
            yield content if isinstance(content, str) else ""

    def close(self) -> None:
        """Stop taking calls; does not wait for a stalled one."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def open_model(base_url: str, model: str, api_key: str, limits: ModelLimits) -> ChatModel:
    """A model at any OpenAI-compatible endpoint. Raises SettingsError when the extra is not installed."""
    try:
        from langchain_openai import ChatOpenAI  # noqa: PLC0415  (an extra, and 0.8 s to import)
    except ImportError as missing:
        raise SettingsError(
            "A model is configured but its library is not installed.",
            mend="Install it with: pip install 'taisa[models]'",
            code="model_extra_missing",
        ) from missing
    chat = ChatOpenAI(
        model=model,
        base_url=base_url,
        api_key=lambda: api_key or "none",
        temperature=0.2,
        timeout=limits.deadline_seconds,
        max_retries=0,
        streaming=True,
    )
    return ChatModel(chat, model, limits)
