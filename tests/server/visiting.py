"""Visitors of a server by plain HTTP, and a match that is over in a moment."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

GAME = "oracle"


class Visitor(httpx.Client):
    """Somebody with a browser's cookies."""

    def __init__(self, url: str, **facts: Any) -> None:
        super().__init__(base_url=url, timeout=60, **facts)

    def ok(self, method: str, path: str, body: Any = None, **facts: Any) -> Any:
        """A call that must be granted; what it answers."""
        answer = self.request(method, path, json=body, **facts)
        assert answer.is_success, answer.text
        return answer.json() if answer.content and "json" in answer.headers["content-type"] else answer

    def refused(self, method: str, path: str, body: Any = None, **facts: Any) -> tuple[int, str]:
        """A call that must be refused; the status and the code."""
        answer = self.request(method, path, json=body, **facts)
        assert answer.is_client_error, answer.text
        error = answer.json()["error"]
        assert error["text"]
        return answer.status_code, error["code"]

    def called(self, name: str) -> Visitor:
        """The same with a name."""
        self.ok("PATCH", "/api/me", {"name": name})
        return self

    def make(self, seats: list[Any] | None = None, **wishes: Any) -> str:
        """A new match of the toy; its id."""
        made = self.ok("POST", "/api/matches", {"game": GAME, "seats": seats or ["me", "guest"], **wishes})
        return str(made["match"])

    def socket(self, match: str, **headers: str) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        url = f"{str(self.base_url).replace('http', 'ws', 1).rstrip('/')}/api/matches/{match}/live"
        return connect(url, additional_headers={"Cookie": cookies, **headers})

    def seal(self, match: str) -> None:
        """A set-up of the toy."""
        with self.socket(match) as socket:
            socket.send(json.dumps({"type": "ready", "id": "r", "setup": "A"}))
            while json.loads(socket.recv(20))["type"] != "ack":
                pass

    def say(self, match: str, kind: str, **fields: Any) -> dict[str, Any]:
        """One request over a socket of its own, at the present version; the answer."""
        with self.socket(match) as socket:
            version = 0
            while (message := json.loads(socket.recv(20)))["type"] != "state":
                pass
            version = message["version"]
            socket.send(json.dumps({"type": kind, "id": "1", "version": version, **fields}))
            while (message := json.loads(socket.recv(20)))["type"] not in ("ack", "refused", "bye"):
                pass
            return message


def heard_until_closed(socket: ClientConnection) -> list[dict[str, Any]]:
    """What the server still says before it closes a socket."""
    heard = []
    with suppress(ConnectionClosed):
        while True:
            heard.append(json.loads(socket.recv(30)))
    return heard


def finished_match(first: Visitor, second: Visitor, **wishes: Any) -> str:
    """A match between two that the first has resigned after the set-ups."""
    match = first.make(**wishes)
    second.ok("POST", f"/api/matches/{match}/join", {})
    first.seal(match)
    second.seal(match)
    assert first.say(match, "resign")["type"] == "ack"
    return match
