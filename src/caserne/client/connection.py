"""The websocket side: a match as one viewer sees it, and requests about it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 120.0
"""Seconds that a server may take, which compiles rules first or has many visitors."""


class RequestRefused(Exception):
    """The server has refused a request; nothing was changed."""

    def __init__(self, code: str, text: str, rules: list[dict[str, str]] | None = None, status: int = 0) -> None:
        super().__init__(f"{code}: {text}")
        self.code, self.text, self.rules, self.status = code, text, rules or [], status

    @classmethod
    def read(cls, answer: httpx.Response) -> Self:
        try:
            error = answer.json()["error"]
        except (ValueError, KeyError, TypeError):
            error = {"code": "http", "text": answer.text[:200]}
        return cls(error["code"], error["text"], error.get("rules"), answer.status_code)


class Closed(Exception):
    """The socket is closed; `reason` is that of the server's `bye`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MatchConnection:
    """The connection to one match; the server's last messages are in `state`, `table`, `board`, `welcome`."""

    def __init__(self, url: str, match: str, cookies: str, *, lang: str, scene: bool) -> None:
        socket = url.replace("http", "ws", 1)
        self._address = f"{socket}/api/matches/{match}/live?lang={lang}&scene={int(scene)}"
        self._cookies = cookies
        self.welcome: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.board: dict[str, Any] = {}
        self.draft: dict[str, Any] | None = None
        self.events: dict[int, dict[str, Any]] = {}
        """All events received, by number."""
        self.chat: list[dict[str, Any]] = []
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Condition()
        self._bye = ""
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # Socket

    async def connect(self, version: int = 0) -> None:
        """Open the socket, or reopen it from a version on, and wait for the first state."""
        headers = {"Cookie": self._cookies} if self._cookies else {}
        address = f"{self._address}&version={version}"
        self._bye, self.state = "", {}
        self._socket = await connect(address, additional_headers=headers, max_size=None, compression=None)
        self._reading = asyncio.create_task(self._read())
        try:
            await self.until(lambda table: bool(table.state))
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reading:
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):
            async for frame in self._socket:
                self._receive(json.loads(frame))
                async with self._changed:
                    self._changed.notify_all()
        self._bye = self._bye or "closed"
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result({"type": "bye"})
        self._answers = {}
        async with self._changed:
            self._changed.notify_all()

    def _receive(self, message: dict[str, Any]) -> None:
        kind = message.pop("type")
        if kind == "welcome":
            self.welcome, self.table, self.chat = message, message["table"], message["chat"]
        elif kind == "state":
            self.state, self.draft = message, message["draft"]
            self.events.update({event["number"]: event for event in message["events"]})
        elif kind == "draft":
            self.state.update({name: value for name, value in message.items() if name != "id"})
            self.draft = message["draft"]
        elif kind == "table":
            self.table = message
        elif kind == "board":
            self.board = message
        elif kind == "chat":
            self.chat.append(message["line"])
        elif kind == "bye":
            self._bye = message["reason"]
        if (
            kind in ("ack", "refused", "draft", "considered", "earlier_chat", "pong")
            and message.get("id") in self._answers
        ):
            answer = self._answers.pop(message["id"])
            if not answer.done():
                answer.set_result({"type": kind, **message})

    # Requests

    @property
    def version(self) -> int:
        return int(self.state["version"])

    async def until(self, condition: Callable[[MatchConnection], bool], seconds: float = PATIENCE) -> None:
        """Wait until a condition holds; raise Closed if the socket closes first."""

        async with asyncio.timeout(seconds), self._changed:
            while not condition(self):
                if self._bye:
                    raise Closed(self._bye)
                await self._changed.wait()

    async def ask(self, kind: str, *, id: str | None = None, **fields: Any) -> dict[str, Any]:  # noqa: A002
        """Send a request and wait for its answer; raise RequestRefused if it is refused."""
        request = id or uuid4().hex
        answer = self._answers[request] = asyncio.get_running_loop().create_future()
        await self.send(json.dumps({"type": kind, "id": request, **fields}))
        found: dict[str, Any] = await answer
        if found["type"] == "bye":
            raise Closed(self._bye)
        if found["type"] == "refused":
            error = found["error"]
            raise RequestRefused(error["code"], error["text"], error.get("rules"))
        return found

    async def send(self, frame: str | bytes) -> None:
        """Send a raw frame."""
        assert self._socket is not None
        try:
            await self._socket.send(frame)
        except ConnectionClosed as error:
            raise Closed(self._bye or "closed") from error

    async def move(self, move: str, **fields: Any) -> int:
        """Play a move at the current version and return the next version."""
        answer = await self.ask("move", **{"version": self.version, "move": move, **fields})
        return int(answer["version"])
