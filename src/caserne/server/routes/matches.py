"""Creating matches, joining and leaving them, and the websocket."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from secrets import token_urlsafe
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Body, Query, Request, Response, WebSocket, WebSocketDisconnect
from sqlalchemy import select

from caserne.server.content import computations
from caserne.server.content.chosen_game import has_own_board
from caserne.server.errors import RequestError, error_json
from caserne.server.live import messages
from caserne.server.live.fair_queue import Owner
from caserne.server.live.viewer import ViewerOptions
from caserne.server.matches import lists, lobby
from caserne.server.matches.hints import COST, give_hint
from caserne.server.matches.rematch import rematch
from caserne.server.operations.network import qr_picture
from caserne.server.operations.session_guard import GuardedSocket
from caserne.server.people.identity import COOKIE
from caserne.server.people.rate_limits import (
    BOT_MATCHES_HERE,
    COMPUTATION,
    COMPUTATION_HERE,
    MATCH,
    MATCHES_HERE,
    WATCH,
)
from caserne.server.routes.common import (
    DRAWN_BOARD,
    GUARDS,
    ComputeDep,
    CurrentVisitor,
    KnownVisitor,
    Lang,
    LangQuery,
    MatchId,
    Services,
    ServicesDep,
    base_url,
    check_access,
    choose_name,
    client_address,
    error_responses,
    get_services,
    known_visitor,
    owner_of,
    same_origin,
    svg,
)
from caserne.server.routes.invitations import invitation, match_link
from caserne.server.routes.models import AtVersion, Created, Hint, Invitation, Join, Joined, Listed, NewMatch, Rematch
from caserne.server.storage.tables import matches, visitors
from caserne.server.storage.unavailable import StorageUnavailable

log = structlog.get_logger("caserne.live")
router = APIRouter(prefix="/api/matches", tags=["matches"], dependencies=GUARDS, responses=error_responses())
sockets = APIRouter(prefix="/api/matches")


@router.post("", status_code=201, responses=error_responses(404))
async def create(
    body: NewMatch, request: Request, visitor: CurrentVisitor, services: ServicesDep, lang: LangQuery = "en"
) -> Created:
    """Create a match and take a seat."""
    wanted, address = lobby.MatchRequest(**body.model_dump()), client_address(request)
    cost = DRAWN_BOARD if has_own_board(wanted.game, wanted.options) else 1
    await services.limiter.spend(MATCH, visitor.id, cost)
    await services.limiter.spend(MATCHES_HERE, address, cost)
    if wanted.bots_only:
        await services.limiter.spend(BOT_MATCHES_HERE, address)
    made = await lobby.create_match(services.store, services.hub, visitor, wanted)
    return Created(**match_link(base_url(request, services.settings), made, lang))


@router.get("")
async def list_matches(
    visitor: KnownVisitor,
    services: ServicesDep,
    which: Annotated[
        Literal["mine", "open", "live"], Query(alias="list", description="Mine, open challenges, or those to watch.")
    ] = "mine",
    lang: LangQuery = "en",
) -> list[Listed]:
    """Lists of matches, the last changed first; of mine, those that wait for me first."""
    return [Listed(**entry) for entry in await lists.list_matches(services.store, which, visitor, lang)]


@router.get("/{match}", responses=error_responses(404, 410))
async def show(
    match: MatchId, request: Request, visitor: KnownVisitor, services: ServicesDep, lang: LangQuery = "en"
) -> Invitation:
    """What an invitation shows; opening it takes no seat."""
    live = await services.hub.match(match)
    host, base = await _host_name(services, match), base_url(request, services.settings)
    qr = await asyncio.to_thread(qr_picture, match_link(base, match, lang)["url"])
    return Invitation(**invitation(live, host, visitor, base, lang), qr=qr)


@router.get("/{match}/picture.svg", responses=error_responses(404, 410), response_class=Response)
async def show_picture(
    match: MatchId, services: ServicesDep, compute: ComputeDep, lang: LangQuery = "en", dark: bool = False
) -> Response:
    """The board of the match without pieces."""
    game = (await services.hub.match(match)).match.game
    return svg(await compute(computations.empty_board, game.id, game.options.as_dict(), lang, dark, cost=DRAWN_BOARD))


@router.post("/{match}/join", responses=error_responses(404, 409, 410))
async def join(
    match: MatchId,
    request: Request,
    visitor: CurrentVisitor,
    services: ServicesDep,
    wanted: Annotated[Join | None, Body()] = None,
) -> Joined:
    """Take a free seat, or a free place in a team."""
    if wanted and wanted.name:
        visitor = replace(visitor, name=await choose_name(request, services, visitor, wanted.name))
    return Joined(seat=await lobby.join(services.store, services.hub, match, visitor, wanted.seat if wanted else None))


@router.post("/{match}/leave", status_code=204, responses=error_responses(404, 409, 410))
async def leave(match: MatchId, visitor: CurrentVisitor, services: ServicesDep) -> None:
    """Leave a match before it begins; a match that everybody has left is removed."""
    if await lobby.leave(services.store, services.hub, match, visitor):
        await services.session_guard.recheck_everywhere()


@router.post("/{match}/rematch", responses=error_responses(404, 409, 410))
async def play_again(match: MatchId, visitor: CurrentVisitor, services: ServicesDep) -> Rematch:
    """Create or join the rematch, in which the players change seats."""
    await services.limiter.spend(MATCH, visitor.id)
    return Rematch(match=await rematch(services.store, services.hub, match, visitor))


@router.post("/{match}/hint", responses=error_responses(404, 409, 410))
async def hint(
    match: MatchId,
    body: AtVersion,
    request: Request,
    visitor: CurrentVisitor,
    services: ServicesDep,
    lang: LangQuery = "en",
) -> Hint:
    """The best move of a strong bot, for a seat that plays against bots; the record counts it."""
    owner = owner_of(request, visitor)
    await services.limiter.spend(COMPUTATION, owner.visitor, COST)
    await services.limiter.spend(COMPUTATION_HERE, owner.address, COST)
    return Hint(**await give_hint(await services.hub.match(match), visitor, owner, body.version, lang))


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
        await _serve(socket, match, ViewerOptions(lang, version, scene, scene if position is None else position))
    except RequestError as error:
        await _reject(socket, error, lang)
    except StorageUnavailable:
        await _reject(socket, RequestError.of("server.unavailable"), lang)
    except Exception:
        log.exception("websocket failed")
        await _reject(socket, RequestError.of("server.our_fault"), lang)


async def _serve(socket: WebSocket, match: str, options: ViewerOptions) -> None:
    services = get_services(socket)
    await services.limiter.spend(WATCH, client_address(socket))
    visitor = await known_visitor(socket)
    if visitor is None and COOKIE in socket.cookies:
        raise RequestError.of("server.unknown_visitor")
    await check_access(socket)
    watcher = Owner(visitor.id if visitor else f"?{token_urlsafe(9)}", client_address(socket))
    with services.session_guard.guarding(GuardedSocket(socket, visitor.session if visitor else "", match)):
        await services.hub.watch(socket, match, watcher, options)


async def _reject(socket: WebSocket, error: RequestError, lang: str) -> None:
    """Send an error and close the socket."""
    body = error_json(error, lang)
    with suppress(RuntimeError, WebSocketDisconnect):  # the client has closed it already
        await socket.send_text(messages.write("bye", reason=body["code"], error=body))
        await socket.close(1008)


async def _host_name(services: Services, match: str) -> str:
    query = select(visitors.c.name).join(matches, matches.c.host == visitors.c.id).where(matches.c.id == match)
    async with services.store.read() as reading:
        return await reading.scalar(query) or ""
