"""Boards that people have painted, under links that others can open."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_urlsafe

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import RowMapping

from caserne.server.errors import Refused
from caserne.server.people.identity import HOUR, Visitor
from caserne.server.people.names import clean_name
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import boards, visitors

MOST_BOARDS = 200
"""How many one visitor may share."""


async def share(store: Store, visitor: Visitor, game: str, title: str, text: str) -> str:
    """Keep a board for everybody who has its link; its id. Who shares the same twice gets the same link."""
    row = {"game": game, "title": clean_name(title, field="title"), "text": text, "visitor": visitor.id}
    mine = boards.c.visitor == visitor.id
    same = [boards.c[name] == value for name, value in row.items()]
    async with store.begin() as writing:
        found = await writing.scalar(select(boards.c.id).where(*same))
        if found:
            return str(found)
        if (await writing.scalar(select(func.count()).select_from(boards).where(mine)) or 0) >= MOST_BOARDS:
            raise Refused.of("server.too_many_boards", most=MOST_BOARDS)
        board, at = token_urlsafe(9), now()
        await writing.execute(insert(boards).values(id=board, created=at, seen=at, **row))
    return board


async def shared(store: Store, game: str, board: str) -> RowMapping:
    """A board with the name of who painted it."""
    query = select(boards, visitors.c.name.label("author")).outerjoin(visitors, boards.c.visitor == visitors.c.id)
    async with store.read() as reading:
        found = (await reading.execute(query.where(boards.c.id == board, boards.c.game == game))).mappings().first()
    if found is None:
        raise Refused.of("server.no_such_board")
    if now() - found["seen"] > HOUR:
        async with store.begin() as writing:
            await writing.execute(update(boards).where(boards.c.id == board).values(seen=now()))
    return found


async def listed(store: Store, visitor: str) -> Sequence[RowMapping]:
    """The boards that a visitor shares, the latest first."""
    query = select(boards).where(boards.c.visitor == visitor).order_by(boards.c.created.desc())
    async with store.read() as reading:
        return (await reading.execute(query)).mappings().all()


async def withdraw(store: Store, visitor: Visitor, game: str, board: str) -> None:
    """Delete a board of one's own; matches on it go on."""
    mine = (boards.c.id == board) & (boards.c.game == game) & (boards.c.visitor == visitor.id)
    async with store.begin() as writing:
        if (await writing.execute(delete(boards).where(mine))).rowcount == 0:
            raise Refused.of("server.no_such_board")
