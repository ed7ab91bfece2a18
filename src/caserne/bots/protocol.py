"""External bots: programs that speak the line protocol of docs/engine-protocol.md. This is our side of it."""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import caserne
from caserne.bots.bot import Analysis, Budget, Candidate
from caserne.bots.program import Program, ProgramBot, introduction
from caserne.core.game.errors import CaserneError, TooManyMoves
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position

VERSION = 1
HELLO_SECONDS = 20.0
"""How long a program may take to answer `hello`, unless the bot's name gives more for a move."""
START_SECONDS = 120.0
"""How long a program may take to answer `game`: it may have to compile first."""
MOVE_SECONDS = 10.0
"""The time for a move, unless the bot's name has a budget."""
GRACE_SECONDS = 1.0
"""Extra time for the transfer on a busy machine."""


class ExecBot(ProgramBot):
    """A program that speaks this protocol: `exec:COMMAND`."""

    quit_command = "quit"

    def __init__(self, command: str, game: Game[Any], seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(command, game, seed, budget)
        self._seed = seed
        self._wants_knowledge = False
        self._sent: tuple[ObservedEvent, ...] | None = None
        """The events of the current game that were sent; None before the first game."""
        self._value = 0.0

    def ask(self, observation: Observation) -> str:
        program = self.program or self._start_and_greet()
        self._send_game(program, observation)
        position = observation.sample(self.number())
        if self._wants_knowledge:
            program.send_line(line("knowledge", knowledge(observation)))
        program.send_line(line("go", self._request(observation, position)))
        return legal_answer(program, position, self._answer(program))

    def search(self, observation: Observation) -> Analysis:
        """Return its move with the last value of its `info` lines; the other moves get the same value and no weight."""
        best = self.move(observation)
        others = [move for move in observation.legal() if move != best]
        candidates = (Candidate(best, self._value, 1.0), *(Candidate(move, self._value, 0.0) for move in others))
        return Analysis(self._value, candidates)

    # Messages

    def _start_and_greet(self) -> Program:
        program = self.start()
        self._sent = None
        program.send_line(line("hello", {"protocol": VERSION, "house": f"caserne {caserne.__version__}"}))
        with introduction("exec"):
            about = _payload(program, expect(program, "hello", max(HELLO_SECONDS, self._seconds)))
        self._wants_knowledge = about.get("knowledge") is True
        return program

    def _send_game(self, program: Program, observation: Observation) -> None:
        """Send the events since the last move, or the whole game if earlier events were taken back."""
        events = tuple(event for event in observation.events if event.move is not None)
        if self._sent is None or not _continues(self._sent, events):
            program.send_line(line("game", self._game_line(observation)))
            expect(program, "ready", START_SECONDS)
            self._sent = ()
        for event in events[len(self._sent) :]:
            program.send_line(line("event", {"actor": event.actor, "move": event.move, "revealed": event.revealed}))
        self._sent = events

    def _game_line(self, observation: Observation) -> dict[str, Any]:
        options = self.game.options.as_dict()
        seats = {"seats": self.game.seats, "seat": observation.seat}
        return {"game": self.game.id, "options": options, **seats, "seed": self._seed}

    def _request(self, observation: Observation, position: Position) -> dict[str, Any]:
        about: dict[str, Any] = {"position": str(observation), "ply": observation.ply, "setup": observation.in_setup}
        try:
            about["legal"] = position.legal()
        except TooManyMoves:
            about["legal"] = None
        if observation.in_setup:
            about["suggestion"] = position.suggested_setup(self.number())
        budget = self.budget
        return {**about, "seconds": self._seconds, "nodes": budget.nodes, "threads": budget.threads}

    def _answer(self, program: Program) -> str:
        """Return the move after all `info` lines."""
        deadline = time.monotonic() + self._seconds + GRACE_SECONDS
        self._value = 0.0
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise program.forfeit("forfeit.silent", seconds=f"{self._seconds:g}")
            word, _, rest = read_message(program, left).partition(" ")
            if word == "move":
                return rest.strip()
            if word == "resign":
                raise program.forfeit("forfeit.resigned")
            if word != "info":
                raise program.forfeit("forfeit.unexpected", expected="move", said=f"{word} {rest}"[:100])
            value = _payload(program, rest).get("value")
            self._value = float(max(-1, min(1, value))) if isinstance(value, int | float) else self._value

    @property
    def _seconds(self) -> float:
        return self.budget.seconds or MOVE_SECONDS


def line(word: str, payload: dict[str, Any]) -> str:
    """Return a line of the protocol: a word and one JSON object."""
    return f"{word} {json.dumps(payload, ensure_ascii=False)}"


def knowledge(observation: Observation) -> dict[str, Any]:
    """Return all that the seat knows in this version's own format, for programs built with it."""
    return {
        "view": b64encode(observation.view.tobytes()).decode(),
        "past": b64encode(observation.past.tobytes()).decode(),
    }


def read_message(program: Program, seconds: float) -> str:
    """Return the next line that is not empty; raise Forfeit if it is an error message."""
    text = ""
    deadline = time.monotonic() + seconds
    while not text:
        text = program.read_line(max(0.0, deadline - time.monotonic())).strip()
    if text.partition(" ")[0] == "error":
        raise program.forfeit("forfeit.error", error=text[6:306])
    return text


def expect(program: Program, word: str, seconds: float) -> str:
    """Read a line that must begin with a word and return the rest of it."""
    said, _, rest = read_message(program, seconds).partition(" ")
    if said != word:
        raise program.forfeit("forfeit.unexpected", expected=word, said=f"{said} {rest}"[:100])
    return rest


def legal_answer(program: Program, position: Position, move: str, said: str | None = None) -> str:
    """Return a move in the game's own notation; raise Forfeit if it is not a legal move.

    said: the same in the program's notation, if it has one of its own.
    """
    try:
        position.play(move)
        return position.game.write_move(position.game.read_move(move))
    except CaserneError as error:
        raise program.forfeit("forfeit.illegal", move=(said or move)[:100], reason=error.sentence) from error


def _payload(program: Program, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise program.forfeit("forfeit.not_json", said=text[:100])
    return value


def _continues(sent: Sequence[ObservedEvent], events: Sequence[ObservedEvent]) -> bool:
    """Whether the events begin with the moves that were sent; what they revealed may differ by now."""
    earlier = [(event.actor, event.move) for event in sent]
    return earlier == [(event.actor, event.move) for event in events[: len(sent)]]
