"""The bots find the right move in simple positions."""

from __future__ import annotations

import numpy as np
import pytest
from stratego_drawing import placed

import caserne
from caserne.bots.arena import play_game
from caserne.bots.bot import Analysis
from caserne.bots.names import bot
from caserne.bots.net import NetBot
from caserne.bots.review import Verdict, judge, tasks
from caserne.core.game.encode import encode
from caserne.core.game.position import Position
from caserne.games.stratego.features import QUIET, familiar

pytestmark = pytest.mark.slow
"""The searches must be compiled first."""

STRONG = "average@3000n"


def analysis_of(position: Position, name: str = STRONG) -> Analysis:
    """Return a bot's analysis from the observation of the seat to move."""
    assert isinstance(position.actor, int)
    return bot(name, position.game, 1).analyse(position.view(position.actor))


def value(analysis: Analysis, move: str) -> float:
    return next(candidate.value for candidate in analysis.candidates if candidate.move == move)


def test_the_spy_takes_a_marshal_that_was_shown():
    shown = placed("Sa4 Tb6 Gh2 mb4 jj8 cj7").play_all("b6-b4 j7-j6")
    assert analysis_of(shown).best == "a4-b4"


def test_no_other_piece_attacks_a_marshal_that_was_shown():
    shown = placed("Ga4 Tb6 Ch2 mb4 jj8 cj7").play_all("b6-b4 j7-j6")
    for level in "123456":
        assert analysis_of(shown, level).best != "a4-b4"
    assert value(analysis_of(shown), "a4-b4") < analysis_of(shown).value - 0.2


def test_a_miner_takes_a_bomb_that_was_shown_before_the_flag():
    shown = placed("Th10 Tj7 Nh9 Ga2 bi10 bj9 ea10").play_all("h10-i10 a10-a9 j7-j9 a9-a8 h9-h10 a8-a9")
    assert analysis_of(shown).best == "h10-i10"


def test_no_other_piece_attacks_a_bomb_that_was_shown():
    shown = placed("Th9 Ch8 Ga2 bi9 ba7 eb7").play_all("h9-i9 b7-b6 h8-h9 b6-b7")
    for level in "123456":
        assert analysis_of(shown, level).best != "h9-i9"


def test_a_flag_known_by_elimination_is_taken():
    board = placed("Gi10 Na3 mb7 sc7", army="barrage").play_all("a3-a4 b7-b6 a4-a5 c7-c8")
    for level in "123456":
        assert analysis_of(board, level).best == "i10-j10"


def test_a_known_piece_flees_from_a_known_stronger_one():
    chased = placed("Ce4 Tf2 ee5 gf5 ja10 bb10").play_all("e4-e5 a10-a9 f2-f5 a9-a8")
    best = analysis_of(chased).best
    assert best.startswith("e5-")
    assert best != "e5-f5"


@pytest.mark.parametrize("seed", range(3))
def test_a_won_game_is_won_before_the_quiet_limit(seed):
    position = placed("Ge4 Ca3 Nb2 Kc3 bi10 bj9 ed8 tb7", quiet_limit=60)
    players = [bot(STRONG, position.game, seed), bot("random", position.game, seed)]
    while position.actor is not None:
        assert isinstance(position.actor, int)
        position = position.play(players[position.actor].choose(position.view(position.actor)))
    assert position.returns() == (1.0, -1.0)


@pytest.mark.parametrize("army", ["original", "mission", "barrage"])
def test_games_between_levels_end(army):
    outcome, _ = play_game(caserne.game("stratego", army=army), ["3@500n", "2"], 3)
    assert outcome.rule in {"ST-12", "ST-13", "ST-16", "ST-17"}


def test_the_same_seed_and_nodes_give_the_same_moves():
    game = caserne.game("stratego", army="barrage")
    first, second = (play_game(game, ["3@300n", "2"], 5)[1] for _ in range(2))
    assert first.events == second.events


def test_bots_deploy_in_different_ways():
    game = caserne.game("stratego")
    assert len({bot("6", game, seed).move(game.start().view(0)) for seed in range(20)}) > 15


def test_ST_16_a_network_reads_quiet_plies_with_the_limit_it_has_learned():
    """Other limits are numbers that it has never seen; it played quite other moves for them."""
    said = []
    for limit in (100, 200, 0):
        game = caserne.game("stratego", army="barrage", quiet_limit=limit)
        position = game.start()
        for seed in (1, 2):
            position = position.play(position.random_setup(seed))
        for _ in range(3):
            position = position.play(position.legal()[0])
        seen = encode(position.view(1), game.features)
        said.append(NetBot().net(game).predict(seen.cells[None], seen.scalars[None]))
    assert all(np.array_equal(said[0].logits, other.logits) for other in said)
    assert said[0].values == said[1].values == said[2].values
    quiet = np.array([[0, 200], [60, 140], [99, 101], [150, 50], [199, 1]])
    scalars = np.zeros((len(quiet), QUIET + 2), np.int16)
    scalars[:, QUIET:] = quiet
    assert familiar(scalars, {"quiet_limit": 100})[:, QUIET:].tolist() == [
        [0, 100],
        [60, 40],
        [99, 1],
        [99, 1],
        [99, 1],
    ]
    assert familiar(scalars, {"quiet_limit": 0}) is scalars


def test_a_review_of_random_moves_names_blunders():
    _, record = play_game(caserne.game("stratego", army="barrage"), ["random", "random"], seed=0)
    record.events, record.end = record.events[:16], None
    first, _, last = [judge(task) for task in tasks(record, "5")[11:]]
    assert first.verdict == last.verdict == Verdict.BLUNDER


def test_a_review_of_random_moves_of_the_large_army_names_mistakes():
    _, record = play_game(caserne.game("stratego"), ["random", "random"], seed=0)
    judged = [judge(tasks(record, "5")[number]) for number in (675, 734)]
    assert all(decision.loss > 0.2 for decision in judged)
    assert {decision.verdict for decision in judged} <= {Verdict.MISTAKE, Verdict.BLUNDER}
