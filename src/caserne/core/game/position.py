"""A position as a value: options, state and the past that rules may look back on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from caserne.core.game.arguments import (
    check_language,
    check_number,
    check_seat,
    check_seed,
    check_text,
    shown,
    whole_number,
)
from caserne.core.game.errors import IllegalMove, InvalidMove, Refusal, TooManyMoves
from caserne.core.game.move_lists import check_lists, make_lists
from caserne.core.game.observation import Observation, actor_name
from caserne.core.game.words import Sentence
from caserne.core.kernel.layout import SPECTATOR
from caserne.core.kernel.rng import generators

if TYPE_CHECKING:
    from caserne.core.game.game import Game, State

LONGEST_LIST = 10_000
"""The most set-ups that are listed; more are only counted."""
DEEPEST_PERFT = 1_000
"""No count to such a depth could be awaited, and its memory could not be had."""


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
        moves = make_lists(rules)
        count = rules.arrays.legal(self.game.packed, self._copy_state(), self._past.copy(), moves)
        check_lists(self.game, moves)
        return sorted(moves[:count].tolist())

    def chances(self) -> dict[str, float]:
        """The results a die may show now, each with its probability; empty when no die must fall."""
        results = self.legal() if self.actor == "chance" else []
        return {result: 1 / len(results) for result in results}

    def play(self, move: str) -> Position:
        """The position after a move; InvalidMove if it cannot be read, IllegalMove if rules refuse it."""
        after, refused = self._follow(self._read(move))
        if refused:
            raise IllegalMove(move, self._reasons(refused, move))
        return after

    def play_all(self, moves: str | list[str]) -> Position:
        """The position after several moves, given as a list or separated by spaces."""
        if not isinstance(moves, (str, list, tuple)):
            raise InvalidMove.of("not_moves", given=shown(moves))
        position = self
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.play(move)
        return position

    def play_action(self, action: int) -> Position:
        """The position after an action, given as a number; InvalidMove if there is none such, IllegalMove if refused.

        >>> import caserne
        >>> position = caserne.game("movers").position("mhm/hmh/3/3/3/3/HMH/MHM w")
        >>> str(position.play_action(position.legal_actions()[0]))
        'mhm/hmh/3/3/3/1M1/HMH/M1M r'
        """
        number, last = whole_number(action), self.game.rules.actions - 1
        if number is None or not 0 <= number <= last:
            raise InvalidMove.of("not_an_action", action=shown(action), last=last)
        refused = self._refusal(number)
        if refused:
            move = self.game.write_move([number])
            raise IllegalMove(move, self._reasons(refused, move))
        return self.play_unchecked(number)

    def play_unchecked(self, action: int) -> Position:
        """The position after an action that is known to be legal, such as one of `legal_actions()`.

        Nothing is checked: any other number gives a meaningless position or ends the process.
        """
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
        lang, reasons = check_language(lang), self._reasons(self._follow(self._read(move))[1], move)
        return [Refusal(rule, sentence.text(lang)) for rule, sentence in reasons.items()]

    def warnings(self, move: str, lang: str | None = None) -> list[str]:
        """What a legal move will cost the seat that makes it."""
        self._read(move)
        lang = check_language(lang)
        return [sentence.text(lang) for sentence in self.game.warnings(self.view(self._acting_seat()), move)]

    def random_setup(self, seed: int) -> str:
        """A set-up for the seat that is to arrange one, all of them equally likely."""
        if not self.in_setup:
            raise InvalidMove.of("no_setup_now")
        rules, dice, position = self.game.rules, generators(check_seed(seed), 1)[0], self
        moves = make_lists(rules)
        actions: list[int] = []
        while True:
            state, past = position._copy_state(), position._past.copy()
            actions.append(int(rules.arrays.choose(self.game.packed, state, past, moves, dice)))
            position = position.play_unchecked(actions[-1])
            if position._is_between_moves():
                return self.game.write_move(actions)

    def suggested_setup(self, seed: int) -> str:
        """A good set-up: one of the game's library, as it is or mirrored; random if the library is empty."""
        seed, names = check_seed(seed), self.game.suggestions()
        if not names:
            drawn = (self.random_setup(seed + more) for more in count())
            return next(setup for setup in drawn if self.game.is_worth_playing(setup))
        setup = self.game.library_setup(names[seed // 2 % len(names)], seed)
        return (self.game.mirrored_setup(setup) or setup) if seed % 2 else setup

    def perft(self, depth: int) -> int:
        """How many sequences of exactly `depth` moves there are; die results and whole set-ups count as moves."""
        if check_number("depth", depth, 0, DEEPEST_PERFT) == 0:
            return 1
        if self.in_setup:
            number = self.game.count_setups(int(self._state[0].actor))
            if number > LONGEST_LIST:
                raise TooManyMoves(number)
        states, pasts, moves = self._search_space(int(depth))
        total = int(self.game.rules.runner.perft(self.game.o, states, pasts, moves, int(depth)))
        check_lists(self.game, moves)
        return total

    # Views

    def view(self, seat: int | None) -> Observation:
        """What a seat sees; None: what a spectator sees."""
        number = SPECTATOR if seat is None else check_seat(seat, self.game.seats)
        view = np.zeros(1, self.game.rules.view)
        self.game.rules.arrays.observe(self.game.packed, self._copy_state(), number, view)
        return Observation(self.game, None if seat is None else number, view, self._past)

    def svg(
        self, seat: int | str | None = "actor", *, lang: str | None = None, dark: bool = False, size: int | None = None
    ) -> str:
        """Draw what a seat sees as SVG: "actor", the seat to act; None, a spectator; `size` is the width in pixels.

        >>> import caserne
        >>> caserne.game("movers").start().svg()[:4]
        '<svg'
        """
        viewer: Any = self._acting_seat() if isinstance(seat, str) and seat == "actor" else seat
        return self.view(viewer).svg(lang=lang, dark=dark, size=size)

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return self.svg()

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

    def _read(self, move: Any) -> tuple[int, ...]:
        return self.game.read_move(check_text("move", move, InvalidMove))

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
            position = position.play_unchecked(action)
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
            after = self.play_unchecked(action)
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
        return states, pasts, make_lists(rules, levels)


def plain_number(value: float) -> str:
    """A number with up to four decimals and no trailing zeros: 1, -1, 0, 0.3333."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
