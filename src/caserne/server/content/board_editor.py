"""What painters are told of a game's boards: what there is to paint with, how a board looks, what is wrong with it."""

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
from caserne.server.content.catalogue import drawn
from caserne.server.errors import Refused, Unplayable


def form_of(game_id: str) -> BoardForm:
    """The boards of a game; Refused where it has none to paint."""
    about(game_id)  # an unknown game is refused by its name
    form = board_form(game_id)
    if form is None:
        raise Refused.of("server.no_boards")
    return form


def easel(game_id: str, width: int | None, height: int | None, lang: str) -> dict[str, Any]:
    """All that a painter starts with, and a blank board of some size."""
    form = form_of(game_id)
    size = width or form.usual[0], height or form.usual[1]
    for field, length in zip(("width", "height"), size, strict=True):
        if not form.least <= length <= form.most:
            raise Refused.of("server.bad_value", field=field)
    return {**_equipment(game_id, lang), "blank": SEPARATOR.join(form.blank(*size))}


@cache
def _equipment(game_id: str, lang: str) -> dict[str, Any]:
    form = form_of(game_id)
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


def examined(game_id: str, text: str, lang: str) -> dict[str, Any]:
    """A board as it looks, and all that is wrong with it."""
    form = form_of(game_id)
    rows = read(form, text)
    scene, problems = form.scene(rows, lang), form.problems(rows)
    picture = drawn(scene)
    return {
        "text": SEPARATOR.join(rows),
        "problems": [_told(game_id, problem, lang) for problem in problems],
        "playable": not any(problem.grave for problem in problems),
        "board": {**picture["board"], "art": asdict(parts.bare(scene))},
        "scene": picture["scene"],
    }


def playable(game_id: str, text: str) -> str:
    """The text of a board as a match takes it; Unplayable if none can be played on it."""
    form = form_of(game_id)
    rows = read(form, text)
    grave = [problem for problem in form.problems(rows) if problem.grave]
    if grave:
        reasons = [(_rule(game_id, problem), problem.sentence) for problem in grave]
        raise Unplayable(SHARED_WORDS("server.unplayable", field="text"), reasons)
    return SEPARATOR.join(rows)


def read(form: BoardForm, text: str) -> Rows:
    """The rows of a text; the error names the field that is wrong."""
    try:
        return form.rows(text)
    except InvalidOption as error:
        sentence = error.sentence
        raise InvalidOption(sentence.words(sentence.key, **{**sentence.fields, "field": "text"})) from error


def _told(game_id: str, problem: Problem, lang: str) -> dict[str, Any]:
    return {
        "rule": _rule(game_id, problem),
        "text": problem.sentence.text(lang),
        "cells": problem.cells,
        "grave": problem.grave,
    }


def _rule(game_id: str, problem: Problem) -> str:
    return f"{about(game_id).rules}-{problem.rule}"
