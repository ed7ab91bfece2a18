"""How good the beliefs of the room of Stratego are, against dealing what is left evenly.

    python tools/measure_stratego_belief.py FOLDER [GAMES] [BOT]

FOLDER holds `stratego-human-setups-original.txt.gz`. A bot plays itself from set-ups that `make_stratego_prior.py` has
held out, and at some plies the kinds of Blue's hidden pieces are guessed from what Red sees, by many drawn worlds.
Printed are, for even and for believed worlds, the mean logarithm of the probability given to the true kind of a piece,
how often its likeliest kind is the true one, and the probability given to the true square of the flag.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.names import bot
from caserne.bots.worlds import world_sampler
from caserne.core.game.observation import Observation
from caserne.core.kernel.rng import generators
from caserne.core.match.playthrough import Playthrough
from caserne.games.stratego.army import FLAG, KINDS
from caserne.games.stratego.rules import KIND, KNOWN, PIECES, owner

PLIES = (0, 40, 80, 120, 200)
WORLDS = 200
DOUBT = 0.5
"""Worlds that are added, all kinds alike, so that what was never drawn is not thought impossible."""


def guesses(observation: Observation, draw: Any) -> np.ndarray:
    """How often each piece was drawn as each kind."""
    found, clues = np.zeros((PIECES, KINDS)), observation.game.clues(observation)
    for number in range(WORLDS):
        state = np.zeros(1, observation.game.rules.state)
        draw(observation.game.o, observation.view[0], clues, 0, state[0], generators(number, 1)[0])
        found[np.arange(PIECES), state[0].pieces & KIND] += 1
    return (found + DOUBT / KINDS) / (WORLDS + DOUBT)


def measure(playthrough: Playthrough) -> dict[str, list[tuple[float, float, float]]]:
    """For each way to draw worlds: one line per hidden piece."""
    state, rules = playthrough.position.scratch()[0][0], playthrough.game.rules
    hidden = [piece for piece in state.board.tolist() if owner(piece) == 1 and not state.pieces[piece] & KNOWN]
    lines: dict[str, list[tuple[float, float, float]]] = {}
    for name, draw in (("evenly", world_sampler(rules, False)), ("believed", world_sampler(rules, True))):
        shares = guesses(playthrough.view(0), draw)
        flag = next(shares[piece, FLAG] for piece in hidden if state.pieces[piece] & KIND == FLAG)
        kinds = [(piece, int(state.pieces[piece]) & KIND) for piece in hidden]
        lines[name] = [(np.log(shares[piece, kind]), shares[piece].argmax() == kind, flag) for piece, kind in kinds]
    return lines


def main(folder: Path, games: int, name: str) -> None:
    with gzip.open(folder / "stratego-human-setups-original.txt.gz", "rt", encoding="ascii") as lines:
        held = lines.read().split()[::10]
    game = caserne.game("stratego")
    seen: dict[tuple[int, str], list[tuple[float, float, float]]] = {}
    for number in range(games):
        players = [bot(name, game, 2 * number + seat) for seat in range(2)]
        playthrough = Playthrough(game)
        for setup in held[2 * number : 2 * number + 2]:
            playthrough.play(setup)
        while isinstance(actor := playthrough.position.actor, int) and playthrough.position.ply <= PLIES[-1]:
            if playthrough.position.ply in PLIES:
                for how, facts in measure(playthrough).items():
                    seen.setdefault((playthrough.position.ply, how), []).extend(facts)
            playthrough.play(players[actor].choose(playthrough.view(actor)))
    print(f"{games} games of {name}, {WORLDS} worlds; log likelihood, share right, probability of the flag's square")
    for (ply, how), facts in seen.items():
        likelihood, right, flag = np.mean(facts, 0)
        print(f"ply {ply:3} {how:9} {likelihood:6.3f} {right:6.3f} {flag:6.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int((sys.argv[2:3] or [10])[0]), (sys.argv[3:4] or ["greedy"])[0])
