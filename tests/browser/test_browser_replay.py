"""After a match: the result, the points, the replay and the review."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from accessibility import needs_axe, violations
from browser_player import NewPlayer, Player, rounds
from playwright.sync_api import expect

import caserne
from caserne.bots.names import bot
from caserne.bots.review import Verdict, review
from caserne.core.game.registry import about, rooms
from caserne.server.matches.reviews import REVIEWER

HIDDEN = next(game for game in rooms() if about(game).hidden and about(game).seats == (2, 2) and game != "oracle")
OPEN = next(game for game in rooms() if about(game).luck == 0 and not about(game).hidden)
COUNTED = next(game for game in rooms() if caserne.game(game).rules.scores and caserne.game(game).long_turns)
"""A game that ends with points."""


class Worst(random.Random):
    """Chooses the legal move that the reviewing bot likes least."""

    def __init__(self, player: Player) -> None:
        super().__init__(2)
        self._player = player

    def choice(self, legal: Any) -> Any:
        game = caserne.game(self._player.welcome["game"], **self._player.welcome["options"])
        position, judge = game.position(self._player.state["position"]), bot(REVIEWER, game, 1)
        values = [judge.analyse(position.play(move["move"]).view(1)).value for move in legal]
        return legal[values.index(max(values))]


def play_and_resign(player: Player, game: str, moves: int, dice: random.Random | None = None) -> str:
    """Play a match against a bot, resign after some moves, and return its id."""
    match = player.create(game, "me", {"bot": 1}, colours="as listed")
    player.open(f"/match/{match}")
    player.wait(lambda: player.state)

    def made() -> int:
        return sum(event["event"] == "action" and event["seat"] == 0 for event in player.events.values())

    player.act_until(lambda: made() >= moves, dice or random.Random(moves))
    player.wait(lambda: player.can("resign"))
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(player.page.get_by_role("heading", name="resigns and loses")).to_be_visible()
    return match


@needs_axe
def test_a_replay_shows_all_pieces_or_what_a_side_saw(new_player: NewPlayer) -> None:
    player = new_player()
    match = play_and_resign(player, HIDDEN, moves=4)
    names = {piece["name"] for piece in player.state["scene"]["pieces"] if piece["seat"] == 1}
    assert len(names) > 2, "everything is revealed at the end"
    player.page.get_by_role("link", name="Replay", exact=True).click()
    slider = player.page.get_by_role("slider")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    assert last >= 3
    expect(slider).to_have_value(str(last))
    end = player.page.url
    player.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    assert player.page.url != end
    player.page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    expect(player.page.get_by_text("The beginning")).to_be_visible()
    player.page.keyboard.press(" ")
    expect(slider).not_to_have_value("0")
    player.page.keyboard.press(" ")
    player.page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    player.page.get_by_role("button", name="Verify").click()
    expect(player.page.get_by_text("All is in order.")).to_be_visible()
    assert violations(player) == []
    page, guesses = player.page, player.page.locator(".piece .guess")
    page.get_by_role("button", name="view").first.click()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    step = page.url.partition("step=")[2]
    sight = player.context.request.get(f"{player.url}/api/matches/{match}/sight?seat=0&step={step}").json()
    believed = sight["beliefs"][0]
    expect(guesses).to_have_count(len(sight["beliefs"]))
    expect(player.cell(believed["cell"])).to_have_accessible_name(
        re.compile(f"probably {believed['chances'][0]['name']}")
    )
    player.cell(believed["cell"]).hover()
    expect(page.get_by_text(f"On {believed['cell']} probably: {believed['chances'][0]['name']}")).to_be_visible()
    assert violations(player) == []
    page.get_by_role("button", name="everything").click()
    expect(guesses).to_have_count(0)

    friend = new_player(width=360, height=740)
    friend.open(f"/replay/{match}?step=0")
    expect(friend.page.get_by_role("slider")).to_have_value("0")
    kinds = friend.page.get_by_role("gridcell", name=re.compile("Blue|Red"))
    assert len({re.sub(r"^\\w+, ", "", kinds.nth(n).get_attribute("aria-label") or "") for n in range(20)}) > 2
    with friend.page.expect_download() as download:
        friend.page.get_by_role("link", name="Download").click()
    assert caserne.Record.load(download.value.path()).match == match


def test_a_bot_marks_mistakes_and_shows_better_moves_on_the_board(new_player: NewPlayer) -> None:
    for _ in rounds("a match in which there was something to lose"):
        player = new_player()
        match = play_and_resign(player, OPEN, 4, Worst(player))
        record = caserne.Record.loads(player.context.request.get(f"{player.url}/api/matches/{match}/record").text())
        decisions = review(record, REVIEWER)
        mistakes = [one for one in decisions if one.verdict != Verdict.GOOD]
        if mistakes:
            break
    player.open(f"/replay/{match}")
    player.page.get_by_role("button", name="Analyse the match").click()
    expect(player.page.get_by_role("img", name="Who stood better")).to_be_visible()
    listed = player.page.get_by_role("button", name=re.compile("Better:"))
    expect(listed).to_have_count(len(mistakes))
    expect(player.page.get_by_role("progressbar")).to_have_count(0)
    told = player.context.request.get(f"{player.url}/api/matches/{match}/review").json()["decisions"]
    assert [(one["move"], one["best"], one["loss"]) for one in told] == [
        (one.move, one.best, one.loss) for one in decisions
    ]
    assert all(one["cells"] == [*caserne.game(OPEN).touches(one["best"])] for one in told)
    expect(player.page.get_by_role("group", name="What is shown")).to_have_count(0)
    listed.first.click()
    expect(player.page.get_by_text(f"Instead of {mistakes[0].move}: {mistakes[0].best}")).to_be_visible()
    expect(player.page.locator(".trail.better")).to_have_count(1)


def test_the_points_are_added_up(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    match = host.create(COUNTED, "me", "guest")
    guest.sit_down(match, "Ada")
    expect(guest.board).to_be_visible()
    guest.leave()
    host.play_on(match, guest, seed=5)
    host.open(f"/match/{match}")
    table = host.page.get_by_role("table")
    expect(table).to_be_visible()
    rows = [[cell.inner_text() for cell in row.get_by_role("cell").all()] for row in table.get_by_role("row").all()[1:]]
    *lines, total = [[int(text) for text in row] for row in rows]
    assert [sum(column) for column in zip(*lines, strict=True)] == total == host.state["result"]["scores"]


@pytest.mark.parametrize("address", ["/replay/nothing", "/replay/"])
def test_a_replay_that_cannot_be_shown_says_why(new_player: NewPlayer, address: str) -> None:
    player = new_player()
    player.open(address)
    expect(player.page.get_by_role("heading")).to_contain_text("Nothing lives here")
