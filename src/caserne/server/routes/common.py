"""What all routes need: the services of the process, the visitor, the language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, cast
from urllib.parse import urlsplit

from fastapi import Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from caserne.server.config import Settings
from caserne.server.faults import Refused
from caserne.server.identity import Identity, Visitor
from caserne.server.live.hub import Hub
from caserne.server.storage.store import Store

Lang = Literal["fr", "en"]


@dataclass
class Services:
    """What a process keeps for its routes."""

    settings: Settings
    store: Store
    hub: Hub
    identity: Identity


def services(connection: HTTPConnection) -> Services:
    return cast(Services, connection.app.state.services)


async def visitor(request: Request, response: Response) -> Visitor:
    """Who asks: somebody we know, or a new guest."""
    if request.method not in ("GET", "HEAD") and not same_origin(request):
        raise Refused.of("server.other_origin")
    identity = services(request).identity
    known = await identity.visitor(request)
    if known is None:
        known = await identity.welcome()
        identity.remember(response, known)
    return known


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser sent this from our own pages; programs that are no browsers say no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    ours = {connection.headers.get("host"), urlsplit(services(connection).settings.public_url).netloc}
    return urlsplit(origin).netloc in ours - {None, ""}


TheServices = Annotated[Services, Depends(services)]
TheVisitor = Annotated[Visitor, Depends(visitor)]
TheLang = Annotated[Lang, Query(description="The language of texts.")]
