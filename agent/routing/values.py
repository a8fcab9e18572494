"""What the router is given and where it draws its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from agent.conversation import Evidence
from agent.knowledge.entry import Filters

OWN_PAGE = "own page"
"""The evidence that a thing has a page and no guide."""
STRANGE = "sounds like nobody's business here, but a fault is told"
"""What the evidence says where a fault is asked about that stands in strange company."""
DANGER = "danger"
# what no guide is for
OTHERS = (
    ("article", "out_of_scope"),
    ("courtesy", "unclear"),
    (DANGER,),
    ("person",),
    ("abuse", "injection"),
)


class Heard(Protocol):
    """An act of a message: what it does, how that is known, and the words that say so."""

    @property
    def name(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def evidence(self) -> Evidence: ...
    @property
    def span(self) -> str: ...
    @property
    def alike(self) -> float | None: ...


class Fact(Protocol):
    """A fact that a message states."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> Any: ...
    @property
    def evidence(self) -> Evidence: ...


class Listener(Protocol):
    """Hears acts and facts; asked only when the caller has not heard already."""

    def find_acts(self, text: str, language: str, question: None = None) -> Sequence[Heard]: ...

    def find_facts(self, text: str, language: str) -> Sequence[Fact]: ...

    def statements(self, text: str, language: str) -> Sequence[str]: ...


class Page(Protocol):
    """What a hit points to."""

    @property
    def id(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def body(self) -> str: ...


class Found(Protocol):
    """A hit and the probability that it is relevant."""

    @property
    def entry(self) -> Page: ...
    @property
    def score(self) -> float: ...


class Finding(Protocol):
    """The result of a search."""

    @property
    def hits(self) -> Sequence[Found]: ...


class Searcher(Protocol):
    """The retriever, as far as routing needs it."""

    def search(
        self, query: str, *, top_k: int, threshold: float, filters: Filters | None, language: str | None
    ) -> Finding: ...


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The router's lines, all on probabilities. Set on the tune split: a wrong guide costs a customer ten minutes,
    a needless question ten seconds."""

    go: float = 0.55
    """A scenario this sure is begun…"""
    margin: float = 0.15
    """…when it is ahead of the second scenario by this much."""
    kind: float = 0.5
    """Another kind (a question, out of scope, a person) this sure is believed."""
    act: float = 0.5
    """A plea or danger this sure is acted on without looking further."""
    contradicted: float = 0.6
    """What is left of a scenario's probability for each condition that a known fact speaks against."""
    other_type_given: float = 0.2
    """…and when the caller is certain that the problem is of another type."""
    danger: float = 0.6
    """Danger by the classifier alone: a false alarm frightens, a missed one burns; words of danger come as acts."""
    guide_known: float = 0.8
    """Danger that the readers only hear a likeness of is not believed where a scenario is as sure as this…"""
    undreamt: float = 0.2
    """…and the odds of danger, the readers' times the classifier's, are less than this. Of 152 dangers in words of no list,
    judged by classifiers that had not seen them, none is lost so."""
    endangered: float = 0.9
    """Danger that the readers only hear a likeness of is asked about first where the classifier is less sure of it than this. Of
    96 such dangers of tuning authors 10 are, and name no harm either; of the false alarms among their messages all are."""
    unlike: float = 0.1
    """Danger in words that rules know is not believed where the encoder hears less of a likeness than this…"""
    unheard: float = 0.005
    """…the classifier hardly any danger…"""
    settled: float = 0.8
    """…and is as sure as this of something else: three witnesses against a word ("sprogo", "fire"). Of 200 dangers told in
    such words none is lost so."""
    near: float = 0.12
    """A scenario at least this likely is offered when asking back."""
    in_scope: float = 0.4
    """Below this sum over all scenarios, asking back between scenarios makes no sense."""
    insulted: float = 0.75
    """The same where a message insults and states nothing of a fault."""
    accused: float = 0.72
    """An insult by the classifier alone: whoever is accused of one that was none is insulted themselves…"""
    seconded: float = 0.1
    """…and what only the encoder takes for an insult, or a command to the machine, counts where the classifier allows this much of it."""
    agreeing: float = 0.45
    """Facts that meet a scenario's conditions decide at once if the words give it this share of the scenarios
    that the facts allow, and no other of them is likelier by the margin…"""
    overruling: float = 0.6
    """…and no other kind of message this likely."""
    other_type: float = 0.15
    """A default by problem type is contradicted by a scenario of another type this likely."""
    page: float = 0.3
    """A knowledge page this relevant is named as the target."""
    found: float = 0.6
    """A page this relevant turns "out of scope" into an answer…"""
    found_strange: float = 0.95
    """…one this relevant where no service of ours is named and it is out of scope for certain: pages are found for
    strangers' matters, too…"""
    strange: float = 0.8
    """…that is, this surely…"""
    found_asked: float = 0.45
    """…and one this relevant does where the words may well be a question to the operator…"""
    asked: float = 0.2
    """…that is, where they are one with this probability."""
    stated: float = 0.94
    """A page that states this very complaint, found so surely, answers it…"""
    guided: float = 0.8
    """…unless a guide is as sure as this."""
    familiar: float = 0.5
    """Less of a message than this in letters that go together: keyboard mash."""
    search: float = 0.6
    """The compatibility helper takes a scenario from the search above this."""


@dataclass(frozen=True, slots=True)
class Case:
    """One message as the rules see it. `scores`: kinds and `scenario:<id>` with their probabilities."""

    text: str
    language: str
    stated: Mapping[str, Any]
    known: Mapping[str, Any]
    problem_type: str | None
    acts: Mapping[str, Heard]
    scores: Mapping[str, float]
    familiar: float
    evidence: tuple[Evidence, ...] = ()
    scenarios: Mapping[str, float] = field(default_factory=dict)

    def has(self, *names: str) -> bool:
        """Whether any of these acts was heard."""
        return any(name in self.acts for name in names)

    @property
    def troubled(self) -> bool:
        """Whether the message states a trouble: no irony of thanks makes a courtesy of it."""
        return bool({"connection_pattern", "scope", "lights"} & self.stated.keys())

    def score(self, *kinds: str) -> float:
        """The probability of these kinds together."""
        return sum(self.scores.get(kind, 0.0) for kind in kinds)

    @property
    def ranked(self) -> list[tuple[str, float]]:
        """Scenarios, likeliest first; equal ones in the order of their ids."""
        return sorted(self.scenarios.items(), key=lambda pair: (-pair[1], pair[0]))

    @property
    def in_scope(self) -> float:
        """The probability that the message is about any scenario."""
        return sum(self.scenarios.values())
