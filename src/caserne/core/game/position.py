"""A position as a value: options, state and the past that rules may look back on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from caserne.core.game.errors import IllegalMove, InvalidMove, InvalidSeat, Refusal, TooManyMoves
from caserne.core.game.observation import Observation, actor_name
from caserne.core.game.words import Sentence
from caserne.core.kernel.layout import SPECTATOR
from caserne.core.kernel.rng import generators

if TYPE_CHECKING:
    from caserne.core.game.game import Game, State

LONGEST_LIST = 10_000
"""The most set-ups that are listed; more are only counted."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    returns: tuple[float, ...]
    scores: tuple[int, ...] | None
    rule: str
    """The id of the rule that ended it."""

    def __str__(self) -> str:
        returns = "returns " + " ".join(map(plain_number, self.returns))
        return returns if self.scores is None else f"scores {' '.join(map(str, self.scores))}; {returns}"


class Position:
    """What stands on the board, with all that legal moves depend on: immutable, hashable, comparable."""

    __slots__ = ("_actor", "_game", "_in_setup", "_past", "_state")

    def __init__(self, game: Game[Any], state: State, past: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        self._game = game
        self._state = state
        self._past = past
        # Read once: matches ask for both all the time, and reading a field of a record is slow.
        self._actor = actor_name(int(state["actor"][0]))
        self._in_setup = bool(state["setup"][0])

    @classmethod
    def load(cls, game: Game[Any], state: State) -> Position:
        """Return a position without history.

        Endings visible on the board apply; the position counts as its first occurrence.
        """
        past = np.zeros(game.rules.past_per_action, np.int64)
        if not state[0].setup:
            game.rules.settle(game.o, state[0], past)
        return cls(game, state, past[: state[0].remembered])

    @property
    def game(self) -> Game[Any]:
        return self._game

    # Actor and result

    @property
    def actor(self) -> int | str | None:
        """The seat to act, "chance" when a die must fall, None when the game is over."""
        return self._actor

    @property
    def in_setup(self) -> bool:
        """Whether the actor is to arrange a set-up."""
        return self._in_setup

    @property
    def ply(self) -> int:
        """Moves made by seats so far, not counting set-ups and dice."""
        return int(self._state["ply"][0])

    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self.actor is not None:
            return None
        rules, o, s = self.game.rules, self.game.o, self._copy_state()[0]
        returns = np.zeros(self.game.seats)
        rules.returns(o, s, returns)
        scores = None
        if rules.scores:
            points = np.zeros(self.game.seats, np.int64)
            rules.scores(o, s, points)
            scores = tuple(points.tolist())
        return Result(tuple(returns.tolist()), scores, self.game.rule_id(int(s.ending)))

    def returns(self) -> tuple[float, ...] | None:
        """One number a seat, higher is better; None while the game goes on."""
        result = self.result()
        return result.returns if result else None

    def scores(self) -> tuple[int, ...] | None:
        """The points of each seat, in games that count points; None while the game goes on."""
        result = self.result()
        return result.scores if result else None

    # Moves

    def legal(self) -> list[str]:
        """The legal moves as text, sorted; die results when chance is to act."""
        if self.in_setup:
            number = self.game.count_setups(int(self._state[0].actor))
            if number > LONGEST_LIST:
                raise TooManyMoves(number)
            return sorted(self.game.write_move(actions) for actions in self._setups())
        return sorted(self.game.write_move([action]) for action in self.legal_actions())

    def legal_actions(self) -> list[int]:
        """The legal actions as numbers; inside a set-up one placement each."""
        rules = self.game.rules
        moves = np.zeros(rules.max_moves, np.int32)
        count = rules.arrays.legal(self.game.packed, self._copy_state(), self._past.copy(), moves)
        return sorted(moves[:count].tolist())

    def chances(self) -> dict[str, float]:
        """The results a die may show now, each with its probability; empty when no die must fall."""
        results = self.legal() if self.actor == "chance" else []
        return {result: 1 / len(results) for result in results}

    def play(self, move: str) -> Position:
        """The position after a move; InvalidMove if it cannot be read, IllegalMove if rules refuse it."""
        after, refused = self._follow(self.game.read_move(move))
        if refused:
            raise IllegalMove(move, self._reasons(refused, move))
        return after

    def play_all(self, moves: str | list[str]) -> Position:
        """The position after several moves, given as a list or separated by spaces."""
        position = self
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.play(move)
        return position

    def play_action(self, action: int) -> Position:
        """The position after one legal action, given as a number."""
        state, past = self.scratch()
        self.game.rules.arrays.apply(self.game.packed, state, past, int(action))
        return Position(self.game, state, past[: state["remembered"][0]])

    def scratch(self) -> tuple[State, np.ndarray[Any, np.dtype[np.int64]]]:
        """Copies of state and past, with room for one more action, that compiled code may write to."""
        past = np.zeros(self._past.size + self.game.rules.past_per_action, np.int64)
        past[: self._past.size] = self._past
        return self._copy_state(), past

    def explain(self, move: str, lang: str | None = None) -> list[Refusal]:
        """The rules that refuse a move, with reasons; empty if it is legal."""
        reasons = self._reasons(self._follow(self.game.read_move(move))[1], move)
        return [Refusal(rule, sentence.text(lang)) for rule, sentence in reasons.items()]

    def warnings(self, move: str, lang: str | None = None) -> list[str]:
        """What a legal move will cost the seat that makes it."""
        return [sentence.text(lang) for sentence in self.game.warnings(self.view(self._acting_seat()), move)]

    def random_setup(self, seed: int) -> str:
        """A set-up for the seat that is to arrange one, all of them equally likely."""
        if not self.in_setup:
            raise InvalidMove.of("no_setup_now")
        rules, dice, position = self.game.rules, generators(seed, 1)[0], self
        moves = np.zeros(rules.max_moves, np.int32)
        actions: list[int] = []
        while True:
            state, past = position._copy_state(), position._past.copy()
            actions.append(rules.runner.choose(self.game.o, state[0], past, moves, dice))
            position = position.play_action(actions[-1])
            if position._is_between_moves():
                return self.game.write_move(actions)

    def suggested_setup(self, seed: int) -> str:
        """A good set-up: one of the game's library, as it is or mirrored; random if the library is empty."""
        names = self.game.suggestions()
        if not names:
            drawn = (self.random_setup(seed + more) for more in count())
            return next(setup for setup in drawn if self.game.is_worth_playing(setup))
        setup = self.game.library_setup(names[seed // 2 % len(names)], seed)
        return (self.game.mirrored_setup(setup) or setup) if seed % 2 else setup

    def perft(self, depth: int) -> int:
        """How many sequences of exactly `depth` moves there are; die results and whole set-ups count as moves."""
        if depth == 0:
            return 1
        if self.in_setup:
            number = self.game.count_setups(int(self._state[0].actor))
            if number > LONGEST_LIST:
                raise TooManyMoves(number)
        return int(self.game.rules.runner.perft(self.game.o, *self._search_space(depth), depth))

    # Views

    def view(self, seat: int | None) -> Observation:
        """What a seat sees; None: what a spectator sees."""
        if seat is not None and not 0 <= seat < self.game.seats:
            raise InvalidSeat.of("unknown_seat", seat=seat, last=self.game.seats - 1)
        view = np.zeros(1, self.game.rules.view)
        number = SPECTATOR if seat is None else seat
        self.game.rules.arrays.observe(self.game.packed, self._copy_state(), number, view)
        return Observation(self.game, seat, view, self._past)

    def __str__(self) -> str:
        return self.game.write_position(self._state)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    # Internals

    def _value(self) -> tuple[Any, ...]:
        return self.game, self._state.tobytes(), self._past.tobytes()

    def _copy_state(self) -> State:
        """A state that a rule may write to: compiled code writes through read-only flags.

        Bytes are copied at once; NumPy would copy a record field by field, which takes longer than most rules.
        """
        return np.frombuffer(bytearray(self._state.tobytes()), self._state.dtype)

    def _is_between_moves(self) -> bool:
        """Whether no set-up is half done."""
        return not self._state[0].placed

    def _acting_seat(self) -> int | None:
        return self.actor if isinstance(self.actor, int) else None

    def _follow(self, actions: tuple[int, ...]) -> tuple[Position, int]:
        """Play actions until one is refused: the position reached, and the bits of the rules that refuse."""
        position = self
        for action in actions:
            refused = position._refusal(action)
            if refused:
                return position, refused
            position = position.play_action(action)
        return position, 0

    def _refusal(self, action: int) -> int:
        rules = self.game.rules
        return int(rules.arrays.refusal(self.game.packed, self._copy_state(), self._past.copy(), int(action)))

    def _reasons(self, refused: int, move: str) -> dict[str, Sentence]:
        """The rules of a bit set in order, each with a reason that reveals nothing to the acting seat."""
        observation = self.view(self._acting_seat())
        numbers = [number for number in range(refused.bit_length()) if refused >> number & 1]
        return {self.game.rule_id(number): self.game.reason(observation, number, move) for number in numbers}

    def _setups(self) -> Iterator[tuple[int, ...]]:
        """All set-ups of the actor, as placements."""
        for action in self.legal_actions():
            after = self.play_action(action)
            for rest in [()] if after._is_between_moves() else after._setups():
                yield (action, *rest)

    def _search_space(self, depth: int) -> tuple[np.ndarray[Any, Any], ...]:
        """States, pasts and move lists for a search to `depth` moves, this position first."""
        rules = self.game.rules
        levels = depth + 1 + rules.placements * self.in_setup
        states = np.zeros(levels, rules.state)
        states[0] = self._state[0]
        pasts = np.zeros((levels, self._past.size + levels * rules.past_per_action), np.int64)
        pasts[0, : self._past.size] = self._past
        return states, pasts, np.zeros((levels, rules.max_moves), np.int32)


def plain_number(value: float) -> str:
    """A number with up to four decimals and no trailing zeros: 1, -1, 0, 0.3333."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
