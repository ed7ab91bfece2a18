"""Nothing about hidden pieces reaches the other player's browser, by any way.

Two matches that differ only in what Red hides are played move for move alike. Everything that Blue's browser receives
is written down and must be the same byte for byte, but for what stands for one match or one moment whatever is hidden:
identifiers, times, and the commitments to set-ups and dice, which are hashes of salted secrets.
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
RED, BLUE = 0, 1
secretive = pytest.mark.parametrize(
    "game", [game for game in rooms() if about(game).hidden and caserne.game(game).setup_form(RED)]
)


@dataclass
class Course:
    """How both matches go: the set-ups and the moves, none of which lets Blue tell the one from the other."""

    red: tuple[str, str]
    blue: str
    moves: list[str] = field(default_factory=list)

    @classmethod
    def found(cls, game: str) -> Course:
        """The first of many random courses in which something is taken."""
        blank = Match(caserne.game(game)).position
        first, second = blank.suggested_setup(101), blank.suggested_setup(102)
        for seed in range(100):
            course = cls((first, second), blank.play(first).suggested_setup(seed + 3))
            tables = [blank.play(setup).play(course.blue) for setup in course.red]
            before, dice = pieces(tables), random.Random(seed)
            while len(course.moves) < PLIES and (move := alike(tables, dice)):
                tables = [table.play(move) for table in tables]
                course.moves.append(move)
            if len(course.moves) == PLIES and pieces(tables) < before:
                return course
        raise AssertionError("no course leaves Blue in the dark")


def pieces(tables: list[Position]) -> int:
    return len(tables[0].game.scene(tables[0].view(BLUE), "en").pieces)


def alike(tables: list[Position], dice: random.Random) -> str | None:
    """A move that both positions allow and after which Blue sees the same."""
    one, other = tables
    both = sorted(set(one.legal()) & set(other.legal()))
    return next((move for move in dice.sample(both, len(both)) if seen(one, move) == seen(other, move)), None)


def seen(position: Position, move: str) -> Scene:
    """What Blue sees of a move: also what fell, and in a combat who fought."""
    return illustrate(position.play(move).view(BLUE), "en", last=move)


class Ledger:
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
        http = sorted(f"{answer.request.method} {answer.url}\n{answer.text()}" for answer in self.answers)
        frames = [frame for frame in self.frames if json.loads(frame)["type"] != "pong"]
        return {
            "http": [plain(text, match) for text in http],
            "frames": [plain(text, match) for text in frames],
            "page": [plain(page, match)],
        }


def _with_one_seed(route: Route) -> None:
    """Suggestions for Blue's own set-up are drawn alike in both matches."""
    route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "seed": 1}))


def plain(text: str, match: str) -> str:
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


def played(new_player: NewPlayer, game: str, course: Course, setup: str) -> dict[str, list[str]]:
    """One of the matches, and what Blue's browser received in it."""
    red, blue = new_player(), new_player()
    ledger = Ledger(blue)
    match = red.create(game, "me", "guest", colours="as listed")
    red.open(f"/match/{match}")
    expect(red.board).to_be_visible()
    joined = blue.context.request.post(f"{blue.url}/api/matches/{match}/join", data={"name": "Ada"})
    assert joined.ok, joined.text()
    blue.open(f"/match/{match}")
    for player in (red, blue):
        player.wait(lambda player=player: player.can("ready"))
    take(red, setup)
    blue.wait(lambda: blue.state["setup"]["ready"] == [RED])
    take(blue, course.blue)
    for number, move in enumerate(course.moves):
        mover = (red, blue)[number % 2]
        mover.wait(lambda mover=mover: mover.can("move") and mover.state["legal"])
        version = mover.state["version"]
        mover.play(next(legal for legal in mover.state["legal"] if legal["move"] == move))
        for player in (red, blue):
            player.wait(lambda player=player, version=version: player.state["version"] > version)
    expect(blue.page.get_by_role("list", name="Moves").get_by_role("img")).not_to_have_count(0)
    return ledger.read(match)


def take(player: Player, setup: str) -> None:
    """Arrange one's pieces by text."""
    page = player.page
    page.get_by_role("button", name="More set-ups").click()
    page.get_by_role("textbox", name="As text").fill(setup)
    page.get_by_role("button", name="Take this text").click()
    page.get_by_role("button", name="Ready").click()
    player.wait(lambda: not player.can("ready"))


def difference(one: list[str], other: list[str]) -> str:
    """Where two accounts first differ, with a little of both."""
    left, right = "\n".join(one), "\n".join(other)
    if left == right:
        return ""
    at = next((place for place, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), len(left))
    return f"{left[at - 60 : at + 60]!r} but {right[at - 60 : at + 60]!r}"


@secretive
def test_a_browser_receives_nothing_about_what_the_other_player_hides(new_player: NewPlayer, game: str) -> None:
    course = Course.found(game)
    one, other = (played(new_player, game, course, setup) for setup in course.red)
    assert {kind: difference(one[kind], other[kind]) for kind in one} == dict.fromkeys(one, "")
    everything = "".join(part for parts in one.values() for part in parts)
    assert course.blue in everything, "what one knows oneself is there: the ledger misses nothing"
    assert not any(setup in everything for setup in course.red)
    assert len(one["frames"]) > PLIES
