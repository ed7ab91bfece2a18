"""Notation of Stratego: positions of ten ranks, moves such as `a4-a5`, set-ups of forty letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.core.game.words import Sentence
from caserne.games.stratego import rules
from caserne.games.stratego.army import FLAG, KINDS, LETTERS, NAMES, OWN_SQUARES
from caserne.games.stratego.board import LAKES, SIZE, SQUARE_NAMES, SQUARES
from caserne.games.stratego.rules import BLUE, DARK, KIND, MOVED, PLACE, RED
from caserne.games.stratego.words import WORDS

SIDES = "rb"
LAKE, HIDDEN, HIDDEN_MOVED = "~", "?", "!"
SQUARE = r"[a-j](?:10|[1-9])"
SETUP_LETTERS = re.escape(LETTERS)


def read_move(text: str, o: np.record) -> tuple[int, ...]:
    """Return the action of a move, or the forty placements of a set-up."""
    if re.fullmatch(rf"{SQUARE}-{SQUARE}", text, re.ASCII):
        origin, target = map(SQUARE_NAMES.index, text.split("-"))
        return (origin * SQUARES + target,)
    if re.fullmatch(rf"[{SETUP_LETTERS}]{{{OWN_SQUARES}}}", text):
        return tuple(PLACE + LETTERS.index(letter) for letter in text)
    raise InvalidMove(_why_unreadable(text))


def _why_unreadable(text: str) -> Sentence:
    """Explain why a move cannot be read; a long text without a dash is taken for a set-up."""
    if len(text) < OWN_SQUARES // 2 or "-" in text:
        return WORDS("unreadable_move", move=text)
    strange = next((place for place, letter in enumerate(text) if letter not in LETTERS), None)
    if strange is not None:
        return WORDS("unreadable_letter", letter=text[strange], place=strange + 1, letters=LETTERS[1:])
    return WORDS("wrong_length", count=len(text))


def write_move(actions: Sequence[int]) -> str:
    """Return the text of a move, or of the placements of a set-up."""
    if actions[0] >= PLACE:
        return "".join(LETTERS[action - PLACE] for action in actions)
    origin, target = divmod(actions[0], SQUARES)
    return f"{SQUARE_NAMES[origin]}-{SQUARE_NAMES[target]}"


def setup_squares(seat: int) -> list[int]:
    """ST-2: return the squares of a set-up in the order of its letters: front rank first, as the owner sees it."""
    red = [rank * SIZE + file for rank in (3, 2, 1, 0) for file in range(SIZE)]
    return red if seat == RED else [SQUARES - 1 - square for square in red]


def read_position(text: str, o: np.record, s: np.record) -> None:
    """Change the state at the start of a game into the position that a text describes."""
    fields = text.split(" ")
    if fields[0] == "setup":
        _read_sealed_setup(fields[1:], o, s)
    else:
        _read_board(fields, o, s)


def _read_sealed_setup(fields: list[str], o: np.record, s: np.record) -> None:
    if not fields:
        return
    setup = " ".join(fields)
    if not re.fullmatch(rf"[{SETUP_LETTERS}]{{{OWN_SQUARES}}}", setup):
        raise InvalidPosition(WORDS("bad_sealed_setup", setup=setup))
    wrong = wrong_counts(setup, o)
    if wrong:
        raise InvalidPosition(WORDS("bad_sealed_army", wrong=wrong))
    for letter in setup:
        rules.place(o, s, LETTERS.index(letter))


def wrong_counts(letters: Iterable[str], o: np.record) -> Sentence | None:
    """List the kinds of which a set-up has too many or too few; None if it is the whole army."""
    counts = Counter(letters)
    differences = {kind: counts[LETTERS[kind]] - int(o.army[kind]) for kind in range(1, KINDS)}
    phrases = [
        WORDS("too_many" if difference > 0 else "missing", count=abs(difference), piece=WORDS(f"piece.{NAMES[kind]}"))
        for kind, difference in differences.items()
        if difference
    ]
    return _joined(phrases)


def _joined(phrases: Sequence[Sentence]) -> Sentence | None:
    """Join phrases with commas."""
    if not phrases:
        return None
    joined = phrases[0]
    for phrase in phrases[1:]:
        joined = WORDS("list", first=joined, next=phrase)
    return joined


def _read_board(fields: list[str], o: np.record, s: np.record) -> None:
    if len(fields) != 2:
        raise InvalidPosition(WORDS("wrong_fields", count=len(fields)))
    board, side = fields
    ranks = board.split("/")
    if len(ranks) != SIZE:
        raise InvalidPosition(WORDS("wrong_ranks", count=len(ranks)))
    letters = [""] * SQUARES
    for rank, row in zip(range(SIZE, 0, -1), ranks, strict=True):
        if len(row) != SIZE:
            raise InvalidPosition(WORDS("wrong_rank_length", rank=rank, text=row, count=len(row)))
        for file, letter in enumerate(row):
            square = (rank - 1) * SIZE + file
            _check_sign(square, letter)
            letters[square] = letter
    _check_counts(letters, o)
    if side not in SIDES or len(side) != 1:
        raise InvalidPosition(WORDS("bad_side", side=side))
    _put_pieces(letters, s)
    s.hand[:] = 0
    s.setup = 0
    s.to_move = SIDES.index(side)


def _check_sign(square: int, letter: str) -> None:
    name = SQUARE_NAMES[square]
    if (square in LAKES) != (letter == LAKE):
        raise InvalidPosition(WORDS("not_a_lake" if letter == LAKE else "is_a_lake", square=name, letter=letter))
    if letter != LAKE and letter not in LETTERS and letter not in LETTERS.lower():
        raise InvalidPosition(WORDS("bad_letter", square=name, letter=letter, letters=LETTERS[1:]))


def _check_counts(letters: Sequence[str], o: np.record) -> None:
    counts = Counter(letters)
    for seat, army in enumerate((LETTERS, LETTERS.lower())):
        for kind in range(1, KINDS):
            if counts[army[kind]] > o.army[kind]:
                fields = {"seat": WORDS(f"seat.{seat}"), "piece": WORDS(f"piece.{NAMES[kind]}")}
                raise InvalidPosition(
                    WORDS("too_many_pieces", count=counts[army[kind]], most=int(o.army[kind]), **fields)
                )
    if not counts[LETTERS[FLAG]] and not counts[LETTERS[FLAG].lower()]:
        raise InvalidPosition(WORDS("no_flags"))


def _put_pieces(letters: Sequence[str], s: np.record) -> None:
    """Put the pieces on the board, numbered as in a set-up: far ranks first, from their owner's left to the right."""
    from_far_left = [rank * SIZE + file for rank in reversed(range(SIZE)) for file in range(SIZE)]
    for seat, squares in ((RED, from_far_left), (BLUE, reversed(from_far_left))):
        number = seat * OWN_SQUARES
        for square in squares:
            letter = letters[square]
            if letter.isalpha() and letter.islower() == (seat == BLUE):
                number += 1
                rules.put(s, square, number, LETTERS.index(letter.upper()))


def write_position(s: np.record, o: np.record) -> str:
    """Return the position string of the full state."""
    shown = s.copy()
    shown.pieces &= np.uint8(0xFF ^ DARK)
    return write_view(shown)


def write_view(v: np.record) -> str:
    """Return the position string of what a seat may see."""
    if v.setup:
        sealed = "".join(_letter(v, square) for square in setup_squares(RED)) if v.board[: 4 * SIZE].any() else ""
        return f"setup {sealed}".strip()
    rows = ("".join(_letter(v, rank * SIZE + file) for file in range(SIZE)) for rank in reversed(range(SIZE)))
    return "/".join(rows) + " " + SIDES[v.to_move]


def visible_kind(v: np.record, square: int) -> int:
    """Return the kind of the piece on a square; 0 if there is none, or its kind is not shown."""
    code = int(v.pieces[v.board[square]])
    return 0 if code & DARK else code & KIND


def _letter(v: np.record, square: int) -> str:
    piece = int(v.board[square])
    if not piece:
        return LAKE if square in LAKES else LETTERS[0]
    kind = visible_kind(v, square)
    if not kind:
        return HIDDEN_MOVED if int(v.pieces[piece]) & MOVED else HIDDEN
    return LETTERS[kind].lower() if rules.owner(piece) else LETTERS[kind]
