"""Scenes of every room can be drawn, in each language and from each side."""

from __future__ import annotations

import numpy as np
import pytest

import caserne
from caserne.core.game.registry import rooms
from caserne.core.game.scene import Scene
from caserne.draw.grounds import PATTERNS, plain
from caserne.draw.palette import LIGHT
from caserne.draw.piece_marks import BADGES, RINGS
from caserne.draw.pieces import SHAPES
from caserne.draw.svg import svg
from caserne.draw.text import text

PLIES = 90
EVERY = 15


def scenes(game_id: str) -> list[Scene]:
    """Return scenes of a random game for all seats, and of the room's example."""
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


@pytest.mark.thorough
def test_every_pattern_a_room_names_can_be_drawn(seen):
    named = {ground.pattern for scene in seen for ground in scene.grounds.values()}
    assert {plain(pattern) for pattern in named} <= set(PATTERNS)


def test_every_mark_of_a_piece_has_a_style_that_can_be_drawn(seen):
    for scene in seen:
        pieces = [*scene.pieces, *(piece for panel in scene.panels for piece in panel.pieces)]
        assert {mark for piece in pieces for mark in piece.marks} | set(scene.states) <= set(scene.mark_styles)
        for style in scene.mark_styles.values():
            assert (style.ring in RINGS) != (style.badge in BADGES)


def test_text_has_a_character_of_its_own_for_each_mark(seen):
    for scene in seen:
        characters = [style.text for style in scene.mark_styles.values()]
        assert len(set(characters)) == len(characters)
        assert all(len(character) == 1 for character in characters)


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


@pytest.mark.thorough
def test_every_scene_is_drawn_light_dark_and_as_text(seen):
    for scene in seen[:: len(seen) // 4 + 1]:
        assert svg(scene) != svg(scene, dark=True)
        assert scene.title in text(scene, colour=False)
