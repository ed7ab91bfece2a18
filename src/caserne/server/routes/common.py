"""What all routes need: the services of the process, the visitor, the language, and how errors are documented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast
from urllib.parse import urlsplit

from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from caserne.server.config import Settings
from caserne.server.errors import Refused
from caserne.server.live.hub import Hub
from caserne.server.matches.reviews import Reviewer
from caserne.server.operations.session_guard import SessionGuard
from caserne.server.people.identity import Identity, Visitor
from caserne.server.people.rate_limits import WELCOME, Limiter
from caserne.server.routes.models import ErrorAnswer
from caserne.server.storage.store import Store

Lang = Literal["fr", "en"]
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass
class Services:
    """What a process keeps for its routes."""

    settings: Settings
    secret: str
    store: Store
    hub: Hub
    identity: Identity
    session_guard: SessionGuard
    limiter: Limiter
    reviewer: Reviewer


def services(connection: HTTPConnection) -> Services:
    return cast(Services, connection.app.state.services)


# Who asks


async def known(connection: HTTPConnection) -> Visitor | None:
    """Who asks, looked up once a request; None for somebody new."""
    if not hasattr(connection.state, "visitor"):
        connection.state.visitor = await services(connection).identity.visitor(connection)
    found: Visitor | None = connection.state.visitor
    return found


async def check_origin(connection: HTTPConnection) -> None:
    """Only our own pages, and programs, may change something."""
    if connection.scope.get("method") not in SAFE_METHODS and not same_origin(connection):
        raise Refused.of("server.other_origin")


async def check_access(connection: HTTPConnection) -> None:
    """Those who do not know the server's access code stay outside."""
    code = services(connection).session_guard.code
    if code is not None:
        visitor = await known(connection)
        if visitor is None or visitor.access != code:
            raise Refused.of("server.access_code")


async def somebody(request: Request, response: Response) -> Visitor:
    """Who asks: somebody we know, or a new guest."""
    the = services(request)
    visitor = await known(request)
    if visitor is None:
        await the.limiter.spend(WELCOME, address(request))
        visitor = await the.identity.create_guest(device(request))
        request.state.visitor = request.state.new_guest = visitor
        the.identity.set_cookie(response, visitor)
    return visitor


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser sent this from our own pages; programs that are no browsers say no origin."""
    if connection.headers.get("sec-fetch-site") == "cross-site":
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    ours = {connection.headers.get("host"), urlsplit(services(connection).settings.public_url).netloc}
    return _netloc(origin) in ours - {None, ""}


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def address(connection: HTTPConnection) -> str:
    """Where somebody calls from, for counting."""
    return connection.client.host if connection.client else "-"


def device(connection: HTTPConnection) -> str:
    """What a browser calls itself, so that its owner recognises it in the list of sessions."""
    return connection.headers.get("user-agent", "")


def base_url(connection: HTTPConnection, settings: Settings) -> str:
    """The address that invitations carry: the public one, else the one that the visitor used."""
    return (settings.public_url or str(connection.base_url)).rstrip("/")


def language(connection: HTTPConnection) -> Lang:
    """The language that was asked for, also where a request cannot be read otherwise."""
    return "fr" if connection.query_params.get("lang") == "fr" else "en"


GUARDS = [Depends(check_origin), Depends(check_access)]
"""What all calls pass but those with which one enters."""

TheServices = Annotated[Services, Depends(services)]
TheVisitor = Annotated[Visitor, Depends(somebody)]
"""Who asks; somebody new becomes a guest."""
MaybeVisitor = Annotated[Visitor | None, Depends(known)]
"""Who asks, if we know them: looking at something makes nobody a guest."""
TheLang = Annotated[Lang, Query(description="The language of texts.")]
MatchId = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$", description="The id of a match.", examples=["Zl0pQ4d3sWkT"])
]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,64}$", description="The id of a game, see `GET /api/games`.")]

_MEANINGS = {
    400: "The request cannot be read.",
    401: "The server asks for its access code first.",
    403: "Not allowed, or from another site.",
    404: "There is no such thing.",
    405: "There is no such call.",
    409: "It does not fit the present state of things; nothing was changed.",
    413: "The request is too large.",
    422: "Something in the request is wrong; `field` says what.",
    429: "Too often; `Retry-After` says when to come back.",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How the errors of a call are documented: some, and those that every call may answer with."""
    return {
        status: {"model": ErrorAnswer, "description": _MEANINGS[status]}
        for status in sorted({400, 401, 403, 413, 422, 429, *statuses})
    }


def svg(picture: str) -> Response:
    """A drawing that browsers may keep for an hour."""
    return Response(picture, headers={"Cache-Control": "public, max-age=3600"}, media_type="image/svg+xml")
