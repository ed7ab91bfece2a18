"""The solver: tiny games against a second solver, CUDA kernels in a simulator, samples against the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from math import comb
from pathlib import Path

import naive_solver
import pytest
from naive_movers import NaiveMovers
from tiny_movers import mask_of, tiny_game

import caserne
from caserne.core.game.position import Position
from caserne.core.kernel.compiled import INTERPRETED
from caserne.games.movers.solve.cpu import CpuTable
from caserne.games.movers.solve.numbering import make_numbering
from caserne.games.movers.solve.page import page_of
from caserne.games.movers.solve.report import longest, sample, setups, solve, summary, write
from caserne.games.movers.solve.solution import Solution, Value, number_of_board
from caserne.games.movers.solve.values import lost_in, won_in

pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="a table of all positions needs compiled rules"),
    pytest.mark.slow,
]

TWO_PIECES = (3, ["a1", "c1"])
"""Ranks and White's camp, which has one square per piece and is its own mirror image."""
ONE_PIECE = (4, ["b1"])
SAMPLES = sorted((Path(__file__).parent / "solved").glob("*.txt"))
SEARCHED = 150
"""Positions of a sample that are searched, and ..."""
DEPTH = 3
"""... how many moves deep."""


def solved(ranks: int, camp: list[str]) -> tuple[CpuTable, list[tuple[int, int, int]]]:
    table = CpuTable(tiny_game(ranks, camp), make_numbering(ranks, len(camp)), jobs=1)
    return table, solve(table)


def value_of(table: CpuTable, naive: NaiveMovers) -> str:
    white, red = mask_of(naive.own("w")), mask_of(naive.own("r"))
    hoppers = mask_of(square for square, letter in naive.board.items() if letter in "Hh")
    position = number_of_board(table.numbering, white, red, hoppers, "wr".index(naive.side))
    return str(Value.of_code(int(table.codes[position])))


@pytest.mark.parametrize(("ranks", "camp"), [ONE_PIECE, TWO_PIECES])
def test_every_position_has_the_value_that_the_naive_solver_finds(ranks, camp):
    table, by_distance = solved(ranks, camp)
    positions = list(naive_solver.all_positions(ranks, len(camp), camp))
    expected = naive_solver.solve(positions)
    assert {naive.text(): value_of(table, naive) for naive in positions} == expected
    for_white = [value for text, value in expected.items() if text.endswith("w")]
    for distance, lost, won in by_distance:
        assert (for_white.count(f"-{distance}"), for_white.count(f"+{distance}")) == (lost, won)
    assert table.audit() == (0, for_white.count("=")) != (0, 0)


def test_the_audit_finds_a_wrong_value():
    table, _ = solved(*TWO_PIECES)
    right = won_in(3)
    for wrong in (0, lost_in(3), won_in(2), won_in(5)):
        position = table.first(right)
        table.codes[position] = wrong
        assert table.audit()[0] > 0
        table.codes[position] = right
    assert table.audit()[0] == 0


def test_the_digest_depends_on_the_order_of_codes():
    table, _ = solved(*TWO_PIECES)
    before = table.digest()
    first, second = table.first(2), table.first(3)
    table.codes[[first, second]] = table.codes[[second, first]]
    assert table.digest() != before
    table.codes[[first, second]] = table.codes[[second, first]]
    assert table.digest() == before


def test_the_simulated_kernels_agree_with_the_cpu():
    """Numba's simulator runs kernels in Python, slowly: this is the smallest possible game."""
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    script = Path(__file__).parent / "simulate_kernels.py"
    done = subprocess.run([sys.executable, script], env=os.environ | simulated, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "the same\n"), done.stderr


def test_a_report_becomes_a_page(tmp_path):
    tiny, by_distance = solved(*TWO_PIECES)
    figures = summary(tiny, by_distance)
    assert figures["positions"] == figures["won"] + figures["lost"] + figures["drawn"]
    assert (figures["positions"], figures["contradictions"]) == (comb(9, 2) * comb(7, 2) * 2**4, 0)

    table = CpuTable(caserne.game("movers", ranks=5).o, make_numbering(5, 6), jobs=1)
    by_distance_0 = [(0, *table.prepare())]
    solution = Solution(table)
    found = figures | {"ranks": 5, "machine": "here", "seconds": 1, "longest": longest(solution, by_distance_0)}
    write(tmp_path / "5.json", found | setups(solution))
    page = page_of(tmp_path)
    assert f"| 3 x 5 | {figures['positions']:,} |" in page
    assert "400 are drawn" in page
    assert page.count("| `MHMHMH` |") == 2
    assert sample(solution).count("\n") == 1_500


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_value_of_a_sampled_position_follows_from_its_successors(path):
    for position, value, after in read_sample(path):
        assert len(after) == len(position.legal())
        if position.returns():
            assert value == Value(int(position.returns()[0]), 0)
        else:
            assert value == by_successors(after)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_search_finds_the_values_of_the_sample(path):
    for position, value, _ in read_sample(path)[:SEARCHED]:
        expected = value if value.distance <= DEPTH else Value(0, 0)
        assert searched(position, DEPTH) == expected, str(position)


def read_sample(path: Path) -> list[tuple[Position, Value, list[Value]]]:
    game = caserne.game("movers", ranks=int(path.stem), repetition=0)
    found = []
    for line in path.read_text("utf-8").splitlines():
        text, value, after = line.split(" |") if line.endswith("|") else line.split(" | ")
        found.append((game.position(text), Value.read(value.strip()), [Value.read(one) for one in after.split()]))
    return found


def by_successors(after: list[Value]) -> Value:
    """Return the value of a position from the values after its moves, to the other side."""
    wins = [value.distance + 1 for value in after if value.outcome < 0]
    if wins:
        return Value(1, min(wins))
    losses = [value.distance + 1 for value in after if value.outcome > 0]
    return Value(-1, max(losses)) if len(losses) == len(after) else Value(0, 0)


def searched(position: Position, depth: int) -> Value:
    """Search the value by the rules alone; deeper wins count as draws."""
    returns = position.returns()
    if returns:
        seat_to_move = "wr".index(str(position)[-1])
        return Value(int(returns[seat_to_move]), 0)
    if depth == 0:
        return Value(0, 0)
    return by_successors([searched(position.play(move), depth - 1) for move in position.legal()])
