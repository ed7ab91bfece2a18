"""Other people's bots: programs that speak the line protocol of docs/engine-protocol.md. This is the house's side."""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import caserne
from caserne.bots.bot import Analysis, Budget, Candidate
from caserne.bots.program import Program, ProgramBot
from caserne.core.game.errors import CaserneError, TooManyMoves
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position

VERSION = 1
START_SECONDS = 120.0
"""How long a program may take to answer a greeting or to get ready for a game: it may have to compile first."""
MOVE_SECONDS = 10.0
"""How long it may think about a move, unless its name says otherwise."""
GRACE_SECONDS = 1.0
"""What the house allows on top, for the way there and back on a busy machine."""


class ExecBot(ProgramBot):
    """A program that speaks this protocol: `exec:COMMAND`."""

    farewell = "quit"

    def __init__(self, command: str, game: Game[Any], seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(command, game, seed, budget)
        self._seed = seed
        self._wants_knowledge = False
        self._told: tuple[ObservedEvent, ...] | None = None
        """The events of the game in progress that the program knows of; None when it knows of no game."""
        self._value = 0.0

    def ask(self, observation: Observation) -> str:
        program = self.program or self._greeted()
        self._tell_game(program, observation)
        position = observation.sample(self.number())
        if self._wants_knowledge:
            program.tell(line("knowledge", knowledge(observation)))
        program.tell(line("go", self._request(observation, position)))
        return legal_answer(program, position, self._answer(program))

    def analyse(self, observation: Observation) -> Analysis:
        """Its move, with the value that it named on the way, if any; it says nothing of the other moves."""
        best = self.move(observation)
        others = [move for move in observation.legal() if move != best]
        candidates = (Candidate(best, self._value, 1.0), *(Candidate(move, self._value, 0.0) for move in others))
        return Analysis(self._value, candidates)

    # What is said

    def _greeted(self) -> Program:
        program = self.start()
        self._told = None
        program.tell(line("hello", {"protocol": VERSION, "house": f"caserne {caserne.__version__}"}))
        about = _payload(program, expect(program, "hello", START_SECONDS))
        self._wants_knowledge = about.get("knowledge") is True
        return program

    def _tell_game(self, program: Program, observation: Observation) -> None:
        """What happened since the last move; all of it once more if something told before was taken back."""
        events = tuple(event for event in observation.events if event.move is not None)
        if self._told is None or not _continues(self._told, events):
            program.tell(line("game", self._game_line(observation)))
            expect(program, "ready", START_SECONDS)
            self._told = ()
        for event in events[len(self._told) :]:
            program.tell(line("event", {"actor": event.actor, "move": event.move, "revealed": event.revealed}))
        self._told = events

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
        """What it says after all it has to say on the way."""
        deadline = time.monotonic() + self._seconds + GRACE_SECONDS
        self._value = 0.0
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise program.forfeit("forfeit.silent", seconds=f"{self._seconds:g}")
            word, _, rest = hear(program, left).partition(" ")
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
    """A line of the protocol: a word and one JSON object."""
    return f"{word} {json.dumps(payload, ensure_ascii=False)}"


def knowledge(observation: Observation) -> dict[str, Any]:
    """All that the seat knows as this version of Caserne keeps it, for programs that are made with it."""
    return {
        "view": b64encode(observation.view.tobytes()).decode(),
        "past": b64encode(observation.past.tobytes()).decode(),
    }


def hear(program: Program, seconds: float) -> str:
    """The next line that says something; a program may complain instead."""
    text = ""
    deadline = time.monotonic() + seconds
    while not text:
        text = program.hear(max(0.0, deadline - time.monotonic())).strip()
    if text.partition(" ")[0] == "error":
        raise program.forfeit("forfeit.error", error=text[6:306])
    return text


def expect(program: Program, word: str, seconds: float) -> str:
    """What follows a word that must come now."""
    said, _, rest = hear(program, seconds).partition(" ")
    if said != word:
        raise program.forfeit("forfeit.unexpected", expected=word, said=f"{said} {rest}"[:100])
    return rest


def legal_answer(program: Program, position: Position, move: str) -> str:
    """A move as the game writes it; a Forfeit if it is none, or against the rules."""
    try:
        position.play(move)
        return position.game.write_move(position.game.read_move(move))
    except CaserneError as error:
        raise program.forfeit("forfeit.illegal", move=move[:100], reason=error.sentence) from error


def _payload(program: Program, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise program.forfeit("forfeit.not_json", said=text[:100])
    return value


def _continues(told: Sequence[ObservedEvent], events: Sequence[ObservedEvent]) -> bool:
    """Whether the same moves were made so far; what has gone dark since may be remembered."""
    earlier = [(event.actor, event.move) for event in told]
    return earlier == [(event.actor, event.move) for event in events[: len(told)]]
