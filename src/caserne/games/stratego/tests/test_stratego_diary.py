"""What pieces have done is found from a seat's events alone, as one who watched the game would have noted it."""

from __future__ import annotations

import numpy as np
import pytest
from stratego_drawing import START, position

import caserne
from caserne.core.game.observation import ObservedEvent
from caserne.core.match.playthrough import Playthrough
from caserne.games.stratego.belief.piece_history import (
    APPROACHED,
    COLUMNS,
    FLED,
    JUST_CAME,
    LEFT,
    MET,
    MOVES,
    SPARED,
    diary,
)
from caserne.games.stratego.board import NEXT_TO, SQUARE_NAMES
from caserne.games.stratego.rules import KIND, KNOWN, PIECES, owner


class Watcher:
    """Notes what every piece does, move by move, from the whole truth."""

    def __init__(self) -> None:
        self.notes = np.zeros((PIECES, COLUMNS), np.int64)

    def watch(self, playthrough: Playthrough, move: str) -> None:
        origin, target = map(SQUARE_NAMES.index, move.split("-"))
        before = playthrough.position.scratch()[0][0].copy()
        mover, attacks = int(before.board[origin]), bool(before.board[target])
        for square, piece in enumerate(before.board.tolist()):
            if piece and piece != mover and owner(piece) == owner(mover):
                self._note(before, piece, square, None, SPARED)
        self.notes[mover, MOVES] += 1
        self.notes[:, JUST_CAME:] = 0
        if not attacks:
            self._note(before, mover, origin, LEFT, FLED)
            self._note(before, mover, target, MET, APPROACHED)
            self._note(before, mover, target, None, JUST_CAME)

    def _note(self, state: np.record, piece: int, square: int, unknown: int | None, known: int) -> None:
        for beside in NEXT_TO[square]:
            other = int(state.board[beside])
            if other and owner(other) != owner(piece):
                code = int(state.pieces[other])
                if code & KNOWN:
                    self.notes[piece, known + (code & KIND)] += 1
                elif unknown is not None:
                    self.notes[piece, unknown] += 1


@pytest.mark.parametrize("army", ["original", "mission"])
@pytest.mark.parametrize("seed", range(3))
def test_a_diary_says_what_a_watcher_has_noted(army, seed):
    dice, playthrough, watcher = (
        np.random.default_rng(seed),
        Playthrough(caserne.game("stratego", army=army)),
        Watcher(),
    )
    while playthrough.position.in_setup:
        playthrough.play(playthrough.position.random_setup(seed))
    while playthrough.position.actor is not None and playthrough.position.ply < 400:
        move = str(dice.choice(playthrough.position.legal()))
        watcher.watch(playthrough, move)
        playthrough.play(move)
        if playthrough.position.ply % 37 == 0:
            standing = [piece for piece in playthrough.position.scratch()[0][0].board.tolist() if piece]
            for seat in range(2):
                np.testing.assert_array_equal(diary(playthrough.view(seat))[standing], watcher.notes[standing])
    assert watcher.notes[:, APPROACHED:].any()


def test_nothing_is_known_of_a_position_without_a_history():
    assert not diary(position(START).view(0)).any()


def test_ST_18_where_pieces_go_dark_nobody_remembers_what_they_did():
    playthrough = Playthrough(caserne.game("stratego", memory=True))
    while playthrough.position.in_setup:
        playthrough.play(playthrough.position.random_setup(1))
    for _ in range(50):
        playthrough.play(playthrough.position.legal()[0])
    assert not diary(playthrough.view(0)).any()


def test_events_that_do_not_lead_to_the_board_tell_nothing():
    board = position(START)
    for events in (
        [ObservedEvent(0, "a1-a2")],
        [ObservedEvent(1, "a4-a5")],
        [ObservedEvent(0, "a4-b4", (("a4", "M"), ("b4", "s")))],
    ):
        assert not diary(board.view(0).with_events(tuple(events))).any()
