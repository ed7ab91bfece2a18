"""The alpha-beta engine finds what a plain search finds, keeps to its budget, and plays the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest
from games_and_options import ALL_VARIANTS, every_game, game_of, random_walk
from plain_minimax import minimax

from caserne.bots.bot import Budget, UnknownBot
from caserne.bots.deepening import Deepening
from caserne.bots.names import bot
from caserne.bots.negamax_workspace import DECIDED
from caserne.bots.transpositions import make_table
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms

MOST_MINIMAX_NODES = 1_000
TINY_TABLE = make_table(1)[:1]


def searched(position: Position, depth: int, lines: int = 1, table=None, reduces: bool = False) -> Deepening:
    """The engine's own search to one depth, with an empty table."""
    deepening = Deepening(position, make_table(1) if table is None else table, 0, reduces)
    deepening.run(depth, lines, Budget())
    return deepening


def positions_of(game_id: str, seed: int) -> list[Position]:
    walk = random_walk(game_of(game_id, {}), seed, plies=80)
    return [position for position, _ in walk if isinstance(position.actor, int) and not position.in_setup]


def affordable_depth(position: Position) -> int:
    """The depth that the plain search can go."""
    return max(depth for depth in (1, 2, 3, 4) if depth == 1 or position.perft(depth) <= MOST_MINIMAX_NODES)


def plain_values(position: Position, depth: int) -> dict[int, int]:
    """What the plain search finds each action to be worth."""
    seat = position.actor
    return {action: minimax(position.play_action(action), seat, depth - 1, 1) for action in position.legal_actions()}


@pytest.mark.slow
@every_game
def test_the_engine_agrees_with_plain_minimax(game_id):
    for seed in range(4):
        for position in positions_of(game_id, seed)[seed::10]:
            depth = affordable_depth(position)
            found, plain = searched(position, depth, lines=3).moves, plain_values(position, depth)
            best = sorted(plain.values(), reverse=True)[:3]
            assert [move.value for move in found[:3]] == [plain[move.action] for move in found[:3]] == best, position
            assert all(move.value >= plain[move.action] for move in found), position


@pytest.mark.slow
@every_game
def test_forced_wins_are_found_and_the_fastest_is_played(game_id):
    for seed in range(6):
        for position in positions_of(game_id, seed)[-4:]:
            depth = affordable_depth(position)
            plain = plain_values(position, depth)
            if max(plain.values()) > DECIDED:
                best = searched(position, depth, reduces=True).moves[0]
                assert plain[best.action] == best.value == max(plain.values()), position


@pytest.mark.slow
@every_game
def test_the_table_changes_no_value(game_id):
    for position in positions_of(game_id, 5)[::8]:
        depth = affordable_depth(position) + 1
        with_table, without = searched(position, depth), searched(position, depth, table=TINY_TABLE.copy())
        assert with_table.moves[0].value == without.moves[0].value, position


@pytest.mark.slow
@every_game
def test_the_same_seed_and_observations_give_the_same_analyses(game_id):
    views = [position.view(position.actor) for position in positions_of(game_id, 3)[:20:3]]
    first, second = (bot("alphabeta@300n", game_of(game_id, {}), seed=7) for _ in range(2))
    for view in views:
        analysis = first.analyse(view)
        assert analysis == second.analyse(view)
        assert sorted(candidate.move for candidate in analysis.candidates) == view.legal()
        assert analysis.best == analysis.line[0]
        assert analysis.nodes <= max(300, len(analysis.candidates))


@pytest.mark.thorough
def test_what_an_action_adds_to_the_past_can_be_retracted():
    games = [game_id for game_id in rooms() if game_of(game_id, {}).rules.retract]
    for position in [position for game_id in games for position in positions_of(game_id, 2)]:
        (state, past), (_, before) = position.scratch(), position.scratch()
        rules, remembered = position.game.rules, state[0].remembered
        rules.apply(position.game.o, state[0], past, position.legal_actions()[0])
        rules.retract(position.game.o, state[0], past)
        assert np.array_equal(past[:remembered], before[:remembered])


@pytest.mark.slow
def test_a_clock_and_a_second_thread_end_in_a_legal_move():
    position = positions_of("oracle", 1)[0]
    player = bot("alphabeta@20ms", position.game, threads=2)
    assert player.move(position.view(position.actor)) in position.legal()


@pytest.mark.parametrize("setting", ["depth=0", "depth=deep", "noise=101", "lines=-1", "table=0", "reduce=2"])
def test_settings_are_whole_numbers_within_bounds(setting):
    with pytest.raises(UnknownBot, match="whole number"):
        bot(f"alphabeta:{setting}", game_of("oracle", {}))


def test_games_of_more_than_two_are_refused():
    larger = [game for game in (game_of(*choice) for choice in ALL_VARIANTS) if game.seats > 2]
    assert larger
    for game in larger:
        position = game.start()
        while position.actor == "chance":
            position = position.play(position.legal()[0])
        with pytest.raises(UnknownBot, match="games of two"):
            bot("alphabeta", game).analyse(position.view(position.actor))
