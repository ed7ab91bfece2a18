"""No page asks another site for anything. Every test in a browser notes such requests; here are all kinds of pages."""

from __future__ import annotations

import pytest
from browser_player import NewPlayer
from playwright.sync_api import expect

from caserne.core.game.lessons import lessons
from caserne.core.game.registry import rooms

TAUGHT = next(game for game in rooms() if lessons(game))
ELSEWHERE = "http://elsewhere.invalid/"


@pytest.mark.parametrize("path", ["/", "/watch", "/me", "/learn", f"/learn/{TAUGHT}", "/hosting", "/nowhere"])
def test_a_page_asks_this_server_alone(new_player: NewPlayer, path: str) -> None:
    player = new_player()
    player.open(path)
    expect(player.page.get_by_role("heading", level=1).first).to_be_visible()
    player.page.wait_for_load_state("networkidle")
    assert player.errors == []


def test_the_pages_of_a_match_ask_this_server_alone(new_player: NewPlayer) -> None:
    player = new_player()
    player.open(f"/match/{player.create(TAUGHT, 'me', {'bot': 1})}")
    expect(player.board).to_be_visible()
    player.page.wait_for_load_state("networkidle")
    assert player.errors == []


def test_a_request_to_another_site_would_be_noticed(new_player: NewPlayer) -> None:
    player = new_player(inspected=True)
    player.open("/")
    player.page.evaluate(f"fetch('{ELSEWHERE}').catch(() => null)")
    assert player.errors == [f"asked another site: {ELSEWHERE}"]
    player.errors.clear()
