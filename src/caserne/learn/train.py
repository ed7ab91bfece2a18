"""Training: rounds of self-play and regularised policy-gradient updates, with checkpoints that can be resumed."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

import caserne
from caserne.core.game.game import Game
from caserne.core.simulation.gpu import NoGpu
from caserne.env import InvalidBatch, batch
from caserne.env.make import CUDA, check_device
from caserne.learn import checkpoint
from caserne.learn.export import export, load_network
from caserne.learn.losses import NAMES, losses
from caserne.learn.network import Network
from caserne.learn.pool import Pool
from caserne.learn.returns import fill_advantages
from caserne.learn.rollout import Rollout, SelfPlay
from caserne.learn.settings import Settings
from caserne.nets.weights import InvalidWeights

SAVE_INTERVAL = 120.0
"""Seconds between two checkpoints."""


class Trainer:
    """Learns one game by self-play."""

    def __init__(
        self,
        game: Game[Any],
        settings: Settings,
        folder: Path,
        device: str,
        seed: int,
        against: Path | None = None,
        start: Path | None = None,
        rivals: Sequence[Path] = (),
    ) -> None:
        """Make a trainer of new weights, or of those of the file `start`, which then decides on the network's size.

        `against` is a file of weights that has all seats but one in all games; `rivals` are files of weights that it
        meets besides its earlier selves.
        """
        check_usable(device)
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.game, self.folder, self.device, self.seed = game, folder, device, seed
        if game.features is None:
            raise InvalidBatch.of("no_features", game=game.id)
        self.network = (
            load_network(start, game, device, other_options=True)
            if start
            else Network(game.features, settings.width, settings.blocks).to(device)
        )
        self.settings = replace(settings, width=self.network.width, blocks=len(self.network.blocks))
        self.network = self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.slow = copy.deepcopy(self.network).requires_grad_(False)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate, eps=1e-5)
        opponent = load_network(against, game, device) if against else None
        others = [self._load_rival(file) for file in rivals]
        self.pool = Pool(self.network, settings.pool, opponent, others)
        self.progress = {"positions": 0, "finished": 0, "seconds": 0.0}
        self.rounds = 0
        games = batch(game, settings.games, device=device, seed=seed, planes=False, secrets=True, check=False)
        rival_games = settings.games if opponent else round(settings.rivals * settings.games)
        self.selfplay = SelfPlay(games, settings.steps, device, rival_games)
        self.fast_forward, self.slow_forward, self.rival_forward = (
            torch.compile(net, dynamic=False) if device == "cuda" else net
            for net in (self.network, self.slow, self.pool.rival)
        )

    def _load_rival(self, file: Path) -> Network:
        """Return the network of a rival, which must have the shape of the learner's, because one network plays all."""
        rival = load_network(file, self.game, self.device)
        width, blocks = self.settings.width, self.settings.blocks
        if (rival.width, len(rival.blocks)) != (width, blocks):
            raise InvalidWeights.of("weights_other_shape", file=file, width=width, blocks=blocks)
        return rival

    def train(self, seconds: float) -> Iterator[dict[str, float]]:
        """Train until that much time was spent in all, earlier runs included; yield the figures of every round."""
        began, before = time.monotonic(), self.progress["seconds"]
        saved = before
        while self.progress["seconds"] < seconds:
            figures = self.round(self.progress["seconds"] / seconds)
            self.progress["seconds"] = before + time.monotonic() - began
            if self.progress["seconds"] - saved > SAVE_INTERVAL:
                saved = self.progress["seconds"]
                self.save()
            yield figures | self.progress
        self.save()

    def round(self, share: float) -> dict[str, float]:
        """Play a rollout and learn from it; `share` of the training is over."""
        self.pool.grow(self.network.state_dict(), int(self.progress["positions"]), self.settings.pool_interval)
        if self.rounds % self.settings.rival_rounds == 0:
            self.pool.change_rival()
        self.rounds += 1
        began = time.monotonic()
        rollout, last = self.selfplay.play(self.fast_forward, self.rival_forward)
        fill_advantages(rollout, self.selfplay.now["seats"], last, self.settings)
        ended = int(rollout.ended.sum())
        played = time.monotonic()
        means = self.update(rollout, share)
        self.progress["positions"] += rollout.actions.numel()
        self.progress["finished"] += ended
        drawn = int(((rollout.rewards == 0).all(2) & rollout.ended).sum()) / max(1, ended)
        times = {"playing": played - began, "learning": time.monotonic() - played}
        return means | {"drawn": drawn, "length": rollout.ended.numel() / max(1, ended)} | times

    def update(self, rollout: Rollout, share: float) -> dict[str, float]:
        """Go once over the positions of a rollout that are worth it; return the mean losses."""
        settings = self.settings
        for group in self.optimiser.param_groups:
            group["lr"] = interpolated(settings.learning_rate, settings.last_learning_rate, share)
        entropy = interpolated(settings.entropy, settings.last_entropy, share)
        flat = rollout.flat()
        spread = flat["advantages"][flat["usable"]].std() + 1e-6
        flat["scaled"] = flat["advantages"] / spread
        chosen, flat["weights"] = choose_positions(flat["scaled"], flat["usable"], settings.keep)
        factors = torch.tensor([1, 1, -entropy, settings.closeness, settings.belief], device=self.device)
        sums = torch.zeros(len(NAMES), device=self.device)
        parts = equal_parts(chosen, settings.minibatch)
        for indices in parts:
            part = {name: tensor[indices] for name, tensor in flat.items()}
            found = losses(part, self.fast_forward, self.slow_forward, settings.clip, self.device)
            self.optimiser.zero_grad(set_to_none=True)
            (found * factors).sum().backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), settings.gradient)
            self.optimiser.step()
            self.follow()
            sums += found.detach()
        means = dict(zip(NAMES, (sums / len(parts)).tolist(), strict=True))
        return means | {"kept": len(parts) * len(parts[0]) / len(flat["scaled"])}

    @torch.no_grad()
    def follow(self) -> None:
        """Move the slow copy a little towards the network."""
        pairs = list(zip(self.slow.parameters(), self.network.parameters(), strict=True))
        torch._foreach_lerp_([slow for slow, _ in pairs], [fast for _, fast in pairs], 1 - self.settings.slowness)

    @property
    def minutes(self) -> float:
        return self.progress["seconds"] / 60

    def export(self, name: str) -> Path:
        """Write the weights to a file of the folder, for the bot `net`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        made = {"minutes": round(self.minutes, 2), "positions": self.progress["positions"], "seed": self.seed}
        export(self.network, self.game, self.folder / name, made | {"version": caserne.__version__})
        return self.folder / name

    def save(self) -> None:
        """Write a checkpoint."""
        checkpoint.save(
            self.folder,
            self._about() | {"seed": self.seed} | self.progress,
            network=self.network.state_dict(),
            slow=self.slow.state_dict(),
            optimiser=self.optimiser.state_dict(),
            pool=self.pool.members,
        )

    def resume(self) -> None:
        """Go on from the checkpoint in the folder."""
        about, found = checkpoint.load(self.folder, self.device)
        checkpoint.check_same(self.folder, about, self._about())
        self.network.load_state_dict(found["network"])
        self.slow.load_state_dict(found.get("slow", found["network"]))
        if "optimiser" in found:
            self.optimiser.load_state_dict(found["optimiser"])
        self.progress = {name: about[name] for name in self.progress}
        self.pool.members.clear()
        for member in found.get("pool", []):
            self.pool.add(member, int(self.progress["positions"]))

    def _about(self) -> dict[str, Any]:
        return {"game": self.game.id, "options": self.game.options.as_dict(), "settings": asdict(self.settings)}


def check_usable(device: str) -> None:
    """Refuse a device that does not exist, or that PyTorch cannot use here."""
    check_device(device)
    if device == CUDA and not torch.cuda.is_available():
        raise NoGpu.of("no_gpu_to_train")


def interpolated(first: float, last: float, share: float) -> float:
    """Return a value on the way from the first to the last."""
    return first + min(share, 1.0) * (last - first)


def choose_positions(scaled: Tensor, usable: Tensor, least: float) -> tuple[Tensor, Tensor]:
    """Draw the positions to learn from, the more likely the larger their advantage, in random order.

    Return their indices, and the weights of all positions that make up for what was left out.
    """
    chances = scaled.abs().clamp(least, 1) * usable
    chosen = (torch.rand_like(chances) < chances).nonzero().squeeze(1)
    return chosen[torch.randperm(len(chosen), device=chosen.device)], 1 / chances


def equal_parts(indices: Tensor, size: int) -> list[Tensor]:
    """Split indices into parts of one size, without the rest; too few of them are one part."""
    parts = [part for part in indices.split(size) if len(part) == size]
    return parts or [indices]
