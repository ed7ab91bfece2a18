"""Answers to the requests of one viewer: which seat a request is for, and what is sent back."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog

from caserne.core.game.errors import CaserneError
from caserne.server.errors import RequestError, error_json
from caserne.server.live import chat, commands, messages, render
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.viewer import Viewer
from caserne.server.storage.unavailable import StorageUnavailable

log = structlog.get_logger("caserne.live")

NEEDS_VIEW = (
    messages.MoveRequest,
    messages.StepRequest,
    messages.ReadyRequest,
    messages.UndoRequest,
    messages.EndRequest,
    messages.ConsiderRequest,
)
"""Requests that a viewer with several seats can make only while it looks from the seat."""


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What reading a frame raises that is no JSON, or nested too deeply."""


class RequestHandler:
    """Decodes the frames of one viewer, performs the requests and answers them."""

    def __init__(self, viewer: Viewer, live: LiveMatch) -> None:
        self._viewer, self._live = viewer, live
        self._send = viewer.connection.send
        self._lag = 0
        """The client's round trip in milliseconds."""

    async def answer(self, text: str) -> str | None:
        """Perform the request of a frame; return a reason to close if it cannot be decoded."""
        try:
            request = messages.read(text)
        except msgspec.ValidationError as error:
            return self._refuse_invalid(text, str(error))
        except UNREADABLE:
            return "not_json"
        try:
            await self._perform(request)
        except CaserneError as error:
            self._refuse(request.id, error)
        except StorageUnavailable:
            self._refuse(request.id, RequestError.of("server.unavailable"))
        except Exception:
            log.exception("a request could not be performed", request=type(request).__name__)
            self._refuse(request.id, RequestError.of("server.our_fault"))
        return None

    def _refuse_invalid(self, text: str, problem: str) -> str | None:
        try:
            found = msgspec.json.decode(text)
        except UNREADABLE:
            found = None
        if not isinstance(found, dict):
            return "not_json"
        given = found.get("id")
        self._refuse(given if isinstance(given, str) else None, RequestError.of("server.bad_request", problem=problem))
        return None

    def _refuse(self, request: str | None, error: CaserneError) -> None:
        self._send("refused", id=request, error=error_json(error, self._viewer.lang))

    def _acknowledge(self, request: messages.Request, version: int) -> None:
        self._send("ack", id=request.id, version=version)

    async def _perform(self, request: Any) -> None:
        match request:
            case messages.PingRequest():
                self._lag = request.lag
                self._send("pong", id=request.id, at=self._live.services.time.now())
            case messages.MuteRequest():
                muted = self._viewer.muted
                (muted.add if request.on else muted.discard)(request.seat)
                self._acknowledge(request, self._live.version)
            case messages.EarlierChatRequest():
                lines = await chat.earlier_lines(self._live, request.before, self._viewer.muted)
                self._send("earlier_chat", id=request.id, lines=lines)
            case _:
                async with self._live.lock:
                    await self._perform_locked(request, f"{self._viewer.visitor}:{request.id}")

    async def _perform_locked(self, request: Any, key: str) -> None:
        live, viewer = self._live, self._viewer
        # After an outage of the database the version here may be one that was never stored.
        await live.reload_if_uncertain()
        match request:
            case messages.LookRequest():
                if request.seat is not None and request.seat not in viewer.seats:
                    raise RequestError.of("server.not_your_seat")
                viewer.look_from(request.seat, request.id)
            case messages.ChatRequest():
                await chat.say(live, viewer.visitor, viewer.seats, request, key)
                self._acknowledge(request, live.version)
            case messages.ConsiderRequest():
                considered = render.considered(live, self._seat(request), request, viewer.lang)
                self._send("considered", id=request.id, **considered)
            case messages.StepRequest() | messages.UndoRequest():
                await self._change_draft(self._seat(request), request, key)
            case _:
                seat = self._seat(request)
                self._acknowledge(request, await commands.perform(live, seat, request, key, self._lag))

    async def _change_draft(self, seat: int, request: Any, key: str) -> None:
        live = self._live
        version = live.requests.get(key)
        if version is None and key not in live.draft(seat).requests:
            if isinstance(request, messages.StepRequest):
                version = await commands.step(live, seat, request, key, self._lag)
            else:
                await commands.undo(live, seat, request, key)
        if version is not None:
            self._acknowledge(request, version)
            return
        for viewer in live.viewers:
            if viewer is self._viewer or (seat in viewer.seats and viewer.looking in (None, seat)):
                viewer.show_draft(request.id if viewer is self._viewer else None)

    def _seat(self, request: Any) -> int:
        """Return the seat that a request is for: the named one, else one that is to act or is looked from."""
        mine, looking, match = self._viewer.seats, self._viewer.looking, self._live.match
        if not mine:
            raise RequestError.of("server.only_watching")
        waiting = [*match.waiting(), match.roller()]
        likely = [looking, *waiting] if match.hides else [*waiting, looking]
        choices = [request.seat] if request.seat is not None else [*likely, *mine]
        seat = next((choice for choice in choices if choice in mine), None)
        if seat is None:
            raise RequestError.of("server.not_your_seat")
        if match.hides and len(mine) > 1 and looking != seat and isinstance(request, NEEDS_VIEW):
            raise RequestError.of("server.look_first")
        return seat
