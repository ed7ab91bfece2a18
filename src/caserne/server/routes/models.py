"""The models of requests and answers, as OpenAPI documents them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from caserne.server.people import passwords
from caserne.server.people.names import MAX_NAME_LENGTH


class Model(BaseModel):
    """The base of all models: unknown fields are errors in requests and in answers."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


# Errors


class RuleText(Model):
    """A rule that refuses a move."""

    id: str = Field(examples=["XY-4"])
    text: str


class Error(Model):
    """What went wrong."""

    code: str = Field(description="For programs.", examples=["no_such_match"])
    text: str = Field(description="For people, in their language.")
    field: str | None = Field(None, description="The part of the request that is wrong.", examples=["options.size"])
    rules: list[RuleText] | None = Field(None, description="The rules that refuse a move.")


class ErrorAnswer(Model):
    """Every answer that is no success."""

    error: Error


# People

Name = Annotated[
    str, Field(min_length=1, max_length=4 * MAX_NAME_LENGTH, description="A first name.", examples=["Anne"])
]
Password = Annotated[
    str, Field(min_length=passwords.MIN_LENGTH, max_length=passwords.MAX_LENGTH, examples=["two red boats"])
]


class Me(Model):
    """Who I am."""

    id: str
    name: str
    account: bool = Field(description="Whether I have an account; a guest's games are kept for `guest_days`.")
    access: bool = Field(description="Whether I may come in; if not, the server asks for its access code.")
    guest_days: int


class Rename(Model):
    """A new name."""

    name: Name


class Credentials(Model):
    """The name and password of an account."""

    name: Name
    password: Password


class Login(Credentials):
    """Enter an account from this device."""

    adopt: bool = Field(False, description="Whether the account takes over the games of this device's guest.")


class SessionAnswer(Model):
    """One device on which I am known."""

    id: str
    device: str = Field(description="What its browser calls itself.")
    created: int = Field(description="Milliseconds since 1970, like all times.")
    seen: int
    current: bool


class Link(Model):
    """An address to send to others, or to open elsewhere."""

    url: str
    reachable: bool = Field(description="Whether others than this machine can open it.")
    hint: str | None = Field(None, description="What to do if not.")


class DeviceLink(Link):
    """A link that makes another device mine, once."""

    qr: str = Field(description="The same as a QR code, SVG.")
    minutes: int = Field(description="For how long it can be used.")


class AccessCode(Model):
    """The server's access code."""

    code: str = Field(min_length=1, max_length=100)


# Matches

BotLevel = Annotated[int, Field(ge=1, le=6, description="From 1, the weakest, to 6.")]


class BotSeat(Model):
    """A bot of a level."""

    bot: BotLevel


class TeamSeat(Model):
    """People who share a seat."""

    team: int = Field(ge=2, le=8, description="How many.")


SeatWish = Annotated[
    Literal["me", "guest", "open"] | BotSeat | TeamSeat,
    Field(description="`me`, `guest` (whoever has the link), `open` (anybody, by the lobby), a bot, or a team."),
]


class Minutes(Model):
    """Time for the whole match, for each player."""

    minutes: float = Field(gt=0, le=1440)
    increment: float = Field(0, ge=0, le=600, description="Seconds added after each turn.")


class Days(Model):
    """Time for each turn."""

    days: int = Field(ge=1, le=30)


class NewMatch(Model):
    """The match that somebody wants."""

    game: str = Field(max_length=64)
    seats: list[SeatWish] = Field(min_length=1, max_length=8, description="One entry a seat.")
    preset: str | None = Field(None, max_length=40, description="Options set at once, see the game's presets.")
    options: dict[str, bool | int | str] = Field(
        default_factory=dict, description="Options that are to differ from the preset.", max_length=40
    )
    time: Minutes | Days | None = Field(None, description="Null: no clock.")
    colours: Literal["as listed", "lots"] = Field("as listed", description="`lots`: the seats are drawn by lot.")
    open: bool = Field(False, description="Show it in the lobby.")
    spectators: bool = Field(True, description="Whether others may watch.")
    chat: Literal["presets", "free", "off"] = "presets"
    here: bool = Field(False, description="All people play on this screen.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "GAME", "seats": ["me", {"bot": 3}]}]})


class Created(Link):
    """A new match."""

    match: str
    help: str | None = Field(None, description="Where to read on.")


class Join(Model):
    """Which seat one wants, and under which name."""

    seat: int | None = Field(None, ge=0, le=63)
    name: Name | None = None


class Joined(Model):
    """The seat that one has."""

    seat: int


class Rematch(Model):
    """The match that follows."""

    match: str


class Changed(Model):
    """An option that differs from the rulebook."""

    name: str
    title: str
    value: bool | int | str
    choice: str | None = Field(description="What the value is called, if it is one of several.")


class Invitation(Created):
    """What an invitation shows: who invites to what."""

    qr: str = Field(description="The address as a QR code, SVG.")
    picture: str | None = Field(
        description="Where the board is shown that it is played on, if it is not the game's own."
    )
    game: str
    title: str
    host: str = Field(description="The name of who made it.")
    state: Literal["open", "playing", "over"]
    options: dict[str, bool | int | str]
    changed: list[Changed] = Field(description="How the options differ from the rulebook.")
    remarks: list[str] = Field(description="What is unusual about them.")
    seats: list[dict[str, Any]] = Field(description="As in the websocket's `table`, with the seat's `colour`.")
    mine: list[int] = Field(description="My seats.")
    free: list[int] = Field(description="The seats that I could take.")
    watchers: int
    time: Minutes | Days | None
    spectators: bool
    chat: Literal["presets", "free", "off"]
    here: bool
    score: dict[str, Any] | None = Field(description="Of the matches before it that evening.")
    rematch: str | None
    result: dict[str, Any] | None


class ListedSeat(Model):
    """A seat of a match in a list."""

    name: str
    kind: Literal["person", "bot", "team"]
    level: str | None = Field(description="Of a bot.")
    title: str | None = Field(description="What that bot is called.")
    free: bool


class Listed(Model):
    """A match in a list."""

    match: str
    game: str
    title: str
    state: Literal["open", "playing", "over"]
    seats: list[ListedSeat]
    mine: list[int]
    my_turn: bool
    time: Minutes | Days | None
    created: int
    changed: int
    result: dict[str, Any] | None


# Finished matches


class ReplayStep(Model):
    """One step of a finished match, with everything revealed."""

    step: int = Field(description="0: before anything happened.")
    steps: int = Field(description="How many events there are.")
    players: list[str] = Field(description="Who played, by seat.")
    event: dict[str, Any] | None = Field(description="What led here, as in the record.")
    at: int | None = Field(description="When it happened.")
    spent: int | None = Field(description="Milliseconds since the event before.")
    position: str
    actor: int | str | None
    board: dict[str, Any] = Field(description="As in the websocket's `board`.")
    scene: dict[str, Any] = Field(description="As in the websocket's `scene`.")
    result: dict[str, Any] | None
    events: list[dict[str, Any]] | None = Field(description="With the last step: all events, as in the websocket.")


class Judgement(Model):
    """What a bot thinks of one decision."""

    number: int
    seat: int
    move: str
    value: float = Field(description="What the seat could expect before it, from -1 to 1.")
    best: str
    cells: list[str] = Field(description="What one touches to play `best`.")
    loss: float
    line: list[str]
    verdict: str


class Review(Model):
    """What a bot thinks of all decisions; unfinished while it thinks."""

    done: bool
    progress: float = Field(ge=0, le=1)
    bot: str
    decisions: list[Judgement]


class Verified(Model):
    """What a record has been shown to keep to."""

    ok: bool
    text: str = Field(description="The proof, or what does not agree, in a sentence.")
    moves: int = 0
    setups: int = 0
    dice: int = 0
    unproved_setups: int = 0
    unproved_dice: int = 0
