"""The guide of a game: what its pieces and grounds do, for the table."""

from __future__ import annotations

import pytest

import caserne
from caserne.core.game.registry import rooms
from caserne.core.match.match import Match
from caserne.server.content.rulebooks import guide

every_game = pytest.mark.parametrize("game", [game for game in rooms() if guide(game, "en")])


@every_game
def test_every_entry_is_a_piece_or_a_ground_of_the_board(game):
    scene = caserne.game(game).scene(Match(caserne.game(game)).position.view(0), "en")
    for entry in guide(game, "en"):
        known = scene.symbols if entry["kind"] == "piece" else scene.grounds
        assert any(is_about(entry["key"], name) for name in known), entry


def is_about(key, name):
    """As the table: a ground has several shades, such as `camp_light`, and marks on it, such as `road_crossroads`."""
    return name == key or name.startswith(f"{key}_") or name.endswith(f"_{key}")


@every_game
def test_both_languages_have_the_same_entries_and_a_sentence_for_each(game):
    french, english = guide(game, "fr"), guide(game, "en")
    assert [(entry["kind"], entry["key"]) for entry in french] == [(entry["kind"], entry["key"]) for entry in english]
    assert all(entry["title"] and entry["text"].endswith(".") for entry in french + english)


@every_game
def test_what_takes_what_is_told_for_pieces_of_the_game(game):
    scene = caserne.game(game).scene(Match(caserne.game(game)).position.view(0), "en")
    assert {*scene.captures, *(victim for victims in scene.captures.values() for victim in victims)} <= set(
        scene.symbols
    )
