"""Set-ups that people save in their account, by game and name."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from caserne.core.game.registry import about
from caserne.server.errors import RequestError
from caserne.server.people.identity import Visitor
from caserne.server.people.names import clean_name
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import setups

MAX_SETUPS = 60
"""How many set-ups one visitor may save for a game."""


async def list_setups(store: Store, visitor: Visitor, game: str) -> dict[str, str]:
    """Return the set-ups that a visitor has saved for a game, by name, the latest first."""
    about(game)  # raises UnknownGame
    query = select(setups.c.name, setups.c.setup).where(setups.c.visitor == visitor.id, setups.c.game == game)
    async with store.read() as reading:
        found = await reading.execute(query.order_by(setups.c.changed.desc()))
        return {row.name: row.setup for row in found}


async def save_setup(store: Store, visitor: Visitor, game: str, name: str, setup: str) -> None:
    """Save a set-up, replacing one of the same name; its legality depends on the options of a match."""
    about(game)
    if visitor.account is None:
        raise RequestError.of("server.no_account")
    row = {"visitor": visitor.id, "game": game, "name": clean_name(name)}
    of_game = (setups.c.visitor == visitor.id) & (setups.c.game == game)
    async with store.begin() as writing:
        await writing.execute(delete(setups).where(of_game, setups.c.name == row["name"]))
        if (await writing.scalar(select(func.count()).select_from(setups).where(of_game)) or 0) >= MAX_SETUPS:
            raise RequestError.of("server.too_many_setups", most=MAX_SETUPS)
        await writing.execute(insert(setups).values(**row, setup=setup, changed=now()))


async def delete_setup(store: Store, visitor: Visitor, game: str, name: str) -> None:
    """Delete a saved set-up."""
    mine = (setups.c.visitor == visitor.id) & (setups.c.game == game) & (setups.c.name == clean_name(name))
    async with store.begin() as writing:
        if (await writing.execute(delete(setups).where(mine))).rowcount == 0:
            raise RequestError.of("server.no_such_setup")
