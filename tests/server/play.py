"""Play any match to its end over websockets, with random moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import caserne
from caserne.client import Closed, MatchConnection, RequestRefused
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup


def any_setup(table: MatchConnection, seat: int) -> str:
    """Return a legal set-up."""
    game = caserne.game(table.welcome["game"], **table.welcome["options"])
    return suggest_setup(Match(game), seat)


Choose = Callable[[MatchConnection, random.Random], str]
"""Picks one of the legal moves."""


def any_move(table: MatchConnection, dice: random.Random) -> str:
    return str(dice.choice(table.state["legal"])["move"])


async def play_on(
    table: MatchConnection, dice: random.Random, moves: int = 10_000, choose: Choose = any_move
) -> dict[str, Any]:
    """Play the client's seats until the match is over or a number of moves is made; return the last state."""
    made = 0
    while table.state["result"] is None and made < moves:
        can = table.state["can"]
        version, request = table.version, wanted(table, dice, choose)
        if request is None:
            await table.until(
                lambda table, version=version, can=can: table.version > version or table.state["can"] != can
            )
            continue
        kind, fields = request
        try:
            await table.ask(kind, **fields)
            made += 1
        except RequestRefused as refused:
            if refused.code != "stale":
                raise
        await table.until(lambda table, version=version: table.version > version)
    return table.state


def wanted(table: MatchConnection, dice: random.Random, choose: Choose = any_move) -> tuple[str, dict[str, Any]] | None:
    state = table.state
    if "ready" in state["can"]:
        return "ready", {"setup": any_setup(table, table.welcome["looking"])}
    if "roll" in state["can"]:
        return "roll", {"version": table.version}
    if "end_turn" in state["can"]:
        return "end", {"version": table.version}
    if "move" in state["can"] and state["legal"]:
        return "move", {"version": table.version, "move": choose(table, dice)}
    return None


__all__ = ["Closed", "RequestRefused", "any_setup", "play_on"]
