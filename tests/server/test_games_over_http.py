"""The games without a match, for every room: pages, rulebooks, boards to try, help with set-ups."""

from __future__ import annotations

import pytest

import caserne
from caserne.core.game.registry import about, rooms

every_game = pytest.mark.parametrize("game_id", rooms())


def test_all_games_are_listed(anne):
    listed = anne.ok("GET", "/api/games?lang=fr")
    assert {card["id"] for card in listed} == set(rooms())
    assert all(card["title"] == about(card["id"]).titles["fr"] for card in listed)


@every_game
def test_a_game_page_has_everything_a_form_needs(anne, game_id):
    page = anne.ok("GET", f"/api/games/{game_id}")
    game = caserne.game(game_id)
    assert len(page["names"]) == about(game_id).seats[1]
    assert [size["seats"] for size in page["tables"]] == list(
        range(about(game_id).seats[0], about(game_id).seats[1] + 1)
    )
    for size in page["tables"]:
        assert caserne.game(game_id, **size["options"]).seats == size["seats"]
    assert {option["name"] for option in page["options"]} == set(game.options.as_dict())
    assert page["presets"][0]["name"] == "rulebook"
    assert page["has_setup"] == bool(game.count_setups(0))
    assert page["board"]["cells"]
    assert set(page["scene"]["names"]) == {cell["id"] for cell in page["board"]["cells"]}


@every_game
def test_the_rulebook_is_html(anne, game_id):
    book = anne.ok("GET", f"/api/games/{game_id}/rules?lang=fr")
    assert book["sections"][0]["id"] == f"{about(game_id).rules}-1"
    assert all(section["html"].startswith("<") for section in book["sections"])


@every_game
def test_a_board_can_be_tried_without_a_match(anne, game_id):
    position, move = about(game_id).example
    shown = anne.ok("POST", f"/api/games/{game_id}/try", {"position": position})
    assert shown["refused"] is None
    assert move in [entry["move"] for entry in shown["legal"]]
    moved = anne.ok("POST", f"/api/games/{game_id}/try", {"position": position, "move": move})
    assert moved["refused"] is None
    assert (moved["position"], moved["actor"]) != (shown["position"], shown["actor"])
    played = anne.ok("POST", f"/api/games/{game_id}/try", {"position": position, "moves": [move]})
    assert (played["position"], played["actor"]) == (moved["position"], moved["actor"])


def test_an_illegal_move_is_explained_and_does_not_change_the_board(anne):
    position, _ = about("movers").example
    shown = anne.ok("POST", "/api/games/movers/try", {"position": position, "move": "b1-b2"})
    assert shown["refused"]["rules"][0]["id"] == "MH-4"
    assert shown["position"] == position
    shown = anne.ok("POST", "/api/games/movers/try?lang=fr", {"position": position, "move": "z9"})
    assert shown["refused"]["text"]
    assert "rules" not in shown["refused"] or shown["refused"]["rules"] is None


def test_touched_cells_are_refused_like_the_move_they_mean(anne):
    position, _ = about("movers").example
    shown = anne.ok("POST", "/api/games/movers/try", {"position": position, "cells": ["b1", "b2"]})
    assert shown["refused"]["rules"][0]["id"] == "MH-4"
    assert anne.refused("POST", "/api/games/movers/try", {"position": position, "cells": ["z9"]})[0] >= 400


def test_lessons_are_in_the_requested_language(anne):
    french, english = (anne.ok("GET", f"/api/games/movers/lessons?lang={lang}") for lang in ("fr", "en"))
    assert [lesson["name"] for lesson in french] == [lesson["name"] for lesson in english]
    assert french[0]["steps"][0]["say"] != english[0]["steps"][0]["say"]
    assert anne.ok("GET", "/api/games")[0]["lessons"] >= 0


def test_an_invalid_position_is_an_error(anne):
    assert anne.refused("POST", "/api/games/movers/try", {"position": "nonsense"})[0] == 422
    assert anne.refused("POST", "/api/games/movers/try", {"options": {"expert": "maybe"}})[0] == 422
    assert anne.refused("POST", "/api/games/movers/try", {"seat": 9})[0] == 422
    assert anne.refused("POST", "/api/games/chess/try", {}) == (404, "unknown_game")


@pytest.mark.parametrize("game_id", [game_id for game_id in rooms() if caserne.game(game_id).count_setups(0)])
@pytest.mark.parametrize("ask", ["random", "suggest"])
def test_a_generated_set_up_passes_the_check(anne, game_id, ask):
    last = caserne.game(game_id).seats - 1
    question = {"ask": ask, "seat": last, "seed": 5}
    found = anne.ok("POST", f"/api/games/{game_id}/setups", question)
    assert found == anne.ok("POST", f"/api/games/{game_id}/setups", question)
    checked = anne.ok("POST", f"/api/games/{game_id}/setups", {"ask": "check", "seat": last, "setup": found["setup"]})
    assert checked["problems"] == []
    assert checked["scene"] == found["scene"]
    assert any(piece["seat"] == last for piece in checked["scene"]["pieces"])


def test_a_wrong_set_up_names_the_rule(anne):
    checked = anne.ok("POST", "/api/games/movers/setups", {"ask": "check", "setup": "MMMMMM"})
    assert [problem["id"] for problem in checked["problems"]] == ["MH-1"]
    assert anne.refused("POST", "/api/games/movers/setups", {"ask": "check", "setup": "xyz"})[0] == 422
    assert anne.refused("POST", "/api/games/movers/setups", {"ask": "mirror"}) == (422, "bad_value")
    assert anne.refused("POST", "/api/games/movers/setups", {"ask": "suggest", "name": "none"}) == (422, "bad_value")
    assert anne.refused("POST", "/api/games/manoeuvre/setups", {"ask": "random"}) == (409, "no_setup_now")


def test_a_mirror_image_has_a_mirror_image(anne):
    setup = anne.ok("POST", "/api/games/stratego/setups", {"ask": "suggest", "name": "bastion"})["setup"]
    mirrored = anne.ok("POST", "/api/games/stratego/setups", {"ask": "mirror", "setup": setup})["setup"]
    assert mirrored != setup
    assert anne.ok("POST", "/api/games/stratego/setups", {"ask": "mirror", "setup": mirrored})["setup"] == setup
