"""How positions of Stratego are judged."""

from __future__ import annotations

from stratego_drawing import placed

from caserne.core.position import Position
from caserne.games.stratego.board import DISTANCE, SQUARE_NAMES


def evaluation(position: Position, seat: int = 0) -> float:
    state, _ = position.scratch()
    return float(position.game.rules.evaluate(position.game.o, state[0], seat))


def test_what_one_gains_the_other_loses():
    position = placed("Me4 Tf2 Nb2 ee7 gf8 ba10 bb10")
    assert evaluation(position, 0) == -evaluation(position, 1) > 0


def test_a_spy_is_worth_little_without_a_marshal_to_kill():
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


def test_a_secret_is_worth_something():
    hidden = placed("Me4 Ta2 gj8 ea10")
    shown = placed("Me4 Ta2 Te6 gj8 ea10 ee5")
    assert evaluation(shown.play("e4-e5")) < evaluation(hidden.play("e4-e5"))


def test_a_lead_fades_when_nothing_happens():
    ahead = placed("Me4 Ne3 ee9 ba10", quiet_limit=20)
    later = ahead.play_all("e4-e5 e9-e8 e5-e4 e8-e9 e4-e5 e9-e8 e5-e4 e8-e9")
    assert 0 < evaluation(later) < evaluation(ahead)


def test_the_way_to_the_flag_leads_round_the_lakes():
    def steps(origin: str, target: str) -> int:
        return int(DISTANCE[SQUARE_NAMES.index(origin), SQUARE_NAMES.index(target)])

    assert [steps("e4", "e7"), steps("g4", "g7"), steps("c4", "d7"), steps("a1", "j10")] == [3, 5, 6, 18]
