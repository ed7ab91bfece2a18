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

from typing import TYPE_CHECKING, Any

from caserne.core.game.errors import (
    CaserneError,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    Refusal,
    TooManyMoves,
    UnknownGame,
)

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.core.match.record import Record
    from caserne.core.simulation.simulate import Simulation

__version__ = "0.1.0"
__all__ = [
    "CaserneError",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "Record",
    "Refusal",
    "TooManyMoves",
    "UnknownGame",
    "game",
    "simulate",
]


def game(game_id: str, /, **options: Any) -> Game[Any]:
    """Return a game with the given options; unknown games and options raise a ValueError that lists the known ones."""
    from caserne.core.game.registry import open_game

    return open_game(game_id, options)


def simulate(game_id: str, games: int, *, seed: int = 0, limit: int | None = None, **options: Any) -> Simulation:
    """Play random games on all cores, the same ones for a seed: lengths, returns, scores and endings as arrays."""
    from caserne.core.simulation.simulate import NO_LIMIT
    from caserne.core.simulation.simulate import simulate as run

    return run(game(game_id, **options), games, seed=seed, limit=NO_LIMIT if limit is None else limit)


def __getattr__(name: str) -> type[Record]:
    # Record imports the rules and Numba, which the command line's help does not need.
    if name == "Record":
        from caserne.core.match.record import Record

        return Record
    raise AttributeError(f"module 'caserne' has no attribute '{name}'")
