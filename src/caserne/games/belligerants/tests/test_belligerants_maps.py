"""Maps are read, checked, and refused with row, column and reason or accepted with remarks."""

from __future__ import annotations

import numpy as np
import pytest
from belligerants_field import FIELD, position

import caserne
from caserne.core.game.errors import InvalidOption
from caserne.core.match.match import Match
from caserne.core.match.record import Record
from caserne.games.belligerants.maps import GROUNDS, SHIPPED, read_map, square_name
from caserne.games.belligerants.options import BOARD

PLAIN = read_map("plain")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_maps_are_as_the_rulebook_says(name):
    shipped = read_map(name)
    grounds = [ground for _, ground, _ in shipped.squares()]
    assert (shipped.width, shipped.height) == (15, 13)
    assert set(grounds) == set(GROUNDS.values())
    assert sum(star for _, _, star in shipped.squares()) == 18
    assert (len(shipped.camp(0)), len(shipped.camp(1))) == (15, 15)
    assert list(shipped.remarks()) == []  # symmetric, too


@pytest.mark.parametrize("name", SHIPPED)
def test_a_name_is_resolved_to_its_text(name):
    game = caserne.game("belligerants", map=name)
    assert game.options.map == read_map(name).text
    assert game == caserne.game("belligerants", map=game.options.map)
    assert game == caserne.game("belligerants", map=game.options.map.replace("/", "\n") + "\n")


def test_a_record_holds_the_text_of_the_map():
    match = Match(caserne.game("belligerants", map=FIELD))
    written = match.record.dumps()
    assert FIELD.strip().splitlines()[3] in written
    assert Record.loads(written).game == match.game


def changed(row: int, column: int, square: str) -> str:
    """Return the plain map with one square changed, by row from the top and column, both from 1."""
    rows = list(PLAIN.rows)
    rows[row - 1] = rows[row - 1][: 2 * column - 2] + square + rows[row - 1][2 * column :]
    return "/".join(rows)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("plains", "neither the name of a map"),
        ("", "neither the name of a map"),
        (changed(5, 3, "x-"), "row 5, column 3 (c): 'x' is no ground"),
        (changed(5, 3, ".+"), "row 5, column 3 (c): after the ground"),
        (changed(7, 1, "~*"), "row 7, column 1 (a): no crossroads can be there"),
        (changed(2, 2, "R*"), "row 2, column 2 (b): no crossroads can be there"),
        (changed(1, 1, ".-"), "Pink's camp ('R') has 14 square(s)"),
        (changed(6, 6, "J-"), "Yellow's camp ('J') has 16 square(s)"),
        ("/".join(PLAIN.rows[:7]), "7 row(s)"),
        ("/".join(PLAIN.rows * 2), "26 row(s)"),
        ("/".join(row[:14] for row in PLAIN.rows), "row 1: 7 square(s)"),
        ("/".join(row * 2 for row in PLAIN.rows), "row 1: 30 square(s)"),
        ("/".join((*PLAIN.rows[:-1], PLAIN.rows[-1][:-2])), "row 13: 14 squares, but the first row has 15"),
        ("/".join((*PLAIN.rows[:-1], PLAIN.rows[-1][:-1])), "row 13: 29 signs"),
    ],
)
def test_an_invalid_map_is_refused_with_place_and_reason(text, reason):
    with pytest.raises(InvalidOption) as refused:
        caserne.game("belligerants", map=text)
    assert reason in refused.value.text("en")
    assert refused.value.text("fr").startswith("carte")


def test_an_unusual_map_is_accepted_with_remarks():
    remarks = [remark.text("en") for remark in caserne.game("belligerants", map=FIELD).remarks()]
    assert remarks == [
        "The map has 1 crossroads; the printed board has 18.",
        "The map is not the same for both sides: i4 differs from the square opposite.",
    ]
    dry = caserne.game("belligerants", map=FIELD.replace("~", "."))
    assert "No square of the map is of this ground: water ('~')." in [remark.text("en") for remark in dry.remarks()]
    assert all(remark.text("fr").endswith(".") for remark in dry.remarks())


def test_the_map_form_lists_every_problem_with_its_rule_and_square():
    """BE-5: no crossroads on water or in a camp; BE-1: fifteen squares per camp."""
    squares = {(7, 1): "~*", (2, 2): "R*", (13, 15): ".-"}
    rows = tuple(
        "".join(squares.get((row, column), PLAIN.rows[row - 1][2 * column - 2 : 2 * column]) for column in range(1, 16))
        for row in range(1, 14)
    )
    problems = BOARD.problems(rows)
    assert [(problem.rule, problem.cells) for problem in problems if problem.grave] == [
        (5, ("a7",)),
        (5, ("b12",)),
        (1, tuple(square_name(square) for square in PLAIN.camp(0) if square_name(square) != "o1")),
    ]
    unusual = {problem.rule: problem.cells for problem in problems if not problem.grave}
    assert unusual == {5: (), 11: ("o1", "n2", "a7", "o7", "b12", "a13")}
    assert BOARD.problems(PLAIN.rows) == []


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(8, 8), (20, 20), (8, 20), (20, 8)])
def test_maps_of_any_size_are_playable(width, height):
    rows = [[".-"] * width for _ in range(height)]
    for n in range(15):
        rows[n // 8][n % 8] = "R-"
        rows[height - 1 - n // 8][width - 1 - n % 8] = "J-"
    game = caserne.game("belligerants", map="/".join("".join(row) for row in rows))
    played = caserne.core.simulation.simulate.simulate(game, 20, seed=3, limit=3_000, jobs=1)
    assert played.unfinished == 0


def test_a_map_may_have_a_crossroads_on_every_square():
    """The longest possible lists of moves: a devil on a map where every line may turn everywhere."""
    starry = "/".join(
        ["R-" * 5 + ".*" * 15] * 3 + [".*" * 20] * 14 + [".*" * 15 + "J-" * 5] * 3,
    )
    game = caserne.game("belligerants", map=starry)
    assert game.rules.max_moves > 21 * 120
    flyer = game.position("BOj10 EMa5 - - JD")
    assert len(flyer.legal()) == 120  # all within five squares but its own
    numbers = [len(game.position(f"BOj10 EMa5 - - J{number}").legal()) for number in range(1, 6)]
    assert numbers == [8, 24, 48, 80, 120]
    played = caserne.core.simulation.simulate.simulate(game, 3, seed=3, limit=300, jobs=1)
    assert played.lengths.min() > 0


def test_the_options_record_agrees_with_the_map():
    o = position("EMb1 EMa6 - - J?").game.o
    assert int(np.count_nonzero(o.star)) == 18
    assert int((o.ground == GROUNDS["J"]).sum()) == 15


@pytest.mark.parametrize(
    ("army", "reason"),
    [
        ("EM,BO", "2 pawn(s); 15 are needed"),
        ("EM," * 15 + "EM", "16 pawn(s)"),
        ("EM,XX", "code 2, 'XX', does not exist"),
        ("", "code 1, '', does not exist"),
    ],
)
def test_an_invalid_army_is_refused_with_a_reason(army, reason):
    with pytest.raises(InvalidOption) as refused:
        caserne.game("belligerants", army=army)
    assert reason in refused.value.text("en")
    assert refused.value.text("fr").startswith("armée")
