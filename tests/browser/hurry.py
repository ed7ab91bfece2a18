"""How programs bring a match to its end quickly: by the greedy bot, or by attacking where they cannot see all."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Protocol

import caserne
from caserne.bots.bot import Bot
from caserne.bots.names import bot
from caserne.core.game.errors import CaserneError
from caserne.core.game.game import Game


class Seen(Protocol):
    """A match as a program or a browser was told of it."""

    welcome: dict[str, Any]
    state: dict[str, Any]


@cache
def _greedy(game: Game[Any]) -> Bot:
    return bot("greedy", game, 1)


def hurried(table: Seen, dice: random.Random) -> str:
    """A legal move that brings the end nearer."""
    game = caserne.game(table.welcome["game"], **table.welcome["options"])
    try:
        seen = game.position(table.state["position"]).view(table.welcome["looking"])
    except CaserneError:
        return _attack(table, dice)
    return _greedy(game).move(seen) if dice.random() < 0.9 else str(dice.choice(table.state["legal"])["move"])


def _attack(table: Seen, dice: random.Random) -> str:
    others = {
        piece["cell"]
        for piece in table.state["scene"]["pieces"]
        if piece["seat"] not in (None, table.welcome["looking"])
    }
    legal = table.state["legal"]
    attacks = [move for move in legal if move["cells"] and move["cells"][-1] in others]
    return str(dice.choice(attacks or legal)["move"])
