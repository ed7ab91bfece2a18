"""The models of requests and answers about games without a match."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from caserne.core.game.option_forms import OptionForm, PresetForm
from caserne.server.routes.models import Error, Model, Name, RequestBody, RuleText


class Card(Model):
    """The title page of a game."""

    id: str
    title: str
    titles: dict[str, str] = Field(description="By language.")
    designer: str
    publisher: str
    year: int | None
    seats: tuple[int, int] = Field(description="The least and the greatest number of players.")
    minutes: int
    age: int
    luck: int = Field(description="0 none, 1 a little, 2 some, 3 much.")
    hidden: bool = Field(description="Whether players do not see everything during play.")
    links: dict[str, str]
    pitch: str = Field(description="What is special about it, in a sentence; may be empty.")
    rules: int = Field(description="The number of rules.")
    first: bool = Field(description="Whether it has a preset for a first game.")
    levels: list[str] = Field(description="The names of the bot levels, the weakest first.")
    lessons: int = Field(description="The number of lessons.")
    lesson_steps: dict[str, int] = Field(description="The number of steps of each lesson, by its name.")
    boards: bool = Field(description="Whether people can paint boards for it.")
    has_findings: bool = Field(description="Whether its page has facts that were measured.")


class TableSize(Model):
    """A number of players."""

    seats: int
    options: dict[str, bool | int | str] = Field(description="The options for this number of players.")


class Finding(Model):
    """A fact about a game that was measured."""

    title: str = Field(description="The surprise, in a few words.")
    text: str
    basis: str = Field(description="How it was measured, and where there is more.")


class GamePage(Card):
    """Everything that can be chosen before a match, and how the board looks."""

    names: list[str] = Field(description="The names of the seats, for the greatest number of players.")
    tables: list[TableSize]
    options: list[OptionForm]
    presets: list[PresetForm]
    offers: list[str] = Field(description="What players may propose to each other.")
    setups: dict[str, str] = Field(description="Set-ups worth playing: titles by name.")
    has_setup: bool = Field(description="Whether pieces are arranged before play.")
    findings: list[Finding] = Field(description="The most surprising first; may be empty.")
    board: dict[str, Any] = Field(description="As in the websocket's `board`.")
    scene: dict[str, Any] = Field(description="The board at the beginning, as in the websocket's `scene`.")


Options = Annotated[dict[str, bool | int | str], Field(default_factory=dict, max_length=40)]


class ArtQuestion(RequestBody):
    """The board to draw, and the seat that sees it."""

    options: Options
    seat: int | None = Field(None, ge=0, le=63, description="Null: as spectators see it.")


class Emblem(Model):
    """The symbol of a seat, shown beside its name."""

    outline: str = Field(description="Path data, in a box from -1 to 1.")
    fill: str
    line: str


class Art(Model):
    """SVG markup; colours that differ between light and dark are `light-dark(a,b)`."""

    cell: int = Field(description="The side of a common cell, in units of the drawing.")
    border: float = Field(description="Around the cells, in cells.")
    defs: str = Field(description="Patterns, pieces (`piece-SEAT-SYMBOL`) and states (`state-STATE-SEAT`).")
    front: str = Field(description="The empty board.")
    back: str = Field(description="The same from the other side of the table.")
    seats: list[Emblem]
    themes: dict[str, dict[str, str]] = Field(
        description="By theme: what each colour of these drawings is replaced with."
    )


class RuleSection(Model):
    """One rule."""

    id: str
    title: str
    html: str


class GuideEntry(Model):
    """What a kind of piece or ground does, in a sentence or two."""

    kind: Literal["piece", "ground"]
    key: str = Field(description="The piece's symbol, or the ground, as in the websocket's `board`.")
    title: str
    text: str


class RulebookAnswer(Model):
    """The rulebook of a game as HTML that is safe to put in a page."""

    game: str
    title: str
    introduction: str
    sections: list[RuleSection]
    closing: str = Field(description="The chapters after the last rule.")
    notation: str = Field(description="How moves and positions are written; empty if the game does not say.")
    guide: list[GuideEntry] = Field(description="The pieces and grounds; empty if the game has no guide.")


class Arrow(Model):
    """An arrow over cells."""

    kind: str = Field(description="step or jump.")
    cells: list[str]


class LessonStep(Model):
    """One step of the learner."""

    say: str = Field(description="What to do.")
    moves: list[str] = Field(description="The moves that do it, or that the rule refuses; none: a step to read.")
    cells: list[str] = Field(description="The cells to touch for the first of them.")
    trails: list[Arrow] = Field(description="The arrow that points at it.")
    look: list[str] = Field(description="Cells to look at.")
    refused_by: str = Field(description="The rule that must refuse the move; empty if the move must be legal.")
    then: str = Field(description="What has happened; may be empty.")
    replies: list[str] = Field(description="The moves of the others and the dice that follow.")
    position: str = Field(description="The starting position; empty: where the last step ended.")


class LessonAnswer(Model):
    """A few steps on one board; each can be played with `POST /api/games/{game}/try`."""

    name: str
    rule: str = Field(description="The rule that is taught; empty for the first game.")
    title: str
    seat: int
    options: dict[str, Any]
    steps: list[LessonStep]


class TodayAnswer(Model):
    """Something to do today, the same for everybody."""

    day: str = Field(description="The date, as 2026-11-16.")
    game: str
    title: str = Field(description="Of the game.")
    lesson: LessonAnswer


MoveText = Annotated[str, Field(min_length=1, max_length=1000)]


class Try(RequestBody):
    """A board without a match."""

    options: Options
    position: str | None = Field(None, max_length=4000, description="Null: the beginning.")
    moves: list[MoveText] = Field(default_factory=list, max_length=400, description="Played from it first.")
    seat: int | None = Field(None, ge=0, le=63, description="The seat whose view is shown; null: the seat to act.")
    move: MoveText | None = Field(None, description="A move to try: it is played, or its refusal is explained.")
    cells: list[MoveText] | None = Field(None, max_length=40, description="The touched cells, instead of `move`.")


class LegalMove(Model):
    """A legal move."""

    move: str
    cells: list[str] = Field(description="The cells to touch for it, in order.")
    label: str | None = None
    act: str | None = Field(None, description="Set for a move that is a button.")
    way: list[str] = Field([], description="Its ends and the cells where it turns; empty if it goes straight.")


class Tried(Model):
    """The board after the moves, and after the tried move if it is legal."""

    position: str
    actor: int | str | None
    seats: int
    legal: list[LegalMove]
    warnings: dict[str, list[str]]
    refused: Error | None = Field(description="Why the tried move is refused; the board is then unchanged.")
    result: dict[str, Any] | None
    board: dict[str, Any]
    scene: dict[str, Any]


class SetupQuestion(RequestBody):
    """A request for a set-up."""

    options: Options
    seat: int = Field(0, ge=0, le=63)
    ask: Literal["random", "suggest", "mirror", "check"]
    name: str | None = Field(None, max_length=100, description="Of the library, for `suggest`.")
    setup: MoveText | None = Field(None, description="For `mirror` and `check`.")
    seed: int | None = Field(None, ge=0, lt=2**31, description="The same seed gives the same set-up.")


class SetupAnswer(Model):
    """A set-up, how it looks and what is wrong with it."""

    setup: str
    problems: list[RuleText]
    cells: list[str] = Field(description="The cells of the set-up's text, in order.")
    pieces: dict[str, int] = Field(description="The pieces it may contain, with the greatest number of each.")
    library: dict[str, str] = Field(description="The set-ups that `suggest` knows: titles by name.")
    board: dict[str, Any]
    scene: dict[str, Any]


class KeptSetup(RequestBody):
    """A saved set-up."""

    name: Name
    setup: str = Field(min_length=1, max_length=1000, pattern=r"^[ -~]+$", description="As a move of the game.")


class NewSetup(KeptSetup):
    """A set-up to save."""

    game: str = Field(max_length=64)


class KeptSetups(Model):
    """My saved set-ups of a game."""

    account: bool = Field(description="Whether I have an account; guests cannot save set-ups.")
    setups: list[KeptSetup]
