"""Our bots as programs of the UCC contest: they receive what a player receives and sample the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import caserne
from caserne.bots.engine import warm_up
from caserne.bots.names import bot
from caserne.core.game.errors import InvalidMove
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position
from caserne.games.stratego.army import SCOUT
from caserne.games.stratego.board import SIZE, SQUARE_NAMES
from caserne.games.stratego.rules import KIND, MOVED, owner
from caserne.games.stratego.ucc import COLOURS, KIND_OF, MOVE, read_move, write_move, write_setup
from caserne.games.stratego.words import WORDS

CONTEST_RULES = {"two_square": 0, "chase": False, "quiet_limit": 0, "max_plies": 0}
"""The contest has no rule about repetition; its manager program counts the turns."""


def serve(name: str, lines: Iterator[str], say: Callable[[str], None]) -> None:
    """Play one game with the named bot over the protocol; InvalidMove if the manager sends what cannot be read."""
    game = caserne.game("stratego", **CONTEST_RULES)
    warm_up(name, game)
    seat = _read_seat(next(lines, ""))
    with closing(bot(name, game)) as player:
        world = SampledGame(game, seat)
        setup = player.move(world.view())
        for row in write_setup(setup, seat):
            say(row)
        world.set_up(setup)
        for line in lines:
            if line.strip() != "START" and not world.follow(line):
                return
            for _ in range(SIZE):
                next(lines, "")
            say(write_move(player.move(world.view())))
            if not world.follow(next(lines, "QUIT")):
                return


def _read_seat(line: str) -> int:
    """Read the first line: our colour, and things that we do not need."""
    colour = line.partition(" ")[0].strip()
    if colour not in COLOURS:
        raise _unreadable(line)
    return COLOURS.index(colour)


def _unreadable(line: str) -> InvalidMove:
    return InvalidMove(WORDS("ucc.unreadable", line=ascii(line[:80])))


class SampledGame:
    """A game from one side: the enemy's kinds are sampled, and corrected as they are revealed."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        self._seat = seat
        self._events: tuple[ObservedEvent, ...] = ()
        self._position: Position = game.start()
        if seat:
            self._position = self._position.play(self._position.random_setup(0))

    def view(self) -> Observation:
        """Return the observation of our seat."""
        return self._position.view(self._seat).with_events(self._events)

    def set_up(self, setup: str) -> None:
        """Play our set-up, and a random one for the enemy."""
        self._position = self._position.play(setup)
        if self._position.in_setup:
            self._position = self._position.play(self._position.random_setup(0))

    def follow(self, line: str) -> bool:
        """Play a move of either side that the manager confirms; False if the game is over."""
        match = MOVE.match(line)
        outcome = line[match.end() :].split() if match else []
        if not match or outcome[:1] not in (["OK"], ["KILLS"], ["DIES"], ["BOTHDIE"]):
            return False
        move = read_move(match[0])
        if move is None or not set(outcome[1:3]) <= set(KIND_OF):
            raise _unreadable(line)
        squares = [SQUARE_NAMES.index(name) for name in move.split("-")]
        far = match[4] is not None and int(match[4]) > 1
        shown = [KIND_OF[token] for token in outcome[1:3]] or [SCOUT if far else MOVED]
        before = self._resample(dict(zip(squares, shown, strict=False)))
        self._position = before.play(move)
        event = before.game.event_for(before, move, self._position, self._seat)
        self._events = (*self._events, event)
        return True

    def _resample(self, shown: dict[int, int]) -> Position:
        """Return the position with the enemy's hidden kinds sampled again, given what was shown on some squares."""
        seen = self._position.view(self._seat)
        view = seen.view[0]
        for square, mark in shown.items():
            piece = int(view.board[square])
            if owner(piece) != self._seat and not int(view.pieces[piece]) & KIND:
                view.pieces[piece] |= mark
        return seen.sample(len(self._events))
