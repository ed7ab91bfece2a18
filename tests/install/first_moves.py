"""The first moves of a person against a bot, over HTTP and a websocket."""

from __future__ import annotations

import json
import time
from typing import Any, NamedTuple
from uuid import uuid4

from visiting import Visitor
from websockets.sync.client import ClientConnection

PERSON = 0
ANSWER_SECONDS = 300
"""How long a bot may take that has to be compiled first."""
HEARTBEAT_SECONDS = 10


def begin_match(visitor: Visitor, game: str) -> None:
    """Begin a match, arrange a set-up if there is one, play a turn, and see the bot answer."""
    seats = visitor.ok("GET", f"/api/games/{game}")["tables"][0]["seats"]
    match = visitor.make(["me"] + [{"bot": 1}] * (seats - 1), game=game)
    first_move: int | None = None
    asked = set()
    with visitor.socket(match) as socket:
        while True:
            state = next_state(socket, game)
            if first_move is not None and _has_bot_answered(state, first_move):
                return
            assert state["result"] is None, f"{game}: over before the bot has answered: {state['result']}"
            request = next_request(visitor, game, state)
            # Several states may be on their way that allow the same: a set-up is sealed once, a version moved on once.
            if request and (key := (request["type"], request.get("version"))) not in asked:
                asked.add(key)
                if request["type"] == "move" and first_move is None:
                    first_move = request["version"]
                socket.send(json.dumps({"id": uuid4().hex, **request}))


class Opening(NamedTuple):
    """A game after the suggested set-ups, if it has any."""

    start: str
    setups: list[str]
    legal: list[str]
    """The moves that the server lists there."""


def opening(visitor: Visitor, game: str) -> Opening:
    page = visitor.ok("GET", f"/api/games/{game}")
    seats = range(page["tables"][0]["seats"] if page["has_setup"] else 0)
    setups = [setup(visitor, game, seat) for seat in seats]
    start = visitor.ok("POST", f"/api/games/{game}/try", {})["position"]
    listed = visitor.ok("POST", f"/api/games/{game}/try", {"moves": setups})["legal"]
    return Opening(start, setups, sorted(entry["move"] for entry in listed))


def setup(visitor: Visitor, game: str, seat: int) -> str:
    return str(visitor.ok("POST", f"/api/games/{game}/setups", {"ask": "suggest", "seat": seat})["setup"])


def next_state(socket: ClientConnection, game: str) -> dict[str, Any]:
    """The next `state`; the server says goodbye to a client that gives no sign of life meanwhile."""
    give_up = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < give_up:
        try:
            message: dict[str, Any] = json.loads(socket.recv(HEARTBEAT_SECONDS))
        except TimeoutError:
            socket.send(json.dumps({"type": "ping", "id": uuid4().hex}))
            continue
        assert message["type"] != "bye", f"{game}: {message}"
        assert message["type"] != "refused" or message["error"]["code"] == "stale", f"{game}: {message}"
        if message["type"] == "state":
            return message
    raise AssertionError(f"{game}: no new state for {ANSWER_SECONDS} seconds")


def _has_bot_answered(state: dict[str, Any], first_move: int) -> bool:
    later = (event for event in state["events"] if event["number"] >= first_move)
    return any(event["event"] == "action" and event["seat"] != PERSON for event in later)


def next_request(visitor: Visitor, game: str, state: dict[str, Any]) -> dict[str, Any] | None:
    can, version = state["can"], state["version"]
    if "ready" in can:
        return {"type": "ready", "setup": setup(visitor, game, PERSON)}
    if "roll" in can:
        return {"type": "roll", "version": version}
    if "end_turn" in can:
        return {"type": "end", "version": version}
    if "move" in can and state["legal"]:
        return {"type": "move", "version": version, "move": state["legal"][0]["move"]}
    return None
