"""One websocket: what a slow, a silent, a hasty or a broken client gets, and how its connection ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from live_table import Socket, eventually
from starlette.websockets import WebSocketDisconnect

from caserne.server.live import connection as module
from caserne.server.live import messages
from caserne.server.live.connection import BURST_SECONDS, LAGGING_OUTBOX, MAX_OUTBOX, Connection


class SlowSocket(Socket):
    """A client that reads nothing until it may."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        await super().send_text(text)


class Table:
    """Answers every frame with its text, and counts what is asked of it."""

    def __init__(self, socket: Socket, frames_per_second: float = 1000) -> None:
        self.connection = Connection(socket, frames_per_second, self._wait)  # type: ignore[arg-type]
        self.resent = 0
        self.waits = 0

    async def _wait(self) -> None:
        self.waits += 1

    async def resend(self) -> None:
        self.resent += 1

    async def answer(self, text: str) -> str | None:
        self.connection.send("echo", text=text)
        return "asked" if text == "close" else None

    @asynccontextmanager
    async def served(self) -> AsyncIterator[Connection]:
        """Serve the socket meanwhile; the client goes at the end, if the server has not closed before."""
        serving = asyncio.create_task(self.connection.serve(self.answer, self.resend))
        try:
            yield self.connection
        finally:
            await self.connection._socket.close(1000)
            await serving


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def texts(socket: Socket) -> list[Any]:
    return [message.get("text") for message in socket.heard]


def test_frames_are_answered_in_order_each_after_a_turn() -> None:
    async def story() -> None:
        socket = Socket()
        table = Table(socket)
        async with table.served():
            for text in "abc":
                socket.write(text)
            await eventually(lambda: texts(socket) == ["a", "b", "c"])
        assert table.waits == 3

    run(story)


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ("close", "asked"),
        ("", "not_text"),
        (b"bytes", "not_text"),
        ("x" * (messages.LONGEST_FRAME + 1), "too_long"),
    ],
)
def test_a_frame_that_ends_the_connection_is_answered_with_the_reason(frame: str | bytes, reason: str) -> None:
    async def story() -> None:
        socket = Socket()
        async with Table(socket).served():
            socket.write(frame)
            await eventually(lambda: socket.closed == 1008)
        assert socket.last("bye")["reason"] == reason

    run(story)


def test_a_frame_of_the_longest_length_is_read() -> None:
    async def story() -> None:
        socket = Socket()
        async with Table(socket).served():
            socket.write("x" * messages.LONGEST_FRAME)
            await eventually(lambda: len(socket.heard) == 1)
        assert socket.heard[0]["type"] == "echo"

    run(story)


def test_a_client_may_send_the_frames_of_some_seconds_at_once_and_then_as_many_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])

    async def frames_until_closed(rest: float) -> int:
        socket = Socket()
        async with Table(socket, frames_per_second=2).served():
            for _ in range(2 * BURST_SECONDS - 1):
                socket.write("a")
            await eventually(lambda: len(socket.heard) == 2 * BURST_SECONDS - 1)
            clock[0] += rest
            for _ in range(50):
                socket.write("b")
            await eventually(lambda: socket.closed == 1008)
        assert socket.last("bye")["reason"] == "too_many_frames"
        return texts(socket).count("b")

    assert asyncio.run(frames_until_closed(rest=0)) == 0
    assert asyncio.run(frames_until_closed(rest=2)) == 2 * 2
    assert asyncio.run(frames_until_closed(rest=1000)) == 2 * BURST_SECONDS - 1


def test_a_client_is_silent_since_its_last_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])

    async def story() -> None:
        socket = Socket()
        async with Table(socket).served() as connection:
            clock[0] += 7
            assert connection.silent_for == 7
            socket.write("a")
            await eventually(lambda: bool(socket.heard))
            clock[0] += 2
            assert connection.silent_for == 2

    run(story)


def test_a_client_lags_with_many_messages_in_its_outbox() -> None:
    async def story() -> None:
        connection = Table(Socket()).connection
        for number in range(LAGGING_OUTBOX):
            connection.send("note", text=number)
        assert not connection.is_lagging
        connection.send("note", text=LAGGING_OUTBOX)
        assert connection.is_lagging
        assert not connection.must_resend

    run(story)


def test_a_client_that_does_not_read_at_all_loses_its_outbox_and_is_sent_the_state_later() -> None:
    async def story() -> None:
        socket = SlowSocket()
        table = Table(socket)
        async with table.served() as connection:
            for number in range(MAX_OUTBOX + 1):
                connection.send("note", text=number)
            assert (len(connection._outbox), connection.must_resend) == (MAX_OUTBOX + 1, False)
            connection.send("note", text="last")
            assert (len(connection._outbox), connection.must_resend) == (1, True)
            socket.reads.set()
            await eventually(lambda: table.resent == 1)
            assert texts(socket) == ["last"]
            assert not connection.must_resend
            connection.send("note", text="more")
            await eventually(lambda: texts(socket)[-1] == "more")
        assert table.resent == 1

    run(story)


def test_a_dismissed_client_is_sent_the_reason_before_the_connection_closes() -> None:
    async def story() -> None:
        socket = Socket()
        async with Table(socket).served() as connection:
            connection.send("note", text="before")
            await connection.dismiss("server_stops", error={"code": "x"})
            assert socket.closed == 1001
        assert socket.heard[0]["text"] == "before"
        assert socket.heard[1] == {"type": "bye", "reason": "server_stops", "error": {"code": "x"}}

    run(story)


@pytest.mark.parametrize("lags", [False, True])
def test_a_goodbye_is_the_last_message(lags: bool) -> None:
    """A state that was long in the making, or left out while the client lagged, does not follow it."""

    async def story() -> None:
        socket = SlowSocket()
        table = Table(socket)
        async with table.served() as connection:
            connection.must_resend = lags
            socket.write("close")
            await eventually(lambda: len(connection._outbox) == 2)
            connection.send("state", text="late")
            connection.fail()
            socket.reads.set()
            await eventually(lambda: socket.closed is not None)
        assert [message["type"] for message in socket.heard] == ["echo", "bye"]
        assert socket.last("bye")["reason"] == "asked"
        assert table.resent == 0

    run(story)


def test_a_client_that_does_not_read_is_dismissed_without_waiting_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    wait_for = asyncio.wait_for

    async def impatient(work: Any, seconds: float | None) -> Any:
        if seconds is None:
            return await wait_for(work, None)
        waited.append(seconds)
        return await wait_for(work, 0)

    async def story() -> None:
        socket = SlowSocket()
        async with Table(socket).served() as connection:
            monkeypatch.setattr(asyncio, "wait_for", impatient)
            await connection.dismiss("silent")
            socket.write("close")
            await eventually(lambda: len(waited) == 2)
        assert socket.heard == []
        assert all(seconds < 60 for seconds in waited)

    run(story)


def test_after_an_error_of_the_server_the_outbox_is_sent_and_the_connection_closed() -> None:
    async def story() -> None:
        socket = Socket()
        async with Table(socket).served() as connection:
            connection.must_resend = True
            connection.send("note", text="before")
            connection.fail()
            await eventually(lambda: socket.closed == 1011)
        assert [message["type"] for message in socket.heard] == ["note", "bye"]
        assert socket.heard[1]["reason"] == "our_fault"

    run(story)


def test_a_client_whose_connection_breaks_while_it_is_sent_something_ends_quietly() -> None:
    class Broken(Socket):
        async def send_text(self, text: str) -> None:
            raise WebSocketDisconnect

    async def story() -> None:
        socket = Broken()
        async with Table(socket).served() as connection:
            connection.send("note", text="lost")
        assert json.loads(connection._outbox[0])["text"] == "lost"

    run(story)


def test_nothing_is_sent_after_a_connection_has_ended() -> None:
    async def story() -> None:
        socket = Socket()
        table = Table(socket)
        socket.write("close")
        await table.connection.serve(table.answer, table.resend)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(story)
