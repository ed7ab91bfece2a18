"""Notation: positions such as `9:R3,20:R6Y1' 12:R5 --- Y` and moves such as `9-14`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.core.kernel.layout import OVER
from caserne.games.manoeuvre import rules
from caserne.games.manoeuvre.board import GREYS, LEVEL_3, set_soldier
from caserne.games.manoeuvre.rules import DIE, MOST_NUMBERS, NOBODY, PLACE, ROLL
from caserne.games.manoeuvre.track import LETTERS, SOLDIERS, TRACK, YARD
from caserne.games.manoeuvre.words import WORDS

SQUARE = r"(?:[1-9]|[1-7][0-9]|8[0-4])"
SOLDIER = rf"[{LETTERS}][1-{MOST_NUMBERS}]"


# Moves


def read_move(text: str, o: np.record) -> tuple[int, ...]:
    """Return the action of a move, a die result or a placing."""
    if re.fullmatch(rf"{SQUARE}-(?:{SQUARE}|yard)", text):
        origin, target = text.split("-")
        return ((int(origin) - 1) * YARD + (YARD if target == "yard" else int(target)) - 1,)
    if re.fullmatch(rf"[1-{DIE}]", text):
        return (ROLL + int(text) - 1,)
    if re.fullmatch(SOLDIER, text):
        action = PLACE + LETTERS.index(text[0]) * MOST_NUMBERS + int(text[1]) - 1
        if rules.soldier_to_place(o, action) >= 0:
            return (action,)
        raise InvalidMove(WORDS("no_such_soldier", soldier=text, troops=troops(o)))
    raise InvalidMove(WORDS("unreadable_move", move=text))


def write_move(actions: Sequence[int]) -> str:
    """The text of an action."""
    action = actions[0]
    if action >= PLACE:
        seat, number = divmod(action - PLACE, MOST_NUMBERS)
        return f"{LETTERS[seat]}{number + 1}"
    if action >= ROLL:
        return str(action - ROLL + 1)
    origin, target = divmod(action, YARD)
    return f"{origin + 1}-{'yard' if target + 1 == YARD else target + 1}"


def troops(o: np.record) -> str:
    """GM-1: return the soldiers of this game, such as `R1 to R3`, for messages."""
    return ", ".join(f"{letter}1–{letter}{o.troop}" for letter in LETTERS[: o.seats])


def soldier_name(o: np.record, soldier: int) -> str:
    seat, number = divmod(int(soldier), int(o.troop))
    return f"{LETTERS[seat]}{number + 1}"


def soldiers_on(v: np.record, square: int) -> list[int]:
    """Return the soldiers on a square from the bottom to the top."""
    digits = [int(v.stack[square]) >> 4 * level & 15 for level in range(3)]
    return [digit - 1 for digit in digits if 1 <= digit <= SOLDIERS]


# Positions


def write_position(s: np.record, o: np.record) -> str:
    """Return the position string of a state or a view."""
    stacks = {square: soldiers_on(s, square) for square in range(1, TRACK + 1)}
    track = ",".join(
        f"{square}:" + "".join(soldier_name(o, soldier) + "'" * (s.moved >> soldier & 1) for soldier in soldiers)
        for square, soldiers in stacks.items()
        if soldiers
    )
    home = [int(arrival) - 1 for arrival in s.arrivals[: s.home]]
    yard = ",".join(f"{s.place[soldier]}:{soldier_name(o, soldier)}" for soldier in home)
    grey = "".join("-" if owner == NOBODY else LETTERS[owner - 1] for owner in s.grey)
    return f"{track or '-'} {yard or '-'} {grey} {_write_seat(s)}"


def _write_seat(s: np.record) -> str:
    if s.actor == OVER:
        return "-"
    waiting = "" if s.opened == SOLDIERS else str(s.rolled) if s.rolled else "?"
    return LETTERS[s.to_move] + waiting


def read_position(text: str, o: np.record, s: np.record) -> None:
    """Change the state at the start of a game into the position that a text describes."""
    fields = text.split(" ")
    if len(fields) != 4:
        raise InvalidPosition(WORDS("position.fields", count=len(fields)))
    track, yard, grey, seat = fields
    _read_seat(seat, o, s)
    _read_grey(grey, o, s)
    opening = len(seat) == 2
    _read_track(track, opening, o, s)
    _read_yard(yard, opening, o, s)
    _check_all(seat, opening, o, s)


def _read_seat(text: str, o: np.record, s: np.record) -> None:
    letters = LETTERS[: o.seats]
    if not re.fullmatch(rf"-|[{letters}][?1-{DIE}]?", text):
        raise InvalidPosition(WORDS("seat.unreadable", seat=text, letters=", ".join(letters)))
    if text[-1].isdigit():
        if not o.chooses:
            raise InvalidPosition(WORDS("seat.no_choice", seat=text))
        s.rolled = int(text[1])
    s.to_move = letters.index(text[0]) if text != "-" else 0


def _read_grey(text: str, o: np.record, s: np.record) -> None:
    letters = LETTERS[: o.seats]
    if not re.fullmatch(rf"[-{letters}]{{{GREYS}}}", text):
        raise InvalidPosition(WORDS("grey.unreadable", grey=text, letters=", ".join(letters)))
    for value, letter in enumerate(text):
        s.grey[value] = NOBODY if letter == "-" else letters.index(letter) + 1


def _read_soldier(field: str, text: str, o: np.record, s: np.record) -> int:
    """Read a soldier that exists and has not been named before."""
    seat, number = LETTERS.find(text[0]), int(text[1]) - 1
    if seat >= o.seats or number >= o.troop:
        raise InvalidPosition(WORDS(f"{field}.no_such_soldier", soldier=text, troops=troops(o)))
    soldier = seat * int(o.troop) + number
    if s.square[soldier]:
        raise InvalidPosition(WORDS(f"{field}.twice", soldier=text))
    return soldier


def _read_track(text: str, opening: bool, o: np.record, s: np.record) -> None:
    last = 0
    for part in [] if text == "-" else text.split(","):
        match = re.fullmatch(rf"({SQUARE}):((?:{SOLDIER}'?)+)", part)
        if not match:
            raise InvalidPosition(WORDS("stacks.unreadable", part=part))
        square = int(match[1])
        if square <= last:
            raise InvalidPosition(WORDS("stacks.order", square=square, last=last))
        last = square
        _read_stack(square, match[2], opening, o, s)


def _read_stack(square: int, text: str, opening: bool, o: np.record, s: np.record) -> None:
    """Read and check the soldiers of one square."""
    if opening and square > DIE:
        raise InvalidPosition(WORDS("stacks.opening_square", square=square))
    for name, mark in re.findall(rf"({SOLDIER})('?)", text):
        soldier = _read_soldier("stacks", name, o, s)
        if s.stack[square] >= LEVEL_3:
            raise InvalidPosition(WORDS("stacks.too_high", square=square))
        if mark and (opening or soldier // o.troop != s.to_move):
            raise InvalidPosition(WORDS("stacks.mark", soldier=name))
        set_soldier(s, soldier, square)
        s.moved |= bool(mark) << soldier
    for value in range(GREYS):
        if o.grey[value] == square and s.grey[value] == NOBODY:
            raise InvalidPosition(WORDS("grey.stands_on_it", value=value + 1, square=square))


def _read_yard(text: str, opening: bool, o: np.record, s: np.record) -> None:
    """Read the arrivals in order, and check their places."""
    if opening and text != "-":
        raise InvalidPosition(WORDS("yard.opening"))
    for part in [] if text == "-" else text.split(","):
        if not re.fullmatch(rf"(?:[1-9]|1[0-2]):{SOLDIER}", part):
            raise InvalidPosition(WORDS("yard.unreadable", part=part))
        place, name = part.split(":")
        soldier = _read_soldier("yard", name, o, s)
        if s.home == SOLDIERS - 1:
            rules.take_last_place(s, soldier)
        else:
            rules.enter_yard(o, s, soldier)
        if s.place[soldier] != int(place):
            raise InvalidPosition(WORDS("yard.place", soldier=name, place=place, right=s.place[soldier]))


def _check_all(seat: str, opening: bool, o: np.record, s: np.record) -> None:
    """Check that no soldier is missing and that the seat can be to act."""
    s.opened = np.count_nonzero(s.square)
    missing = [soldier_name(o, soldier) for soldier in range(SOLDIERS) if not s.square[soldier]]
    if missing and not opening:
        raise InvalidPosition(WORDS("stacks.missing", soldiers=", ".join(missing)))
    if seat == "-" and s.home < SOLDIERS - 1:
        raise InvalidPosition(WORDS("seat.not_over"))
    if opening:
        _check_opening(o, s)


def _check_opening(o: np.record, s: np.record) -> None:
    """GM-3, GM-4: check how many soldiers each seat has placed, and which."""
    if s.opened == SOLDIERS:
        raise InvalidPosition(WORDS("seat.opening_over"))
    if any(s.grey):
        raise InvalidPosition(WORDS("grey.opening"))
    if s.rolled and s.stack[s.rolled] >= LEVEL_3:
        raise InvalidPosition(WORDS("seat.full", square=s.rolled))
    placed = np.reshape(s.square > 0, (o.seats, o.troop))
    for seat, row in enumerate(placed):
        turns = (int(s.opened) - seat - 1) // int(o.seats) + 1
        if row.sum() != turns:
            fields = {"seat": WORDS(f"seat.{seat}"), "count": row.sum(), "needed": turns, "total": s.opened}
            raise InvalidPosition(WORDS("stacks.turns", **fields))
        if not o.chooses and not row[:turns].all():
            raise InvalidPosition(WORDS("stacks.lowest_first", seat=WORDS(f"seat.{seat}")))
    if s.to_move != s.opened % o.seats:
        raise InvalidPosition(WORDS("seat.turn", seat=WORDS(f"seat.{s.opened % o.seats}"), total=s.opened))
