"""The Stratego protocol of the UCC Programming Competition 2012.

RED is our Red and moves first, but sits at the top; x counts from the left and y from the top. The board is ours
rotated by 180 degrees. See docs/engine-protocol.md.
"""

from __future__ import annotations

import re
from typing import Any

from caserne.bots.bot import Analysis, Budget, Candidate, Forfeit, NotAnAgent, UnknownBot
from caserne.bots.program import Program, ProgramBot, introduction
from caserne.bots.protocol import GRACE_SECONDS, MOVE_SECONDS, legal_answer
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.games.stratego.army import (
    BOMB,
    BOTH_FALL,
    CAPTAIN,
    COLONEL,
    FLAG,
    GENERAL,
    LETTERS,
    LIEUTENANT,
    LOSES,
    MAJOR,
    MARSHAL,
    MINER,
    NOTHING,
    OUTCOMES,
    SCOUT,
    SERGEANT,
    SPY,
)
from caserne.games.stratego.board import LAKES, SIZE, SQUARE_NAMES, SQUARES
from caserne.games.stratego.notation import visible_kind
from caserne.games.stratego.rules import RED, owner
from caserne.games.stratego.words import WORDS

COLOURS = ("RED", "BLUE")
TOKENS = {
    NOTHING: ".", MARSHAL: "1", GENERAL: "2", COLONEL: "3", MAJOR: "4", CAPTAIN: "5", LIEUTENANT: "6", SERGEANT: "7",
    MINER: "8", SCOUT: "9", SPY: "s", BOMB: "B", FLAG: "F",
}  # fmt: skip
"""The contest numbers ranks in reverse: its marshal is 1."""
KIND_OF = {token: kind for kind, token in TOKENS.items()}
ENEMY, LAKE = "#", "+"
SETUP_ROWS = 4
SETUP_SECONDS = 20.0
"""The time for each row of a set-up, unless the bot's name gives more for a move."""
STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
MOVE = re.compile(r"(\d)\s+(\d)\s+(UP|DOWN|LEFT|RIGHT)(?:\s+(\d))?")
OPPONENT = "./opponent"
"""The contest's manager passes the path of the opponent; one of its agents crashes without a slash in it."""


def square_at(x: int, y: int) -> int:
    """Return the square at contest coordinates."""
    return y * SIZE + SIZE - 1 - x


def coordinates_of(square: int) -> tuple[int, int]:
    """Return the contest coordinates of a square."""
    return SIZE - 1 - square % SIZE, square // SIZE


def read_setup(rows: list[str], seat: int) -> str | None:
    """Convert four rows, the top one first, to a set-up in our notation, or None if they are invalid.

    RED's front rank is its lowest row and, from its own side, begins at the right.
    """
    tokens = "".join(rows)
    if any(len(row) != SIZE for row in rows) or not set(tokens) <= set(KIND_OF):
        return None
    letters = "".join(LETTERS[KIND_OF[token]] for token in tokens)
    return letters[::-1] if seat == RED else letters


def write_setup(setup: str, seat: int) -> list[str]:
    """Convert a set-up in our notation to four rows of the contest."""
    tokens = "".join(TOKENS[LETTERS.index(letter)] for letter in setup)
    tokens = tokens[::-1] if seat == RED else tokens
    return [tokens[row * SIZE : (row + 1) * SIZE] for row in range(SETUP_ROWS)]


def read_move(text: str) -> str | None:
    """Convert `X Y DIRECTION [N]` to our notation, or None if it is invalid or leads off the board."""
    match = MOVE.fullmatch(text)
    if not match:
        return None
    x, y, distance = int(match[1]), int(match[2]), int(match[4] or 1)
    to_x, to_y = x + STEPS[match[3]][0] * distance, y + STEPS[match[3]][1] * distance
    if not (0 <= to_x < SIZE and 0 <= to_y < SIZE):
        return None
    return f"{SQUARE_NAMES[square_at(x, y)]}-{SQUARE_NAMES[square_at(to_x, to_y)]}"


def write_move(move: str) -> str:
    """Convert a move in our notation to `X Y DIRECTION [N]`."""
    (x, y), (to_x, to_y) = (coordinates_of(SQUARE_NAMES.index(square)) for square in move.split("-"))
    distance = max(abs(to_x - x), abs(to_y - y))
    step = ((to_x - x) // distance, (to_y - y) // distance)
    direction = next(name for name, each in STEPS.items() if each == step)
    return f"{x} {y} {direction}" + (f" {distance}" if distance > 1 else "")


def write_event(event: ObservedEvent) -> str:
    """Write a move with its outcome, as the contest sends it to both players."""
    assert event.move is not None
    return f"{write_move(event.move)} {_outcome(event)}"


def _outcome(event: ObservedEvent) -> str:
    if len(event.revealed) < 2:
        return "OK"
    attacker, defender = (LETTERS.index(letter.upper()) for _, letter in event.revealed)
    if defender == FLAG:
        return "VICTORY_FLAG"
    outcome = OUTCOMES[attacker, defender]
    word = "DIES" if outcome == LOSES else "BOTHDIE" if outcome == BOTH_FALL else "KILLS"
    return f"{word} {TOKENS[attacker]} {TOKENS[defender]}"


def write_board(observation: Observation) -> list[str]:
    """Write the board as ten rows, the top one first: own pieces by rank, enemy pieces as `#`."""
    tokens = [_token(observation, square_at(x, y)) for y in range(SIZE) for x in range(SIZE)]
    return ["".join(tokens[row * SIZE : (row + 1) * SIZE]) for row in range(SQUARES // SIZE)]


def _token(observation: Observation, square: int) -> str:
    view = observation.view[0]
    piece = int(view.board[square])
    if not piece:
        return LAKE if square in LAKES else TOKENS[NOTHING]
    return TOKENS[visible_kind(view, square)] if owner(piece) == observation.seat else ENEMY


class UccBot(ProgramBot):
    """An external program written for the contest: `ucc:COMMAND`. It plays whole games with the original army."""

    quit_command = "QUIT"

    def __init__(self, command: str, game: Game[Any], seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(command, game, seed, budget)
        if game.options.army != "original":
            raise UnknownBot(WORDS("ucc.army"))
        self._sent_moves = 0
        """How many moves have been sent to the program."""

    def ask(self, observation: Observation) -> str:
        program = self._set_up(observation) if observation.in_setup else self._confirm(observation)
        text, move = self._answer(program, observation)
        if move is None:
            example = WORDS("ucc.setup" if observation.in_setup else "ucc.move")
            raise program.forfeit("forfeit.illegal", move=text[:100], reason=example)
        said = text if observation.in_setup else f"{text}, {move}"
        return legal_answer(program, observation.sample(self.number()), move, said)

    def search(self, observation: Observation) -> Analysis:
        """Return its move without a value: the protocol has none."""
        return Analysis(0.0, (Candidate(self.move(observation), 0.0, 1.0),))

    def _set_up(self, observation: Observation) -> Program:
        """Start a new process for a new game."""
        if self.program:
            self.program.quit(self.quit_command)
        program = self.start()
        program.send_line(f"{COLOURS[observation.seat or 0]} {OPPONENT} {SIZE} {SIZE}")
        self._sent_moves = 0
        return program

    def _confirm(self, observation: Observation) -> Program:
        """Send the moves since the last request, its own included, or START; then the board."""
        if self.program is None:
            raise Forfeit.of("forfeit.too_late")
        moves = [event for event in observation.events if event.move and "-" in event.move]
        for event in moves[self._sent_moves :]:
            self.program.send_line(write_event(event))
        if not moves:
            self.program.send_line("START")
        self._sent_moves = len(moves)
        for row in write_board(observation):
            self.program.send_line(row)
        return self.program

    def _answer(self, program: Program, observation: Observation) -> tuple[str, str | None]:
        """Read its answer; return the text, and the move in our notation if it can be read."""
        if observation.in_setup:
            rows = [self._read_row(program) for _ in range(SETUP_ROWS)]
            return " ".join(rows), read_setup(rows, int(observation.seat or 0))
        seconds = self.budget.seconds or MOVE_SECONDS
        text = program.read_line(seconds + GRACE_SECONDS).strip()
        if text == "SURRENDER":
            raise program.forfeit("forfeit.resigned")
        return text, read_move(text)

    def _read_row(self, program: Program) -> str:
        """Read a row of its set-up, which is its first answer."""
        with introduction("ucc"):
            row = program.read_line(max(SETUP_SECONDS, self.budget.seconds or 0)).strip()
        if len(row) != SIZE:
            program.end()
            raise NotAnAgent(WORDS("ucc.not_a_row", said=ascii(row[:80])))
        return row
