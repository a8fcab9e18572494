"""The HTTP application: one Agent behind the routes of /v1, the chat page and the reference page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from agent.agent import Agent
from agent.api import administration, blocks, content, conversations, metrics, operations
from agent.api.gate import Gate
from agent.api.problems import ProblemDetails, documented, handle_problems
from agent.api.security import BodyLimit, Guard
from agent.settings import Settings

Background = Callable[[], AbstractContextManager[object]]
ROUTERS = (
    conversations.router,
    blocks.router,
    content.scenarios,
    content.tickets,
    administration.router,
    metrics.router,
    operations.router,
)
_ABOUT = """Taisa troubleshoots with customers in Lithuanian and English.

Errors are `application/problem+json` with a stable `code`. Where keys are configured, send
`Authorization: Bearer <key>`. Every answer carries `X-Request-ID`: quote it when something looks wrong.
"""


def create_app(agent: Agent, settings: Settings, background: Background = nullcontext) -> FastAPI:
    """The application around `agent`; `background` is entered while it serves (delivery of effects).

    The caller owns the agent and closes it.
    """

    @asynccontextmanager
    async def serving(_: FastAPI) -> AsyncIterator[None]:
        with background():
            yield

    app = FastAPI(
        title="Taisa",
        version=version("taisa"),
        description=_ABOUT,
        docs_url=None,  # its page would load scripts from elsewhere; ours at /docs does not
        redoc_url=None,
        lifespan=serving,
    )
    app.state.agent, app.state.settings = agent, settings
    app.state.gate = Gate(settings.turn_threads, settings.turn_queue)
    handle_problems(app)
    for router in ROUTERS:
        app.include_router(router)
    _describe_problems(app)
    # The last one added is the outermost.
    app.add_middleware(BodyLimit, limit=settings.max_body)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.cors_origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "X-Request-ID"],
            expose_headers=["X-Request-ID", "Location", "Retry-After"],
        )
    app.add_middleware(Guard, settings=settings)
    return app


def _describe_problems(app: FastAPI) -> None:
    """Put the problem shape into the OpenAPI document in the place of FastAPI's own error shapes."""
    document = app.openapi()
    schemas = document["components"]["schemas"]
    shape = ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(shape.pop("$defs", {}))
    schemas["ProblemDetails"] = shape
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for operation in (each for path in document["paths"].values() for each in path.values()):
        if "422" in operation["responses"]:
            operation["responses"]["422"] = documented(422)[422]
    app.openapi_schema = document
