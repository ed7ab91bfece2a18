"""Stratego as arrays for learning: 100 cells seen from the mover's side, and 36 moves from each of them.

Blue sees the board turned by half a turn, so that both seats play up the board. A move's output is its origin's cell
times 36, plus its direction (right, left, up, down) times 9, plus its length less 1; placements of a set-up follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from caserne.core.game.features import Channel, Scalar
from caserne.core.game.observation import Observation
from caserne.core.kernel.compiled import allocating_rule, kernel, rule
from caserne.core.kernel.layout import memory_dtype
from caserne.core.kernel.rng import below
from caserne.games.stratego.army import BOMB, KINDS, LOSES, NAMES, NOTHING, OUTCOMES, OWN_SQUARES, WINS
from caserne.games.stratego.belief.belief import ACCEPTANCE, ACCEPTANCE_SCALE, rebuild_masks
from caserne.games.stratego.belief.piece_history import observed_moves
from caserne.games.stratego.belief.sampling import is_hidden, sample
from caserne.games.stratego.board import IS_LAKE, NEIGHBOURS, NOWHERE, SIZE, SQUARES
from caserne.games.stratego.rules import BLUE, KIND, KNOWN, MOVED, PIECES, PLACE, owner

BOARD = (SIZE, SIZE)
TRAINED_OPTIONS = ("army", "memory")

# What a piece has done

MEMORY = memory_dtype(("last_ply", np.int16, PIECES), ("deeds", np.uint16, PIECES), ("moves", np.uint8, PIECES))
"""By piece: the ply of its last move, its deeds as bits, and the number of its moves, at most MOST_MOVES."""
MOST_MOVES = 255

RANK_CLASS = np.array([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 0, 0, 0, 0, 0], np.uint8)
"""Enemy pieces by strength: 0 hidden or immobile, then as in RANK_CLASSES."""
RANK_CLASSES = (
    "a hidden piece",
    "a spy, scout or miner",
    "a sergeant to captain",
    "a major or colonel",
    "a general or marshal",
)
APPROACHED, FLED, STAYED = 0, 5, 10
"""The first bit of each deed, one bit per class of the enemy piece; STAYED has only hidden and shown."""
DEEDS = 12

CHANNELS = (
    *(Channel(f"own {name}", f"an own {name}") for name in NAMES[1:]),
    Channel("own moved", "an own piece that has moved"),
    Channel("own shown", "an own piece whose kind the enemy has been shown"),
    Channel("enemy unmoved", "an enemy piece of unknown kind that has not moved"),
    Channel("enemy moved", "an enemy piece of unknown kind that has moved"),
    *(Channel(f"enemy {name}", f"an enemy {name} that has been shown") for name in NAMES[1 : BOMB + 1]),
    Channel("lake", "a lake"),
    Channel("own origin", "where the own last move began"),
    Channel("own target", "where the own last move ended"),
    Channel("enemy origin", "where the enemy's last move began"),
    Channel("enemy target", "where the enemy's last move ended"),
    Channel("moves 2", "a piece that has moved at least 2 times"),
    Channel("moves 4", "a piece that has moved at least 4 times"),
    Channel("moves 8", "a piece that has moved at least 8 times"),
    Channel("recent 4", "a piece that has moved in the last 4 plies"),
    Channel("recent 16", "a piece that has moved in the last 16 plies"),
    *(Channel(f"approached {n}", f"a piece that has moved next to {name}") for n, name in enumerate(RANK_CLASSES)),
    *(Channel(f"fled {n}", f"a piece that has moved away from {name}") for n, name in enumerate(RANK_CLASSES)),
    Channel("stayed 0", "a piece that stayed when a hidden piece had moved next to it"),
    Channel("stayed 1", "a piece that stayed when a shown piece had moved next to it"),
)
OWN_MOVED, OWN_SHOWN, ENEMY_UNMOVED, ENEMY_MOVED = 12, 13, 14, 15
ENEMY_KINDS, LAKE, OWN_ORIGIN, HISTORY = 15, 27, 28, 32
"""The channel of kind 1 of the enemy is ENEMY_KINDS + 1; a flag that is shown ends the game."""


def _piece_bits(own: bool, code: int) -> int:
    """Return the channels of a piece code, as its owner or as the enemy sees it."""
    kind, moved, shown = code & KIND, bool(code & MOVED), bool(code & KNOWN)
    if own:
        return (1 << kind >> 1) | moved << OWN_MOVED | shown << OWN_SHOWN
    return 1 << (ENEMY_KINDS + kind if kind else ENEMY_MOVED if moved else ENEMY_UNMOVED)


PIECE_BITS = np.array([[_piece_bits(own, code) for code in range(128)] for own in (False, True)], np.int64)
GROUND_BITS = IS_LAKE.astype(np.int64) << LAKE

SCALARS = (
    *(Scalar(f"enemy hidden {name}", 4, f"how many {name}s the enemy still hides") for name in NAMES[1:]),
    *(Scalar(f"own hidden {name}", 4, f"how many own {name}s the enemy has not been shown") for name in NAMES[1:]),
    Scalar("quiet", 64, "plies since the last attack"),
    Scalar("quiet left", 64, "plies until ST-16 ends the game, at most 256"),
    Scalar("ply", 512, "moves made so far, at most 4096"),
    Scalar("own chase", 8, "ST-15: the length of the own chase, at most 64"),
    Scalar("enemy chase", 8, "ST-15: the length of the enemy's chase, at most 64"),
    Scalar("set-up", 1, "1 while the mover arranges a set-up"),
    Scalar("placed", 40, "the squares of that set-up filled so far"),
    *(Scalar(f"army {name}", 8, f"how many {name}s an army has") for name in NAMES[1:]),
)
OWN_HIDDEN, QUIET, ARMY = KINDS - 1, 2 * (KINDS - 1), 2 * (KINDS - 1) + 7

RAYS = 4 * (SIZE - 1)
OUTPUTS_PER_CELL = RAYS
OUTPUTS = SQUARES * RAYS + KINDS


# Observation


@rule
def turned(seat, square):
    """Convert a square to a cell of the seat's board, and back."""
    return SQUARES - 1 - square if seat == BLUE else square


@rule
def cell_bits(o, view, past, memory, seat, cell):
    """Return the channels of a cell."""
    square = turned(seat, cell)
    piece = int(view.board[square])
    bits = GROUND_BITS[square]
    if piece:
        bits |= PIECE_BITS[int(owner(piece) == seat), view.pieces[piece]]
        if memory.moves[piece] or memory.deeds[piece]:
            bits |= history_bits(view, memory, piece) << HISTORY
    enemy = 1 - seat
    bits |= np.int64(view.last_origin[seat] == square) << OWN_ORIGIN
    bits |= np.int64(view.last_target[seat] == square) << OWN_ORIGIN + 1
    bits |= np.int64(view.last_origin[enemy] == square) << OWN_ORIGIN + 2
    bits |= np.int64(view.last_target[enemy] == square) << OWN_ORIGIN + 3
    return bits


@rule
def history_bits(view, memory, piece):
    """Return what a piece has done: how often and when it moved, and its deeds."""
    moves = np.int64(memory.moves[piece])
    age = np.int64(view.ply) - memory.last_ply[piece]
    often = np.int64(moves >= 2) | np.int64(moves >= 4) << 1 | np.int64(moves >= 8) << 2
    lately = np.int64(moves > 0 and age < 4) << 3 | np.int64(moves > 0 and age < 16) << 4
    return often | lately | np.int64(memory.deeds[piece]) << 5


@rule
def fill_scalars(o, view, past, memory, seat, out):
    """Write the scalars."""
    for kind in range(1, KINDS):
        out[kind - 1] = o.army[kind]
        out[OWN_HIDDEN + kind - 1] = o.army[kind]
        out[ARMY + kind - 1] = o.army[kind]
    for piece in range(1, PIECES):
        code = int(view.pieces[piece])
        if code & KNOWN:
            hidden = OWN_HIDDEN if owner(piece) == seat else 0
            out[hidden + (code & KIND) - 1] -= 1
    enemy = 1 - seat
    out[QUIET] = min(int(view.quiet), 256)
    out[QUIET + 1] = min(int(o.quiet_limit) - int(view.quiet), 256) if o.quiet_limit else 256
    out[QUIET + 2] = min(int(view.ply), 4096)
    out[QUIET + 3] = min(int(view.chase[seat]), 64)
    out[QUIET + 4] = min(int(view.chase[enemy]), 64)
    out[QUIET + 5] = view.setup
    out[QUIET + 6] = view.placed


def familiar(scalars: np.ndarray[Any, Any], options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """ST-16: count quiet plies as with the learned limit; the plies beyond it look like the last one before it."""
    limit = options["quiet_limit"]
    if not limit:
        return scalars
    known = scalars.copy()
    known[:, QUIET] = np.minimum(scalars[:, QUIET], limit - 1)
    known[:, QUIET + 1] = np.minimum(scalars[:, QUIET + 1], limit - known[:, QUIET])
    return known


SECRETS = KINDS
SWEEPS = 4
"""How often each pair of hidden pieces may swap kinds when a world is drawn."""


@rule
def secret_of(o, s, seat, cell):
    """Return the kind of an enemy piece that the seat has not been shown."""
    piece = int(s.board[turned(seat, cell)])
    code = int(s.pieces[piece])
    return 0 if piece == 0 or owner(piece) == seat or code & KNOWN else code & KIND


@allocating_rule
def draw_secrets(o, view, odds, seat, s, dice):
    """Deal the hidden kinds evenly, then let pairs of hidden pieces swap kinds by the Metropolis rule."""
    sample(o, view, seat, s, dice)
    enemy = 1 - seat
    hidden = np.empty(OWN_SQUARES, np.uint8)
    count = 0
    for square in range(SQUARES):
        if is_hidden(view, int(view.board[square]), enemy):
            hidden[count] = square
            count += 1
    for _ in range(SWEEPS):
        for n in range(count):
            for other in range(n):
                swap_by_odds(s, odds, seat, int(hidden[n]), int(hidden[other]), dice)
    rebuild_masks(s)


@rule
def swap_by_odds(s, odds, seat, square, other_square, dice):
    """Swap the kinds of two hidden pieces if that is likely enough; what has moved is neither a bomb nor a flag."""
    piece, other_piece = int(s.board[square]), int(s.board[other_square])
    code, other_code = int(s.pieces[piece]), int(s.pieces[other_piece])
    kind, other = code & KIND, other_code & KIND
    if kind == other or (code & MOVED and other >= BOMB) or (other_code & MOVED and kind >= BOMB):
        return
    cell, other_cell = turned(seat, square), turned(seat, other_square)
    gain = odds[cell, other] - odds[cell, kind] + odds[other_cell, kind] - odds[other_cell, other]
    if gain >= 0 or (-gain < ACCEPTANCE.size and below(dice, ACCEPTANCE_SCALE) < ACCEPTANCE[-gain]):
        s.pieces[piece] = code - kind + other
        s.pieces[other_piece] = other_code - other + kind


# Moves


@rule
def output_of(o, view, seat, action):
    """Return the output of an action."""
    if action >= PLACE:
        return SQUARES * RAYS + action - PLACE
    square = action // SQUARES
    way = action - square * (SQUARES + 1)  # from the origin to the target
    distance = abs(way)
    along_rank = distance < SIZE
    length = distance if along_rank else distance // SIZE
    direction = (0 if along_rank else 2) + int((way < 0) != (seat == BLUE))
    return turned(seat, square) * RAYS + direction * (SIZE - 1) + length - 1


@rule
def action_of(o, view, seat, output):
    """Return the action of an output."""
    if output >= SQUARES * RAYS:
        return PLACE + output - SQUARES * RAYS
    origin, ray = output // RAYS, output % RAYS
    direction, length = ray // (SIZE - 1), ray % (SIZE - 1) + 1
    step = (1 if direction < 2 else SIZE) * (1 - 2 * (direction % 2))
    return turned(seat, origin) * SQUARES + turned(seat, origin + step * length)


# Memory


@rule
def remember(o, view, memory):
    """Update the memory after a move, unless the option `memory` (ST-18) leaves that to the players."""
    seat = 1 - int(view.to_move)
    if view.ply and not o.memory:
        origin, target = int(view.last_origin[seat]), int(view.last_target[seat])
        answered = int(view.last_target[1 - seat])
        attacks = view.quiet == 0
        remember_move(
            view.board,
            view.pieces,
            int(view.ply),
            int(view.last_piece[seat]),
            origin,
            target,
            attacks,
            answered,
            memory,
        )


@rule
def remember_move(board, codes, ply, piece, origin, target, attacks, answered, memory):
    """Update the memory of a move: `board` is the one after it, `answered` where the enemy's last move ended."""
    seat = owner(piece)
    memory.moves[piece] = min(int(memory.moves[piece]) + 1, MOST_MOVES)
    memory.last_ply[piece] = min(ply, 32_000)
    if not attacks:
        memory.deeds[piece] |= classes_beside(board, codes, seat, target) << APPROACHED
        memory.deeds[piece] |= classes_beside(board, codes, seat, origin) << FLED
    enemy = int(board[answered]) if answered != NOWHERE else 0
    if enemy and owner(enemy) != seat:
        deed = 1 << (STAYED + int((int(codes[enemy]) & KIND) != 0))
        for n in range(4):
            beside = int(NEIGHBOURS[answered, n])
            own = int(board[beside]) if beside != NOWHERE else 0
            if own and own != piece and owner(own) == seat:
                memory.deeds[own] |= deed


@rule
def classes_beside(board, codes, seat, square):
    """Return the rank classes of the enemy pieces next to a square, as bits."""
    classes = 0
    for n in range(4):
        beside = int(NEIGHBOURS[square, n])
        enemy = int(board[beside]) if beside != NOWHERE else 0
        if enemy and owner(enemy) != seat:
            classes |= 1 << int(RANK_CLASS[int(codes[enemy]) & KIND])
    return classes


def recall(observation: Observation, memory: np.ndarray) -> None:
    """Fill the memory from the moves that a seat has observed."""
    if not observation.in_setup and not observation.game.options.memory:
        board = observation.view[0].board.astype(np.int64)
        replay(board, observed_moves(observation), memory[0])


@kernel
@allocating_rule
def replay(board, moves, memory):
    """Undo all moves to find the first board, then make them again and remember each.

    A captured piece gets a number of its side that is not in use: which one it had no longer matters.
    """
    movers = np.zeros(len(moves), np.int64)
    defenders = np.zeros(len(moves), np.int64)
    in_use = np.zeros(PIECES, np.bool_)
    for square in range(SQUARES):
        in_use[board[square]] = True
    for n in range(len(moves) - 1, -1, -1):
        seat, origin, target, kind, other = moves[n]
        outcome = OUTCOMES[kind, other] if other else WINS
        movers[n] = board[target] if outcome == WINS else unused_number(in_use, seat)
        if other:
            defenders[n] = board[target] if outcome == LOSES else unused_number(in_use, 1 - seat)
        board[origin], board[target] = movers[n], defenders[n]
    codes = np.zeros(PIECES, np.int64)
    answered = NOWHERE
    for n in range(len(moves)):
        seat, origin, target, kind, other = moves[n]
        codes[movers[n]] = max(codes[movers[n]], kind)
        board[origin] = 0
        if other == NOTHING or OUTCOMES[kind, other] == WINS:
            board[target] = movers[n]
        elif OUTCOMES[kind, other] != LOSES:
            board[target] = 0
        if other:
            codes[defenders[n]] = other
        remember_move(board, codes, n + 1, movers[n], origin, target, other != NOTHING, answered, memory)
        answered = target


@rule
def unused_number(in_use, seat):
    """Return the first number of a side that no piece has, and mark it as used."""
    number = 1 + seat * OWN_SQUARES
    while in_use[number]:
        number += 1
    in_use[number] = True
    return number
