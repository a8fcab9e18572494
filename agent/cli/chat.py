"""`agent chat`: one conversation on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from rich.console import Console
from rich.text import Text

from agent.agent import Agent
from agent.cli.shared import note, opened, plain, prepared
from agent.conversation import Choice, Reply, Status
from agent.errors import ConversationError

LEAVE = ("/q", "/quit")  # nobody says so to a service: never sent, never written into a talk
PROMPT = {"lt": "Jūs> ", "en": "You> "}


@dataclass(slots=True)
class Screen:
    """Shows replies; remembers which choices stand on it."""

    console: Console
    why: bool = False
    choices: tuple[Choice, ...] = ()
    language: str = "lt"
    ticket: str | None = field(default=None)

    def show(self, reply: Reply) -> None:
        """One reply: words, ticket, sources, reasons, numbered choices."""
        self.say(reply.text)
        if reply.ticket and reply.ticket != self.ticket and reply.ticket not in reply.text:
            self._line(f"Nr. {reply.ticket}", "bold yellow")
        if reply.wait_until:
            self._line(f"⏳ {_local(reply.wait_until)}", "yellow")
        for source in reply.sources:
            self._line(f"↳ {source.title} ({source.place})", "dim")
        self._reasons(reply)
        self.ticket, self.language, self.choices = reply.ticket, reply.language, reply.choices
        self.list_choices()

    def say(self, words: str) -> None:
        """Words after an empty line."""
        self.console.print()
        self._print(Text(plain(words)))

    def list_choices(self) -> None:
        """The choices with their numbers."""
        for number, choice in enumerate(self.choices, start=1):
            self._line(f"{number}. {choice.label}", "cyan")

    def picked(self, said: str) -> Choice | None:
        """The choice a bare number names."""
        if said.isascii() and said.isdigit() and 1 <= int(said) <= len(self.choices):
            return self.choices[int(said) - 1]
        return None

    def _reasons(self, reply: Reply) -> None:
        if not self.why:
            return
        place = f"{reply.scenario}/{reply.step}" if reply.scenario else str(reply.kind)
        self._line(f"why [{place}, {reply.status}]", "magenta")
        for reason in reply.why:
            weight = "" if reason.weight is None else f" ({reason.weight:.2f})"
            self._line(f"  {reason.source}: {reason.says}{weight}", "magenta")

    def _print(self, text: Text) -> None:
        for line in text.wrap(self.console, max(20, self.console.width - 2)):
            line.rstrip()
            self.console.print(Text("  ").append_text(line) if line else line)

    def _line(self, text: str, style: str) -> None:
        self._print(Text(plain(text), style=style))


def _local(moment: datetime) -> str:
    return moment.astimezone().strftime("%H:%M")


def run(language: str | None, scenario: str | None, resume: str | None, why: bool) -> None:
    """Hold one conversation until its end or the customer's. Raises AgentError before it begins."""
    with opened(prepared(language=language)) as agent:
        conversation_id = hold(agent, language, scenario, resume, why)
        note(f"\nTo go on: agent chat --resume {conversation_id}{' --why' if why else ''}")


def hold(
    agent: Agent, language: str | None, scenario: str | None, resume: str | None = None, why: bool = False
) -> str:
    """One conversation on this terminal until its end or the customer's; its id."""
    # Typed or piped bytes that are no UTF-8 must not end the conversation.
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    screen = Screen(Console(highlight=False), why)
    conversation_id = _begin(agent, screen, language, scenario, resume)
    try:
        _converse(agent, screen, conversation_id, _lines(screen))
    except KeyboardInterrupt:
        note("")
    return conversation_id


def _begin(
    agent: Agent, screen: Screen, language: str | None, scenario: str | None, resume: str | None
) -> str:
    if resume is None:
        reply = agent.start(language=language, channel="terminal", scenario=scenario)
        screen.show(reply)
        return reply.conversation_id
    conversation = agent.get(resume)
    last = agent.last_reply(resume)
    if last:
        screen.show(last)
    else:
        screen.language = conversation.language
        screen.say(conversation.last_text)
    return conversation.id


def _lines(screen: Screen) -> Iterator[str]:
    """What the customer types, until the end of input."""
    ask: Callable[[], str] = lambda: input(PROMPT.get(screen.language, "> ") if sys.stdin.isatty() else "")  # noqa: E731
    while True:
        try:
            said = ask()
        except EOFError:
            return
        if said.strip().casefold() in LEAVE:
            return
        yield said


def _converse(agent: Agent, screen: Screen, conversation_id: str, lines: Iterator[str]) -> None:
    for line in lines:
        said = line.strip()
        if not said:
            screen.list_choices()
            continue
        choice = screen.picked(said)
        try:
            if choice:
                reply = agent.reply(conversation_id, choice=choice.id)
            else:
                reply = agent.reply(conversation_id, text=said)
        except ConversationError as refused:  # too long, closed, busy: said, and the conversation goes on
            note(f"agent: {refused}")
            continue
        screen.show(reply)
        if reply.status is Status.CLOSED:
            return
