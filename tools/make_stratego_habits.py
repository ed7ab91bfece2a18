"""Learn which kinds of Stratego pieces have moved by when, for the beliefs of the room of Stratego.

    python tools/make_stratego_habits.py [GAMES] [BOT]

Lets a bot play itself from set-ups that people played, and counts at each phase of the game, by kind and by rank of the
set-up, how many pieces still stand hidden where they stood, and how many have moved and are hidden still. The
logarithms, in hundredths of a nat, are written to `src/caserne/games/stratego/habits.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import caserne
from caserne.bots.names import bot
from caserne.games.stratego.army import FLAG, KINDS, OWN_SQUARES
from caserne.games.stratego.rules import KIND, KNOWN, MOVED
from caserne.games.stratego.setups import played_by_people

TARGET = Path(__file__).parent.parent / "src" / "caserne" / "games" / "stratego" / "habits.py"
PHASES = (0, 12, 30, 60, 100, 150, 220, 300)
"""The plies at which phases of a game begin."""
DOUBT = 4.0
"""Pieces of each kind that are thought to have been seen as often as the average one."""
CAUTION = 0.6
"""How much of what is learned is believed: others move otherwise than this bot."""
HEADER = '''\
"""Which kinds have moved by when, in hundredths of a nat; written by tools/make_stratego_habits.py, not by hand.

`HABITS[army, phase, rank, moved, kind]`: how much likelier than others a kind is to stand hidden where it stood, or to
have moved and be hidden still, in that phase. Armies: the forty pieces, the small ones. Ranks: from the front.
"""

# fmt: off
import numpy as np

'''


def count(army: str, games: int, name: str) -> np.ndarray:
    """How many pieces there were, and how many of them stood still or had moved, hidden: by phase, rank and kind."""
    game = caserne.game("stratego", army=army)
    seen = np.zeros((3, len(PHASES), 4, KINDS))
    for number in range(games):
        players = [bot(name, game, 2 * number + seat) for seat in range(2)]
        position = game.start()
        for seat in range(2):
            position = position.play(played_by_people(army, 2 * number + seat))
        homes = _ranks(position)
        while position.actor is not None:
            for phase, begin in enumerate(PHASES):
                middle = (begin + (*PHASES, 400)[phase + 1]) // 2
                if position.ply == middle:
                    _add(seen[:, phase], position, homes)
            position = position.play(players[position.actor].choose(position.view(position.actor)))
    return seen


def _ranks(position: caserne.Position) -> np.ndarray:
    """From which rank of its set-up each piece starts."""
    ranks = np.zeros(2 * OWN_SQUARES + 1, int)
    state = position.scratch()[0][0]
    for square, piece in enumerate(state.board.tolist()):
        if piece:
            ranks[piece] = 3 - square // 10 if piece <= OWN_SQUARES else square // 10 - 6
    return ranks


def _add(seen: np.ndarray, position: caserne.Position, ranks: np.ndarray) -> None:
    state = position.scratch()[0][0]
    standing = set(state.board.tolist())
    for piece in range(1, 2 * OWN_SQUARES + 1):
        code = int(state.pieces[piece])
        if code:
            seen[0, ranks[piece], code & KIND] += 1
            if piece in standing and not code & KNOWN:
                seen[2 if code & MOVED else 1, ranks[piece], code & KIND] += 1


def habits(seen: np.ndarray, by_rank: bool) -> np.ndarray:
    """Logarithms of the shares, against the share of all kinds together."""
    if not by_rank:
        seen = np.broadcast_to(seen.sum(2, keepdims=True), seen.shape)
    table = np.zeros((len(PHASES), 4, 2, KINDS))
    for moved in range(2):
        kinds = range(1, FLAG + 1 if not moved else FLAG - 1)
        all_kinds = seen[1 + moved][..., kinds].sum(-1) / np.maximum(seen[0][..., kinds].sum(-1), 1)
        for kind in kinds:
            share = (seen[1 + moved][..., kind] + DOUBT * all_kinds + 0.1) / (seen[0][..., kind] + DOUBT + 0.1)
            table[:, :, moved, kind] = CAUTION * 100 * np.log(share / np.maximum(all_kinds, 0.01))
    return np.clip(np.rint(table), -300, 300).astype(int)


def written(armies: list[np.ndarray]) -> str:
    """The tables as Python, one line for each rank, standing or moved."""
    lines = [HEADER + f"PHASES = np.array({PHASES}, np.int64)", "", "HABITS = np.array(["]
    for army in armies:
        lines.append("    [")
        for phase in army.tolist():
            for number, (still, moved) in enumerate(phase):
                first, last = ("[" if number == 0 else " "), ("]," if number == 3 else ",")
                lines += [f"        {first}[{still},", f"          {moved}]{last}"]
        lines.append("    ],")
    return "\n".join([*lines, "], np.int64)\n"])


def main(games: int, name: str) -> None:
    armies = [habits(count("original", games, name), True), habits(count("barrage", 2 * games, name), False)]
    TARGET.write_text(written(armies), "ascii")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else "average@2000n")
