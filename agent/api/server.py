"""Serving: an address first, then the Agent behind it, until told to stop."""

from __future__ import annotations

import errno
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn

from agent.agent import Agent
from agent.api.app import create_app
from agent.api.picking_up import picking_up
from agent.bootstrap import build
from agent.delivery import Delivery
from agent.errors import SettingsError
from agent.escalation import BuiltInDesk, Desk, WebhookDesk
from agent.knowledge import Published, read_published
from agent.observe import configure_logging, get_logger
from agent.settings import Settings

_STOP_SECONDS = 15  # turns under way are finished; a turn with a model ends within its deadline
_BACKLOG = 512


def serve(settings: Settings, tell: Callable[[str], None], watch: bool = False) -> None:
    """Serve until SIGINT or SIGTERM; with `watch`, changed content at once. `tell` hears where and what to try.

    Raises SettingsError, ContentError.
    """
    configure_logging(settings.log_level)
    for chatty in (
        "uvicorn",
        "alembic",
        "httpx",
    ):  # where it listens and what it did is told by `tell` and by turns
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # The web server stops in order and then raises the signal again: with the default action everything below would
    # be cut off there.
    signal.signal(signal.SIGTERM, _leave)
    listener = listen(settings.host, settings.port)
    try:
        published = read_published(settings.index_dir)  # before: what is published meanwhile is taken up
        agent = build(settings)
        try:
            agent.route("sveiki, hello")  # whatever loads at first use does so before a customer waits for it
            app = create_app(agent, settings, lambda: _beside(agent, settings, published, tell, watch))
            tell(welcome(settings, listener.getsockname()[1]))
            config = uvicorn.Config(
                app,
                log_config=None,  # records are ours; uvicorn's would hold addresses and queries
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_STOP_SECONDS,
                h11_max_incomplete_event_size=64 * 1024,
            )
            with suppress(KeyboardInterrupt):  # Ctrl-C is how it is meant to end
                uvicorn.Server(config).run(sockets=[listener])
        finally:
            agent.close_rooms()
    finally:
        listener.close()


@contextmanager
def _beside(
    agent: Agent, settings: Settings, published: Published | None, tell: Callable[[str], None], watch: bool
) -> Iterator[None]:
    """What runs beside the routes. `published`: what was when the agent was about to be built."""
    with delivering(agent, settings), picking_up(agent, settings, tell, published):
        if not watch:
            yield
            return
        from agent.api.watching import watching  # noqa: PLC0415  (a library only authors need)

        with watching(agent, settings, tell):
            yield


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, taken before anything slow is loaded. Raises SettingsError port_taken, address_unusable."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as fault:
        raise SettingsError(
            f"There is no address {host}.",
            mend="Set TAISA_HOST to one of this machine.",
            code="address_unusable",
        ) from fault
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as fault:
        listener.close()
        raise _refused(host, port, fault) from fault
    return listener


def _refused(host: str, port: int, fault: OSError) -> SettingsError:
    if fault.errno == errno.EADDRINUSE:
        return SettingsError(
            f"Port {port} on {host} is taken by another program.",
            mend="Stop it, or choose another with --port or TAISA_PORT.",
            code="port_taken",
        )
    return SettingsError(
        f"Cannot listen on {host}:{port} ({fault.strerror}).",
        mend="Choose another address.",
        code="address_unusable",
    )


def welcome(settings: Settings, port: int) -> str:
    """Where it serves and what to try."""
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    base = f"http://{shown}:{port}"
    key = " -H 'Authorization: Bearer …'" if settings.api_keys else ""
    return (
        f"\n  Taisa is at {base}\n\n"
        f"  chat page   {base}/\n"
        f"  the API     {base}/docs\n"
        f"  try         curl -s {base}/v1/conversations{key} -H 'Content-Type: application/json' \\\n"
        f'                -d \'{{"text": "neveikia namų internetas"}}\'\n\n'
        f"  Ctrl-C stops it.\n"
    )


@contextmanager
def delivering(agent: Agent, settings: Settings) -> Iterator[None]:
    """Brings tickets to their desk beside the routes, until they stop serving."""
    log = get_logger("taisa.delivery")
    desk: Desk = BuiltInDesk()
    if settings.desk_url:
        desk = WebhookDesk(settings.desk_url, settings.desk_secret.get_secret_value())
    delivery = Delivery(
        agent.store, {"ticket": desk}, on_fault=lambda why, _: log.warning("delivery", why=why)
    )
    delivery.start()
    try:
        yield
    finally:
        delivery.stop()
