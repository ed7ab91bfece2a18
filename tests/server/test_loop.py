"""The event loop is never held up: no step makes more calls than a few milliseconds allow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import metered_app
import pytest
from patience import PATIENCE
from rooms_by_kind import with_painted_boards
from server_process import ServerProcess
from structlog.testing import capture_logs
from visiting import Visitor, finished_match

from caserne.core.game.board_form import SEPARATOR
from caserne.core.game.registry import rooms
from caserne.server.operations import watchdog
from caserne.server.operations.watchdog import LoopWatchdog


class MeteredServer(ServerProcess):
    """A server that counts the calls of each step of its event loop."""

    arguments = ("metered_app:create_app", "--app-dir", str(Path(__file__).parent), "--loop", "asyncio")


@pytest.fixture
def metered(tmp_path: Path) -> Iterator[MeteredServer]:
    server = MeteredServer(tmp_path)
    yield server.start()  # type: ignore[misc]
    server.stop()


def ask_for_everything(visitor: Visitor, other: Visitor) -> None:
    """Ask for all that is costly: games, a new map, its match and drawings, a finished match."""
    for game in rooms():
        for page in ("", "/rules", "/lessons", "/picture.svg"):
            visitor.ok("GET", f"/api/games/{game}{page}?lang=fr")
    game, form = with_painted_boards()
    board = {form.option: SEPARATOR.join(form.blank(form.most, form.most))}
    visitor.ok("GET", f"/api/games/{game}/boards")
    visitor.ok("POST", f"/api/games/{game}/boards/check", {"text": board[form.option]})
    visitor.ok("POST", f"/api/games/{game}/art", {"options": board, "seat": 0})
    visitor.ok("POST", f"/api/games/{game}/try", {"options": board})
    visitor.ok("POST", f"/api/games/{game}/setups", {"options": board, "seat": 0, "ask": "random"})
    match = visitor.make(game=game, options=board, seats=["me", {"bot": 1}])
    visitor.ok("GET", f"/api/matches/{match}")
    visitor.ok("GET", f"/api/matches/{match}/picture.svg")
    with visitor.socket(match) as socket:
        while json.loads(socket.recv(PATIENCE))["type"] != "state":
            pass
    over = finished_match(visitor, other)
    for method, path in (("GET", "record"), ("GET", "replay?step=3"), ("POST", "verify"), ("GET", "review")):
        assert visitor.request(method, f"/api/matches/{over}/{path}").is_success
    for path in ("/api/me/export", "/hosting", "/api/openapi.json", "/metrics", "/api/matches?list=live"):
        visitor.ok("GET", path)


@pytest.mark.slow
def test_no_step_of_the_loop_takes_long(metered: MeteredServer, visit: Callable[[str], Visitor]) -> None:
    """A new map used to take half a million calls in the loop, and its drawing as many."""
    anne, bob = visit(metered.url), visit(metered.url)
    anne.ok("GET", "/meter")  # from now on
    ask_for_everything(anne, bob)
    found = anne.ok("GET", "/meter")
    assert found["excesses"] == [], found["excesses"][0]
    assert 100 < found["most"] < metered_app.ALLOWED_CALLS


def test_the_watchdog_names_what_holds_the_loop_up(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Event()

    def hold_the_loop_up() -> None:
        assert told.wait(PATIENCE)

    def tell(*_: Any, **__: Any) -> None:
        told.set()

    async def stall() -> None:
        dog = LoopWatchdog()
        await dog.open()
        hold_the_loop_up()
        await dog.close()

    monkeypatch.setattr(watchdog.metrics.LOOP_STALLS, "inc", lambda: None)
    with capture_logs() as logs:
        monkeypatch.setattr(watchdog, "log", TellingLog(watchdog.log, tell))
        asyncio.run(stall())
    (line,) = [line for line in logs if line["event"] == "the event loop is held up"]
    assert any("hold_the_loop_up" in call for call in line["running"])
    assert line["log_level"] == "warning"


class TellingLog:
    """A log that tells when a warning has been written."""

    def __init__(self, log: Any, tell: Callable[..., None]) -> None:
        self._log, self._tell = log, tell

    def warning(self, *arguments: Any, **fields: Any) -> None:
        self._log.warning(*arguments, **fields)
        self._tell()
