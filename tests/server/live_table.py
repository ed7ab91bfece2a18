"""A match in this process with fake sockets: cases that take too long to bring about from outside."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from patience import PATIENCE
from rooms_by_kind import TOY

from caserne.server.config import Settings
from caserne.server.live import commands, messages
from caserne.server.live.bus import ChangeNotice
from caserne.server.live.fair_queue import Owner
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.viewer import ViewerOptions
from caserne.server.matches import lobby
from caserne.server.operations import administration
from caserne.server.people.identity import Identity, Visitor

WITHOUT_PICTURES = ViewerOptions(scene=False)
"""No worker process need start for these."""
Message = dict[str, Any]


class Socket:
    """A fake websocket that records what it is sent."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.closed: int | None = None
        """The code with which the server has closed it."""
        self._frames: asyncio.Queue[Message] = asyncio.Queue()
        self._ids = count()

    async def receive(self) -> Message:
        return await self._frames.get()

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def close(self, code: int) -> None:
        self.closed = code
        self._frames.put_nowait({"type": "websocket.disconnect"})

    def write(self, frame: str | bytes) -> None:
        """Send a frame to the server."""
        self._frames.put_nowait({"type": "websocket.receive", "text" if isinstance(frame, str) else "bytes": frame})

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send a request; return its answer."""
        request = {"type": kind, "id": f"q{next(self._ids)}", **fields}
        self.write(json.dumps(request))
        return await self.until(lambda message: message.get("id") == request["id"])

    async def refused(self, kind: str, **fields: Any) -> str:
        """Send a request that must be refused; return the code of the error."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["error"]["code"])

    async def until(self, found: Callable[[Message], bool]) -> Message:
        """Wait for a message; return the last one of that kind."""
        await eventually(lambda: any(map(found, self.heard)))
        return next(message for message in reversed(self.heard) if found(message))

    def last(self, kind: str) -> Message:
        return next(message for message in reversed(self.heard) if message["type"] == kind)


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until something is the case."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


_empty: list[bytes] = []
"""A database with its tables: making them takes half of a test."""


async def _empty_database(file: Path) -> bytes:
    if not _empty:
        async with administration.open_store(Settings(database=f"sqlite:///{file}")):
            pass
        _empty.append(file.read_bytes())
    return _empty[0]


@asynccontextmanager
async def open_hub(folder: Path, **settings: Any) -> AsyncIterator[Hub]:
    """The matches of one process with a SQLite database."""
    chosen = {"rate_limits": False, "bot_processes": 1, "bot_pace": 0.0, "frames_per_second": 10_000, **settings}
    file = folder / "caserne.db"
    if not file.exists():
        file.write_bytes(await _empty_database(folder / "empty.db"))
    complete = Settings(database=f"sqlite:///{file}", **chosen)
    async with administration.open_store(complete) as store:
        hub = Hub(complete, store)
        await hub.open()
        try:
            yield hub
        finally:
            await hub.close()


async def new_guest(hub: Hub) -> Visitor:
    return await Identity(hub.services.store, "key").create_guest()


async def new_match(hub: Hub, host: Visitor, *guests: Visitor, **request: Any) -> LiveMatch:
    """Create a match, by default one for two people at the toy game; return it once the guests have joined."""
    wanted = {"game": TOY, "seats": ["me", "guest"], **request}
    match = await lobby.create_match(hub.services.store, hub, host, lobby.MatchRequest(**wanted))
    for guest in guests:
        await lobby.join(hub.services.store, hub, match, guest, None)
    return await hub.match(match)


async def hide_letters(live: LiveMatch) -> None:
    """Let both seats of the toy game arrange their set-up."""
    for seat in range(2):
        await commands.perform(live, seat, messages.ReadyRequest(id="r", setup="A"), f"ready:{seat}", 0)


@asynccontextmanager
async def watching(
    hub: Hub, live: LiveMatch, who: Visitor | str, options: ViewerOptions = WITHOUT_PICTURES
) -> AsyncIterator[Socket]:
    """A socket on a match, which has been sent the first state, or why there is none."""
    socket, owner = Socket(), Owner(who if isinstance(who, str) else who.id, "address")
    serving = asyncio.create_task(hub.watch(socket, live.id, owner, options))  # type: ignore[arg-type]
    first = ("state", "bye")
    await eventually(lambda: serving.done() or any(message["type"] in first for message in socket.heard))
    try:
        yield socket
    finally:
        await socket.close(1000)
        await serving


Scene = Callable[[Hub, LiveMatch, Socket, Socket], Awaitable[None]]


def at_a_table(folder: Path, scene: Scene, **request: Any) -> None:
    """A timed match that two people watch from their seats, set-ups done."""

    async def story() -> None:
        async with open_hub(folder) as hub:
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann, bob, **{"time": {"minutes": 1}, **request})
            await hide_letters(live)
            async with watching(hub, live, ann) as first, watching(hub, live, bob) as second:
                await scene(hub, live, first, second)

    asyncio.run(story())


class Notices(list[ChangeNotice]):
    """What a process has told the others, and they have not heard yet."""

    def __init__(self, sender: Hub) -> None:
        sender.services.bus.publish = self.append  # type: ignore[method-assign]

    async def reach(self, receiver: Hub) -> None:
        """Deliver everything."""
        heard, self[:] = list(self), []
        await receiver._follow(heard)
