"""Boards that people have painted, shared by links."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_urlsafe

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import RowMapping

from caserne.server.errors import RequestError
from caserne.server.people.identity import HOUR, Visitor
from caserne.server.people.names import clean_name
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import boards, visitors

MAX_BOARDS = 200
"""How many boards one visitor may share."""


async def share_board(store: Store, visitor: Visitor, game: str, title: str, text: str) -> str:
    """Store a board for everybody who has its link; return its id. Sharing it again returns the same id."""
    row = {"game": game, "title": clean_name(title, field="title"), "text": text, "visitor": visitor.id}
    mine = boards.c.visitor == visitor.id
    same = [boards.c[name] == value for name, value in row.items()]
    async with store.begin() as writing:
        found = await writing.scalar(select(boards.c.id).where(*same))
        if found:
            return str(found)
        if (await writing.scalar(select(func.count()).select_from(boards).where(mine)) or 0) >= MAX_BOARDS:
            raise RequestError.of("server.too_many_boards", most=MAX_BOARDS)
        board, at = token_urlsafe(9), now()
        await writing.execute(insert(boards).values(id=board, created=at, seen=at, **row))
    return board


async def load_board(store: Store, game: str, board: str) -> RowMapping:
    """Return a shared board with the name of its author."""
    query = select(boards, visitors.c.name.label("author")).outerjoin(visitors, boards.c.visitor == visitors.c.id)
    async with store.read() as reading:
        found = (await reading.execute(query.where(boards.c.id == board, boards.c.game == game))).mappings().first()
    if found is None:
        raise RequestError.of("server.no_such_board")
    if now() - found["seen"] > HOUR:
        async with store.begin() as writing:
            await writing.execute(update(boards).where(boards.c.id == board).values(seen=now()))
    return found


async def list_boards(store: Store, visitor: str) -> Sequence[RowMapping]:
    """Return the boards that a visitor shares, the latest first."""
    query = select(boards).where(boards.c.visitor == visitor).order_by(boards.c.created.desc())
    async with store.read() as reading:
        return (await reading.execute(query)).mappings().all()


async def delete_board(store: Store, visitor: Visitor, game: str, board: str) -> None:
    """Delete a board of the visitor; matches on it continue."""
    mine = (boards.c.id == board) & (boards.c.game == game) & (boards.c.visitor == visitor.id)
    async with store.begin() as writing:
        if (await writing.execute(delete(boards).where(mine))).rowcount == 0:
            raise RequestError.of("server.no_such_board")
