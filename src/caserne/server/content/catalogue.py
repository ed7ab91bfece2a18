"""The games without a match: title pages, options, findings, lessons, boards to try, help with set-ups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from secrets import randbelow
from typing import Any

import msgspec

import caserne
from caserne.bots.levels import LEVELS, level_bots, network_problem
from caserne.bots.titles import rank_of
from caserne.core.game.errors import IllegalMove, InvalidMove
from caserne.core.game.findings import findings
from caserne.core.game.game import Game
from caserne.core.game.lessons import Lesson
from caserne.core.game.lessons import lessons as room_lessons
from caserne.core.game.observation import Observation
from caserne.core.game.option_forms import OptionForm, board_form, option_forms, preset_forms, presets
from caserne.core.game.position import Position
from caserne.core.game.registry import about, words_of
from caserne.core.game.rulebook import Rulebook
from caserne.core.game.scene import Scene, Trail
from caserne.core.game.words import SHARED_WORDS
from caserne.core.match.match import Match
from caserne.core.match.setups import SEEDS, position_to_arrange, preview_setup
from caserne.core.presentation.figures import COVER, figures
from caserne.core.presentation.illustrate import illustrate
from caserne.core.presentation.touch import move_of
from caserne.core.presentation.trails import way_of
from caserne.draw.living import living_svg
from caserne.draw.parts import parts
from caserne.draw.svg import board_svg
from caserne.server.errors import RequestError, error_json
from caserne.server.live import render
from caserne.server.live.board_art import fixed_parts


def card(game_id: str, lang: str) -> dict[str, Any]:
    """Return what a list of games shows of one."""
    facts = asdict(about(game_id))
    del facts["rules"], facts["example"], facts["cover"]
    return {
        **facts,
        "title": about(game_id).title(lang),
        "levels": level_titles(caserne.game(game_id), lang),
        "pitch": words_of(game_id).catalogues[lang].get("pitch", ""),
        "rules": len(Rulebook.read(game_id, lang).sections),
        "first": "first" in presets(game_id),
        "lessons": len(room_lessons(game_id)),
        "lesson_steps": {lesson.name: len(lesson.steps) for lesson in room_lessons(game_id)},
        "boards": board_form(game_id) is not None,
        "has_findings": bool(findings(game_id)),
    }


def level_titles(game: Game[Any], lang: str) -> list[str]:
    """Return the ranks of a game's levels; where the room's network is missing, the levels that it plays say so."""
    ranks = [rank_of(level, lang) or level for level, _ in zip(LEVELS, level_bots(game), strict=False)]
    if network_problem(game) is None:
        return ranks
    return [
        rank if search == net else SHARED_WORDS("level.without_network", rank=rank).text(lang)
        for rank, search, net in zip(ranks, game.levels, game.net_levels, strict=True)
    ]


@cache
def page(game_id: str, lang: str) -> dict[str, Any]:
    """Return everything that can be chosen before a match, and how the board looks."""
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
        "findings": [found.in_language(lang) for found in findings(game_id)],
        **scene_json(first),
    }


def table_sizes(game_id: str, lang: str) -> list[dict[str, Any]]:
    """Return the options for every number of players; found by trying, so that no room has to declare them."""
    default = caserne.game(game_id).seats
    least, most = about(game_id).seats
    found: dict[int, dict[str, Any]] = {default: {}}
    for form in option_forms(game_id, lang) if least < most else []:
        for value in _values_for_seats(form, least, most):
            found.setdefault(caserne.game(game_id, **{form.name: value}).seats, {form.name: value})
    return [{"seats": seats, "options": options} for seats, options in sorted(found.items())]


def _values_for_seats(form: OptionForm, least: int, most: int) -> Sequence[bool | int | str]:
    """Return the values of an option that might change the number of players."""
    if form.kind == "switch":
        return (True, False)
    if form.kind == "number":
        return [value for value in range(least, most + 1) if (form.least or 0) <= value <= (form.most or value)]
    return [choice.value for choice in form.choices]


@cache
def lessons(game_id: str, lang: str) -> list[dict[str, Any]]:
    """Return the lessons of a room, with the cells and the arrow of every step."""
    return [pointed(lesson, caserne.game(game_id, **lesson.options), lang) for lesson in room_lessons(game_id)]


def pointed(lesson: Lesson, game: Game[Any], lang: str) -> dict[str, Any]:
    """Return a lesson in one language; each step with the cells of its first move, and the arrow to draw for it."""
    told = lesson.in_language(lang)
    for step in told["steps"]:
        move = step["moves"][0] if step["moves"] else ""
        cells = game.touches(move)
        straight = (Trail("step", cells),) if len(cells) > 1 else ()
        turning = tuple(step.pop("path"))
        trails = (Trail("step", turning),) if turning else game.trails(move) or straight
        step |= {"cells": list(cells), "trails": [asdict(trail) for trail in trails]}
    return told


def move_from_cells(game: Game[Any], cells: Sequence[str]) -> str:
    """Return the move, legal or not, that touching these cells means."""
    move = move_of(game, tuple(cells))
    if move is None:
        raise RequestError.of("tui.nothing_here")
    return move


def try_board(
    game: Game[Any], position: str | None, moves: Sequence[str], seat: int | None, move: str | None, lang: str
) -> dict[str, Any]:
    """Play moves without a match; an illegal `move` is reported in the answer, any other error is raised."""
    before = (game.position(position) if position is not None else game.start()).play_all(list(moves[:-1]))
    reached = before.play_all(list(moves[-1:]))
    refused, last = None, moves[-1] if moves else None
    if move is not None:
        try:
            before, reached, last = reached, reached.play(move), move
        except (IllegalMove, InvalidMove) as error:
            refused = error_json(error, lang)
    viewer = seat if seat is not None or not isinstance(reached.actor, int) else reached.actor
    seen = reached.view(viewer)
    legal = render.listed_moves(seen, lang) if reached.actor != "chance" else _dice_buttons(reached)
    warnings = {entry["move"]: game.warnings(seen, entry["move"]) for entry in legal if reached.actor == viewer}
    return {
        "position": str(seen),
        "actor": reached.actor,
        "seats": game.seats,
        "legal": legal,
        "warnings": {move: [warning.text(lang) for warning in found] for move, found in warnings.items() if found},
        "refused": refused,
        "result": _result(reached),
        **scene_json(_with_last_move(seen, lang, None if reached.in_setup else last, before)),
    }


def _with_last_move(seen: Observation, lang: str, last: str | None, before: Position) -> Scene:
    return illustrate(seen, lang, last=last, way=way_of(before.view(seen.seat), last) if last else ())


def _dice_buttons(position: Position) -> list[dict[str, Any]]:
    """Return the results of the die as buttons: without a match, the learner chooses them."""
    return [{"move": result, "cells": [], "label": result, "act": result} for result in position.legal()]


def _result(position: Position) -> dict[str, Any] | None:
    result = position.result()
    return {"by": result.rule, "returns": result.returns, "scores": result.scores} if result else None


def setup_help(
    game: Game[Any], seat: int, ask: str, name: str | None, setup: str | None, seed: int | None, lang: str
) -> dict[str, Any]:
    """Return the requested set-up, how it looks on the board, and what is wrong with it."""
    match = Match(game)
    if seat >= game.seats or not match.position.in_setup:
        raise RequestError.of("server.no_setup_now")
    form = game.setup_form(seat)
    text = _requested_setup(match, seat, ask, name, setup, randbelow(SEEDS) if seed is None else seed)
    problems, scene = [], game.scene(match.view(seat), lang)
    try:
        scene = preview_setup(match, seat, text, lang)
    except IllegalMove as error:
        problems = [{"id": refusal.rule, "text": refusal.text} for refusal in error.refusals(lang)]
    return {
        "setup": text,
        "problems": problems,
        "cells": list(form.cells) if form else [],
        "pieces": dict(form.pieces) if form else {},
        "library": {name: title.text(lang) for name, title in game.setup_library().items()},
        **scene_json(scene),
    }


def _requested_setup(match: Match, seat: int, ask: str, name: str | None, setup: str | None, seed: int) -> str:
    game = match.game
    if ask in ("mirror", "check"):
        if setup is None:
            raise RequestError.of("server.bad_value", field="setup")
        game.read_move(setup)
        return setup if ask == "check" else game.mirrored_setup(setup) or setup
    if name is not None:
        if name not in game.setup_library():
            raise RequestError.of("server.bad_value", field="name")
        return game.library_setup(name, seed)
    position = position_to_arrange(match, seat)
    return position.random_setup(seed) if ask == "random" else position.suggested_setup(seed)


@cache
def cover(game_id: str, lang: str, dark: bool) -> str:
    """Return the picture on a game's card as SVG; hidden pieces look hidden, as the first player sees them."""
    game, facts = caserne.game(game_id), about(game_id)
    seen = game.position(facts.cover or facts.example[0]).view(0 if facts.hidden else None)
    return board_svg(game.scene(seen, lang), dark=dark)


@cache
def living_cover(game_id: str, lang: str, dark: bool) -> str:
    """Return a board on which the moves of the room's figure `cover` are played; its still picture if it has none."""
    shown = figures(game_id).get(COVER)
    if shown is None or not shown.played:
        return cover(game_id, lang, dark)
    moments = [replace(shown, played=shown.played[:count]) for count in range(len(shown.played) + 1)]
    scenes = [moment.scene(game_id, lang) for moment in moments]
    return living_svg([scene for n, scene in enumerate(scenes) if not n or scene.trails], dark=dark)


def empty_board(game: Game[Any], lang: str, dark: bool) -> str:
    """Return the board of a match without pieces, as SVG."""
    return board_svg(replace(game.scene(game.start().view(None), lang), pieces=()), dark=dark)


def art(game: Game[Any], seat: int | None, lang: str) -> dict[str, Any]:
    """Return the drawings from which browsers assemble the boards of a game, as a seat sees them."""
    scene = game.scene(game.start().view(seat), lang)
    return _to_builtins(asdict(parts(scene)))


def scene_json(scene: Scene) -> dict[str, Any]:
    """Return a scene as the websocket sends it, in two parts."""
    return {"board": _to_builtins(fixed_parts(scene)), "scene": _to_builtins(render.scene(scene))}


def _to_builtins(values: Mapping[str, Any]) -> dict[str, Any]:
    """Convert to dictionaries, lists and plain values."""
    plain: dict[str, Any] = msgspec.to_builtins(values)
    return plain
