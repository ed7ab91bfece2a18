"""The table: three clicks to play, touch, keyboard, refusals, drafts, a line that breaks, another language."""

from __future__ import annotations

import json
import random
import re

import pytest
from browser_player import NewPlayer, Player, rounds
from hurry import hurried
from playwright.sync_api import Locator, Page, Route, expect

import caserne
from caserne.core.game.registry import about, rooms

ARRANGED = next(
    game for game in rooms() if not about(game).luck and not about(game).hidden and caserne.game(game).setup_form(0)
)
"""A game in which one arranges a camp and then sees everything."""
HIDDEN = next(game for game in rooms() if about(game).hidden and about(game).seats == (2, 2) and game != "oracle")
ROLLED = [game for game in rooms() if about(game).luck and game != "oracle"]


def begin(player: Player, game: str) -> None:
    """Sit down at a match against the weakest bot, at the first seat, ready to move."""
    match = player.create(game, "me", {"bot": 1})
    player.open(f"/match/{match}")
    player.wait(lambda: player.state)
    player.act_until(lambda: player.can("move") and player.state["legal"], random.Random(1))


def a_step(player: Player) -> dict[str, list[str]]:
    """A legal move that nothing speaks against."""
    plain = [move for move in player.state["legal"] if move["cells"] and move["move"] not in player.state["warnings"]]
    return next(move for move in plain if "label" not in move)


def choose_the_computer(player: Player, game: str) -> None:
    """Press the button on a game's card on the front page."""
    card = player.page.locator("article", has=player.page.get_by_role("heading", name=about(game).title("en")))
    card.get_by_role("button", name="Play the computer").click()


def test_the_first_move_is_three_clicks_from_the_first_visit(new_player: NewPlayer) -> None:
    player = new_player()
    player.open("/")
    choose_the_computer(player, ARRANGED)
    player.page.get_by_role("button", name="Begin").click()
    player.page.get_by_role("button", name="Ready").click()
    player.wait(lambda: player.can("move"))


def test_the_dialog_of_a_new_match_opens_complete(new_player: NewPlayer) -> None:
    """A button that moves when the rest arrives is missed by who is about to press it."""
    player = new_player()
    begin, shown_before = player.page.get_by_role("button", name="Begin"), list[int]()

    def look_and_go_on(route: Route) -> None:
        shown_before.append(begin.count())
        route.continue_()

    player.page.route(f"**/api/games/{ARRANGED}?*", look_and_go_on)
    player.open("/")
    choose_the_computer(player, ARRANGED)
    expect(begin).to_be_focused()
    assert shown_before == [0]


def test_of_two_games_that_are_chosen_the_later_one_is_begun(new_player: NewPlayer) -> None:
    """While the first one's options are on their way, the page can be used."""
    player = new_player()
    later, held = next(game for game in rooms() if game != ARRANGED), list[Route]()
    player.page.route(f"**/api/games/{ARRANGED}?*", lambda route: held.append(route))
    player.open("/")
    with player.page.expect_request(f"**/api/games/{ARRANGED}?*"):
        choose_the_computer(player, ARRANGED)
    choose_the_computer(player, later)
    dialog = player.page.get_by_role("dialog", name=about(later).title("en"))
    expect(dialog).to_be_visible()
    held[0].continue_()
    player.page.wait_for_load_state("networkidle")
    expect(player.page.get_by_role("dialog")).to_have_count(1)
    expect(dialog).to_be_visible()


def test_a_link_is_copied_over_plain_http_too(new_player: NewPlayer) -> None:
    """Away from this machine and without HTTPS, browsers have no clipboard for scripts."""
    player = new_player(inspected=True)
    player.page.add_init_script("delete Navigator.prototype.clipboard")
    player.open(f"/match/{player.create(ARRANGED, 'me', 'guest')}")
    player.page.get_by_role("button", name="Copy the link").click()
    expect(player.page.get_by_role("button", name="Copied")).to_be_visible()
    player.page.evaluate("document.body.append(document.createElement('textarea'))")
    field = player.page.locator("body > textarea")
    field.press("Control+V")
    expect(field).to_have_value(player.page.url)


def test_dragging_a_piece_moves_it(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player, ARRANGED)
    version, (origin, end) = player.state["version"], a_step(player)["cells"]
    there, here = player.middle(end), player.middle(origin)
    player.page.mouse.move(*here)
    player.page.mouse.down()
    player.page.mouse.move(*there, steps=6)
    player.page.mouse.up()
    player.wait(lambda: player.state["version"] > version)


def test_a_whole_match_is_played_with_the_keyboard_alone(new_player: NewPlayer) -> None:
    player, dice = new_player(), random.Random(1)
    player.open("/")
    card = player.page.locator("article", has=player.page.get_by_role("heading", name=about(ARRANGED).title("en")))
    press(card.get_by_role("button", name="Play the computer"))
    player.page.get_by_role("slider").press("Home")
    press(player.page.get_by_role("button", name="Begin"))
    press(player.page.get_by_role("button", name="Ready"))
    player.wait(lambda: player.state)
    for _ in rounds("the match is over"):
        player.wait(lambda: player.state["result"] or (player.can("move") and player.state["legal"]))
        if player.state["result"]:
            break
        version, wanted = player.state["version"], hurried(player, dice)
        player.board.locator("[tabindex='0']").focus()
        move = next(move for move in player.state["legal"] if move["move"] == wanted)
        for cell in move["cells"]:
            walk_to(player, cell)
            player.page.keyboard.press("Enter")
        if "label" in move:
            press(player.page.get_by_role("button", name=move["label"], exact=True))
        player.wait(lambda version=version: player.state["version"] > version)
    press(player.page.get_by_role("link", name="Replay", exact=True))
    expect(player.page.get_by_role("slider")).to_be_visible()


def press(button: Locator) -> None:
    """As a keyboard does; Playwright clicks what it cannot focus."""
    expect(button).to_be_enabled()
    button.focus()
    expect(button).to_be_focused()
    button.press("Enter")


def walk_to(player: Player, cell: str) -> None:
    """Press arrow keys until the focus is on a cell."""
    where = "() => { const r = document.activeElement; return [+r.getAttribute('x'), +r.getAttribute('y')] }"
    goal = player.cell(cell).evaluate("r => [+r.getAttribute('x'), +r.getAttribute('y')]")
    for _ in range(60):
        x, y = player.page.evaluate(where)
        across, down = goal[0] - x, goal[1] - y
        if abs(across) < 0.3 and abs(down) < 0.3:
            return
        if abs(across) > abs(down):
            player.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        else:
            player.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"the arrow keys do not lead to {cell}")


def test_a_move_that_cannot_be_made_is_refused_with_its_rule(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player, ARRANGED)
    origin = a_step(player)["cells"][0]
    ends = {move["cells"][1] for move in player.state["legal"] if move["cells"][0] == origin}
    own = {piece["cell"] for piece in player.state["scene"]["pieces"] if piece["seat"] == 0}
    player.touch(origin)
    player.touch(next(cell for cell in player.state["scene"]["names"] if cell not in ends | own))
    rule = player.page.get_by_role("link", name=re.compile(rf"See rule {about(ARRANGED).rules}-\d"))
    expect(rule.first).to_have_attribute("href", re.compile(rf"^/learn/{ARRANGED}#"))
    assert player.can("move")


def test_a_phone_shows_an_attack_before_it_is_made(new_player: NewPlayer) -> None:
    player = new_player(width=360, height=740, touch=True)
    begin(player, HIDDEN)
    player.page.get_by_role("button", name="Settings").tap()
    player.page.get_by_label("Show a move before it is played").select_option("always")
    player.page.get_by_role("button", name="Close").tap()
    version, cells = player.state["version"], a_step(player)["cells"]
    for cell in cells:
        player.cell(cell).tap()
    expect(player.page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport()
    assert player.state["version"] == version
    player.page.get_by_role("button", name="Play", exact=True).tap()
    player.wait(lambda: player.state["version"] > version)


@pytest.mark.parametrize("game", [game for game in rooms() if game != "oracle"])
def test_on_a_phone_nothing_sticks_out_and_the_button_is_in_reach(new_player: NewPlayer, game: str) -> None:
    player = new_player(width=360, height=740, touch=True)
    player.open(f"/match/{player.create(game, 'me', {'bot': 1})}")
    player.wait(lambda: player.state)
    expect(player.board).to_be_visible()
    assert width_of(player.page) == 360
    if player.can("ready"):
        expect(player.page.get_by_role("button", name="Ready").last).to_be_in_viewport()
    elif game in ROLLED:
        expect(player.page.get_by_role("button", name="Roll the die").last).to_be_in_viewport()
    else:  # begins with a move: there is no button to press, and the board must be in reach
        expect(player.board).to_be_in_viewport(ratio=1)


def test_on_a_phone_nothing_sticks_out_of_the_home_page(new_player: NewPlayer) -> None:
    player = new_player(width=360, height=740, touch=True)
    player.open("/")
    expect(player.page.get_by_role("article")).to_have_count(len(rooms()))
    assert width_of(player.page) == 360


def width_of(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize("game", ROLLED)
def test_a_die_is_tapped_to_roll(new_player: NewPlayer, game: str) -> None:
    player = new_player()
    player.open(f"/match/{player.create(game, 'me', {'bot': 1})}")
    player.wait(lambda: player.state)
    if player.can("ready"):
        player.act(random.Random(1))
    player.wait(lambda: player.can("roll"))
    version = player.state["version"]
    player.page.get_by_role("button", name="Roll the die").first.click()
    player.wait(lambda: player.state["version"] > version)


def test_what_was_asked_while_the_line_was_cut_is_done_once_it_is_back(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player, ARRANGED)
    version, move = player.state["version"], a_step(player)
    player.context.set_offline(True)
    expect(player.page.get_by_text("Connection lost")).to_be_visible()
    player.play(move)
    assert player.state["version"] == version
    player.context.set_offline(False)
    player.wait(lambda: player.state["version"] > version)
    since = [event for number, event in player.events.items() if number >= version]
    assert [event["move"] for event in since if event["seat"] == 0] == [move["move"]]
    expect(player.page.get_by_text("Connection lost")).to_be_hidden()


def test_another_language_takes_everything_along(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player, ARRANGED)
    player.page.get_by_label("Language").select_option("fr")
    expect(player.page.get_by_text("À vous de jouer")).to_be_visible()
    expect(player.board).to_have_attribute("aria-label", about(ARRANGED).title("fr"))
    assert player.page.evaluate("document.documentElement.lang") == "fr"


def test_notes_in_pencil_stay_in_this_browser(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player, HIDDEN)
    enemy = next(piece["cell"] for piece in player.state["scene"]["pieces"] if piece["seat"] == 1)
    player.cell(enemy).click(button="right")
    player.page.get_by_label("One or two letters").fill("9")
    player.page.get_by_role("button", name="Note it").click()
    expect(player.cell(enemy)).to_have_attribute("aria-label", re.compile("noted 9"))
    player.page.reload()
    expect(player.cell(enemy)).to_have_attribute("aria-label", re.compile("noted 9"))


def test_giving_up_is_asked_twice(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player, ARRANGED)
    give_up = player.page.get_by_role("button", name=re.compile("^(Resign|Call the game off)$"))
    give_up.click()
    player.page.get_by_role("button", name="No", exact=True).click()
    assert player.state["result"] is None
    give_up.click()
    player.page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Resign|Call the game off)$")).click()
    player.wait(lambda: player.state["result"])
    expect(player.page.get_by_role("heading", name=re.compile("resigns|called the match off"))).to_be_visible()


def test_nothing_is_loaded_from_elsewhere(new_player: NewPlayer) -> None:
    player = new_player()
    addresses: list[str] = []
    player.page.on("request", lambda request: addresses.append(request.url))
    begin(player, ARRANGED)
    assert [address for address in addresses if not address.startswith((player.url, "data:"))] == []
    assert json.loads(player.page.evaluate("JSON.stringify(performance.getEntriesByType('resource').length)")) > 0
