"""All error responses share one shape, whether an error comes from us or from the framework."""

from __future__ import annotations

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from caserne.core.game.errors import CaserneError
from caserne.core.game.words import SHARED_WORDS
from caserne.server.errors import MAX_BODY_BYTES, RequestError, error_json, http_status
from caserne.server.people.identity import COOKIE
from caserne.server.routes.common import get_services, language
from caserne.server.storage.unavailable import StorageUnavailable

RETRY_SECONDS = 3
"""When a client may try again if the database is away."""
log = structlog.get_logger("caserne.http")


def add_error_handlers(app: FastAPI) -> None:
    """Register the handlers of all exceptions."""
    app.add_exception_handler(CaserneError, _handle_our_error)
    app.add_exception_handler(StorageUnavailable, _handle_unavailable)
    app.add_exception_handler(RequestValidationError, _handle_validation_error)
    app.add_exception_handler(HTTPException, _handle_framework_error)
    app.add_exception_handler(Exception, _handle_bug)


async def _handle_our_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, CaserneError)
    response = JSONResponse({"error": error_json(error, language(request))}, http_status(error))
    if seconds := error.sentence.fields.get("seconds"):
        response.headers["Retry-After"] = str(seconds)
    new_guest = getattr(request.state, "new_guest", None)
    if new_guest and COOKIE not in request.cookies:  # a cookie that was renewed meanwhile must not be replaced
        get_services(request).identity.set_cookie(response, new_guest)
    return response


async def _handle_unavailable(request: Request, error: Exception) -> JSONResponse:
    return await _handle_our_error(request, RequestError.of("server.unavailable", seconds=RETRY_SECONDS))


async def _handle_validation_error(request: Request, error: Exception) -> JSONResponse:
    """Report the first invalid field of a request, without quoting its value."""
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    text = SHARED_WORDS("server.invalid", field=field, problem=first["msg"]).text(language(request))
    return JSONResponse({"error": {"code": "invalid", "text": text, "field": field}}, 422)


async def _handle_framework_error(request: Request, error: Exception) -> JSONResponse:
    """Translate an error of the framework, such as an unknown path."""
    assert isinstance(error, HTTPException)
    known = {404: "server.no_such_page", 405: "server.no_such_call", 413: "server.too_large"}
    translated = RequestError.of(known.get(error.status_code, "server.not_understood"), largest=MAX_BODY_BYTES)
    body = {"error": error_json(translated, language(request))}
    return JSONResponse(body, error.status_code, headers=dict(error.headers or {}))


async def _handle_bug(request: Request, error: Exception) -> JSONResponse:
    """Log an unexpected exception; the response gives no details."""
    log.error("unexpected error", exc_info=error)
    text = SHARED_WORDS("server.our_fault").text(language(request))
    return JSONResponse({"error": {"code": "our_fault", "text": text}}, 500)
