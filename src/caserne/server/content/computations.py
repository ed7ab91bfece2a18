"""What worker processes compute for visitors: functions whose arguments and results can be sent between processes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from caserne.draw import sheets
from caserne.draw.svg import board_svg
from caserne.server.content import catalogue, today
from caserne.server.content.chosen_game import chosen_game

Options = dict[str, Any]


def art(game_id: str, options: Options, seat: int | None, lang: str) -> dict[str, Any]:
    """Return the drawings of a game's board."""
    return catalogue.art(chosen_game(game_id, None, options), seat, lang)


def print_pdf(game_id: str, options: Options, lang: str) -> bytes:
    """Return the board and the pieces of a game to cut out, as PDF."""
    return sheets.print_pdf(chosen_game(game_id, None, options), lang)


def task_of_day(day: date, lang: str) -> dict[str, Any]:
    """Return the task of a day."""
    return today.task(day, lang)


def picture_of_day(day: date, lang: str, dark: bool) -> str:
    """Return the board of a day's task, as SVG."""
    game, position, seat = today.position_of(day)
    return board_svg(game.scene(position.view(seat), lang), dark=dark)


def empty_board(game_id: str, options: Options, lang: str, dark: bool) -> str:
    """Return the board of a match without pieces, as SVG."""
    return catalogue.empty_board(chosen_game(game_id, None, options), lang, dark)


def try_board(
    game_id: str,
    options: Options,
    position: str | None,
    moves: Sequence[str],
    seat: int | None,
    move: str | None,
    cells: Sequence[str] | None,
    lang: str,
) -> dict[str, Any]:
    """Play moves without a match; the last one may be given by the cells that were touched."""
    game = chosen_game(game_id, None, options)
    wanted = catalogue.move_from_cells(game, cells) if cells else move
    return catalogue.try_board(game, position, moves, seat, wanted, lang)


def setup_help(game_id: str, options: Options, lang: str, question: dict[str, Any]) -> dict[str, Any]:
    """Return a set-up of the kind that was asked for."""
    return catalogue.setup_help(chosen_game(game_id, None, options), lang=lang, **question)
