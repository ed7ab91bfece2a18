"""Drive the terminal application in a test: press keys, click cells, read the screen."""

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import textual._wait
from patience import PATIENCE
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import caserne
from caserne.core.game.game import Game
from caserne.core.match.match import Match
from caserne.tui.app import TableApp
from caserne.tui.board import Board
from caserne.tui.opening import Opened
from caserne.tui.players import Players
from caserne.tui.table_screen import TableScreen

SMALL = (80, 24)
QUIET_ROUNDS = 3
"""How often in a row all widgets must be idle: a key may lead to a message, a dialog, a focus."""

gc.freeze()
"""Keep Numba's many objects out of garbage collection."""
textual._wait.SLEEP_GRANULARITY = 0.004
textual._wait.SLEEP_IDLE = 0.001
"""Textual's pilot sleeps 40 ms after every key; the driver waits for what it needs instead."""


class Driver:
    """A person at the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    # What the person sees

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def match(self) -> Any:
        return self.screen.local.match

    @property
    def board(self) -> Board:
        return self.screen.query_one(Board)

    @property
    def picture(self) -> list[str]:
        """Return the board as plain characters."""
        return self.board.canvas().lines()

    def words(self, selector: str) -> str:
        widget = self.screen.query_one(selector, Static)
        return str(widget.content) if widget.display else ""

    @property
    def message(self) -> str:
        return self.words("#message")

    @property
    def status(self) -> str:
        return self.words("#status")

    @property
    def offers(self) -> list[str]:
        offers = self.screen.query_one("#offers", OptionList)
        return [str(offers.get_option_at_index(n).prompt) for n in range(offers.option_count)]

    def marked(self, kind: str) -> set[str]:
        assert self.board.scene
        return {mark.cell for mark in self.board.scene.marks if mark.kind == kind}

    # What the person does

    async def press(self, *keys: str) -> None:
        """Press keys one after another; faster than the pilot, which waits for the processor to be idle."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
            await self.settle()

    async def write(self, text: str) -> None:
        """Replace the text of the dialog and accept it."""
        self.screen.query_one(Input).value = text
        await self.press("enter")

    async def go(self, cell: str) -> None:
        """Move the cursor to a cell with arrow keys only."""
        grid = self.board.grid
        assert grid
        for _ in range(100):
            here, there = grid.places[str(self.board.cursor)], grid.places[cell]
            if here == there:
                return
            across, down = there[0] - here[0], there[1] - here[1]
            key = ("right" if across > 0 else "left") if across else ("down" if down > 0 else "up")
            await self.press(key)
        raise AssertionError(f"the cursor does not reach {cell}")

    async def play_by_keys(self, *cells: str) -> None:
        for cell in cells:
            await self.go(cell)
            await self.press("enter")

    async def touch(self, *cells: str) -> None:
        """Post the message of a click or Enter on a cell; several times as fast as the mouse."""
        for cell in cells:
            self.board.post_message(Board.Touched(cell))
            await self.settle()

    async def click(self, *cells: str) -> None:
        for cell in cells:
            grid = self.board.grid
            assert grid
            area = grid.areas[cell]
            await self.pilot.click(Board, offset=(area.x + area.width // 2, area.y))
            await self.settle()

    async def settle(self) -> None:
        """Wait until a person is to act, or no seat is."""
        deadline = time.monotonic() + PATIENCE
        quiet = 0
        while quiet < QUIET_ROUNDS:
            await (asyncio.sleep(0.002) if self._busy() else self.pilot.pause(0))
            quiet = 0 if self._busy() else quiet + 1
            assert time.monotonic() < deadline, f"the table is still busy: {self.screen}"

    def _busy(self) -> bool:
        screen = self.screen
        if isinstance(screen, TableScreen):
            ready = bool(screen.is_mounted and getattr(screen, "board", None) and screen.board.scene)
            return not ready or screen._thinking is not None or not (self.offers or screen.move_input)
        return type(screen).__name__ == "LoadingScreen"


def sit(
    scenario: Callable[[Driver], Awaitable[None]], app: TableApp | None = None, size: tuple[int, int] = SMALL
) -> None:
    """Run a scenario, by default in a match of Movers & Hoppers against a random bot."""

    async def run() -> None:
        sat_at = app or movers("human", "bot:random")
        async with sat_at.run_test(size=size) as pilot:
            driver = Driver(sat_at, pilot)
            await driver.settle()
            await scenario(driver)

    asyncio.run(run())


def movers(*seats: str, lang: str = "fr", start: str | None = None, **options: Any) -> TableApp:
    """Return an application that opens at once: its rules are not compiled beforehand."""
    return table(caserne.game("movers", **options), seats, lang, start)


def table(game: Game[Any], seats: Sequence[str], lang: str, start: str | None = None) -> TableApp:
    players = Players.at(game.seats, seats)
    opened = Opened(Match(game, players=players.seats, start=start), players)
    return TableApp(None, None, lang, opened=opened, pace=0)


async def arranged(driver: Driver, setup: str = "MHMHMH") -> None:
    """Confirm a fixed set-up instead of a random one."""
    driver.screen.suggest(driver.screen.local.to_act(), setup)
    await driver.press("enter")
