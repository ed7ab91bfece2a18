"""Erasing personal data: on request, of guests who have been away for long, and by order of the host."""

from __future__ import annotations

from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store
from caserne.server.storage.tables import accounts, boards, chat, events, matches, members, visitors

DAY = 86_400_000


async def erase_visitor(store: Store, visitor: str) -> list[str]:
    """Delete a visitor with account, sessions, boards and chat, and the name at their seats; return their matches."""
    async with store.begin() as writing:
        seated = (await writing.scalars(select(members.c.match).where(members.c.visitor == visitor).distinct())).all()
        await _erase_chat_and_name(writing, visitor)
        await writing.execute(delete(boards).where(boards.c.visitor == visitor))
        account = await writing.scalar(select(visitors.c.account).where(visitors.c.id == visitor))
        await writing.execute(delete(visitors).where(visitors.c.id == visitor))  # deletes sessions and links too
        if account:
            await writing.execute(delete(accounts).where(accounts.c.id == account))
    return list(seated)


async def _erase_chat_and_name(writing: AsyncConnection, visitor: str) -> None:
    await writing.execute(delete(chat).where(chat.c.visitor == visitor))
    nameless = {"visitor": None, "name": "", "process": None}
    await writing.execute(update(members).where(members.c.visitor == visitor).values(nameless))
    await writing.execute(
        update(events).where(events.c.request.startswith(f"{visitor}:", autoescape=True)).values(request=None)
    )


async def erase_name(store: Store, name: str) -> list[str]:
    """Take a name from everybody who has it, in finished matches too; return the matches it was shown in."""
    async with store.begin() as writing:
        changed = (await writing.scalars(select(members.c.match).where(members.c.name == name).distinct())).all()
        for table in (members, visitors):
            await writing.execute(update(table).where(table.c.name == name).values(name=""))
        await writing.execute(delete(chat).where(chat.c.name == name))
    return list(changed)


async def delete_expired(store: Store, cutoff: int) -> tuple[int, int]:
    """Delete matches without an account holder, and guests without matches, that are older than a time.

    Matches that are being played stay, however old they are. Return how many matches and guests were deleted. Boards
    that no account holder painted are deleted too if nobody has opened them since.
    """
    holders = select(visitors.c.id).where(visitors.c.account.is_not(None))
    has_holder = exists().where(members.c.match == matches.c.id, members.c.visitor.in_(holders))
    async with store.begin() as writing:
        is_old = (matches.c.changed < cutoff, matches.c.state != MatchState.PLAYING)
        deleted_matches = (await writing.execute(delete(matches).where(*is_old, ~has_holder))).rowcount
        without_holder = or_(boards.c.visitor.is_(None), boards.c.visitor.not_in(holders))
        await writing.execute(delete(boards).where(boards.c.seen < cutoff, without_holder))
        seated = exists().where(members.c.visitor == visitors.c.id)
        old_guests = delete(visitors).where(
            visitors.c.seen < cutoff, visitors.c.account.is_(None), ~visitors.c.banned, ~seated
        )
        deleted_guests = (await writing.execute(old_guests)).rowcount
    return deleted_matches, deleted_guests
