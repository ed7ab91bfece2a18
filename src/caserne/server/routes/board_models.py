"""The models of requests and answers about painted boards."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from caserne.server.routes.models import Link, Model, Name

BoardText = Annotated[
    str,
    Field(min_length=1, max_length=4000, description="Rows from the top down, for each cell a sign of every layer."),
]


class PaintAnswer(Model):
    """One thing that a cell can be painted with."""

    sign: str
    title: str
    opposite: str = Field(description="The sign that faces it on a board that is the same for both sides.")


class LayerAnswer(Model):
    """Paints of which every cell has one; the first is that of a bare cell."""

    title: str
    paints: list[PaintAnswer]


class ReadyBoard(Model):
    """A board that comes with the game."""

    title: str
    text: str


class Easel(Model):
    """What there is to paint a board with."""

    game: str
    title: str = Field(description="Of the game.")
    option: str = Field(description="The option of a match whose value the text of a board is.")
    name: str = Field(description="What the game calls such a board.")
    rule: str = Field(description="The rule that it belongs to.")
    layers: list[LayerAnswer] = Field(description="In the order in which a cell's text has them.")
    least: int = Field(description="Of rows, and of cells a row.")
    most: int
    separator: str = Field(description="Between two rows of the text.")
    ready: list[ReadyBoard]
    tiles: dict[str, str] = Field(description="Every text of a cell, drawn: SVG in a box from 0 to 1.")
    blank: str = Field(description="A board to begin with, of the size that was asked for.")


class BoardQuestion(Model):
    """A board to look at."""

    text: BoardText


class ProblemAnswer(Model):
    """What is wrong with a board."""

    rule: str
    text: str
    cells: list[str] = Field(description="Where, as far as that can be said.")
    grave: bool = Field(description="Whether nobody can play on it; else it is only unusual.")


class Examined(Model):
    """A board as it looks, and what is wrong with it."""

    text: str
    problems: list[ProblemAnswer]
    playable: bool
    board: dict[str, Any] = Field(description="As in the websocket's `board`, seen from one side.")
    scene: dict[str, Any] = Field(description="As in the websocket's `scene`.")


class NewBoard(Model):
    """A board to share."""

    title: Name
    text: BoardText


class BoardLink(Link):
    """Where a board is."""

    board: str


class ListedBoard(Model):
    """A board that is shared."""

    board: str
    game: str
    title: str
    text: str
    created: int


class SharedBoard(BoardLink, ListedBoard):
    """The same, as whoever has its link sees it."""

    author: str = Field(description="The first name of who painted it; empty where nobody knows any more.")
    mine: bool
