"""`behaviour_counts` finds from a seat's events alone what an observer of the full game counts."""

from __future__ import annotations

import numpy as np
import pytest
from stratego_drawing import START, position

import caserne
from caserne.core.game.observation import ObservedEvent
from caserne.core.match.playthrough import Playthrough
from caserne.games.stratego.belief.piece_history import (
    APPROACHED_HIDDEN,
    APPROACHED_SHOWN,
    COLUMNS,
    LAST_APPROACHED,
    LEFT_HIDDEN,
    LEFT_SHOWN,
    MOVES,
    STAYED_BY_SHOWN,
    behaviour_counts,
)
from caserne.games.stratego.board import NEXT_TO, SQUARE_NAMES
from caserne.games.stratego.rules import KIND, KNOWN, PIECES, owner

pytestmark = pytest.mark.thorough


class Observer:
    """Counts what every piece does, move by move, from the full state."""

    def __init__(self) -> None:
        self.counts = np.zeros((PIECES, COLUMNS), np.int64)

    def count(self, playthrough: Playthrough, move: str) -> None:
        origin, target = map(SQUARE_NAMES.index, move.split("-"))
        before = playthrough.position.scratch()[0][0].copy()
        mover, attacks = int(before.board[origin]), bool(before.board[target])
        for square, piece in enumerate(before.board.tolist()):
            if piece and piece != mover and owner(piece) == owner(mover):
                self._count_neighbours(before, piece, square, None, STAYED_BY_SHOWN)
        self.counts[mover, MOVES] += 1
        self.counts[:, LAST_APPROACHED:] = 0
        if not attacks:
            self._count_neighbours(before, mover, origin, LEFT_HIDDEN, LEFT_SHOWN)
            self._count_neighbours(before, mover, target, APPROACHED_HIDDEN, APPROACHED_SHOWN)
            self._count_neighbours(before, mover, target, None, LAST_APPROACHED)

    def _count_neighbours(
        self, state: np.record, piece: int, square: int, hidden: int | None, shown_by_kind: int
    ) -> None:
        for beside in NEXT_TO[square]:
            other = int(state.board[beside])
            if other and owner(other) != owner(piece):
                code = int(state.pieces[other])
                if code & KNOWN:
                    self.counts[piece, shown_by_kind + (code & KIND)] += 1
                elif hidden is not None:
                    self.counts[piece, hidden] += 1


@pytest.mark.parametrize("army", ["original", "mission"])
@pytest.mark.parametrize("seed", range(3))
def test_counts_from_events_equal_those_from_full_states(army, seed):
    dice, playthrough, observer = (
        np.random.default_rng(seed),
        Playthrough(caserne.game("stratego", army=army)),
        Observer(),
    )
    while playthrough.position.in_setup:
        playthrough.play(playthrough.position.random_setup(seed))
    while playthrough.position.actor is not None and playthrough.position.ply < 400:
        move = str(dice.choice(playthrough.position.legal()))
        observer.count(playthrough, move)
        playthrough.play(move)
        if playthrough.position.ply % 37 == 0:
            standing = [piece for piece in playthrough.position.scratch()[0][0].board.tolist() if piece]
            for seat in range(2):
                np.testing.assert_array_equal(
                    behaviour_counts(playthrough.view(seat))[standing], observer.counts[standing]
                )
    assert observer.counts[:, APPROACHED_SHOWN:].any()


def test_a_position_without_events_has_no_counts():
    assert not behaviour_counts(position(START).view(0)).any()


def test_ST_18_with_memory_nothing_is_counted():
    playthrough = Playthrough(caserne.game("stratego", memory=True))
    while playthrough.position.in_setup:
        playthrough.play(playthrough.position.random_setup(1))
    for _ in range(50):
        playthrough.play(playthrough.position.legal()[0])
    assert not behaviour_counts(playthrough.view(0)).any()


def test_events_that_do_not_lead_to_the_board_are_not_counted():
    board = position(START)
    for events in (
        [ObservedEvent(0, "a1-a2")],
        [ObservedEvent(1, "a4-a5")],
        [ObservedEvent(0, "a4-b4", (("a4", "M"), ("b4", "s")))],
    ):
        assert not behaviour_counts(board.view(0).with_events(tuple(events))).any()
