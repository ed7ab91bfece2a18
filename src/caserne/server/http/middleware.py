"""What surrounds every request: a limit to its size, headers for browsers, a line in the log and the counters."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caserne.server.errors import LARGEST_BODY, Refused, described
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
"""Our pages load nothing from elsewhere, are shown in nobody's frame, and tell nobody where a link was followed."""


class SecurityHeaders:
    """Headers for browsers on every answer; answers of the interface are not kept by caches."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_politely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_politely if scope["type"] == "http" else send)


class SizeLimit:
    """Requests that are too large are refused, whether they say so or not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        read, announced = 0, Headers(scope=scope).get("content-length", "0")
        if not announced.isdigit() or int(announced) > LARGEST_BODY:
            await _too_large(scope, receive, send)
            return

        async def receive_little() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise HTTPException(413)  # the framework passes on its own errors alone
            return message

        await self._app(scope, receive_little, send)


async def _too_large(scope: Scope, receive: Receive, send: Send) -> None:
    lang = "fr" if Request(scope).query_params.get("lang") == "fr" else "en"
    error = described(Refused.of("server.too_large", largest=LARGEST_BODY), lang)
    await JSONResponse({"error": error}, 413)(scope, receive, send)


class RequestLog:
    """A line in the log and the counters for every request, by the pattern of its route: a path may hold a token."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        finally:
            _write_down(scope["method"], _pattern(scope), status, perf_counter() - began)


def _pattern(scope: Scope) -> str:
    route: Any = scope.get("route")
    return getattr(route, "path", None) or "other"


def _write_down(method: str, route: str, status: int, seconds: float) -> None:
    metrics.REQUESTS.labels(method, route, str(status)).inc()
    metrics.SECONDS.labels(route).observe(seconds)
    if route != "other":
        log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))
