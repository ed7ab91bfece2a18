"""Passwords, kept as argon2 hashes; hashing takes a while on purpose, and never on the event loop."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 8, 200
_hasher = PasswordHasher()
_NOBODY = _hasher.hash("nobody's password")
"""Checked where there is no account, so that the time of an answer does not tell."""


async def hashed(password: str) -> str:
    return await asyncio.to_thread(_hasher.hash, password)


async def fits(password: str, stored: str | None) -> bool:
    """Whether a password is the one that was hashed; without an account it never is."""
    return await asyncio.to_thread(_verify, password, stored or _NOBODY) and stored is not None


def _verify(password: str, stored: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
