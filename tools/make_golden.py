"""Make golden records of a game: `python tools/make_golden.py GAME [K=V ...]`.

Writes records of random games into the room's tests/golden, each with a text file that pins, line by line, the position
and the legal moves before every event. A change in them is a change of the rules, and shows in the diff.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.core.game.errors import TooManyMoves
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import game_class
from caserne.core.match.events import Action, Chance
from caserne.core.match.record import Record

GAMES, EVENTS = 3, 120


def play(game: Game[Any], seed: int) -> Record:
    """Play a random game, up to a number of events."""
    record, dice = Record(game, match=f"golden-{seed}"), np.random.default_rng(seed)
    position = game.start()
    while position.actor is not None and len(record.events) < EVENTS:
        move = position.random_setup(seed) if position.in_setup else str(dice.choice(position.legal()))
        record.events.append(Action(position.actor, move) if isinstance(position.actor, int) else Chance(move))
        position = position.play(move)
    return record


def pins(record: Record) -> str:
    """Return one line a position: its text, then its legal moves or their number."""
    positions = [record.first(), *(step.position for step in record.replay())]
    return "".join(f"{position}\t{_moves(position)}\n" for position in positions)


def _moves(position: Position) -> str:
    try:
        return " ".join(position.legal())
    except TooManyMoves as many:
        return f"{many.number} set-ups"


def main() -> None:
    game_id, *pairs = sys.argv[1:]
    options = dict(pair.split("=", 1) for pair in pairs)
    game = caserne.game(game_id, **options)
    folder = Path(sys.modules[game_class(game_id).__module__].__file__ or "").parent / "tests" / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(1, GAMES + 1):
        record = play(game, seed)
        name = "-".join([str(seed), *pairs]).replace("=", "_")
        record.save(folder / f"{name}.jsonl")
        (folder / f"{name}.txt").write_text(pins(record), "utf-8")


if __name__ == "__main__":
    main()
