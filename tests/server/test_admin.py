"""The `caserne admin` commands on a running server."""

from __future__ import annotations

import json
import stat
import time

import pytest
from patience import PATIENCE
from visiting import finished_match, heard_until_closed

from caserne.cli.app import run

pytestmark = pytest.mark.slow


@pytest.fixture
def admin(server, capsys):
    """Run a command of `caserne admin` on the running server; return exit code, stdout and stderr."""

    def command(*words: object) -> tuple[int, str, str]:
        code = run(["admin", *map(str, words), "--database", server.settings.database])
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.mark.slow
def test_a_backup_of_a_running_server_restores_to_another_database(server, admin, visit, tmp_path, server_with):
    anne, bob = visit(server.url), visit(server.url)
    match = finished_match(anne.called("Anne"), bob)
    record = anne.get(f"/api/matches/{match}/record").text
    file = tmp_path / "all.backup"
    assert admin("backup", file)[0] == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert admin("restore", file)[2] == "caserne: a server uses this database; stop it first.\n"
    other = f"sqlite:///{tmp_path / 'elsewhere' / 'caserne.db'}"
    assert run(["admin", "restore", str(file), "--database", other]) == 0
    assert run(["admin", "restore", str(file), "--database", other]) == 2
    assert run(["admin", "restore", str(file), "--database", other, "--replace"]) == 0
    moved = visit(server_with(database=other).url)
    moved.cookies.update(anne.cookies)
    assert moved.ok("GET", "/api/me")["name"] == "Anne"
    assert moved.get(f"/api/matches/{match}/record").text == record


@pytest.mark.parametrize("content", [b"", b"no backup", b"\x1f\x8b damaged"])
def test_a_file_that_is_not_a_backup_is_refused(content, tmp_path, capsys):
    (tmp_path / "bad").write_bytes(content)
    assert run(["admin", "restore", str(tmp_path / "bad"), "--database", f"sqlite:///{tmp_path}/caserne.db"]) == 2
    assert "no backup" in capsys.readouterr().err


def test_statistics_count_visitors_matches_games_and_processes(server, admin, visit):
    code, out, err = admin("stats", "--json")
    assert code == 0, err
    before = json.loads(out)
    anne, bob = visit(server.url), visit(server.url)
    finished_match(anne, bob)
    anne.make()
    after = json.loads(admin("stats", "--json")[1])
    assert after["visitors"] - before["visitors"] == 2
    assert after["matches"]["open"] - before["matches"].get("open", 0) == 1
    assert after["matches"]["over"] - before["matches"].get("over", 0) == 1
    assert after["games"]["oracle"] - before["games"].get("oracle", 0) == 2
    assert after["processes"] == 1
    assert f"visitors        {after['visitors']}" in admin("stats")[1]


@pytest.mark.slow
def test_a_removed_match_is_gone_and_its_sockets_are_closed(server, admin, visit):
    anne = visit(server.url)
    match = anne.make()
    with anne.socket(match) as socket:
        code, _, err = admin("remove-match", match)
        assert code == 0, err
        assert heard_until_closed(socket)[-1] == {"type": "bye", "reason": "removed"}
    assert anne.refused("GET", f"/api/matches/{match}") == (404, "no_such_match")
    assert admin("remove-match", "nothing")[0] == 2


@pytest.mark.slow
def test_a_removed_name_is_no_longer_shown(server, admin, visit):
    anne, bob = visit(server.url).called("Rude Word"), visit(server.url)
    match = anne.make()
    with bob.socket(match) as socket:
        assert "1 matches" in admin("remove-name", "Rude Word")[1]
        while (message := json.loads(socket.recv(PATIENCE)))["type"] != "table" or message["seats"][0]["name"]:
            pass
    assert anne.ok("GET", "/api/me")["name"] == ""


@pytest.mark.slow
def test_a_removed_visitor_is_signed_out_and_loses_the_name(server, admin, visit):
    anne, bob = visit(server.url).called("Troll"), visit(server.url)
    match = anne.make()
    before = anne.ok("GET", "/api/me")["id"]
    with anne.socket(match) as socket:
        assert admin("remove-visitor", "--name", "Troll")[0] == 0
        assert heard_until_closed(socket)[-1]["reason"] == "signed_out"
    assert anne.ok("GET", "/api/me")["id"] != before
    while bob.ok("GET", f"/api/matches/{match}")["seats"][0]["name"]:
        time.sleep(0.1)
    assert admin("remove-visitor", "nobody")[0] == 2


@pytest.mark.slow
def test_the_access_code_changes_while_the_server_runs(server, admin, visit):
    anne = visit(server.url)
    assert anne.ok("GET", "/api/me")["access"]
    assert admin("access-code", "sesame")[0] == 0
    while anne.ok("GET", "/api/me")["access"]:
        time.sleep(0.1)
    assert anne.ok("POST", "/api/access", {"code": "sesame"})["access"]
    assert admin("access-code")[0] == 0
    while not visit(server.url).ok("GET", "/api/me")["access"]:
        time.sleep(0.1)
