"""Dice and sealed set-ups that cannot be chosen afterwards: commitments first, proofs at the end.

What this proves: the server fixed its secret before it saw the players' bytes, so that neither side chose the dice
alone, and a set-up was the same when it was sealed and when it was shown. What it does not prove: that a server which
also plays, or helps a player, did not look ahead.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16
SALT_BYTES = 16
_RANGE = 2**64


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def new_contribution() -> bytes:
    return secrets.token_bytes(CONTRIBUTION_BYTES)


def new_salt() -> bytes:
    return secrets.token_bytes(SALT_BYTES)


def dice_commitment(secret: bytes, match_id: str) -> str:
    """Return what is published before the seats contribute: SHA-256 of the secret followed by the match id."""
    return hashlib.sha256(secret + match_id.encode()).hexdigest()


def setup_commitment(salt: bytes, setup: str) -> str:
    """Return what is published when a set-up is sealed: SHA-256 of the salt followed by the set-up's text."""
    return hashlib.sha256(salt + setup.encode()).hexdigest()


def die_result(secret: bytes, contributions: Sequence[bytes], number: int, results: Sequence[str]) -> str:
    """Return the result of die `number` (0, 1, ...) from the possible results in order.

    Try k is HMAC-SHA256 with the secret as key over the contributions in seat order, the number and k, both as eight
    bytes; its first eight bytes, big-endian, pick a result, and a value that would favour one is tried again.
    """
    fair_range = _RANGE - _RANGE % len(results)
    attempt = 0
    while True:
        message = b"".join(contributions) + number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
        drawn = int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")
        if drawn < fair_range:
            return results[drawn % len(results)]
        attempt += 1
