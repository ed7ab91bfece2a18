"""Render `docs/solved.md` from the files of `report`."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from caserne.games.movers.rules import FACES_EACH

INTRODUCTION = """\
# Movers & Hoppers solved on short boards

On boards of 5 and 6 ranks (option `ranks`; same pieces, same rules) every position has been worked out backwards from
the ends of the game: whether the side to move wins, loses, or can hold a draw by playing on for ever, and in how many
moves of both sides, the winner hurrying and the loser delaying. The real board has 8 ranks and remains open.

This page is printed by `python -m caserne.games.movers.solve render docs/solved`; the files there come from
`python -m caserne.games.movers.solve board --ranks N --gpu --out docs/solved` (without `--gpu` it runs on all cores,
which has not been tried on a whole board). That command also writes a sample of random positions with their values and
those of all their successors, which the room's tests compare with the rules and with a search of their own.
"""

COUNTS = """
Positions are counted with one side to move: the same with colours exchanged are not counted again. The last check of a
run goes through all of them once more and compares each with all its successors; *contradictions* is how many did not
fit. The digest is a sum over the whole table, the same wherever it is made.
"""


def page_of(folder: Path) -> str:
    """Return the page about all boards whose results are in a folder."""
    boards = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    return "\n".join([INTRODUCTION, *_totals(boards), *(line for board in boards for line in _board(board))])


def _totals(boards: list[dict[str, Any]]) -> list[str]:
    rows = [
        f"| 3 x {board['ranks']} | {board['positions']:,} | {_share(board, 'won')} | {_share(board, 'lost')} "
        f"| {_share(board, 'drawn')} | {board['by_distance'][-1][0]} | {board['contradictions']} | `{board['digest']}` "
        f"| {board['machine']}, {board['seconds']:,.0f} s |"
        for board in boards
    ]
    return [
        "| board | positions | won | lost | drawn | longest | contradictions | digest | worked out on |",
        "|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        COUNTS,
    ]


def _share(board: dict[str, Any], kind: str) -> str:
    return f"{100 * board[kind] / board['positions']:.2f} %"


def _board(board: dict[str, Any]) -> list[str]:
    title = f"3 x {board['ranks']}"
    standard = [setup for setup in board["setups"] if setup.count("M") == FACES_EACH]
    return [
        f"## {title}",
        "",
        *_who_wins(board, "the 20 set-ups of MH-1", standard),
        *_who_wins(board, "the 64 set-ups of MH-12", board["setups"]),
        *_pairs(board, standard),
        *_longest(board),
        *_distances(board),
    ]


def _who_wins(board: dict[str, Any], which: str, setups: list[str]) -> list[str]:
    values = _values(board, setups)
    every = [value for row in values for value in row]
    won, lost = sum(value > 0 for value in every), sum(value < 0 for value in every)
    sure_white = sum(all(value > 0 for value in row) for row in values)
    sure_red = sum(all(value < 0 for value in column) for column in zip(*values, strict=True))
    safe_white = sum(all(value >= 0 for value in row) for row in values)
    safe_red = sum(all(value <= 0 for value in column) for column in zip(*values, strict=True))
    return [
        f"With {which} on both sides there are {len(every):,} pairs: White, who moves first, wins {won:,} of them,",
        f"Red wins {lost:,}, and {len(every) - won - lost:,} are drawn. Set-ups that win against every other:",
        f"{sure_white} of White's, {sure_red} of Red's; that never lose: {safe_white} of White's, {safe_red} of Red's.",
        "",
    ]


def _values(board: dict[str, Any], setups: list[str]) -> list[list[int]]:
    numbers = [board["setups"].index(setup) for setup in setups]
    return [[board["values"][white][red] for red in numbers] for white in numbers]


def _pairs(board: dict[str, Any], setups: list[str]) -> list[str]:
    rows = [
        f"| `{setup}` | " + " | ".join(_signed(value) for value in row) + " |"
        for setup, row in zip(setups, _values(board, setups), strict=True)
    ]
    return [
        "White's set-ups by row, Red's by column: +n, White wins in n moves; -n, Red does; =, a draw.",
        "",
        "| | " + " | ".join(f"`{setup}`" for setup in setups) + " |",
        "|---" * (len(setups) + 1) + "|",
        *rows,
        "",
    ]


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "="


def _longest(board: dict[str, Any]) -> list[str]:
    found = board["longest"]
    outcome = "wins" if found["value"][0] == "+" else "loses"
    return [
        f"No decided position takes longer than `{found['position']}`: the side to move {outcome} in "
        f"{found['value'][1:]} moves.",
        "",
        "```",
        *_wrapped(found["line"]),
        "```",
        "",
    ]


def _wrapped(line: str, per_line: int = 18) -> list[str]:
    moves = enumerate(line.split())
    return [" ".join(move for _, move in group) for _, group in groupby(moves, lambda pair: pair[0] // per_line)]


def _distances(board: dict[str, Any]) -> list[str]:
    rows = [f"| {distance} | {won:,} | {lost:,} |" for distance, lost, won in board["by_distance"]]
    return ["| moves to the end | won | lost |", "|---|---|---|", *rows, ""]
