"""The board editor: what a board can be painted with, how it looks, and what is wrong with it."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from caserne.core.game.board_form import SEPARATOR, BoardForm, Layer, Problem, Rows
from caserne.core.game.errors import InvalidOption
from caserne.core.game.option_forms import Choice, board_form, option_forms
from caserne.core.game.registry import about
from caserne.core.game.words import SHARED_WORDS
from caserne.draw import parts
from caserne.server.content.catalogue import scene_json
from caserne.server.errors import RequestError, UnplayableBoard


def require_board_form(game_id: str) -> BoardForm:
    """Return the board form of a game; RequestError if its boards cannot be painted."""
    about(game_id)  # raises UnknownGame
    form = board_form(game_id)
    if form is None:
        raise RequestError.of("server.no_boards")
    return form


def palette(game_id: str, width: int | None, height: int | None, lang: str) -> dict[str, Any]:
    """Return everything to paint a board with, and a blank board of some size."""
    form = require_board_form(game_id)
    size = width or form.usual[0], height or form.usual[1]
    for field, length in zip(("width", "height"), size, strict=True):
        if not form.least <= length <= form.most:
            raise RequestError.of("server.bad_value", field=field)
    return {**_paints(game_id, lang), "blank": SEPARATOR.join(form.blank(*size))}


@cache
def _paints(game_id: str, lang: str) -> dict[str, Any]:
    form = require_board_form(game_id)
    option = next(option for option in option_forms(game_id, lang) if option.name == form.option)
    return {
        "game": game_id,
        "title": about(game_id).title(lang),
        "option": form.option,
        "name": option.title,
        "rule": option.rule,
        "layers": [_layer(layer, lang) for layer in form.layers],
        "least": form.least,
        "most": form.most,
        "separator": SEPARATOR,
        "ready": [_ready_made(form, choice) for choice in option.choices],
        "tiles": {cell: parts.swatch(form.scene((cell,), lang)) for cell in form.combinations()},
    }


def _layer(layer: Layer, lang: str) -> dict[str, Any]:
    paints = [
        {"sign": paint.sign, "title": paint.title.text(lang), "opposite": paint.opposite or paint.sign}
        for paint in layer.paints
    ]
    return {"title": layer.title.text(lang), "paints": paints}


def _ready_made(form: BoardForm, choice: Choice) -> dict[str, str]:
    return {"title": choice.title, "text": SEPARATOR.join(form.rows(choice.value))}


def check_board(game_id: str, text: str, lang: str) -> dict[str, Any]:
    """Return how a board looks, and everything that is wrong with it."""
    form = require_board_form(game_id)
    rows = _read_rows(form, text)
    scene, problems = form.scene(rows, lang), form.problems(rows)
    picture = scene_json(scene)
    return {
        "text": SEPARATOR.join(rows),
        "problems": [_problem_json(game_id, problem, lang) for problem in problems],
        "playable": not any(problem.grave for problem in problems),
        "board": {**picture["board"], "art": asdict(parts.bare(scene))},
        "scene": picture["scene"],
    }


def require_playable(game_id: str, text: str) -> str:
    """Return the text of a board as a match takes it; UnplayableBoard if no match can be played on it."""
    form = require_board_form(game_id)
    rows = _read_rows(form, text)
    grave = [problem for problem in form.problems(rows) if problem.grave]
    if grave:
        reasons = [(_rule_id(game_id, problem), problem.sentence) for problem in grave]
        raise UnplayableBoard(SHARED_WORDS("server.unplayable", field="text"), reasons)
    return SEPARATOR.join(rows)


def _read_rows(form: BoardForm, text: str) -> Rows:
    """Parse the rows of a board; an error names the request field."""
    try:
        return form.rows(text)
    except InvalidOption as error:
        sentence = error.sentence
        raise InvalidOption(sentence.words(sentence.key, **{**sentence.fields, "field": "text"})) from error


def _problem_json(game_id: str, problem: Problem, lang: str) -> dict[str, Any]:
    return {
        "rule": _rule_id(game_id, problem),
        "text": problem.sentence.text(lang),
        "cells": problem.cells,
        "grave": problem.grave,
    }


def _rule_id(game_id: str, problem: Problem) -> str:
    return f"{about(game_id).rules}-{problem.rule}"
