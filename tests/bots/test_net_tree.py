"""The tree search of `net`: exact PUCT with what the network says, right where right can be known."""

from __future__ import annotations

from itertools import count
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest
from bot_positions import close_to_the_end, middle_of, random_game
from exact_values import exact_values
from tiny_net import tiny_file

import caserne
from caserne.bots import net_tree
from caserne.bots.bot import Budget
from caserne.bots.names import bot
from caserne.bots.net import ANALYSED_TREE, shows_all
from caserne.bots.net_tree import EXPLORE, URGENCY, NetTree
from caserne.bots.net_tree_search import make_gatherer
from caserne.core.game.encode import encode
from caserne.core.game.features import Features
from caserne.core.game.position import Position
from caserne.core.kernel.rng import generators
from caserne.nets.forward import Prediction

PLAIN_GAMES = ["movers", "breakthrough"]
"""Of two seats, without dice."""
OPEN_GAMES = [*((game_id, {}) for game_id in PLAIN_GAMES), ("manoeuvre", {}), ("manoeuvre", {"players": 3})]
"""With dice and more seats; without Les Belligérants, whose search takes a minute to compile."""


class Judge:
    """In place of a network: what it says depends on all that it is shown, and on nothing else."""

    def __init__(self, features: Features, certainty: float = 1.0) -> None:
        self.features, self.certainty, self.batches = features, certainty, list[int]()

    def predict(self, cells: np.ndarray, scalars: np.ndarray) -> Prediction:
        self.batches.append(len(cells))
        said = [self._say(*row) for row in zip(cells, scalars, strict=True)]
        return Prediction(np.array([logits for logits, _ in said]), np.array([value for _, value in said]), None)

    def _say(self, cells: np.ndarray, scalars: np.ndarray) -> tuple[np.ndarray, float]:
        dice = np.random.default_rng([*cells.tolist(), *(scalars.astype(np.int64) & 0xFFFF).tolist()])
        return self.certainty * dice.normal(size=self.features.outputs), self.certainty * dice.uniform(-0.9, 0.9)


def searched(position: Position, judge: Any, nodes: int) -> Any:
    tree = NetTree(position.view(position.actor), judge, generators(1, 1)[0])
    return tree, tree.analyse(Budget(nodes=nodes))


class PlainNode:
    """The same search as plainly as it can be written, for games of two seats without dice."""

    def __init__(self, position: Position, judge: Judge, prior: float) -> None:
        self.position, self.judge, self.prior = position, judge, prior
        self.children: dict[str, PlainNode] = {}
        self.visits, self.total = 0, 0.0

    def visit(self) -> float:
        """Make one iteration; return the value for seat 0."""
        self.visits += 1
        value = self._value()
        self.total += value
        return value

    def _value(self) -> float:
        actor = self.position.actor
        if actor is None:
            return self.position.returns()[0]
        if not self.children:
            return self._grow()
        sign = 1 if actor == 0 else -1
        standing = sign * self.total / (self.visits - 1)

        def score(child: PlainNode) -> float:
            mean = sign * child.total / child.visits if child.visits else standing - URGENCY
            return mean + EXPLORE * child.prior * sqrt(self.visits - 1) / (1 + child.visits)

        return max(self.children.values(), key=score).visit()

    def _grow(self) -> float:
        game, seat = self.position.game, self.position.actor
        view = self.position.view(seat)
        encoded = encode(view, game.features)
        said = self.judge.predict(encoded.cells[None], encoded.scalars[None])
        outputs = np.flatnonzero(encoded.mask)
        powers = np.exp(said.logits[0, outputs] - said.logits[0, outputs].max())
        for output, prior in zip(outputs, powers / powers.sum(), strict=True):
            action = int(game.features.action_of(game.o, view.view[0], seat, int(output)))
            self.children[game.write_move([action])] = PlainNode(self.position.play_action(action), self.judge, prior)
        return float(said.values[0]) * (1 if seat == 0 else -1)


@pytest.mark.thorough
@pytest.mark.parametrize("game_id", PLAIN_GAMES)
@pytest.mark.parametrize("seed", [1, 3])
def test_it_visits_moves_as_often_as_plain_puct(game_id, seed, monkeypatch):
    """One leaf at a time, so that every path knows all values before it, and to the end of the budget."""
    monkeypatch.setattr(net_tree, "MOST_LEAVES", 1)
    monkeypatch.setattr(net_tree, "lead", lambda tree: -inf)
    position = middle_of(game_id, seed)
    judge = Judge(position.game.features)
    plain = PlainNode(position, judge, 1.0)
    for _ in range(150):
        plain.visit()
    _, analysis = searched(position, judge, 150)
    visits = {move: child.visits for move, child in plain.children.items()}
    total = sum(visits.values())
    assert {each.move: round(each.weight * total) for each in analysis.candidates} == visits
    sign = 1 if position.actor == 0 else -1
    assert analysis.value == pytest.approx(sign * sum(child.total for child in plain.children.values()) / total)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options"), OPEN_GAMES)
def test_finds_the_best_move_of_an_endgame_though_the_network_knows_nothing(game_id, options):
    game = caserne.game(game_id, **options)
    ends = [end for end in (close_to_the_end(game, seed) for seed in range(6)) if end]
    for position in ends:
        exact = exact_values(position)[position.actor]
        _, analysis = searched(position, Judge(game.features, certainty=0), 20_000)
        chosen = exact_values(position.play(analysis.best))[position.actor]
        assert chosen == pytest.approx(exact, abs=0.02), position
        assert analysis.candidates[0].value == pytest.approx(exact, abs=0.2), position


@pytest.mark.thorough
@pytest.mark.parametrize("game_id", ["movers", "manoeuvre"])
def test_leaves_are_predicted_together_and_leave_no_loss_behind(game_id):
    position = middle_of(game_id)
    judge = Judge(position.game.features)
    tree, analysis = searched(position, judge, 400)
    assert max(judge.batches) == net_tree.MOST_LEAVES
    assert sum(judge.batches) <= analysis.nodes <= 400
    nodes = tree.w.nodes[: tree.w.tally[0]]
    assert nodes["visits"][0] == analysis.nodes
    assert (nodes["visits"] >= 0).all()
    assert (np.abs(nodes["value"]) <= nodes["visits"][:, None] + 1e-9).all()
    assert np.allclose(nodes["value"][:, :2].sum(1), 0)


@pytest.mark.thorough
def test_interpreted_code_finds_the_same(monkeypatch):
    position = middle_of("movers")
    judge = Judge(position.game.features)
    _, compiled = searched(position, judge, 100)
    monkeypatch.setattr(net_tree, "back_up_leaves", net_tree.back_up_leaves.rule)
    monkeypatch.setattr(net_tree, "make_gatherer", lambda *room: make_gatherer(*room).rule)
    _, interpreted = searched(position, judge, 100)
    assert interpreted == compiled


@pytest.mark.thorough
@pytest.mark.parametrize(("limit", "size"), [("MOST_NODES", 100), ("DEEPEST", 4)])
@pytest.mark.parametrize("game_id", ["movers", "manoeuvre"])
def test_a_tree_without_room_still_answers(game_id, limit, size, monkeypatch):
    monkeypatch.setattr(net_tree, limit, size)
    position = middle_of(game_id)
    tree, analysis = searched(position, Judge(position.game.features), 500)
    assert sorted(each.move for each in analysis.candidates) == position.legal()
    assert tree.w.tally[0] <= net_tree.MOST_NODES
    assert analysis.depth < net_tree.DEEPEST


@pytest.mark.thorough
def test_a_forced_move_is_not_thought_about():
    games = (random_game(caserne.game("movers"), seed) for seed in count(1))
    position = next(p for positions in games for p in positions if len(p.legal_actions()) == 1)
    _, analysis = searched(position, Judge(position.game.features), 50)
    assert (analysis.nodes, analysis.best) == (net_tree.LEAST, position.legal()[0])
    assert analysis.candidates[0].weight == 1


@pytest.mark.thorough
def test_the_bot_searches_a_tree_where_nothing_is_hidden(tmp_path):
    position = middle_of("movers")
    observation, name = position.view(position.actor), f"net:weights={tiny_file(tmp_path, position.game)}"
    assert shows_all(position.game)
    assert not shows_all(caserne.game("stratego"))
    for budget, most in (("@100n", 100), ("@1n", net_tree.LEAST), ("@1ms", 10**6), ("", ANALYSED_TREE.nodes)):
        player = bot(name + budget, position.game, 5)
        analysis = player.analyse(observation)
        assert net_tree.LEAST <= analysis.nodes <= most
        assert sum(candidate.weight for candidate in analysis.candidates) == pytest.approx(1)
        assert player.move(observation) in position.legal()
