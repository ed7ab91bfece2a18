"""A game that is played in place, for loops in Python that make, list and undo many moves."""

from __future__ import annotations

import copy
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from caserne.core.game.errors import InvalidMove
from caserne.core.game.move_lists import list_size, make_lists
from caserne.core.game.observation import Observation, actor_name
from caserne.core.game.play_rules import (
    CODES,
    ILLEGAL,
    LEVEL,
    LIST,
    LISTED,
    MOVES,
    NO_ROOM,
    ROOM,
    TOP,
    UNDO,
    make_play_rule,
    states_offset,
)
from caserne.core.game.position import Position, Result
from caserne.core.kernel.compiled import INTERPRETED, Rule

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.core.game.rules import Rules

FIRST_LEVELS, FIRST_JOURNAL = 256, 1_024
"""Room for moves, and for words of the journal, before arrays grow."""
ACTORS = tuple(actor_name(number - 2) for number in range(CODES))


class Play:
    """A game played in place: `apply` and `undo` change it, in arrays that are used again.

    A `Position` is a value and copies itself for every move; a `Play` is several times as fast.

    >>> import caserne
    >>> play = caserne.Play(caserne.game("movers").position("mhm/hmh/3/3/3/3/HMH/MHM w"))
    >>> play.apply(min(play.legal_actions()))
    >>> play.actor, str(play.position())
    (1, 'mhm/hmh/3/3/3/1M1/HMH/M1M r')
    >>> play.undo()
    >>> play.actor, len(play.legal_actions())
    (0, 4)
    """

    __slots__ = ("_code", "_records", "_run", "_words", "_workspace", "game", "is_over")

    def __init__(self, position: Position) -> None:
        self.game: Game[Any] = position.game
        self._run = compiled_rule(self.game.rules, self.game.packed.dtype)
        self.is_over = False
        """Whether the game has ended."""
        state, past = position.scratch()
        offset = states_offset(self.game.packed.dtype)
        self._records = np.zeros(offset + FIRST_LEVELS * state.nbytes, np.uint8)
        self._records[: self.game.packed.nbytes] = self.game.packed.view(np.uint8)
        self._records[offset : offset + state.nbytes] = state.view(np.uint8)
        self._make_workspace(past, past.size, np.zeros(0, np.int64), FIRST_JOURNAL)
        self._keep(self._run(self._records, self._workspace, LIST))

    @property
    def actor(self) -> int | str | None:
        """The seat to act, "chance" when a die must fall, None when the game is over."""
        return ACTORS[self._code % CODES]

    @property
    def moves_made(self) -> int:
        """How many actions can be undone: dice and placements of set-ups included."""
        return int(self._workspace[LEVEL])

    @property
    def moves(self) -> memoryview[int]:
        """The legal actions as numbers, not copied: they are others after the next `apply` or `undo`."""
        return self._words[MOVES : MOVES + self._code // CODES]

    def legal_actions(self) -> list[int]:
        """The legal actions as numbers, in no particular order; die results, each as likely, if chance is to act."""
        return self.moves.tolist()

    def apply(self, action: int) -> None:
        """Make a move; IllegalMove or InvalidMove if it is not one of `legal_actions()`, and nothing changes."""
        try:
            number = action if type(action) is int else index(action)
            code = self._run(self._records, self._workspace, number) if number >= 0 else ILLEGAL
        except (TypeError, OverflowError):
            code = ILLEGAL
        if code < 0:
            code = self._retry_or_raise(code, action)
        self._code = code
        self.is_over = code == 0

    def undo(self) -> None:
        """Take the last move back; InvalidMove if there is none."""
        if not self._workspace[LEVEL]:
            raise InvalidMove.of("nothing_to_undo")
        self._keep(self._run(self._records, self._workspace, UNDO))

    def position(self) -> Position:
        """Return the present position as a value, without the moves before it."""
        states = self._records[states_offset(self.game.packed.dtype) :].view(self.game.rules.state)
        state = states[self._workspace[LEVEL] :][:1].copy()
        return Position(self.game, state, self._past(int(state["remembered"][0])))

    def view(self, seat: int | None) -> Observation:
        """What a seat sees; None: what a spectator sees."""
        return self.position().view(seat)

    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.position().result()

    def returns(self) -> tuple[float, ...] | None:
        """One number a seat, higher is better; None while the game goes on."""
        return self.position().returns()

    def copy(self) -> Play:
        """Return another game at the same position, with the same moves to undo."""
        twin = copy.copy(self)
        twin._records, twin._workspace = self._records.copy(), self._workspace.copy()
        twin._words = twin._workspace.data
        return twin

    def __repr__(self) -> str:
        return f"caserne.Play({self.position()!r})"

    def _keep(self, code: int) -> None:
        self._code = code
        self.is_over = code == 0

    def _retry_or_raise(self, code: int, action: int) -> int:
        """Make room for a move, and make it; or raise the error that explains why it cannot be made."""
        while code == NO_ROOM:
            self._grow()
            code = self._run(self._records, self._workspace, index(action))
        if code == ILLEGAL:
            self.position().play_action(action)
        return code

    def _grow(self) -> None:
        """Double the room for states, `past` and the journal."""
        more = np.zeros(self._records.size - states_offset(self.game.packed.dtype), np.uint8)
        self._records = np.concatenate([self._records, more])
        before, first = self._workspace, self._first_past()
        room = int(before[ROOM])
        journal = before[first + room : before[TOP]]
        self._make_workspace(self._past(room), 2 * room, journal, 2 * (before.size - first - room))
        self._workspace[[LISTED, LEVEL]] = before[[LISTED, LEVEL]]
        self._workspace[MOVES:first] = before[MOVES:first]

    def _make_workspace(self, past: Any, room: int, journal: Any, journal_room: int) -> None:
        """Make a workspace for a list of moves, `past` and the journal, the last two with room to grow."""
        first = self._first_past()
        self._workspace = workspace = np.zeros(first + room + journal_room, np.int64)
        self._words = workspace.data
        workspace[MOVES:first] = make_lists(self.game.rules)
        workspace[ROOM], workspace[TOP] = room, first + room + journal.size
        workspace[first : first + past.size] = past
        workspace[first + room : first + room + journal.size] = journal

    def _first_past(self) -> int:
        return MOVES + list_size(self.game.rules)

    def _past(self, words: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        first = self._first_past()
        return self._workspace[first : first + words].copy()


@cache
def compiled_rule(rules: Rules, options: np.dtype[Any]) -> Rule:
    """Return the rule of a room for `Play`, compiled when it is first called: loops in Python are long."""
    made = make_play_rule(rules, options)
    if INTERPRETED:
        return made
    from caserne.core.kernel.driver import dispatcher

    compiled: Rule = dispatcher(made)
    return compiled
