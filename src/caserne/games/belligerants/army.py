"""The army of Les Belligérants and who takes whom, as in the rulebook's table; imports no Numba."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """One row of the rulebook's table."""

    code: str
    points: int
    number: int
    """How many of them the standard army has."""
    takes: str
    """The codes of the pawns that it takes."""


TABLE = (
    Kind("EM", 1000, 1, "ES"),
    Kind("BO", 700, 1, "BO AC TK CA"),
    Kind("AC", 600, 1, "AC BO DC MI"),
    Kind("DC", 600, 1, "BO AC"),
    Kind("MI", 500, 1, "MI OF PA SO"),
    Kind("CA", 500, 1, "CA TK OF"),
    Kind("TK", 400, 1, "TK MI SO"),
    Kind("OF", 400, 1, "OF SO TK CA"),
    Kind("AM", 300, 1, ""),  # BE-17: takes only the wounded
    Kind("ES", 300, 1, "EM BO AC DC MI CA TK OF ES PA SE"),
    Kind("PA", 200, 1, "PA SO SE DC"),
    Kind("SE", 200, 1, "PA SO"),
    Kind("SO", 100, 3, "SO"),
)
"""Staff, bomber, fighter, flak, machine gun, gun, tank, officer, ambulance, spy, patrol, sentinel, soldiers."""

CODES = tuple(kind.code for kind in TABLE)
EM, BO, AC, DC, MI, CA, TK, OF, AM, ES, PA, SE, SO = range(len(TABLE))
KINDS = len(TABLE)
PAWNS = 15
"""The size of an army, and of a camp."""

FLYERS = (BO, AC)
"""BE-6, BE-12: they pass over pawns and over water."""
HARDY = (AM, ES)
"""BE-12 to BE-18: immune to water and to grey, white and black ground."""
KEEPABLE = (BO, AC, DC, MI, CA, TK)
"""BE-9: the kinds that can be kept; each side has one flat pawn of each."""

STANDARD = ",".join(kind.code for kind in TABLE for _ in range(kind.number))
"""The standard army as the option writes it."""


def takes(taker: int, victim: int) -> bool:
    """BE-8: check whether one kind of pawn takes another, by the table."""
    return CODES[victim] in TABLE[taker].takes.split()
