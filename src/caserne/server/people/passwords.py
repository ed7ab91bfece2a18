"""Passwords, kept as argon2 hashes; hashing takes a while on purpose, and never on the event loop."""

from __future__ import annotations

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 8, 200
_hasher = PasswordHasher()


@cache
def _nobodys() -> str:
    """Checked where there is no account, so that the time of an answer does not tell."""
    return _hasher.hash("nobody's password")


async def hashed(password: str) -> str:
    return await asyncio.to_thread(_hasher.hash, password)


async def fits(password: str, stored: str | None) -> bool:
    """Whether a password is the one that was hashed; without an account it never is."""
    return await asyncio.to_thread(_verify, password, stored) and stored is not None


def _verify(password: str, stored: str | None) -> bool:
    try:
        return _hasher.verify(stored or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
