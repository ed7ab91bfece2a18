"""Golden records and the fingerprint of a room: what its rules do today, so that a change of them shows.

A golden record is a random game, with a text file that pins, line by line, the position and the legal moves before
every event. The fingerprint is a hash of 10,000 games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caserne.core.game.errors import TooManyMoves
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import room_folder
from caserne.core.match.events import Action, Chance
from caserne.core.match.record import Record
from caserne.core.simulation.simulate import reference_digest

GAMES, EVENTS = 3, 120


def pin(game: Game[Any], options: dict[str, str]) -> list[str]:
    """Write golden records of a game, and its fingerprint if no options are changed; return the names of the files."""
    folder = room_folder(game.id)
    golden = folder / "tests" / "golden"
    golden.mkdir(parents=True, exist_ok=True)
    written = []
    for seed in range(1, GAMES + 1):
        record = _play(game, seed)
        name = "-".join([str(seed), *(f"{option}_{value}" for option, value in options.items())])
        record.save(golden / f"{name}.jsonl")
        (golden / f"{name}.txt").write_text(pins(record), "utf-8")
        written.append(f"tests/golden/{name}.jsonl")
    if not options:
        (folder / "fingerprint.txt").write_text(reference_digest(game) + "\n", "utf-8")
        written.append("fingerprint.txt")
    return written


def pins(record: Record) -> str:
    """Return one line a position: its text, then its legal moves or their number."""
    positions = [record.first(), *(step.position for step in record.replay())]
    return "".join(f"{position}\t{_moves(position)}\n" for position in positions)


def _play(game: Game[Any], seed: int) -> Record:
    """Play a random game, up to a number of events."""
    record, dice = Record(game, match=f"golden-{seed}"), np.random.default_rng(seed)
    position = game.start()
    while position.actor is not None and len(record.events) < EVENTS:
        move = position.random_setup(seed) if position.in_setup else str(dice.choice(position.legal()))
        record.events.append(Action(position.actor, move) if isinstance(position.actor, int) else Chance(move))
        position = position.play(move)
    return record


def _moves(position: Position) -> str:
    try:
        return " ".join(position.legal())
    except TooManyMoves as many:
        return f"{many.number} set-ups"
