"""Every command, called like from a script."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.main import get_group

import caserne
from caserne.cli.app import run
from caserne.cli.lazy import COMMANDS
from caserne.core.game.words import SHARED_WORDS
from caserne.core.match.match import Match

COMPILING = SHARED_WORDS("compiling").text() + "\n"
START = "mhm/hmh/3/3/3/3/HMH/MHM w"
TOY = Path(__file__).parents[1] / "toy_games" / "oracle"


@pytest.fixture
def cli(capsys):
    """Run a command line and return exit code, stdout and stderr."""

    def call(*arguments: object):
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err.replace(COMPILING, "")

    return call


@pytest.fixture
def record(tmp_path):
    """Return the file of a finished toy game."""
    match = Match(caserne.game("oracle"), players=["Ann", "Bob"])
    match.submit(1, "B")
    match.submit(0, "A")
    while match.actor is not None:
        if match.actor == "chance":
            match.roll()
        else:
            match.submit(match.actor, match.position.legal()[0])
    path = tmp_path / "game.jsonl"
    match.record.save(path)
    return path


def test_legal_lists_sorted_moves(cli):
    assert cli("legal", "movers", START) == (0, "b1-b3\nb2-a3\nb2-b3\nb2-c3\n", "")
    assert json.loads(cli("legal", "movers", START, "--moves", "b2-b3", "--json")[1])[0] == "b7-a6"


def test_nothing_is_listed_when_the_game_is_over(cli):
    assert cli("legal", "movers", "mhm/Mhh/3/2h/3/2H/HMH/1H1 w") == (0, "", "")


def test_apply_prints_the_position_after(cli):
    assert cli("apply", "movers", "setup", "--moves", "MHMHMH MHMHMH") == (0, START + "\n", "")


def test_perft_and_divide(cli):
    assert cli("perft", "movers", START, 5)[1] == "3853\n"
    code, out, _ = cli("perft", "movers", START, 3, "--divide")
    lines = out.splitlines()
    assert code == 0
    assert sum(int(line.split()[1]) for line in lines[:-1]) == int(lines[-1])
    assert json.loads(cli("perft", "movers", START, 2, "--divide", "--json")[1])["perft"] == int(
        cli("perft", "movers", START, 2)[1]
    )


def test_result(cli):
    assert cli("result", "movers", START) == (0, "ongoing\n", "")
    assert cli("result", "movers", "mhm/Mhh/3/2h/3/2H/HMH/1H1 w")[1] == "returns 1 -1\n"
    assert cli("result", "oracle", "AB 0 0 5 12x3", "--moves", "A?")[1] == "scores 0 6; returns -1 1\n"
    assert json.loads(cli("result", "movers", START, "--json")[1]) is None


def test_explain_says_why_and_exits_with_1(cli):
    code, out, _ = cli("explain", "movers", START, "b2-b4", "--lang", "en")
    assert (code, out) == (1, "MH-3: a mover goes one square; b4 is not next to b2.\n")
    assert cli("explain", "movers", START, "b2-b3", "--lang", "fr") == (0, "permis\n", "")
    answer = json.loads(cli("explain", "movers", START, "b2-b4", "--json")[1])
    assert answer["refusals"][0]["rule"] == "MH-3"
    assert not answer["legal"]


def test_options_change_the_rules(cli):
    assert len(cli("legal", "movers", "setup", "--option", "expert=true")[1].split()) == 64


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["text", "svg", "png", "json"])
def test_show_draws(cli, form, tmp_path):
    file = tmp_path / f"board.{'txt' if form == 'text' else form}"
    assert cli("show", "movers", START, "--moves", "b1-b3", "--format", form, "-o", file)[0] == 0
    data = file.read_bytes()
    signs = {"text": b"a", "svg": b"<svg", "png": b"\x89PNG", "json": b'{"scene": 1'}
    assert signs[form] in data[:4000]


@pytest.mark.thorough
def test_show_chooses_the_format_by_the_file_and_the_seat_by_option(cli, tmp_path):
    assert cli("show", "movers", START, "-o", tmp_path / "board.png")[0] == 0
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert cli("show", "oracle", "AB 0 0 5 12x3", "--as", "1", "--json")[1].count('"text": "A"') == 0
    assert cli("show", "oracle", "AB 0 0 5 12x3", "--as", "0", "--json")[1].count('"text": "A"') == 1


def test_games_and_rules(cli):
    listed = json.loads(cli("games", "--json")[1])
    assert {"movers", "oracle"} <= {game["id"] for game in listed}
    assert "repetition=3" in cli("games", "--lang", "en")[1]
    assert cli("rules", "oracle", "--rule", "or-3")[1].startswith("## OR-3")
    assert len(json.loads(cli("rules", "oracle", "--json")[1])) == 4
    assert "# Did you know?" in cli("rules", "breakthrough", "--lang", "en")[1]
    assert "Did you know?" not in cli("rules", "oracle", "--lang", "en")[1]


def test_simulate_reports(cli, tmp_path):
    code, out, _ = cli(
        "simulate", "movers", "--games", 200, "--seed", 3, "--plot", tmp_path / "plot.svg", "--lang", "en"
    )
    assert code == 0
    assert "200 games" in out
    assert "White" in out
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    report = json.loads(cli("simulate", "oracle", "--games", 200, "--json")[1])
    assert len(report["seats"]) == 2
    assert report["seats"][0]["score"] is not None


@pytest.mark.slow
def test_simulate_with_bots_and_arena(cli):
    report = json.loads(cli("simulate", "oracle", "--games", 6, "--bots", "greedy,random", "--jobs", 1, "--json")[1])
    assert report["games"] == 6
    table = json.loads(cli("arena", "oracle", "greedy", "random", "--games", 4, "--jobs", 1, "--json")[1])
    assert {pairing["bot"] for pairing in table["pairings"]} == {"greedy", "random"}
    assert "Elo" in cli("arena", "oracle", "greedy", "random", "--games", 2, "--jobs", 1)[1]


def test_analyse_reviews_and_draws(cli, record, tmp_path):
    code, out, _ = cli(
        "analyse", record, "--bot", "greedy", "--jobs", 1, "--plot", tmp_path / "plot.svg", "--lang", "en"
    )
    assert code == 0
    assert out.startswith("Oracle, judged by: Computer (greedy)\n")
    assert "mean loss" in out
    assert "blunder" in (tmp_path / "plot.svg").read_text()
    answer = json.loads(cli("analyse", record, "--bot", "greedy", "--jobs", 1, "--json")[1])
    assert len(answer["decisions"]) == sum(seat["decisions"] for seat in answer["seats"]) == 12
    assert {"seat", "move", "value", "best", "loss", "verdict"} <= answer["decisions"][0].keys()


@pytest.mark.thorough
def test_an_engine_answers_lines():
    command = [sys.executable, "-m", "caserne", "engine", "--bot", "random"]
    run = subprocess.run(command, input="hello {}\nquit\n", capture_output=True, text=True, check=True)
    assert json.loads(run.stdout.partition(" ")[2])["name"] == "caserne random"


def test_records(cli, record, tmp_path):
    assert "Ann - Bob" in cli("record", "show", record)[1]
    assert len(cli("record", "replay", record)[1].splitlines()) == len(record.read_text().splitlines()) - 2
    assert "6 dice" in cli("record", "verify", record, "--lang", "en")[1]
    assert cli("record", "convert", record, "--to", "jsonl")[1] == record.read_text()
    assert json.loads(cli("record", "convert", record)[1])["game"] == "oracle"
    assert cli("record", "convert", record, "--to", "moves", "-o", tmp_path / "moves.txt")[0] == 0
    assert (tmp_path / "moves.txt").read_text().startswith("1. A B\n2. ")


@pytest.mark.parametrize("command", ["show", "replay", "verify", "convert"])
def test_a_record_that_is_nested_too_deeply_is_refused(cli, record, command):
    record.write_text(record.read_text() + "[" * 100_000)
    code, _, err = cli("record", command, record)
    assert code == 2
    assert err.startswith("caserne: record")
    assert len(err.splitlines()) == 1


def test_a_forged_record_is_refused(cli, record):
    before, die, after = record.read_text().partition('"event": "chance", "move": "')
    forged = "2" if after[0] == "1" else "1"
    record.write_text(before + die + forged + after[1:])
    code, _, err = cli("record", "verify", record)
    assert code == 2
    assert err.startswith("caserne: record")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["legal", "chess", START], "unknown game 'chess'"),
        (["legal", "movers", "rubbish"], "position"),
        (["legal", "movers", ""], "position"),
        (["legal", "movers"], "POSITION"),
        (["legal", "movers", START, "--option", "size=3"], "unknown option 'size'"),
        (["legal", "movers", START, "--option", "size"], "NAME=VALUE"),
        (["legal", "movers", START, "--nonsense"], "--nonsense"),
        (["legal", "movers", START, "--moves", "b2-b4"], "MH-3"),
        (["legal", "movers", START, "--moves", "queen"], "'queen'"),
        (["explain", "movers", START, "queen"], "'queen'"),
        (["perft", "movers", START, "-1"], "-1"),
        (["perft", "movers", START, "deep"], "DEPTH"),
        (["show", "movers", START, "--as", "7"], "seat 7"),
        (["show", "movers", START, "--format", "gif"], "gif"),
        (["show", "movers", START, "-o", "/no/such/folder/x.svg"], "No such file"),
        (["rules", "movers", "--rule", "MH-99"], "MH-99"),
        (["rules", "movers", "--lang", "de"], "'de'"),
        (["simulate", "movers", "--bots", "greedy"], "2 are needed"),
        (["simulate", "movers", "--plot", "x.gif"], "x.gif"),
        (["simulate", "movers", "--games", "2", "--bots", "a,b"], "unknown bot"),
        (["arena", "movers", "random", "random"], "two different"),
        (["arena", "movers", "random", "greedy", "--resume"], "--records"),
        (["arena", "movers", "random", "exec:no-such-program"], "no program 'no-such-program'"),
        (["engine", "--bot", "nobody"], "unknown bot"),
        (["engine", "--protocol", "telepathy"], "unknown protocol"),
        (["analyse", "missing.jsonl"], "missing.jsonl"),
        (["analyse", "x.jsonl", "--plot", "x.gif"], "x.gif"),
        (["bench", "movers", "--gpu"], "no CUDA GPU"),
        (["record", "show", "missing.jsonl"], "missing.jsonl"),
        (["play", "movers"], "terminal"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(cli, arguments, says):
    code, out, err = cli(*arguments)
    assert code == 2
    assert out == ""
    assert says in err
    assert len(err.splitlines()) == 1
    assert err.startswith("caserne: ")


@pytest.mark.thorough
def test_errors_are_in_the_users_language():
    environment = {**os.environ, "CASERNE_LANG": "fr"}
    command = [sys.executable, "-m", "caserne", "legal", "échecs", "x"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "jeu inconnu" in run.stderr


@pytest.mark.parametrize("asked", [["--lang", "fr"], ["--lang=fr"]])
def test_errors_are_in_the_language_that_is_asked_for(cli, asked):
    assert "il en faut au moins deux" in cli("arena", "movers", "random", *asked)[2]


def test_a_position_that_begins_with_a_dash_is_not_an_option(cli):
    assert "No such option" not in cli("legal", "movers", "- - --- R?")[2]


def test_every_command_has_help_with_an_example(cli):
    assert len(COMMANDS) >= 12
    for command in COMMANDS:
        code, out, _ = cli(command, "--help")
        assert code == 0
        assert command in ("games", "record", "admin") or "Example:" in out, command


@pytest.mark.thorough
def test_the_list_of_commands_says_what_their_help_says(cli):
    listed = " ".join(cli("--help")[1].split())
    for command, (_, summary, _) in COMMANDS.items():
        assert summary in " ".join(cli(command, "--help")[1].split()), command
        assert f"{command} {summary.rstrip('.')}." in listed


def test_every_command_is_listed():
    added = typer.Typer()
    for module in {listed.module for listed in COMMANDS.values()}:
        import_module(f"caserne.cli.{module}").add_to(added)
    assert set(get_group(added).commands) == set(COMMANDS)


def test_an_unknown_command_is_refused(cli):
    code, _, error = cli("legale")
    assert code == 2
    assert "No such command" in error


@pytest.mark.thorough
@pytest.mark.parametrize("arguments", [["--help"], ["games", "--json"], ["legal", "movers", START]])
def test_light_commands_import_neither_numba_nor_pydantic(arguments):
    code = (
        f"import sys; from caserne.cli.app import run; run({arguments!r})\n"
        "sys.exit(', '.join({'numba', 'pydantic'} & set(sys.modules)) or None)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert ended.returncode == 0, ended.stderr


def test_completion_offers_the_games():
    environment = {
        **os.environ,
        "_CASERNE_COMPLETE": "complete_bash",
        "COMP_WORDS": "caserne legal mov",
        "COMP_CWORD": "2",
    }
    code = "from caserne.cli.app import app; app(prog_name='caserne')"
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "movers" in run.stdout


@pytest.mark.slow
def test_a_fifth_game_in_a_folder_plays_through_the_command_line(tmp_path):
    shutil.copytree(TOY, tmp_path / "games" / "oracle")
    environment = {
        **os.environ,
        "CASERNE_GAMES": str(tmp_path / "games"),
        "CASERNE_CACHE": str(tmp_path / "cache"),
    }

    def cli(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "caserne", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert "oracle" in cli("games").stdout
    first = cli("legal", "oracle", "AB 0 0 0 0")
    assert first.stdout.split() == ["1", "2", "3"]
    assert first.stderr == "", "one position is not worth compiling"
    second = cli("apply", "oracle", "setup", "--moves", "A B 2 x3 B?")
    assert second.stdout == "AB* 6 0 1 1\n"
    assert cli("explain", "oracle", "AB 0 0 0 0", "A?", "--lang", "en").returncode == 1
    simulated = cli("simulate", "oracle", "--games", "50")
    assert simulated.returncode == 0
    assert "Compiling" in simulated.stderr
