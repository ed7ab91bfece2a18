"""Comfort at the table: premoves, watching by choice, marks of what a piece takes, grounds that explain themselves."""

from __future__ import annotations

import random
import re

from accessibility import needs_axe, violations
from browser_player import NewPlayer
from playwright.sync_api import expect
from rooms_by_kind import with_learned_beliefs

import caserne
from caserne.core.game.registry import about, rooms
from caserne.core.game.scene import Scene
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup
from caserne.server.matches.hints import MOST_WEIGHED

AT_ONCE = next(
    game
    for game in rooms()
    if not about(game).hidden and about(game).luck == 0 and not caserne.game(game).start().in_setup
)
"""A game without secrets, dice and set-ups."""
SETTINGS = "localStorage.setItem('caserne.settings', JSON.stringify({ premoves: true }))"
COUNT_REDRAWN = """() => {
    window.redrawn = 0;
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    const drawing = document.querySelector("svg:has(> defs)");
    new MutationObserver((changes) => (window.redrawn += changes.length)).observe(drawing, everything);
}"""
"""Count the changes in the drawing of the board and its pieces."""


def test_a_premove_is_played_as_soon_as_the_other_has_moved(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player(inspected=True)
    match = host.create(AT_ONCE, "me", "guest", colours="as listed")
    guest.context.add_init_script(SETTINGS)
    guest.sit_down(match, "Ada")
    host.open(f"/match/{match}")
    host.wait(lambda: host.can("move"))
    first = caserne.game(AT_ONCE).start()
    opening = first.legal()[0]
    reply = first.play(opening).legal()[0]
    origin, target = first.game.touches(reply)
    guest.touch(origin)
    guest.touch(target)
    expect(guest.page.get_by_text(re.compile("^Prepared:"))).to_be_visible()
    for cell in first.game.touches(opening):
        host.touch(cell)
    host.wait(lambda: any(event.get("move") == reply for event in host.events.values()))


def test_a_guest_with_a_link_may_watch_and_is_counted(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    match = host.create(AT_ONCE, "me", "guest")
    host.open(f"/match/{match}")
    guest.open(f"/match/{match}")
    guest.page.get_by_role("button", name="Only watch").click()
    expect(guest.page.get_by_text("You are watching this match.")).to_be_visible()
    expect(host.page.get_by_text("1 spectator")).to_be_visible()


def test_a_hint_against_a_bot_is_drawn_counted_and_told_at_the_end(new_player: NewPlayer) -> None:
    player = new_player()
    player.open(f"/match/{player.create(AT_ONCE, 'me', {'bot': 1}, colours='as listed')}")
    player.wait(lambda: player.can("hint"))
    player.page.get_by_role("button", name="Hint").click()
    expect(player.page.get_by_text("A good move:")).to_be_visible()
    expect(player.page.locator(".trail.better")).to_have_count(1)
    expect(player.page.locator(".trail.weighed")).to_have_count(MOST_WEIGHED)
    expect(player.page.get_by_text(re.compile(r"Or else: (\S+ \((\d+%|about as good)\)(, |\.)){2}"))).to_be_visible()
    expect(player.page.get_by_text("1 hint used", exact=True)).to_be_visible()
    expect(player.page.get_by_role("button", name="Hint")).to_be_focused()
    player.act(random.Random(1))
    expect(player.page.get_by_text("A good move:")).to_be_hidden()
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(player.page.get_by_role("heading", name="1 hint used.")).to_be_visible()


@needs_axe
def test_after_a_hint_hidden_pieces_are_drawn_as_what_they_may_be_until_the_next_move(new_player: NewPlayer) -> None:
    player = new_player(inspected=True)
    player.open(f"/match/{player.create(with_learned_beliefs(), 'me', {'bot': 1}, colours='as listed')}")
    player.wait(lambda: player.can("ready"))
    player.act(dice := random.Random(1))
    player.wait(lambda: player.can("hint"))
    hidden = [piece["cell"] for piece in player.state["scene"]["pieces"] if piece["seat"] == 1]
    expect(player.cell(hidden[0])).not_to_have_accessible_name(re.compile("probably"))
    player.page.get_by_role("button", name="Hint").click()
    expect(player.page.get_by_text("A good move:")).to_be_visible()
    expect(player.page.locator(".piece .guess")).to_have_count(len(hidden))
    expect(player.cell(hidden[0])).to_have_accessible_name(re.compile(r"probably \w+ \d+%"))
    player.cell(hidden[0]).hover()
    expect(player.page.locator(".strip")).to_contain_text(re.compile(r"probably \w+ \d+%"))
    assert violations(player) == []
    player.act(dice)
    expect(player.page.locator(".piece .guess")).to_have_count(0)


@needs_axe
def test_a_touched_piece_shows_what_it_takes_and_a_ground_explains_itself(new_player: NewPlayer) -> None:
    game = next(room for room in rooms() if _scene(room).captures)
    player = new_player(width=844, height=390, inspected=True)
    player.open(f"/match/{player.create(game, 'me', {'bot': 1}, colours='as listed')}")
    expect(player.page.get_by_role("button", name="Rules and pieces")).to_have_count(1)
    player.page.get_by_role("button", name="Ready").click()
    player.wait(lambda: player.can("roll") or player.can("move"))
    captures = _scene(game).captures
    pieces = player.state["scene"]["pieces"]
    taker = next(piece for piece in pieces if piece["seat"] == 0 and captures[piece["symbol"]])
    prey = [piece for piece in pieces if piece["seat"] == 1 and piece["symbol"] in captures[taker["symbol"]]]
    player.page.evaluate(COUNT_REDRAWN)
    player.touch(taker["cell"])
    expect(player.cell(prey[0]["cell"])).to_have_accessible_name(re.compile("can be taken by the chosen piece"))
    assert player.marked("prey") == {piece["cell"] for piece in prey}
    assert player.page.evaluate("redrawn") == 0, "marks lie over the drawing, which is not painted again"
    occupied = {piece["cell"] for piece in pieces}
    empty = next(cell for cell in player.state["scene"]["names"] if cell not in occupied)
    player.cell(empty).focus()
    player.page.keyboard.press("p")
    expect(player.page.get_by_role("dialog")).to_contain_text(re.compile(r"\w+\."))
    assert violations(player) == []


def _scene(game: str) -> Scene:
    match = Match(caserne.game(game))
    while match.position.in_setup:
        seat = match.waiting()[0]
        match.submit(seat, suggest_setup(match, seat))
    return match.game.scene(match.view(0), "en")


def test_pictures_move_only_for_people_who_do_not_mind(new_player: NewPlayer) -> None:
    player = new_player()
    for motion, shown in (("reduce", "picture.svg"), ("no-preference", "living.svg")):
        player.page.emulate_media(reduced_motion=motion)
        player.open("/")
        is_shown = "shown => document.querySelector('article picture img')?.currentSrc.includes(shown)"
        player.page.wait_for_function(is_shown, arg=shown)
