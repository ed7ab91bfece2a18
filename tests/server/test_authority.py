"""Several clients do anything in any order, with raw frames, and a plain model says what must be refused.

A player in two tabs, the other player, a visitor who watches, and somebody without a cookie share one table.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest
from authority_model import Frame, Table
from fuzzing import effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from patience import PATIENCE
from rooms_by_kind import TOY, with_open_setups
from visiting import Visitor
from websockets.sync.client import ClientConnection, connect

import caserne
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup

SEATED = {"anne": 0, "anne's other tab": 0, "bob": 1}
PEOPLE = (*SEATED, "watcher", "stranger")
KINDS = (
    *("move", "step", "undo", "end", "ready", "withdraw", "roll", "contribute", "offer", "terms", "accept", "decline"),
    *("take_back", "resign", "leave", "abort", "claim", "consider", "look", "chat", "mute", "ping"),
)
RARELY = ("resign", "leave", "abort")
"""Ends of a match: asked for seldom, so that matches get somewhere."""
DRAFTS = ("step", "undo", "end")
ANSWERS = ("ack", "draft", "considered", "pong")


@cache
def setups(game: str) -> list[str]:
    """A set-up for each seat: always the same, because what hypothesis draws must depend on nothing else."""
    return [suggest_setup(Match(caserne.game(game)), seat) for seat in range(2)]


class TableOfTwo(RuleBasedStateMachine):
    """A match on a server, and the model of it."""

    url = game = ""
    drafts = True
    """Whether turns of one move are drafted; longer ones are left out of the model."""

    def __init__(self) -> None:
        super().__init__()
        self._leaving = ExitStack()
        anne, self.bob, watcher = (self._leaving.enter_context(Visitor(self.url)) for _ in range(3))
        for visitor in (anne, self.bob, watcher):
            visitor.ok("GET", "/api/me")
        self.match = anne.make(game=self.game)
        self.sockets = {
            name: self._connect(visitor)
            for name, visitor in zip(PEOPLE, (anne, anne, self.bob, watcher, None), strict=True)
        }
        self.visitors = dict(zip(PEOPLE, ("anne", "anne", "bob", "watcher", "stranger"), strict=True))
        self.http = {"anne": anne, "bob": self.bob, "watcher": watcher}
        self.table = Table(Match(caserne.game(self.game)).position)
        self.setups = setups(self.game)
        self.number = 0
        self.done: list[tuple[str, Frame, int]] = []
        """Requests that were performed: by which visitor, and the version after them."""

    def _connect(self, visitor: Visitor | None) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()) if visitor else ""
        url = f"{self.url.replace('http', 'ws', 1)}/api/matches/{self.match}/live?scene=0"
        headers = {"Cookie": cookies} if cookies else {}
        return self._leaving.enter_context(connect(url, additional_headers=headers, max_queue=None, compression=None))

    def teardown(self) -> None:
        self._leaving.close()

    # What people do

    @rule()
    def bob_sits_down(self) -> None:
        answer = self.bob.post(f"/api/matches/{self.match}/join", json={})
        assert answer.is_success or self.table.begun
        self.table.begun = True

    @rule()
    def the_seat_on_turn_plays(self) -> None:
        """What leads on: set-ups, dice, legal moves."""
        table = self.table
        if not table.begun or table.over:
            return
        if table.position.in_setup:
            seat = next(seat for seat in range(2) if seat not in table.sealed)
            self._ask("anne" if seat == 0 else "bob", {"type": "ready", "setup": self.setups[seat]})
            return
        name = "anne's other tab" if table.on_turn == 0 else "bob"
        if table.position.actor == "chance":
            self._ask(name, {"type": "roll", "version": table.version})
        elif table.draft is None:
            move = sorted(table.position.legal())[self.number % len(table.position.legal())]
            self._ask(name, {"type": "move", "version": table.version, "move": move})
        else:
            self._ask(name, {"type": "end", "version": table.version})

    @rule(name=st.sampled_from(PEOPLE), kind=st.sampled_from(KINDS), data=st.data())
    def somebody_asks_for_something(self, name: str, kind: str, data: st.DataObject) -> None:
        if kind in RARELY and data.draw(st.integers(0, 3)):
            return
        if kind in DRAFTS and name in SEATED and not self.drafts:
            return
        self._ask(name, self._frame(kind, data))

    @rule(data=st.data())
    def somebody_repeats_a_request(self, data: st.DataObject) -> None:
        """The same id again, from any tab of the same person: done once, acknowledged again."""
        if not self.done:
            return
        visitor, frame, version = data.draw(st.sampled_from(self.done))
        name = data.draw(st.sampled_from([name for name in SEATED if self.visitors[name] == visitor]))
        answer = self._exchange(name, frame)
        assert (answer["type"], answer["version"]) == ("ack", version), frame

    @rule(name=st.sampled_from(["anne", "bob", "watcher"]))
    def somebody_wants_the_record(self, name: str) -> None:
        answer = self.http[name].get(f"/api/matches/{self.match}/record")
        assert answer.status_code in ((200, 409) if self.table.over else (409,))

    @rule()
    def a_stranger_wants_a_seat(self) -> None:
        if self.table.begun:
            assert self.http["watcher"].refused("POST", f"/api/matches/{self.match}/join", {}) == (409, "no_free_seat")

    # How it is checked

    def _ask(self, name: str, frame: Frame) -> None:
        """Send a frame; the server must do exactly what the model allows."""
        self.number += 1
        frame = {"id": f"r{self.number}", **frame}
        seats = [SEATED[name]] if name in SEATED and (name != "bob" or self.table.begun) else []
        allowed, before = self.table.allows(seats, frame), self.table.version
        answer = self._exchange(name, frame)
        assert (answer["type"] in ANSWERS) == allowed, (name, frame, answer)
        assert answer["type"] != "refused" or answer["error"]["code"] != "our_fault", frame
        if allowed and seats:
            self.table.do(seats[0], frame, self._die(name) if frame["type"] == "roll" else None)
        if answer["type"] == "ack":
            assert answer["version"] == self.table.version, (frame, answer)
        if self.table.version > before:
            self.done.append((self.visitors[name], frame, self.table.version))

    def _exchange(self, name: str, frame: Frame) -> dict[str, Any]:
        socket = self.sockets[name]
        socket.send(json.dumps(frame))
        while True:
            message = json.loads(socket.recv(PATIENCE))
            if message["type"] == "state":
                self.seen[name] = message
            if message.get("id") == frame["id"]:
                return message

    @property
    def seen(self) -> dict[str, dict[str, Any]]:
        """The last state that each has read."""
        return self.__dict__.setdefault("_seen", {})

    def _die(self, name: str) -> str:
        """Return the result of the die that has just fallen, as everybody sees it."""
        self._exchange(name, {"type": "ping", "id": f"p{self.number}"})
        return str(self.seen[name]["events"][-1]["move"])

    @invariant()
    def everybody_sees_the_same_version(self) -> None:
        for name in ("watcher", "bob"):
            self.number += 1
            self._exchange(name, {"type": "ping", "id": f"p{self.number}"})
            state = self.seen[name]
            assert state["version"] == self.table.version
            assert (state["result"] is not None) == self.table.over

    def _frame(self, kind: str, data: st.DataObject) -> Frame:
        """Return a well-formed request of a kind, right or wrong for the moment."""
        table, frame = self.table, {"type": kind}
        if kind in ("move", "step", "undo", "end", "roll", "take_back", "resign", "leave", "abort", "claim"):
            frame["version"] = max(0, table.version + data.draw(st.sampled_from([0, 0, 0, -1, 1])))
        if kind not in ("look", "mute", "ping"):
            frame |= data.draw(st.sampled_from([{}, {}, {"seat": 0}, {"seat": 1}, {"seat": 63}]))
        return frame | data.draw(self._details(kind))

    def _details(self, kind: str) -> st.SearchStrategy[Frame]:
        position = self.table.position
        moves = ["zz", "", *(() if position.in_setup or self.table.over else position.legal()[:6])]
        choices: dict[str, list[Frame]] = {
            "move": [{"move": move or "a1-a1"} for move in moves],
            "step": [{"move": move or "a1-a1"} for move in moves],
            "consider": [{"move": move or "a1-a1"} for move in moves],
            "ready": [{"setup": setup} for setup in (*self.setups, "?")],
            "contribute": [{"bytes": "00" * 16}, {"bytes": "00"}],
            "offer": [{"what": what} for what in ("draw", "take-back", "peace", "resign")],
            "terms": [{"terms": {}}, {"terms": {"returns": 1}}],
            "look": [{"seat": seat} for seat in (0, 1, 63, None)],
            "mute": [{"seat": 1, "on": True}],
            "chat": [{"preset": "hello"}, {"preset": "hi"}, {"text": "hello"}],
            "ping": [{"lag": 10**6}],
        }
        return st.sampled_from(choices.get(kind, [{}]))


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("game", [with_open_setups(), TOY])
def test_the_server_allows_exactly_what_the_model_allows(server, game):
    machine = type("TableOfTwo", (TableOfTwo,), {"url": server.url, "game": game, "drafts": game != TOY})
    run_state_machine_as_test(machine, settings=effort(short=12, long=400, stateful_step_count=40))
