"""Accounts, sessions and links to other devices. An account belongs to one visitor, who was a guest before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import token_urlsafe

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from caserne.server.errors import RequestError
from caserne.server.people.identity import Visitor
from caserne.server.people.names import clean_name, name_key
from caserne.server.people.passwords import Passwords
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import accounts, boards, devices, matches, members, sessions, visitors

LINK_MINUTES = 10
"""How long a link to another device is valid."""


@dataclass(frozen=True)
class Session:
    """One device on which a visitor is signed in."""

    id: str
    """Identifies the session, but does not open it."""
    device: str
    created: int
    seen: int
    current: bool


async def rename(store: Store, visitor: Visitor, name: str) -> str:
    """Change a visitor's name, in unfinished matches too; the names of other accounts are taken."""
    name = clean_name(name)
    async with store.begin() as writing:
        owner = await writing.scalar(select(accounts.c.id).where(accounts.c.name_key == name_key(name)))
        if owner not in (None, visitor.account):
            raise RequestError.of("server.name_taken", field="name")
        if visitor.account and owner is None:
            changed = {"name": name, "name_key": name_key(name)}
            await writing.execute(update(accounts).where(accounts.c.id == visitor.account).values(changed))
        await writing.execute(update(visitors).where(visitors.c.id == visitor.id).values(name=name))
        unfinished = select(matches.c.id).where(matches.c.state != MatchState.OVER)
        await writing.execute(
            update(members).where(members.c.visitor == visitor.id, members.c.match.in_(unfinished)).values(name=name)
        )
    return name


async def unfinished_matches(store: Store, visitor: str) -> list[str]:
    """Return the unfinished matches of a visitor."""
    mine = select(members.c.match).where(members.c.visitor == visitor)
    async with store.read() as reading:
        found = await reading.scalars(
            select(matches.c.id).where(matches.c.id.in_(mine), matches.c.state != MatchState.OVER)
        )
        return list(found)


async def create_account(
    store: Store, passwords: Passwords, visitor: Visitor, name: str, password: str
) -> tuple[str, str]:
    """Turn a guest into an account with the same matches; return its name and id."""
    if visitor.account:
        raise RequestError.of("server.has_account")
    name = clean_name(name)
    stored, account = await passwords.hash(password), token_urlsafe(9)
    row = {"id": account, "name": name, "name_key": name_key(name), "password": stored, "created": now()}
    try:
        async with store.begin() as writing:
            await writing.execute(insert(accounts).values(row))
            await writing.execute(update(visitors).where(visitors.c.id == visitor.id).values(account=account))
    except IntegrityError as error:
        raise RequestError.of("server.name_taken", field="name") from error
    return await rename(store, replace(visitor, account=account), name), account


async def log_in(store: Store, passwords: Passwords, name: str, password: str) -> Visitor:
    """Return the owner of an account, without a session; the same RequestError for a wrong name or password."""
    query = select(accounts.c.password, visitors.c.id, visitors.c.name, visitors.c.account)
    query = query.join(visitors, visitors.c.account == accounts.c.id).where(accounts.c.name_key == name_key(name))
    async with store.read() as reading:
        found = (await reading.execute(query.where(~visitors.c.banned))).first()
    if not await passwords.verify(password, found.password if found else None) or found is None:
        raise RequestError.of("server.wrong_password")
    return Visitor(found.id, found.name, "", found.account)


async def adopt(store: Store, guest: str, visitor: str) -> list[str]:
    """Give a guest's seats and boards to another visitor; return the matches that changed."""
    mine = members.c.visitor == guest
    async with store.begin() as writing:
        changed = (await writing.scalars(select(members.c.match).where(mine).distinct())).all()
        await writing.execute(update(members).where(mine).values(visitor=visitor))
        await writing.execute(update(matches).where(matches.c.host == guest).values(host=visitor))
        await writing.execute(update(boards).where(boards.c.visitor == guest).values(visitor=visitor))
    return list(changed)


# Sessions


async def list_sessions(store: Store, visitor: Visitor) -> list[Session]:
    """Return the sessions of a visitor, the latest first."""
    query = select(sessions).where(sessions.c.visitor == visitor.id).order_by(sessions.c.seen.desc())
    async with store.read() as reading:
        rows = (await reading.execute(query)).all()
    return [Session(public_id(row.id), row.device, row.created, row.seen, row.id == visitor.session) for row in rows]


async def close_session(store: Store, visitor: Visitor, session_id: str) -> bool:
    """Revoke one of a visitor's sessions, named by its public id; return whether it was the current one."""
    async with store.begin() as writing:
        mine = (await writing.scalars(select(sessions.c.id).where(sessions.c.visitor == visitor.id))).all()
        found = next((session for session in mine if public_id(session) == session_id), None)
        if found is None:
            raise RequestError.of("server.no_such_session")
        await writing.execute(delete(sessions).where(sessions.c.id == found))
    return bool(found == visitor.session)


def public_id(session: str) -> str:
    """Return an id that identifies a session, but does not open it."""
    return sha256(session.encode()).hexdigest()[:16]


# Other devices


async def make_link(store: Store, visitor: Visitor) -> str:
    """Return a token that signs another device in as this visitor, once and within LINK_MINUTES."""
    token, at = token_urlsafe(18), now()
    row = {"token": _token_hash(token), "visitor": visitor.id, "expires": at + LINK_MINUTES * 60_000}
    async with store.begin() as writing:
        await writing.execute(delete(devices).where(devices.c.expires < at))
        await writing.execute(insert(devices).values(row))
    return token


async def follow_link(store: Store, token: str) -> Visitor:
    """Use up a link; return its owner, without a session."""
    query = select(visitors, devices.c.expires).join(devices, devices.c.visitor == visitors.c.id)
    async with store.begin() as writing:
        found = (await writing.execute(query.where(devices.c.token == _token_hash(token), ~visitors.c.banned))).first()
        used = await writing.execute(delete(devices).where(devices.c.token == _token_hash(token)))
    if found is None or used.rowcount != 1 or found.expires < now():
        raise RequestError.of("server.link_used")
    return Visitor(found.id, found.name, "", found.account)


def _token_hash(token: str) -> str:
    """Return what the database stores: it identifies a token, but cannot be used as one."""
    return sha256(token.encode()).hexdigest()
