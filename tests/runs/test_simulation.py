"""Long runs: the same games however they are divided, resumed from a folder, written as a table."""

from __future__ import annotations

import json
import math
from functools import partial
from pathlib import Path

import pyarrow.parquet
import pytest

import caserne
from caserne.bots.workers import run_in_threads, run_tasks
from caserne.cli.app import run
from caserne.core.simulation.outcomes import Outcomes
from caserne.runs.journal import JournalError
from caserne.runs.simulation import SimulationFolder, make_chunks, play_chunk, simulate

GAMES = 4_500
BOTS = ["random", "random"]


def outcomes_as_text(outcomes: Outcomes) -> str:
    return json.dumps(outcomes.as_json())


@pytest.mark.thorough
def test_chunks_give_the_games_of_a_run_that_was_not_divided():
    whole = caserne.simulate("movers", GAMES, seed=3)
    one, two = (simulate(whole.game, BOTS, GAMES, seed=3, run=partial(run_in_threads, jobs=jobs)) for jobs in (1, 2))
    assert outcomes_as_text(one) == outcomes_as_text(two)
    assert one.lengths.tolist() == whole.lengths.tolist()
    assert one.endings.tolist() == whole.endings.tolist()
    assert one.returns.tolist() == whole.returns.tolist()


def test_columns_are_read_as_they_were_written():
    whole = caserne.simulate("manoeuvre", 6, seed=3, limit=40)
    assert whole.unfinished
    written = Outcomes(whole.lengths, whole.endings, whole.returns, whole.scores).as_json()
    assert "NaN" not in json.dumps(written)
    assert Outcomes.from_json(json.loads(json.dumps(written))).as_json() == written


@pytest.mark.parametrize("bots", [BOTS, ["greedy", "random"]])
def test_a_resumed_run_plays_only_what_is_missing_and_ends_like_one_that_was_never_stopped(tmp_path, bots):
    game, games = caserne.game("oracle"), GAMES if bots == BOTS else 3
    played = []

    def count(work, tasks, **how):
        played.append([chunk.first for chunk in tasks])
        return run_tasks(work, tasks, 1, **how)

    def run_in(folder, *, resume):
        return simulate(game, bots, games, seed=5, run=count, folder=folder_of(tmp_path / folder, resume=resume))

    def folder_of(path, *, resume):
        return SimulationFolder(path, game, bots, 5, resume=resume)

    whole = run_in("whole", resume=False)
    chunks = [chunk.first for chunk in make_chunks(game, bots, games, 5)]
    file = tmp_path / "whole" / "simulation.jsonl"
    finished = file.read_text()
    file.write_text(finished[:-20])
    assert outcomes_as_text(run_in("whole", resume=True)) == outcomes_as_text(whole)
    assert played == [chunks, chunks[-1:]]
    assert file.read_text() == finished


def test_more_games_begin_with_the_same_games(tmp_path):
    game, run_here = caserne.game("oracle"), partial(run_tasks, jobs=1)
    few = SimulationFolder(tmp_path, game, BOTS, 0, resume=False)
    first = simulate(game, BOTS, 2_100, seed=0, run=run_here, folder=few)
    more = SimulationFolder(tmp_path, game, BOTS, 0, resume=True)
    longer = simulate(game, BOTS, 2_200, seed=0, run=run_here, folder=more)
    assert longer.lengths[:2_100].tolist() == first.lengths.tolist()


def test_a_folder_of_another_run_is_refused(tmp_path):
    game = caserne.game("oracle")
    SimulationFolder(tmp_path, game, BOTS, 0, resume=False)
    with pytest.raises(JournalError, match="--resume"):
        SimulationFolder(tmp_path, game, BOTS, 0, resume=False)
    with pytest.raises(JournalError, match="another run"):
        SimulationFolder(tmp_path, game, BOTS, 1, resume=True)
    file = tmp_path / "simulation.jsonl"
    file.write_text(file.read_text() + '{"first": 0, "lengths": "many"}\n')
    with pytest.raises(JournalError, match="cannot be read"):
        SimulationFolder(tmp_path, game, BOTS, 0, resume=True)


def test_a_game_of_bots_depends_on_its_number_and_the_seed_alone():
    chunks = make_chunks(caserne.game("oracle"), ["greedy", "random"], 3, 7)
    alone = [play_chunk(chunk) for chunk in reversed(chunks)]
    together = simulate(caserne.game("oracle"), ["greedy", "random"], 3, seed=7, run=partial(run_tasks, jobs=1))
    assert outcomes_as_text(Outcomes.joined(alone[::-1])) == outcomes_as_text(together)


# Tables


def caserne_command(*arguments: object) -> None:
    assert run([*map(str, arguments), "--json"]) == 0


def test_a_simulation_as_a_table(tmp_path, capsys):
    file = tmp_path / "games.parquet"
    caserne_command("simulate", "movers", "--option", "expert=true", "--games", 50, "--seed", 2, "--parquet", file)
    report, rows = json.loads(capsys.readouterr().out), pyarrow.parquet.read_table(file).to_pylist()
    assert len(rows) == 50
    assert [row["number"] for row in rows] == list(range(50))
    assert {(row["game"], row["seed"], row["bot_0"], row["forfeit"]) for row in rows} == {("movers", 2, "random", None)}
    assert json.loads(rows[0]["options"])["expert"] is True
    assert sum(row["winner"] == 0 for row in rows) / 50 == report["seats"][0]["won"][0]
    assert all(math.isclose(row["return_0"], -row["return_1"]) for row in rows)
    assert sum(row["plies"] for row in rows) / 50 == report["length"][0]


@pytest.mark.thorough
def test_a_tournament_as_a_table(tmp_path, capsys):
    tables = []
    for name, more in (("whole", ["--games", 4]), ("parts", ["--games", 2]), ("parts", ["--games", 4, "--resume"])):
        file = tmp_path / f"{name}.parquet"
        files = ["--parquet", file, "--plot", tmp_path / f"{name}.svg"]
        caserne_command("arena", "oracle", "greedy", "random", "--records", tmp_path / name, "--jobs", 1, *files, *more)
        tables.append(file.read_bytes())
    assert tables[0] == tables[2]
    rows = pyarrow.parquet.read_table(tmp_path / "whole.parquet").to_pylist()
    assert [row["bot_0"] for row in rows] == ["greedy", "random", "greedy", "random"]
    assert "Elo ratings" in (tmp_path / "parts.svg").read_text("utf-8")
    assert (tmp_path / "parts.svg").read_bytes() == (tmp_path / "whole.svg").read_bytes()


@pytest.mark.thorough
def test_a_resumed_run_writes_the_same_bytes(tmp_path, capsys):
    written = []
    for games, resume in ((2_000, []), (GAMES, ["--resume"]), (GAMES, ["--resume"])):
        files = ["--parquet", tmp_path / "games.parquet", "--plot", tmp_path / "plot.svg"]
        caserne_command("simulate", "oracle", "--games", games, "--out", tmp_path / "run", *resume, *files)
        written.append([capsys.readouterr().out, *(Path(file).read_bytes() for file in files[1::2])])
    caserne_command("simulate", "oracle", "--games", GAMES, *files)
    assert [capsys.readouterr().out, *(Path(file).read_bytes() for file in files[1::2])] == written[1] == written[2]


def test_what_cannot_be_asked_for(tmp_path, capsys):
    def refusal(*arguments: object) -> str:
        assert run([*map(str, arguments)]) == 2
        return capsys.readouterr().err

    assert "--out" in refusal("simulate", "oracle", "--resume")
    assert "--records" in refusal("arena", "oracle", "greedy", "random", "--resume")
    assert "no folder" in refusal("simulate", "oracle", "--parquet", tmp_path / "nowhere" / "games.parquet")
