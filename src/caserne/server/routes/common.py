"""What all routes share: services, the visitor, the language, and the documentation of errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Annotated, Any, Literal, cast
from urllib.parse import urlsplit

from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from caserne.server.config import Settings
from caserne.server.errors import RequestError
from caserne.server.live.fair_queue import Owner
from caserne.server.live.hub import Hub
from caserne.server.matches.reviews import Reviewer
from caserne.server.operations.session_guard import SessionGuard
from caserne.server.people import accounts
from caserne.server.people.identity import Identity, Visitor
from caserne.server.people.passwords import Passwords
from caserne.server.people.rate_limits import COMPUTATION, COMPUTATION_HERE, NAME, NEW_GUEST, Limiter
from caserne.server.routes.models import ErrorAnswer
from caserne.server.storage.store import Store

Lang = Literal["fr", "en"]
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OWN_FETCHES = ("same-origin", "none")
"""Values of `Sec-Fetch-Site`: from a page of ours, or from no page. A neighbour under the same domain is not ours."""


@dataclass
class Services:
    """The services of a process that routes use."""

    settings: Settings
    secret: str
    store: Store
    hub: Hub
    identity: Identity
    passwords: Passwords
    session_guard: SessionGuard
    limiter: Limiter
    reviewer: Reviewer


def get_services(connection: HTTPConnection) -> Services:
    return cast(Services, connection.app.state.services)


# The visitor


async def known_visitor(connection: HTTPConnection) -> Visitor | None:
    """Return the visitor of a request, looked up once; None for somebody new."""
    if not hasattr(connection.state, "visitor"):
        connection.state.visitor = await get_services(connection).identity.visitor(connection)
    found: Visitor | None = connection.state.visitor
    return found


async def check_origin(connection: HTTPConnection) -> None:
    """Allow changes only from our own pages and from programs."""
    if connection.scope.get("method") not in SAFE_METHODS and not same_origin(connection):
        raise RequestError.of("server.other_origin")


async def check_access(connection: HTTPConnection) -> None:
    """Require the server's access code, if it has one."""
    code = get_services(connection).session_guard.code
    if code is not None:
        visitor = await known_visitor(connection)
        if visitor is None or visitor.access != code:
            raise RequestError.of("server.access_code")


async def current_visitor(request: Request, response: Response) -> Visitor:
    """Return the visitor of a request; somebody new becomes a guest."""
    services = get_services(request)
    visitor = await known_visitor(request)
    if visitor is None:
        await services.limiter.spend(NEW_GUEST, client_address(request))
        visitor = await services.identity.create_guest(user_agent(request), language(request))
        request.state.visitor = request.state.new_guest = visitor
        services.identity.set_cookie(response, visitor)
    return visitor


async def choose_name(request: Request, services: Services, visitor: Visitor, name: str) -> str:
    """Give a visitor a name; new names are limited, because a refused one tells that an account has it."""
    if name != visitor.name:
        await services.limiter.spend(NAME, client_address(request))
    return await accounts.rename(services.store, visitor, name)


def same_origin(connection: HTTPConnection) -> bool:
    """Check whether a request comes from our own pages; programs that are not browsers send neither header."""
    if connection.headers.get("sec-fetch-site", "same-origin") not in OWN_FETCHES:
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    ours = {connection.headers.get("host"), urlsplit(get_services(connection).settings.public_url).netloc}
    return _netloc(origin) in ours - {None, ""}


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def client_address(connection: HTTPConnection) -> str:
    """Return the address of the client, for rate limits; of an IPv6 address the part that its network gives out."""
    host = connection.client.host if connection.client else "-"
    try:
        return str(ip_network(f"{host.partition('%')[0]}/64", strict=False)) if ":" in host else host
    except ValueError:  # what a proxy has forwarded is no address
        return host


def owner_of(connection: HTTPConnection, visitor: Visitor | None) -> Owner:
    """Return the person for whom something is computed; without a cookie, everybody at the address."""
    address = client_address(connection)
    return Owner(visitor.id if visitor else address, address)


def user_agent(connection: HTTPConnection) -> str:
    """Return the user agent, by which people recognise a device in the list of sessions."""
    return connection.headers.get("user-agent", "")


def base_url(connection: HTTPConnection, settings: Settings) -> str:
    """Return the address for invitations: the public one, else the one that the visitor used."""
    return (settings.public_url or str(connection.base_url)).rstrip("/")


def language(connection: HTTPConnection) -> Lang:
    """Return the requested language, even if the rest of the request is invalid."""
    return "fr" if connection.query_params.get("lang") == "fr" else "en"


DRAWN_BOARD = 3
"""A board that must be drawn costs as much as so many other computations."""


class Compute:
    """Runs costly functions in a worker process for the sender of a request, within limits by person and address."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def __call__(self, work: Callable[..., Any], *arguments: Any, cost: int = 1) -> Any:
        """Call a function that can be pickled, as its arguments and its result; `cost` counts as so many calls."""
        services, owner = get_services(self._request), owner_of(self._request, await known_visitor(self._request))
        await services.limiter.spend(COMPUTATION, owner.visitor, cost)
        await services.limiter.spend(COMPUTATION_HERE, owner.address, cost)
        return await services.hub.services.workers.answer(owner, work, *arguments)


GUARDS = [Depends(check_origin), Depends(check_access)]
"""Checks of all calls except those that a visitor needs to enter."""

ServicesDep = Annotated[Services, Depends(get_services)]
CurrentVisitor = Annotated[Visitor, Depends(current_visitor)]
"""The visitor; somebody new becomes a guest."""
KnownVisitor = Annotated[Visitor | None, Depends(known_visitor)]
"""The visitor, if known: read-only calls create no guest."""
ComputeDep = Annotated[Compute, Depends(Compute)]
LangQuery = Annotated[Lang, Query(description="The language of texts.")]
MatchId = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$", description="The id of a match.", examples=["Zl0pQ4d3sWkT"])
]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,64}$", description="The id of a game, see `GET /api/games`.")]

_DESCRIPTIONS = {
    400: "The request cannot be read.",
    401: "The server asks for its access code first.",
    403: "Not allowed, or from another site.",
    404: "Not found.",
    405: "This method is not allowed.",
    409: "It conflicts with the current state; nothing was changed.",
    410: "The stored match cannot be read; `text` names the line and the field.",
    413: "The request is too large.",
    422: "Something in the request is wrong; `field` says what.",
    429: "Too many requests; `Retry-After` says when to try again.",
    503: "The database does not answer; `Retry-After` says when to try again.",
}


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI documentation of errors: the given ones, and those that every call can return.

    They refer to the model, which one call declares: FastAPI would build a validator for each status of each call.
    """
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorAnswer.__name__}"}}}
    return {
        status: {"description": _DESCRIPTIONS[status], "content": content}
        for status in sorted({400, 401, 403, 413, 422, 429, 503, *statuses})
    }


def declared_error(status: int) -> dict[int | str, dict[str, Any]]:
    """Return the documentation of an error that declares the model which all others refer to."""
    return {status: {"description": _DESCRIPTIONS[status], "model": ErrorAnswer}}


def svg(picture: str) -> Response:
    """Return a picture that browsers may cache for an hour."""
    return Response(picture, headers={"Cache-Control": "public, max-age=3600"}, media_type="image/svg+xml")
