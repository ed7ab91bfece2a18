"""How far each soldier may go, with the explanation that clients show for a selected soldier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.game.words import Sentence
from caserne.games.manoeuvre import board
from caserne.games.manoeuvre.notation import soldier_name, soldiers_on
from caserne.games.manoeuvre.track import SOLDIERS, TRACK
from caserne.games.manoeuvre.words import WORDS


@dataclass(frozen=True)
class Reach:
    """A soldier on the track and the factors of its maximum (GM-8)."""

    soldier: str
    """Such as R4."""
    name: Sentence
    """`Red 4`."""
    seat: int
    square: int
    place: int
    """GM-9: in the race."""
    height: int
    """GM-10: level in the stack."""
    base: int
    """GM-11: 3 on a black piece, 2 on a white one, else 1."""
    covered_by: tuple[str, ...]
    """GM-6: the soldiers on top of it, from the bottom up."""
    moved: bool
    """Whether it has moved this turn."""
    cells: tuple[str, ...]
    """Where it could end a move if it were its turn, the yard included; empty if it is covered."""
    base_name: Sentence
    """What the last factor is."""
    sum: Sentence
    """`4 × 2 × 3 = 24: fourth place, second level, black piece`."""

    @property
    def total(self) -> int:
        return self.place * self.height * self.base


def reaches(observation: Observation) -> list[Reach]:
    """Return the reach of every soldier on the track, foremost square first and stacks from the bottom up."""
    v, o = observation.fields, observation.game.option_fields
    squares = sorted({int(square) for square in v.square if 0 < square <= TRACK}, reverse=True)
    return [_reach(v, o, square, soldier) for square in squares for soldier in soldiers_on(v, square)]


def reach_of(observation: Observation, square: int) -> Reach:
    """Return the reach of the soldier on top of a square."""
    v = observation.fields
    return _reach(v, observation.game.option_fields, square, soldiers_on(v, square)[-1])


def _reach(v: np.record, o: np.record, square: int, soldier: int) -> Reach:
    soldiers = soldiers_on(v, square)
    above = soldiers[soldiers.index(soldier) + 1 :]
    stack = int(v.stack[square]) & (1 << 4 * (board.levels(int(v.stack[square])) - len(above))) - 1  # up to this one
    place, height, base = board.place_in_race(v, square), board.levels(stack), board.base_factor(o, stack)
    base_name = _base_name(stack, base)
    farthest = square + place * height * base
    ends = [str(end) for end in range(square + 1, min(farthest, TRACK) + 1) if v.stack[end] < board.LEVEL_3]
    return Reach(
        soldier=soldier_name(o, soldier),
        name=soldier_in_words(o, soldier),
        seat=soldier // int(o.troop),
        square=square,
        place=place,
        height=height,
        base=base,
        covered_by=tuple(soldier_name(o, other) for other in above),
        moved=bool(v.moved >> soldier & 1),
        cells=() if above else (*ends, *["yard"][: farthest > TRACK]),
        base_name=base_name,
        sum=_sum(place, height, base, base_name),
    )


def soldier_in_words(o: np.record, soldier: int) -> Sentence:
    """Return a soldier as people call it: `Red 4`."""
    seat, number = divmod(int(soldier), int(o.troop))
    return WORDS("soldier", seat=WORDS(f"seat.{seat}"), number=number + 1)


def _base_name(stack: int, base: int) -> Sentence:
    """Return the name of the last factor."""
    on_piece = stack & 15 > SOLDIERS
    return WORDS("base.indirect" if on_piece and base == 1 else f"base.{base}")


def _sum(place: int, height: int, base: int, base_name: Sentence) -> Sentence:
    names = {"place_name": WORDS(f"place.{place}"), "level_name": WORDS(f"level.{height}"), "base_name": base_name}
    return WORDS("sum", place=place, height=height, base=base, total=place * height * base, **names)
