"""Positions and moves as text, sentences, scenes and event counts."""

from __future__ import annotations

import json
from string import Formatter

import pytest
from belligerants_field import ARMY, FIELD, field, position
from typography import BAD_FRENCH_TYPOGRAPHY

import caserne
from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.core.game.observation import ObservedEvent
from caserne.core.simulation.event_counts import events_per_game
from caserne.games.belligerants import captures
from caserne.games.belligerants.army import CODES
from caserne.games.belligerants.notation import FACES
from caserne.games.belligerants.words import WORDS

FRENCH, ENGLISH = WORDS.catalogues["fr"], WORDS.catalogues["en"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "five fields are needed"),
        ("EMo1 EMa13 - J?", "five fields are needed"),
        ("EMo1  EMa13 - - J?", "five fields are needed"),
        ("EMo1 EMa13 - - J? ", "five fields are needed"),
        ("Setup", "five fields are needed"),
        ("EMo1 EMa13 - - J6", "field SIDE"),
        ("EMo1 EMa13 - - Y?", "field SIDE"),
        ("EMo1 EMa13 - - J", "field SIDE"),
        ("EMo1, EMa13 - - J?", "field YELLOW: '' is no pawn"),
        ("XXo1 EMa13 - - J?", "field YELLOW: 'XXo1' is no pawn"),
        ("EMo1 EMa13** - - J?", "field PINK: 'EMa13**' is no pawn"),
        ("EMp1 EMa13 - - J?", "field YELLOW, 'EMp1': there is no square p1"),
        ("EMo1 EMa14 - - J?", "field PINK, 'EMa14': there is no square a14"),
        ("EMo0 EMa13 - - J?", "there is no square o0"),
        ("EMo01 EMa13 - - J?", "there is no square o01"),
        ("EMo1,SOo1 EMa13 - - J?", "field YELLOW, 'SOo1': two pawns cannot be on o1"),
        ("EMo1 EMo1 - - J?", "field PINK, 'EMo1': two pawns"),
        ("EMo1,EMo2 EMa13 - - J?", "field YELLOW: 2 × EM"),
        ("EMo1,SOa1,SOb1,SOc1,SOd1 EMa13 - - J?", "field YELLOW: 4 × SO"),
        ("EMo1,SOa1,SOb1 EMa13 - SO,SO J?", "field YELLOW: 4 × SO"),
        ("EMo1,TKa1,TKb1* TKc1,EMa13 - - J?", "field PINK: 2 × TK"),
        ("EMo1,TKa1 TKc1,EMa13 TK - J?", "3 × TK in all"),
        ("EMo1,OFa1* EMa13 - - J?", "'OFa1*': officer: such a pawn is never kept"),
        ("EMo1,TKa1*,TKb1* EMa13 - - J?", "wear the same flat pawn twice"),
        ("EMo1,TKa8 EMa13 - - J?", "'TKa8': tank: such a pawn cannot stand on a8"),
        ("EMo1,TKd5 EMa13 - - J?", "'TKd5': tank: such a pawn cannot stand on d5"),
        ("EMo1 EMa13 XX - J?", "field HELD-BY-YELLOW: 'XX'"),
        ("EMo1 EMa13 - SO, J?", "field HELD-BY-PINK: ''"),
        ("setup EM,BO", "setup: 'EM,BO' is no deployment"),
        (f"setup {ARMY} {ARMY}", "is no deployment"),
        (f"setup {ARMY.replace('BO', 'EM')}", "BE-1"),
    ],
)
def test_an_invalid_position_is_refused_with_the_wrong_field(text, reason):
    with pytest.raises(InvalidPosition) as refused:
        position(text)
    assert reason in refused.value.text("en")
    assert refused.value.text("fr") != refused.value.text("en")


@pytest.mark.parametrize(
    "text",
    [
        "setup",
        f"setup {ARMY}",
        "EMo1,TKe5 SOe10,EMa13 - - JD",
        "CAb1*,EMo1 EMa13 TK,SO,SO BO R5",
        "EMo1,ESa8 AMd5,EMa13 - - J?",
        "EMo1 EMa13 TK TK J?",  # of a kept tank taken back, both armies' tanks may be held by either side
        "EMo1 EMa13 TK,TK - J?",
    ],
)
def test_a_position_is_written_as_it_was_read(text):
    assert str(position(text)) == text


def test_the_lists_are_written_in_order():
    shuffled = position("TKe5,EMo1 EMa13,SOe10 SO,TK - JD")
    assert str(shuffled) == "EMo1,TKe5 SOe10,EMa13 TK,SO - JD"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "e5",
        "e5-",
        "e5-e3**",
        "e5-e3+",
        "E5-e3",
        "e5 e3",
        "p1-o1",
        "e5-e14",
        "e5-e0",
        "e05-e3",
        "6",
        "0",
        "d",
        "Pass",
    ],
)
def test_an_unreadable_move_is_invalid(text):
    for before in ("setup", "EMo1,TKe5 SOe10,EMa13 - - JD", "EMo1 EMa13 - - J?", "SOe11 EMa1 - - R?"):
        with pytest.raises(InvalidMove) as refused:
            position(before).play(text)
        assert refused.value.text("fr") != refused.value.text("en")


def test_digits_of_other_scripts_are_invalid():
    with pytest.raises(InvalidMove):
        position("EMo1,TKe5 SOe10,EMa13 - - JD").play("e\u0665-e3")


def test_the_catalogues_have_the_same_keys_and_fields():
    assert FRENCH.keys() == ENGLISH.keys()
    for key in FRENCH:
        fields = [{name for _, name, _, _ in Formatter().parse(text[key]) if name} for text in (FRENCH, ENGLISH)]
        assert fields[0] == fields[1], key
    for code in CODES:
        assert {f"pawn.{code}", f"a.{code}", f"the.{code}", f"your.{code}"} <= FRENCH.keys()


@pytest.mark.parametrize("key", FRENCH)
def test_the_french_sentences_keep_french_typography(key):
    assert not BAD_FRENCH_TYPOGRAPHY.search(FRENCH[key].replace("TKd5*", ""))


def test_every_option_is_described():
    for name in caserne.game("belligerants").options.as_dict():
        assert FRENCH[f"option.{name}"]


# Scenes


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_scene_shows_grounds_pawns_prisoners_and_the_die(lang):
    seen = field("TKg7,CAf7,MIh8*", "SOe9", "JD", held="OF -").view(0)
    scene = seen.game.scene(seen, lang)
    pieces = {piece.cell: piece for piece in scene.pieces}
    assert pieces["g7"].marks == ("wounded",)
    assert pieces["f7"].marks == ("surrounded",)
    assert pieces["h8"].marks == ("kept",)
    assert {cell.ground for cell in scene.cells} == set(scene.grounds)
    assert scene.grounds["brown_crossroads"].pattern.endswith("_crossroads")
    assert len({(ground.colour, ground.pattern) for ground in scene.grounds.values()}) == len(scene.grounds)
    assert len(scene.cells) == 12 * 11
    assert [len(panel.pieces) for panel in scene.panels] == [1, 1, 0, 5, 6]
    assert scene.panels[0].text == {"fr": "diable", "en": "devil"}[lang]
    json.dumps(scene.as_json())


def test_the_owner_of_a_pawn_is_visible_without_colour():
    scene = field("TKg7", "TKe9", "J?").game.scene(field("TKg7", "TKe9", "J?").view(0), "fr")
    shown = {piece.cell: piece.text for piece in scene.pieces}
    assert (shown["g7"], shown["e9"]) == ("TK", "tk")


def test_brown_earth_between_two_waters_is_a_bridge():
    game = caserne.game("belligerants")
    scene = game.scene(game.position("EMo1,TKe5 SOe10,EMa13 - - J2").view(0), "fr")
    grounds = {cell.id: cell.ground for cell in scene.cells}
    bridges = {cell for cell, ground in grounds.items() if ground.startswith("bridge")}
    assert bridges
    for cell in bridges:
        file, rank = ord(cell[0]), cell[1:]
        assert grounds[chr(file - 1) + rank] == grounds[chr(file + 1) + rank] == "water"


def test_every_kind_has_its_own_symbol_and_name():
    scene = field("", "", "J?").game.scene(field("", "", "J?").view(None), "fr")
    assert set(scene.symbols) == {*CODES, *(f"die{face}" for face in FACES)}
    assert len(set(map(str, scene.symbols.values()))) == len(scene.symbols)
    assert len({FRENCH[f"pawn.{code}"] for code in CODES}) == len(CODES)


def test_pink_sees_the_board_from_the_other_side():
    seen = {seat: field("", "", "J?").game.scene(field("", "", "J?").view(seat), "en") for seat in (0, 1)}
    corners = {seat: next(cell for cell in scene.cells if cell.id == "a1") for seat, scene in seen.items()}
    assert (corners[0].x, corners[0].y) == (0.5, 10.5)
    assert (corners[1].x, corners[1].y) == (11.5, 0.5)


def test_a_sealed_deployment_is_not_drawn_for_the_other():
    sealed = position(f"setup {ARMY}")
    assert len(sealed.game.scene(sealed.view(0), "fr").pieces) == 15
    assert sealed.game.scene(sealed.view(1), "fr").pieces == ()
    assert len(sealed.game.scene(sealed.view(1), "fr").panels[0].pieces) == 15


def test_a_cell_names_its_ground_and_its_pawn():
    names = {
        cell.id: cell.name for cell in field("TKg7", "", "J?").game.scene(field("TKg7", "", "J?").view(0), "en").cells
    }
    assert names["g7"] == "g7, infirmary: tank (Yellow), wounded"
    assert names["c5"] == "c5, brown earth, crossroads"


@pytest.mark.parametrize(
    ("yellow", "pink", "side", "move", "pawns", "described"),
    [
        ("TKh8", "SOh9", "J1", "h8-h9", ["so"], "the tank takes the soldiers pawn"),
        ("TKh8", "MIh9", "JD", "h8-h9*", ["mi"], "the tank takes the machine gun in good condition"),
        ("TKh8,OFa5", "SOh9", "J1", "a5-a6", ["TK"], "the tank could take and is made prisoner (BE-20)"),
        ("TKh8", "", "J1", "h8-h7", ["TK"], "the tank is destroyed (BE-18)"),
        ("TKh8", "", "J1", "h8-i8", [], None),
        ("AMg6,SOg7", "", "J1", "g6-g7", [], None),
    ],
)
def test_BE_8_the_pawn_that_a_move_took_or_lost_is_shown(yellow, pink, side, move, pawns, described):
    before = field(yellow, pink, side)
    after = before.play(move)
    event = before.game.event_for(before, move, after, 0)
    assert [piece.text for piece in before.game.shown_pieces(event, "en")] == pawns
    seen = after.view(1)
    seen = seen.with_events((event, ObservedEvent("chance", "3")))
    news = [panel.text for panel in seen.game.scene(seen, "en").panels if panel.seat is None]
    assert news == ([] if described is None else [described])


def test_BE_18_a_taker_that_is_destroyed_on_black_is_described():
    before = position("EMh8,TKa1 ESh7,EMl11 - - J1", map=FIELD)
    event = before.game.event_for(before, "h8-h7", before.play("h8-h7"), 0)
    described = [sentence.text("en") for sentence in captures.describe(before.game.o, event)]
    assert described == ["the staff takes the spy", "the staff is destroyed (BE-18)"]


# What a simulation reports


def test_grounds_and_rules_are_counted():
    game = caserne.game("belligerants")
    seen = events_per_game(game, 20, seed=4)
    played = caserne.core.simulation.simulate.simulate(game, 20, seed=4, jobs=1)
    moves = sum(seen[ground] for ground in ("brown", "water", "green", "grey", "white", "black", "camp"))
    assert moves + seen["BE-2"] == pytest.approx(played.lengths.mean())
    lost = played.states["held"].sum() / 20
    assert seen["BE-8"] - seen["BE-9"] - seen["BE-10"] + seen["BE-20"] >= lost - 1e-9
    assert seen["BE-18"] > 0
    assert seen["BE-12"] == 0
    assert {f"witness.{key}" for key in seen} <= FRENCH.keys()
    assert seen["end.out"] + seen["end.quiet"] + seen["end.long"] == 1
    assert events_per_game(caserne.game("belligerants", max_plies=5), 20, seed=4)["end.long"] == 1
    assert events_per_game(caserne.game("belligerants", water="drowning"), 20, seed=4)["BE-12"] > 0


def test_BE_20_pawns_that_can_be_taken_are_marked_after_the_roll():
    def marked(side):
        seen = field("TKh8", "SOh9,SOa9", side).view(0)
        return [(mark.kind, mark.cell) for mark in seen.game.scene(seen, "en").marks]

    assert marked("J1") == [("must", "h9")]
    assert marked("J2") == marked("J?") == marked("JD") == []
