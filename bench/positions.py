"""What a position has of each kind of piece and on each ground: the columns of the regressions of `bench/worth.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from caserne.core.game.game import Game
from caserne.games.belligerants.army import CODES
from caserne.games.belligerants.board import IS_HARDY
from caserne.games.belligerants.maps import CAMP, GREEN, GREY, WHITE
from caserne.games.belligerants.notation import read_square
from caserne.games.manoeuvre.track import LETTERS, SUGGESTED, YARD

Counts = Counter[str]
GROUNDS = {GREEN: "green", GREY: "grey", WHITE: "white"}
"""Grounds of Les Belligérants that help or hold pawns; only spy and ambulance stop on water and in craters."""
BLACK, WHITE_PIECES, _ = (set(map(int, squares.split(","))) for squares in SUGGESTED.split("/"))
"""The squares of The Glorious Manoeuvres that have a black or a white piece."""


def letters_in_text(_: Game[Any], text: str) -> Counts:
    """Count pieces written as letters, capital ones for the first seat."""
    board = text.split()[0]
    return _difference(Counter(re.findall("[A-Z]", board)), Counter(re.findall("[A-Z]", board.swapcase())))


def codes_in_text(game: Game[Any], text: str) -> Counts:
    """Count pawns that are written as two letters with their square, in a field for each seat, and their grounds."""
    own, other = (Counter(_pawns(game, seat, field)) for seat, field in enumerate(text.split()[:2]))
    return _difference(own, other)


def soldiers_in_text(_: Game[Any], text: str) -> Counts:
    """Count where the soldiers of two troops stand, and what they have gained: `9:R3,20:R6Y1' 12:R5 -Y- Y`."""
    own, other = (_soldiers(troop, *text.split()) for troop in LETTERS[:2])
    return _difference(own, other)


def _difference(own: Counts, other: Counts) -> Counts:
    own.subtract(other)
    return own


def _pawns(game: Game[Any], seat: int, field: str) -> Iterator[str]:
    """Return the kinds of a seat's pawns, and the grounds that matter to them."""
    for code, name in re.findall("([A-Z]{2})([a-t][0-9]+)", field):
        square = read_square(name, game.o)
        ground = int(game.o.ground[square])
        yield code
        if game.o.star[square]:
            yield "crossroads"
        if ground >= CAMP:
            yield "home" if ground == CAMP + seat else "entered"
        elif ground == GREEN or (ground in GROUNDS and not IS_HARDY[CODES.index(code)]):
            yield GROUNDS[ground]


def _soldiers(troop: str, track: str, yard: str, greys: str, turn: str) -> Counts:
    """Count what a troop has; soldiers in the yard have walked the whole track."""
    counts = Counter(f"grey_{value + 1}" for value, owner in enumerate(greys) if owner == troop)
    for square, stack in re.findall("([0-9]+):([A-Z0-9']+)", track):
        soldiers = re.findall("[A-Z]", stack)
        for level, soldier in enumerate(soldiers):
            if soldier == troop:
                counts["squares"] += int(square)
                counts.update(_standing(int(square), level, set(soldiers[level:]) != {troop}))
    for place in re.findall(f"([0-9]+):{troop}", yard):
        counts.update({"places": int(place), "squares": YARD})
    counts["turn"] = turn[0] == troop
    return counts


def _standing(square: int, level: int, carries: bool) -> Iterator[str]:
    """Return what helps or holds a soldier; `level` counts the soldiers below."""
    if square in BLACK:
        yield "on_black"
    if square in WHITE_PIECES:
        yield "on_white"
    height = level + (square in BLACK | WHITE_PIECES)
    if height:
        yield f"level_{height + 1}"
    if carries:
        yield "carries"
