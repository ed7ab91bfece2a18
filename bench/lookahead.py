"""Measure what the look-ahead of a network is worth against its raw policy, by deeper play in other worlds.

    python bench/lookahead.py [GAME] [--option K=V ...] [--bot NAME] [--games 4] [--every 13] [--worlds 40]
        [--plies 4] [--judged 8]

The network plays itself. In some positions its moves are tried in many worlds, for as many plies as the look-ahead
plays; by a few of these worlds it decides whether to overrule the move that the policy has drawn. As many other worlds
are played for more plies, and say what that was worth. Prints in how many positions the policy leaves a choice, how
many worlds the look-ahead sees in a second of them, and for several numbers of worlds how often it overrules, the mean
gain of doing so, and the mean gain over all moves, in value from -1 (lost) to 1 (won), with standard errors over
positions. A gain above 0 is a policy that plays better than the raw one as far as the network's own values can tell.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import caserne
from caserne.bots.bot import Budget
from caserne.bots.engine import warm_up
from caserne.bots.names import bot
from caserne.bots.net import PLIES, NetBot
from caserne.bots.net_search import Lookahead, clearly_best
from caserne.cli.common import read_options
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.match.playthrough import Playthrough
from machine import machine
from strength_plan import POLICY

BUDGETS = (5, 10, 20)
"""Worlds by which the look-ahead decides."""

Array = np.ndarray[Any, Any]


class Depths(NamedTuple):
    """How deep worlds are played."""

    plies: int
    judged: int
    worlds: int
    """Of each depth."""


class Tried(NamedTuple):
    """The moves tried in one position."""

    worlds: Array
    """[worlds, moves]: the values by which the look-ahead decides."""
    judged: Array
    """[moves]: the mean values after deeper play in other worlds."""
    drawn: int
    """The move that the policy has drawn."""
    seconds: float
    """What the worlds of the look-ahead took."""


class Worth(NamedTuple):
    """What the look-ahead is worth in one position, over several disjoint sets of worlds."""

    overruled: float
    """The share of the sets in which it plays another move."""
    gain: float
    """The mean difference that makes after deeper play."""


def tried_moves(player: NetBot, view: Observation, depths: Depths) -> Tried:
    """Try the moves of a position in worlds."""
    policy = player._policy(view)
    drawn = player._draw(policy.shares)

    def look(plies: int) -> tuple[Lookahead, float]:
        lookahead = Lookahead(view, player.net(view.game), policy, player.dice, plies, drawn)
        began = perf_counter()
        lookahead.run(Budget(), depths.worlds if lookahead.tried.size > 1 else 1)
        return lookahead, perf_counter() - began

    decider, seconds = look(depths.plies)
    judge, _ = look(depths.judged)
    return Tried(np.array(decider.worlds), np.mean(judge.worlds, 0), decider.place_of(drawn), seconds)


def positions(game: Game[Any], name: str, games: int, every: int, depths: Depths) -> Iterator[Tried]:
    """Let the network play itself, and try its moves in some positions."""
    for number in range(games):
        players = [bot(name, game, 2 * number + seat) for seat in range(game.seats)]
        playthrough = Playthrough(game)
        while isinstance(actor := playthrough.position.actor, int):
            view, player = playthrough.view(actor), players[actor]
            assert isinstance(player, NetBot)
            if not playthrough.position.in_setup and (playthrough.position.ply + 7 * number) % every == 0:
                yield tried_moves(player, view, depths)
            playthrough.play(player.move(view))


def worth(tried: Tried, budget: int) -> Worth:
    """Decide by each set of so many worlds, and look at the difference after deeper play."""
    sets = [tried.worlds[first : first + budget] for first in range(0, len(tried.worlds) - budget + 1, budget)]
    best = [clearly_best(worlds, tried.drawn) for worlds in sets]
    if not best:
        return Worth(0, 0)
    gains = tried.judged[best] - tried.judged[tried.drawn]
    return Worth(float(np.mean(np.array(best) != tried.drawn)), float(gains.mean()))


def row(found: list[Tried], budget: int) -> str:
    """Return the line of a table."""
    each = [worth(tried, budget) for tried in found]
    gains, overruled = np.array([one.gain for one in each]), np.array([one.overruled for one in each])
    error = gains.std(ddof=1) / np.sqrt(len(gains))
    when = gains.sum() / overruled.sum() if overruled.any() else 0.0
    return f"| {budget} | {overruled.mean():.1%} | {when:+.3f} | {gains.mean():+.4f} ± {error:.4f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="stratego")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--bot", default=POLICY, help="what plays; without a budget")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--every", type=int, default=13, help="look at every so many plies")
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--judged", type=int, default=8, help="plies of the worlds that judge")
    chosen = parser.parse_args()
    game = caserne.game(chosen.game, **read_options(chosen.game, chosen.option))
    depths = Depths(chosen.plies, chosen.judged, chosen.worlds)
    budgets = [budget for budget in BUDGETS if budget <= chosen.worlds]
    warm_up(chosen.bot, game)
    found = []
    for tried in positions(game, chosen.bot, chosen.games, chosen.every, depths):
        found.append(tried)
        if len(found) % 10 == 0:
            print(f"{len(found)} positions", *(row(found, budget) for budget in budgets), sep="\n", flush=True)
    if not found:
        parser.error("no position was looked at: the games were shorter than --every")
    choices = [tried for tried in found if len(tried.judged) > 1]
    speed = sum(len(tried.worlds) for tried in choices) / max(1e-9, sum(tried.seconds for tried in choices))
    print(f"{machine()}; {len(found)} positions of {chosen.games} games, {chosen.worlds} worlds each")
    print(f"{len(choices)} positions leave a choice, with {speed:.0f} worlds a second\n")
    print("| worlds | overruled | gain when overruled | gain per move |\n|---|---|---|---|")
    print(*(row(found, budget) for budget in budgets), sep="\n")


if __name__ == "__main__":
    main()
