"""Why the walk did what it did, in words a person can read, in both languages."""

from __future__ import annotations

from typing import NamedTuple

from agent.scenarios.text import Text


class Reason(NamedTuple):
    """One piece of evidence. `source`: scenario, condition, fact, answer or walk; `ref`: what it points at."""

    source: str
    says: str
    says_lt: str = ""
    ref: str = ""

    def get(self, language: str) -> str:
        """The reason in `language`: Lithuanian where it is asked for and written, else English."""
        return self.says_lt if language == "lt" and self.says_lt else self.says

    @property
    def text(self) -> Text:
        """The reason as a Text."""
        return Text.of({"lt": self.says_lt, "en": self.says})


def answered(outcome: str, ref: str) -> Reason:
    """A listed answer was given."""
    return Reason("answer", f"the answer was {outcome}", f"atsakyta: {outcome}", ref)


def authored(text: Text, ref: str) -> Reason:
    """The author's own reason."""
    return Reason("scenario", text.get("en"), text.get("lt"), ref)


def known(fact: str, value: object, ref: str) -> Reason:
    """A step need not be asked: its fact is known."""
    return Reason("fact", f"already known: {fact} is {value}", f"jau žinoma: {fact} – {value}", ref)


def skipped(condition: str, ref: str) -> Reason:
    """A step's skip_if holds."""
    return Reason("condition", f"skipped, because {condition}", f"praleista, nes {condition}", ref)


def holds(condition: str, ref: str) -> Reason:
    """An escalation condition holds."""
    return Reason("condition", f"a condition holds: {condition}", f"tenkinama sąlyga: {condition}", ref)


def unclear(times: int, ref: str) -> Reason:
    """Attempts ran out."""
    return Reason(
        "walk", f"no clear answer after asking {times}×", f"aiškaus atsakymo negauta (klausta {times}×)", ref
    )


def cannot(reason: str, ref: str) -> Reason:
    """The customer cannot do the step."""
    tail = f": {reason}" if reason else ""
    return Reason(
        "answer",
        f"the customer cannot do this step{tail}",
        f"klientas šio žingsnio atlikti negali{tail}",
        ref,
    )


def done_before(ref: str) -> Reason:
    """The customer did the step before."""
    return Reason("answer", "the customer already did this", "klientas tai jau padarė", ref)


def too_often(ref: str) -> Reason:
    """A step's visit limit is reached."""
    return Reason(
        "walk",
        "this step was already taken often enough",
        "prie šio žingsnio jau grįžta pakankamai kartų",
        ref,
    )


def all_tried(ref: str) -> Reason:
    """No step is left."""
    return Reason("walk", "all steps were tried", "visi žingsniai išbandyti", ref)


def too_deep(ref: str) -> Reason:
    """Calls or jumps between scenarios reached their limit."""
    return Reason(
        "walk",
        "the guides lead into each other too often",
        "instrukcijos per daug kartų nukreipia viena į kitą",
        ref,
    )


def works(ref: str) -> Reason:
    """The customer said it works."""
    return Reason("answer", "the customer says it works", "klientas sako, kad veikia", ref)


def not_working(ref: str) -> Reason:
    """The customer said it does not work yet."""
    return Reason("answer", "it does not work yet", "dar neveikia", ref)


def partly(ref: str) -> Reason:
    """The customer said it works in part."""
    return Reason("answer", "it works only in part", "veikia tik iš dalies", ref)


def time_over(ref: str) -> Reason:
    """The wait is over."""
    return Reason("walk", "the time is over", "laikas praėjo", ref)


def probed(name: str, value: object, ref: str) -> Reason:
    """A system answered."""
    return Reason("fact", f"{name} says: {value}", f"{name} rodo: {value}", ref)


def refused(ref: str) -> Reason:
    """A consent was not given."""
    return Reason("answer", "the customer did not agree", "klientas nesutiko", ref)


def gone_on(scenario: str, ref: str) -> Reason:
    """The case went on in another scenario."""
    return Reason("scenario", f"goes on with {scenario}", f"toliau – {scenario}", ref)
