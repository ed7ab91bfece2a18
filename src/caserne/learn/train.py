"""Training: rounds of self-play and regularised policy-gradient updates, with checkpoints that can be resumed."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from caserne.core.game.game import Game
from caserne.env import batch
from caserne.learn.network import Network
from caserne.learn.selfplay import Discounts, Rollout, SelfPlay, masked_log_softmax


@dataclass(frozen=True)
class Settings:
    """What a training run is made of."""

    games: int = 8_192
    steps: int = 32
    minibatch: int = 16_384
    width: int = 128
    blocks: int = 6
    learning_rate: float = 3e-4
    last_learning_rate: float = 3e-4
    clip: float = 0.2
    entropy: float = 0.01
    last_entropy: float = 0.01
    closeness: float = 0.05
    """Weight of the divergence from the slow copy of the network."""
    slowness: float = 0.999
    """The share of the slow copy that each update keeps."""
    belief: float = 0.05
    """Weight of the prediction of hidden pieces."""
    gradient: float = 1.0
    draw: float = -0.5
    trace: float = 0.8


class Trainer:
    """Learns one game by self-play."""

    def __init__(self, game: Game[Any], settings: Settings, folder: Path, device: str, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.game, self.settings, self.folder, self.device = game, settings, folder, device
        assert game.features
        self.network = Network(game.features, settings.width, settings.blocks).to(device)
        self.network = self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.slow = copy.deepcopy(self.network)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate, eps=1e-5)
        self.progress = {"positions": 0, "finished": 0, "seconds": 0.0}
        games = batch(game, settings.games, device=device, seed=seed, planes=False, secrets=True, check=False)
        self.selfplay = SelfPlay(games, settings.steps, device, Discounts(trace=settings.trace, draw=settings.draw))

    def train(self, seconds: float) -> Iterator[dict[str, float]]:
        """Train for some time; yield the figures of every round."""
        fast, slow = (
            (torch.compile(net) for net in (self.network, self.slow))
            if self.device == "cuda"
            else (
                self.network,
                self.slow,
            )
        )
        began, before = time.monotonic(), self.progress["seconds"]
        while (spent := time.monotonic() - began) < seconds:
            share = spent / seconds
            rollout = self.selfplay.play(fast)
            figures = self.update(rollout, fast, slow, share)
            self.progress["positions"] += rollout.actions.numel()
            self.progress["finished"] += int(rollout.ended.sum())
            self.progress["seconds"] = before + time.monotonic() - began
            yield figures | self.progress
        self.save()

    def update(self, rollout: Rollout, fast: Any, slow: Any, share: float) -> dict[str, float]:
        """Go once over all positions of a rollout; return the mean losses."""
        settings = self.settings
        for group in self.optimiser.param_groups:
            group["lr"] = settings.learning_rate + share * (settings.last_learning_rate - settings.learning_rate)
        entropy_weight = settings.entropy + share * (settings.last_entropy - settings.entropy)
        flat = {name: rollout.flat(name) for name in vars(rollout)}
        spread = flat["advantages"][flat["usable"]].std() + 1e-6
        sums = torch.zeros(5, device=self.device)
        order = torch.randperm(flat["actions"].numel(), device=self.device).split(settings.minibatch)
        for chosen in order:
            part = {name: tensor[chosen] for name, tensor in flat.items()}
            losses = self.losses(part, part["advantages"] / spread, fast, slow)
            weights = losses.new_tensor([1, 1, -entropy_weight, settings.closeness, settings.belief])
            self.optimiser.zero_grad(set_to_none=True)
            (losses * weights).sum().backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), settings.gradient)
            self.optimiser.step()
            self.follow()
            sums += losses.detach()
        names = ("policy", "value", "entropy", "divergence", "belief")
        drawn = (rollout.rewards == 0).all(2) & rollout.ended
        means = dict(zip(names, (sums / len(order)).tolist(), strict=True))
        ended = max(1, int(rollout.ended.sum()))
        return means | {"drawn": int(drawn.sum()) / ended, "length": rollout.ended.numel() / ended}

    def losses(self, part: dict[str, Tensor], advantages: Tensor, fast: Any, slow: Any) -> Tensor:
        """Return policy loss, value loss, entropy, divergence from the slow copy, and belief loss."""
        usable = part["usable"].float()
        with torch.autocast(self.device, torch.bfloat16):
            now = fast(part["cells"], part["scalars"])
            with torch.no_grad():
                then = slow(part["cells"], part["scalars"])
        chances = masked_log_softmax(now.logits, part["mask"])
        anchor = masked_log_softmax(then.logits, part["mask"])
        own = chances.gather(1, part["actions"][:, None]).squeeze(1)
        ratio = (own - part["log_probabilities"]).exp()
        clipped = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        policy = -(torch.min(ratio * advantages, clipped * advantages) * usable).mean()
        target = (part["advantages"] + part["values"]).clamp(-1.2, 1.2)
        value = ((now.value - target) ** 2 * usable).mean()
        legal = part["mask"] != 0
        probability = chances.exp()
        entropy = -(probability * chances.masked_fill(~legal, 0)).sum(1).mean()
        divergence = (probability * (chances - anchor).masked_fill(~legal, 0)).sum(1).mean()
        return torch.stack([policy, value, entropy, divergence, self.belief_loss(now.secrets, part["secrets"])])

    def belief_loss(self, logits: Tensor | None, secrets: Tensor) -> Tensor:
        """Return the cross-entropy of what hidden pieces are, per hidden piece."""
        if logits is None or not secrets.numel():
            return torch.zeros((), device=self.device)
        hidden = (secrets > 0).float()
        each = functional.cross_entropy(logits.flatten(0, 1), secrets.flatten().long(), reduction="none")
        return (each * hidden.flatten()).sum() / hidden.sum().clamp(min=1)

    @torch.no_grad()
    def follow(self) -> None:
        """Move the slow copy a little towards the network."""
        pairs = list(zip(self.slow.parameters(), self.network.parameters(), strict=True))
        torch._foreach_lerp_([slow for slow, _ in pairs], [fast for _, fast in pairs], 1 - self.settings.slowness)

    def save(self) -> None:
        """Write the checkpoint: network, slow copy and optimiser apart, so that each file stays small."""
        self.folder.mkdir(parents=True, exist_ok=True)
        torch.save(self.network.state_dict(), self.folder / "network.pt")
        torch.save(self.slow.state_dict(), self.folder / "slow.pt")
        torch.save(self.optimiser.state_dict(), self.folder / "optimiser.pt")
        about = {"game": self.game.id, "options": self.game.options.as_dict(), "settings": asdict(self.settings)}
        (self.folder / "training.json").write_text(json.dumps(about | self.progress, indent=2))

    def resume(self) -> None:
        """Go on from the checkpoint in the folder."""
        for name, module in (("network", self.network), ("slow", self.slow), ("optimiser", self.optimiser)):
            module.load_state_dict(torch.load(self.folder / f"{name}.pt", map_location=self.device))
        about = json.loads((self.folder / "training.json").read_text())
        self.progress = {name: about[name] for name in self.progress}
