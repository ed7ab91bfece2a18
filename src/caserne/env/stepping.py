"""Compiled stepping of one game of a batch, the same on the CPU and on a GPU."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import inlined_rule, rule
from caserne.core.kernel.encoding import hides_nothing, remember_nothing
from caserne.core.kernel.layout import CHANCE, OVER, SPECTATOR
from caserne.core.kernel.rng import below
from caserne.env.arrays import Games

BEGIN, STEP, REFRESH = range(3)
"""What `Stepping.advance` does: start a game, make a move, or only observe a game whose state was replaced.

They are one rule, because each of them would be compiled with all the rules of the game.
"""


class Stepping(NamedTuple):
    """The compiled rules that step games."""

    find_action: Any
    """find_action(games, out, n, work, output) -> the action of an output of game n or, if that is illegal, of the
    first legal one."""
    advance: Any
    """advance(games, out, n, at, row, work, action, placing, limit): advance game n, and write its observation except
    for the cells. Its state and view lie at `at`, moves are listed to a row of `Games.lists`."""
    write_cell: Any
    """write_cell(out, n, cell, o, s, view, past, memory, seat) -> the channels of a cell of game n, which it writes,
    but not its planes."""
    write_cells: Any
    """write_cells(games, out, n, at): write all cells of game n."""


@cache
def make_stepping(rules: Rules, features: Features, keeps_finals: bool) -> Stepping:
    """Make the stepping of one room, which closes over its rules; it may write the last observations of games."""
    legal, apply, returns, observe = rules.legal, rules.apply, rules.returns, rules.observe
    choose, past_per_action = rules.runner.choose, rules.past_per_action
    cell_bits, fill_scalars = features.cell_bits, features.fill_scalars
    output_of, action_of = features.output_of, features.action_of
    tells = features.secret_of is not None
    secret_of = features.secret_of or hides_nothing
    remembers = features.remember is not None
    remember = features.remember or remember_nothing
    word = word_of(rules.view)
    words = rules.view.itemsize // word.itemsize

    @inlined_rule
    def go_on(games, n, at, row, placing):
        """Roll dice, and draw set-ups unless seats place their own, until a seat is to act or the game is over."""
        o, s, past = games.options[0], games.states[at], games.pasts[n]
        while s.actor == CHANCE or (s.setup and not placing):
            if s.actor != CHANCE and games.setups.shape[1]:
                drawn = games.setups[below(games.dice[n], games.setups.shape[0])]
                for place in range(drawn.size):
                    apply(o, s, past, int(drawn[place]))
            else:
                apply(o, s, past, choose(o, s, past, games.lists[row], games.dice[n]))

    @inlined_rule
    def clear_view(games, at):
        copy_record(games.no_view.view(word), 0, games.views.view(word), at, words)

    @rule
    def start(games, n, at, row, placing):
        """Start a game anew and play on until a seat is to act; some set-ups leave nobody a move."""
        games.memories[n] = games.no_memory[0]
        over = True
        while over:
            games.states[at] = games.first[0]
            go_on(games, n, at, row, placing)
            over = games.states[at].actor == OVER

    @rule
    def move(games, n, at, action):
        """Make a move, and remember what a spectator saw of it."""
        o, s = games.options[0], games.states[at]
        in_setup = s.setup
        apply(o, s, games.pasts[n], action)
        if remembers and not in_setup and s.actor != OVER:
            clear_view(games, at)
            observe(o, s, SPECTATOR, games.views[at])
            remember(o, games.views[at], games.memories[n])

    @rule
    def write(games, out, n, at, row, seat):
        """Write what a seat observes, except for the cells; it has moves if it is to act."""
        o, s, past, listed, moves = games.options[0], games.states[at], games.pasts[n], games.lists[row], games.moves[n]
        clear_view(games, at)
        observe(o, s, seat, games.views[at])
        view = games.views[at]
        count = min(legal(o, s, past, listed), moves.size) if s.actor == seat else 0
        for each in range(count):
            moves[each] = output_of(o, view, seat, int(listed[each]))
            out.mask[n, moves[each]] = 1
        out.counts[n] = count
        fill_scalars(o, view, past, games.memories[n], seat, out.scalars[n])
        out.seats[n] = seat

    @inlined_rule
    def write_cell(out, n, cell, o, s, view, past, memory, seat):
        bits = cell_bits(o, view, past, memory, seat, cell)
        out.cells[n, cell] = bits
        if tells and out.secrets.shape[1]:
            out.secrets[n, cell] = secret_of(o, s, seat, cell)
        return bits

    @inlined_rule
    def write_cells(games, out, n, at):
        o, s, view, past, memory = (
            games.options[0],
            games.states[at],
            games.views[at],
            games.pasts[n],
            games.memories[n],
        )
        seat = int(out.seats[n])
        for cell in range(out.cells.shape[1]):
            write_cell(out, n, cell, o, s, view, past, memory, seat)
        for word in range(out.planes.shape[2]):
            for cell in range(out.planes.shape[1]):
                out.planes[n, cell, word] = spread(out.cells[n, cell], word)

    @rule
    def write_final(games, final, n, at, row, mover):
        """Write the last observation of a game: of the seat to act or, if it is over, of the seat that moved last."""
        for output in range(final.mask.shape[1]):
            final.mask[n, output] = 0
        write(games, final, n, at, row, mover if games.states[at].actor == OVER else int(games.states[at].actor))
        write_cells(games, final, n, at)

    @inlined_rule
    def make_move(games, out, n, at, row, action, placing, limit):
        """Make a move, let chance act, and write what ended or cut off the game."""
        o, s = games.options[0], games.states[at]
        mover = int(s.actor)
        move(games, n, at, action)
        go_on(games, n, at, row, placing)
        out.lengths[n] = s.ply
        if s.actor == OVER:
            returns(o, s, out.rewards[n])
            out.earned[n] = out.rewards[n, mover]
            out.terminated[n] = True
            out.endings[n] = s.ending
        elif (limit and s.ply >= limit) or s.remembered + past_per_action > games.pasts.shape[1]:
            out.truncated[n] = True
        out.ended[n] = out.terminated[n] or out.truncated[n]
        if keeps_finals and out.ended[n] and out.final.seats.size:
            write_final(games, out.final, n, at, row, mover)

    @inlined_rule
    def find_action(games, out, n, work, output):
        out.replaced[n] = work == STEP and not is_legal(out.mask[n], output)
        if work != STEP:
            return 0
        if out.replaced[n]:
            output = first_legal(out.mask[n])
        return action_of(games.options[0], games.views[n], int(games.states[n].actor), output)

    @inlined_rule
    def advance(games, out, n, at, row, work, action, placing, limit):
        clear(out, n)
        clear_mask(games, out, n)
        if work == STEP:
            make_move(games, out, n, at, row, action, placing, limit)
        if work == BEGIN or out.ended[n]:
            start(games, n, at, row, placing)
        if work == BEGIN:
            out.lengths[n] = 0
        write(games, out, n, at, row, int(games.states[at].actor))

    return Stepping(find_action, advance, write_cell, write_cells)


def word_of(record: np.dtype[Any]) -> np.dtype[Any]:
    """Return the largest whole number of which records consist: GPUs copy these much faster than bytes."""
    return np.dtype(f"i{math.gcd(record.itemsize, 8)}")


@inlined_rule
def with_records(games, states, views):
    """Return the games with their states and views elsewhere."""
    return Games(
        games.options,
        games.first,
        games.setups,
        states,
        games.pasts,
        games.dice,
        views,
        games.memories,
        games.lists,
        games.moves,
        games.choices,
        games.no_view,
        games.no_memory,
    )


@inlined_rule
def copy_record(source, at, target, to, words):
    """Copy a record of some words."""
    for word in range(words):
        target[to * words + word] = source[at * words + word]


@rule
def clear(out, n):
    """Clear what only the end of a game sets."""
    for seat in range(out.rewards.shape[1]):
        out.rewards[n, seat] = 0
    out.earned[n] = 0
    out.terminated[n] = False
    out.truncated[n] = False
    out.ended[n] = False
    out.endings[n] = 0


@rule
def clear_mask(games, out, n):
    """Clear the few outputs that are set, which are still listed."""
    for each in range(out.counts[n]):
        out.mask[n, games.moves[n, each]] = 0


@rule
def spread(cell, word):
    """Return a word whose bytes are eight bits of a cell, by one product: bit n lands on bit 8n, others are masked."""
    bits = cell >> 8 * word
    return ((bits & 0x7F) * 0x02040810204081) & 0x0101010101010101 | (bits & 0x80) << 49


@rule
def is_legal(mask, output):
    """Check an output, of any size, by the mask of a game."""
    return 0 <= output < mask.size and mask[output] != 0


@rule
def draw_legal(moves, choices, count):
    """Return a random one of the legal outputs of a game."""
    return moves[below(choices, int(count))]


@rule
def first_legal(mask):
    """Return the first legal output of a game."""
    output = 0
    while not mask[output]:
        output += 1
    return output
