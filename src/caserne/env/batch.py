"""Many games of one kind stepped at once, with observations and masks as arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from caserne.core.game.errors import CaserneError
from caserne.core.game.features import Features
from caserne.core.game.game import Game
from caserne.core.kernel.rng import generators
from caserne.env.arrays import Array, Finals, Games, Outputs, Wanted, features_of
from caserne.env.setups import POLICY, draw_setups


class InvalidActions(CaserneError):
    """Actions of a wrong shape or type, or illegal in one of the games; no game was changed."""


class Batch(ABC):
    """Games stepped together. A game that ends starts anew in the same step; dice and set-ups are drawn by the batch.

    All arrays are those of the last step and are overwritten by the next; on a GPU they stay there, and libraries that
    know `__cuda_array_interface__`, such as PyTorch, read them without a copy.
    """

    device: str
    """Where the arrays are: "cpu" or "cuda"."""

    def __init__(
        self,
        game: Game[Any],
        games: int,
        *,
        seed: int,
        setups: str,
        limit: int,
        check: bool,
        planes: bool,
        secrets: bool,
        finals: bool = False,
    ) -> None:
        self.game = game
        self.num_games = games
        self.limit = limit
        """Plies after which a game is cut off; 0: none."""
        self.check = check
        """Whether an illegal action is an error; else the first legal move takes its place, and `replaced` says so."""
        self._places = setups == POLICY
        self._games, self._out = self._make_arrays(seed, draw_setups(game, setups), Wanted(planes, secrets, finals))
        self._begin()

    @property
    def features(self) -> Features:
        return features_of(self.game)

    @property
    def cells(self) -> Array:
        """int64[games, cells]: the channels of each cell as bits, seen from the seat to act."""
        return self._out.cells

    @property
    def planes(self) -> Array:
        """uint8[games, rows, columns, channels]: the same, one byte per channel."""
        return self._spread(self._out.planes)

    @property
    def padded_planes(self) -> Array:
        """The same with channels of zeros up to a multiple of eight, so without gaps: JAX takes no others uncopied."""
        return self._bytes(self._out.planes)

    @property
    def secrets(self) -> Array:
        """int8[games, cells]: what each cell really hides from the seat to act, from 1: a target for training only."""
        return self._out.secrets

    @property
    def scalars(self) -> Array:
        """int16[games, scalars]."""
        return self._out.scalars

    @property
    def mask(self) -> Array:
        """uint8[games, outputs]: 1 for a legal move."""
        return self._out.mask

    @property
    def counts(self) -> Array:
        """int32[games]: how many moves are legal."""
        return self._out.counts

    @property
    def seats(self) -> Array:
        """int8[games]: the seat to act."""
        return self._out.seats

    @property
    def rewards(self) -> Array:
        """float32[games, seats]: the returns of a game that the last step ended, else 0."""
        return self._out.rewards

    @property
    def terminated(self) -> Array:
        """bool[games]: whether the last step ended a game; the observation is then of the next one."""
        return self._out.terminated

    @property
    def truncated(self) -> Array:
        """bool[games]: whether the last step cut a game off for its length."""
        return self._out.truncated

    @property
    def lengths(self) -> Array:
        """int32[games]: plies of the game that the last step ended or cut off, else of the one that goes on."""
        return self._out.lengths

    @property
    def endings(self) -> Array:
        """int8[games]: the number of the rule that ended a game in the last step, else 0."""
        return self._out.endings

    @property
    def replaced(self) -> Array:
        """bool[games]: whether the last action was illegal and the first legal one took its place."""
        return self._out.replaced

    @property
    def earned(self) -> Array:
        """float32[games]: the return of the seat that made the last move, if that ended the game, else 0."""
        return self._out.earned

    @property
    def ended(self) -> Array:
        """bool[games]: whether the last step ended a game or cut it off."""
        return self._out.ended

    @property
    def final(self) -> Finals:
        """What was last observed of the games that the last step ended or cut off, with `finals`; else no rows.

        It is seen from the seat to act or, if the game is over, from the seat that moved last: then no move is legal.
        """
        final = self._out.final
        return final._replace(planes=self._spread(final.planes))

    def reset(self, seed: int | None = None) -> None:
        """Start all games anew; after a seed they are the games of that seed again."""
        if seed is not None:
            self._write(self._games.dice, generators(seed, self.num_games))
            self._write(self._games.choices, generators(seed, self.num_games, self.num_games))
        self._begin()

    @abstractmethod
    def draw_actions(self) -> Array:
        """Return a random legal action for every game; on a GPU in an array that the next draw overwrites."""

    @abstractmethod
    def step(self, actions: Array) -> None:
        """Make one move in every game: `actions` are outputs, one whole number per game."""

    @abstractmethod
    def _make_arrays(self, seed: int, setups: np.ndarray[Any, Any], wanted: Wanted) -> tuple[Games, Outputs]: ...

    @abstractmethod
    def _bytes(self, words: Array) -> Array:
        """Return planes, eight channels in a word, as uint8[games, rows, columns, bytes] without a copy."""

    def _spread(self, words: Array) -> Array:
        """Return planes as uint8[games, rows, columns, channels] without a copy."""
        return self._bytes(words)[:, :, :, : len(self.features.channels)]

    @abstractmethod
    def _write(self, target: Array, values: np.ndarray[Any, Any]) -> None:
        """Write values into an array of the batch."""

    @abstractmethod
    def _begin(self) -> None:
        """Start all games and write their observations."""

    def _check_form(self, actions: Array) -> None:
        """Raise InvalidActions unless there is one whole number per game."""
        kind = np.dtype(str(actions.dtype).removeprefix("torch."))
        if tuple(actions.shape) != (self.num_games,):
            raise InvalidActions.of("actions_shape", shape=tuple(actions.shape), games=self.num_games)
        if kind.kind != "i" or kind.itemsize < 4:
            raise InvalidActions.of("actions_type", type=kind.name)

    def _illegal(self, index: int, output: int) -> InvalidActions:
        """Describe an illegal action by its game and, if it can be read as a move, by the rules that refuse it."""
        if not 0 <= output < self.features.outputs:
            return InvalidActions.of("action_range", index=index, action=output, last=self.features.outputs - 1)
        return InvalidActions.of("action_illegal", index=index, action=output, why=self._refusal(index, output))

    @abstractmethod
    def _refusal(self, index: int, output: int) -> str:
        """Return the ids of the rules that refuse an output in a game."""

    def _name_rules(self, bits: int) -> str:
        return ", ".join(self.game.rule_id(number) for number in range(64) if bits >> number & 1)
