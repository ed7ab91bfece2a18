"""Compiled encoding of views into the arrays that `Features` describes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caserne.core.kernel.compiled import rule


@dataclass(frozen=True)
class Encoding:
    """The compiled encoder of one room, for arrays of one record."""

    encode: Any
    """encode(o, view, past, memory, seat, cells, scalars): fill the words of all cells, and the scalars."""


def make_encoding(cell_bits: Any, fill_scalars: Any) -> Encoding:
    """Make the encoder of one room, which closes over its rules."""

    @rule
    def encode(o, view, past, memory, seat, cells, scalars):
        for cell in range(cells.size):
            cells[cell] = cell_bits(o[0], view[0], past, memory[0], seat, cell)
        fill_scalars(o[0], view[0], past, memory[0], seat, scalars)

    return Encoding(encode)


@rule
def remember_nothing(o, view, memory):
    """Keep no memory."""
