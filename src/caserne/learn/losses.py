"""What an update makes smaller: policy, value and belief losses, and what keeps the policy from wandering off."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from caserne.learn.rollout import half_precision, masked_log_softmax

NAMES = ("policy", "value", "entropy", "divergence", "belief")
"""The losses in their order; entropy is a bonus."""


def losses(part: dict[str, Tensor], network: Any, slow: Any, clip: float, device: str) -> Tensor:
    """Return the five losses of some positions, averaged by their weights."""
    with half_precision(device):
        now = network(part["cells"], part["scalars"])
        with torch.no_grad():
            then = slow(part["cells"], part["scalars"])
    legal = part["mask"] != 0
    logs = masked_log_softmax(now.logits, part["mask"])
    slow_logs = masked_log_softmax(then.logits, part["mask"])
    target = (part["advantages"] + part["values"]).clamp(-1.2, 1.2)
    entropy, divergence = entropy_and_divergence(logs, slow_logs, legal)
    each = torch.stack(
        [
            policy_loss(logs, part, clip),
            (now.value - target) ** 2,
            entropy,
            divergence,
            belief_loss(now.secrets, part["secrets"]),
        ]
    )
    weights = part["weights"]
    return (each * weights).sum(1) / weights.sum()


def policy_loss(logs: Tensor, part: dict[str, Tensor], clip: float) -> Tensor:
    """Return the clipped loss of PPO for each position."""
    own = logs.gather(1, part["actions"][:, None]).squeeze(1)
    ratio = (own - part["log_probabilities"]).exp()
    gain = torch.min(ratio * part["scaled"], ratio.clamp(1 - clip, 1 + clip) * part["scaled"])
    return -gain


def entropy_and_divergence(logs: Tensor, slow_logs: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
    """Return the entropy of each policy, and its divergence from the slow copy's."""
    probabilities = logs.exp()
    entropy = -(probabilities * logs.masked_fill(~legal, 0)).sum(1)
    divergence = (probabilities * (logs - slow_logs).masked_fill(~legal, 0)).sum(1)
    return entropy, divergence


def belief_loss(logits: Tensor | None, secrets: Tensor) -> Tensor:
    """Return the cross-entropy of what hidden pieces are, averaged over the hidden pieces of each position."""
    if logits is None or not secrets.shape[1]:
        return torch.zeros(secrets.shape[0], device=secrets.device)
    hidden = (secrets > 0).float()
    each = functional.cross_entropy(logits.transpose(1, 2), secrets.long(), reduction="none")
    return (each * hidden).sum(1) / hidden.sum(1).clamp(min=1)
