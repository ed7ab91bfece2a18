"""Fit a small network (`core/kernel/dense.py`) to what became of positions, in NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from caserne.core.kernel.dense import shapes
from descent import Adam

Array = np.ndarray[Any, np.dtype[np.float32]]

BATCH, LONGEST, DECAY = 2048, 2e-3, 0.3
"""Positions of a step, its length after a tenth of all steps, and how far it draws weights towards 0."""


@dataclass(frozen=True)
class Positions:
    """What the network reads of positions, and what it should say: chances to win of the side to move."""

    inputs: Array
    results: Array
    searched: Array

    def __len__(self) -> int:
        return len(self.results)

    def targets(self, mixed: float) -> Array:
        """Return what to learn: results, mixed with what the search thought."""
        return (1 - mixed) * self.results + mixed * self.searched


def fit(
    learning: Positions,
    held_back: Positions,
    hidden: tuple[int, int],
    *,
    mixed: float,
    epochs: int,
    seed: int,
    begin: list[Array] | None = None,
) -> list[Array]:
    """Return the layers of a network; print how well it tells the results of games that it has not learned from.

    It begins with a network that is given, or with one drawn at random.
    """
    drawn = np.random.default_rng(seed)
    mean, spread = learning.inputs.mean(0), learning.inputs.std(0) + 1e-3
    targets = learning.targets(mixed)
    layers = scaled(begin, mean, spread) if begin else first_layers(mean.size, hidden, drawn)
    adam, steps, done = Adam(layers), epochs * (len(learning) // BATCH), 0
    print(f"{len(learning):,} positions; log loss of games held back: {tell_losses(held_back)}")
    for epoch in range(epochs):
        for batch in batches(len(learning), drawn):
            inputs, done = learning.inputs[batch], done + 1
            slopes = gradient(layers, (inputs - mean) / spread, inputs[:, 0], targets[batch])
            adam.step(slopes, LONGEST * min(1.0, 10 * done / steps) * (1 - (done - 1) / steps), DECAY)
        loss = log_loss(output(unscaled(layers, mean, spread), held_back.inputs), held_back.results)
        print(f"epoch {epoch + 1}: {loss:.4f}", flush=True)
    return unscaled(layers, mean, spread)


def first_layers(inputs: int, hidden: tuple[int, int], drawn: np.random.Generator) -> list[Array]:
    """Draw the weights of a network; its biases are 0."""
    return [
        (drawn.normal(0, np.sqrt(2 / shape[0]), shape) if len(shape) == 2 else np.zeros(shape)).astype(np.float32)
        for shape in shapes(inputs, *hidden)
    ]


def batches(count: int, drawn: np.random.Generator) -> Iterator[np.ndarray]:
    """Return all positions once, in parts of one size and in random order, without the rest."""
    order = drawn.permutation(count)
    yield from (order[start : start + BATCH] for start in range(0, count - BATCH + 1, BATCH))


def scaled(layers: list[Array], mean: Array, spread: Array) -> list[Array]:
    """Return the network that reads inputs of mean 0 and spread 1."""
    return [layers[0] * spread[:, None], layers[1] + mean @ layers[0], *map(np.copy, layers[2:])]


def unscaled(layers: list[Array], mean: Array, spread: Array) -> list[Array]:
    """Return the network that reads inputs as they are."""
    first = layers[0] / spread[:, None]
    return [first, layers[1] - mean @ first, *layers[2:]]


def output(layers: list[Array], inputs: Array) -> Array:
    """Return the log odds that a network gives each position."""
    first, first_bias, second, second_bias, last = layers
    hidden = np.maximum(inputs @ first + first_bias, 0)
    return inputs[:, 0] + np.maximum(hidden @ second + second_bias, 0) @ last


def gradient(layers: list[Array], inputs: Array, offset: Array, targets: Array) -> list[Array]:
    """Return the slope of the mean log loss for each of the layers."""
    first, first_bias, second, second_bias, last = layers
    hidden = np.maximum(inputs @ first + first_bias, 0)
    deeper = np.maximum(hidden @ second + second_bias, 0)
    error = (sigmoid(offset + deeper @ last) - targets) / len(targets)
    to_deeper = np.outer(error, last) * (deeper > 0)
    to_hidden = to_deeper @ second.T * (hidden > 0)
    return [inputs.T @ to_hidden, to_hidden.sum(0), hidden.T @ to_deeper, to_deeper.sum(0), deeper.T @ error]


def sigmoid(log_odds: Array) -> Array:
    return (1 + np.tanh(log_odds / 2)) / 2


def log_loss(log_odds: Array, chances: Array) -> float:
    return float(np.mean(np.logaddexp(0, log_odds) - chances * log_odds))


def tell_losses(positions: Positions) -> str:
    """Say how well the room's own evaluation, and the search with it, tell the results."""
    searched = np.clip(positions.searched, 1e-3, 1 - 1e-3)
    by_search = log_loss(np.log(searched / (1 - searched)), positions.results)
    return f"{log_loss(positions.inputs[:, 0], positions.results):.4f} by the evaluation, {by_search:.4f} by the search"
