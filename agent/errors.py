"""Every error raised on purpose, grouped by who must act.

    AgentError
    ├── SettingsError       the operator: a setting, a file, a port
    ├── ContentError        the author: carries every Problem found, not only the first
    ├── ConversationError   the caller of the API: wrong id, closed, too long, busy
    └── OutsideError        another system: model, probe, desk, store, embedder

Each carries a stable `code`, which is a heading in `docs/errors.md`. Outside errors never reach a customer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How bad a Problem is: an error stops the content from loading, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in content, worded for its author.

    `line` is 1-based (0 = the whole file). `message` says what is wrong, `mend` what to do about it.
    """

    file: str
    line: int
    severity: Severity = field(compare=False)
    code: str
    message: str
    mend: str = ""

    def __str__(self) -> str:
        mend = f"; {self.mend}" if self.mend else ""
        return f"{self.file}:{self.line}: {self.severity}[{self.code}] {self.message}{mend}"


class AgentError(Exception):
    """Something Taisa refuses on purpose: what happened, and what to do next."""

    code = "agent_error"

    def __init__(self, message: str, *, mend: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.mend = mend
        self.code = code or type(self).code

    def __str__(self) -> str:
        return f"{self.message} {self.mend}".strip()

    def __reduce__(self) -> tuple[Callable[..., AgentError], tuple[object, ...], dict[str, object]]:
        """It goes to another process as it stands: the text it was made into is not what its class is made from."""
        return _unmade, (type(self), self.args), self.__dict__


def _unmade(kind: type[AgentError], args: tuple[object, ...]) -> AgentError:
    """An error of `kind` that has not been made from anything yet; what it holds follows."""
    return kind.__new__(kind, *args)


class SettingsError(AgentError):
    """The operator must change a setting, a file or the environment."""

    code = "settings"


class ContentError(AgentError):
    """An author must mend content. Holds all problems at once, sorted by place."""

    code = "content"

    def __init__(self, problems: tuple[Problem, ...], *, mend: str = "Run `agent check`.") -> None:
        self.problems = tuple(sorted(problems))
        count = len(self.problems)
        listing = "\n".join(str(problem) for problem in self.problems)
        super().__init__(f"{count} problem{'s' * (count != 1)} in the content:\n{listing}\n", mend=mend)


class ConversationError(AgentError):
    """The caller asked for something that this conversation cannot do. `status` is the HTTP status."""

    code = "conversation"

    def __init__(self, message: str, *, code: str, status: int, mend: str = "") -> None:
        super().__init__(message, mend=mend, code=code)
        self.status = status


class OutsideError(AgentError):
    """Another system failed. Recorded, never shown to a customer; the caller states the fallback."""

    code = "outside"


def missing_extra(says: str, extra: str) -> SettingsError:
    """What to raise where something was asked for that needs an extra which is not installed."""
    return SettingsError(says, mend=f"pip install 'taisa[{extra}]'", code="extra_missing")
