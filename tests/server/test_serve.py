"""`caserne serve` and plain `caserne`, run as processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest
from patience import PATIENCE
from server_process import START_SECONDS, free_port
from visiting import Visitor, finished_match, heard_until_closed

from caserne.cli import serve
from caserne.cli.app import run
from caserne.server.config import Settings
from caserne.server.operations.network import is_reachable, qr_for_terminal, qr_picture

pytestmark = pytest.mark.thorough


@pytest.fixture
def caserne(tmp_path):
    """Start `caserne ...` and wait until it prints its address; stop it with SIGTERM at the end."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str) -> tuple[subprocess.Popen[str], str]:
        environment = {**os.environ, "CASERNE_DATA": str(tmp_path / "data")}
        command = [sys.executable, "-m", "caserne", *words]
        log = (tmp_path / "errors").open("w")
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        log.close()
        started.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline()

    yield start
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()


@pytest.mark.slow
def test_caserne_serves_until_sigterm_and_a_second_one_finds_it(caserne, tmp_path):
    port = str(free_port())
    process, first = caserne("--port", port, "--no-browser")
    url = f"http://127.0.0.1:{port}"
    assert url in first
    assert httpx.get(f"{url}/health").json()["status"] == "ok"
    again, found = caserne("--port", port, "--no-browser")
    assert found.strip() == url
    assert again.wait(PATIENCE) == 0
    refused = subprocess.run([sys.executable, "-m", "caserne", "serve", "--port", port], capture_output=True, text=True)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert port in refused.stderr
    process.send_signal(signal.SIGTERM)
    process.wait(PATIENCE)
    assert "Application shutdown complete" in (tmp_path / "errors").read_text() or process.returncode in (0, -15)


@pytest.mark.slow
def test_several_processes_share_a_port_and_stop_together(caserne, tmp_path, monkeypatch, capsys, new_database, bus):
    monkeypatch.setenv("CASERNE_DATA", str(tmp_path / "data"))
    backup, elsewhere = str(tmp_path / "backup"), f"sqlite:///{tmp_path}/elsewhere.db"
    database, port = new_database(), str(free_port())
    club = ["--share", "--workers", "2", "--database", database, "--redis", bus, "--port", port]
    process, first = caserne("serve", *club)
    shared, url = first.split()[3], f"http://127.0.0.1:{port}"
    assert is_reachable(shared) or shared == url
    assert "█" in process.stdout.readline()
    with Visitor(url) as anne, Visitor(url) as bob:
        match = finished_match(anne.called("Anne"), bob)
        assert anne.ok("POST", f"/api/matches/{match}/verify")["setups"] == 2
        assert anne.ok("GET", f"/api/matches/{match}")["url"] == f"{shared}/match/{match}"
        deadline = time.monotonic() + START_SECONDS  # the first process has opened the port already
        while (processes := statistics(capsys, database)["processes"]) < 2 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert processes == 2
        assert run(["admin", "backup", backup, "--database", database]) == 0
        with anne.socket(anne.make()) as socket:
            assert json.loads(socket.recv(PATIENCE))["type"] == "welcome"
            process.send_signal(signal.SIGTERM)
            assert heard_until_closed(socket)[-1] == {"type": "bye", "reason": "server_stops"}
    assert process.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "errors").read_text()
    assert run(["admin", "restore", backup, "--database", elsewhere]) == 0
    assert statistics(capsys, elsewhere)["matches"] == {"over": 1}


def statistics(capsys, database):
    capsys.readouterr()
    assert run(["admin", "stats", "--json", "--database", database]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_without_a_command_it_uses_the_next_free_port(monkeypatch):
    opened = []
    monkeypatch.setattr(serve, "_run", lambda settings, browser: opened.append((settings.port, browser)))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        serve.open_in_browser(port)
    assert opened[0][0] > port
    assert opened[0][1] is True


def test_invalid_settings_are_refused_in_one_line(capsys):
    assert run(["serve", "--workers", "2", "--port", str(free_port())]) == 2
    assert "--redis" in capsys.readouterr().err
    assert run(["serve", "--log-format", "xml"]) == 2
    assert "json" in capsys.readouterr().err


def test_settings_come_from_flags_then_the_environment():
    environment = {"CASERNE_PORT": "9000", "CASERNE_RATE_LIMITS": "false", "CASERNE_ACCESS_CODE": "x"}
    settings = Settings.from_environment(environment, port=9001, host=None)
    assert (settings.port, settings.rate_limits, settings.access_code) == (9001, False, "x")
    assert settings.host == "127.0.0.1"
    assert Settings.from_environment(settings.as_environment()) == settings


def test_qr_codes_for_pages_and_terminals():
    assert qr_picture("http://192.168.1.7:8000").startswith("<svg")
    assert qr_for_terminal("http://192.168.1.7:8000").count("\n") > 10


def test_help_imports_no_heavy_package():
    code = "import sys; from caserne.cli.app import run; run(['serve', '--help'])\n"
    code += "print([name for name in ('fastapi', 'uvicorn', 'sqlalchemy', 'numba', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")


def test_a_server_for_one_family_loads_no_driver_of_a_database_server():
    code = "import sys; import caserne.server.app, caserne.server.run\n"
    code += "print([name for name in ('redis', 'asyncpg', 'alembic', 'numba') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
