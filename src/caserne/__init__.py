"""A house for board games: exact rules, fast simulation, records and pictures.

>>> import caserne
>>> game = caserne.game("movers")
>>> position = game.start().play("MHMHMH").play("HMHMHM")
>>> str(position)
'mhm/hmh/3/3/3/3/HMH/MHM w'
>>> position.play("b1-b3").actor
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caserne.core.game import Game

__version__ = "0.1.0"


def game(game_id: str, **options: Any) -> Game[Any]:
    """A game under a choice of options; unknown games and options raise a ValueError that lists the known ones."""
    from caserne.core.registry import game_class, options_class

    return game_class(game_id)(options_class(game_id).read(options))
