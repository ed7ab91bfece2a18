"""Everyone can play: by ear alone, and no page has a fault that axe-core knows."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from browser_player import NewPlayer
from listener import Listener
from playwright.sync_api import Page, expect

from caserne.core.lessons import lessons
from caserne.core.registry import about, rooms

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
ACTS = 8
"""How much of a match is played by ear: moves, rolls and ends of turns."""

every_game = pytest.mark.parametrize("game", [game for game in rooms() if about(game).seats[0] == 2])


@every_game
def test_a_match_is_played_through_the_accessibility_tree_alone(new_player: NewPlayer, game: str) -> None:
    player, dice = new_player(), random.Random(5)
    player.open("/")
    player.open(f"/match/{player.create(game, 'me', {'bot': 1})}")
    ears = Listener(player)
    acts = 0
    for _ in range(400):
        acts += ears.act(dice)
        if acts >= ACTS or ears.page.get_by_role("button", name="Play again").count():
            break
        ears.page.wait_for_timeout(50)
    assert acts >= ACTS // 2
    assert ears.say("pieces") != "Nothing."
    assert ears.say("last") != "Nothing."
    expect(ears.announced).not_to_be_empty()

    resign = ears.page.get_by_role("button", name="Resign")
    if resign.count():
        resign.click()
        ears.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ears.page.get_by_role("button", name="Play again")).to_be_visible()


def test_text_mode_says_why_a_move_is_refused(new_player: NewPlayer) -> None:
    game = next(game for game in rooms() if about(game).luck == 0 and not about(game).hidden)
    player = new_player()
    player.open("/")
    player.open(f"/match/{player.create(game, 'me', {'bot': 1})}")
    ears = Listener(player)
    assert ears.say("ready") == "Done."
    while not ears.moves():
        ears.page.wait_for_timeout(50)
    first = ears.moves()[0].partition("-")[0]
    assert first in ears.say(first)
    assert f"({about(game).rules}-" in ears.say(f"{first}-{first}")
    assert "good evening" in ears.say("good evening")


TAUGHT = next(game for game in rooms() if lessons(game))
PAGES = ["/", "/watch", "/learn", f"/learn/{TAUGHT}", f"/learn/{TAUGHT}/first", "/nowhere"]


@pytest.mark.skipif(not AXE.exists(), reason="the packages of the client are not installed (make web)")
def test_axe_finds_nothing_wrong_on_any_page(new_player: NewPlayer) -> None:
    player = new_player()
    for path in PAGES:
        player.open(path)
        expect(player.page.get_by_role("heading", level=1)).to_be_visible()
        player.page.wait_for_load_state("networkidle")
        assert faults(player.page) == [], path
    for game in rooms():
        player.open(f"/match/{player.create(game, *['me', {'bot': 1}, {'bot': 1}][: about(game).seats[0]])}")
        expect(player.board).to_be_visible()
        Listener(player)
        assert faults(player.page) == [], game


def faults(page: Page) -> list[str]:
    """What axe-core has against a page, one line each; by night only colours differ."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    page.emulate_media(color_scheme="dark")
    found += page.evaluate("async () => (await axe.run({ runOnly: ['color-contrast'] })).violations")
    page.emulate_media(color_scheme="light")
    return [f"{one['id']}: {json.dumps([node['html'][:160] for node in one['nodes'][:3]])}" for one in found]
