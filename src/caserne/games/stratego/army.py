"""ST-1: the pieces of Stratego, the three armies, and who wins when two of them meet."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

NOTHING = 0
SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, MAJOR, COLONEL, GENERAL, MARSHAL = range(1, 11)
BOMB, FLAG = 11, 12
KINDS = 13
"""The kind of a soldier is its rank; bomb and flag follow; 0 is no piece, or an unknown kind."""

NAMES = (
    "nothing", "spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general", "marshal",
    "bomb", "flag",
)  # fmt: skip
LETTERS = ".STNELKJCGMBF"
"""The letter of each kind in the notation."""

ARMIES: Mapping[str, Mapping[int, int]] = {
    "original": {
        MARSHAL: 1, GENERAL: 1, COLONEL: 2, MAJOR: 3, CAPTAIN: 4, LIEUTENANT: 4, SERGEANT: 4, MINER: 5, SCOUT: 8,
        SPY: 1, BOMB: 6, FLAG: 1,
    },
    "mission": {MARSHAL: 1, GENERAL: 1, MINER: 2, SCOUT: 2, SPY: 1, BOMB: 2, FLAG: 1},
    "barrage": {MARSHAL: 1, GENERAL: 1, MINER: 1, SCOUT: 2, SPY: 1, BOMB: 1, FLAG: 1},
}  # fmt: skip
OWN_SQUARES = 40
"""ST-2: the squares of a player's four ranks, more than the small armies fill."""


def counts(army: str) -> list[int]:
    """Return the number of pieces of each kind; for `NOTHING`, of squares that stay empty."""
    pieces = ARMIES[army]
    return [OWN_SQUARES - sum(pieces.values()), *(pieces.get(kind, 0) for kind in range(1, KINDS))]


LOSES, BOTH_FALL, WINS = 0, 1, 2


def _outcome(attacker: int, defender: int) -> int:
    """ST-9 to ST-12: return the outcome for the attacker."""
    if defender == FLAG:
        return WINS
    if defender == BOMB:
        return WINS if attacker == MINER else LOSES
    if attacker == SPY and defender == MARSHAL:
        return WINS
    return WINS if attacker > defender else BOTH_FALL if attacker == defender else LOSES


OUTCOMES = np.array([[_outcome(attacker, defender) for defender in range(16)] for attacker in range(16)], np.uint8)
"""By attacker and defender, sixteen each, so that the four kind bits of a piece code are a safe index."""
