"""The keyboard alone, in every game: from the front page to the rematch, with a focus that is seen and never lost."""

from __future__ import annotations

import re

import pytest
from browser_player import NewPlayer, Player
from keyboard import Keyboard
from playwright.sync_api import expect

from caserne.core.game.registry import rooms

GAMES = [game for game in rooms() if game != "oracle"]
MOVES = 2
"""How many moves are made before the game is given up."""
LEAVE = "^(Resign|Call the game off|Leave the table)"


@pytest.mark.parametrize("game", GAMES)
def test_from_the_front_page_to_the_rematch_by_keyboard(new_player: NewPlayer, game: str) -> None:
    player = new_player()
    keyboard = Keyboard(player)
    player.open("/")
    card = player.page.get_by_role("article").filter(has=player.page.locator(f'a[href^="/learn/{game}"]'))
    keyboard.use("Play the computer", game=card.locator("h2").inner_text())
    keyboard.use("Begin", dialog=True)
    expect(player.board.locator(":focus")).to_be_visible()
    first = player.page.url
    play_some_moves(player, keyboard)
    keyboard.use(LEAVE, dialog=False)
    keyboard.use(LEAVE, dialog=True)
    expect(player.page.locator("main :focus")).to_be_visible()
    keyboard.use("Play again")
    expect(player.page).not_to_have_url(first)
    expect(player.board.locator(":focus")).to_be_visible()


def play_some_moves(player: Player, keyboard: Keyboard) -> None:
    """Do what is wanted until some moves are made."""
    made = 0
    while made < MOVES:
        player.wait(lambda: any(player.can(what) for what in ("ready", "roll", "move", "end_turn")))
        before, acted = player.state, True
        if player.can("ready"):
            expect(player.page.get_by_role("button", name="Ready")).to_be_enabled()
            keyboard.use("Ready")
            player.wait(lambda: not player.can("ready"))  # others seal theirs meanwhile
        elif player.can("roll"):  # where a die leaves nothing to choose, the next one falls by itself
            acted = keyboard.use("Roll the die", unless=lambda before=before: player.state is not before)  # type: ignore[misc]
        elif player.can("end_turn"):
            keyboard.use("End the turn")
        else:
            make_a_move(player, keyboard)
            made += 1
        player.wait(lambda before=before: player.state is not before)
        if acted:
            expect(player.page.locator("main :focus")).to_be_visible()


def make_a_move(player: Player, keyboard: Keyboard) -> None:
    move = player.state["legal"][0]
    for cell in move["cells"]:
        keyboard.touch(cell)
    if "label" in move:
        keyboard.use(re.escape(move["label"]))
    if player.state["warnings"].get(move["move"]):
        keyboard.use("Play$")
