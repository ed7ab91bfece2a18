"""Play a bot of Stratego against ten scripted oddities, which it has never trained against.

    python bench/oddities.py [--bot 6] [--games 20] [--only NAME ...] [--option K=V ...]

Prints wins, draws and losses against each, and how the games ended that were not won.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from typing import Any

import caserne
from caserne.bots.arena import ArenaGame, play_game
from caserne.bots.bot import Analysis, Bot, Candidate
from caserne.bots.names import BOTS
from caserne.bots.workers import run_tasks
from caserne.cli.common import read_options
from caserne.core.game.observation import Observation
from caserne.games.stratego.board import SIZE, SQUARE_NAMES
from caserne.games.stratego.notation import visible_kind
from caserne.games.stratego.rules import BLUE, owner
from machine import machine

Move = tuple[int, int]
"""Origin and target, as squares."""


class Oddity(Bot):
    """Plays one of the legal moves that it rates highest, by lot."""

    def search(self, observation: Observation) -> Analysis:
        sight = Sight(observation)
        lots = {move: (self.rate(sight, _squares(move)), self.number()) for move in observation.legal()}
        ranking = sorted(lots, key=lambda move: lots[move], reverse=True)
        return Analysis(0.0, tuple(Candidate(move, 0.0, 1 / len(ranking)) for move in ranking))

    def rate(self, sight: Sight, move: Move) -> float:
        raise NotImplementedError


class Sight:
    """What an oddity looks at."""

    def __init__(self, observation: Observation) -> None:
        self.seat = observation.seat_number
        self.view = observation.view[0]
        moves = [event for event in observation.events if event.move and "-" in event.move]
        self.own = [_squares(event.move) for event in moves if event.actor == self.seat and event.move]
        self.enemy = [_squares(event.move) for event in moves if event.actor != self.seat and event.move]

    def attacks(self, move: Move) -> bool:
        return bool(self.view.board[move[1]])

    def advance(self, move: Move) -> int:
        """Return by how many ranks a move goes towards the enemy."""
        ranks = move[1] // SIZE - move[0] // SIZE
        return -ranks if self.seat == BLUE else ranks

    def kind(self, square: int) -> int:
        return visible_kind(self.view, square)

    def nearest_enemy(self, square: int) -> int:
        """Return the distance to the nearest piece of the enemy."""
        enemies = [s for s in range(SIZE * SIZE) if self.view.board[s] and owner(int(self.view.board[s])) != self.seat]
        return min((_distance(square, enemy) for enemy in enemies), default=0)


class ScoutRush(Oddity):
    """Sends its scouts as far as they go, at whatever stands there."""

    def rate(self, sight: Sight, move: Move) -> float:
        return 10 * (_distance(*move) > 1) + 5 * sight.attacks(move) + sight.advance(move)


class NeverAttack(Oddity):
    """Touches nothing."""

    def rate(self, sight: Sight, move: Move) -> float:
        return -sight.attacks(move)


class Shuffle(Oddity):
    """Moves a piece to and fro, as far as the rules let it."""

    def rate(self, sight: Sight, move: Move) -> float:
        back = bool(sight.own) and move == sight.own[-1][::-1]
        return 2 * back - sight.attacks(move)


class HideEverything(Oddity):
    """Moves the piece that moved before, and keeps all others where they are."""

    def rate(self, sight: Sight, move: Move) -> float:
        same = bool(sight.own) and move[0] == sight.own[-1][1]
        return 2 * same - 3 * sight.attacks(move)


class Mirror(Oddity):
    """Copies the enemy's last move, turned by half a turn."""

    def rate(self, sight: Sight, move: Move) -> float:
        last = SIZE * SIZE - 1
        return float(bool(sight.enemy) and move == tuple(last - square for square in sight.enemy[-1]))


class AttackAlways(Oddity):
    """Attacks whatever it can, and else goes forward."""

    def rate(self, sight: Sight, move: Move) -> float:
        return 10 * sight.attacks(move) + sight.advance(move)


class Champion(Oddity):
    """Leads its strongest piece at the nearest enemy."""

    def rate(self, sight: Sight, move: Move) -> float:
        return 10 * sight.kind(move[0]) - sight.nearest_enemy(move[1])


class Retreat(Oddity):
    """Goes back if it can."""

    def rate(self, sight: Sight, move: Move) -> float:
        return -sight.advance(move)


class Sideways(Oddity):
    """Moves along its ranks."""

    def rate(self, sight: Sight, move: Move) -> float:
        return float(sight.advance(move) == 0 and not sight.attacks(move))


class Alphabet(Oddity):
    """Plays the first legal move of the list."""

    def rate(self, sight: Sight, move: Move) -> float:
        return -float(SIZE * SIZE * move[0] + move[1])


ODDITIES: dict[str, type[Oddity]] = {
    "scout-rush": ScoutRush,
    "never-attack": NeverAttack,
    "shuffle": Shuffle,
    "hide-everything": HideEverything,
    "mirror": Mirror,
    "attack-always": AttackAlways,
    "champion": Champion,
    "retreat": Retreat,
    "sideways": Sideways,
    "alphabet": Alphabet,
}
BOTS |= ODDITIES


def _squares(move: str) -> Move:
    origin, target = (SQUARE_NAMES.index(name) for name in move.split("-"))
    return origin, target


def _distance(square: int, other: int) -> int:
    return abs(square // SIZE - other // SIZE) + abs(square % SIZE - other % SIZE)


def play(task: tuple[str, str, dict[str, Any], int]) -> ArenaGame:
    """Play one game of a bot against an oddity; the seats change with the number."""
    name, oddity, options, number = task
    seats = (name, oddity) if number % 2 == 0 else (oddity, name)
    return play_game(caserne.game("stratego", **options), seats, number)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="6")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--only", nargs="+", choices=ODDITIES, default=list(ODDITIES))
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    options = read_options("stratego", chosen.option)
    print(f"{machine()}; {chosen.bot} against\n\n| oddity | games | won | drawn | lost | not won by |")
    print("|---|---|---|---|---|---|")
    for oddity in chosen.only:
        tasks = [(chosen.bot, oddity, options, number) for number in range(chosen.games)]
        games = run_tasks(play, tasks, chosen.jobs)
        own = [game.returns[game.bots.index(chosen.bot)] for game in games]
        ends = Counter(game.rule for game, result in zip(games, own, strict=True) if result <= 0)
        won, drawn = sum(result > 0 for result in own), sum(result == 0 for result in own)
        shown = ", ".join(f"{rule} {times}" for rule, times in ends.items())
        print(f"| {oddity} | {len(own)} | {won} | {drawn} | {len(own) - won - drawn} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
