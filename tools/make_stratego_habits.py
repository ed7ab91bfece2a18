"""Learn what the doings of Stratego pieces tell of their kinds, for the beliefs of the room of Stratego.

    python tools/make_stratego_habits.py [GAMES] [BOT]

Lets a bot play itself from set-ups that people played. From time to time the hidden pieces of one side are looked at:
what the set-up alone tells of each, what it has done (`diary.py`), and what it is. A logistic regression finds how much
each deed speaks for each kind; every fifth game is held out, and what the model makes of those is printed. The tables,
in hundredths of a nat, are written to `src/caserne/games/stratego/belief/habits.py`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.names import bot
from caserne.core.kernel.rng import generators
from caserne.core.match.playthrough import Playthrough
from caserne.games.stratego.army import BOMB, KINDS, OUTCOMES, OWN_SQUARES, WINS
from caserne.games.stratego.belief.clues import find_homes
from caserne.games.stratego.belief.piece_history import APPROACHED, FLED, LEFT, MET, MOVES, SPARED, diary
from caserne.games.stratego.belief.sampling import is_hidden
from caserne.games.stratego.rules import KIND, MOVED, PIECES
from caserne.games.stratego.setups import played_by_people
from descent import descend

TARGET = Path(__file__).parent.parent / "src" / "caserne" / "games" / "stratego" / "habits.py"
PHASES = (0, 12, 30, 60, 100, 150, 220, 300)
"""The plies at which phases of a game begin."""
PACE_OF = (0, 1, 2, 3, 3, 4, 4, 4, 4, 5)
"""By how often a piece has moved: the row of PACE."""
MOST = 3
"""How often something counts at the most."""
APART, WORLDS = 17, 150
"""Plies between two looks at a game, and worlds that are drawn for each."""
BATCH, ROUNDS, RATE, RIDGE = 4096, 3000, 0.05, 1e-5
CAUTION = 0.8
"""How much of what is learned is believed: others move otherwise than this bot."""
SHAPES = {
    "HABITS": (len(PHASES), 4, 2, KINDS),
    "ROWS": (10, KINDS),
    "PACE": (max(PACE_OF) + 1, KINDS),
    "MEETINGS": (MOST + 1, KINDS),
    "PARTINGS": (MOST + 1, KINDS),
    "NERVE": (4, 3, MOST + 1),
}
"""The tables, and what they are asked by: see HEADER."""
*STARTS, WEIGHTS = np.cumsum([1, *map(prod, SHAPES.values())]).tolist()
FIRST = dict(zip(SHAPES, STARTS, strict=True))
"""The number of the first weight of each table."""
HEADER = '''\
"""What deeds tell of kinds, in hundredths of a nat; written by tools/make_stratego_habits.py, not by hand.

All of it by army first (0: the forty pieces; 1: the small ones).
- `HABITS[army, phase, rank, moved, kind]`: a hidden piece from a rank of its set-up that has moved, or has not.
Of those that have moved:
- `ROWS[army, row, kind]`: how far from its owner it stands.
- `PACE[army, PACE_OF[moves], kind]`: how often it has moved.
- `MEETINGS[army, times, kind]`, `PARTINGS`: how often it has come up to, and left, an enemy nobody has been shown.
Of all of them, beside enemies that have been shown:
- `NERVE[army, deed, relation, times]`: how often it has come up to one, waited without ever having moved, stayed, or
  left, where the kind would take the enemy, be its equal, or be taken by it.
"""

# fmt: off
import numpy as np

'''


@dataclass
class Examples:
    """Hidden pieces, one a line."""

    games: np.ndarray
    kinds: np.ndarray
    """What they are."""
    priors: np.ndarray
    """The logarithms of what their set-ups tell."""
    facts: np.ndarray
    """Ply, rank of the set-up, whether it has moved, row; then its diary."""


def gather(army: str, games: int, name: str) -> Examples:
    """Let a bot play itself, and look at hidden pieces from time to time."""
    game = caserne.game("stratego", army=army)
    played, kinds, drawn, facts = [], [], [], []
    for number in range(games):
        players, playthrough = [bot(name, game, 2 * number + seat) for seat in range(2)], Playthrough(game)
        for seat in range(2):
            playthrough.play(played_by_people(army, 2 * number + seat))
        while isinstance(actor := playthrough.position.actor, int):
            if playthrough.position.ply % APART == number % APART:
                for piece, line in look(playthrough, actor):
                    played.append(number)
                    kinds.append(int(playthrough.position.scratch()[0][0].pieces[piece]) & KIND)
                    facts.append(line)
                drawn.append(believed_by_setup(playthrough, actor))
            playthrough.play(players[actor].choose(playthrough.view(actor)))
        print(f"\r{army}: {number + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    shares = (np.concatenate(drawn) + 0.1) / (WORLDS + 0.1 * KINDS)
    return Examples(np.array(played), np.array(kinds), np.log(shares), np.array(facts))


def look(playthrough: Playthrough, seat: int) -> list[tuple[int, list[int]]]:
    """The hidden pieces that a seat sees, with the facts of each."""
    seen = playthrough.view(seat)
    view, lines, enemy = seen.view[0], diary(seen), 1 - seat
    homes = np.zeros(OWN_SQUARES + 1, np.uint8)
    find_homes(playthrough.game.o, view, enemy, homes)
    found = []
    for square, piece in enumerate(view.board.tolist()):
        if is_hidden(view, piece, enemy):
            rank = int(homes[piece - enemy * OWN_SQUARES]) // 10 % 4
            row = 9 - square // 10 if enemy else square // 10
            moved = int(bool(view.pieces[piece] & MOVED))
            found.append((piece, [seen.ply, rank, moved, row, *lines[piece].tolist()]))
    return found


def believed_by_setup(playthrough: Playthrough, seat: int) -> np.ndarray:
    """How often each of these pieces is drawn as each kind if nothing is known of what they did."""
    game, view, dice = playthrough.game, playthrough.view(seat).view[0], generators(playthrough.position.ply, 1)[0]
    pieces = [piece for piece in view.board.tolist() if is_hidden(view, piece, 1 - seat)]
    found, nothing = np.zeros((len(pieces), KINDS)), np.zeros((PIECES, KINDS), np.int64)
    for _ in range(WORLDS):
        state = np.zeros(1, game.rules.state)
        game.rules.believe(game.o, view, nothing, seat, state[0], dice)
        found[np.arange(len(pieces)), state[0].pieces[pieces] & KIND] += 1
    return found


def numbers(table: str, *places: Any, where: Any) -> np.ndarray:
    """The numbers of the weights at some places of a table; 0, which is no weight, elsewhere."""
    place = np.ravel_multi_index(np.broadcast_arrays(*places), SHAPES[table])
    return np.where(where, FIRST[table] + place, 0)


def features(facts: np.ndarray, by_rank: bool) -> np.ndarray:
    """By piece and kind, the numbers of the weights that add up to how well the facts fit it."""
    ply, rank, moved, row = facts[:, :4].T[..., None]
    lines, kinds, walked = facts[:, 4:], np.arange(KINDS), moved == 1
    phase = np.searchsorted(PHASES, ply, "right") - 1
    pace = np.array(PACE_OF)[np.minimum(lines[:, [MOVES]], len(PACE_OF) - 1)]
    columns = [
        numbers("HABITS", phase, rank * by_rank, moved, kinds, where=True),
        numbers("ROWS", row, kinds, where=walked),
        numbers("PACE", pace, kinds, where=walked),
        numbers("MEETINGS", np.minimum(lines[:, [MET]], MOST), kinds, where=walked),
        numbers("PARTINGS", np.minimum(lines[:, [LEFT]], MOST), kinds, where=walked),
    ]
    movable = (kinds > 0) & (kinds < BOMB)
    takes = (OUTCOMES[:KINDS, :KINDS] == WINS) & movable[:, None] & movable
    for deed, (column, where) in enumerate(((APPROACHED, walked), (SPARED, ~walked), (SPARED, walked), (FLED, walked))):
        for relation, relates in enumerate((takes, np.diag(movable), takes.T)):
            times = np.minimum(lines[:, column : column + KINDS] @ relates.T.astype(int), MOST)
            columns.append(numbers("NERVE", deed, relation, times, where=where & (times > 0)))
    return np.stack(columns, -1)


def fit(examples: Examples, by_rank: bool) -> np.ndarray:
    """The weights that make the true kinds likeliest."""
    columns = features(examples.facts, by_rank)
    held, dice = examples.games % 5 == 0, np.random.default_rng(1)
    train = np.flatnonzero(~held)

    def slope_at(weights: np.ndarray) -> np.ndarray:
        batch = train[dice.integers(train.size, size=BATCH)]
        excess = chances(examples, columns, weights, batch)
        excess[np.arange(BATCH), examples.kinds[batch]] -= 1
        pull = np.broadcast_to(excess[..., None], columns[batch].shape)
        slope = np.bincount(columns[batch].ravel(), pull.ravel(), WEIGHTS) / BATCH + RIDGE * weights
        slope[0] = 0
        return slope

    weights = descend(slope_at, WEIGHTS, ROUNDS, RATE)
    for label, scale in (("set-up alone", 0), ("and deeds", 1), (f"and {CAUTION} of deeds", CAUTION)):
        report(label, examples, columns, scale * weights, np.flatnonzero(held))
    return CAUTION * weights


def chances(examples: Examples, columns: np.ndarray, weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """How likely each kind is."""
    sums = examples.priors[rows] + weights[columns[rows]].sum(-1)
    likely = np.exp(sums - sums.max(1, keepdims=True))
    return likely / likely.sum(1, keepdims=True)


def report(label: str, examples: Examples, columns: np.ndarray, weights: np.ndarray, rows: np.ndarray) -> None:
    right = np.log(chances(examples, columns, weights, rows)[np.arange(rows.size), examples.kinds[rows]])
    moved = examples.facts[rows, 2] == 1
    nats = [f"{right[moved == has].mean():.3f}" for has in (True, False)]
    print(f"{label}: {nats[0]} nats a piece that has moved, {nats[1]} one that has not")


def tables(weights: np.ndarray, by_rank: bool) -> dict[str, np.ndarray]:
    """The weights as tables, in hundredths; where ranks were not told apart, all of them are as the first."""
    hundredths = np.rint(100 * weights).astype(int)
    found = {name: hundredths[FIRST[name] :][: prod(shape)].reshape(shape) for name, shape in SHAPES.items()}
    if not by_rank:
        found["HABITS"][:, 1:] = found["HABITS"][:, :1]
    return found


def written(armies: list[dict[str, np.ndarray]]) -> str:
    """The tables as Python."""
    lines = [HEADER + f"PHASES = np.array({PHASES}, np.int64)", f"PACE_OF = np.array({PACE_OF}, np.int64)"]
    for name in SHAPES:
        table = np.array([army[name] for army in armies])
        text = np.array2string(table, max_line_width=110, separator=", ", threshold=table.size)
        lines += ["", f"{name} = np.array({text}, np.int64)"]
    return "\n".join(lines) + "\n"


def main(games: int, name: str) -> None:
    armies = []
    for army, count, by_rank in (("original", games, True), ("barrage", 2 * games, False)):
        armies.append(tables(fit(gather(army, count, name), by_rank), by_rank))
    TARGET.write_text(written(armies), "ascii")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 320, sys.argv[2] if len(sys.argv) > 2 else "average@2000n")
