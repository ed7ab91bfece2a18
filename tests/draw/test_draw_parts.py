"""The parts that a browser assembles: complete, the same for every position, light and dark at once."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from draw_scenes import square_board

import caserne
from caserne.core.game.registry import about, rooms
from caserne.core.game.scene import Scene
from caserne.draw.parts import parts
from caserne.draw.svg import board_svg

pytestmark = pytest.mark.thorough

every_room = pytest.mark.parametrize("game", rooms())


def scenes(game: str) -> list[Scene]:
    """Return the first seat's scenes at the start and in the middle of a game."""
    room = caserne.game(game)
    positions = [room.start(), *(room.position(text) for text in (about(game).example[0], about(game).cover) if text)]
    return [room.scene(position.view(0), "en") for position in positions]


@every_room
def test_every_reference_is_defined(game: str) -> None:
    for scene in scenes(game):
        drawn = parts(scene)
        ids = re.findall(r'\bid="([^"]+)"', drawn.defs)
        assert len(ids) == len(set(ids))
        for markup in (drawn.defs, drawn.front, drawn.back):
            ElementTree.fromstring(f"<svg>{markup}</svg>")
            assert set(re.findall(r'(?:url\(|href=")#([^)"]+)', markup)) <= set(ids)
        for piece in (*scene.pieces, *(piece for panel in scene.panels for piece in panel.pieces)):
            owner = "nobody" if piece.seat is None else piece.seat
            assert f"piece-{owner}-{piece.symbol}" in ids
            assert {f"state-{mark}-{owner}" for mark in piece.marks} <= set(ids)


@every_room
def test_the_parts_do_not_depend_on_the_pieces(game: str) -> None:
    drawn = [parts(scene) for scene in scenes(game)]
    assert all(other == drawn[0] for other in drawn)
    assert "<title>" not in drawn[0].front


def test_colours_that_differ_in_the_dark_are_written_twice() -> None:
    drawn = parts(square_board(2, 2, {}))
    assert "light-dark(#" in drawn.front
    assert not re.search(r"light-dark\((#\w+),\1\)", drawn.front + drawn.back + drawn.defs)


def test_the_back_is_the_board_turned_round() -> None:
    scene = replace(square_board(2, 1, {}), pieces=())
    assert parts(scene).back == parts(scene.turned()).front
    assert parts(scene).front == parts(scene.turned()).back


def test_a_board_alone_has_no_words_around_it() -> None:
    scene = replace(square_board(2, 1, {}), title="A title", status="A status")
    assert "A title" not in board_svg(scene)
    assert "A status" not in board_svg(scene)
    assert board_svg(scene, dark=True) != board_svg(scene)
