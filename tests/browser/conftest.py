"""A real Chromium for tests that look at pages and touch them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from browser_player import FLAGS, PATIENCE, NewPlayer, Player
from playwright.sync_api import Browser, expect, sync_playwright
from server_process import ServerProcess

from needs import find_chromium

CHROMIUM = find_chromium()
PLAYERS, SERVER_LOG = pytest.StashKey[list[Player]](), pytest.StashKey[Path]()
LOG_SHOWN = 3000
"""Characters of the server's log that are shown with a failure."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here:
            item.add_marker(pytest.mark.slow)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="Chromium is not installed"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failure what each window showed, and what the server said."""
    report = yield
    if report.failed and PLAYERS in item.stash:
        for number, player in enumerate(item.stash[PLAYERS], 1):
            report.sections.append((f"window {number}", player.describe()))
        report.sections.append(("server", item.stash[SERVER_LOG].read_text("utf-8")[-LOG_SHOWN:]))
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Closed before other tests come: while it is open, they could not run event loops of their own."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def new_player(browser: Browser, server: ServerProcess, request: pytest.FixtureRequest) -> Iterator[NewPlayer]:
    """Makes people, each with a browser window of their own; none of them may have met an error."""
    players: list[Player] = []
    request.node.stash[PLAYERS], request.node.stash[SERVER_LOG] = players, server.log

    def make(
        *, width: int = 1280, height: int = 800, touch: bool = False, locale: str = "en-GB", inspected: bool = False
    ) -> Player:
        """`inspected`: scripts of the test's own may run in the page."""
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            locale=locale,
            reduced_motion="reduce",
            service_workers="block",
            bypass_csp=inspected,
        )
        context.set_default_timeout(PATIENCE)
        players.append(Player(context, server.url))
        return players[-1]

    yield make
    errors = [error for player in players for error in player.errors]
    for player in players:
        player.context.close()
    assert errors == []
