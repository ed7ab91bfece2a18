"""A small network inside compiled rules: numbers in, two hidden layers, one number out.

A room that has learned to value its positions writes down what the network reads, and makes its rule `learned` here;
see `tools/learn_value.py`.
"""

from __future__ import annotations

from base64 import b85decode, b85encode
from math import tanh
from typing import Any

import numpy as np

from caserne.core.kernel.compiled import Rule, allocating_rule, rule
from caserne.core.kernel.layout import OVER

Array = np.ndarray[Any, np.dtype[np.float32]]

STORED = np.dtype("<f2")
"""How numbers are stored; they are computed with as 32-bit floats."""


def shapes(inputs: int, first: int, second: int) -> list[tuple[int, ...]]:
    """Return the shapes of the weights and biases of both hidden layers, and of the weights of the output."""
    return [(inputs, first), (first,), (first, second), (second,), (second,)]


def encode(layers: list[Array]) -> str:
    """Write the numbers of a network as text, for a source file of its room."""
    return b85encode(b"".join(layer.astype(STORED).tobytes() for layer in layers)).decode()


def decode(text: str, inputs: int, first: int, second: int) -> list[Array]:
    """Read the numbers of a network."""
    numbers, layers = np.frombuffer(b85decode(text), STORED).astype(np.float32), []
    for shape in shapes(inputs, first, second):
        size = int(np.prod(shape))
        layers.append(np.ascontiguousarray(numbers[:size].reshape(shape)))
        numbers = numbers[size:]
    return layers


@allocating_rule
def dense(inputs, first, first_bias, second, second_bias, output):
    """Return the output of a network; the first input is added to it.

    Inputs that are 0, and hidden units that are, cost nothing. Sums have one order, the same on every machine.
    """
    hidden, deeper = first_bias.copy(), second_bias.copy()
    for n in range(inputs.size):
        if inputs[n] != 0:
            for unit in range(hidden.size):
                hidden[unit] += inputs[n] * first[n, unit]
    for n in range(hidden.size):
        if hidden[n] > 0:
            for unit in range(deeper.size):
                deeper[unit] += hidden[n] * second[n, unit]
    value = inputs[0]
    for n in range(deeper.size):
        value += max(deeper[n], np.float32(0)) * output[n]
    return float(value)


@rule
def has_learned_all(o):
    """Stand for a room's `has_learned` where its network has learned with all options."""
    return True


def learned_evaluation(
    evaluate: Rule, fill_inputs: Rule, size: int, network: Rule, has_learned: Rule = has_learned_all
) -> Rule:
    """Return learned(o, s, seat) of a game of two seats: the result that a seat may expect, between -1 and 1.

    fill_inputs(o, s, inputs) writes so many numbers into zeros, for the side to move; network(o) returns the layers, in
    the order of `shapes`. When a game is over, or not has_learned(o), evaluate(o, s, seat) speaks.
    """

    @allocating_rule
    def learned(o, s, seat):
        if s.actor == OVER or not has_learned(o):
            return evaluate(o, s, seat)
        inputs = np.zeros(size, np.float32)
        fill_inputs(o, s, inputs)
        first, first_bias, second, second_bias, output = network(o)
        value = tanh(dense(inputs, first, first_bias, second, second_bias, output) / 2)
        return value if seat == s.to_move else -value

    return learned
