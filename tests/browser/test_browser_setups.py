"""The set-up editor: accept a suggestion, change it, or take another."""

from __future__ import annotations

from accessibility import needs_axe, violations
from browser_player import NewPlayer, Player, rounds
from playwright.sync_api import expect

import caserne
from caserne.core.game.registry import about, rooms

LIBRARY = next(
    game.id
    for game in map(caserne.game, rooms())
    if (names := game.suggestions()) and game.mirrored_setup(game.library_setup(names[0], 0))
)
"""A game with set-ups by name that have a mirror image."""
SEPARATED = next(game for game in rooms() if (form := caserne.game(game).setup_form(0)) and form.separator)


def text_of(player: Player) -> str:
    """The text of the set-up in the editor."""
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    player.page.get_by_role("button", name="More set-ups").click()
    text = player.page.get_by_role("textbox", name="As text").input_value()
    player.page.get_by_role("button", name="Close").click()
    return text


def arrange(player: Player, game: str, *seats: str | dict[str, int]) -> str:
    match = player.create(game, *seats)
    player.open(f"/match/{match}")
    expect(player.page.get_by_role("button", name="Ready")).to_be_enabled()
    return match


def test_two_touches_swap_two_pieces_and_the_server_seals_that(new_player: NewPlayer) -> None:
    player = new_player()
    arrange(player, SEPARATED, "me", {"bot": 1})
    form = caserne.game(SEPARATED).setup_form(0)
    assert form is not None
    before = form.split(text_of(player))
    one, other = 0, next(n for n, piece in enumerate(before) if piece != before[0])
    player.touch(form.cells[one])
    player.touch(form.cells[other])
    after = [*before]
    after[one], after[other] = before[other], before[one]
    assert form.split(text_of(player)) == after
    player.page.get_by_role("button", name="Ready").click()
    player.wait(lambda: player.state["setup"] is None)
    played = next(event for event in player.state["events"] if event.get("move"))
    assert played["move"] == form.join(after)


@needs_axe
def test_set_ups_come_from_the_library_a_mirror_text_and_this_browser(new_player: NewPlayer) -> None:
    player = new_player()
    arrange(player, LIBRARY, "me", {"bot": 1})
    game = caserne.game(LIBRARY)
    form = game.setup_form(0)
    assert form is not None
    name, title = next((name, title) for name, title in game.setup_library().items() if name != "people")
    player.page.get_by_role("button", name="More set-ups").click()
    assert violations(player) == []
    player.page.get_by_role("button", name=title.text("en")).click()
    known = game.library_setup(name, 0)
    assert text_of(player) == known
    player.page.get_by_role("button", name="Mirror").click()
    assert text_of(player) == game.mirrored_setup(known)

    player.page.get_by_role("button", name="More set-ups").click()
    player.page.get_by_role("textbox", name="A name").fill("Mine")
    player.page.get_by_role("button", name="Keep this one").click()
    player.page.get_by_role("textbox", name="As text").fill(known[:-1] + "?")
    player.page.get_by_role("button", name="Take this text").click()
    expect(player.page.get_by_role("alert")).not_to_be_empty()
    player.page.get_by_role("textbox", name="As text").fill(known)
    player.page.get_by_role("button", name="Take this text").click()
    assert text_of(player) == known
    player.page.reload()
    player.page.get_by_role("button", name="More set-ups").click()
    player.page.get_by_role("button", name="Mine", exact=True).click()
    assert text_of(player) == game.mirrored_setup(known)


@needs_axe
def test_missing_pieces_are_listed_and_placed(new_player: NewPlayer) -> None:
    player = new_player(width=360, height=740, touch=True)
    arrange(player, LIBRARY, "me", {"bot": 1})
    form = caserne.game(LIBRARY).setup_form(0)
    assert form is not None
    number = sum(form.pieces.values())
    player.page.get_by_role("button", name="More set-ups").tap()
    player.page.get_by_role("button", name="Clear the board").tap()
    expect(player.page.get_by_text(f"{number} pieces are missing")).to_be_visible()
    expect(player.page.get_by_role("button", name="Ready")).to_be_disabled()
    tray = player.page.get_by_role("list", name="Pieces to place").get_by_role("button")
    tray.first.tap()
    player.cell(form.cells[0]).tap()
    expect(player.page.get_by_text(f"{number - 1} pieces are missing")).to_be_visible()
    assert violations(player) == []


def test_a_player_can_be_ready_before_the_guest_joins(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    match = arrange(host, LIBRARY, "me", "guest")
    host.page.get_by_role("button", name="Ready").click()
    expect(host.page.get_by_text("as soon as everybody is seated")).to_be_visible()
    guest.sit_down(match, "Ada")
    host.wait(lambda: host.state["setup"]["mine"] is not None)
    sealed = host.state["setup"]["mine"]
    # Not `wait_for_function`: the page's content security policy refuses what that evaluates later on.
    for _ in rounds("the set-up is remembered"):
        if host.page.evaluate("key => localStorage[key]", f"caserne.setups.{LIBRARY}.last") == f'"{sealed}"':
            break
    assert about(LIBRARY).title("en") in host.page.title()


def test_an_account_gets_the_set_ups_of_this_browser(new_player: NewPlayer) -> None:
    player = new_player()
    match = arrange(player, LIBRARY, "me", {"bot": 1})
    text = text_of(player)
    player.page.get_by_role("button", name="More set-ups").click()
    player.page.get_by_role("textbox", name="A name").fill("Fortress")
    player.page.get_by_role("button", name="Keep this one").click()
    player.open("/me")
    player.page.get_by_label("Name", exact=True).fill("Vauban")
    player.page.get_by_label("Password").fill("two red boats")
    player.page.get_by_role("button", name="Make the account").click()
    expect(player.page.get_by_text("You are signed in")).to_be_visible()
    player.page.evaluate("localStorage.clear()")
    player.open(f"/match/{match}")
    player.page.get_by_role("button", name="More set-ups").click()
    expect(player.page.get_by_text("in your account")).to_be_visible()
    player.page.get_by_role("button", name="Fortress", exact=True).click()
    assert text_of(player) == text
    player.page.get_by_role("button", name="More set-ups").click()
    player.page.get_by_role("button", name="Forget Fortress").click()
    expect(player.page.get_by_role("button", name="Fortress", exact=True)).to_be_hidden()
