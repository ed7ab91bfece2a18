"""Logs without secrets, and metrics."""

from __future__ import annotations

import json
import re

import pytest
from patience import PATIENCE
from visiting import Visitor, heard_until_closed

SETUP = "MCKTJGKCLTLTJKTLJKLTESTNEBTEBBNNTNBFBNEB"


def play_with_secrets(anne: Visitor, bob: Visitor) -> list[str]:
    """Play a match with hidden set-ups, an account and a link; return everything that no log may contain."""
    made = anne.ok("POST", "/api/matches", {"game": "stratego", "seats": ["me", "guest"], "chat": "free"})
    match = made["match"]
    bob.ok("POST", f"/api/matches/{match}/join", {"name": "Secretive Bob"})
    for visitor in (anne, bob):
        with visitor.socket(match) as socket:
            socket.send(json.dumps({"type": "ready", "id": "r", "setup": SETUP}))
            socket.send(json.dumps({"type": "ready", "id": "again", "setup": "nonsense" + SETUP}))
            socket.send(json.dumps({"type": "chat", "id": "c", "text": "whispered words"}))
            while json.loads(socket.recv(PATIENCE)).get("id") != "c":
                pass
    anne.ok("POST", "/api/games/stratego/setups", {"ask": "check", "setup": SETUP})
    anne.ok("POST", "/api/account", {"name": "Anne", "password": "my secret password"})
    anne.refused("POST", "/api/login", {"name": "Anne", "password": 12345678})
    link = anne.ok("POST", "/api/me/device")["url"].rpartition("/")[2]
    bob.ok("POST", f"/api/device/{link}")
    assert anne.say(match, "resign")["type"] == "ack"
    secret = re.search(r'"secret": "(\w+)"', anne.get(f"/api/matches/{match}/record").text)
    salts = re.findall(r'"salt": "(\w+)"', anne.get(f"/api/matches/{match}/record").text)
    cookies = [visitor.cookies["caserne"] for visitor in (anne, bob)]
    sessions = [cookie.partition(".")[0] for cookie in cookies]
    known = [
        match,
        SETUP,
        "whispered words",
        "Secretive Bob",
        "my secret password",
        "12345678",
        link,
        *cookies,
        *sessions,
    ]
    return [*known, *salts, *([secret[1]] if secret else [])]


@pytest.mark.slow
def test_logs_are_json_and_contain_no_secret(strict_server, visit):
    anne, bob = visit(strict_server.url), visit(strict_server.url)
    for visitor in (anne, bob):
        visitor.ok("POST", "/api/access", {"code": "sesame"})
    secrets = [*play_with_secrets(anne, bob), "sesame"]
    text = strict_server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"request", "open"} <= {line["event"] for line in lines}
    assert {
        name: line[name] for line in lines if line.get("route") == "/api/device/{token}" for name in ("route", "status")
    } == {"route": "/api/device/{token}", "status": 200}
    assert [secret for secret in secrets if secret in text] == []
    assert (strict_server.settings.data_folder / "secret").read_text().strip() not in text


def test_metrics_count_requests_by_route_and_sockets(anne):
    match = anne.make()
    with anne.socket(match) as socket:
        socket.recv(PATIENCE)
        counted = anne.get("/metrics").text
        assert re.search(r'caserne_requests_total\{method="POST",route="/api/matches",status="201"\} \d', counted)
        assert float(re.search(r"^caserne_sockets (\S+)", counted, re.MULTILINE)[1]) >= 1
        assert match not in counted
        socket.close()
        heard_until_closed(socket)


def test_health_names_the_version(anne):
    assert set(anne.ok("GET", "/health")) == {"status", "caserne", "problems"}
