"""Nothing about hidden pieces reaches the other player's browser.

Two matches that differ only in what Red hides are played with the same moves. Everything that Blue's browser receives
must be the same byte for byte, except what differs between any two matches: identifiers, times, and the commitments to
set-ups and dice, which are hashes of salted secrets. The order of HTTP answers is not compared, nor the icons of the
tab: static files that the browser fetches, or skips, at its own discretion. Notices of who is at the table are compared
in their own order: when they come among other frames depends on pauses, and on whether the board was drawn before.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field

import pytest
from browser_player import NewPlayer, Player
from playwright.sync_api import Response, Route, WebSocket, expect

import caserne
from caserne.core.game.position import Position
from caserne.core.game.registry import about, rooms
from caserne.core.game.scene import Scene
from caserne.core.match.match import Match
from caserne.core.presentation.illustrate import illustrate

PLIES = 12
TAB_ICON = re.compile(r"/icon(-turn)?\.svg$")
RED, BLUE = 0, 1
secretive = pytest.mark.parametrize(
    "game", [game for game in rooms() if about(game).hidden and caserne.game(game).setup_form(RED)]
)


@dataclass
class Scenario:
    """The set-ups and the moves of both matches, between which Blue sees no difference."""

    red: tuple[str, str]
    blue: str
    moves: list[str] = field(default_factory=list)

    @classmethod
    def find(cls, game: str) -> Scenario:
        """Return the first of many random scenarios in which a piece is taken."""
        blank = Match(caserne.game(game)).position
        first, second = blank.suggested_setup(101), blank.suggested_setup(102)
        for seed in range(100):
            scenario = cls((first, second), blank.play(first).suggested_setup(seed + 3))
            positions = [blank.play(setup).play(scenario.blue) for setup in scenario.red]
            before, dice = piece_count(positions), random.Random(seed)
            while len(scenario.moves) < PLIES and (move := common_move(positions, dice)):
                positions = [position.play(move) for position in positions]
                scenario.moves.append(move)
            if len(scenario.moves) == PLIES and piece_count(positions) < before:
                return scenario
        raise AssertionError("no scenario looks the same to Blue")


def piece_count(positions: list[Position]) -> int:
    return len(positions[0].game.scene(positions[0].view(BLUE), "en").pieces)


def common_move(positions: list[Position], dice: random.Random) -> str | None:
    """A move that is legal in both positions and after which Blue sees the same."""
    one, other = positions
    shared = sorted(set(one.legal()) & set(other.legal()))
    return next((move for move in dice.sample(shared, len(shared)) if seen(one, move) == seen(other, move)), None)


def seen(position: Position, move: str) -> Scene:
    """What Blue sees of a move: also what fell, and in a combat who fought."""
    return illustrate(position.play(move).view(BLUE), "en", last=move)


class ReceivedData:
    """Everything that a browser receives."""

    def __init__(self, player: Player) -> None:
        self.answers: list[Response] = []
        self.frames: list[str] = []
        self._player = player
        player.page.on("response", lambda answer: self.answers.append(answer))
        player.page.on("websocket", self._listen)
        player.page.route("**/setups?*", _with_one_seed)
        player.page.add_init_script("Math.random = () => 0.5")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def read(self, match: str) -> dict[str, list[str]]:
        """What was received, without what differs between any two matches."""
        page = self._player.page.content()
        answers = [answer for answer in self.answers if not TAB_ICON.search(answer.url)]
        http = [f"{answer.request.method} {answer.url}\n{answer.text()}" for answer in answers]
        frames = [frame for frame in self.frames if kind_of(frame) != "pong"]
        return {
            "http": sorted(without_identifiers(text, match) for text in http),
            "frames": [without_identifiers(text, match) for text in frames if kind_of(text) != "table"],
            "tables": [without_identifiers(text, match) for text in frames if kind_of(text) == "table"],
            "page": [without_identifiers(page, match)],
        }


def kind_of(frame: str) -> str:
    return str(json.loads(frame)["type"])


def _with_one_seed(route: Route) -> None:
    """Draw suggestions for Blue's own set-up with the same seed in both matches."""
    route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "seed": 1}))


def without_identifiers(text: str, match: str) -> str:
    for pattern, name in (
        (re.escape(match), "MATCH"),
        (r'"qr":\s*"(\\.|[^"\\])*"', "QR CODE OF THE ADDRESS"),
        (r"data:image/svg[^\"]*", "QR CODE OF THE ADDRESS"),
        (r"\b[0-9a-f]{64}\b", "COMMITMENT"),
        (r'("id":\s*)"[\w-]{8,}"', r"\1 VISITOR OR REQUEST"),
        (r"\b1[0-9]{12}\b", "TIME"),
    ):
        text = re.sub(pattern, name, text)
    return text


def data_received_by_blue(new_player: NewPlayer, game: str, scenario: Scenario, setup: str) -> dict[str, list[str]]:
    """Play one of the matches and return what Blue's browser received in it."""
    red, blue = new_player(), new_player()
    received = ReceivedData(blue)
    named = red.context.request.patch(f"{red.url}/api/me", data={"name": "Grace"})  # guests' own names differ
    assert named.ok, named.text()
    match = red.create(game, "me", "guest", colours="as listed")
    red.open(f"/match/{match}")
    expect(red.board).to_be_visible()
    joined = blue.context.request.post(f"{blue.url}/api/matches/{match}/join", data={"name": "Ada"})
    assert joined.ok, joined.text()
    blue.open(f"/match/{match}")
    for player in (red, blue):
        player.wait(lambda player=player: player.can("ready"))
    arrange_by_text(red, setup)
    blue.wait(lambda: blue.state["setup"]["ready"] == [RED])
    arrange_by_text(blue, scenario.blue)
    for number, move in enumerate(scenario.moves):
        mover = (red, blue)[number % 2]
        mover.wait(lambda mover=mover: mover.can("move") and mover.state["legal"])
        version = mover.state["version"]
        mover.play(next(legal for legal in mover.state["legal"] if legal["move"] == move))
        for player in (red, blue):
            player.wait(lambda player=player, version=version: player.state["version"] > version)
    expect(blue.page.get_by_role("list", name="Moves").get_by_role("img")).not_to_have_count(0)
    return received.read(match)


def arrange_by_text(player: Player, setup: str) -> None:
    """Enter a set-up as text and seal it."""
    page = player.page
    page.get_by_role("button", name="More set-ups").click()
    page.get_by_role("textbox", name="As text").fill(setup)
    page.get_by_role("button", name="Take this text").click()
    page.get_by_role("button", name="Ready").click()
    player.wait(lambda: not player.can("ready"))


def difference(one: list[str], other: list[str]) -> str:
    """Where two lists of texts first differ, with some context."""
    left, right = "\n".join(one), "\n".join(other)
    if left == right:
        return ""
    at = next((place for place, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), len(left))
    return f"{left[at - 60 : at + 60]!r} but {right[at - 60 : at + 60]!r}"


@secretive
def test_a_browser_receives_nothing_about_what_the_other_player_hides(new_player: NewPlayer, game: str) -> None:
    scenario = Scenario.find(game)
    one, other = (data_received_by_blue(new_player, game, scenario, setup) for setup in scenario.red)
    assert {kind: difference(one[kind], other[kind]) for kind in one} == dict.fromkeys(one, "")
    everything = "".join(part for parts in one.values() for part in parts)
    assert scenario.blue in everything, "Blue's own set-up must be among the received data"
    assert not any(setup in everything for setup in scenario.red)
    assert len(one["frames"]) > PLIES
