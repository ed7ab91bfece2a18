"""The games as people meet them before a match: what can be chosen, boards to try, help with set-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from secrets import randbelow
from typing import Any

import msgspec

import caserne
from caserne.bots.names import LEVELS
from caserne.bots.titles import rank_of
from caserne.core.game.errors import IllegalMove, InvalidMove
from caserne.core.game.game import Game
from caserne.core.game.lessons import lessons as taught
from caserne.core.game.option_forms import OptionForm, board_form, option_forms, preset_forms, words_of
from caserne.core.game.position import Position
from caserne.core.game.registry import about
from caserne.core.game.rulebook import Rulebook, as_html
from caserne.core.game.scene import Scene
from caserne.core.game.words import LANGUAGES
from caserne.core.match.match import Match
from caserne.core.match.setups import SEEDS, arranging, preview
from caserne.core.presentation.illustrate import illustrate
from caserne.core.presentation.touch import move_of
from caserne.draw.svg import board_svg
from caserne.server.errors import Refused, described
from caserne.server.live import render


def card(game_id: str, lang: str) -> dict[str, Any]:
    """The title page of a game."""
    page = asdict(about(game_id))
    del page["rules"], page["example"], page["cover"]
    return {
        **page,
        "title": about(game_id).title(lang),
        "levels": [rank_of(level, lang) for level, _ in zip(LEVELS, caserne.game(game_id).levels, strict=False)],
        "lessons": len(taught(game_id)),
        "boards": board_form(game_id) is not None,
    }


@cache
def page(game_id: str, lang: str) -> dict[str, Any]:
    """Everything that one can choose before a match, and how the board looks."""
    game, words = caserne.game(game_id), words_of(game_id)
    first = game.scene(game.start().view(None), lang)
    return {
        **card(game_id, lang),
        "names": [words(f"seat.{seat}").text(lang) for seat in range(about(game_id).seats[1])],
        "tables": table_sizes(game_id, lang),
        "options": option_forms(game_id, lang),
        "presets": preset_forms(game_id, lang),
        "offers": list(game.offers),
        "setups": {name: title.text(lang) for name, title in game.setup_library().items()},
        "has_setup": game.count_setups(0) > 0,
        **drawn(first),
    }


def table_sizes(game_id: str, lang: str) -> list[dict[str, Any]]:
    """For every number of players the options that lay such a table: found by trying, so that no room must say it."""
    usual = caserne.game(game_id).seats
    least, most = about(game_id).seats
    found: dict[int, dict[str, Any]] = {usual: {}}
    for form in option_forms(game_id, lang) if least < most else []:
        for value in _values_for_seats(form, least, most):
            found.setdefault(caserne.game(game_id, **{form.name: value}).seats, {form.name: value})
    return [{"seats": seats, "options": options} for seats, options in sorted(found.items())]


def _values_for_seats(form: OptionForm, least: int, most: int) -> Sequence[bool | int | str]:
    """The values of an option that might change how many play."""
    if form.kind == "switch":
        return (True, False)
    if form.kind == "number":
        return [value for value in range(least, most + 1) if (form.least or 0) <= value <= (form.most or value)]
    return [choice.value for choice in form.choices]


@cache
def rulebook(game_id: str, lang: str) -> dict[str, Any]:
    """The rulebook as HTML."""
    book = Rulebook.read(game_id, lang)
    return {
        "game": game_id,
        "title": about(game_id).title(lang),
        "introduction": as_html(book.introduction),
        "sections": [{"id": part.rule, "title": part.title, "html": part.html} for part in book.sections],
        "closing": as_html(book.closing),
    }


@cache
def lessons(game_id: str, lang: str) -> list[dict[str, Any]]:
    """What the room teaches on live boards."""
    return [lesson.told(lang) for lesson in taught(game_id)]


def meant(game: Game[Any], cells: Sequence[str]) -> str:
    """The move, legal or not, that touching these cells stands for."""
    move = move_of(game, tuple(cells))
    if move is None:
        raise Refused.of("tui.nothing_here")
    return move


def tried(
    game: Game[Any], position: str | None, moves: Sequence[str], seat: int | None, move: str | None, lang: str
) -> dict[str, Any]:
    """A board without a match; what is wrong with `move` is part of the answer, anything else wrong is an error."""
    reached = (game.position(position) if position is not None else game.start()).play_all(list(moves))
    refused, last = None, moves[-1] if moves else None
    if move is not None:
        try:
            reached, last = reached.play(move), move
        except (IllegalMove, InvalidMove) as error:
            refused = described(error, lang)
    looking = seat if seat is not None or not isinstance(reached.actor, int) else reached.actor
    seen = reached.view(looking)
    legal = render.listed_moves(seen, lang) if reached.actor != "chance" else _dice(reached)
    warnings = {entry["move"]: game.warnings(seen, entry["move"]) for entry in legal if reached.actor == looking}
    return {
        "position": str(seen),
        "actor": reached.actor,
        "seats": game.seats,
        "legal": legal,
        "warnings": {move: [told.text(lang) for told in costs] for move, costs in warnings.items() if costs},
        "refused": refused,
        "result": _result(reached),
        **drawn(illustrate(seen, lang, last=None if reached.in_setup else last)),
    }


def _dice(position: Position) -> list[dict[str, Any]]:
    """What the die may show, as buttons: without a match, the learner is the die."""
    return [{"move": result, "cells": [], "label": result, "act": result} for result in position.legal()]


def _result(position: Position) -> dict[str, Any] | None:
    result = position.result()
    return {"by": result.rule, "returns": result.returns, "scores": result.scores} if result else None


def setup_help(
    game: Game[Any], seat: int, ask: str, name: str | None, setup: str | None, seed: int | None, lang: str
) -> dict[str, Any]:
    """A set-up that was asked for, how it looks on the board, and what is wrong with it."""
    match = Match(game)
    if seat >= game.seats or not match.position.in_setup:
        raise Refused.of("server.no_setup_now")
    form = game.setup_form(seat)
    text = _setup(match, seat, ask, name, setup, randbelow(SEEDS) if seed is None else seed)
    problems, scene = [], game.scene(match.view(seat), lang)
    try:
        scene = preview(match, seat, text, lang)
    except IllegalMove as error:
        problems = [{"id": refusal.rule, "text": refusal.text} for refusal in error.refusals(lang)]
    return {
        "setup": text,
        "problems": problems,
        "cells": list(form.cells) if form else [],
        "pieces": dict(form.pieces) if form else {},
        "library": {name: title.text(lang) for name, title in game.setup_library().items()},
        **drawn(scene),
    }


def _setup(match: Match, seat: int, ask: str, name: str | None, setup: str | None, seed: int) -> str:
    game = match.game
    if ask in ("mirror", "check"):
        if setup is None:
            raise Refused.of("server.bad_value", field="setup")
        game.read_move(setup)
        return setup if ask == "check" else game.mirrored_setup(setup) or setup
    if name is not None:
        if name not in game.setup_library():
            raise Refused.of("server.bad_value", field="name")
        return game.library_setup(name, seed)
    position = arranging(match, seat)
    return position.random_setup(seed) if ask == "random" else position.suggested_setup(seed)


@cache
def cover(game_id: str, dark: bool) -> str:
    """The picture on a game's card, SVG: as the first player sees it, so that what is hidden looks hidden."""
    game, shown = caserne.game(game_id), about(game_id)
    seen = game.position(shown.cover or shown.example[0]).view(0 if shown.hidden else None)
    return board_svg(game.scene(seen, LANGUAGES[0]), dark=dark)


def bare_board(game: Game[Any], dark: bool) -> str:
    """The board that a match is played on, SVG, before anything stands on it."""
    return board_svg(replace(game.scene(game.start().view(None), LANGUAGES[0]), pieces=()), dark=dark)


def art(game: Game[Any], seat: int | None, lang: str) -> dict[str, Any]:
    """What browsers draw the boards of a game with, as a seat sees them."""
    scene = game.scene(game.start().view(seat), lang)
    return _plain(asdict(render.Board(render.board(scene), scene).draw()))


def drawn(scene: Scene) -> dict[str, Any]:
    """A picture as the websocket sends it, in two parts."""
    return {"board": _plain(render.board(scene)), "scene": _plain(render.scene(scene))}


def _plain(parts: dict[str, Any]) -> dict[str, Any]:
    """Only dictionaries, lists and values."""
    plain: dict[str, Any] = msgspec.to_builtins(parts)
    return plain
