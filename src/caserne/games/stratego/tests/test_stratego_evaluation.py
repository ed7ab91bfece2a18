"""The evaluation of Stratego positions."""

from __future__ import annotations

from stratego_drawing import START, placed, position

from caserne.core.game.position import Position
from caserne.games.stratego.board import DISTANCE, SQUARE_NAMES
from caserne.games.stratego.evaluate import attraction_factor
from caserne.games.stratego.material import count_kinds


def evaluation(board: Position, seat: int = 0) -> float:
    state, _ = board.scratch()
    return float(board.game.rules.evaluate(board.game.o, state[0], seat))


def test_the_evaluation_is_zero_sum():
    board = placed("Me4 Tf2 Nb2 ee7 gf8 ba10 bb10")
    assert evaluation(board, 0) == -evaluation(board, 1) > 0


def test_a_spy_is_worth_little_without_an_enemy_marshal():
    with_marshal = evaluation(placed("Sa4 Ge4 mj8 ch8")) - evaluation(placed("Ta4 Ge4 mj8 ch8"))
    without = evaluation(placed("Sa4 Ge4 gj8 ch8")) - evaluation(placed("Ta4 Ge4 gj8 ch8"))
    assert with_marshal > 0 > without


def test_the_last_miner_is_worth_most():
    bombs, enemies = "bi10 bj9", "ge9 cd9"
    lost = [
        evaluation(placed(f"Gc3 {miners} {bombs} {enemies}")) - evaluation(placed(f"Gc3 {fewer} {bombs} {enemies}"))
        for miners, fewer in (("Na2", ""), ("Na2 Nb2 Nc2", "Na2 Nb2"))
    ]
    assert lost[0] > lost[1] > 0


def test_a_shown_piece_is_worth_less_than_a_hidden_one():
    hidden = placed("Me4 Ta2 gj8 ea10")
    shown = placed("Me4 Ta2 Te6 gj8 ea10 ee5")
    assert evaluation(shown.play("e4-e5")) < evaluation(hidden.play("e4-e5"))


def test_a_lead_is_discounted_as_the_game_stays_quiet():
    ahead = placed("Me4 Ne3 ee9 ba10", quiet_limit=20)
    later = ahead.play_all("e4-e5 e9-e8 e5-e4 e8-e9 e4-e5 e9-e8 e5-e4 e8-e9")
    assert 0 < evaluation(later) < evaluation(ahead)


def test_attraction_to_the_flag_grows_as_enemy_pieces_are_lost():
    def attraction(board: Position) -> float:
        enemy, _ = count_kinds(board.scratch()[0][0], 1)
        return float(attraction_factor(board.game.o, enemy))

    one_lost = position(START).play_all("f4-f5 f7-f6 f5-f6")
    assert attraction(position(START)) < attraction(one_lost) < attraction(placed("Ma2 mj9")) > 1


def test_distances_lead_round_the_lakes():
    def steps(origin: str, target: str) -> int:
        return int(DISTANCE[SQUARE_NAMES.index(origin), SQUARE_NAMES.index(target)])

    assert [steps("e4", "e7"), steps("g4", "g7"), steps("c4", "d7"), steps("a1", "j10")] == [3, 5, 6, 18]
