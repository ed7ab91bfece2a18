"""One websocket: an outbox, so that a slow client never delays a match, and a limit on the rate of frames."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from caserne.server.live import messages

LAGGING_OUTBOX = 30
"""With more messages than this in its outbox a client gets no new states until it has caught up."""
MAX_OUTBOX = 500
"""With more messages than this the whole outbox is dropped: the client does not read at all."""
BURST_SECONDS = 5
"""A client may send the frames of so many seconds at once."""

Answer = Callable[[str], Awaitable[str | None]]
"""Answers a frame; returns a reason to close if the frame cannot be read."""

Wait = Callable[[], Awaitable[None]]
"""Waits until the next message may be sent."""


class Connection:
    """Sends and receives frames until the client goes or is dismissed."""

    def __init__(self, socket: WebSocket, frames_per_second: float, wait: Wait) -> None:
        self._socket, self._frames_per_second, self._wait = socket, frames_per_second, wait
        self._outbox: deque[str] = deque()
        self._has_outgoing = asyncio.Event()
        self.must_resend = self._failed = self._is_leaving = False
        """Whether messages were left out, so that the state must be sent once the outbox is empty."""
        self._allowance = float(BURST_SECONDS * frames_per_second)
        self._last_frame = monotonic()

    @property
    def is_lagging(self) -> bool:
        return len(self._outbox) > LAGGING_OUTBOX

    @property
    def silent_for(self) -> float:
        """Seconds since the last frame of the client."""
        return monotonic() - self._last_frame

    def send(self, kind: str, **fields: Any) -> None:
        self.push(messages.write(kind, **fields))

    def push(self, frame: str) -> None:
        """Put an encoded message into the outbox, unless the goodbye is in it: that is always the last."""
        if self._is_leaving:
            return
        if len(self._outbox) > MAX_OUTBOX:
            self._outbox.clear()
            self.must_resend = True
        self._outbox.append(frame)
        self._has_outgoing.set()

    def fail(self) -> None:
        """Close because of an error of the server, after what is in the outbox."""
        self._failed = True
        self._say_goodbye("our_fault")

    async def serve(self, answer: Answer, resend: Callable[[], Awaitable[None]]) -> None:
        """Read and write until the client goes or there is a reason to close."""
        sending = asyncio.create_task(self._send_all(resend))
        try:
            reason = await self._read_all(answer)
            self._say_goodbye(reason)
            await asyncio.wait_for(self._flushed(), 5)
            await self._socket.close(1008)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def dismiss(self, reason: str, **fields: Any) -> None:
        """Say goodbye and close."""
        self._say_goodbye(reason, **fields)
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(self._flushed(), 2)
            await self._socket.close(1001)

    def _say_goodbye(self, reason: str, **fields: Any) -> None:
        self.send("bye", reason=reason, **fields)
        self._is_leaving = True

    async def _flushed(self) -> None:
        while self._outbox:
            await asyncio.sleep(0.01)

    async def _send_all(self, resend: Callable[[], Awaitable[None]]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._has_outgoing.wait()
                self._has_outgoing.clear()
                while self._outbox:
                    await self._wait()
                    await self._socket.send_text(self._outbox[0])
                    self._outbox.popleft()
                if self._failed:
                    await self._socket.close(1011)
                elif self.must_resend and not self._is_leaving:
                    self.must_resend = False
                    await resend()

    async def _read_all(self, answer: Answer) -> str:
        """Answer frames until there is a reason to close."""
        while True:
            frame = await self._socket.receive()
            if frame["type"] != "websocket.receive":
                raise WebSocketDisconnect
            text = frame.get("text") or ""
            if not text or len(text) > messages.LONGEST_FRAME:
                return "too_long" if text else "not_text"
            if not self._take_from_allowance():
                return "too_many_frames"
            if (reason := await answer(text)) is not None:
                return reason

    def _take_from_allowance(self) -> bool:
        """Count one frame in a token bucket; whether it was not empty."""
        rate, at = self._frames_per_second, monotonic()
        self._allowance = min(BURST_SECONDS * rate, self._allowance + (at - self._last_frame) * rate) - 1
        self._last_frame = at
        return self._allowance > 0
