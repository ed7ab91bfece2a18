"""Compiled encoding of views into the arrays that `Features` describes."""

from __future__ import annotations

from dataclasses import dataclass

from caserne.core.kernel.compiled import Kernel, Rule, quick_kernel, rule


@dataclass(frozen=True)
class Encoding:
    """The compiled encoder of one room, for arrays of one record."""

    encode: Kernel
    """encode(o, view, past, memory, seat, cells, scalars): fill the words of all cells, and the scalars."""


def make_encoding(cell_bits: Rule, fill_scalars: Rule) -> Encoding:
    """Make the encoder of one room, which closes over its rules."""

    @rule
    def encode(o, view, past, memory, seat, cells, scalars):
        for cell in range(cells.size):
            cells[cell] = cell_bits(o[0], view[0], past, memory[0], seat, cell)
        fill_scalars(o[0], view[0], past, memory[0], seat, scalars)

    return Encoding(quick_kernel(encode))


@rule
def remember_nothing(o, view, memory):
    """Keep no memory."""


@rule
def hides_nothing(o, s, seat, cell):
    """Return that a cell hides nothing."""
    return 0
