"""Tournaments: line-ups, ratings, and resuming."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import combinations

import pytest
from patience import PATIENCE

import caserne
from caserne.bots.arena import ArenaGame, play_game, play_games, round_robin, seatings
from caserne.bots.ratings import Pairing, cross_table, elo
from caserne.cli.app import run
from caserne.core.match.record import Record
from caserne.core.match.verify import verify
from caserne.runs.journal import JournalError
from caserne.runs.ledger import Ledger

CRASHES = f'exec:{shlex.quote(sys.executable)} -c "raise SystemExit(3)"'
MANY = 20_000
"""More games than are played before the interruption."""
LINE_UP = {"game": "oracle", "options": {}, "bots": ["greedy", "random"], "seed": 0, "threads": 1}


def arena_game(*bots: str, returns: tuple[float, ...]) -> ArenaGame:
    return ArenaGame(bots, returns, None, 10, "OR-4")


# Who meets whom


def test_line_ups_change_seats_and_count():
    line_ups = round_robin(["a", "b", "c"], 2, 4)
    assert line_ups.count(("a", "b")) == line_ups.count(("b", "a")) == 2
    assert len(line_ups) == 12


def test_more_games_begin_with_the_same_games():
    assert round_robin(["a", "b", "c"], 2, 4)[:6] == round_robin(["a", "b", "c"], 2, 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_held_equally_often_by_both_sides(seats):
    ways = seatings(seats)
    assert len(set(ways)) == len(ways)
    assert all(2 * sum(way[seat] for way in ways) == len(ways) for seat in range(seats))
    assert all(abs(2 * sum(way) - seats) <= 1 for way in ways)
    assert all(tuple(1 - side for side in ways[n]) == ways[n + 1] for n in range(0, len(ways), 2))


# What the figures mean


def test_elo_of_a_known_score():
    table = {("a", "b"): Pairing(75, 0, 25), ("b", "a"): Pairing(25, 0, 75)}
    (first, error), (second, _) = elo(["a", "b"], table)
    assert first - second == pytest.approx(190, abs=5)
    assert first + second == pytest.approx(0)
    assert 20 < error < 60


def test_elo_of_many_is_that_of_the_expected_scores():
    """Three bots 100 points apart, each pair with the score that the formula of Elo expects."""
    table = {}
    for (a, first), (b, second) in combinations([("a", 100), ("b", 0), ("c", -100)], 2):
        wins = round(100_000 / (1 + 10 ** ((second - first) / 400)))
        table[a, b], table[b, a] = Pairing(wins, 0, 100_000 - wins), Pairing(100_000 - wins, 0, wins)
    ratings = [rating for rating, _ in elo(["a", "b", "c"], table)]
    assert ratings == pytest.approx([100, 0, -100], abs=1)


def test_a_score_has_wilsons_interval():
    value, low, high = Pairing(8, 0, 2).score
    assert (value, low, high) == pytest.approx((0.8, 0.490, 0.943), abs=0.001)
    assert Pairing(0, 10, 0).score.value == 0.5


def test_the_cross_table_uses_the_mean_return_of_the_seats():
    table = cross_table(
        [
            arena_game("a", "b", returns=(1, -1)),
            arena_game("b", "a", returns=(0, 0)),
            arena_game("a", "a", "b", returns=(-1, 0.5, 0.5)),
        ]
    )
    assert table["a", "b"] == Pairing(1, 1, 1)
    assert table["b", "a"] == Pairing(1, 1, 1)


# Games


def test_a_seed_gives_the_same_game_again():
    game = caserne.game("oracle")
    first, again, other = (play_game(game, ["greedy", "random"], seed)[1] for seed in (4, 4, 5))
    assert first.dumps() == again.dumps()
    assert first.dumps() != other.dumps()
    assert verify(first).moves > 0


def test_a_program_that_crashes_loses_its_game_and_no_other(tmp_path):
    game = caserne.game("oracle")
    line_ups = round_robin(["random", CRASHES, "greedy"], 2, 2)
    games = play_games(game, line_ups, files=lambda number: tmp_path / f"{number}.jsonl")
    table = cross_table(games)
    assert table[CRASHES, "random"] == table[CRASHES, "greedy"] == Pairing(0, 0, 2)
    assert table["random", "greedy"].games == 2
    lost = line_ups.index(("random", CRASHES))
    assert games[lost].rule == "forfeit"
    assert "exit code 3" in games[lost].forfeit
    record = Record.load(tmp_path / f"{lost}.jsonl")
    assert record.events[-1].as_json()["act"] == "forfeit"
    assert "exit code 3" in record.events[-1].reason
    assert record.end["returns"] == [1.0, -1.0]
    verify(record)


@pytest.mark.slow
def test_greedy_beats_random():
    games = play_games(caserne.game("movers"), round_robin(["greedy", "random"], 2, 10))
    assert cross_table(games)["greedy", "random"].wins >= 8


@pytest.mark.slow
def test_several_processes_play_the_same_games():
    game, line_ups = caserne.game("oracle"), round_robin(["greedy", "random"], 2, 6)
    reported = {}
    apart = play_games(game, line_ups, jobs=2, on_game=reported.__setitem__)
    assert apart == play_games(game, line_ups) == [reported[number] for number in range(6)]


# Going on


def test_a_ledger_with_a_truncated_line_is_resumed(tmp_path):
    ledger = Ledger(tmp_path, LINE_UP)
    ledger.add(2, arena_game("greedy", "random", returns=(1, -1)))
    ledger.add(0, arena_game("random", "greedy", returns=(0, 0)))
    file = tmp_path / "arena.jsonl"
    file.write_text(file.read_text()[:-15])
    again = Ledger(tmp_path, LINE_UP, resume=True)
    assert again.games == {2: arena_game("greedy", "random", returns=(1, -1))}
    again.add(0, arena_game("random", "greedy", returns=(0, 0)))
    assert Ledger(tmp_path, LINE_UP, resume=True).games == {2: ledger.games[2], 0: ledger.games[0]}


def test_a_folder_of_another_tournament_is_refused(tmp_path):
    Ledger(tmp_path, LINE_UP)
    with pytest.raises(JournalError, match="--resume"):
        Ledger(tmp_path, LINE_UP)
    with pytest.raises(JournalError, match="another run"):
        Ledger(tmp_path, {**LINE_UP, "bots": ["random", "3"]}, resume=True)
    (tmp_path / "arena.jsonl").write_text("shopping list\n")
    with pytest.raises(JournalError, match="cannot be read"):
        Ledger(tmp_path, LINE_UP, resume=True)


def test_a_resumed_tournament_ends_like_one_that_was_never_stopped(tmp_path, capsys):
    def arena(folder, games, *more):
        arguments = ["arena", "oracle", "greedy", "random", "--games", games, "--jobs", "1", "--json"]
        assert run([*map(str, arguments), "--records", str(tmp_path / folder), *more]) == 0
        return json.loads(capsys.readouterr().out)

    whole = arena("whole", 6)
    arena("parts", 2)
    assert arena("parts", 6, "--resume") == whole
    for file in (tmp_path / "whole").iterdir():
        assert (tmp_path / "parts" / file.name).read_text() == file.read_text()


def long_tournament(folder):
    """Start a tournament of two processes and wait for its first games; return it, and the command but for a number."""
    command = [sys.executable, "-m", "caserne", "arena", "movers", "greedy", "random", "--jobs", "2", "--json"]
    command += ["--records", str(folder), "--games"]
    child = subprocess.Popen(
        [*command, str(MANY)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # jobs in the background ignore it
    )
    deadline = time.monotonic() + PATIENCE
    while games_kept(folder) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    return child, command


def games_kept(folder):
    ledger = folder / "arena.jsonl"
    return len(ledger.read_text().splitlines()) - 1 if ledger.exists() else 0


@pytest.mark.slow
def test_an_interrupted_tournament_can_be_resumed(tmp_path):
    child, command = long_tournament(tmp_path)
    os.killpg(child.pid, signal.SIGINT)
    _, stderr = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130, stderr
    assert b"Traceback" not in stderr
    played = games_kept(tmp_path)
    assert 3 <= played < MANY
    done = subprocess.run([*command, str(played + 2), "--resume"], capture_output=True, check=True)
    assert sum(pairing["wins"] + pairing["draws"] for pairing in json.loads(done.stdout)["pairings"]) >= played + 2
    assert len(list(tmp_path.glob("game-*.jsonl"))) >= played + 2


@pytest.mark.slow
def test_a_killed_tournament_leaves_no_processes(tmp_path):
    child, _ = long_tournament(tmp_path)
    try:
        child.kill()
        child.communicate(timeout=PATIENCE)  # it returns when nobody holds the pipes any more
        assert child.returncode == -signal.SIGKILL
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
