"""Passwords, stored as argon2 hashes; hashing is slow on purpose and runs outside the event loop."""

from __future__ import annotations

import asyncio
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_LENGTH, MAX_LENGTH = 8, 200


class Passwords:
    """Hashes passwords and checks them."""

    def __init__(self, memory: int) -> None:
        """Take so many MiB of memory for one hash: what guessing costs, and a login."""
        self._hasher = PasswordHasher(memory_cost=memory * 1024)

    async def hash(self, password: str) -> str:
        return await asyncio.to_thread(self._hasher.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Check a password against its hash; False if there is no account."""
        return await asyncio.to_thread(self._verify, password, stored) and stored is not None

    def _verify(self, password: str, stored: str | None) -> bool:
        try:
            return self._hasher.verify(stored or self._dummy_hash, password)
        except (VerificationError, InvalidHashError):
            return False

    @cached_property
    def _dummy_hash(self) -> str:
        """A hash to check if there is no account, so that the response time does not reveal that."""
        return self._hasher.hash("nobody's password")
