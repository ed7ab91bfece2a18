"""Every game can be played with a screen reader: only roles and names are used."""

from __future__ import annotations

import random
import re

import pytest
from browser_player import NewPlayer, rounds
from listener import Listener
from playwright.sync_api import expect
from rooms_by_kind import with_open_setups

from caserne.core.game.registry import about, rooms

ACTS = 8
"""How many moves, rolls and ends of turns are played."""

every_game = pytest.mark.parametrize("game", [game for game in rooms() if about(game).seats[0] == 2])


@every_game
def test_a_match_is_played_through_the_accessibility_tree_alone(new_player: NewPlayer, game: str) -> None:
    player, dice = new_player(), random.Random(5)
    player.open(f"/match/{player.create(game, 'me', {'bot': 1})}")
    ears = Listener(player)
    acts = 0
    for _ in rounds("a part of a match, or all of it, is played by ear"):
        said = ears.announced.inner_text()
        if ears.act(dice):
            acts += 1
        else:
            ears.wait_for_news(said)
        if acts >= ACTS or ears.page.get_by_role("button", name="Play again").count():
            break
    assert acts >= ACTS // 2
    assert ears.say("pieces") != "Nothing."
    assert ears.say("last") != "Nothing."
    expect(ears.announced).not_to_be_empty()

    give_up = re.compile("^(Resign|Call the game off)$")
    if ears.page.get_by_role("button", name=give_up).count():
        ears.page.get_by_role("button", name=give_up).click()
        ears.page.get_by_role("dialog").get_by_role("button", name=give_up).click()
    expect(ears.page.get_by_role("button", name="Play again")).to_be_visible()


def test_text_mode_says_why_a_move_is_refused(new_player: NewPlayer) -> None:
    game, player = with_open_setups(), new_player()
    player.open(f"/match/{player.create(game, 'me', {'bot': 1})}")
    ears = Listener(player)
    expect(ears.page.get_by_role("button", name="Ready")).to_be_enabled()
    assert ears.say("ready") == "Done."
    for _ in rounds("there is a move to make"):
        if moves := ears.moves():
            break
        ears.wait_for_news("")
    first = moves[0].partition("-")[0]
    assert first in ears.say(first)
    assert f"({about(game).rules}-" in ears.say(f"{first}-{first}")
    assert "good evening" in ears.say("good evening")
