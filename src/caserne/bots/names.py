"""Bots by name: `greedy`, `3` (a level), `mcts:worlds=uniform@200ms` (an engine with settings and a budget),
`exec@2s:COMMAND` (a program with a time for each move)."""

from __future__ import annotations

import re
import shlex
from shutil import which
from typing import Any

from caserne.bots.alphabeta import AlphaBetaBot
from caserne.bots.average import AverageBot
from caserne.bots.bot import Bot, Budget, UnknownBot
from caserne.bots.levels import LEVELS, level_bots
from caserne.bots.mcts import MctsBot, PlainBot
from caserne.bots.net import NetBot
from caserne.bots.protocol import ExecBot
from caserne.bots.simple import GreedyBot, RandomBot
from caserne.core.game.game import Game

__all__ = ["BOTS", "LEVELS", "bot", "is_program", "read_name"]

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "plain": PlainBot,
    "mcts": MctsBot,
    "alphabeta": AlphaBetaBot,
    "average": AverageBot,
    "net": NetBot,
}

EXEC = "exec"
"""The prefix of programs that speak our own line protocol."""

_BUDGET = re.compile(r"(\d{1,9})(ms|s|n)")


def bot(name: str, game: Game[Any], seed: int = 0, threads: int = 1) -> Bot:
    """Return a bot for a game: NAME[:SETTING=VALUE...][@BUDGET], where a budget is 200ms, 2s or 5000n (nodes)."""
    made = _make_bot(name, game, seed, threads)
    made.name = name
    return made


def _make_bot(name: str, game: Game[Any], seed: int, threads: int) -> Bot:
    engine, settings, budget = read_name(name, game)
    if engine in LEVELS:
        level = level_bots(game)[LEVELS.index(engine)]
        return _make_bot(f"{level.partition('@')[0]}@{budget}" if budget else level, game, seed, threads)
    if engine not in BOTS:
        connect = ExecBot if engine == EXEC else game.protocols[engine].connect
        return connect(settings["command"], game, seed, _read_budget(name, budget, threads))
    kinds = BOTS[engine].SETTINGS
    values: dict[str, Any] = {setting: kinds[setting].read(setting, text) for setting, text in settings.items()}
    made = BOTS[engine](seed, _read_budget(name, budget, threads), **values)
    made.prepare(game)
    return made


def read_name(name: str, game: Game[Any] | None = None) -> tuple[str, dict[str, str], str]:
    """Split a name into the engine, its settings and the budget; raise UnknownBot if it is not valid.

    Protocols are checked only if a game is given, because a room brings its own.
    """
    if is_program(name):
        return _read_program(name, game)
    described, _, budget = name.partition("@")
    engine, *pairs = described.split(":")
    if engine not in BOTS and (engine not in LEVELS or pairs):
        raise UnknownBot.of("unknown_bot", bot=name, bots=", ".join([*LEVELS, *BOTS]))
    _read_budget(name, budget, 1)
    return engine, _read_settings(name, BOTS[engine], pairs) if pairs else {}, budget


def is_program(name: str) -> bool:
    """Whether a bot is an external program: PROTOCOL[@BUDGET]:COMMAND."""
    protocol, colon, _ = name.partition(":")
    return bool(colon) and protocol.partition("@")[0] not in (*BOTS, *LEVELS)


def _read_program(name: str, game: Game[Any] | None) -> tuple[str, dict[str, str], str]:
    """Split the name of a program; the command is taken literally, and its program must exist."""
    described, _, command = name.partition(":")
    protocol, _, budget = described.partition("@")
    if game and protocol not in (EXEC, *game.protocols):
        raise UnknownBot.of("unknown_bot", bot=name, bots=", ".join([*LEVELS, *BOTS, EXEC, *game.protocols]))
    _read_budget(name, budget, 1)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownBot.of("bad_command", bot=name, error=error) from error
    if not words or which(words[0]) is None:
        raise UnknownBot.of("no_such_program", bot=name, program=words[0] if words else "")
    return protocol, {"command": command}, budget


def _read_budget(name: str, text: str, threads: int) -> Budget:
    if not text:
        return Budget(threads=threads)
    match = _BUDGET.fullmatch(text)
    if not match or not int(match[1]):
        raise UnknownBot.of("bad_budget", bot=name, budget=text)
    amount = int(match[1])
    if match[2] == "n":
        return Budget(nodes=amount, threads=threads)
    return Budget(seconds=amount / 1000 if match[2] == "ms" else float(amount), threads=threads)


def _read_settings(name: str, engine: type[Bot], pairs: list[str]) -> dict[str, str]:
    """Return the text of each setting by name."""
    known = engine.SETTINGS
    settings = {pair.partition("=")[0]: pair.partition("=")[2] for pair in pairs}
    for setting in settings:
        if setting not in known:
            raise UnknownBot.of("unknown_setting", bot=name, setting=setting, settings=", ".join(known) or "-")
    return settings
