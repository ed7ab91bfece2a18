"""Positions of every game: play, text and refusals."""

from __future__ import annotations

import numpy as np
import pytest
from compiled_rules import unlike_the_list
from games_and_options import every_game, every_variant, game_of, random_walk

from caserne.core.game.errors import IllegalMove, InvalidMove, InvalidPosition
from caserne.core.game.registry import about
from caserne.core.game.rulebook import Rulebook
from caserne.core.simulation.simulate import committed_digest, reference_digest, simulate


@every_variant
def test_random_games_end_or_are_reported_as_unfinished(game_id, options):
    played = simulate(game_of(game_id, options), 100, seed=7, limit=5_000)
    over = played.endings != ""
    assert np.isfinite(played.returns[over]).all()
    assert np.isnan(played.returns[~over]).all()
    assert (played.states["actor"][over] == -2).all()
    assert played.unfinished < 20


@pytest.mark.thorough
@every_variant
def test_a_position_survives_a_round_trip_through_text(game_id, options):
    game = game_of(game_id, options)
    for position, _ in random_walk(game, 1):
        assert str(game.position(str(position))) == str(position)


@every_variant
def test_moves_are_sorted_distinct_and_survive_a_round_trip(game_id, options):
    game = game_of(game_id, options)
    for position, _ in random_walk(game, 2):
        if position.in_setup:
            continue
        moves = position.legal()
        assert moves == sorted(set(moves))
        assert [game.write_move(game.read_move(move)) for move in moves] == moves
        assert all(0 <= action < game.rules.actions for action in position.legal_actions())


@pytest.mark.thorough
@every_variant
def test_play_does_not_change_the_old_position(game_id, options):
    for position, move in random_walk(game_of(game_id, options), 3):
        before = hash(position), str(position), position._state.tobytes(), position._past.tobytes()
        after = position.play(move)
        position.explain(move)
        position.view(0)
        assert before == (hash(position), str(position), position._state.tobytes(), position._past.tobytes())
        assert after != position


@every_variant
def test_explain_is_empty_exactly_for_legal_moves(game_id, options):
    game = game_of(game_id, options)
    dice = np.random.default_rng(4)
    known = {section.rule for section in Rulebook.read(game_id, "en").sections}
    for position, _ in random_walk(game, 4, plies=60):
        legal = set() if position.in_setup else set(position.legal_actions())
        for action in {int(action) for action in dice.integers(0, game.rules.actions, 12)} | set(list(legal)[:3]):
            refused = position._refusal(action)
            if position.in_setup:
                legal = set(position.legal_actions())
            assert (refused == 0) == (action in legal)
            rules = {game.rule_id(number) for number in range(64) if refused >> number & 1}
            assert rules <= known


@every_variant
def test_a_refusal_names_its_rule_in_every_language(game_id, options):
    game = game_of(game_id, options)
    dice = np.random.default_rng(5)
    walk = random_walk(game, 5, plies=60)
    other_moves = [move for _, move in random_walk(game, 6, plies=60)]
    for position, _ in walk:
        move = str(dice.choice(other_moves))
        english, french = position.explain(move, "en"), position.explain(move, "fr")
        assert [refusal.rule for refusal in english] == [refusal.rule for refusal in french]
        if english:
            assert all(refusal.text.endswith(".") for refusal in english + french)
            with pytest.raises(IllegalMove) as refused:
                position.play(move)
            assert refused.value.rules == tuple(refusal.rule for refusal in english)
        else:
            position.play(move)


@every_game
def test_unreadable_text_is_refused(game_id):
    game = game_of(game_id, {})
    for text in ("", " ", "x", "setup\n", "é" * 10, "a" * 10_000, "\0", "9" * 50, "- - - - - - - -"):
        with pytest.raises(InvalidPosition):
            game.position(text)
        with pytest.raises(InvalidMove):
            game.start().play(text)


@pytest.mark.slow
@every_game
def test_the_reference_games_have_the_committed_hash(game_id):
    remedy = "if the rules have changed on purpose, `caserne check FOLDER --pin` writes the new hash"
    assert reference_digest(game_of(game_id, {})) == committed_digest(game_id), remedy


@every_variant
def test_perft_counts_what_play_reaches(game_id, options):
    walk = random_walk(game_of(game_id, options), 8, plies=30)
    position = next(position for position, _ in reversed(walk) if not position.in_setup)
    assert position.perft(0) == 1
    assert position.perft(1) == len(position.legal())
    assert position.perft(2) == sum(len(position.play(move).legal()) for move in position.legal())


@every_variant
def test_counted_actions_are_those_of_the_list(game_id, options):
    listed, unlike = unlike_the_list(game_of(game_id, options), games=20, seed=10)
    assert listed > 0
    assert unlike == 0


@every_game
def test_chances_sum_to_one(game_id):
    for position, _ in random_walk(game_of(game_id, {}), 9):
        if position.actor == "chance":
            assert sum(position.chances().values()) == pytest.approx(1)
        else:
            assert position.chances() == {}


@every_game
def test_a_batch_may_be_split_anywhere(game_id):
    game = game_of(game_id, {})
    whole = simulate(game, 300, seed=11, limit=200, jobs=1)
    part = simulate(game, 40, seed=11, limit=200, jobs=2)
    assert (whole.states[:40] == part.states).all()


@every_game
def test_the_description_of_a_game_is_complete(game_id):
    description = about(game_id)
    assert description.id == game_id
    assert {"fr", "en"} <= set(description.titles)
    assert description.seats[0] <= game_of(game_id, {}).seats <= description.seats[1]
    position, move = description.example
    assert game_of(game_id, {}).position(position).explain(move) == []
