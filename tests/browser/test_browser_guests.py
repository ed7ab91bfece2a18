"""Guests: the name they are given, their list of matches, and what is left of a match that they have played."""

from __future__ import annotations

import random
import re

from browser_player import NewPlayer, Player
from playwright.sync_api import expect

import caserne
from caserne.core.game.registry import about, rooms

QUIET = next(
    game for game in rooms() if not about(game).luck and not about(game).hidden and caserne.game(game).setup_form(0)
)
ROLLED = next(game for game in rooms() if about(game).luck and about(game).seats[0] == 2 and game != "oracle")
NAME = re.compile("^[A-Z][a-z]+ [A-Z][a-z]+$")


def names_at_the_table(player: Player) -> list[str]:
    return [member["name"] for seat in player.welcome["table"]["seats"] for member in seat["members"]]


def resign(player: Player) -> None:
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def test_guests_have_a_friendly_name_and_change_it_on_the_spot(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    match = host.create(QUIET, "me", "guest", colours="as listed")
    host.open(f"/match/{match}")
    host.wait(lambda: host.welcome)
    given = names_at_the_table(host)[0]
    assert NAME.match(given)
    guest.open(f"/match/{match}")
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text(f"{given} invites you")
    expect(guest.page.get_by_label("Your first name")).to_have_attribute("placeholder", NAME)
    guest.page.get_by_role("button", name="Take a seat").click()
    guest.wait(lambda: guest.welcome)
    mine = guest.page.locator(".mine")
    mine.get_by_role("button", name=NAME).click()
    guest.page.get_by_label("Your first name").fill("Ada")
    guest.page.get_by_role("button", name="Save").click()
    expect(mine.get_by_role("button", name="Ada")).to_be_visible()
    expect(host.page.locator(".others")).to_contain_text("Ada")


def test_my_matches_say_what_they_wait_for_and_how_they_ended(new_player: NewPlayer) -> None:
    player = new_player()
    rolled = player.create(ROLLED, "me", {"bot": 1}, colours="as listed")
    player.open(f"/match/{rolled}")
    player.wait(lambda: player.state)
    if player.can("ready"):
        player.page.get_by_role("button", name="Ready").click()
    player.wait(lambda: player.can("roll"))
    waiting = player.create(QUIET, "me", "guest")
    lost = player.create(QUIET, "me", {"bot": 1}, colours="as listed")
    player.open(f"/match/{lost}")
    player.wait(lambda: player.welcome["match"] == lost)
    player.act_until(lambda: player.can("resign"), random.Random(1))
    resign(player)
    player.wait(lambda: player.state["result"])

    player.open("/")
    entries = player.page.get_by_role("listitem").filter(has=player.page.locator("a.card"))
    expect(entries.filter(has=player.page.locator(f"[href='/match/{rolled}']"))).to_contain_text("Your turn")
    mine = entries.filter(has=player.page.locator(f"[href='/match/{waiting}']"))
    expect(mine).to_contain_text("Waiting for somebody")
    assert mine.inner_text().count("free seat") == 1
    player.page.locator("summary", has_text="finished").click()
    expect(entries.filter(has=player.page.locator(f"[href='/replay/{lost}']"))).to_contain_text("Lost.")


def test_a_replay_shows_the_board_from_the_side_that_one_played(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    match = host.create(QUIET, "me", "guest", colours="as listed")
    guest.sit_down(match, "Ada")
    for player in (host, guest):
        player.open(f"/match/{match}")
        player.page.get_by_role("button", name="Ready").click()
        player.wait(lambda player=player: not player.can("ready"))
    for player in (host, guest):
        player.act_until(lambda player=player: player.can("resign"), random.Random(1))
    cell = host.state["scene"]["pieces"][0]["cell"]
    sides = {player: is_in_the_upper_half(player, cell) for player in (host, guest)}
    assert sides[host] != sides[guest]
    resign(guest)
    expect(guest.page.get_by_role("link", name="Replay", exact=True)).to_be_visible()
    for player in (host, guest):
        player.open(f"/replay/{match}")
        expect(player.board).to_be_visible()
        assert is_in_the_upper_half(player, cell) == sides[player]


def is_in_the_upper_half(player: Player, cell: str) -> bool:
    board = player.board.bounding_box()
    assert board is not None
    return player.middle(cell)[1] < board["y"] + board["height"] / 2


def test_a_match_that_cannot_be_started_says_so_beside_its_button(new_player: NewPlayer) -> None:
    player = new_player(width=390, height=664)
    player.open("/")
    card = player.page.locator("article", has=player.page.get_by_role("heading", name=about(ROLLED).title("en")))
    card.get_by_role("button", name="Play the computer").click()
    begin = player.page.get_by_role("button", name="Begin")
    expect(begin).to_be_visible()
    player.context.set_offline(True)
    begin.click()
    alert = player.page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_be_in_viewport(ratio=1)
