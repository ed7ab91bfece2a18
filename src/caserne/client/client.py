"""The HTTP side: the visitor's identity, and matches to create or join."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import httpx

from caserne.client.connection import PATIENCE, MatchConnection, RequestRefused

IDLE_SECONDS = 2.0
"""An idle connection is closed after this, before the server does so: a request would meet a closed connection."""


class Client:
    """One visitor of a server; keeps its cookie like a browser."""

    def __init__(self, url: str, cookies: dict[str, str] | None = None) -> None:
        self.url = url.rstrip("/")
        # Loading certificates takes longer than a match, and plain HTTP needs none.
        checks = self.url.startswith("https:")
        limits = httpx.Limits(keepalive_expiry=IDLE_SECONDS)
        self._http = httpx.AsyncClient(
            base_url=self.url, cookies=cookies, timeout=PATIENCE, limits=limits, verify=checks
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    @property
    def cookies(self) -> dict[str, str]:
        return dict(self._http.cookies)

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call any route; raise RequestRefused if the answer is an error."""
        answer = await self._http.request(method, path, json=body)
        if answer.is_error:
            raise RequestRefused.read(answer)
        return answer.json() if answer.content else None

    async def create(self, game: str, seats: list[Any], **options: Any) -> str:
        """Create a match and return its id."""
        made = await self.call("POST", "/api/matches", {"game": game, "seats": seats, **options})
        return str(made["match"])

    async def join(self, match: str, seat: int | None = None, name: str | None = None) -> int:
        """Take a free seat and return its number."""
        taken = await self.call("POST", f"/api/matches/{match}/join", {"seat": seat, "name": name})
        return int(taken["seat"])

    async def match(self, match: str) -> dict[str, Any]:
        """Return what an invitation shows."""
        shown: dict[str, Any] = await self.call("GET", f"/api/matches/{match}")
        return shown

    async def open(self, match: str, *, lang: str = "en", scene: bool = False, version: int = 0) -> MatchConnection:
        """Connect to a match, to play or to watch."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = MatchConnection(self.url, match, cookies, lang=lang, scene=scene)
        await connection.connect(version)
        return connection
