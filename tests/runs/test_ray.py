"""Runs on a Ray cluster of two processes: the same games, also if a process is lost."""

from __future__ import annotations

import shlex
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from ray_cluster import ray_cluster

import caserne
from caserne.cli.app import run
from caserne.core.simulation.outcomes import Outcomes
from caserne.runs.cluster import ClusterError, _perform, cluster, sources_hash

pytestmark = pytest.mark.thorough

needs_ray = pytest.mark.skipif(
    find_spec("ray") is None or shlex.quote(sys.prefix) != sys.prefix,
    reason="Ray has no wheel for this machine, or is in a folder with a space or an apostrophe, where it cannot start",
)
LOST_WORKER = Path(__file__).with_name("lost_worker.py")
TOURNAMENT = ["arena", "oracle", "greedy", "random", "--games", "4", "--json", "--records"]


def output_of(*command: object) -> str:
    done = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def files_in(folder: Path) -> dict[str, Any]:
    """The lines of each file, sorted: those of a journal are written as games end."""
    return {file.name: sorted(file.read_bytes().splitlines()) for file in folder.iterdir()}


@needs_ray
@pytest.mark.slow
def test_a_cluster_plays_the_same_games_also_if_a_process_is_lost(tmp_path, capsys):
    with ray_cluster() as address:
        _check_tournament(address, tmp_path, capsys)
        _check_simulation(address, tmp_path)


def _check_tournament(address: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One core and the cluster print the same and write the same files."""
    here, there = folder / "here", folder / "there"
    assert run([*TOURNAMENT, str(here), "--jobs", "1", "--parquet", f"{here}.parquet"]) == 0
    printed = capsys.readouterr().out
    assert output_of("-m", "caserne", *TOURNAMENT, there, "--ray", address, "--parquet", f"{there}.parquet") == printed
    assert Path(f"{there}.parquet").read_bytes() == Path(f"{here}.parquet").read_bytes()
    assert files_in(there) == files_in(here)


def _check_simulation(address: str, folder: Path) -> None:
    """The games are those of one process, and only the chunk of the process that was killed is played again."""
    played = output_of(LOST_WORKER, address, folder)
    whole = caserne.simulate("oracle", 12_000, seed=4)
    assert played.strip() == str(Outcomes(whole.lengths, whole.endings, whole.returns, whole.scores).as_json())
    assert (folder / "killed").exists()
    starts = {int(file.name.partition("-")[2]): len(file.read_text()) for file in folder.glob("starts-*")}
    assert starts == {0: 1, 2_000: 1, 4_000: 2, 6_000: 1, 8_000: 1, 10_000: 1}


@needs_ray
@pytest.mark.parametrize(
    ("address", "lang", "sentence"),
    [
        ("somewhere", "en", "“somewhere” is no address of a Ray cluster"),
        ("somewhere", "fr", "n’est pas l’adresse d’une grappe Ray"),
        ("nowhere.invalid:6379", "en", "No Ray cluster answers at nowhere.invalid:6379"),
        ("[::1]:99999", "fr", "Aucune grappe Ray ne répond à l’adresse [::1]:99999"),
    ],
)
def test_a_wrong_address_is_refused_at_once(address, lang, sentence):
    with pytest.raises(ClusterError) as refused, cluster(address):
        pass
    assert sentence in refused.value.text(lang)


@needs_ray
def test_a_port_where_nobody_listens(capsys):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert run(["arena", "oracle", "greedy", "random", "--ray", f"127.0.0.1:{port}"]) == 2
    assert f"No Ray cluster answers at 127.0.0.1:{port}." in capsys.readouterr().err


@pytest.mark.parametrize(("option", "package"), [("--ray=auto", "ray"), ("--parquet=games.parquet", "pyarrow")])
def test_a_missing_extra_is_named(capsys, monkeypatch, option, package):
    extra = {"ray": "ray", "pyarrow": "parquet"}[package]
    monkeypatch.setitem(sys.modules, package, None)
    assert run(["simulate", "oracle", option]) == 2
    assert f'{package} is not installed; `pip install "caserne[{extra}]"`' in capsys.readouterr().err


def test_a_machine_with_other_sources_is_named():
    assert _perform(len, "four", sources_hash()) == 4
    with pytest.raises(ClusterError, match=f"{socket.gethostname()} of the cluster has another caserne"):
        _perform(len, "four", "another hash")
