"""Training on a CPU: a tiny network on a tiny board learns to beat random moves; checkpoints go on where they ended."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import numpy as np
import pytest
import torch

import caserne
from caserne.bots.arena import play_games, round_robin
from caserne.bots.ratings import cross_table
from caserne.cli.app import run
from caserne.learn.checkpoint import InvalidCheckpoint
from caserne.learn.export import load_network
from caserne.learn.losses import belief_loss
from caserne.learn.returns import fill_advantages
from caserne.learn.rollout import Rollout, SelfPlay
from caserne.learn.settings import Settings
from caserne.learn.train import Trainer, choose_positions
from caserne.nets.forward import Net
from caserne.nets.weights import InvalidWeights, load_weights

pytestmark = pytest.mark.slow

TINY = Settings(
    games=64,
    steps=16,
    minibatch=256,
    width=16,
    blocks=1,
    learning_rate=5e-3,
    last_learning_rate=1e-3,
    pool_interval=10_000,
)


def tiny_trainer(folder, against=None, start=None, options=None, rivals=(), **changes):
    torch.set_num_threads(1)
    game = caserne.game("movers", **({"ranks": 5} | (options or {})))
    return Trainer(game, replace(TINY, **changes), folder, "cpu", 1, against, start, rivals)


def test_a_tiny_network_learns_to_beat_random_moves(tmp_path):
    trainer = tiny_trainer(tmp_path)
    for number in range(40):
        trainer.round(number / 40)
    name = f"net:weights={trainer.export('weights.net')}"
    games = play_games(trainer.game, round_robin([name, "random"], 2, 40))
    assert cross_table(games)[name, "random"].points >= 30


def test_training_starts_with_weights_of_other_options(tmp_path):
    before = tiny_trainer(tmp_path / "first", width=8)
    file = before.export("weights.net")
    trainer = tiny_trainer(tmp_path / "second", start=file, options={"max_plies": 99})
    assert (trainer.settings.width, trainer.settings.blocks) == (8, 1)
    for name, tensor in trainer.network.state_dict().items():
        np.testing.assert_allclose(tensor.numpy(), before.network.state_dict()[name].numpy(), atol=1e-3)


def test_numpy_predicts_what_pytorch_does(tmp_path):
    trainer = tiny_trainer(tmp_path)
    for _ in range(3):
        trainer.round(0)
    path = trainer.export("weights.net")
    games, network = trainer.selfplay.games, load_network(path, trainer.game, "cpu")
    net = Net(load_weights(path, trainer.game), trainer.game.features)
    with torch.no_grad():
        wanted = network(torch.from_numpy(games.cells.copy()), torch.from_numpy(games.scalars.copy()))
    found = net.predict(games.cells, games.scalars)
    assert np.allclose(found.logits, wanted.logits.numpy(), atol=0.01)
    assert np.allclose(found.values, wanted.value.numpy(), atol=1e-3)


def test_a_checkpoint_goes_on_where_it_ended(tmp_path):
    first = tiny_trainer(tmp_path)
    for _ in range(2):
        first.round(0)
    first.save()
    second = tiny_trainer(tmp_path)
    second.resume()
    assert second.progress == first.progress
    assert len(second.pool.members) == len(first.pool.members)
    for name, tensor in first.network.state_dict().items():
        assert torch.equal(tensor, second.network.state_dict()[name])
    (tmp_path / "optimiser.pt").unlink()
    tiny_trainer(tmp_path).resume()


def test_a_checkpoint_of_another_size_or_game_is_refused(tmp_path):
    tiny_trainer(tmp_path).save()
    with pytest.raises(InvalidCheckpoint, match="of another width: 16, not 8"):
        tiny_trainer(tmp_path, width=8).resume()
    with pytest.raises(InvalidCheckpoint, match="holds no checkpoint"):
        tiny_trainer(tmp_path / "elsewhere").resume()


def test_against_frozen_weights_only_one_seat_learns(tmp_path):
    opponent = tiny_trainer(tmp_path).export("opponent.net")
    trainer = tiny_trainer(tmp_path / "adversary", opponent)
    before = {name: tensor.clone() for name, tensor in trainer.pool.rival.state_dict().items()}
    trainer.round(0)
    assert all(torch.equal(tensor, before[name]) for name, tensor in trainer.pool.rival.state_dict().items())
    rollout = trainer.selfplay.rollout
    own = torch.arange(TINY.games) % 2
    assert not rollout.usable[rollout.seats != own].any()
    with pytest.raises(InvalidWeights, match="for the game 'movers', not 'stratego'"):
        Trainer(caserne.game("stratego"), TINY, tmp_path, "cpu", 1, opponent)


def test_each_network_predicts_only_where_its_seat_is_to_act(tmp_path):
    trainer = tiny_trainer(tmp_path)
    selfplay = SelfPlay(trainer.selfplay.games, 8, "cpu", rival_games=24)
    selfplay.part, selfplay.rival_part = 5, 7
    asked = {"learner": [], "rival": []}

    def counting(name):
        def forward(cells, scalars):
            asked[name].append(len(cells))
            return trainer.network(cells, scalars)._replace(value=torch.full((len(cells),), float(name == "rival")))

        return forward

    played, after = selfplay.play(counting("learner"), counting("rival"))
    seats, own_seats = torch.cat([played.seats, selfplay.now["seats"][None]]), torch.arange(24) % 2
    others = seats[:, :24] != own_seats
    own = seats.shape[1] - others.sum(1)
    assert asked["learner"] == [5] * int(own.div(5).ceil().sum())
    assert asked["rival"] == [7] * int(others.sum(1).div(7).ceil().sum())
    assert torch.equal(played.usable[:, :24], ~others[:-1])
    assert torch.equal(torch.cat([played.values, after[None]])[:, :24] == 1, others)
    assert played.usable[:, 24:].all()
    assert not played.values[:, 24:].any()


def test_without_rivals_the_learner_predicts_all_games(tmp_path):
    trainer = tiny_trainer(tmp_path)
    played, _ = SelfPlay(trainer.selfplay.games, 2, "cpu").play(trainer.network, trainer.pool.rival)
    assert played.usable.all()


def test_rivals_of_other_files_are_met_besides_earlier_selves(tmp_path):
    other = tiny_trainer(tmp_path)
    other.round(0)
    file = other.export("rival.net")
    trainer = tiny_trainer(tmp_path / "learner", rivals=[file], rival_rounds=2)
    given, met = trainer.pool.others[0], []
    for _ in range(24):
        trainer.round(0)
        rival = trainer.pool.rival.state_dict()
        met.append(all(torch.equal(tensor, given[name].float()) for name, tensor in rival.items()))
    assert met[::2] == met[1::2], "it plays two rounds in a row"
    assert 0 < sum(met) < len(met)
    with pytest.raises(InvalidWeights, match="do not make a network of 1 blocks of width 8"):
        tiny_trainer(tmp_path / "small", rivals=[file], width=8)


def test_advantages_link_the_decisions_of_one_seat_and_draws_cost():
    steps = 4
    rollout = Rollout(**{name: torch.zeros(steps, 1) for name in Rollout.__dataclass_fields__})
    rollout.seats = torch.tensor([[0], [1], [0], [1]])
    rollout.values = torch.tensor([[0.1], [0.2], [0.3], [0.4]])
    rollout.rewards = torch.zeros(steps, 1, 2)
    rollout.ended = torch.tensor([[False], [False], [False], [True]])
    rollout.usable = torch.ones(steps, 1, dtype=torch.bool)
    settings = Settings(discount=1.0, trace=0.5, draw=-0.5)
    fill_advantages(rollout, torch.tensor([0]), torch.tensor([0.9]), settings)
    last = [-0.5 - 0.3, -0.5 - 0.4]
    assert rollout.advantages[2:, 0].tolist() == pytest.approx(last)
    assert rollout.advantages[:2, 0].tolist() == pytest.approx([0.2 + 0.5 * last[0], 0.2 + 0.5 * last[1]])


def test_what_is_left_out_is_made_up_for_by_weights():
    torch.manual_seed(3)
    scaled = torch.randn(20_000)
    usable = torch.rand(20_000) < 0.5
    chosen, weights = choose_positions(scaled, usable, 0.25)
    assert usable[chosen].all()
    assert len(chosen) < 0.9 * usable.sum()
    assert float(weights[chosen].sum()) == pytest.approx(float(usable.sum()), rel=0.03)


def test_the_belief_counts_hidden_cells_only():
    secrets = torch.tensor([[0, 2, 0]], dtype=torch.int8)
    logits = torch.zeros(1, 3, 3)
    logits[0, 1, 2] = 50
    assert belief_loss(logits, secrets).item() == pytest.approx(0, abs=1e-6)
    logits[0, 0, 1] = 50
    assert belief_loss(logits, secrets).item() == pytest.approx(0, abs=1e-6)


TINY_COMMAND = ["train", "movers", "--option", "ranks=5", "--device", "cpu", "--minutes", "0.001"]
TINY_COMMAND += ["--games", "1", "--jobs", "1"]
TINY_COMMAND += [word for pair in ("games=8", "steps=4", "width=8", "blocks=1") for word in ("--set", pair)]


def test_the_command_writes_checkpoint_weights_and_page(tmp_path, capsys):
    out = ["--out", str(tmp_path)]
    assert run([*TINY_COMMAND, *out]) == 0
    weights = str(tmp_path / "weights.net")
    told, page = capsys.readouterr().out, (tmp_path / "training.html").read_text()
    assert f"`caserne arena movers net:weights={weights} 3 --option ranks=5`" in told
    assert run(["arena", "movers", f"net:weights={weights}", "3", "--option", "ranks=5", "--games", "1"]) == 0
    assert "<svg" in page
    assert page.count("<tr><td>after ") == len(list(tmp_path.glob("after-*.net")))
    assert "<td>learning_rate</td><td>0.0003</td>" in page
    before = json.loads((tmp_path / "training.json").read_text())
    with (tmp_path / "figures.csv").open() as file:
        first, *_ = csv.DictReader(file)
    assert int(first["positions"]) == 32
    assert run([*TINY_COMMAND, *out]) == 2
    assert "already holds a checkpoint" in capsys.readouterr().err
    assert run([*TINY_COMMAND, *out, "--resume"]) == 0
    assert json.loads((tmp_path / "training.json").read_text())["positions"] >= before["positions"]
    assert run([*TINY_COMMAND, *out, "--resume", "--against", weights, "--rival", weights]) == 2
    assert "leave out --rival" in capsys.readouterr().err
    assert run([*TINY_COMMAND, *out, "--resume", "--set", "wide=3"]) == 2
    assert "'wide=3' is not a setting of training" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["--device", "gpu"], "device: 'gpu' does not exist; choose one of: cpu, cuda."),
        (["--set", "width=-3"], "width=-3: this setting is a number from 1 on."),
        (["--set", "keep=0"], "keep=0.0: this setting is a number from 0.01 to 1."),
        (["--set", "entropy=nan"], "entropy=nan: this setting is a number from 0 on."),
    ],
)
def test_what_cannot_be_trained_with_is_refused_in_a_sentence(arguments, refusal, tmp_path, capsys):
    assert run([*TINY_COMMAND, "--out", str(tmp_path / "run"), *arguments]) == 2
    assert refusal in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_training_says_how_to_do_without(tmp_path, capsys):
    assert run([*TINY_COMMAND, "--out", str(tmp_path / "run"), "--device", "cuda"]) == 2
    assert "`--device cpu` trains without one" in capsys.readouterr().err
