"""What a bot is: it receives an observation, nothing else, and names a move or says what it thinks of all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from caserne.core.game.errors import CaserneError
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.kernel.rng import below, generators


class UnknownBot(CaserneError):
    """No bot has this name, or its settings cannot be."""


class Forfeit(CaserneError):
    """A bot has lost its game by what it did beside the board: it crashed, fell silent or cheated; the sentence says.

    `Bot.move` raises it; whoever lets bots play catches it and ends that game, see `Game.defeat`.
    """


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move; whatever is reached first ends it."""

    nodes: int | None = None
    """Positions to look at: with a seed, this makes a bot deterministic."""
    seconds: float | None = None
    threads: int = 1


@dataclass(frozen=True)
class Candidate:
    """A legal move and what a bot thinks of it."""

    move: str
    value: float
    """What the mover may expect, from -1 (lost) to 1 (won)."""
    weight: float
    """The share of the search that it took; 0 for a move that was not looked at."""


@dataclass(frozen=True)
class Analysis:
    """What a bot thinks of a position, from one seat's knowledge."""

    value: float
    """What the seat may expect, from -1 to 1."""
    candidates: tuple[Candidate, ...]
    """The legal moves, the best first."""
    line: tuple[str, ...] = ()
    """How the bot thinks it goes on, its own move first."""
    depth: int = 0
    nodes: int = 0

    @property
    def best(self) -> str:
        return self.candidates[0].move


class Bot(ABC):
    """A computer player. The same seed, node budget and observations give the same moves."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        self.dice = generators(seed, 1)[0]
        self.budget = budget or Budget()

    def move(self, observation: Observation) -> str:
        """A legal move for the seat that observes."""
        if observation.in_setup:
            return self.arrange(observation.sample(self.number()))
        return self.choose(observation)

    def arrange(self, position: Position) -> str:
        """A set-up worth playing."""
        return position.suggested_setup(self.number())

    def choose(self, observation: Observation) -> str:
        """A legal move once play has begun."""
        return self.analyse(observation).best

    @abstractmethod
    def analyse(self, observation: Observation) -> Analysis:
        """What this bot thinks of the moves that the seat to act may make."""

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of whatever the bot holds outside this process."""

    def misjudged(self, value: float, noise: float) -> float:
        """A value as a bot takes it that errs by up to `noise`, and never about what is certain."""
        return value + noise * (1 - abs(value)) * (2 * self.number() / 2**31 - 1)

    def number(self) -> int:
        """A random number of this bot's own."""
        return int(below(self.dice, 2**31))
