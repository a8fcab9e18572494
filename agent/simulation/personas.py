"""How somebody behaves while being helped: patience, manners, and what they do instead of answering."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Persona:
    """A kind of customer. `patience` is the most messages they will write before they leave; all others are
    probabilities of one message.

    `asks`: what something is, where, how · `waits`: asks for a moment · `cannot`: cannot do the step · `wanders`:
    says something else · `angry`: scolds · `wrong_first`: gives a wrong answer and takes it back next · `presses`: a
    button instead of words · `volunteers`: tells unasked that it works, once it does · `plain`: writes without
    diacritics and capitals · `mistypes`: swaps two letters · `chatty`: puts neutral words before the answer ·
    `wants_person`: asks for a person · `protests`: says so when the wrong problem is being treated.
    """

    name: str
    patience: int
    asks: float = 0.03
    waits: float = 0.03
    cannot: float = 0.02
    wanders: float = 0.01
    angry: float = 0.0
    wrong_first: float = 0.0
    presses: float = 0.0
    volunteers: float = 0.3
    plain: float = 0.2
    mistypes: float = 0.03
    chatty: float = 0.2
    wants_person: float = 0.0
    protests: float = 0.6
    agrees: float = 0.8


PERSONAS: tuple[Persona, ...] = (
    Persona("steady", patience=40),
    Persona("terse", patience=30, plain=0.9, chatty=0.0, mistypes=0.08, presses=0.1),
    Persona("chatty", patience=45, chatty=0.8, wanders=0.08, waits=0.05),
    Persona("unsure", patience=45, asks=0.2, waits=0.1, cannot=0.08),
    Persona("hurried", patience=12, plain=0.6, volunteers=0.6, cannot=0.06, agrees=0.9),
    Persona("angry", patience=20, angry=0.12, wants_person=0.02, protests=0.9),
    Persona("muddled", patience=45, wrong_first=0.15, asks=0.08, mistypes=0.06),
    Persona("tapper", patience=40, presses=0.85),
    Persona("patient", patience=1000, asks=0.05, waits=0.05),
    Persona("wants_person", patience=25, wants_person=0.12),
)
