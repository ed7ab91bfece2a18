"""Helpers for tests with drawn positions."""

from __future__ import annotations

from typing import Any

import caserne
from caserne.core.game.position import Position

START = "- - --- R?"
TROOPS = {2: "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5 Y6", 3: "R1 R2 R3 R4 Y1 Y2 Y3 Y4 B1 B2 B3 B4"}
TROOPS[4] = "R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 G1 G2 G3"


def position(text: str, **options: Any) -> Position:
    return caserne.game("manoeuvre", **options).position(text)


def track(stacks: str, seat: str = "R", grey: str = "---", **options: Any) -> Position:
    """Return a position with these stacks; all other soldiers are in the yard, in the order of their troops."""
    others = [name for name in TROOPS[options.get("players", 2)].split() if name not in stacks]
    yard = ",".join(f"{12 - n}:{name}" for n, name in enumerate(others))
    return position(f"{stacks} {yard or '-'} {grey} {seat}", **options)


def targets(position: Position, square: int) -> str:
    """Return where the soldier on top of a square may go, as text such as `10-14 16 yard`."""
    ends = [move.split("-")[1] for move in position.legal() if move.startswith(f"{square}-")]
    numbers = sorted(int(end) for end in ends if end != "yard")
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return " ".join(texts + ["yard"] * ("yard" in ends))


def movers(position: Position) -> str:
    """Return the squares whose top soldier may move now."""
    squares = {int(move.split("-")[0]) for move in position.legal()}
    return " ".join(map(str, sorted(squares)))


def stacks(position: Position) -> str:
    return str(position).split(" ")[0]


def yard(position: Position) -> str:
    return str(position).split(" ")[1]


def grey(position: Position) -> str:
    return str(position).split(" ")[2]


def to_act(position: Position) -> str:
    return str(position).split(" ")[3]


def why(position: Position, move: str, lang: str = "en") -> str:
    """Return the sentences that refuse a move."""
    return " ".join(refusal.text for refusal in position.explain(move, lang=lang))
