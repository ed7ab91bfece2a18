"""A house for board games: exact rules, fast simulation, records and pictures.

>>> import caserne
>>> game = caserne.game("movers")
>>> position = game.start().play("MHMHMH").play("MHMHMH")
>>> str(position)
'mhm/hmh/3/3/3/3/HMH/MHM w'
>>> position.legal()
['b1-b3', 'b2-a3', 'b2-b3', 'b2-c3']
>>> position.play("b1-b3").actor
1
>>> position.explain("b1-b2", lang="en")
[Refusal(rule='MH-4', text='a hopper never takes a single step (b1-b2); it jumps.')]
>>> try:
...     position.play("b1-b2")
... except caserne.IllegalMove as refused:
...     refused.rules
('MH-4',)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from caserne.core.game.errors import (
    CaserneError,
    IllegalMove,
    InvalidArgument,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    InvalidSeat,
    Refusal,
    RoomError,
    TableError,
    TooManyMoves,
    UnknownGame,
)

if TYPE_CHECKING:
    from caserne.bots.bot import Analysis, Bot, Forfeit, UnknownBot
    from caserne.core.game.about import About
    from caserne.core.game.game import Game
    from caserne.core.game.observation import Observation
    from caserne.core.game.play import Play
    from caserne.core.game.position import Position, Result
    from caserne.core.match.match import Match
    from caserne.core.match.record import Record
    from caserne.core.simulation.simulate import Simulation

__version__ = "0.1.0"
__all__ = [
    "Analysis",
    "Bot",
    "CaserneError",
    "Forfeit",
    "Game",
    "IllegalMove",
    "InvalidArgument",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeat",
    "Match",
    "Observation",
    "Play",
    "Position",
    "Record",
    "Refusal",
    "Result",
    "RoomError",
    "Simulation",
    "TableError",
    "TooManyMoves",
    "UnknownBot",
    "UnknownGame",
    "bot",
    "game",
    "games",
    "simulate",
]

_MODULES = {
    "Analysis": "caserne.bots.bot",
    "Bot": "caserne.bots.bot",
    "Forfeit": "caserne.bots.bot",
    "Game": "caserne.core.game.game",
    "Match": "caserne.core.match.match",
    "Observation": "caserne.core.game.observation",
    "Play": "caserne.core.game.play",
    "Position": "caserne.core.game.position",
    "Record": "caserne.core.match.record",
    "Result": "caserne.core.game.position",
    "Simulation": "caserne.core.simulation.simulate",
    "UnknownBot": "caserne.bots.bot",
}
"""Where the classes are that import the rules and Numba, which the command line's help does not need."""


def game(game_id: str, /, **options: Any) -> Game[Any]:
    """Return a game with the given options; unknown games and options raise a ValueError that lists the known ones.

    >>> import caserne
    >>> caserne.game("movers", expert=True)
    caserne.game("movers", expert=True)
    """
    from caserne.core.game.arguments import check_text
    from caserne.core.game.registry import open_game

    return open_game(check_text("game", game_id, UnknownGame), options)


def games() -> dict[str, About]:
    """Return the descriptions of all games by id; nothing is compiled.

    >>> import caserne
    >>> caserne.games()["movers"].title("en")
    'Movers & Hoppers'
    """
    # Once `caserne.games` is imported, the package of the rooms has this name; calling it is calling this function.
    from caserne.core.game.registry import descriptions

    return descriptions()


def bot(name: str | int, game: Game[Any] | str, *, seed: int = 0, threads: int = 1) -> Bot:
    """Return a bot: a level of the game from "1" to "6", or an engine such as "mcts@200ms".

    >>> import caserne
    >>> position = caserne.game("movers").position("mhm/hmh/3/3/3/3/HMH/MHM w")
    >>> caserne.bot("2", position.game).analyse(position.view(0)).best
    'b1-b3'
    """
    from caserne.library import make_bot

    return make_bot(name, game, seed, threads)


def simulate(
    game: Game[Any] | str,
    games: int = 1_000,
    *,
    seed: int = 0,
    limit: int | None = None,
    jobs: int | None = None,
    policy: str | Callable[[Observation], str] | Sequence[str | Callable[[Observation], str]] = "random",
    device: str = "cpu",
    trajectories: bool = False,
    **options: Any,
) -> Simulation:
    """Play many games, the same ones for a seed: lengths, returns, scores and endings as arrays.

    `policy` is who plays: "random", a bot's name or a function from an observation to a move, for all seats or as a
    list by seat. `limit` ends a game after so many plies. `jobs` is the number of cores: random play takes all of them
    by default; bots play in as many processes, so that a script that asks for several guards its own start by
    `if __name__ == "__main__"`. `device` is "cpu" or "gpu". With `trajectories` the actions of each game are kept.
    Options are those of `caserne.game`.

    >>> import caserne
    >>> played = caserne.simulate("movers", games=100, seed=1, trajectories=True)
    >>> len(played.trajectories), played.trajectories[0].dtype
    (100, dtype('int32'))
    """
    from caserne import library

    return library.simulate(
        library.as_game(game, options),
        games,
        seed=seed,
        limit=limit,
        jobs=jobs,
        policy=policy,
        device=device,
        trajectories=trajectories,
    )


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'caserne' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
