"""Making matches, taking seats, and the websocket."""

from __future__ import annotations

from contextlib import suppress
from secrets import token_urlsafe
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Body, Query, Request, Response, WebSocket, WebSocketDisconnect
from sqlalchemy import select

from caserne.server.content import catalogue
from caserne.server.errors import Refused, described
from caserne.server.live import messages
from caserne.server.live.viewer import Wants
from caserne.server.matches import lists, lobby
from caserne.server.matches.rematch import rematch
from caserne.server.operations.session_guard import GuardedSocket
from caserne.server.people import accounts
from caserne.server.people.identity import COOKIE, Visitor
from caserne.server.people.rate_limits import MATCH
from caserne.server.routes.common import (
    GUARDS,
    Lang,
    MatchId,
    MaybeVisitor,
    Services,
    TheLang,
    TheServices,
    TheVisitor,
    base_url,
    check_access,
    errors,
    known,
    same_origin,
    services,
    svg,
)
from caserne.server.routes.invitations import address_of, invitation
from caserne.server.routes.models import Created, Invitation, Join, Joined, Listed, NewMatch, Rematch
from caserne.server.storage.tables import matches, visitors

log = structlog.get_logger("caserne.live")
router = APIRouter(prefix="/api/matches", tags=["matches"], dependencies=GUARDS, responses=errors())
sockets = APIRouter(prefix="/api/matches")


@router.post("", status_code=201, responses=errors(404))
async def create(
    wish: NewMatch, request: Request, visitor: TheVisitor, the: TheServices, lang: TheLang = "en"
) -> Created:
    """Make a match and sit down at it."""
    await the.limiter.spend(MATCH, visitor.id)
    made = await lobby.create(the.store, the.hub, visitor, lobby.MatchRequest(**wish.model_dump()))
    return Created(**address_of(base_url(request, the.settings), made, lang))


@router.get("")
async def list_matches(
    visitor: MaybeVisitor,
    the: TheServices,
    which: Annotated[
        Literal["mine", "open", "live"], Query(alias="list", description="Mine, open challenges, or those to watch.")
    ] = "mine",
    lang: TheLang = "en",
) -> list[Listed]:
    """Lists of matches, those that changed last in front; of mine, those that wait for me."""
    return [Listed(**entry) for entry in await lists.listed(the.store, which, visitor, lang)]


@router.get("/{match}", responses=errors(404))
async def show(
    match: MatchId, request: Request, visitor: MaybeVisitor, the: TheServices, lang: TheLang = "en"
) -> Invitation:
    """What an invitation shows: who invites to what. Looking at it seats nobody."""
    live = await the.hub.match(match)
    host = await _host(the, match)
    return Invitation(**invitation(the.hub, live, host, visitor, base_url(request, the.settings), lang))


@router.get("/{match}/picture.svg", responses=errors(404), response_class=Response)
async def show_picture(match: MatchId, the: TheServices, dark: bool = False) -> Response:
    """The board of the match before anything stands on it."""
    live = await the.hub.match(match)
    return svg(catalogue.empty_board(live.match.game, dark))


@router.post("/{match}/join", responses=errors(404, 409))
async def join(
    match: MatchId, visitor: TheVisitor, the: TheServices, wanted: Annotated[Join | None, Body()] = None
) -> Joined:
    """Take a free seat, or a place on a shared one."""
    if wanted and wanted.name:
        name = await accounts.rename(the.store, visitor, wanted.name)
        visitor = Visitor(visitor.id, name, visitor.session, visitor.account)
    return Joined(seat=await lobby.join(the.store, the.hub, match, visitor, wanted.seat if wanted else None))


@router.post("/{match}/leave", status_code=204, responses=errors(404, 409))
async def leave(match: MatchId, visitor: TheVisitor, the: TheServices) -> None:
    """Give an unstarted seat back; a match that everybody has left is gone."""
    if await lobby.leave(the.store, the.hub, match, visitor):
        await the.session_guard.recheck_everywhere()


@router.post("/{match}/rematch", responses=errors(404, 409))
async def play_again(match: MatchId, visitor: TheVisitor, the: TheServices) -> Rematch:
    """The same again, colours changed: the first who asks makes it, the others sit down at it."""
    await the.limiter.spend(MATCH, visitor.id)
    return Rematch(match=await rematch(the.store, the.hub, match, visitor))


@sockets.websocket("/{match}/live")
async def live(
    socket: WebSocket,
    match: MatchId,
    lang: Lang = "en",
    version: Annotated[int, Query(ge=0)] = 0,
    scene: bool = True,
    position: bool | None = None,
) -> None:
    """The websocket of one viewer and match."""
    if not same_origin(socket):
        await socket.close(1008)
        return
    await socket.accept()
    try:
        await _serve(socket, match, Wants(lang, version, scene, scene if position is None else position))
    except Refused as refused:
        await _send_away(socket, refused, lang)
    except Exception:
        log.exception("a viewer could not be served")
        await _send_away(socket, Refused.of("server.our_fault"), lang)


async def _serve(socket: WebSocket, match: str, wants: Wants) -> None:
    the = services(socket)
    visitor = await known(socket)
    if visitor is None and COOKIE in socket.cookies:
        raise Refused.of("server.unknown_visitor")
    await check_access(socket)
    watcher = visitor.id if visitor else f"?{token_urlsafe(9)}"
    with the.session_guard.guarding(GuardedSocket(socket, visitor.session if visitor else "", match)):
        await the.hub.watch(socket, match, watcher, wants)


async def _send_away(socket: WebSocket, refused: Refused, lang: str) -> None:
    error = described(refused, lang)
    with suppress(RuntimeError, WebSocketDisconnect):  # it has gone itself
        await socket.send_text(messages.write("bye", reason=error["code"], error=error))
        await socket.close(1008)


async def _host(the: Services, match: str) -> str:
    query = select(visitors.c.name).join(matches, matches.c.host == visitors.c.id).where(matches.c.id == match)
    async with the.store.read() as reading:
        return await reading.scalar(query) or ""
