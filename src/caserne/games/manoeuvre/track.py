"""Constants of the track, the troops and the bonus pieces, shared by all modules of the room."""

from __future__ import annotations

TRACK = 84
"""The last square; the first is 1."""
YARD = TRACK + 1
"""The barracks yard, numbered as one more square."""
WHITE_SQUARES = (*range(1, 7), *range(79, TRACK + 1))
"""GM-2: the squares without bonus pieces; all others are pink."""

SOLDIERS = 12
"""GM-1: twelve for any number of players."""
TROOP = {2: 6, 3: 4, 4: 3}
"""GM-1: soldiers of each player by the number of players."""
LETTERS = "RYBG"
"""Red, Yellow, Blue, Green, in turn order."""

WHITE_PIECE, BLACK_PIECE = SOLDIERS + 1, SOLDIERS + 2
"""Codes of bonus pieces in a stack; soldiers are 1 to 12."""
PIECE_COUNTS = {"black": 4, "white": 6, "grey": 3}
SUGGESTED = "12,20,47,65/8,24,31,36,60,74/25,40,55"
"""GM-2: the rulebook's layout: black / white / grey of value 1, 2, 3."""
