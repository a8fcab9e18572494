"""Ticket -> the words a person reads. The words stand in `languages/<code>.ticket.yaml`, one file a language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from agent.conversation import Contact, Tried
from agent.errors import SettingsError
from agent.escalation.ticket import Known, Place, Ticket
from agent.filling import filled
from agent.yaml_depth import load_once

LANGUAGES = Path(__file__).parent.parent / "languages"
_SUFFIX = ".ticket.yaml"
_TABLES = ("labels", "texts", "missing", "names", "values", "speakers")


@dataclass(frozen=True, slots=True)
class TicketWords:
    """One language: `labels` of lines, `texts` with `{places}`, `missing` by code, `names` of facts, `values` of
    facts, types and priorities, `speakers` who said a fact. What has no word stands as it is."""

    language: str
    labels: Mapping[str, str]
    texts: Mapping[str, str]
    missing: Mapping[str, str]
    names: Mapping[str, str]
    values: Mapping[str, str]
    speakers: Mapping[str, str]

    def say(self, key: str, /, **values: object) -> str:
        """A text, filled in."""
        return filled(self.texts[key], values)

    def value(self, value: object) -> str:
        """A value in words: lists are joined, yes and no are said."""
        if isinstance(value, bool):
            return self.values["true" if value else "false"]
        if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
            return ", ".join(self.value(item) for item in value)
        return self.values.get(str(value), str(value))


def load_ticket_words(directory: Path = LANGUAGES) -> Mapping[str, TicketWords]:
    """Every `<language>.ticket.yaml`. Raises SettingsError ticket_words when a table or a key is missing."""
    found = {file.name.removesuffix(_SUFFIX): _read(file) for file in sorted(directory.glob("*" + _SUFFIX))}
    if not found:
        raise SettingsError(f"There are no ticket texts in {directory}.", code="ticket_words")
    for table in ("labels", "texts", "missing"):
        keys = {language: set(getattr(words, table)) for language, words in found.items()}
        every = set().union(*keys.values())
        lacking = {language: sorted(every - had) for language, had in keys.items() if every - had}
        if lacking:
            raise SettingsError(f"Ticket texts are missing under `{table}`: {lacking}.", code="ticket_words")
    return found


def summary(ticket: Ticket, language: str) -> str:
    """The summary in `language`, else in any."""
    return ticket.summaries.get(language) or next(iter(ticket.summaries.values()), "")


def problem_of(ticket: Ticket, words: TicketWords) -> str:
    """The problem in one paragraph: what the customer said, what it was taken for, what is known."""
    said = words.say("said", complaint=ticket.complaint) if ticket.complaint else words.texts["said_nothing"]
    taken = words.say("taken_for", title=_title(ticket.place, words)) if ticket.place else ""
    facts = "; ".join(f"{words.names.get(f.name, f.name)} – {words.value(f.value)}" for f in ticket.facts)
    known = words.say("known", facts=facts) if facts else ""
    return " ".join(piece for piece in (said, taken, known) if piece)


def summarise(ticket: Ticket, words: TicketWords) -> str:
    """All of the ticket as plain text, a line a field, most urgent first; empty fields say why."""
    return "\n".join(line for build in _LINES for line in build(ticket, words))


def _read(file: Path) -> TicketWords:
    try:
        data = load_once(file.read_text(encoding="utf-8"))["ticket"]
        tables = {name: {str(key): str(value) for key, value in data[name].items()} for name in _TABLES}
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, AttributeError) as fault:
        raise SettingsError(f"{file} cannot be read: {fault}.", code="ticket_words") from fault
    return TicketWords(language=file.name.removesuffix(_SUFFIX), **tables)


def _line(label: str, text: str, words: TicketWords) -> str:
    return f"{words.labels[label]}: {text}"


def _lines(field: str, items: Iterable[str], ticket: Ticket, words: TicketWords) -> Iterator[str]:
    """A heading with its items below, or with the reason why there are none."""
    shown = list(items)
    if not shown:
        yield _line(field, _missing(field, ticket, words), words)
        return
    yield f"{words.labels[field]}:"
    yield from (f"  {item}" for item in shown)


def _missing(field: str, ticket: Ticket, words: TicketWords) -> str:
    return words.missing[ticket.empty[field]]


def _title(place: Place | None, words: TicketWords) -> str:
    if place is None:
        return ""
    return place.title.get(words.language) or next(iter(place.title.values()), place.scenario)


def _heading(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    kind, priority = words.value(ticket.ticket_type), words.value(ticket.priority)
    yield f"{ticket.number} · {kind} · {words.labels['priority']}: {priority}"


def _reason(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    text = ticket.reason.get(words.language) or next(iter(ticket.reason.values()), "")
    yield _line("reason", text or _missing("reason", ticket, words), words)


def _problem(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    yield _line("problem", ticket.problem[words.language], words)


def _contact(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    ways = _ways(ticket.contact, words)
    yield _line("contact", ", ".join(ways) if ways else _missing("contact", ticket, words), words)
    yield _line("verified", ticket.contact.verified or _missing("verified", ticket, words), words)
    yield _line("customer", ticket.contact.customer or _missing("customer", ticket, words), words)
    yield _line("node", ticket.node or _missing("node", ticket, words), words)


def _ways(contact: Contact, words: TicketWords) -> list[str]:
    """Every way to reach the customer, those in their own words marked as such."""
    named = {name: getattr(contact, name) for name in ("name", "phone", "email", "address")}
    said = {way: words.say("stated", way=way) for way in contact.other}
    said |= {way: words.say("stated", way=way) for name, way in named.items() if name in contact.stated}
    return [said.get(way, way) for way in (*named.values(), *contact.other) if way]


def _notes(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    if not ticket.notes:
        return
    yield f"{words.labels['notes']}:"
    for note in ticket.notes:
        at = note.at.strftime("%Y-%m-%d %H:%M UTC")
        yield "  " + words.say("note", at=at, said=note.said)


def _facts(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    yield from _lines("facts", (_fact(fact, words) for fact in ticket.facts), ticket, words)


def _fact(fact: Known, words: TicketWords) -> str:
    name, value = words.names.get(fact.name, fact.name), words.value(fact.value)
    return words.say(
        "fact", name=name, value=value, source=words.speakers.get(fact.source, fact.source), turn=fact.turn
    )


def _tried(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    steps = (_step(number, tried, words) for number, tried in enumerate(ticket.tried, start=1))
    yield from _lines("tried", steps, ticket, words)


def _step(number: int, tried: Tried, words: TicketWords) -> str:
    said = tried.said or words.missing["not_stated"]
    return words.say(
        "step", number=number, title=tried.title or tried.step, said=said, result=words.value(tried.result)
    )


def _looks(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    looks = (f"{look.name}: {look.says or words.value(look.result)}" for look in ticket.probes)
    yield from _lines("probes", looks, ticket, words)
    yield from _lines("incidents", ticket.incidents, ticket, words)
    yield from _lines("earlier", ticket.earlier, ticket, words)
    yield from _lines(
        "sources", (f"{source.title} ({source.place})" for source in ticket.sources), ticket, words
    )


def _place(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    place = ticket.place
    if place is None:
        yield _line("place", _missing("place", ticket, words), words)
        return
    step = place.step_title.get(words.language) or place.step or words.missing["not_known"]
    title = _title(place, words)
    yield _line(
        "place", words.say("place", title=title, id=place.scenario, digest=place.digest, step=step), words
    )


def _conversation(ticket: Ticket, words: TicketWords) -> Iterator[str]:
    language, at = words.value(ticket.language), ticket.created_at.strftime("%Y-%m-%d %H:%M UTC")
    text = words.say(
        "conversation", id=ticket.conversation_id, language=language, channel=ticket.channel, at=at
    )
    yield _line("conversation", text, words)


_LINES: tuple[Callable[[Ticket, TicketWords], Iterator[str]], ...] = (
    _heading,
    _reason,
    _problem,
    _notes,
    _contact,
    _facts,
    _tried,
    _looks,
    _place,
    _conversation,
)
