"""Whether the process lives, whether it can serve, and the page to try it on."""

from __future__ import annotations

from importlib.resources import files
from typing import Final, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel

from agent.api.doorway import Door
from agent.api.problems import documented

router = APIRouter()
_TYPES: Final = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
PAGES: Final = {
    "/": "index.html",
    "/chat.css": "chat.css",
    "/chat.js": "chat.js",
    "/client.js": "client.js",
    "/words.js": "words.js",
    "/icon.svg": "icon.svg",
    "/docs": "reference.html",
    "/reference.css": "reference.css",
    "/reference.js": "reference.js",
}


class Alive(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Ready(BaseModel):
    """The process can serve: its store answers, its content is loaded."""

    status: Literal["ready"] = "ready"
    scenarios: int
    content: str


@router.get("/healthz", tags=["operations"])
async def healthz() -> Alive:
    """Alive: says nothing about the store or the index."""
    return Alive()


@router.get("/readyz", tags=["operations"], responses=documented(503))
async def readyz(door: Door) -> Ready:
    """Ready: the store has been asked just now."""
    await door.run(lambda: door.agent.conversations(limit=1))
    return Ready(scenarios=len(door.agent.scenarios), content=door.agent.content.digest)


def add_pages() -> None:
    """Read the static files once, from the package, and serve each at its own address."""
    folder = files("agent.api") / "static"
    for path, name in PAGES.items():
        _add_page(path, (folder / name).read_bytes(), _TYPES[name.rpartition(".")[2]])


def _add_page(path: str, content: bytes, media_type: str) -> None:
    async def page() -> Response:
        return Response(content, media_type=media_type, headers={"Cache-Control": "no-cache"})

    router.add_api_route(path, page, include_in_schema=False)


add_pages()
