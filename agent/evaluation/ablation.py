"""What each part is worth: measured with it, then without it, on the same lines.

Parts are the word lists of the language packs (emptied in every language at once) and the mechanisms of the reader
and of the router (switched off one at a time).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields, replace

from pydantic import BaseModel

from agent.evaluation import reading, routing
from agent.evaluation.compare import difference
from agent.evaluation.data import Complaint, LabelledReply
from agent.evaluation.metrics import Interval
from agent.evaluation.results import Row
from agent.language import Pack, default_packs
from agent.learning import Model
from agent.learning.features import Floats
from agent.routing import Listener, Router
from agent.routing.values import Fact, Heard
from agent.understanding.answers import MECHANISMS
from agent.understanding.convinced import Adviser
from agent.understanding.settling import ENCODER
from agent.understanding.trial import trying

Packs = Mapping[str, Pack]
# In a reply, facts are not looked for; in a complaint, only acts and facts are.
OF_READING = ("grammar", "yes", "no", "numerals", "concepts", "acts")
OF_ROUTING = ("grammar", "concepts", "acts", "facts")
_BELONGS = {"numerals.words": ("numerals.tens",)}  # a list that names entries of another goes with it


@dataclass(frozen=True, slots=True)
class Worth:
    """One part: how many lines more are right with it (`gain`), and how many more are mistakes without it."""

    part: str
    gain: Interval
    lines: int
    mistakes: int


Measured = Callable[[], Sequence[Row]]


def of_reading(
    labelled: Sequence[LabelledReply],
    done: Callable[[str], None] = lambda part: None,
    sections: Sequence[str] = OF_READING,
    encoder: Adviser | None = None,
) -> tuple[Worth, ...]:
    """What every mechanism of the reader and every word list of `sections` is worth on these replies, most first.

    `encoder` None = of the reader without it.
    """
    asked = encoder and reading.Remembering(encoder)
    full = reading.rows_of(labelled, reading.reader(encoder=asked))
    found = []
    for name in MECHANISMS if asked else [each for each in MECHANISMS if each != ENCODER]:
        rows = reading.rows_of(labelled, reading.reader({name}, asked))
        found.append(_worth(f"reader: {name}", full, rows, reading.MISTAKES))
        done(name)
    for name, packs in emptied_in_turn(default_packs(), sections):
        with trying(packs):
            rows = reading.rows_of(labelled, reading.reader(encoder=asked))
        found.append(_worth(f"words: {name}", full, rows, reading.MISTAKES))
        done(name)
    return _ranked(found)


def of_routing(
    labelled: Sequence[Complaint],
    router: Router,
    without_background: Callable[[], Model],
    done: Callable[[str], None] = lambda part: None,
    sections: Sequence[str] = OF_ROUTING,
) -> tuple[Worth, ...]:
    """What every rule, leg and word list of the router is worth on these complaints, most first.

    `without_background` learns the classifier again without the sentences that need no guide.
    """
    full = routing.rows_of(labelled, sender(router))
    found = []
    for name, other, packs in _routers(router, without_background, sections):
        with packs:
            rows = routing.rows_of(labelled, sender(other()))
        found.append(_worth(name, full, rows, routing.MISTAKES))
        done(name)
    return _ranked(found)


def sender(router: Router) -> routing.Sender:
    """The router as it is asked, with nothing known beforehand."""
    return lambda text, language: router.route(text, language=language)


def emptied_in_turn(packs: Packs, sections: Sequence[str]) -> Iterator[tuple[str, Packs]]:
    """Every word list of these sections by name, with the packs in which it is empty."""
    for name in lists_of(packs, sections):
        less = packs
        for each in (name, *_BELONGS.get(name, ())):
            less = {code: emptied(pack, each) for code, pack in less.items()}
        yield name, less


def lists_of(packs: Packs, sections: Sequence[str]) -> tuple[str, ...]:
    """The names of all word lists that are not empty: `yes`, `grammar.contrast`, `concepts.works`."""
    names: dict[str, None] = {}
    for section in sections:
        for pack in packs.values():
            held = getattr(pack, section)
            if isinstance(held, tuple):
                names.setdefault(section)
                continue
            inner = (
                held
                if isinstance(held, Mapping)
                else {name: getattr(held, name) for name in type(held).model_fields}
            )
            names.update(
                {f"{section}.{key}": None for key, value in inner.items() if value and _of_words(value)}
            )
    return tuple(names)


def emptied(pack: Pack, name: str) -> Pack:
    """`pack` without the words of one list."""
    section, _, key = name.partition(".")
    held = getattr(pack, section)
    if not key:
        return pack.model_copy(update={section: ()})
    if isinstance(held, BaseModel):
        value = getattr(held, key)
        return pack.model_copy(update={section: held.model_copy(update={key: type(value)()})})
    return pack.model_copy(update={section: {each: value for each, value in held.items() if each != key}})


def _of_words(value: object) -> bool:
    """Whether a field holds words, not the reach of something in figures."""
    return not (
        isinstance(value, Mapping)
        and all(isinstance(key, str) and isinstance(n, int) for key, n in value.items())
    )


def _worth(part: str, full: Sequence[Row], less: Sequence[Row], mistakes: Sequence[str]) -> Worth:
    gain = difference(less, full)
    lines = sum(row.right for row in full) - sum(row.right for row in less)
    worse = sum(row.verdict in mistakes for row in less) - sum(row.verdict in mistakes for row in full)
    return Worth(part, gain, lines, worse)


def _ranked(found: Sequence[Worth]) -> tuple[Worth, ...]:
    return tuple(sorted(found, key=lambda worth: (-worth.lines, -worth.mistakes, worth.part)))


# --- routers that lack something ------------------------------------------------------------------------------


def _routers(
    router: Router, without_background: Callable[[], Model], sections: Sequence[str]
) -> Iterator[tuple[str, Callable[[], Router], AbstractContextManager[None]]]:
    """Name, how to make the router that lacks it, and what to listen with meanwhile."""
    whole, model, listener = nullcontext(), router.model, router.listener

    def changed(**parts: object) -> Router:
        kept: dict[str, object] = {
            "model": model, "searcher": router.searcher, "listener": listener, "meaning": router.meaning,
            "thresholds": router.thresholds,
        }  # fmt: skip
        return Router(router.library, **{**kept, **parts})  # type: ignore[arg-type]

    for name in router.rules:
        yield f"rule: {name}", lambda name=name: changed(without={name}), whole  # type: ignore[misc]
    yield "classifier", lambda: changed(model=None), whole
    yield "classifier: background", lambda: changed(model=without_background()), whole
    if model is not None and model.meanings is not None:
        yield "classifier: meaning", lambda: changed(model=replace(model, meanings=None)), whole
        yield "classifier: spelling", lambda: changed(model=ByMeaning.of(model)), whole
    if router.searcher is not None:
        yield "pages", lambda: changed(searcher=None), whole
    if listener is not None:
        yield "acts", lambda: changed(listener=Half(listener, acts=False)), whole
        yield "facts", lambda: changed(listener=Half(listener, facts=False)), whole
        for name, packs in emptied_in_turn(default_packs(), sections):
            yield f"words: {name}", lambda: router, trying(packs)


class ByMeaning(Model):
    """A classifier that judges by embeddings alone wherever there is one."""

    @classmethod
    def of(cls, model: Model) -> ByMeaning:
        """`model` without its half by spelling."""
        return cls(**{field.name: getattr(model, field.name) for field in fields(model)})

    def judge(self, text: str, language: str, vector: Floats | None = None) -> dict[str, float]:
        """The probability of every label."""
        if vector is None or self.meanings is None or not self.meanings.centre.fits(vector):
            return Model.judge(self, text, language, vector)
        judged = self.meanings.linear.dense(self.meanings.centre.apply(vector))
        return self.calibrated(judged, "both", language)


@dataclass(frozen=True, slots=True)
class Half:
    """A listener that hears only acts, or only facts."""

    inner: Listener
    acts: bool = True
    facts: bool = True

    def find_acts(self, text: str, language: str, question: None = None) -> Sequence[Heard]:
        """The acts, unless switched off."""
        return self.inner.find_acts(text, language, question) if self.acts else ()

    def find_facts(self, text: str, language: str) -> Sequence[Fact]:
        """The facts, unless switched off."""
        return self.inner.find_facts(text, language) if self.facts else ()

    def statements(self, text: str, language: str) -> Sequence[str]:
        """What `text` tells, piece by piece."""
        return self.inner.statements(text, language)
