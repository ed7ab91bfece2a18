"""The board editor: paints, checks, and links to share."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from caserne.server.content import board_editor, shared_boards
from caserne.server.people.rate_limits import BOARD, DRAWING
from caserne.server.routes.board_models import (
    BoardLink,
    BoardQuestion,
    Easel,
    Examined,
    ListedBoard,
    NewBoard,
    SharedBoard,
)
from caserne.server.routes.common import (
    GUARDS,
    ComputeDep,
    CurrentVisitor,
    GameId,
    KnownVisitor,
    LangQuery,
    ServicesDep,
    base_url,
    error_responses,
)
from caserne.server.routes.invitations import reachability

router = APIRouter(prefix="/api", tags=["boards"], dependencies=GUARDS, responses=error_responses())

BoardId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$", description="The id of a board.")]
Length = Annotated[int | None, Query(ge=1, le=99, description="Of the blank board; by default the usual size.")]


@router.get("/games/{game}/boards", responses=error_responses(404))
def show_easel(game: GameId, width: Length = None, height: Length = None, lang: LangQuery = "en") -> Easel:
    """Everything to paint a board of this game with, and a blank board."""
    return Easel(**board_editor.palette(game, width, height, lang))


@router.post("/games/{game}/boards/check", responses=error_responses(404))
async def check_board(
    game: GameId,
    body: BoardQuestion,
    visitor: CurrentVisitor,
    services: ServicesDep,
    compute: ComputeDep,
    lang: LangQuery = "en",
) -> Examined:
    """How a board looks, and everything that is wrong with it; nothing is stored."""
    await services.limiter.spend(DRAWING, visitor.id)
    return Examined(**await compute(board_editor.check_board, game, body.text, lang))


@router.post("/games/{game}/boards", status_code=201, responses=error_responses(404, 409))
async def share_board(
    game: GameId,
    body: NewBoard,
    request: Request,
    visitor: CurrentVisitor,
    services: ServicesDep,
    lang: LangQuery = "en",
) -> BoardLink:
    """Store a playable board for everybody who has its link."""
    await services.limiter.spend(BOARD, visitor.id)
    text = await asyncio.to_thread(board_editor.require_playable, game, body.text)
    board = await shared_boards.share_board(services.store, visitor, game, body.title, text)
    return _link(game, board, base_url(request, services.settings), lang)


@router.get("/games/{game}/boards/{board}", responses=error_responses(404))
async def show_board(
    game: GameId, board: BoardId, request: Request, visitor: KnownVisitor, services: ServicesDep, lang: LangQuery = "en"
) -> SharedBoard:
    """A shared board."""
    board_editor.require_board_form(game)
    found = await shared_boards.load_board(services.store, game, board)
    return SharedBoard(
        **_link(game, board, base_url(request, services.settings), lang).model_dump(),
        game=game,
        title=found["title"],
        author=found["author"] or "",
        mine=visitor is not None and found["visitor"] == visitor.id,
        text=found["text"],
        created=found["created"],
    )


@router.delete("/games/{game}/boards/{board}", status_code=204, responses=error_responses(404))
async def withdraw_board(game: GameId, board: BoardId, visitor: CurrentVisitor, services: ServicesDep) -> None:
    """Delete one of my boards; matches on it continue."""
    await shared_boards.delete_board(services.store, visitor, game, board)


@router.get("/me/boards")
async def list_boards(visitor: KnownVisitor, services: ServicesDep) -> list[ListedBoard]:
    """The boards that I share, the latest first."""
    found = await shared_boards.list_boards(services.store, visitor.id) if visitor else []
    return [
        ListedBoard(board=row["id"], game=row["game"], title=row["title"], text=row["text"], created=row["created"])
        for row in found
    ]


def _link(game: str, board: str, base: str, lang: str) -> BoardLink:
    url = f"{base}/games/{game}/boards/{board}"
    reachable, hint = reachability(url, lang)
    return BoardLink(board=board, url=url, reachable=reachable, hint=hint)
