"""Making matches, taking seats, and the websocket."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, WebSocket
from pydantic import BaseModel, ConfigDict, Field

from caserne.server import lobby
from caserne.server.faults import Refused, described
from caserne.server.live import wire
from caserne.server.routes.common import Lang, TheServices, TheVisitor, same_origin, services

router = APIRouter(prefix="/api/matches", tags=["matches"])


class NewMatch(BaseModel):
    """The match that somebody wants."""

    model_config = ConfigDict(extra="forbid")

    game: str
    seats: list[str | dict[str, Any]]
    options: dict[str, Any] = Field(default_factory=dict)
    time: dict[str, Any] | None = None
    spectators: bool = True
    chat: str = "presets"
    open: bool = False
    here: bool = False


class Join(BaseModel):
    """Which seat one wants, and under which name."""

    seat: int | None = None
    name: str | None = None


@router.post("", status_code=201)
async def create(wish: NewMatch, visitor: TheVisitor, the: TheServices) -> dict[str, Any]:
    """Make a match and sit down at it."""
    return {"match": await lobby.create(the.store, the.hub, visitor, lobby.Wish(**wish.model_dump()))}


@router.get("/{match}")
async def show(match: str, visitor: TheVisitor, the: TheServices) -> dict[str, Any]:
    """What an invitation shows."""
    live = await the.hub.match(match)
    return {
        "match": match,
        "game": live.match.game.id,
        "options": live.match.game.options.as_dict(),
        "mine": live.people.seats_of(visitor.id),
        **the.hub.table(live),
    }


@router.post("/{match}/join")
async def join(match: str, visitor: TheVisitor, the: TheServices, wanted: Annotated[Join, Body()]) -> dict[str, Any]:
    """Take a free seat."""
    return {"seat": await lobby.join(the.store, the.hub, match, visitor, wanted.seat)}


@router.websocket("/{match}/live")
async def live(
    socket: WebSocket,
    match: str,
    lang: Lang = "en",
    version: Annotated[int, Query(ge=0)] = 0,
    scene: bool = True,
) -> None:
    """The websocket of one viewer and match."""
    the = services(socket)
    if not same_origin(socket):
        await socket.close(1008)
        return
    visitor = await the.identity.visitor(socket)
    if visitor is None:
        await socket.close(1008)
        return
    await socket.accept()
    try:
        await the.hub.watch(socket, match, visitor.id, lang, scene, version)
    except Refused as refused:
        await socket.send_text(
            wire.write("bye", reason=described(refused, lang)["code"], error=described(refused, lang))
        )
        await socket.close(1008)
