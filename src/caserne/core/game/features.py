"""Observations and moves as arrays, for learning: a room says once, in its `features`, what they look like.

The rules of a room's `features` read a seat's view and what a spectator remembers, never the state: nothing hidden can
reach a tensor. They run interpreted, compiled and on a GPU like all rules.

Channels are bits of one word per cell. A word is what the rules compute and what learners store; `planes` spreads it
over bytes, one per channel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from caserne.core.kernel.compiled import Rule
from caserne.core.kernel.encoding import Encoding, make_encoding
from caserne.core.kernel.layout import memory_dtype

MAX_CHANNELS = 63
"""A word of cells is a positive 64-bit number."""

NO_MEMORY = memory_dtype(("nothing", np.int8))
"""The memory of a room whose views say everything."""


class Channel(NamedTuple):
    """One bit of every cell."""

    name: str
    meaning: str


class Scalar(NamedTuple):
    """One whole number of an observation; divided by its scale it is of the order of 1."""

    name: str
    scale: float
    meaning: str


@dataclass(frozen=True)
class Features:
    """How a room's observations and moves lie in arrays of fixed sizes, seen from the seat that is to act."""

    board: tuple[int, int]
    """The rows and columns of the cells."""
    channels: tuple[Channel, ...]
    scalars: tuple[Scalar, ...]
    outputs: int
    """The size of the output: one number per move."""
    outputs_per_cell: int
    """The first `cells * outputs_per_cell` outputs lie cell by cell; the others belong to no cell."""
    cell_bits: Rule
    """cell_bits(o, view, past, memory, seat, cell) -> the channels of a cell, as bits."""
    fill_scalars: Rule
    """fill_scalars(o, view, past, memory, seat, out): write the scalars."""
    output_of: Rule
    """output_of(o, view, seat, action) -> the output of a legal action."""
    action_of: Rule
    """action_of(o, view, seat, output) -> the action of the output of a legal action."""
    secrets: int = 0
    """How many things a hidden piece may be; 0 if nothing is hidden during play."""
    secret_of: Rule | None = None
    """secret_of(o, s, seat, cell) -> what a cell hides from a seat, from 1; 0 if nothing. For training targets only."""
    draw_secrets: Rule | None = None
    """draw_secrets(o, view, odds, seat, s, dice): fill an empty state with one that fits the view; what cells
    hide is drawn by `odds[cell, secret]`, in hundredths of a nat."""
    memory: np.dtype[Any] = NO_MEMORY
    """A record of what a spectator remembers beyond the view."""
    remember: Rule | None = None
    """remember(o, view, memory): update the memory after a move, from the view of a spectator."""
    recall: Callable[..., None] | None = None
    """recall(observation, memory): fill the memory from the events that a seat has observed."""
    familiar: Callable[[np.ndarray[Any, Any], Mapping[str, Any]], np.ndarray[Any, Any]] | None = None
    """familiar(scalars, options) -> rows of scalars as they are in games with these options, which a network has
    learned with: it can do little with numbers that it has never seen."""
    options: tuple[str, ...] = ()
    """The options that change the game too much for a network that was trained with another value."""

    @classmethod
    def of(cls, features: ModuleType) -> Features:
        """Collect what a room's `features` module defines."""
        return cls(
            board=features.BOARD,
            channels=features.CHANNELS,
            scalars=features.SCALARS,
            outputs=features.OUTPUTS,
            outputs_per_cell=features.OUTPUTS_PER_CELL,
            cell_bits=features.cell_bits,
            fill_scalars=features.fill_scalars,
            output_of=features.output_of,
            action_of=features.action_of,
            secrets=getattr(features, "SECRETS", 0),
            secret_of=getattr(features, "secret_of", None),
            draw_secrets=getattr(features, "draw_secrets", None),
            memory=getattr(features, "MEMORY", NO_MEMORY),
            remember=getattr(features, "remember", None),
            recall=getattr(features, "recall", None),
            familiar=getattr(features, "familiar", None),
            options=getattr(features, "TRAINED_OPTIONS", ()),
        )

    @property
    def cells(self) -> int:
        rows, columns = self.board
        return rows * columns

    @cached_property
    def encoding(self) -> Encoding:
        return make_encoding(self.cell_bits, self.fill_scalars)


def planes(cells: np.ndarray[Any, Any], channels: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Spread words of cells over bytes: an array with one more axis, of channels, that holds 0 and 1.

    >>> planes(np.array([0b101]), 3)
    array([[1, 0, 1]], dtype=uint8)
    """
    return ((cells[..., None] >> np.arange(channels)) & 1).astype(np.uint8)
