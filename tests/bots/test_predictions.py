"""Predictions in a process for many: games are the same as where each predicts for itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from tiny_net import tiny_file

import caserne
from caserne.bots.arena import play_game
from caserne.bots.names import BOTS
from caserne.bots.net import NetBot
from caserne.env import batch

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(autouse=True)
def _bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let tests import the benchmarks; where networks predict changes only as long as a test runs."""
    monkeypatch.syspath_prepend(BENCH)
    with patch.dict(BOTS):
        yield


@pytest.mark.parametrize("where", ["numpy", "cpu", "cuda"])
def test_games_with_predictions_elsewhere_are_the_same(where, tmp_path):
    from predictions import predict_elsewhere, predictions_elsewhere

    if where != "numpy":
        torch = pytest.importorskip("torch")
        if where == "cuda" and not torch.cuda.is_available():
            pytest.skip("no GPU")
    game = caserne.game("stratego", army="barrage", max_plies=40)
    nets = [f"net:weights={tiny_file(tmp_path, game, seed)}" for seed in range(2)]
    names = [f"{nets[0]}@60n", nets[1]]
    _, alone = play_game(game, names, seed=4)
    with predictions_elsewhere(where, workers=1):
        predict_elsewhere()
        _, together = play_game(game, names, seed=4)
    assert together.events == alone.events


def test_several_who_ask_at_once_get_their_own_answers(tmp_path):
    """Answers to questions that were put together are cut apart again."""
    from predictions import SOCKETS, NetworkId, RemoteNet, connect, predictions_elsewhere

    game, games = caserne.game("movers"), batch("movers", 12, planes=False)
    for _ in range(9):
        games.step(games.draw_actions())
    file = tiny_file(tmp_path, game)
    expected = NetBot(weights=file).net(game).predict(games.cells, games.scalars)

    def ask(first: int) -> None:
        part = slice(first, first + 1 + first % 3)
        network = NetworkId(file, game.id, tuple(game.options.as_dict().items()))
        with connect(os.environ[SOCKETS]) as connection:
            found = RemoteNet(network, connection).predict(games.cells[part], games.scalars[part])
        assert np.array_equal(found.logits, expected.logits[part])
        assert np.array_equal(found.values, expected.values[part])

    with predictions_elsewhere("numpy", workers=9), ThreadPoolExecutor(9) as pool:
        for asked in [pool.submit(ask, first) for first in range(9)]:
            asked.result()
