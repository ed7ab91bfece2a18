"""The rules beside the board: pieces and grounds in drawings, a search, and the rule that refused a move."""

from __future__ import annotations

import re

from accessibility import needs_axe, violations
from browser_player import NewPlayer
from playwright.sync_api import expect

from caserne.core.game.registry import about, rooms
from caserne.server.content.rulebooks import guide

GAMES = [game for game in rooms() if guide(game, "en")]


@needs_axe
def test_the_rules_open_beside_the_board_in_every_game(new_player: NewPlayer) -> None:
    player = new_player(inspected=True)
    for game in GAMES:
        seats = ["me", *[{"bot": 1}] * (about(game).seats[0] - 1)]
        player.open(f"/match/{player.create(game, *seats, colours='as listed')}")
        player.page.get_by_role("button", name="Rules and pieces").click()
        drawer = player.page.get_by_role("dialog", name="Rules and pieces")
        for entry in guide(game, "en"):
            expect(
                drawer.locator("li strong", has_text=re.compile(f"^{entry['title']}$", re.IGNORECASE)).first
            ).to_be_visible()
        expect(player.board).to_be_visible()
        rules = drawer.locator("details")
        everything = rules.count()
        drawer.get_by_label("Search the rules").fill(f"{about(game).rules}-1")
        expect(rules.first).to_contain_text(f"{about(game).rules}-1")
        assert 0 < rules.count() < everything
        drawer.get_by_label("Search the rules").fill("no such word")
        expect(drawer).to_contain_text("No rule mentions it.")
    assert violations(player) == []
    player.page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
