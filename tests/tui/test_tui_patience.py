"""The screen is never frozen: not while bots think, not while rules are compiled."""

import os
import subprocess
import sys
import threading

import numba
import pytest
from patience import PATIENCE
from tui_driver import Driver, arranged, movers, sit

from caserne.bots.names import BOTS
from caserne.bots.simple import RandomBot
from caserne.core.game.words import SHARED_WORDS
from caserne.core.kernel import driver as numba_driver
from caserne.tui.app import TableApp
from caserne.tui.loading_screen import LoadingScreen

pytestmark = pytest.mark.thorough


@pytest.fixture
def thought(monkeypatch) -> threading.Event:
    """The bot `slow` moves only after this event is set."""
    thought = threading.Event()

    class Slow(RandomBot):
        def choose(self, observation):
            thought.wait(PATIENCE)
            return super().choose(observation)

    monkeypatch.setitem(BOTS, "slow", Slow)
    return thought


def test_the_board_answers_while_a_bot_thinks(thought):
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        driver.screen.submit(0, "b2-b3")
        await driver.pilot.pause(0.02)
        assert driver.status == "Ordinateur (slow) réfléchit…"
        await driver.pilot.press("f")
        assert driver.screen.local.flipped
        assert driver.match.position.ply == 1
        thought.set()
        await driver.settle()
        assert driver.match.position.ply == 2

    sit(scenario, movers("human", "bot:slow"))


def test_a_bot_move_for_a_position_taken_back_is_ignored(thought):
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        before = driver.match.position
        driver.screen.submit(0, "b2-b3")
        await driver.pilot.pause(0.02)
        assert driver.match.actor == 1
        await driver.pilot.press("u")
        thought.set()
        await driver.settle()
        assert driver.match.position == before
        assert (driver.status, driver.message) == ("À vous de jouer.", "Votre coup est repris.")

    sit(scenario, movers("human", "bot:slow"))


def test_compiling_is_announced():
    compiled, seen = threading.Event(), []

    def prepare() -> str:
        assert numba_driver  # watches Numba
        numba.njit(lambda x: x + 1)(1)
        compiled.wait(PATIENCE)
        return "ready"

    async def scenario(driver: Driver) -> None:
        driver.app.push_screen(LoadingScreen(prepare, seen.append))
        announced = SHARED_WORDS("compiling").text("fr")
        for _ in range(1000):
            await driver.pilot.pause(0.01)
            if isinstance(driver.screen, LoadingScreen) and driver.words("#loading_words") == announced:
                break
        assert driver.words("#loading_words") == announced
        compiled.set()
        for _ in range(1000):
            await driver.pilot.pause(0.01)
            if seen:
                break
        assert seen == ["ready"]

    sit(scenario, TableApp(None, None, "fr", pace=0))


WHOLE_GAME = """
import caserne
from caserne.core.kernel.compiled import watch_compilation
from caserne.tui.opening import Opened, Match, open_new
from caserne.tui.players import Players
from caserne.tui.local_match import LocalMatch
from caserne.tui.phrases import Phrases

opened = open_new(caserne.game("oracle"), Players(("bot:random", "bot:greedy")))
late = []
with watch_compilation(late.append):
    table, match = LocalMatch(opened, Phrases("fr")), opened.match
    while match.actor is not None:
        seat = table.to_act()
        table.scene(), table.status(), table.moves(table.names(), 30), table.person_rolls()
        match.roll() if seat is None else match.submit(seat, table.bot(seat).move(table.shown_to_bot(seat)))
    table.scene(), table.status()
print(late)
"""


@pytest.mark.slow
def test_nothing_is_compiled_once_a_table_is_open(tmp_path):
    environment = {**os.environ, "CASERNE_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", WHOLE_GAME]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_terminal_is_too_small_to_go_on():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        for size in ((40, 12), (10, 4), (1, 1), (80, 24)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause(0.05)
        await driver.touch("b2", "b3")
        assert driver.match.position.ply == 2

    sit(scenario)
