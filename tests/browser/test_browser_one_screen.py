"""Several people on one screen: the board is hidden between turns, and the page then holds nothing secret."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from accessibility import needs_axe, violations
from browser_player import NewPlayer, Player
from playwright.sync_api import WebSocket, expect
from rooms_by_kind import with_open_setups

from caserne.core.game.registry import about, rooms

HIDDEN = next(game for game in rooms() if about(game).hidden and about(game).seats == (2, 2) and game != "oracle")


class Screen:
    """A player whose frames are recorded, and the strings in the page's memory."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.frames: list[str] = []
        self.secrets: list[str] = []
        """The set-ups that the page has sent."""
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", self._note)

    def _note(self, frame: str | bytes) -> None:
        if "setup" in (message := json.loads(frame)):
            self.secrets.append(message["setup"])

    def show_view(self, seat: str) -> None:
        self.page.get_by_role("button", name=f"I am {seat}").click()
        expect(self.player.board).to_be_visible()

    def expect_hidden_board(self, seat: str) -> None:
        expect(self.page.get_by_role("button", name=f"I am {seat}")).to_be_visible()
        expect(self.player.board).to_have_count(0)

    def heap(self) -> str:
        """Every string in the page's memory."""
        session = self.player.context.new_cdp_session(self.page)
        chunks: list[str] = []
        session.on("HeapProfiler.addHeapSnapshotChunk", lambda part: chunks.append(part["chunk"]))
        session.send("HeapProfiler.collectGarbage")
        session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        session.detach()
        return "\n".join(json.loads("".join(chunks))["strings"])

    def has_secret(self, text: str) -> bool:
        return any(secret in text for secret in self.secrets)

    def states(self) -> list[dict[str, Any]]:
        return [message for frame in self.frames if (message := json.loads(frame))["type"] in ("state", "draft")]


def arrange(screen: Screen, seat: str) -> None:
    """Show a seat's view and accept the suggested set-up."""
    screen.show_view(seat)
    screen.frames.clear()
    screen.page.get_by_role("button", name="Ready").click()


def open_here(new_player: NewPlayer, game: str) -> Screen:
    screen = Screen(new_player())
    match = screen.player.create(game, "me", "me", here=True)
    screen.player.open(f"/match/{match}")
    return screen


@needs_axe
def test_the_page_holds_nothing_secret_while_the_board_is_hidden(new_player: NewPlayer) -> None:
    screen = open_here(new_player, HIDDEN)
    player = screen.player
    arrange(screen, "Red")
    screen.expect_hidden_board("Blue")
    assert violations(player) == []
    arrange(screen, "Blue")
    screen.expect_hidden_board("Red")
    assert len(screen.secrets) == 2

    def nothing_is_known() -> None:
        faces = {piece["symbol"] for state in screen.states() for piece in state["scene"]["pieces"]}
        assert len(faces) <= 1, "all pieces look alike to spectators"
        assert not any(state["scene"]["seat"] is not None or state["legal"] for state in screen.states())
        places = {"frames": "".join(screen.frames), "page": screen.page.content()}
        assert [place for place, text in places.items() if screen.has_secret(text)] == []
        # Requests and transitions under way may still hold a set-up for a moment; afterwards nothing may.
        player.wait(lambda: not screen.has_secret(screen.heap()))
        screen.frames.clear()

    nothing_is_known()
    screen.show_view("Red")
    known = [piece for piece in player.state["scene"]["pieces"] if piece["seat"] == 0]
    assert len({piece["symbol"] for piece in known}) > 2
    screen.frames.clear()
    player.play(player.state["legal"][0])
    screen.expect_hidden_board("Blue")
    expect(screen.page.get_by_text("Red played")).to_be_visible()
    nothing_is_known()

    screen.show_view("Blue")
    screen.frames.clear()
    screen.page.evaluate("""() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    screen.expect_hidden_board("Blue")
    nothing_is_known()
    screen.show_view("Blue")
    screen.frames.clear()
    screen.page.reload()
    screen.expect_hidden_board("Blue")
    nothing_is_known()


@pytest.mark.parametrize("people", [3, 4])
def test_three_and_four_people_share_a_phone(new_player: NewPlayer, people: int) -> None:
    player, dice = new_player(width=360, height=740), random.Random(people)
    game = next(game for game in rooms() if about(game).seats[1] >= people)
    tables = player.context.request.get(f"{player.url}/api/games/{game}").json()["tables"]
    options = next(table["options"] for table in tables if table["seats"] == people)
    player.open(f"/match/{player.create(game, *['me'] * people, here=True, options=options)}")
    player.wait(lambda: player.state)

    def movers() -> set[int]:
        return {event["seat"] for event in player.events.values() if event["event"] == "action"}

    player.act_until(lambda: movers() == set(range(people)), dice)
    for seat in player.welcome["table"]["seats"]:
        assert not seat["free"]
    assert player.page.locator(".player").count() == people
    assert player.page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_game_without_secrets_never_hides_the_board(new_player: NewPlayer) -> None:
    screen = open_here(new_player, with_open_setups())
    player = screen.player
    for seat in ("White", "Red"):
        arrange(screen, seat)
    expect(player.board).to_be_visible()
    for seat in (0, 1, 0):
        player.wait(lambda seat=seat: player.state["actor"] == seat and player.state["legal"])
        player.play(player.state["legal"][0])
    player.wait(lambda: player.state["actor"] == 1)
    assert player.state["scene"]["seat"] is None
