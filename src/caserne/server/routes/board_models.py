"""The models of requests and answers about painted boards."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from caserne.server.routes.models import Link, Model, Name, RequestBody

BoardText = Annotated[
    str,
    Field(min_length=1, max_length=4000, description="Rows from the top down, for each cell a sign of every layer."),
]


class PaintAnswer(Model):
    """A paint for cells."""

    sign: str
    title: str
    opposite: str = Field(description="The sign of the opposite cell on a symmetric board.")


class LayerAnswer(Model):
    """Paints of which every cell has one; the first is that of an empty cell."""

    title: str
    paints: list[PaintAnswer]


class ReadyBoard(Model):
    """A board that comes with the game."""

    title: str
    text: str


class Easel(Model):
    """Everything to paint a board with."""

    game: str
    title: str = Field(description="Of the game.")
    option: str = Field(description="The option of a match that takes the text of a board.")
    name: str = Field(description="The game's name for such a board.")
    rule: str = Field(description="The rule that it belongs to.")
    layers: list[LayerAnswer] = Field(description="In the order in which a cell's text has them.")
    least: int = Field(description="The least number of rows, and of cells per row.")
    most: int
    separator: str = Field(description="Between two rows of the text.")
    ready: list[ReadyBoard]
    tiles: dict[str, str] = Field(description="Every text of a cell, drawn: SVG in a box from 0 to 1.")
    blank: str = Field(description="A blank board of the requested size.")


class BoardQuestion(RequestBody):
    """A board to check."""

    text: BoardText


class ProblemAnswer(Model):
    """A problem of a board."""

    rule: str
    text: str
    cells: list[str] = Field(description="The cells concerned, if known.")
    grave: bool = Field(description="Whether the board is unplayable; else it is only unusual.")


class Examined(Model):
    """How a board looks, and what is wrong with it."""

    text: str
    problems: list[ProblemAnswer]
    playable: bool
    board: dict[str, Any] = Field(description="As in the websocket's `board`, seen from one side.")
    scene: dict[str, Any] = Field(description="As in the websocket's `scene`.")


class NewBoard(RequestBody):
    """A board to share."""

    title: Name
    text: BoardText


class BoardLink(Link):
    """The link to a board."""

    board: str


class ListedBoard(Model):
    """A shared board in a list."""

    board: str
    game: str
    title: str
    text: str
    created: int


class SharedBoard(BoardLink, ListedBoard):
    """A shared board, as anybody with its link sees it."""

    author: str = Field(description="The first name of the author; empty if it was erased.")
    mine: bool
