"""The home page of a server that has just started: what is not ready says so, and nothing moves when it is."""

from __future__ import annotations

from typing import Any

import pytest
from accessibility import needs_axe, violations
from browser_player import PATIENCE, NewPlayer, Player, resize
from playwright.sync_api import Route, expect

TASK, PREPARATION = "**/api/today?*", "**/api/preparation?*"
NOT_YET = {
    "fr-FR": ("La position du jour", "Elle se prépare et s’affichera ici."),
    "en-GB": ("Position of the day", "It is being prepared and will appear here."),
}
SENTENCES = {"short": "Take it.", "long": "Count the squares before you move the piece on e4. " * 4}
"""Tasks are written in a few words or in several lines."""
SIZES = [(1280, 800), (844, 390), (390, 844), (360, 640)]


def places(player: Player) -> list[Any]:
    """Return where the cards are in windows of all sizes, on a page that is not scrolled."""
    found = []
    for size in SIZES:
        resize(player, *size)
        boxes = "cards => cards.map(card => card.getBoundingClientRect().toJSON())"
        found.append((size, player.page.locator(".card").evaluate_all(boxes)))
    return found


@needs_axe
@pytest.mark.parametrize("say", SENTENCES.values(), ids=SENTENCES)
@pytest.mark.parametrize("locale", NOT_YET)
def test_the_card_of_the_day_says_that_its_position_is_being_prepared(
    new_player: NewPlayer, locale: str, say: str
) -> None:
    player, held = new_player(locale=locale, inspected=True), list[Route]()
    player.page.route(TASK, lambda route: held.append(route))
    with player.page.expect_request(TASK):
        player.open("/")
    title, text = NOT_YET[locale]
    expect(player.page.locator(".card", has_text=title)).to_contain_text(text)
    assert violations(player) == []
    before = places(player)
    task = held[0].fetch(timeout=PATIENCE).json()
    task["lesson"]["steps"][0]["say"] = say
    held[0].fulfill(json=task)
    expect(player.page.locator("a.card[href='/today']")).to_contain_text(say.strip())
    assert places(player) == before


def test_the_line_about_the_preparation_comes_with_the_games_and_moves_nothing(new_player: NewPlayer) -> None:
    player, held = new_player(), list[Route]()
    player.page.route(PREPARATION, lambda route: held.append(route))
    line, games = player.page.get_by_text("The games are being prepared"), player.page.get_by_role("article")
    with player.page.expect_response("**/api/games?*") as answer, player.page.expect_request(PREPARATION):
        player.open("/")
    answer.value.finished()
    resize(player, *SIZES[0])  # time for the page to draw the games, if it did not wait
    assert games.count() == 0
    with player.page.expect_request(PREPARATION):
        held.pop().fulfill(json={"compiled": 1, "parts": 2})
    expect(line).to_be_visible()
    before = places(player)
    held.pop().fulfill(json={"compiled": 2, "parts": 2})
    expect(line).to_be_hidden()
    assert places(player) == before
