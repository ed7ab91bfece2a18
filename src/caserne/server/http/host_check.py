"""Refuses requests under names that are not this server's, so that another site cannot make its own name lead here.

With DNS rebinding, a page of another site lets its name resolve to this machine: the browser then takes us for that
site. Addresses are safe, because no name was resolved; so are names that only the local network or the machine itself
resolves. All others must be configured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from caserne.server.config import Settings
from caserne.server.errors import RequestError, error_json, http_status

LOCAL_DOMAINS = (".localhost", ".local", ".home.arpa", ".internal")
"""Reserved: the public DNS never resolves names in them."""


HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]*)?")
"""A name or an address, and a port."""


class HostCheck:
    """Passes requests whose `Host` is an address, a local name or a configured name; programs may send none."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._names = frozenset(configured_names(settings))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or is_allowed(Headers(scope=scope).get("host"), self._names):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        else:
            await _reject(scope, receive, send)


async def _reject(scope: Scope, receive: Receive, send: Send) -> None:
    lang = "fr" if Request(scope).query_params.get("lang") == "fr" else "en"
    error = RequestError.of("server.unknown_host")
    await JSONResponse({"error": error_json(error, lang)}, http_status(error))(scope, receive, send)


def configured_names(settings: Settings) -> Iterable[str]:
    """Yield the names of the server: of its public address, the one it listens on, and those that are allowed."""
    yield hostname(urlsplit(settings.public_url).netloc)
    yield settings.host.lower()
    yield from (name.strip().lower() for name in settings.allowed_hosts.split(","))


def is_allowed(host: str | None, names: Iterable[str]) -> bool:
    """Check whether a `Host` header is one that no other site can have made up.

    >>> [is_allowed(host, ["play.example"]) for host in ("192.168.1.7:8000", "[::1]", "attic.local", "attic")]
    [True, True, True, True]
    >>> [is_allowed(host, ["play.example"]) for host in ("play.example", "evil.example", "192.168.1.7.evil.example")]
    [True, False, False]
    """
    if host is None:
        return True
    name = hostname(host)
    return bool(name) and (name in names or _is_address(name) or _is_local(name))


def hostname(host: str) -> str:
    """Return the name in a `Host` header, in small letters and without the port; empty if it is malformed."""
    found = HOST.fullmatch(host.lower())
    return found["name"].strip("[]").removesuffix(".") if found else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_local(name: str) -> bool:
    """Check for a name without a dot, or in a local domain."""
    return "." not in name or name.endswith(LOCAL_DOMAINS)
