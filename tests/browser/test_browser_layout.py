"""The layout of the table: how large the board is, what lies over what, and what moves, on screens of many sizes."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from accessibility import needs_axe, violations
from browser_player import NewPlayer, Player, resize
from playwright.sync_api import Locator, expect

import caserne
from caserne.core.game.registry import about, rooms

SIZES = [(844, 390), (667, 375), (640, 400), (320, 568), (1024, 768), (390, 844), (1280, 800)]
"""Phones both ways, the window of 1280 x 800 at 200 %, a small tablet, a desk."""
LEAST = 280
"""The least length of a board's longer side, in pixels."""
SHORT = 560
"""In a lower window that lies, at least a fifth is the board's."""
GAMES = [game for game in rooms() if game != "oracle"]
QUIET = next(
    game for game in GAMES if not about(game).luck and not about(game).hidden and caserne.game(game).setup_form(0)
)
"""A game in which one arranges a camp and then sees everything."""

Box = dict[str, float]


def box(element: Locator) -> Box:
    found = element.bounding_box()
    assert found is not None
    return dict(found)


def overlap(one: Box, other: Box) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def is_within(one: Box, size: tuple[int, int]) -> bool:
    x, y = one["x"], one["y"]
    return min(x, y) >= 0 and x + one["width"] <= size[0] and y + one["height"] <= size[1]


def check_layout(player: Player, size: tuple[int, int]) -> None:
    """The board is large and whole within the window, the bar beside or below it and whole too; nothing is cut."""
    board, bar = box(player.board), box(player.page.locator(".mine"))
    assert max(board["width"], board["height"]) >= min(LEAST, *size), board
    if size[0] > size[1] and size[1] < SHORT:
        assert board["width"] * board["height"] >= size[0] * size[1] / 5, board
    assert is_within(board, size), board
    assert is_within(bar, size), bar
    assert not overlap(board, bar), (board, bar)
    assert player.page.evaluate("document.documentElement.scrollWidth") == size[0]


@needs_axe
@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_large_and_uncovered_on_every_screen(new_player: NewPlayer, game: str) -> None:
    player = new_player(inspected=True)
    seats = ["me", *[{"bot": 1}] * (about(game).seats[0] - 1)]
    player.open(f"/match/{player.create(game, *seats, colours='as listed')}")
    player.wait(lambda: player.state)
    every_size(player)
    player.act_until(lambda: player.can("move") and player.state["legal"], random.Random(1))
    every_size(player)
    check_that_looking_moves_nothing(player)
    player.page.get_by_role("button", name=re.compile("^(Resign|Call the game off|Leave the table)$")).click()
    player.page.get_by_role("dialog").get_by_role("button").last.click()
    expect(player.page.get_by_role("button", name="Play again")).to_be_visible()
    every_size(player)


def every_size(player: Player) -> None:
    for width, height in SIZES:
        resize(player, width, height)
        check_layout(player, (width, height))
    assert violations(player) == []


def check_that_looking_moves_nothing(player: Player) -> None:
    """Select a piece and put it down again, in a low window."""
    resize(player, 844, 390)
    before = layout(player)
    start = next(move["cells"][0] for move in player.state["legal"] if move["cells"])
    for _ in range(2):
        player.touch(start)
        assert layout(player) == before


def layout(player: Player) -> list[Any]:
    """Where the board, the bar and the buttons below it are, on a page that is not scrolled."""
    player.page.evaluate("scrollTo(0, 0)")
    return [box(player.board), box(player.page.locator(".mine")), box(player.page.locator(".tools"))]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_messages_move_and_cover_nothing(new_player: NewPlayer, size: tuple[int, int]) -> None:
    """A refusal, an offer with its answers, a declined offer and a lost connection."""
    host, guest = new_player(width=size[0], height=size[1]), new_player(width=size[0], height=size[1])
    match = host.create(QUIET, "me", "guest", colours="as listed")
    host.open(f"/match/{match}")
    guest.sit_down(match, "Ada")
    for player in (host, guest):
        player.wait(lambda player=player: player.can("ready"))
        player.act(random.Random(1))
    host.wait(lambda: host.can("move"))
    guest.wait(lambda: "offer:draw" in guest.state["can"] or not guest.can("ready"))
    before, message = layout(host), host.page.locator(".slot")

    host.touch(next(iter(piece["cell"] for piece in host.state["scene"]["pieces"] if piece["seat"] == 0)))
    host.touch(next(cell for cell in host.state["scene"]["names"] if cell not in touchable(host)))
    expect(message.get_by_role("link", name=re.compile("See rule"))).to_be_visible()
    assert layout(host) == before

    offer(host)
    expect(message).to_contain_text("You have proposed")
    assert layout(host) == before
    accept, decline = (guest.page.get_by_role("button", name=name, exact=True) for name in ("Accept", "Decline"))
    for button in (accept, decline):
        expect(button).to_be_visible()
        assert is_on_top(button)
        assert not overlap(box(button), box(guest.board))
    decline.click()
    expect(message).to_have_text("Ada declines the draw.")
    expect(message.locator("[aria-live=assertive]")).to_have_text("Ada declines the draw.")
    assert layout(host) == before

    host.context.set_offline(True)
    expect(message).to_contain_text("Connection lost")
    expect(host.page.locator(".mine .light.away")).to_be_visible()
    assert layout(host) == before
    host.context.set_offline(False)
    expect(host.page.locator(".mine .light.away")).to_have_count(0)


def touchable(player: Player) -> set[str]:
    """The cells that begin or end a move, and those of the player's own pieces."""
    own = {piece["cell"] for piece in player.state["scene"]["pieces"] if piece["seat"] == 0}
    return own | {cell for move in player.state["legal"] for cell in move["cells"]}


def offer(player: Player) -> None:
    player.page.get_by_role("button", name="Offer a draw").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()


def is_on_top(button: Locator) -> bool:
    """Whether a touch in the middle of a button meets it, without scrolling."""
    return bool(
        button.evaluate(
            """element => {
                const { x, y, width, height } = element.getBoundingClientRect();
                return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }"""
        )
    )


def test_a_bot_that_declines_says_so(new_player: NewPlayer) -> None:
    player = new_player()
    player.open(f"/match/{player.create(QUIET, 'me', {'bot': 1}, colours='as listed')}")
    player.wait(lambda: player.state)
    player.act_until(lambda: player.can("move"), random.Random(1))
    offer(player)
    expect(player.page.locator(".slot")).to_contain_text("declines the draw.")


def test_the_focus_goes_on_to_the_board_when_its_button_is_gone(new_player: NewPlayer) -> None:
    player = new_player()
    player.open(f"/match/{player.create(QUIET, 'me', {'bot': 1}, colours='as listed')}")
    ready = player.page.get_by_role("button", name="Ready")
    expect(ready).to_be_enabled()
    ready.focus()
    ready.press("Enter")
    expect(player.board.locator("[tabindex='0']")).to_be_focused()


def movable_equations(player: Player) -> list[dict[str, Any]]:
    """The equations of the pieces that the dice let move."""
    starts = {move["cells"][0] for move in player.state["legal"]}
    return [equation for equation in player.state["scene"]["equations"] if equation["cell"] in starts]


def test_a_board_with_roads_is_as_large_as_the_short_side_and_says_how_far_a_piece_goes(new_player: NewPlayer) -> None:
    """844 x 390: every cell can be touched, stacks stay on their cells, and the equation is shown."""
    player = new_player()
    resize(player, 844, 390)
    stacked = next(
        game for game in GAMES if caserne.game(game).scene(caserne.game(game).start().view(None), "en").stacks
    )
    player.open(f"/match/{player.create(stacked, 'me', {'bot': 1}, colours='as listed')}")
    player.wait(lambda: player.state)
    player.act_until(lambda: player.can("move") and movable_equations(player), random.Random(1))
    board = box(player.board)
    assert min(board["width"], board["height"]) >= 330
    for cell in player.page.locator("[data-hit]").all()[:20]:
        assert min(box(cell)["width"], box(cell)["height"]) >= 24
    equation = movable_equations(player)[-1]
    player.touch(equation["cell"])
    written = " × ".join(str(term["value"]) for term in equation["terms"]) + f" = {equation['total']}"
    expect(player.page.locator(".equation .product")).to_have_text(written)
    expect(player.page.get_by_text(equation["text"])).to_be_visible()
    targets = {move["cells"][1] for move in player.state["legal"] if move["cells"][0] == equation["cell"]}
    assert player.marked("target") == targets
