"""What stands behind the functions of `import caserne`: games, bots and simulations by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caserne.bots.bot import Bot, UnknownBot
from caserne.bots.names import bot, read_name
from caserne.bots.workers import run_tasks
from caserne.core.game.arguments import check_number, check_seed, check_text, shown
from caserne.core.game.errors import InvalidArgument, InvalidOption
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.registry import open_game
from caserne.core.match.playthrough import Playthrough
from caserne.core.simulation.simulate import NO_LIMIT, Simulation, summarise
from caserne.core.simulation.simulate import simulate as simulate_random
from caserne.core.simulation.trajectories import simulate_trajectories

Policy = str | Callable[[Observation], str]
"""A bot's name, or a function that returns a legal move of the seat that observes."""

RANDOM = "random"
DEVICES = ("cpu", "gpu")
MOST_GAMES = 10**9


def as_game(game: Any, options: Mapping[str, Any]) -> Game[Any]:
    """Return a game that is given by its id and options, or as it is."""
    if isinstance(game, str):
        return open_game(game, options)
    if not isinstance(game, Game):
        raise InvalidArgument.of("not_a_game", given=shown(game))
    if options:
        raise InvalidOption.of("game_with_options", options=", ".join(options))
    return game


def make_bot(name: Any, game: Any, seed: Any, threads: Any) -> Bot:
    """Return a bot for a game; a level may be a number."""
    name = str(name) if isinstance(name, int) and not isinstance(name, bool) else name
    threads = check_number("threads", threads, 1, 1_024)
    return bot(check_text("bot", name, UnknownBot), as_game(game, {}), check_seed(seed), threads)


def simulate(
    game: Game[Any], games: Any, *, seed: Any, limit: Any, jobs: Any, policy: Any, device: Any, trajectories: bool
) -> Simulation:
    """Play many games, after checking everything that was asked for."""
    games, seed = check_number("games", games, 0, MOST_GAMES), check_seed(seed)
    most = NO_LIMIT if limit is None else check_number("limit", limit, 0, NO_LIMIT)
    jobs = None if jobs is None else check_number("jobs", jobs, 1, 1_024)
    if device not in DEVICES:
        raise InvalidArgument.of("unknown_device_name", given=shown(device))
    policies = _policies(policy, game)
    if set(policies) != {RANDOM}:
        if device == "gpu":
            raise InvalidArgument.of("random_only", name="device='gpu'")
        return _simulate_policies(game, games, policies, seed, most, jobs or 1, trajectories)
    if device == "gpu":
        return _simulate_on_gpu(game, games, seed, limit, trajectories)
    if trajectories:
        return simulate_trajectories(game, games, seed=seed, limit=most)
    return simulate_random(game, games, seed=seed, limit=most, jobs=jobs)


def _simulate_on_gpu(game: Game[Any], games: int, seed: int, limit: Any, trajectories: bool) -> Simulation:
    from caserne.core.simulation.gpu import simulate_on_gpu

    for name, wanted in (("limit", limit is not None), ("trajectories", trajectories)):
        if wanted:
            raise InvalidArgument.of("cpu_only", name=name)
    return simulate_on_gpu(game, games, seed=seed).simulation


def _policies(policy: Any, game: Game[Any]) -> tuple[Policy, ...]:
    """Return the policy of each seat."""
    given = list(policy) if isinstance(policy, (list, tuple)) else [policy] * game.seats
    if len(given) != game.seats or not all(isinstance(each, str) or callable(each) for each in given):
        raise InvalidArgument.of("not_a_policy", given=shown(policy), seats=game.seats)
    for each in given:
        if isinstance(each, str):
            read_name(each, game)
    return tuple(given)


@dataclass(frozen=True)
class _Task:
    """A game to play, in any process if its policies are bots."""

    game: str
    options: dict[str, Any]
    policies: tuple[Policy, ...]
    seed: int
    limit: int


def _simulate_policies(
    game: Game[Any], games: int, policies: tuple[Policy, ...], seed: int, limit: int, jobs: int, keep: bool
) -> Simulation:
    """Play games of bots in several processes; functions play in this one."""
    options = game.options.as_dict()
    tasks = [_Task(game.id, options, policies, seed + n, limit) for n in range(games)]
    by_name = all(isinstance(policy, str) for policy in policies)
    played = run_tasks(_play, tasks, jobs if by_name else 1)
    states = np.zeros(games, game.rules.state)
    for n, actions in enumerate(played):
        position = game.start()
        for action in actions.tolist():
            position = position.play_unchecked(action)
        states[n] = position.scratch()[0][0]
    return summarise(game, states, played if keep else None)


def _play(task: _Task) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Play one game and return its actions."""
    game, dice = open_game(task.game, task.options), np.random.default_rng(task.seed)
    players = [
        bot(policy, game, task.seed * game.seats + seat) if isinstance(policy, str) else policy
        for seat, policy in enumerate(task.policies)
    ]
    playthrough, actions = Playthrough(game), list[int]()
    while (actor := playthrough.position.actor) is not None and playthrough.position.ply < task.limit:
        if isinstance(actor, int):
            move = _answer(players[actor], playthrough.view(actor))
        else:
            move = str(dice.choice(playthrough.position.legal()))
        playthrough.play(move)
        actions += game.read_move(move)
    _close(players)
    return np.array(actions, np.int32)


def _answer(player: Bot | Callable[[Observation], str], observation: Observation) -> str:
    return player.move(observation) if isinstance(player, Bot) else player(observation)


def _close(players: Sequence[Any]) -> None:
    for player in players:
        if isinstance(player, Bot):
            player.close()
