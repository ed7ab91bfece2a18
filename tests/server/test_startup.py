"""A server that cannot start says why in one sentence; two servers never share an SQLite file unknowingly."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from server_process import ServerProcess, free_port
from services import Fresh

from caserne.core.game.errors import CaserneError
from caserne.server.config import Settings
from caserne.server.operations.database_lock import DatabaseInUse, database_lock
from caserne.server.operations.startup import check_startup
from caserne.server.storage import store

pytestmark = pytest.mark.thorough

ROOMS = Path(__file__).parents[1] / "toy_games"


def refusal(lang: str = "en", **settings: str) -> str:
    with pytest.raises(CaserneError) as refused:
        asyncio.run(check_startup(Settings(**{"secret": "s", **settings})))
    return refused.value.text(lang)


def test_a_bad_address_is_refused_with_those_that_are_allowed(tmp_path: Path) -> None:
    assert "it begins with: sqlite://, postgresql://" in refusal(database="mysql://host/caserne")
    assert "elle commence par" in refusal("fr", database="mysql://host/caserne")
    assert "it begins with: redis://" in refusal(database=f"sqlite:///{tmp_path}/x.db", redis="http://host")


def test_services_that_do_not_answer_are_named_with_the_reason(tmp_path: Path) -> None:
    port = free_port()
    away = refusal(database=f"postgresql://user:hush@127.0.0.1:{port}/caserne")
    assert away == f"the database 127.0.0.1:{port}/caserne cannot be used: Connection refused."
    away = refusal(database=f"sqlite:///{tmp_path}/x.db", redis=f"redis://:hush@127.0.0.1:{port}")
    assert away.startswith(f"Redis at 127.0.0.1:{port} does not answer")
    assert "hush" not in away


@pytest.mark.slow
def test_postgresql_says_why_it_refuses(new_database: Fresh) -> None:
    url = new_database()
    missing = refusal(database=f"{url}_missing")
    assert "does not exist" in missing
    assert "role" in refusal(database=url.replace("caserne@", "stranger:hush@"))


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    assert "unable to open database file" in refusal(database=f"sqlite:///{tmp_path}/folder.db")
    (tmp_path / "text.db").write_text("this is no database, but a text that is long enough to be read as one" * 9)
    assert "file is not a database" in refusal(database=f"sqlite:///{tmp_path}/text.db")
    assert "text.db cannot be used: File exists" in refusal(database=f"sqlite:///{tmp_path}/text.db/x.db")


def test_a_server_without_redis_must_be_alone_on_its_database(tmp_path: Path) -> None:
    alone = Settings(database=f"sqlite:///{tmp_path}/caserne.db")
    one_of_many = Settings(database=alone.database, redis="redis://somewhere")
    for first, second in ((alone, alone), (alone, one_of_many), (one_of_many, alone)):
        with database_lock(first), pytest.raises(DatabaseInUse, match=str(os.getpid())), database_lock(second):
            pass
    with database_lock(one_of_many), database_lock(one_of_many):
        pass


def start(tmp_path: Path, *words: str, before: str = "") -> tuple[int, str]:
    """Run `caserne serve` until it ends; return its exit code and what it wrote about errors."""
    code = f"{before}\nimport sys\nfrom caserne.cli.app import run\nsys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "serve", "--port", str(free_port()), "--data", str(tmp_path), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stderr


@pytest.mark.slow
def test_a_second_server_on_one_sqlite_file_ends_with_a_sentence(tmp_path: Path) -> None:
    first = ServerProcess(tmp_path).start()
    try:
        code, said = start(tmp_path)
        assert (code, said.count("\n")) == (2, 1)
        assert f"(process {first.pid})" in said
        second = ServerProcess(tmp_path)
        with pytest.raises(RuntimeError, match="another Caserne server"):
            second.start()
        assert "Traceback" not in second.log.read_text()
        first.kill()
        first.start()  # the system has released the lock
    finally:
        first.stop()


@pytest.mark.slow
def test_a_full_disk_is_named_in_one_line(tmp_path: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
    code, said = start(tmp_path, before=limit)
    assert (code, said.count("\n")) == (2, 1)
    assert "caserne.db cannot be used: disk" in said or "database or disk is full" in said, said


def test_a_database_that_never_answers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "STORE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert "cannot be used: Connection timed out" in refusal(database=f"postgresql://u@127.0.0.1:{port}/caserne")


@pytest.mark.parametrize("file", ["__init__.py", "rules.py"])
def test_a_broken_room_is_left_out_and_the_server_serves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    room = shutil.copytree(ROOMS / "oracle", tmp_path / "rooms" / "broken")
    (room / file).write_text("(", "utf-8")
    monkeypatch.setenv("CASERNE_GAMES", str(room.parent))
    server = ServerProcess(tmp_path / "data").start()
    listed = {card["id"] for card in httpx.get(f"{server.url}/api/games", trust_env=False).json()}
    server.stop()
    assert {"movers", "broken"} & listed == {"movers"}
    assert "the room 'broken' is left out" in server.log.read_text()
    assert server.tracebacks() == ""
