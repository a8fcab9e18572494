"""What the index holds: one Entry per passage of an article or text of a scenario, and the filter over them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

CUSTOMER = "customer"
INTERNAL = "internal"
OTHERWISE = "?"  # in the id of an entry: the same passage under another wording of its question


def digest_of(text: str) -> str:
    """SHA-256 of a text that is embedded, in hex: it decides whether work has to be done again."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Link:
    """A pointer from one page to another article or scenario; `weight` 0..1 says how close they are."""

    target: str
    type: str = "related"
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One findable text.

    `text` is what is embedded and matched (headings first), `body` what may be shown. `target` is the id of the
    article or scenario it belongs to; `source` is `file:line`. Entries with the same non-empty `twin` say the same
    thing in different languages, and a search returns one of them. `related` are the links of its page.
    """

    id: str
    text: str
    kind: str
    target: str
    language: str
    title: str = ""
    heading: str = ""
    problem_type: str = ""
    domain: str = ""
    visibility: str = CUSTOMER
    tags: tuple[str, ...] = ()
    source: str = ""
    body: str = ""
    twin: str = ""
    applicable_models: tuple[str, ...] = ("*",)
    related: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Filters:
    """Which entries may be found at all; decided before any score. None or () = all.

    Equality throughout: an entry without a problem type is not found under one. `visibility` is the exception to
    "empty = all": internal pages are found only by a caller who names them.
    """

    problem_type: str | None = None
    domain: str | None = None
    language: str | None = None
    visibility: tuple[str, ...] = (CUSTOMER,)
    kinds: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    @property
    def beside(self) -> Filters:
        """The filter over what a found entry is judged beside: the same without `problem_type`, `domain` and `language`.

        Whether a passage answers shows against every other one: among the few of a domain something always leads.
        """
        if self.problem_type is None and self.domain is None and self.language is None:
            return self
        return replace(self, problem_type=None, domain=None, language=None)

    def allows(self, entry: Entry) -> bool:
        """Whether `entry` may be found."""
        return (
            entry.visibility in self.visibility
            and self.problem_type in (None, entry.problem_type)
            and self.domain in (None, entry.domain)
            and self.language in (None, entry.language)
            and (not self.kinds or entry.kind in self.kinds)
            and (not self.targets or entry.target in self.targets)
        )


ARTICLES = Filters(kinds=("article",))
