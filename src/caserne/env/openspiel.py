"""All games as games of OpenSpiel, under the names `caserne_GAME`.

A parameter of each game is `position`, a position string to start from; the others are its options. OpenSpiel separates
parameters by commas, so that a comma inside a value is written as a semicolon. Actions are the outputs of `Features`,
and their texts are our moves; a set-up is placed piece by piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pyspiel

import caserne
from caserne.core.game.game import Game
from caserne.core.game.registry import rooms
from caserne.env.arrays import features_of
from caserne.env.episode import Episode

PREFIX = "caserne_"
POSITION = "position"
MOST_MOVES = 1 << 20
"""No game is longer: OpenSpiel asks for a bound."""
SEEDS = 1 << 31


def register() -> list[str]:
    """Register all games that have features; return their names in OpenSpiel. A second call changes nothing.

    >>> "caserne_movers" in register()
    True
    >>> state = pyspiel.load_game("caserne_movers(ranks=6)").new_initial_state()
    >>> state.current_player(), len(state.legal_actions())
    (0, 2)
    """
    names = [name for name in rooms() if caserne.game(name).features]
    for name in names:
        if PREFIX + name not in pyspiel.registered_names():
            pyspiel.register_game(_game_type(name), _game_class(name))
    return [PREFIX + name for name in names]


@cache
def _game_type(name: str) -> Any:
    game, types = caserne.game(name), pyspiel.GameType
    hidden = game.about.hidden or game.rules.placements
    return types(
        short_name=PREFIX + name,
        long_name=game.about.title("en"),
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if die_results(game) else types.ChanceMode.DETERMINISTIC,
        information=types.Information.IMPERFECT_INFORMATION if hidden else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.about.seats[1],
        min_num_players=game.about.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={POSITION: "", **type(game.options)().as_dict()},
    )


def die_results(game: Game[Any]) -> int:
    """Return how many results the die has that falls when the game begins, or after its set-ups; 0: none falls."""
    position = game.start()
    while position.in_setup:
        position = position.play(position.random_setup(0))
    return len(position.legal_actions()) if position.actor == "chance" else 0


@cache
def _game_class(name: str) -> Any:
    """Return a class that OpenSpiel makes games of."""

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """A game of ours with its options chosen."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {key: _replace(value, ";", ",") for key, value in (params or {}).items()}
            start = given.pop(POSITION, "")
            self.game = caserne.game(name, **given)
            self.start = self.game.position(start) if start else self.game.start()
            written = {key: _replace(value, ",", ";") for key, value in (params or {}).items()}
            super().__init__(_game_type(name), _game_info(self.game), written)

        def new_initial_state(self) -> SpielState:
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | PublicObserver:
            if iig_obs_type and iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE:
                return PublicObserver()
            return Observer(self.game, recalls=bool(iig_obs_type and iig_obs_type.perfect_recall))

        def observation_tensor_layout(self) -> Any:
            return pyspiel.TensorLayout.HWC

        def __reduce__(self) -> tuple[Any, ...]:
            return load, (str(self),)

    return SpielGame


def load(text: str) -> Any:
    """Return the game that a string of OpenSpiel describes, also in a process that has not registered our games."""
    register()
    return pyspiel.load_game(text)


def _replace(value: Any, old: str, new: str) -> Any:
    return value.replace(old, new) if isinstance(value, str) else value


def _game_info(game: Game[Any]) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=features_of(game).outputs,
        max_chance_outcomes=die_results(game),
        num_players=game.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST_MOVES,
    )


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game that OpenSpiel plays."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.episode = Episode(game.game, game.start)

    def current_player(self) -> int:
        actor = self.episode.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == "chance" else int(actor)

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal_outputs() if player == self.episode.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.episode.position.chances().values()))

    def _apply_action(self, action: int) -> None:
        if self.episode.actor == "chance":
            self.episode.apply_move(self.episode.position.legal()[action])
        else:
            self.episode.apply_output(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.episode.position.legal()[action]
        if player != self.episode.actor:
            return str(action)
        return self.episode.game.write_move([self.episode.action_of(action)])

    def is_terminal(self) -> bool:
        return self.episode.actor is None

    def returns(self) -> list[float]:
        returns = self.episode.position.returns()
        return list(returns) if returns else [0.0] * self.episode.game.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state that is the same to a player, with what is hidden from it drawn anew."""
        state: SpielState = self.clone()
        state.episode = self.episode.sampled(player, int(sampler() * SEEDS))
        return state

    def __str__(self) -> str:
        return str(self.episode.position)


class Observer:
    """Writes what a player sees as one tensor, by OpenSpiel's interface of observers."""

    def __init__(self, game: Game[Any], recalls: bool) -> None:
        features = features_of(game)
        self._recalls = recalls
        """Whether strings tell all that a player has learned, or only what it sees."""
        shape = (*features.board, len(features.channels))
        size = int(np.prod(shape))
        self.tensor = np.zeros(size + len(features.scalars), np.float32)
        self.dict = {"planes": self.tensor[:size].reshape(shape), "scalars": self.tensor[size:]}
        self._scales = np.array([scalar.scale for scalar in features.scalars], np.float32)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        self.dict["planes"][:], scalars = state.episode.observe(player)
        self.dict["scalars"][:] = scalars / self._scales

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recalls:
            return state.episode.knowledge(player)
        return str(state.episode.position.view(player))


class PublicObserver:
    """Writes what everybody sees, as text only."""

    tensor = None
    dict: ClassVar[Mapping[str, Any]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write nothing: there is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state.episode.position.view(None))
