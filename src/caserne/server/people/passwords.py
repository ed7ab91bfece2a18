"""Passwords, stored as argon2 hashes; hashing is slow on purpose and runs outside the event loop."""

from __future__ import annotations

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_LENGTH, MAX_LENGTH = 8, 200
_hasher = PasswordHasher()


@cache
def _dummy_hash() -> str:
    """Return a hash to check if there is no account, so that the response time does not reveal that."""
    return _hasher.hash("nobody's password")


async def hash_password(password: str) -> str:
    return await asyncio.to_thread(_hasher.hash, password)


async def verify(password: str, stored: str | None) -> bool:
    """Check a password against its hash; False if there is no account."""
    return await asyncio.to_thread(_verify, password, stored) and stored is not None


def _verify(password: str, stored: str | None) -> bool:
    try:
        return _hasher.verify(stored or _dummy_hash(), password)
    except (VerificationError, InvalidHashError):
        return False
