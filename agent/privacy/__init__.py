"""Personal data in customers' words, found and replaced by what it was: `[phone]`, `[email]`, `[address]`…

One boundary: text is masked here before a model, a log, a ticket or another system sees it. What repairs need stays:
IP and MAC addresses, speeds, channels, durations, dates, versions, ticket numbers.

Every search steps forwards over the text and looks at windows of fixed size, so the time is linear in its length.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.privacy.accounts import ibans, is_card
from agent.privacy.addresses import addresses
from agent.privacy.contacts import Given, dials, given_in, names_number, seems_a_number, without_contact
from agent.privacy.emails import emails
from agent.privacy.numbers import numbers
from agent.privacy.people import is_personal_code
from agent.privacy.spans import Span, clear_of, in_order
from agent.privacy.technical import technical

__all__ = [
    "KINDS",
    "Given",
    "Masked",
    "Span",
    "dials",
    "find",
    "given_in",
    "is_card",
    "is_personal_code",
    "mask",
    "masked",
    "names_number",
    "seems_a_number",
    "without_contact",
]

KINDS: tuple[str, ...] = ("email", "IBAN", "address", "card", "personal code", "phone")
"""What may be found; each stands in masked text in square brackets."""

_SHORTEST = 5  # nothing personal is shorter


@dataclass(frozen=True, slots=True)
class Masked:
    """Text without personal data, and the kinds that were found, in order of appearance."""

    text: str
    found: tuple[str, ...] = ()


def mask(text: str) -> str:
    """`text` with personal data replaced. Masking twice changes nothing more."""
    return masked(text).text


def masked(text: str) -> Masked:
    """As `mask`, and says what kinds were found."""
    if len(text) < _SHORTEST:
        return Masked(text)
    spans = find(text)
    pieces, at = [], 0
    for span in spans:
        pieces += [text[at : span.start], f"[{span.kind}]"]
        at = span.end
    return Masked("".join(pieces) + text[at:], tuple(span.kind for span in spans))


def find(text: str) -> tuple[Span, ...]:
    """Where personal data stands, in order and without overlaps. What is surer is looked for first."""
    taken = list(emails(text))
    taken += clear_of(ibans(text), taken)
    taken += clear_of(addresses(text), taken)
    taken += numbers(text, in_order([*taken, *technical(text)]))
    return tuple(in_order(taken))
