"""Somebody in front of a browser: opens pages, touches cells, and hears what the browser's socket hears."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from time import monotonic
from typing import Any

import playwright.sync_api
from hurry import hurried
from play import play_on
from playwright.sync_api import BrowserContext, Locator, Request, WebSocket

from caserne.client import Client

PATIENCE = 120_000
"""Milliseconds: a server that has just started compiles rules first."""
MATCH = 300
"""Seconds that a part of a match may take: bots may have to be compiled first."""
DYING = 5000
"""Milliseconds to read a page whose test has failed."""
STATE_SHOWN = 600
"""Characters of a state that are shown with a failure."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def rounds(wanted: str, seconds: float = MATCH) -> Iterator[None]:
    """Go round a loop until it is left; one that takes too long fails and says what it wanted."""
    end = monotonic() + seconds
    while monotonic() < end:
        yield
    raise AssertionError(f"{wanted}: not within {seconds:.0f} seconds")


class Player:
    """One window of one person."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.page = context.new_page()
        self.socket: WebSocket | None = None
        self.errors: list[str] = []
        self.welcome: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        """What the socket said last."""
        self.events: dict[int, dict[str, Any]] = {}
        """All events it told of, by number."""
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", self._follow)
        context.on("request", self._note_other_site)

    def _note_other_site(self, request: Request) -> None:
        """No page of ours may ask another site for anything."""
        if not request.url.startswith((self.url, "data:", "blob:", "about:")):
            self.errors.append(f"asked another site: {request.url}")

    def _follow(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self.hear)

    def hear(self, frame: str | bytes) -> None:
        """Remember what the server said."""
        message = json.loads(frame)
        if message["type"] == "state":
            self.state = message
            self.events |= {event["number"]: event for event in message["events"]}
        elif message["type"] == "welcome":
            self.welcome = message
        elif message["type"] == "draft":
            self.state = {**self.state, **message}

    def describe(self) -> str:
        """Describe the window for the report of a test that fails."""
        try:
            text = self.page.locator("body").inner_text(timeout=DYING)
        except playwright.sync_api.Error as error:
            text = f"unreadable: {error}"
        return f"{self.page.url}\n{text}\nlast state: {json.dumps(self.state)[:STATE_SHOWN]}\nerrors: {self.errors}"

    # Getting there

    def open(self, path: str) -> None:
        self._go(self.url + path)

    def create(self, game: str, *seats: str | dict[str, int], **wishes: Any) -> str:
        """A match made without clicking; its id."""
        body = {"game": game, "seats": list(seats), **wishes}
        answer = self.context.request.post(f"{self.url}/api/matches", data=body)
        assert answer.ok, answer.text()
        return str(answer.json()["match"])

    def leave(self) -> None:
        """Close the page, as it were: what happens at the table now is drawn for nobody."""
        self._go("about:blank")

    def _go(self, url: str) -> None:
        self.socket = None  # goes with its page, which no event tells of
        self.page.goto(url)

    def sit_down(self, match: str, name: str) -> None:
        """Follow an invitation."""
        self.open(f"/match/{match}")
        self.page.get_by_label("Your first name").fill(name)
        self.page.get_by_role("button", name="Take a seat").click()

    # Playing

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid")

    def cell(self, cell: str) -> Locator:
        return self.page.locator(f'[data-hit="{cell}"]')

    def marked(self, kind: str) -> set[str]:
        """Return the cells with a mark of a kind."""
        groups = self.page.locator(f".sign.{kind}").evaluate_all("groups => groups.map((group) => group.dataset.cells)")
        return set(" ".join(groups).split())

    def touch(self, cell: str) -> None:
        self.cell(cell).click()

    def middle(self, cell: str) -> tuple[float, float]:
        """Where a mouse or a finger meets a cell."""
        box = self.cell(cell).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def can(self, what: str) -> bool:
        return what in self.state.get("can", ())

    def act(self, dice: random.Random) -> bool:
        """Do one thing that is wanted of this player, by clicking; False if nothing is."""
        version = self.state["version"], len((self.state.get("draft") or {}).get("moves", ()))
        if self.can("ready"):
            self.page.get_by_role("button", name="Ready").click()
            self.wait(lambda: not self.can("ready"))  # others seal theirs meanwhile
            return True
        if self.can("roll"):
            # Where a die leaves nothing to choose, the next one falls by itself: there is a button to skip that.
            roll = self.page.get_by_role("button", name=re.compile("Roll the die|Skip the opening")).last
            with suppress(playwright.sync_api.TimeoutError):
                roll.click(timeout=2000)
        elif self.can("end_turn"):
            self.page.get_by_role("button", name="End the turn").click()
        elif self.can("move") and self.state["legal"]:
            self.play(dice.choice(self.state["legal"]))
        else:
            return False
        self.wait(lambda: (self.state["version"], len((self.state.get("draft") or {}).get("moves", ()))) != version)
        return True

    def act_until(self, condition: Callable[[], object], dice: random.Random) -> None:
        """Do what is wanted of this player, and let the others do it, until something holds."""
        for _ in rounds("what a player does leads to something"):
            if condition():
                return
            if not self.act(dice):
                self.listen()

    def play(self, move: dict[str, Any]) -> None:
        """Make a move: touch its cells, name it if others share them, and confirm what costs something."""
        for cell in move["cells"]:
            self.touch(cell)
        if "label" in move:
            self.page.get_by_role("button", name=move["label"], exact=True).click()
        if self.state["warnings"].get(move["move"]):
            self.page.get_by_role("button", name="Play", exact=True).click()

    def wait(self, condition: Callable[[], object]) -> None:
        """Until something holds that the socket tells of; the page goes on meanwhile."""
        patience = monotonic() + PATIENCE / 1000
        while not condition():
            if monotonic() > patience:
                raise AssertionError(f"waited in vain; the last state was {json.dumps(self.state)[:STATE_SHOWN]}")
            self.listen()

    def listen(self) -> None:
        """Until the socket says something, whatever it is; one that closes is followed by another."""
        if self.socket is None or self.socket.is_closed():
            self.page.wait_for_event("websocket")
            return
        try:
            self.socket.wait_for_event("framereceived")
        except playwright.sync_api.TimeoutError:
            raise
        except playwright.sync_api.Error:
            pass  # it has closed

    # What programs do for them

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}

    def play_on(self, match: str, other: Player, seed: int) -> None:
        """The boring part: programs play both seats to the end, as the two people would."""

        clients = [Client(self.url, player.cookies) for player in (self, other)]

        async def both() -> None:
            async with AsyncExitStack() as leaving:
                tables = [await client.open(match, scene=True) for client in clients]
                for table in tables:
                    leaving.push_async_callback(table.close)
                await asyncio.gather(
                    *(play_on(table, random.Random(seed + n), choose=hurried) for n, table in enumerate(tables))
                )

        with ThreadPoolExecutor(1) as programs:  # this thread has Playwright's event loop
            programs.submit(asyncio.run, both()).result()


def resize(player: Player, width: int, height: int) -> None:
    """Change the window and let the page draw itself twice: media queries are answered only as it does."""
    player.page.set_viewport_size({"width": width, "height": height})
    player.page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
    player.page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


NewPlayer = Callable[..., Player]
"""How tests make people: `new_player(width=360, locale="fr-FR")`."""
