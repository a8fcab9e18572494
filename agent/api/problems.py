"""Every refusal as `application/problem+json` (RFC 9457): a stable `code`, what happened, what to do next.

No refusal repeats what the caller sent: it may be a customer's words, and it may be hostile.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from agent.errors import AgentError, ContentError, ConversationError, OutsideError, Problem, SettingsError

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 1
_MOST_FAULTS = 200
_BY_STATUS = {
    400: "invalid_json",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "request_timeout",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid",
    429: "too_many",
}


class Fault(BaseModel):
    """One field that cannot be accepted."""

    field: str = Field(examples=["options.0.id"])
    message: str = Field(examples=["Field required"])


class ProblemDetails(BaseModel):
    """What every error of this API looks like. `code` is stable and explained in docs/errors.md."""

    type: str = Field(examples=["urn:taisa:error:not_found"])
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    code: str = Field(examples=["not_found"])
    detail: str = Field(examples=["There is no such conversation."])
    mend: str | None = Field(None, examples=["Start a new one with POST /v1/conversations."])
    request_id: str | None = Field(None, examples=["b1946ac92492d234"])
    errors: list[Fault] = Field(default_factory=list)


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    mend: str = "",
    request_id: str = "",
    errors: tuple[Fault, ...] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A problem+json response; 429 and 503 tell when to come back."""
    body = ProblemDetails(
        type=f"urn:taisa:error:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        mend=mend or None,
        request_id=request_id or None,
        errors=list(errors),
    )
    extra = dict(headers or {})
    if status in (429, 503):
        extra.setdefault("Retry-After", str(RETRY_SECONDS))
    return JSONResponse(body.model_dump(exclude_defaults=True), status, extra, MEDIA_TYPE)


def documented(*statuses: int) -> dict[int | str, dict[str, object]]:
    """The `responses` of a route for OpenAPI: these statuses are problems."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


def handle_problems(app: FastAPI) -> None:
    """Turn everything raised on purpose below into problems."""
    app.add_exception_handler(AgentError, _agent_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)


def _request_id(request: Request) -> str:
    return str(request.scope.get("request_id", ""))


async def _agent_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, AgentError)  # noqa: S101  (registered for AgentError only)
    status, detail, mend = _status_of(error), error.message, error.mend
    if isinstance(error, ContentError):
        return _content_error(error, _request_id(request))
    if status >= 500:
        detail, mend = "The service cannot do this now.", "Try again shortly."
    headers = {"Retry-After": str(RETRY_SECONDS)} if status in (409, 429) and _is_busy(error) else {}
    return problem(status, error.code, detail, mend=mend, request_id=_request_id(request), headers=headers)


def _content_error(error: ContentError, request_id: str) -> Response:
    """Content that cannot be served: only an operator who reloads it meets this. The old content serves on."""
    faults = tuple(Fault(field=f"{each.file}:{each.line}", message=_told(each)) for each in error.problems)
    detail = "The content has faults; what served before serves on."
    return problem(
        422, error.code, detail, mend=error.mend, request_id=request_id, errors=faults[:_MOST_FAULTS]
    )


def _told(fault: Problem) -> str:
    return f"{fault.severity}[{fault.code}] {fault.message}{'; ' if fault.mend else ''}{fault.mend}"


def _is_busy(error: AgentError) -> bool:
    return "busy" in error.code or "conflict" in error.code or error.code == "too_many"


def _status_of(error: AgentError) -> int:
    if isinstance(error, ConversationError):
        return error.status
    return 503 if isinstance(error, OutsideError | SettingsError) else 500


async def _invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101  (registered for this type only)
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return problem(400, "invalid_json", "The body is not valid JSON.", request_id=_request_id(request))
    told = tuple(Fault(field=_place(fault["loc"]), message=fault["msg"]) for fault in faults[:20])
    return problem(
        422,
        "invalid",
        "The request has fields that cannot be accepted.",
        mend="See `errors`, and the examples in /openapi.json.",
        request_id=_request_id(request),
        errors=told,
    )


def _place(path: tuple[object, ...]) -> str:
    return ".".join(str(part) for part in path if part not in ("body", "query", "path"))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  (registered for this type only)
    code = _BY_STATUS.get(error.status_code, "http_error")
    detail = "The body is not valid JSON in UTF-8." if error.status_code == 400 else str(error.detail)
    return problem(
        error.status_code, code, detail, request_id=_request_id(request), headers=error.headers or {}
    )
