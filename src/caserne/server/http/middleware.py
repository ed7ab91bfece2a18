"""Middleware: limits the size of requests, adds security headers, logs and counts requests."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caserne.server.errors import MAX_BODY_BYTES, RequestError, error_json
from caserne.server.operations import metrics

log = structlog.get_logger("caserne.http")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Pages load nothing from other sites, cannot be framed, and send no referrer to other sites."""


class SecurityHeaders:
    """Adds security headers to every response, and keeps API responses out of caches."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class SizeLimit:
    """Rejects requests that are too large, by their Content-Length or while they are read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received, declared = 0, Headers(scope=scope).get("content-length", "0")
        if not declared.isdigit() or int(declared) > MAX_BODY_BYTES:
            await _reject_too_large(scope, receive, send)
            return

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MAX_BODY_BYTES:
                raise HTTPException(413)  # the framework re-raises only its own errors here
            return message

        await self._app(scope, receive_limited, send)


async def _reject_too_large(scope: Scope, receive: Receive, send: Send) -> None:
    lang = "fr" if Request(scope).query_params.get("lang") == "fr" else "en"
    error = error_json(RequestError.of("server.too_large", largest=MAX_BODY_BYTES), lang)
    await JSONResponse({"error": error}, 413)(scope, receive, send)


class RequestLog:
    """Logs and counts every request by the pattern of its route, because a path may contain a token."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = perf_counter(), 500

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noting_status)
        finally:
            _record(scope["method"], _route_pattern(scope), status, perf_counter() - start)


def _route_pattern(scope: Scope) -> str:
    route: Any = scope.get("route")
    return getattr(route, "path", None) or "other"


def _record(method: str, route: str, status: int, seconds: float) -> None:
    metrics.REQUESTS.labels(method, route, str(status)).inc()
    metrics.SECONDS.labels(route).observe(seconds)
    if route != "other":
        log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))
