"""ST-4 to ST-7: move generation with bit masks, for all pieces of a seat at once."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.games.stratego.board import (
    BIT_OF_PRODUCT,
    DE_BRUIJN,
    EAST,
    FAR_LAND,
    HALF,
    NEAR_LAND,
    NORTH,
    RANK,
    SIZE,
    SOUTH,
    SQUARE_OF_PRODUCT,
    SQUARES,
    STEP,
    TOP,
    WEST,
    WIDTH,
)


@rule
def shifted(direction, near, far):
    """Shift a set of squares one step, not yet masked by edges and lakes."""
    if direction == EAST:
        return near << 1, far << 1
    if direction == WEST:
        return near >> 1, far >> 1
    if direction == NORTH:
        return near << WIDTH, (far << WIDTH) | (near >> TOP)
    return (near >> WIDTH) | ((far & RANK) << TOP), far >> WIDTH


@rule
def product_of_lowest(word):
    """Return the six-bit index of the lowest set bit in the De Bruijn tables of `board`."""
    return (int(word & -word) * DE_BRUIJN >> 58) & 63


@rule
def list_steps(moves, count, first, east, west, north, south):
    """ST-4: list one step for each piece of a half, whose first square is `first`, in the directions it is free to go.

    Each step is written unconditionally and counted only if it is possible, which avoids unpredictable branches.
    """
    origins = east | west | north | south
    while origins:
        product = product_of_lowest(origins)
        bit, origin = int(BIT_OF_PRODUCT[product]), first + int(SQUARE_OF_PRODUCT[product])
        stay = origin * (SQUARES + 1)
        moves[count] = stay + 1
        count += (east >> bit) & 1
        moves[count] = stay - 1
        count += (west >> bit) & 1
        moves[count] = stay + SIZE
        count += (north >> bit) & 1
        moves[count] = stay - SIZE
        count += (south >> bit) & 1
        origins &= origins - 1
    return count


@rule
def list_far_targets(moves, count, targets, way):
    """ST-6: list one scout's move for every target in the near half; `way` turns a target into its origin."""
    while targets:
        target = int(SQUARE_OF_PRODUCT[product_of_lowest(targets)])
        moves[count] = target * (SQUARES + 1) + way
        count += 1
        targets &= targets - 1
    return count


@rule
def list_moves(s, seat, moves):
    """ST-4 to ST-7: list the moves of a seat, ignoring the rules about history; return their number."""
    enemy = 1 - seat
    enemy_near, enemy_far = s.standing[2 * enemy], s.standing[2 * enemy + 1]
    free_near = NEAR_LAND & ~(s.standing[2 * seat] | enemy_near)
    free_far = FAR_LAND & ~(s.standing[2 * seat + 1] | enemy_far)
    open_near, open_far = free_near | enemy_near, free_far | enemy_far
    near, far = s.mobile[2 * seat], s.mobile[2 * seat + 1]
    to_east, to_west = near & (open_near >> 1), near & (open_near << 1)
    to_north = near & ((open_near >> WIDTH) | ((open_far & RANK) << TOP))
    count = list_steps(moves, 0, 0, to_east, to_west, to_north, near & (open_near << WIDTH))
    to_east, to_west = far & (open_far >> 1), far & (open_far << 1)
    to_south = far & ((open_far << WIDTH) | (open_near >> TOP))
    count = list_steps(moves, count, HALF, to_east, to_west, far & (open_far >> WIDTH), to_south)
    scouts_near, scouts_far = s.scouts[2 * seat], s.scouts[2 * seat + 1]
    if scouts_near | scouts_far:
        for direction in range(SOUTH + 1):
            step = -SQUARES * STEP[direction]
            near, far = shifted(direction, scouts_near, scouts_far)
            near, far = near & free_near, far & free_far
            way = step
            while near | far:  # scouts that still have free squares ahead go one step farther
                way += step
                near, far = shifted(direction, near, far)
                count = list_far_targets(moves, count, near & open_near, way)
                count = list_far_targets(moves, count, far & open_far, way + HALF * (SQUARES + 1))
                near, far = near & free_near, far & free_far
    return count


@rule
def list_attacks(s, seat, moves):
    """ST-7: list the attacks of a seat on neighbours, ignoring the rules about history; return their number."""
    near, far = s.mobile[2 * seat], s.mobile[2 * seat + 1]
    enemy_near, enemy_far = s.standing[2 - 2 * seat], s.standing[3 - 2 * seat]
    to_north = near & ((enemy_near >> WIDTH) | ((enemy_far & RANK) << TOP))
    to_east, to_west = near & (enemy_near >> 1), near & (enemy_near << 1)
    count = list_steps(moves, 0, 0, to_east, to_west, to_north, near & (enemy_near << WIDTH))
    to_south = far & ((enemy_far << WIDTH) | (enemy_near >> TOP))
    to_east, to_west = far & (enemy_far >> 1), far & (enemy_far << 1)
    return list_steps(moves, count, HALF, to_east, to_west, far & (enemy_far >> WIDTH), to_south)


@rule
def has_step(s, seat):
    """ST-13: check whether any piece of a seat could move by ST-4 to ST-7 alone."""
    near, far = s.mobile[2 * seat], s.mobile[2 * seat + 1]
    to_near = (near << 1) | (near >> 1) | (near << WIDTH) | (near >> WIDTH) | ((far & RANK) << TOP)
    to_far = (far << 1) | (far >> 1) | (far << WIDTH) | (far >> WIDTH) | (near >> TOP)
    return ((to_near & NEAR_LAND & ~s.standing[2 * seat]) | (to_far & FAR_LAND & ~s.standing[2 * seat + 1])) != 0
