"""What viewers are sent: one type for every message of the server and its parts, see docs/protocol.md.

`tools/make_protocol.py` writes the client's TypeScript types from these, from the requests in `messages.py` and from
the OpenAPI schema.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from caserne.core.game.scene import Equation, Ground, Label, Mark, MarkStyle, Panel, Piece, Seat, Stroke, Trail
from caserne.draw.parts import Parts
from caserne.server.storage.match_state import MatchState

# Pictures


class CellView(TypedDict):
    """A cell without its name, which changes with what stands there."""

    id: str
    x: float
    y: float
    ground: str
    width: float
    height: float


class BoardView(TypedDict):
    """The parts of a scene that do not change in a match."""

    title: str
    width: float
    height: float
    grounds: Mapping[str, Ground]
    symbols: Mapping[str, tuple[Stroke, ...]]
    seats: tuple[Seat, ...]
    labels: tuple[Label, ...]
    states: Mapping[str, str]
    """What the marks of pieces mean, in words."""
    mark_styles: Mapping[str, MarkStyle]
    """How the marks of pieces are drawn."""
    captures: Mapping[str, Sequence[str]]
    """The symbols of the pieces that each kind takes, where that is a table."""
    stacks: bool
    """Whether pieces stand on each other: a covered one is drawn from the side, as `side-SEAT-SYMBOL`."""
    cells: list[CellView]


class DrawnBoard(BoardView):
    """The same with its drawings, for browsers."""

    art: Parts


class SceneView(TypedDict):
    """The parts of a scene that change."""

    pieces: tuple[Piece, ...]
    panels: tuple[Panel, ...]
    marks: tuple[Mark, ...]
    trails: tuple[Trail, ...]
    status: str
    turn: int | str | None
    seat: int | None
    """The seat whose view it is; null: a spectator's."""
    names: dict[str, str]
    """What each cell is called now: the place and what stands there."""
    equations: Sequence[Equation]
    """How far pieces may go, where that is a product."""


# The match


class EventView(TypedDict):
    """An event of the record as the viewer learned of it; an event of the table has the record's other fields too."""

    number: int
    event: Literal["action", "chance", "table"]
    seat: int | None
    move: NotRequired[str | None]
    """Null for a set-up that stays sealed."""
    revealed: NotRequired[Sequence[tuple[str, str]]]
    """What a move showed: the cell, and what stands or stood there."""
    pieces: NotRequired[Sequence[Piece]]
    """The same as pieces to draw, or the die that was rolled."""
    act: NotRequired[str]
    """What happened at the table."""
    what: NotRequired[str]
    """The offer that was made or answered."""
    to: NotRequired[int]
    """The number of the event that a take-back returns to."""


class LegalMove(TypedDict):
    """A move that can be made; `label` and `act` are null over HTTP if they are not set."""

    move: str
    cells: Sequence[str]
    """The cells to touch, in order."""
    label: NotRequired[str | None]
    """What the move is called, if its cells do not tell it apart."""
    act: NotRequired[str | None]
    """Set for a move that is a button."""
    way: NotRequired[Sequence[str]]
    """Its ends and the cells where it turns; not set if it goes straight."""


class DraftView(TypedDict):
    """An unfinished turn."""

    moves: Sequence[str]
    can_undo: bool
    can_end: bool


class SetupView(TypedDict):
    """The viewer's own set-up, what it is made of, and which seats are ready."""

    mine: str | None
    ready: list[int]
    cells: Sequence[str]
    """In the order of the set-up's text."""
    pieces: Mapping[str, int]
    """The kinds of pieces, with the greatest number of each."""
    separator: str
    """What stands between two pieces in the text."""
    empty: str
    """How the text writes an empty cell."""


class ClocksView(TypedDict):
    """The clocks; all times are in milliseconds."""

    seats: Sequence[int | None]
    """The time left, by seat; null: no clock."""
    running: Sequence[int]
    """The seats whose clocks run."""
    at: int
    """When this was so, by the server's clock."""


class OfferView(TypedDict):
    """What has been proposed, and who is still to answer."""

    what: str
    seat: int
    terms: Mapping[str, int | str] | None
    waits_for: list[int]


class TallyLine(TypedDict):
    """A line of points, by seat."""

    title: str
    points: Sequence[float]


class ResultView(TypedDict):
    """How a match ended, as the record has it, in a sentence, and how the scores add up."""

    by: str
    returns: Sequence[float]
    scores: Sequence[int] | None
    events: int
    text: str
    tally: list[TallyLine]


class TurnView(TypedDict):
    """The parts of `state` that an unfinished turn changes; the last two for viewers who ask for them."""

    legal: list[LegalMove]
    warnings: dict[str, list[str]]
    """What some of the legal moves would cost, in sentences."""
    tasks: list[str]
    """What the player to act is to do now, in the game's words: first of all, after touching a cell, and so on."""
    draft: DraftView | None
    """Null if a turn is a single move; empty at the start if it can take several."""
    can: list[str]
    """What the viewer may ask for now."""
    position: NotRequired[str]
    scene: NotRequired[SceneView]


class MatchView(TurnView):
    """The match as one viewer sees it."""

    version: int
    since: int
    events: list[EventView]
    """The events from number `since` on."""
    actor: int | str | None
    """A seat, "chance" or null."""
    roller: int | None
    """The seat that throws the die."""
    waiting: Sequence[int]
    """The seats that are to act."""
    hides: bool
    """Whether seats see different things now."""
    setup: SetupView | None
    clocks: ClocksView
    offer: OfferView | None
    result: ResultView | None


# The table

SeatKind = Literal["person", "team", "bot"]


class MemberView(TypedDict):
    """A person who plays a seat, alone or with others."""

    name: str
    online: bool
    offline_since: int | None


class SeatView(TypedDict):
    """A seat and who plays it."""

    name: str
    kind: SeatKind
    level: str | None
    """The bot that plays, by level."""
    title: str | None
    """What that bot is called."""
    short: str | None
    """The same in few letters."""
    left: bool
    """Whether its people have left."""
    free: int
    """How many people may still sit down here."""
    members: list[MemberView]
    online: bool
    offline_since: int | None


class ScoreView(TypedDict):
    """The score of the matches before this one."""

    games: int
    points: list[float]


class TableView(TypedDict):
    """The people at a table."""

    state: MatchState
    seats: list[SeatView]
    watchers: int
    rematch: str | None
    spectators: bool
    chat: Literal["presets", "free", "off"]
    score: ScoreView | None


class ChatLine(TypedDict):
    """A line of chat: one of the presets, or text."""

    number: int
    seat: int | None
    name: str
    preset: str | None
    text: str | None
    at: int


class RuleText(TypedDict):
    """A rule that refuses a move."""

    id: str
    text: str


class ErrorView(TypedDict):
    """What went wrong; inside other answers over HTTP, `field` and `rules` are null if they are not set."""

    code: str
    """For programs."""
    text: str
    """For people, in their language."""
    field: NotRequired[str | None]
    """The part of the request that is wrong."""
    rules: NotRequired[list[RuleText] | None]


# Messages


class WelcomeMessage(TypedDict):
    """The first message."""

    protocol: int
    match: str
    game: str
    options: dict[str, bool | int | str]
    seats: Sequence[int]
    """The viewer's seats."""
    looking: int | None
    """The seat whose view is shown; null: a spectator's."""
    heartbeat: float
    """Seconds between two pings."""
    dice: str | None
    """The commitment to the dice."""
    chat: list[ChatLine]
    table: TableView


class AckMessage(TypedDict):
    """A request was carried out and stored."""

    id: str
    version: int


class RefusedMessage(TypedDict):
    """A request was refused, and nothing changed; `id` is null if it could not be read."""

    id: str | None
    error: ErrorView


class ChatMessage(TypedDict):
    """A new line of chat."""

    line: ChatLine


class EarlierChatMessage(TypedDict):
    """Lines of chat before the one that was asked about, the oldest first; none if there are no others."""

    id: str
    lines: list[ChatLine]


class DraftMessage(TurnView):
    """The unfinished turn of the viewer's seat; `id` is null if another of its sockets changed it."""

    id: str | None
    version: int


class ConsideredMessage(TypedDict):
    """What a move would do."""

    id: str
    move: str
    warnings: list[str]
    trails: Sequence[Trail]
    marks: list[Mark]


class PongMessage(TypedDict):
    """The answer to a ping, with the server's time in milliseconds."""

    id: str
    at: int


class ByeMessage(TypedDict):
    """The server closes the socket; `error` is there if a person should read why."""

    reason: str
    error: NotRequired[ErrorView]


MESSAGES: Mapping[str, Any] = {
    "welcome": WelcomeMessage,
    "board": DrawnBoard,
    "state": MatchView,
    "table": TableView,
    "ack": AckMessage,
    "refused": RefusedMessage,
    "chat": ChatMessage,
    "earlier_chat": EarlierChatMessage,
    "draft": DraftMessage,
    "considered": ConsideredMessage,
    "pong": PongMessage,
    "bye": ByeMessage,
}
"""What the messages of the server hold beside their `type`."""
