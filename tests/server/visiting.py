"""Visitors who use plain HTTP and websockets, and a short finished match."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import httpx
from patience import PATIENCE
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

GAME = "oracle"


class Visitor(httpx.Client):
    """A client with its own cookies."""

    def __init__(self, url: str, **facts: Any) -> None:
        limits = httpx.Limits(keepalive_expiry=1)  # a server closes idle connections after some seconds
        super().__init__(base_url=url, timeout=PATIENCE, limits=limits, verify=False, **facts)  # without certificates

    def ok(self, method: str, path: str, body: Any = None, **facts: Any) -> Any:
        """Send a request that must succeed; return its JSON, or the response."""
        answer = self.request(method, path, json=body, **facts)
        assert answer.is_success, answer.text
        return answer.json() if answer.content and "json" in answer.headers["content-type"] else answer

    def refused(self, method: str, path: str, body: Any = None, **facts: Any) -> tuple[int, str]:
        """Send a request that must be refused; return the status and the error code."""
        answer = self.request(method, path, json=body, **facts)
        assert answer.is_client_error, answer.text
        error = answer.json()["error"]
        assert error["text"]
        return answer.status_code, error["code"]

    def called(self, name: str) -> Visitor:
        """Set the name; return this visitor."""
        self.ok("PATCH", "/api/me", {"name": name})
        return self

    def make(self, seats: list[Any] | None = None, **choices: Any) -> str:
        """Create a match of the toy game; return its id."""
        made = self.ok("POST", "/api/matches", {"game": GAME, "seats": seats or ["me", "guest"], **choices})
        return str(made["match"])

    def socket(self, match: str, *, scene: bool = True, **headers: str) -> ClientConnection:
        """Open a websocket; it keeps all that it hears while it sends, a last goodbye too."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        url = f"{str(self.base_url).replace('http', 'ws', 1).rstrip('/')}/api/matches/{match}/live?scene={int(scene)}"
        return connect(url, additional_headers={"Cookie": cookies, **headers}, max_queue=None)

    def seal(self, match: str, setup: str = "A") -> None:
        """Submit a set-up of the toy game."""
        with self.socket(match) as socket:
            socket.send(json.dumps({"type": "ready", "id": "r", "setup": setup}))
            while json.loads(socket.recv(PATIENCE))["type"] != "ack":
                pass

    def say(self, match: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Send one request over a new websocket, at the current version; return the answer."""
        with self.socket(match) as socket:
            version = 0
            while (message := json.loads(socket.recv(PATIENCE)))["type"] != "state":
                pass
            version = message["version"]
            socket.send(json.dumps({"type": kind, "id": "1", "version": version, **fields}))
            while (message := json.loads(socket.recv(PATIENCE)))["type"] not in ("ack", "refused", "bye"):
                pass
            return message


def heard_until_closed(socket: ClientConnection) -> list[dict[str, Any]]:
    """Return the messages that arrive before the server closes a socket."""
    heard = []
    with suppress(ConnectionClosed):
        while True:
            heard.append(json.loads(socket.recv(PATIENCE)))
    return heard


def finished_match(first: Visitor, second: Visitor, **choices: Any) -> str:
    """Play a match that the first visitor resigns after the set-ups; return its id."""
    match = first.make(**choices)
    second.ok("POST", f"/api/matches/{match}/join", {})
    first.seal(match)
    second.seal(match)
    assert first.say(match, "resign")["type"] == "ack"
    return match
