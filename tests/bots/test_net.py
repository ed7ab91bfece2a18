"""The bot `net`: legal moves from observations alone, the same for a seed; wrong weights are refused."""

from __future__ import annotations

import numpy as np
import pytest
from tiny_net import tiny_file, tiny_weights

import caserne
from caserne.bots.bot import Belief, Budget, UnknownBot
from caserne.bots.levels import level_bots, network_problem
from caserne.bots.names import LEVELS, bot
from caserne.bots.net import STALE, STALE_AHEAD, freshness
from caserne.bots.net_search import LEAST_WORLDS, Lookahead, Policy, better_ruled_out, clearly_best
from caserne.core.game.encode import encode
from caserne.core.game.observation import ObservedEvent
from caserne.core.game.registry import rooms
from caserne.core.kernel.rng import generators
from caserne.core.match.playthrough import Playthrough
from caserne.env import batch
from caserne.nets.forward import Net, Prediction
from caserne.nets.weights import InvalidWeights, Weights, load_weights, save_weights

GAMES = {"movers": {}, "stratego": {"army": "barrage"}}


def played(game, names, moves, seed=0):
    """Return the moves of some bots from the start of a game."""
    playthrough, bots, made = Playthrough(game), [bot(name, game, seed) for name in names], []
    while isinstance(actor := playthrough.position.actor, int) and len(made) < moves:
        made.append(bots[actor].move(playthrough.view(actor)))
        playthrough.play(made[-1])
    return made


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("budget", ["", "@30n"])
def test_it_plays_legal_moves_which_a_seed_repeats(name, budget, tmp_path):
    game = caserne.game(name, **GAMES[name])
    names = [f"net:weights={tiny_file(tmp_path, game, seed)}{budget}" for seed in range(2)]
    made = played(game, names, 12)
    assert len(made) == 12
    assert made == played(game, names, 12)


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_ranks_all_moves_and_values_those_it_tried(name, tmp_path):
    game = caserne.game(name, **GAMES[name])
    position = game.start()
    while position.in_setup:
        position = position.play(position.random_setup(1))
    analysis = bot(f"net:weights={tiny_file(tmp_path, game)}", game).analyse(position.view(position.actor))
    assert sorted(candidate.move for candidate in analysis.candidates) == position.legal()
    assert analysis.nodes
    assert sum(candidate.weight for candidate in analysis.candidates) == pytest.approx(1)
    assert all(-1 <= candidate.value <= 1 for candidate in analysis.candidates)


@pytest.mark.thorough
@pytest.mark.parametrize("budget", ["", "@60n"])
def test_moves_and_effort_depend_on_nothing_hidden(budget, tmp_path):
    """Two games that differ only in two hidden pieces get the same set-up, moves and searches."""
    game = caserne.game("stratego", army="barrage")
    name = f"net:weights={tiny_file(tmp_path, game)}{budget}"
    truth = game.start().random_setup(3)
    placed = [n for n, letter in enumerate(truth) if letter.isalpha()]
    first, second = next((a, b) for a in placed for b in placed if truth[a] != truth[b] and a < b)
    letters = list(truth)
    letters[first], letters[second] = letters[second], letters[first]
    found = []
    for hidden in (truth, "".join(letters)):
        player, playthrough = bot(name, game, 5), Playthrough(game)
        playthrough.play(player.move(playthrough.view(0)))
        playthrough.play(hidden)
        view = playthrough.view(0)
        found.append((playthrough.view(0).view.tobytes(), player.move(view), player.analyse(view)))
    assert found[0] == found[1]


def test_beliefs_can_be_had_without_a_search_and_for_both_seats(tmp_path):
    game = caserne.game("stratego", army="barrage")
    player = bot(f"net:weights={tiny_file(tmp_path, game)}", game)
    playthrough = Playthrough(game)
    assert player.beliefs(playthrough.view(0)) == ()
    for _ in range(2):
        playthrough.play(playthrough.position.random_setup(1))
    for _ in range(6):
        playthrough.play(playthrough.position.legal()[-1])
    actor = playthrough.position.actor
    assert player.beliefs(playthrough.view(actor)) == player.analyse(playthrough.view(actor)).beliefs != ()
    waiting = playthrough.view(1 - actor)
    assert {belief.cell for belief in player.beliefs(waiting)} == {*game.hidden_cells(waiting).values()}
    assert bot("average", game).beliefs(waiting) == ()


def test_worlds_of_the_look_ahead_follow_the_belief():
    """A piece that the network is sure of has its kind in every world."""
    from caserne.bots.net_search import _world_sampler

    game = caserne.game("stratego")
    position = game.start()
    for seed in (1, 2):
        position = position.play(position.random_setup(seed))
    view, features = position.view(0), game.features
    odds = np.zeros((features.cells, features.secrets), np.int64)
    odds[:, 10] = -2_000
    odds[75, 10] = 2_000
    draw, dice = _world_sampler(game.rules, features.draw_secrets), generators(4, 1)[0]
    for _ in range(10):
        world = np.zeros(1, game.rules.state)
        draw(game.o, view.view[0], odds, 0, world[0], dice)
        assert features.secret_of(game.o, world[0], 0, 75) == 10
        kinds = sorted(features.secret_of(game.o, world[0], 0, cell) for cell in range(60, 100))
        assert kinds == sorted(kind for kind, count in enumerate(game.o.army) for _ in range(count))


def test_only_a_move_that_is_clearly_better_in_the_worlds_replaces_the_chosen_one():
    doubtful = np.array([[0.1, 0.5, -0.3], [0.1, -0.3, 0.5], [0.1, 0.2, -0.2], [0.1, -0.1, 0.2], [0.1, 0.2, 0.1]])
    assert [clearly_best(doubtful, chosen) for chosen in range(3)] == [0, 1, 2]
    better = doubtful + np.array([0, 1, 0])
    assert [clearly_best(better, chosen) for chosen in range(3)] == [1, 1, 1]
    assert clearly_best(better[:4], 0) == 0, "so few worlds show nothing"
    assert [better_ruled_out(doubtful, chosen) for chosen in range(3)] == [False, False, False]
    assert [better_ruled_out(better, chosen) for chosen in range(3)] == [False, True, False]
    assert not better_ruled_out(better[:4], 1)


@pytest.mark.parametrize(("shares", "worlds"), [([0.5, 0.5], LEAST_WORLDS), ([1.0, 0.0], 1)])
def test_a_look_ahead_ends_as_soon_as_no_move_can_replace_the_chosen_one(shares, worlds, tmp_path):
    """Here every move ends the game in a draw by length, and a move that the policy rules out is not tried."""
    game = caserne.game("movers", max_plies=1)
    view = game.start().play_all("MHMHMH MHMHMH").view(0)
    net = Net(load_weights(tiny_file(tmp_path, game), game), game.features)
    outputs = np.flatnonzero(encode(view, game.features).mask)[:2]
    lookahead = Lookahead(view, net, Policy(np.array(shares), outputs, 0.0), generators(1, 1)[0], plies=2)
    assert lookahead.reconsider(0, Budget(nodes=10**9)) == 0
    assert len(lookahead.worlds) == worlds


@pytest.mark.parametrize(("plies", "value"), [(1, -0.1), (2, 0.2), (4, (-0.3 + 0.4) / 2)])
def test_a_world_has_the_mean_value_of_its_later_plies_for_the_own_seat(plies, value):
    """The network of this test says 0.1, 0.2, ... after the first, second, ... ply, to whoever is to act then."""

    class Counting:
        calls = -1  # the first one asks for beliefs

        def predict(self, cells, scalars):
            self.calls += 1
            number = len(cells)
            return Prediction(np.zeros((number, game.features.outputs)), np.full(number, 0.1 * self.calls), None)

    game = caserne.game("movers")
    view = game.start().play_all("MHMHMH MHMHMH").view(0)
    outputs = np.flatnonzero(encode(view, game.features).mask)[:2]
    lookahead = Lookahead(view, Counting(), Policy(np.array([0.5, 0.5]), outputs, 0.0), generators(1, 1)[0], plies)
    assert lookahead.run(Budget(), worlds=1).values == pytest.approx([value, value])


def test_a_node_budget_ends_where_every_move_ends_the_game(tmp_path):
    game = caserne.game("movers", max_plies=1)
    position = game.start().play_all("MHMHMH MHMHMH")
    player = bot(f"net:weights={tiny_file(tmp_path, game)}@30n", game)
    assert player.move(position.view(0)) in position.legal()
    assert player.analyse(position.view(0)).value == 0, "a draw by length"


def test_a_move_that_was_made_again_and_again_becomes_unlikely():
    view = caserne.game("movers").start().play_all("MHMHMH MHMHMH").view(0)
    events = [ObservedEvent(seat, move) for _ in range(3) for seat, move in enumerate(("b2-b3", "b7-b6"))]
    moves = ["b2-b3", "b7-b6", "a1-a2"]
    after = view.with_events(tuple(events))
    assert freshness(after, moves, ahead=False).tolist() == [STALE**2, 1, 1]
    assert freshness(after, moves, ahead=True).tolist() == [STALE_AHEAD**2, 1, 1]


def test_beliefs_name_the_hidden_pieces_of_the_enemy_only(tmp_path):
    game = caserne.game("stratego", army="barrage")
    position = game.start()
    for seed in (1, 2):
        position = position.play(position.random_setup(seed))
    analysis = bot(f"net:weights={tiny_file(tmp_path, game)}", game).analyse(position.view(0))
    enemy = {f"{file}{rank}" for file in "abcdefghij" for rank in range(7, 11)}
    assert len(analysis.beliefs) == 8
    assert {belief.cell for belief in analysis.beliefs} < enemy
    for belief in analysis.beliefs:
        chances = [chance for _, chance in belief.chances]
        assert chances == sorted(chances, reverse=True)
        assert 0 < sum(chances) <= 1.000_001
        assert all(game.secret_name(secret).text("fr") for secret, _ in belief.chances)


def test_a_hint_tells_beliefs_in_the_language_of_the_player():
    from caserne.server.matches.hints import belief_json

    belief, game = Belief("d7", ((11, 0.63), (3, 0.2))), caserne.game("stratego")
    assert belief_json(belief, game, "en") == {
        "cell": "d7",
        "chances": [
            {"name": "bomb", "symbol": "bomb", "chance": 0.63},
            {"name": "miner", "symbol": "miner", "chance": 0.2},
        ],
    }
    assert [chance["name"] for chance in belief_json(belief, game, "fr")["chances"]] == ["bombe", "démineur"]


def test_a_batch_takes_a_past_of_any_length():
    games = batch("stratego", 2, planes=False, jobs=1)
    state, _, memory = games.take(0)
    long_past = np.arange(5_000)
    state["remembered"] = long_past.size
    games.put(state, long_past, memory)
    assert np.array_equal(games.take(1)[1], long_past)
    games.step(games.draw_actions())
    assert not games.truncated.any()


# Weights


def test_weights_are_read_as_they_were_written_but_for_rounding(tmp_path):
    game = caserne.game("movers")
    written, read = tiny_weights(game), load_weights(tiny_file(tmp_path, game), game)
    assert read.description == written.description
    for name, array in written.arrays.items():
        assert np.allclose(read.arrays[name], array, atol=2e-3)


def test_a_batch_is_predicted_like_each_of_its_observations():
    game = caserne.game("movers")
    net, games = Net(tiny_weights(game), game.features), batch("movers", 5, planes=False)
    for _ in range(7):
        games.step(games.draw_actions())
    together = net.predict(games.cells, games.scalars)
    for n in range(5):
        alone = net.predict(games.cells[n : n + 1], games.scalars[n : n + 1])
        assert np.allclose(alone.logits[0], together.logits[n], atol=1 / 64)
        assert np.allclose(alone.values[0], together.values[n], atol=1e-4)


@pytest.mark.parametrize("name", GAMES)
def test_the_order_in_which_numbers_are_added_does_not_matter(name):
    """Machines add in different orders; a network with its inner channels in another order predicts the same bits."""
    game = caserne.game(name, **GAMES[name])
    weights, order = tiny_weights(game, width=48), np.random.default_rng(1).permutation(48)
    other = {name: array.copy() for name, array in weights.arrays.items()}
    for layer in ("first", "from_mean"):
        for part in ("weight", "bias"):
            other[f"blocks.0.{layer}.{part}"] = other[f"blocks.0.{layer}.{part}"][order]
    for layer in ("from_mean", "second"):
        other[f"blocks.0.{layer}.weight"] = other[f"blocks.0.{layer}.weight"][:, order]
    games = batch(name, 5, planes=False, **GAMES[name])
    for _ in range(9):
        games.step(games.draw_actions())
    first, second = (
        Net(Weights(weights.description, arrays), game.features).predict(games.cells, games.scalars)
        for arrays in (weights.arrays, other)
    )
    assert np.array_equal(first.logits, second.logits)
    assert np.array_equal(first.values, second.values)


def test_a_damaged_file_is_refused_by_its_hash(tmp_path):
    game = caserne.game("movers")
    path = tiny_file(tmp_path, game)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(InvalidWeights, match="damaged; its hash does not match"):
        bot(f"net:weights={path}", game)


def test_weights_of_another_game_version_or_kind_are_refused(tmp_path):
    movers, stratego = caserne.game("movers"), caserne.game("stratego")
    with pytest.raises(InvalidWeights, match="for the game 'movers', not 'stratego'"):
        bot(f"net:weights={tiny_file(tmp_path, movers)}", stratego)
    old = tiny_weights(movers)
    description = old.description.__class__(**{**vars(old.description), "features": "0" * 16})
    save_weights(tmp_path / "old.net", Weights(description, old.arrays))
    with pytest.raises(InvalidWeights, match="other inputs or moves"):
        bot(f"net:weights={tmp_path / 'old.net'}", movers)
    smaller = {**old.arrays, "gain": old.arrays["gain"][:-1]}
    save_weights(tmp_path / "small.net", Weights(old.description, smaller))
    with pytest.raises(InvalidWeights, match="do not make a network of 1 blocks of width 8"):
        bot(f"net:weights={tmp_path / 'small.net'}", movers)
    (tmp_path / "new.net").write_bytes(b"caserne weights 2\n")
    with pytest.raises(InvalidWeights, match="a format that this version does not know"):
        bot(f"net:weights={tmp_path / 'new.net'}", movers)
    with pytest.raises(InvalidWeights, match="for army=original, not army=barrage"):
        bot(f"net:weights={tiny_file(tmp_path, stratego)}", caserne.game("stratego", army="barrage"))
    (tmp_path / "text.net").write_text("hello")
    with pytest.raises(InvalidWeights, match="not a file of weights"):
        bot(f"net:weights={tmp_path / 'text.net'}", movers)


def test_without_weights_it_says_how_to_get_some(tmp_path, monkeypatch):
    with pytest.raises(UnknownBot, match=r"no weights for 'movers' come with this version; .*net:weights=FILE"):
        bot("net", caserne.game("movers"))
    with pytest.raises(UnknownBot, match="names no file: 'nowhere'"):
        bot("net:weights=nowhere", caserne.game("movers"))
    game = caserne.game("movers")
    path = tiny_file(tmp_path, game)
    monkeypatch.setattr(type(game), "features", None)
    with pytest.raises(UnknownBot, match="'movers' has no arrays for learning"):
        bot(f"net:weights={path}", game)


# The networks of the rooms

WITH_NETWORKS = [game_id for game_id in rooms() if caserne.game(game_id).net_levels]


@pytest.mark.parametrize("game_id", WITH_NETWORKS)
def test_the_networks_of_the_package_are_whole_and_small(game_id):
    game = caserne.game(game_id)
    files = sorted(game.weights().parent.glob("*.net"))
    assert game.weights() in files
    assert sum(file.stat().st_size for file in files) < 25e6
    for file in files:
        load_weights(file, game, other_options=True)
    assert network_problem(game) is None
    assert level_bots(game) == game.net_levels
    assert len(game.net_levels) == len(LEVELS)


@pytest.mark.parametrize("army", ["original", "barrage", "mission"])
def test_every_army_of_stratego_has_its_network(army):
    assert network_problem(caserne.game("stratego", army=army)) is None
    assert caserne.game("stratego", army=army, memory=True).weights() is None


def test_levels_search_where_the_network_is_missing_and_say_so(tmp_path, monkeypatch):
    from caserne.bots.average import AverageBot
    from caserne.server.content.catalogue import level_titles

    game = caserne.game("stratego")
    assert level_titles(game, "en")[5] == "marshal"
    monkeypatch.setattr(type(game), "weights", lambda self: tmp_path / "gone.net")
    assert "cannot be read" in str(network_problem(game))
    assert isinstance(bot("6", game), AverageBot)
    assert level_titles(game, "en")[5] == "marshal, without its network"
    assert level_titles(game, "en")[0] == "recruit"  # plays without one anyway
    with pytest.raises(InvalidWeights, match="cannot be read"):
        bot("net", game)
