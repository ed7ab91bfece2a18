"""Stored lines that cannot be read: the match is quarantined with a reason, and everything else goes on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from patience import PATIENCE
from play import any_setup
from rooms_by_kind import TOY
from server_process import ServerProcess
from structlog.testing import capture_logs
from websockets.asyncio.client import connect

from caserne.client import Client, Closed, RequestRefused
from caserne.core.game.errors import InvalidRecord
from caserne.server.live.stored import Quarantined, quarantine


def execute(server: ServerProcess, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(str(server.settings.database_file), timeout=PATIENCE)) as database, database:
        database.execute(statement, values)


async def begun(ann: Client, bob: Client) -> str:
    """A match with five events: two seals, two set-ups, an offer."""
    match = await ann.create(TOY, ["me", "guest"])
    await bob.join(match)
    async with await ann.open(match) as first, await bob.open(match) as second:
        for table in (first, second):
            await table.ask("ready", setup=any_setup(table, table.welcome["looking"]))
        await first.ask("offer", what="draw")
    return match


def body(**line: Any) -> str:
    return json.dumps({"event": "table", **line})


OFFER = 4
"""The number of the last event."""
BAD_LINES = {
    "a forged take-back": (body(act="take-back", seat=1, what="draw", to=2), "line 6: the field 'what'"),
    "a take-back of secrets": (body(act="take-back", seat=1, to=3), "event 5"),
    "a forged die": ('{"event":"chance","act":"terms","seat":1,"what":"draw","move":"3"}', "line 6: the field 'act'"),
    "a forged result": (body(act="terms", seat=1, what="draw", returns=1), "line 6: the field 'returns'"),
    "a draw that nobody accepted": (body(act="draw", seat=0, returns=[0, 0]), "event 5"),
    "secrets": (body(act="private", seat=None, secret="00" * 32, sealed={}), "line 6: the field 'act'"),
    "an illegal move": ('{"event": "action", "seat": 0, "move": "x1"}', "event 5"),
    "no JSON": ("{", "line 6"),
    "nothing": ("", "line 6"),
    "a list": ("[]", "line 6"),
    "a deep line": ("[" * 50_000, "line 6"),
    "two lines": (body(act="unseal", seat=0) + "\n" + body(act="unseal", seat=1), "line 6"),
}
RESIGNED = {"by": "resign", "returns": [1, -1], "scores": None, "events": 5}
OTHER_SECRETS = {"secret": "00" * 32, "sealed": {}}
DAMAGE: dict[str, tuple[str, Any, str]] = {
    **{
        kind: ("UPDATE events SET body = ? WHERE match = ? AND number = 4", line, says)
        for kind, (line, says) in BAD_LINES.items()
    },
    "no header": ("UPDATE matches SET header = ? WHERE id = ?", "{}", "line 1"),
    "another game": ("UPDATE matches SET header = replace(header, 'oracle', ?) WHERE id = ?", "chess", "chess"),
    "a wrong end": ("UPDATE matches SET ending = ? WHERE id = ?", '{"by": 1}', "line 7: the field 'end.by'"),
    "an end that is no JSON": ("UPDATE matches SET ending = ? WHERE id = ?", "{", "line 7"),
    "an end that was not reached": ("UPDATE matches SET ending = ? WHERE id = ?", json.dumps(RESIGNED), "not over"),
    "settings": ("UPDATE matches SET settings = ? WHERE id = ?", "[", "'settings'"),
    "clocks": ("UPDATE matches SET clocks = ? WHERE id = ?", "{}", "'clocks'"),
    "unreadable secrets": ("UPDATE secrets SET private = ? WHERE match = ?", '{"secret": 1}', "'private'"),
    "other secrets": ("UPDATE secrets SET private = ? WHERE match = ?", json.dumps(OTHER_SECRETS), "the secret"),
    "a missing line": ("DELETE FROM events WHERE number = ? AND match = ?", 2, "line 4"),
    "a missing last line": ("DELETE FROM events WHERE number = ? AND match = ?", OFFER, "5 events"),
    "a missing seat": ("DELETE FROM seats WHERE seat = ? AND match = ?", 1, "'seats'"),
}
"""What happens to a match in the database, with which value, and what people are told of it."""


def test_what_cannot_be_read_quarantines_its_match_alone(server_with: Callable[..., ServerProcess]) -> None:
    server = server_with()

    async def scene() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            healthy = await begun(ann, bob)
            matches = {kind: await begun(ann, bob) for kind in DAMAGE}
            for kind, match in matches.items():
                statement, value, _ = DAMAGE[kind]
                execute(server, statement, value, match)
            server.kill()  # what is in memory is forgotten
            server.start()
            for kind, match in matches.items():
                await everybody_is_told(ann, match, DAMAGE[kind][2])
                await the_socket_says_why(ann, server.url, match)
                assert server.log.read_text().count(match) == 1, kind
            await others_go_on(ann, healthy)
            await ann.call("GET", "/api/matches?list=live")
            await ann.call("DELETE", "/api/me")

    asyncio.run(scene())
    assert server.tracebacks() == ""


def test_a_quarantined_match_is_logged_once_for_each_reason() -> None:
    with capture_logs() as logged:
        for key in ("record_empty", "record_empty", "secret_not_as_committed"):
            with pytest.raises(Quarantined), quarantine("a match of this test"):
                raise InvalidRecord.of(key)
    assert [line["match"] for line in logged] == ["a match of this test"] * 2


async def everybody_is_told(ann: Client, match: str, says: str) -> None:
    calls = [("GET", path) for path in ("", "/picture.svg", "/record", "/replay", "/review")]
    for method, path in (*calls, *(("POST", path) for path in ("/join", "/leave", "/rematch", "/verify"))):
        with pytest.raises(RequestRefused) as refused:
            await ann.call(method, f"/api/matches/{match}{path}")
        assert (refused.value.status, refused.value.code) == (410, "quarantined"), path
        assert says in refused.value.text, path


async def the_socket_says_why(ann: Client, url: str, match: str) -> None:
    with pytest.raises(Closed, match="quarantined"):
        await ann.open(match)
    address = f"{url.replace('http', 'ws', 1)}/api/matches/{match}/live?lang=fr"
    async with connect(address) as socket:
        bye = json.loads(await socket.recv())
    assert (bye["type"], bye["reason"]) == ("bye", "quarantined")
    assert bye["error"]["text"].startswith("cette partie ne peut pas être ouverte\u00a0:")


async def others_go_on(ann: Client, healthy: str) -> None:
    mine = await ann.call("GET", "/api/matches?list=mine")
    assert healthy in [entry["match"] for entry in mine]
    async with await ann.open(healthy) as table:
        await table.ask("roll", version=table.version)
