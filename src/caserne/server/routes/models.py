"""The models of requests and answers, as OpenAPI documents them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from caserne.server.people import passwords
from caserne.server.people.names import MAX_NAME_LENGTH


class Model(BaseModel):
    """The base of all models: unknown fields are errors in requests and in answers."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class RequestBody(Model):
    """The base of all request bodies: texts hold no null characters, which PostgreSQL cannot store."""

    @field_validator("*")
    @classmethod
    def _check_text(cls, value: Any) -> Any:
        texts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else [value]
        if any(isinstance(text, str) and "\0" in text for text in texts):
            raise ValueError("a text cannot hold a null character")
        return value


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
    """The body of every error response."""

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
    account: bool = Field(description="Whether I have an account; a guest's matches are kept for `guest_days`.")
    access: bool = Field(description="Whether I may use the server; if not, it asks for its access code.")
    guest_days: int


class Rename(RequestBody):
    """A new name."""

    name: Name


class Credentials(RequestBody):
    """The name and password of an account."""

    name: Name
    password: Password


class Login(Credentials):
    """Sign in to an account on this device."""

    adopt: bool = Field(False, description="Whether the account adopts the matches of this device's guest.")


class SessionAnswer(Model):
    """A device on which I am signed in."""

    id: str
    device: str = Field(description="The user agent of its browser.")
    created: int = Field(description="Milliseconds since 1970, like all times.")
    seen: int
    current: bool


class Link(Model):
    """An address to send to others, or to open elsewhere."""

    url: str
    reachable: bool = Field(description="Whether other machines can open it.")
    hint: str | None = Field(None, description="What to do if not.")


class DeviceLink(Link):
    """A link that signs another device in, once."""

    qr: str = Field(description="The same as a QR code, SVG.")
    minutes: int = Field(description="How long it is valid.")


class AccessCode(RequestBody):
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


SeatRequest = Annotated[
    Literal["me", "guest", "open"] | BotSeat | TeamSeat,
    Field(description="`me`, `guest` (anybody with the link), `open` (anybody, through the lobby), a bot, or a team."),
]


class Minutes(Model):
    """Time for the whole match, for each player."""

    minutes: float = Field(gt=0, le=1440)
    increment: float = Field(0, ge=0, le=600, description="Seconds added after each turn.")


class Days(Model):
    """Time for each turn."""

    days: int = Field(ge=1, le=30)


class NewMatch(RequestBody):
    """The match to create."""

    game: str = Field(max_length=64)
    seats: list[SeatRequest] = Field(min_length=1, max_length=8, description="One entry per seat.")
    preset: str | None = Field(None, max_length=40, description="A named set of options, see the game's presets.")
    options: dict[str, bool | int | str] = Field(
        default_factory=dict, description="Options that differ from the preset.", max_length=40
    )
    time: Minutes | Days | None = Field(None, description="Null: no clock.")
    colours: Literal["as listed", "lots"] = Field("as listed", description="`lots`: the seats are drawn by lot.")
    open: bool = Field(False, description="Show it in the lobby.")
    spectators: bool = Field(True, description="Whether others may watch.")
    chat: Literal["presets", "free", "off"] = "presets"
    here: bool = Field(False, description="Whether all people play on this screen.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "GAME", "seats": ["me", {"bot": 3}]}]})


class Created(Link):
    """A new match."""

    match: str
    help: str | None = Field(None, description="The address of a page with more help.")


class Join(RequestBody):
    """The wanted seat and name."""

    seat: int | None = Field(None, ge=0, le=63)
    name: Name | None = None


class Joined(Model):
    """The seat that was taken."""

    seat: int


class Continuation(RequestBody):
    """From where a match is played on, and with whom."""

    step: int = Field(ge=0, le=1_000_000, description="After how many events of the finished match.")
    seat: int = Field(0, ge=0, le=63, description="The visitor's seat.")
    bot: int | None = Field(None, ge=1, le=6, description="The level of the bots on the other seats; null: friends.")


class Rematch(Model):
    """The match that follows."""

    match: str


class AtVersion(RequestBody):
    """A request that is valid only at one version of the match."""

    version: int = Field(ge=0, le=2**31 - 1)


class Guess(Model):
    """What a hidden piece may be."""

    name: str
    symbol: str = Field(description="With which scenes draw it.")
    chance: float = Field(description="How likely the bot thinks it, from 0 to 1.")


class Belief(Model):
    """What a bot takes a hidden piece for, from what the seat knows."""

    cell: str
    chances: list[Guess] = Field(description="The likeliest first.")


class Weighed(Model):
    """A move that a bot has looked at."""

    move: str
    cells: list[str] = Field(description="The cells to touch to play it.")
    value: float = Field(description="The expected result of the seat, from -1 to 1.")


class Hint(Model):
    """A good move for the seat to move."""

    move: str
    cells: list[str] = Field(description="The cells to touch to play it.")
    value: float = Field(description="The expected result of the seat, from -1 to 1.")
    weighed: list[Weighed] = Field(description="Other moves that the bot has looked at, the most promising first.")
    beliefs: list[Belief] = Field(description="Of the hidden pieces, if the bot has learned what they may be.")


class Changed(Model):
    """An option that differs from the rulebook."""

    name: str
    title: str
    value: bool | int | str
    choice: str | None = Field(description="The title of the value, if it is one of several.")


class Invitation(Created):
    """What an invitation shows."""

    qr: str = Field(description="The address as a QR code, SVG.")
    picture: str | None = Field(description="The address of a picture of the board, if it is not the game's own.")
    game: str
    title: str
    host: str = Field(description="The name of the host.")
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
    score: dict[str, Any] | None = Field(description="Of the previous matches of the series.")
    rematch: str | None
    result: dict[str, Any] | None


class ListedSeat(Model):
    """A seat of a match in a list."""

    name: str
    kind: Literal["person", "bot", "team"]
    level: str | None = Field(description="Of a bot.")
    title: str | None = Field(description="The title of that bot.")
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
    mine: list[int] = Field(description="The seats that the viewer played.")
    hidden: bool = Field(description="Whether seats saw different things, see `sight`.")
    turned: bool = Field(description="Whether the viewer had the board the other way round than `board` has it.")
    board: dict[str, Any] = Field(description="As in the websocket's `board`.")
    scene: dict[str, Any] = Field(description="As in the websocket's `scene`.")
    result: dict[str, Any] | None
    events: list[dict[str, Any]] | None = Field(description="With the last step: all events, as in the websocket.")


class Sight(Model):
    """One step of a finished match as a seat saw it."""

    scene: dict[str, Any] = Field(description="As in the websocket's `scene`.")
    bot: str = Field(description="Whose beliefs these are: a level's, with no more knowledge than the seat.")
    beliefs: list[Belief] = Field(description="Of the hidden pieces, if the bot has learned what they may be.")


class Judgement(Model):
    """A bot's judgement of one decision."""

    number: int
    seat: int
    move: str
    value: float = Field(description="The expected result of the seat before it, from -1 to 1.")
    best: str
    cells: list[str] = Field(description="The cells to touch to play `best`.")
    way: list[str] = Field([], description="Its ends and the cells where it turns; empty if it goes straight.")
    loss: float
    line: list[str]
    verdict: str


class Review(Model):
    """A bot's judgement of all decisions; incomplete until `done`."""

    done: bool
    progress: float = Field(ge=0, le=1)
    bot: str
    decisions: list[Judgement]


class Verified(Model):
    """The result of verifying a record."""

    ok: bool
    text: str = Field(description="The result, or where the verification fails, as a sentence.")
    moves: int = 0
    setups: int = 0
    dice: int = 0
    unproved_setups: int = 0
    unproved_dice: int = 0
