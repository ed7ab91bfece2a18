"""Every answer that is no success has the same shape, whoever found the fault."""

from __future__ import annotations

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from caserne.core.game.errors import CaserneError
from caserne.core.game.words import SHARED_WORDS
from caserne.server.errors import LARGEST_BODY, Refused, described, status_of
from caserne.server.routes.common import language, services

log = structlog.get_logger("caserne.http")


def add_error_handlers(app: FastAPI) -> None:
    """Let the application answer errors in our way."""
    app.add_exception_handler(CaserneError, _refuse)
    app.add_exception_handler(RequestValidationError, _point_out)
    app.add_exception_handler(HTTPException, _translate)
    app.add_exception_handler(Exception, _apologise)


async def _refuse(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, CaserneError)
    answer = JSONResponse({"error": described(error, language(request))}, status_of(error))
    if seconds := error.sentence.fields.get("seconds"):
        answer.headers["Retry-After"] = str(seconds)
    if newcomer := getattr(request.state, "newcomer", None):
        services(request).identity.set_cookie(answer, newcomer)
    return answer


async def _point_out(request: Request, error: Exception) -> JSONResponse:
    """A request that is not as documented: the first thing that is wrong, without quoting it."""
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    said = SHARED_WORDS("server.invalid", field=field, problem=first["msg"]).text(language(request))
    return JSONResponse({"error": {"code": "invalid", "text": said, "field": field}}, 422)


async def _translate(request: Request, error: Exception) -> JSONResponse:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    known = {404: "server.no_such_page", 405: "server.no_such_call", 413: "server.too_large"}
    refused = Refused.of(known.get(error.status_code, "server.not_understood"), largest=LARGEST_BODY)
    answer = {"error": described(refused, language(request))}
    return JSONResponse(answer, error.status_code, headers=dict(error.headers or {}))


async def _apologise(request: Request, error: Exception) -> JSONResponse:
    """A fault of ours; the log says where, and the visitor is told nothing of it."""
    log.error("fault", exc_info=error)
    text = SHARED_WORDS("server.our_fault").text(language(request))
    return JSONResponse({"error": {"code": "our_fault", "text": text}}, 500)
