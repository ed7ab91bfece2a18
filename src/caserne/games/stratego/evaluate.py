"""What Stratego adds to the general bots: how well a seat stands, and what a player can foresee."""

from __future__ import annotations

import numpy as np

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.stratego.army import (
    BOMB,
    BOTH_FALL,
    FLAG,
    LOSES,
    MARSHAL,
    MINER,
    OUTCOMES,
    OWN_SQUARES,
    SCOUT,
    SPY,
    WINS,
)
from caserne.games.stratego.board import HALF, NEXT_TO, RANK, SIZE, SQUARES, TOP, WIDTH
from caserne.games.stratego.history import history_matters
from caserne.games.stratego.moves import list_steps
from caserne.games.stratego.rules import KIND, KNOWN, MOVED, NOBODY, RED, keep_unrefused, owner

VALUES = np.array([0, 60, 15, 40, 12, 20, 45, 90, 160, 280, 400, 30, 0, 0, 0, 0], np.int64)
"""What a piece is worth, from the spy (1) to the marshal (10), then the bomb; the flag is the game itself."""
SECRECY = np.array([0, 50, 0, 15, 5, 5, 10, 15, 20, 20, 20, 40, 0, 0, 0, 0], np.int64)
"""The share of it, in hundredths, that is gone once the enemy knows what the piece is."""
LAST_ONES = np.array([[0, 40, 65, 85, 100, 112, 122, 131, 139, 139], [0, 110, 170, 215, 250, 280, 280, 280, 280, 280]])
"""What so many scouts, and so many miners, are worth together: the last ones most."""
IDLE_SPY, IDLE_MINER = 5, 12
"""What a spy is worth when there is no marshal left, and a miner when there is no bomb."""
SAFE_MARSHAL = 40
"""What a marshal gains when the enemy has no spy left."""
WALL = 20
"""What a bomb beside the own flag is worth more than another."""

PULL = np.array([[0, 0, 2, 6, 3, 3, 4, 4, 4, 4, 3], [0, 0, 1, 10, 1, 1, 1, 1, 1, 1, 1]], np.int64)
"""How much each kind is drawn to the enemy's flag, and how much where bombs wall it in."""
HUNT = 3
"""How much hunters are drawn to prey that is known, and prey is driven away."""
WORTH_HUNTING = VALUES >= 40

MARGIN = 600
"""A lead counts by its share of what is left on the board, and of this."""
FADING = 60
"""How much of a lead, in hundredths, is lost when the game has been quiet almost until it is drawn (ST-16)."""

BITS = 4
"""Counts of kinds, in a word of four bits a kind."""


def _pulls() -> np.ndarray:
    """By distance: the nearer, the more every step counts."""
    return np.array([round(360 / (distance + 3)) for distance in range(2 * SIZE)], np.int64)


NEARNESS = _pulls()
DISTANCE = np.array(
    [
        [abs(one % SIZE - two % SIZE) + abs(one // SIZE - two // SIZE) for two in range(SQUARES)]
        for one in range(SQUARES)
    ],
    np.uint8,
)
NEIGHBOURS = np.array([[*squares, *[SQUARES] * (4 - len(squares))] for squares in NEXT_TO], np.uint8)
"""The squares next to each; SQUARES where there are fewer than four."""


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else how much better a seat stands than its enemy, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    red, blue, red_flag, blue_flag = count_kinds(s)
    red_worth, blue_worth = worth_of_army(red, blue), worth_of_army(blue, red)
    lead = red_worth - blue_worth + worth_of_places(s, red, blue, red_flag, blue_flag)
    share = 0.9 * lead / (red_worth + blue_worth + MARGIN)
    if o.quiet_limit:
        share *= 1.0 - FADING / 100 * (s.quiet / o.quiet_limit) ** 2
    share = min(max(share, -0.95), 0.95)
    return share if seat == RED else -share


@rule
def count_kinds(s):
    """How many pieces of each kind Red and Blue have left, each packed into one word, and the squares of their flags."""
    red = blue = np.int64(0)
    red_flag = blue_flag = 0
    for square in range(SQUARES):
        piece = int(s.board[square])
        if piece:
            kind = int(s.pieces[piece]) & KIND
            if piece > OWN_SQUARES:
                blue += np.int64(1) << BITS * kind
                blue_flag = square if kind == FLAG else blue_flag
            else:
                red += np.int64(1) << BITS * kind
                red_flag = square if kind == FLAG else red_flag
    return red, blue, red_flag, blue_flag


@rule
def number_of(counts, kind):
    return (counts >> BITS * kind) & ((1 << BITS) - 1)


@rule
def highest(counts):
    """The highest rank that is left."""
    rank = MARSHAL
    while rank > SPY and number_of(counts, rank) == 0:
        rank -= 1
    return rank


@rule
def worth(kind, own, enemy, shift):
    """What one piece is worth beside and against the pieces that are left; `shift` ranks are gone from the top."""
    if kind == SPY:
        return VALUES[SPY] if number_of(enemy, MARSHAL) else IDLE_SPY
    if kind == MINER and number_of(enemy, BOMB) == 0:
        return IDLE_MINER
    if kind == MINER or kind == SCOUT:
        count = number_of(own, kind)
        return LAST_ONES[kind - SCOUT, count] // max(count, 1)
    if kind >= BOMB:
        return VALUES[kind]
    value = (VALUES[kind] + VALUES[min(kind + shift, MARSHAL)]) // 2
    return value + SAFE_MARSHAL if kind == MARSHAL and number_of(enemy, SPY) == 0 else value


@rule
def worth_of_army(own, enemy):
    """What the pieces that are left are worth, whoever knows them."""
    shift = MARSHAL - max(highest(own), highest(enemy))
    total = 0
    for kind in range(SPY, FLAG):
        count = number_of(own, kind)
        if count:
            total += count * worth(kind, own, enemy, shift)
    return total


@rule
def worth_of_places(s, red, blue, red_flag, blue_flag):
    """What Red gains over Blue by where the pieces stand and what is known of them."""
    shift = MARSHAL - max(highest(red), highest(blue))
    red_is_walled, blue_is_walled = is_walled(s, red_flag), is_walled(s, blue_flag)
    total = WALL * (walls(s, red_flag) - walls(s, blue_flag))
    for square in range(SQUARES):
        piece = int(s.board[square])
        if piece == 0:
            continue
        code = int(s.pieces[piece])
        kind = code & KIND
        is_red = piece <= OWN_SQUARES
        gain = 0
        if kind < BOMB:
            walled, flag = (blue_is_walled, blue_flag) if is_red else (red_is_walled, red_flag)
            gain = int(PULL[int(walled), kind]) * int(NEARNESS[DISTANCE[square, flag]]) // 10
        if code & KNOWN:
            value = worth(kind, red, blue, shift) if is_red else worth(kind, blue, red, shift)
            gain -= value * SECRECY[kind] // 100
            if WORTH_HUNTING[kind]:
                gain -= danger(s, square, is_red, kind, value)
        total += gain if is_red else -gain
    return total


@rule
def walls(s, flag):
    """How many bombs stand next to a flag."""
    count = 0
    for n in range(4):
        beside = int(NEIGHBOURS[flag, n])
        if beside < SQUARES:
            count += (int(s.pieces[s.board[beside]]) & KIND) == BOMB
    return count


@rule
def is_walled(s, flag):
    """Whether bombs stand on all sides of a flag."""
    for n in range(4):
        beside = int(NEIGHBOURS[flag, n])
        if beside < SQUARES and int(s.pieces[s.board[beside]]) & KIND != BOMB:
            return False
    return True


@rule
def danger(s, square, is_red, kind, value):
    """What a known piece loses by the enemy nearest to it that can take it."""
    nearest = 2 * SIZE - 1
    for origin in range(SQUARES):
        piece = int(s.board[origin])
        if piece and (piece <= OWN_SQUARES) != is_red:
            hunter = int(s.pieces[piece]) & KIND
            if hunter < BOMB and OUTCOMES[hunter, kind] == WINS:
                nearest = min(nearest, int(DISTANCE[origin, square]))
    return HUNT * value * int(NEARNESS[nearest]) // 12000


# What a player can foresee


@rule
def plausible(o, s, moves, count, seat):
    """Of the moves listed, keep those that whoever is to move may expect to be good: `seat` looks ahead.

    Nobody attacks what is known to be stronger. The seat itself cannot count on hitting what it has not been shown, and
    its enemy attacks hidden pieces only where that pays on average. If nothing is left, all moves are kept.
    """
    kept = 0
    for n in range(count):
        action = int(moves[n])
        if s.board[action % SQUARES] == 0 or is_worth_an_attack(s, action // SQUARES, action % SQUARES, seat):
            moves[kept] = action
            kept += 1
    return kept if kept else count


@rule
def forcing(o, s, past, moves, seat):
    """List the attacks on neighbours that whoever is to move may expect to be good."""
    count, mover = 0, int(s.to_move)
    near, far = s.mobile[2 * mover], s.mobile[2 * mover + 1]
    enemy_near, enemy_far = s.standing[2 - 2 * mover], s.standing[3 - 2 * mover]
    count = list_steps(
        moves,
        0,
        0,
        near & (enemy_near >> 1),
        near & (enemy_near << 1),
        near & ((enemy_near >> WIDTH) | ((enemy_far & RANK) << TOP)),
        near & (enemy_near << WIDTH),
    )
    count = list_steps(
        moves,
        count,
        HALF,
        far & (enemy_far >> 1),
        far & (enemy_far << 1),
        far & (enemy_far >> WIDTH),
        far & ((enemy_far << WIDTH) | (enemy_near >> TOP)),
    )
    if count and history_matters(o, s, mover):
        count = keep_unrefused(o, s, past, moves, count)
    kept = 0
    for n in range(count):
        action = int(moves[n])
        if is_worth_an_attack(s, action // SQUARES, action % SQUARES, seat):
            moves[kept] = action
            kept += 1
    return kept


@rule
def is_worth_an_attack(s, origin, target, seat):
    kind, code = int(s.pieces[s.board[origin]]) & KIND, int(s.pieces[s.board[target]])
    if code & KNOWN:
        return OUTCOMES[kind, code & KIND] != LOSES
    return s.to_move != seat and OUTCOMES[kind, code & KIND] != LOSES


@rule
def hidden_gain(s, kind, seat, moved):
    """What attacking any hidden piece of a seat, one that has moved or one that has not, would bring all in all."""
    total = 0
    for square in range(SQUARES):
        piece = int(s.board[square])
        code = int(s.pieces[piece])
        if piece and owner(piece) == seat and not code & KNOWN and code & MOVED == moved:
            total += exchange(kind, code & KIND)
    return total


@rule
def exchange(kind, target):
    """What an attack brings by the values of the pieces."""
    outcome = OUTCOMES[kind, target]
    if target == FLAG:
        return 1000
    if outcome == WINS:
        return VALUES[target]
    return VALUES[target] - VALUES[kind] if outcome == BOTH_FALL else -VALUES[kind]


@rule
def order(o, s, past, action):
    """How promising a move looks: what it takes, then how far it goes ahead."""
    origin, target = action // SQUARES, action % SQUARES
    ahead = target // SIZE - origin // SIZE
    ahead = -ahead if s.to_move else ahead
    if s.board[target] == 0:
        return ahead
    return 100 + exchange(int(s.pieces[s.board[origin]]) & KIND, int(s.pieces[s.board[target]]) & KIND)
