"""One websocket: somebody who watches or plays one match."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from caserne.core.game.errors import CaserneError
from caserne.server.errors import RequestError, error_json
from caserne.server.live import chat, commands, messages, render
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.render import Viewpoint
from caserne.server.storage.store import now

if TYPE_CHECKING:
    from caserne.server.live.hub import Hub

log = structlog.get_logger("caserne.live")
LAGGING_OUTBOX = 30
"""How many messages may wait for a slow client before it is sent only the last state."""
MAX_OUTBOX = 500
"""How many messages of any kind are kept for a client that does not read them."""
PATIENCE = 5
"""For how many seconds' worth of frames a client may exceed its rate."""


@dataclass(frozen=True)
class Wants:
    """What a client says of itself when it connects."""

    lang: str = "en"
    version: int = 0
    """How many events it has already."""
    scene: bool = True
    position: bool = True


Frames = dict[tuple[Viewpoint, int], tuple[render.Board | None, str]]
"""The board and the frame `state` by what is shown and since which version."""


class Viewer:
    """What one socket has been shown and is owed."""

    def __init__(self, socket: WebSocket, hub: Hub, live: LiveMatch, visitor: str, wants: Wants) -> None:
        self._socket, self._hub, self._live = socket, hub, live
        self.visitor = visitor
        self.lang, self._wants = wants.lang, wants
        self.looking: int | None = None
        self.version = 0
        self.lag = 0
        self.muted: set[int] = set()
        self._board: render.Board | None = None
        self._welcomed: tuple[int, ...] = ()
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self._behind = self._broken = False
        self._allowance = float(PATIENCE * hub.services.settings.frames_per_second)
        self._heard = monotonic()

    # Where one stands

    @property
    def seats(self) -> tuple[int, ...]:
        return self._live.seating.seats_of(self.visitor)

    @property
    def viewpoint(self) -> Viewpoint:
        mine = self.seats
        return Viewpoint(
            mine, self.looking if self.looking in mine else None, self.lang, self._wants.scene, self._wants.position
        )

    def settle(self) -> None:
        """Look from one's own seat if one has just one."""
        mine = self.seats
        if self.looking not in mine:
            self.looking = mine[0] if len(mine) == 1 else None

    def cover_when_done(self) -> None:
        """On a screen that several people share, nobody goes on looking once it is another's turn to."""
        if len(self.seats) < 2 or self.looking is None:
            return
        match = self._live.match
        on_turn = self._live.hides and self.looking in (*match.waiting(), match.roller())
        if not on_turn:
            self.looking, self.version = None, 0

    # What one is shown

    async def prepare(self) -> None:
        """Let the board be drawn elsewhere, while others play on."""
        if self._wants.scene:
            self.settle()
            await asyncio.to_thread(render.draw_board, self._live.match.position, self.viewpoint)

    def welcome(self, version: int) -> None:
        """The first messages: who one is, the table, and everything since a version."""
        live = self._live
        self.settle()
        self.version = version if 0 <= version <= live.version else 0
        record = live.match.record
        self.send(
            "welcome",
            protocol=messages.PROTOCOL,
            match=live.id,
            game=live.match.game.id,
            options=live.match.game.options.as_dict(),
            seats=self.seats,
            looking=self.looking,
            heartbeat=self._hub.services.settings.heartbeat,
            dice=record.dice,
            chat=[chat.line_as_json(line) for line in live.chat if line["seat"] not in self.muted],
            table=self._hub.table(live, self.lang),
        )
        self._welcomed = self.seats
        self.show(live, {})

    def show(self, live: LiveMatch, frames: Frames, *, table: bool = False) -> None:
        """The match as it is now; a client that does not keep up gets what it missed later, in one.

        Viewers who are shown the same share their frames. What goes wrong for one of them is that one's matter alone:
        the match goes on, and the others are shown it.
        """
        try:
            self._follow(live, frames, table=table)
        except Exception:
            log.exception("a match could not be shown")
            self._broken = True
            self.send("bye", reason="our_fault")

    def _follow(self, live: LiveMatch, frames: Frames, *, table: bool) -> None:
        if table and self.seats != self._welcomed:  # a spectator has sat down
            self.welcome(self.version)
            return
        if table:
            self.show_table()
        self.cover_when_done()
        self._show(live, frames)

    def show_table(self) -> None:
        """Who is at the table now."""
        self.send("table", **self._hub.table(self._live, self.lang))

    def _show(self, live: LiveMatch, frames: Frames) -> None:
        if len(self._outbox) > LAGGING_OUTBOX:
            self._behind = True
            return
        key = self.viewpoint, min(self.version, live.version)
        frame = frames.get(key)
        if frame is None:
            shown = render.state(live, *key)
            frame = frames[key] = shown.pop("board", None), messages.write("state", **shown)
        self._send_board(frame[0])
        self._push(frame[1])
        self.version = live.version

    def hear(self, line: dict[str, Any]) -> None:
        """A line of chat, unless its seat is muted."""
        if line["seat"] not in self.muted:
            self.send("chat", line=chat.line_as_json(line))

    def _send_board(self, board: render.Board | None) -> None:
        """The parts of the picture that do not change, if they are new to this client."""
        if board is not None and board != self._board:
            self._board = board
            self.send("board", **board.fields, art=board.draw())

    def send(self, kind: str, **fields: Any) -> None:
        self._push(messages.write(kind, **fields))

    def _push(self, frame: str) -> None:
        if len(self._outbox) > MAX_OUTBOX:  # somebody who does not read at all
            self._outbox.clear()
            self._behind = True
        self._outbox.append(frame)
        self._wake.set()

    # The life of a socket

    async def serve(self) -> None:
        """Read and write until the client goes or is sent away."""
        sending = asyncio.create_task(self._send_all())
        try:
            reason = await self._read_all()
            self.send("bye", reason=reason)
            await asyncio.wait_for(self._flushed(), 5)
            await self._socket.close(1008)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    @property
    def silent_for(self) -> float:
        """Seconds since the client was last heard of."""
        return monotonic() - self._heard

    async def dismiss(self, reason: str, error: CaserneError | None = None) -> None:
        """Send the client away, because the server stops, or the match was removed or cannot be read."""
        self.send("bye", reason=reason, **({"error": error_json(error, self.lang)} if error else {}))
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(self._flushed(), 2)
            await self._socket.close(1001)

    async def _flushed(self) -> None:
        while self._outbox:
            await asyncio.sleep(0.01)

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._outbox:
                    await self._socket.send_text(self._outbox[0])
                    self._outbox.popleft()
                if self._broken:
                    await self._socket.close(1011)
                elif self._behind:
                    self._behind = False
                    async with self._live.lock:
                        self.show(self._live, {})

    async def _read_all(self) -> str:
        """Answer requests until there is a reason to stop."""
        while True:
            frame = await self._socket.receive()
            if frame["type"] != "websocket.receive":
                raise WebSocketDisconnect
            text = frame.get("text") or ""
            if not text or len(text) > messages.LONGEST_FRAME:
                return "too_long" if text else "not_text"
            if not self._affords_frame():
                return "too_many_frames"
            if (reason := await self._answer(text)) is not None:
                return reason

    def _affords_frame(self) -> bool:
        """A bucket that fills by the allowed rate and holds a few seconds' worth."""
        rate, at = self._hub.services.settings.frames_per_second, monotonic()
        self._allowance = min(PATIENCE * rate, self._allowance + (at - self._heard) * rate) - 1
        self._heard = at
        return self._allowance > 0

    async def _answer(self, text: str) -> str | None:
        """Do what a frame asks; a reason to close if it cannot even be read."""
        try:
            request = messages.read(text)
        except msgspec.ValidationError as error:
            return self._refuse_unreadable(text, str(error))
        except (msgspec.DecodeError, UnicodeError):
            return "not_json"
        try:
            await self._perform(request)
        except CaserneError as error:
            self.send("refused", id=request.id, error=error_json(error, self.lang))
        except Exception:
            log.exception("a request could not be granted", request=type(request).__name__)
            self.send("refused", id=request.id, error=error_json(RequestError.of("server.our_fault"), self.lang))
        return None

    def _refuse_unreadable(self, text: str, problem: str) -> str | None:
        try:
            found = msgspec.json.decode(text)
        except msgspec.DecodeError:
            found = None
        if not isinstance(found, dict):
            return "not_json"
        given = found.get("id")
        error = error_json(RequestError.of("server.bad_request", problem=problem), self.lang)
        self.send("refused", id=given if isinstance(given, str) else None, error=error)
        return None

    async def _perform(self, request: Any) -> None:
        live, key = self._live, f"{self.visitor}:{request.id}"
        match request:
            case messages.PingRequest():
                self.lag = request.lag
                self.send("pong", id=request.id, at=now())
            case messages.LookRequest():
                await self._look(request)
            case messages.MuteRequest():
                (self.muted.add if request.on else self.muted.discard)(request.seat)
                self.send("ack", id=request.id, version=live.version)
            case messages.ChatRequest():
                async with live.lock:
                    await chat.say(live, self.visitor, self.seats, request, key)
                    self.send("ack", id=request.id, version=live.version)
            case messages.ConsiderRequest():
                async with live.lock:
                    self.send(
                        "considered",
                        id=request.id,
                        **render.considered(live, self._seat(request), request, self.lang),
                    )
            case _:
                await self._play(request, key)

    async def _play(self, request: Any, key: str) -> None:
        live = self._live
        async with live.lock:
            seat = self._seat(request)
            if isinstance(request, (messages.StepRequest, messages.UndoRequest)):
                await self._draft(live, seat, request, key)
            else:
                self.send("ack", id=request.id, version=await commands.perform(live, seat, request, key, self.lag))

    async def _draft(self, live: LiveMatch, seat: int, request: Any, key: str) -> None:
        version = live.requests.get(key)
        if version is None and key not in live.draft(seat).requests:
            if isinstance(request, messages.StepRequest):
                version = await commands.step(live, seat, request, key, self.lag)
            else:
                await commands.undo(live, seat, request, key)
        if version is not None:
            self.send("ack", id=request.id, version=version)
            return
        for viewer in live.viewers:
            if viewer is self or (seat in viewer.seats and viewer.looking in (None, seat)):
                viewer.show_draft(live, request.id if viewer is self else None)

    def show_draft(self, live: LiveMatch, request: str | None) -> None:
        """The unfinished turn of one's own seat."""
        shown = render.moment(live, self.viewpoint)
        self._send_board(shown.pop("board", None))
        self.send("draft", id=request, version=live.version, **shown)

    async def _look(self, request: messages.LookRequest) -> None:
        async with self._live.lock:
            if request.seat is not None and request.seat not in self.seats:
                raise RequestError.of("server.not_your_seat")
            self.looking = request.seat
            self.version = 0
            self.send("ack", id=request.id, version=self._live.version)
            self._show(self._live, {})

    def _seat(self, request: Any) -> int:
        """The seat that a request is for: the one named, else the one to act, or looked from if something is hidden."""
        mine = self.seats
        if not mine:
            raise RequestError.of("server.only_watching")
        waiting = [*self._live.match.waiting(), self._live.match.roller()]
        likely = [self.looking, *waiting] if self._live.hides else [*waiting, self.looking]
        choices = [request.seat] if request.seat is not None else [*likely, *mine]
        seat = next((choice for choice in choices if choice in mine), None)
        if seat is None:
            raise RequestError.of("server.not_your_seat")
        if self._live.hides and len(mine) > 1 and self.looking != seat and isinstance(request, _OF_ONE_VIEW):
            raise RequestError.of("server.look_first")
        return seat


_OF_ONE_VIEW = (
    messages.MoveRequest,
    messages.StepRequest,
    messages.ReadyRequest,
    messages.UndoRequest,
    messages.EndRequest,
    messages.ConsiderRequest,
)
"""Requests that only somebody can make who sees the seat's view."""
