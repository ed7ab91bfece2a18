"""One viewer of a match: what is sent to it, from the welcome on."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import structlog
from starlette.websockets import WebSocket

from caserne.core.game.errors import CaserneError
from caserne.server.errors import error_json
from caserne.server.live import chat, messages, render
from caserne.server.live.audience import Frames
from caserne.server.live.board_art import Board, draw_board
from caserne.server.live.connection import Connection
from caserne.server.live.fair_queue import Owner, Priority
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.viewpoint import Viewpoint
from caserne.server.live.worker import WorkFailed

log = structlog.get_logger("caserne.live")


@dataclass(frozen=True)
class ViewerOptions:
    """What a client asks for when it connects."""

    lang: str = "en"
    version: int = 0
    """How many events it has already."""
    scene: bool = True
    position: bool = True


class Viewer:
    """A visitor who watches or plays one match through one connection."""

    def __init__(self, socket: WebSocket, live: LiveMatch, owner: Owner, options: ViewerOptions) -> None:
        self.connection = Connection(socket, live.services.settings.frames_per_second, self.wait_for_turn)
        self._live = live
        self.owner, self.visitor = owner, owner.visitor
        self.lang, self._options = options.lang, options
        self.looking: int | None = None
        """The seat whose view is shown."""
        self.version = 0
        """How many events the client has been sent."""
        self.muted: set[int] = set()
        self._board = b""
        """The key of the board that the client has."""
        self._drawing: asyncio.Task[None] | None = None
        self._welcomed_seats: tuple[int, ...] = ()

    async def wait_for_turn(self) -> None:
        """Let players go before spectators."""
        if not self.seats:
            await self._live.services.spectator_turns.wait()

    # Seats and views

    @property
    def seats(self) -> tuple[int, ...]:
        return self._live.seating.seats_of(self.visitor)

    @property
    def viewpoint(self) -> Viewpoint:
        mine, options = self.seats, self._options
        return Viewpoint(
            mine, self.looking if self.looking in mine else None, self.lang, options.scene, options.position
        )

    def _choose_view(self) -> None:
        """Look from the viewer's own seat if it has exactly one."""
        mine = self.seats
        if self.looking not in mine:
            self.looking = mine[0] if len(mine) == 1 else None

    def _cover_after_turn(self) -> None:
        """Cover the board of a shared screen when the turn of the seat that looks is over."""
        if len(self.seats) < 2 or self.looking is None:
            return
        match = self._live.match
        on_turn = match.hides and self.looking in (*match.waiting(), match.roller())
        if not on_turn:
            self.looking, self.version = None, 0

    def learn(self) -> Generator[None, None, None]:
        """Find out what the viewer's seat has learned in the match so far, from one event in each step."""
        self._choose_view()
        while not self._live.match.learn(self.looking, events=1):
            yield

    # Messages

    def welcome(self, version: int) -> None:
        """Send the first messages: the viewer's seats, the table, and all events since a version."""
        live = self._live
        self._choose_view()
        self.version = version if 0 <= version <= live.version else 0
        record = live.match.record
        self.connection.send(
            "welcome",
            protocol=messages.PROTOCOL,
            match=live.id,
            game=live.match.game.id,
            options=live.match.game.options.as_dict(),
            seats=self.seats,
            looking=self.looking,
            heartbeat=live.services.settings.heartbeat,
            dice=record.dice,
            chat=[chat.line_as_json(line) for line in live.chat if line["seat"] not in self.muted],
            table=render.table(live, self.lang),
        )
        self._welcomed_seats = self.seats
        self.show(Frames() if self.seats else live.spectator_frames())

    def show(self, frames: Frames, *, table: bool = False) -> None:
        """Send the match as it is now; an error closes this connection and affects no other viewer.

        Viewers with equal viewpoints share their encoded `frames`.
        """
        try:
            self._show_changes(frames, table=table)
        except Exception:
            log.exception("a match could not be shown")
            self.connection.fail()

    def _show_changes(self, frames: Frames, *, table: bool) -> None:
        if table and self.seats != self._welcomed_seats:  # a spectator has sat down
            self.welcome(self.version)
            return
        if table:
            self.show_table(frames)
        self._cover_after_turn()
        self._show_state(frames)

    def show_table(self, frames: Frames) -> None:
        """Send who is at the table now."""
        if self.lang not in frames.tables:
            frames.tables[self.lang] = messages.write("table", **render.table(self._live, self.lang))
        self.connection.push(frames.tables[self.lang])

    def _show_state(self, frames: Frames) -> None:
        """Send what is new; a client that lags behind gets it later, all at once."""
        if self.connection.is_lagging:
            self.connection.must_resend = True
            return
        key = self.viewpoint, min(self.version, self._live.version)
        frame = frames.states.get(key)
        if frame is None:
            shown = render.state(self._live, *key)
            frame = frames.states[key] = shown.pop("board", None), messages.write("state", **shown)
        if not self._send_board(frame[0]):
            return  # it follows once the board is drawn
        self.connection.push(frame[1])
        self.version = self._live.version

    async def resend(self) -> None:
        """Send what a lagging client has missed."""
        async with self._live.lock:
            self.show(Frames() if self.seats else self._live.spectator_frames())

    def look_from(self, seat: int | None, request: str) -> None:
        """Show the view of one of the viewer's seats, from the first event on; None covers the board."""
        self.looking = seat
        self.version = 0
        self.connection.send("ack", id=request, version=self._live.version)
        self._show_state(Frames())

    def show_draft(self, request: str | None) -> None:
        """Send the unfinished turn of the viewer's own seat."""
        shown = render.turn(self._live, self.viewpoint)
        self._send_board(shown.pop("board", None))
        self.connection.send("draft", id=request, version=self._live.version, **shown)

    def show_chat(self, line: dict[str, Any]) -> None:
        """Send a line of chat, unless its seat is muted."""
        if line["seat"] not in self.muted:
            self.connection.send("chat", line=chat.line_as_json(line))

    def _send_board(self, board: Board | None) -> bool:
        """Send the fixed parts of the picture if they are new to this client; False if they must be drawn first."""
        if board is None or board.key == self._board:
            return True
        frame = self._live.services.drawings.find(board)
        if frame is None:
            self._drawing = self._drawing or asyncio.create_task(self._draw(board), name="drawing a board")
            return False
        self._board = board.key
        self.connection.push(frame)
        return True

    async def _draw(self, board: Board) -> None:
        """Have a board drawn in a worker process, so that nobody else waits, and send what waits for it."""
        services = self._live.services
        try:
            await services.drawings.draw(
                board, lambda: services.workers.run(Priority.ANSWER, self.owner, draw_board, board.scene)
            )
        except (WorkFailed, CaserneError):
            log.exception("a board could not be drawn")
            self.connection.fail()
            return
        finally:
            self._drawing = None
        await self.resend()

    @property
    def silent_for(self) -> float:
        """Seconds since the client was last heard from."""
        return self.connection.silent_for

    async def dismiss(self, reason: str, error: CaserneError | None = None) -> None:
        """Close the connection, because the server stops or the match was removed or cannot be read."""
        await self.connection.dismiss(reason, **({"error": error_json(error, self.lang)} if error else {}))
