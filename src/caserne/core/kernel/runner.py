"""Kernels that run any room's rules: random play, batches and perft, made once per room."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caserne.core.kernel.compiled import Kernel, Rule, allocating_rule, kernel, rule
from caserne.core.kernel.header import copy_past
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import below


@dataclass(frozen=True)
class Runner:
    """The runners of one room."""

    choose: Rule
    """choose(o, s, past, moves, dice) -> action: a random legal action; for other rules to call."""
    play_batch: Kernel
    """play_batch(o, states, past, moves, dice, limit): random actions until each game ends or a limit is reached."""
    perft: Kernel
    """perft(o, states, pasts, moves, depth) -> count: the sequences of `depth` moves from states[0]."""


def make_runner(legal: Rule, count: Rule, nth: Rule, apply: Rule, weight: Rule, past_per_action: int) -> Runner:
    """Make the runners of one room, which close over its rules."""

    @rule
    def choose(o, s, past, moves, dice):
        actions = count(o, s, past, moves)
        if not s.setup:
            return nth(o, s, past, moves, below(dice, actions))
        # Drawing pieces, not kinds of pieces, makes all arrangements equally likely.
        total = 0
        for n in range(actions):
            total += weight(o, s, nth(o, s, past, moves, n))
        drawn = below(dice, total)
        n = -1
        while drawn >= 0:
            n += 1
            drawn -= weight(o, s, nth(o, s, past, moves, n))
        return nth(o, s, past, moves, n)

    @rule
    def playout(o, s, past, moves, dice, limit):
        while s.actor != OVER and s.ply < limit and s.remembered + past_per_action <= past.size:
            apply(o, s, past, choose(o, s, past, moves, dice))

    @rule
    def play_batch(o, states, past, moves, dice, limit):
        for n in range(states.size):
            playout(o, states[n], past, moves, dice[n], limit)

    @allocating_rule
    def perft(o, states, pasts, moves, depth):
        levels = states.size
        counts = np.zeros(levels, np.int64)  # moves listed at each level
        tried = np.zeros(levels, np.int64)  # and how many of them are done
        left = np.zeros(levels, np.int64)  # moves still to make below each level
        left[0] = depth
        counts[0] = legal(o, states[0], pasts[0], moves[0])
        level = total = 0
        while level >= 0:
            if left[level] == 1 and not states[level].setup:
                total += counts[level]
                level -= 1
                continue
            if tried[level] == counts[level]:
                level -= 1
                continue
            action = int(moves[level, tried[level]])
            tried[level] += 1
            below_it = level + 1
            states[below_it] = states[level]
            copy_past(states[level], pasts[level], pasts[below_it])
            apply(o, states[below_it], pasts[below_it], action)
            left[below_it] = left[level] - (states[below_it].placed == 0)
            if left[below_it] == 0:
                total += 1
                continue
            level = below_it
            tried[level] = 0
            counts[level] = legal(o, states[level], pasts[level], moves[level])
        return total

    return Runner(choose, kernel(play_batch), kernel(perft))


def make_tally(fill: Rule) -> Kernel:
    """Make tally(o, states, out): call `fill`, a room's `returns` or `scores`, for the finished games of a batch."""

    @rule
    def tally(o, states, out):
        for n in range(states.size):
            if states[n].actor == OVER:
                fill(o, states[n], out[n])

    return kernel(tally)
