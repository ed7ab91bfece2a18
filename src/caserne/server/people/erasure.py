"""Forgetting people: whoever asks for it, guests who have not come for a long time, and whom the host removes."""

from __future__ import annotations

from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import accounts, boards, chat, events, matches, members, visitors

DAY = 86_400_000


async def forget(store: Store, visitor: str) -> list[str]:
    """Remove a visitor with account, sessions, boards and chat; seats lose their name. The matches concerned."""
    async with store.begin() as writing:
        seated = (await writing.scalars(select(members.c.match).where(members.c.visitor == visitor).distinct())).all()
        await _forget_words_and_name(writing, visitor)
        await writing.execute(delete(boards).where(boards.c.visitor == visitor))
        account = await writing.scalar(select(visitors.c.account).where(visitors.c.id == visitor))
        await writing.execute(delete(visitors).where(visitors.c.id == visitor))  # sessions and links go with it
        if account:
            await writing.execute(delete(accounts).where(accounts.c.id == account))
    return list(seated)


async def _forget_words_and_name(writing: AsyncConnection, visitor: str) -> None:
    await writing.execute(delete(chat).where(chat.c.visitor == visitor))
    nameless = {"visitor": None, "name": "", "process": None}
    await writing.execute(update(members).where(members.c.visitor == visitor).values(nameless))
    await writing.execute(
        update(events).where(events.c.request.startswith(f"{visitor}:", autoescape=True)).values(request=None)
    )


async def forget_name(store: Store, name: str) -> list[str]:
    """Take a name from everybody who bears it, in finished matches too; the matches concerned."""
    async with store.begin() as writing:
        concerned = (await writing.scalars(select(members.c.match).where(members.c.name == name).distinct())).all()
        for table in (members, visitors):
            await writing.execute(update(table).where(table.c.name == name).values(name=""))
        await writing.execute(delete(chat).where(chat.c.name == name))
    return list(concerned)


async def expire(store: Store, guest_days: int) -> tuple[int, int]:
    """Delete matches of guests alone, and guests, of whom nothing was heard for long; how many of each.

    Boards that no account holder painted go when nobody has opened them for as long.
    """
    long_ago = now() - guest_days * DAY
    holders = select(visitors.c.id).where(visitors.c.account.is_not(None))
    kept_for_somebody = exists().where(members.c.match == matches.c.id, members.c.visitor.in_(holders))
    async with store.begin() as writing:
        old = delete(matches).where(matches.c.changed < long_ago, ~kept_for_somebody)
        gone = (await writing.execute(old)).rowcount
        unseen = or_(boards.c.visitor.is_(None), boards.c.visitor.not_in(holders))
        await writing.execute(delete(boards).where(boards.c.seen < long_ago, unseen))
        seated = exists().where(members.c.visitor == visitors.c.id)
        silent = delete(visitors).where(
            visitors.c.seen < long_ago, visitors.c.account.is_(None), ~visitors.c.banned, ~seated
        )
        guests = (await writing.execute(silent)).rowcount
    return gone, guests
