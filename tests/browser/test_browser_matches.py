"""Matches of every game that is found, in two browsers: invited, arranged, clicked, and brought to an end."""

from __future__ import annotations

import random
import re

import pytest
from browser_player import NewPlayer, rounds
from playwright.sync_api import expect

import caserne
from caserne.core.game.option_forms import presets
from caserne.core.game.registry import about, rooms

every_game = pytest.mark.parametrize("game", [game for game in rooms() if about(game).seats[0] == 2])


@every_game
def test_two_people_meet_play_and_end_a_match(new_player: NewPlayer, game: str) -> None:
    host, guest = new_player(), new_player()
    host.open("/")
    card = host.page.locator("article", has=host.page.get_by_role("heading", name=about(game).title("en"), exact=True))
    card.get_by_role("button", name="Invite a friend").click()
    if "first" in presets(game):
        host.page.get_by_role("radio", name="First game").check()  # often the shortest
    host.page.get_by_role("button", name="Make the link").click()
    host.page.wait_for_url("**/match/*")
    match = host.page.url.rpartition("/")[2]
    expect(host.page.get_by_role("heading", name="Invite a friend")).to_be_visible()

    guest.sit_down(match, "Ada")
    expect(host.page.get_by_text("Ada")).to_be_visible()
    for player in (host, guest):
        expect(player.board).to_be_visible()
        player.wait(lambda player=player: player.state.get("can"))

    dice, acts = random.Random(7), 0
    for _ in rounds("fourteen things are done at the table"):
        if acts >= 14 or host.state["result"]:
            break
        did = [player.act(dice) for player in (host, guest)]
        acts += sum(did)
        newest = max(host.state["version"], guest.state["version"])
        for player in (host, guest):
            player.wait(lambda player=player, newest=newest: player.state["version"] >= newest)
        if not any(did):
            host.listen()

    if not guest.state["result"]:
        guest.page.get_by_role("button", name=re.compile("^(Resign|Call the game off)$")).click()
        guest.page.get_by_role("dialog").get_by_role("button").last.click()
    for player in (host, guest):
        expect(player.page.get_by_role("button", name="Play again")).to_be_visible()
    assert len(host.state["result"]["returns"]) == caserne.game(game).seats
