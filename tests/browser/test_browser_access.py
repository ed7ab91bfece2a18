"""axe-core finds no violations, in light and dark. Tables are checked in test_browser_layout.py."""

from __future__ import annotations

import pytest
from accessibility import needs_axe, violations
from browser_player import NewPlayer
from listener import Listener
from playwright.sync_api import expect

from caserne.core.game.lessons import lessons
from caserne.core.game.registry import rooms

TAUGHT = next(game for game in rooms() if lessons(game))

pytestmark = needs_axe


def test_the_home_page_and_its_dialog(new_player: NewPlayer) -> None:
    player = new_player(inspected=True)
    player.open("/")
    expect(player.page.get_by_role("article").first).to_be_visible()
    assert violations(player) == []
    player.page.get_by_role("button", name="Invite a friend").first.click()
    expect(player.page.get_by_role("dialog")).to_be_visible()
    assert violations(player) == []


OTHERS = ["/watch", "/today", "/learn", f"/learn/{TAUGHT}/variants", f"/learn/{TAUGHT}/first", "/nowhere"]


@pytest.mark.parametrize("path", [*OTHERS, *(f"/learn/{game}" for game in rooms())])
def test_the_other_pages(new_player: NewPlayer, path: str) -> None:
    player = new_player(inspected=True)
    player.open(path)
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    player.page.wait_for_load_state("networkidle")
    assert violations(player) == []


def test_the_text_mode(new_player: NewPlayer) -> None:
    player = new_player(inspected=True)
    player.open(f"/match/{player.create(TAUGHT, 'me', {'bot': 1})}")
    Listener(player).say("pieces")
    assert violations(player) == []
