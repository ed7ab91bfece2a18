"""Every room that is found: what its scenes name can be drawn, in each language and from each side."""

from __future__ import annotations

import numpy as np
import pytest

import caserne
from caserne.core.game.registry import rooms
from caserne.core.game.scene import Scene
from caserne.draw.grounds import PATTERNS, plain
from caserne.draw.palette import LIGHT
from caserne.draw.pieces import SHAPES
from caserne.draw.states import STATES
from caserne.draw.svg import svg
from caserne.draw.text import text

PLIES = 90
EVERY = 15


def scenes(game_id: str) -> list[Scene]:
    """A random game, looked at now and then by everybody, and the room's own example."""
    game = caserne.game(game_id)
    position, dice, found = game.start(), np.random.default_rng(5), []
    for ply in range(PLIES):
        if position.actor is None:
            break
        if ply % EVERY == 0 or position.in_setup:
            found += [game.scene(position.view(seat), "fr") for seat in (*range(game.seats), None)]
        move = position.random_setup(ply) if position.in_setup else str(dice.choice(position.legal()))
        position = position.play(move)
    return [*found, game.scene(game.position(game.about.example[0]).view(0), "en")]


@pytest.fixture(scope="module", params=rooms())
def seen(request) -> list[Scene]:
    return scenes(request.param)


def test_every_pattern_a_room_names_can_be_drawn(seen):
    named = {ground.pattern for scene in seen for ground in scene.grounds.values()}
    assert {plain(pattern) for pattern in named} <= set(PATTERNS)


def test_every_state_a_room_names_has_a_sign(seen):
    shown = [piece for scene in seen for piece in scene.pieces]
    shown += [piece for scene in seen for panel in scene.panels for piece in panel.pieces]
    assert {mark for piece in shown for mark in piece.marks} <= set(STATES)
    assert {state for scene in seen for state in scene.states} <= set(STATES)


def test_every_colour_and_shape_a_room_names_is_known(seen):
    for scene in seen:
        strokes = [stroke for drawing in scene.symbols.values() for stroke in drawing]
        named = {colour for stroke in strokes for colour in (stroke.fill, stroke.line)} - {"", "seat", "line"}
        named |= {ground.colour for ground in scene.grounds.values()} | {seat.colour for seat in scene.seats}
        assert named <= set(LIGHT)
        assert {seat.shape for seat in scene.seats} <= set(SHAPES)


def test_no_two_grounds_of_a_room_look_alike(seen):
    for scene in seen:
        looks = [(ground.colour, ground.pattern) for ground in scene.grounds.values()]
        assert len(looks) == len(set(looks))


def test_every_scene_is_drawn_light_dark_and_as_text(seen):
    for scene in seen[:: len(seen) // 4 + 1]:
        assert svg(scene) != svg(scene, dark=True)
        assert scene.title in text(scene, colour=False)
