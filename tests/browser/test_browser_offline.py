"""The installed client: pages and rules work offline, and matches continue after an outage of the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_player import PATIENCE, Player, rounds
from forked_server import ForkedServer
from playwright.sync_api import Browser, expect
from server_process import ServerProcess

from caserne.core.game.registry import about, rooms

GAME = next(iter(rooms()))
KEPT = """async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
}"""
PAUSE = 200
"""Milliseconds between two looks, so that the server has the processor meanwhile."""
RULES_KEPT = f"""async () => (await ({KEPT})()).filter((path) => path.endsWith("/rules")).length"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ForkedServer(tmp_path).start()
    yield process
    process.stop()


def test_rules_open_offline_and_a_match_continues_when_the_server_is_back(
    browser: Browser, own_server: ServerProcess
) -> None:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    player = Player(context, own_server.url)
    page = player.page
    player.open("/")
    match = player.create(GAME, "me", {"bot": 1})
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    for _ in rounds("every rulebook is kept"):
        if page.evaluate(RULES_KEPT) == len(rooms()):
            break
        page.wait_for_timeout(PAUSE)
    player.open(f"/match/{match}")
    expect(player.board).to_be_visible()
    assert not [path for path in page.evaluate(KEPT) if "match" in path and path.startswith("/api")]

    own_server.stop()
    player.open(f"/learn/{GAME}")
    expect(page.get_by_role("heading", level=1, name=about(GAME).title("en"))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile(f"^{about(GAME).rules}-1 "))).to_be_visible()
    player.open(f"/match/{match}")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()

    own_server.start()
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(player.board).to_be_visible()
    context.close()
