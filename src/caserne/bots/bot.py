"""The interface of a bot: given an observation and nothing else, it returns a move, or values for all moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from caserne.core.game.arguments import check_seed, shown
from caserne.core.game.errors import CaserneError, InvalidArgument
from caserne.core.game.game import Game
from caserne.core.game.html_table import html_table
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.kernel.rng import below, generators


class UnknownBot(CaserneError):
    """No bot has this name, or its settings are invalid."""


class Forfeit(CaserneError):
    """A bot has lost its game by what it did: it crashed, stopped answering or made an illegal move.

    `Bot.move` raises it; the caller ends that one game, see `Game.defeat_returns`.
    """


class NotAnAgent(Forfeit):
    """A program does not introduce itself as its protocol wants: it will not in the next game either."""


MOST_ITERATIONS = 1 << 30
"""More than a search ever makes."""


@dataclass(frozen=True)
class Budget:
    """The limits of a search for one move; the first one reached ends it."""

    nodes: int | None = None
    """Positions to search; together with a seed, this makes a bot deterministic."""
    seconds: float | None = None
    threads: int = 1

    def iterations_left(self, done: int, spent: float, first: int) -> int:
        """Estimate how many more iterations each thread may make, after some in so many seconds.

        `first`: before any is done and their speed is known.
        """
        left = MOST_ITERATIONS
        if self.nodes is not None:
            left = self.nodes // self.threads - done
        if self.seconds is not None:
            left = min(left, int((self.seconds - spent) * done / spent) if done else first)
        return left


@dataclass(frozen=True)
class Candidate:
    """A legal move and its value by a bot's search."""

    move: str
    value: float
    """The expected result for the mover, from -1 (lost) to 1 (won)."""
    weight: float
    """The share of the search that the move took; 0 if it was not searched."""


@dataclass(frozen=True)
class Belief:
    """What a bot takes a hidden piece for, from what its seat knows."""

    cell: str
    chances: tuple[tuple[int, float], ...]
    """What it may be, as the room numbers it (`Game.secret_name`), and how likely; the likeliest first."""


@dataclass(frozen=True, repr=False)
class Analysis:
    """A bot's search of a position, from one seat's knowledge."""

    value: float
    """The expected result for the seat, from -1 to 1."""
    candidates: tuple[Candidate, ...]
    """The legal moves, the best first."""
    line: tuple[str, ...] = ()
    """The line that the bot expects, its own move first."""
    depth: int = 0
    nodes: int = 0
    beliefs: tuple[Belief, ...] = ()
    """Of the hidden pieces, if the bot has learned what they may be."""

    @property
    def best(self) -> str:
        return self.candidates[0].move

    def __repr__(self) -> str:
        found = ", ".join(
            f"{candidate.move} {candidate.value:+.2f}" for candidate in self.candidates[:SHOWN_CANDIDATES]
        )
        more = f" and {len(self.candidates) - SHOWN_CANDIDATES} more" * (len(self.candidates) > SHOWN_CANDIDATES)
        return f"<Analysis: value {self.value:+.2f}, depth {self.depth}, nodes {self.nodes:,}; {found}{more}>"

    def _repr_html_(self) -> str:
        """Show the candidates as a table in a notebook."""
        rows = [(each.move, f"{each.value:+.3f}", f"{each.weight:.1%}") for each in self.candidates]
        caption = f"value {self.value:+.3f} · depth {self.depth} · {self.nodes:,} nodes · {' '.join(self.line)}"
        return html_table(("move", "value", "share of the search"), rows, caption)


SHOWN_CANDIDATES = 3
"""The candidates that the text of an analysis shows."""


class Setting(ABC):
    """A kind of setting: which values it allows, and how they are read from text."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """Return the value that a text stands for, or None."""

    @abstractmethod
    def allows(self, value: object) -> bool:
        """Whether a bot can have this value."""

    @abstractmethod
    def error(self, name: str, value: object) -> UnknownBot:
        """Return an error that says which values are allowed."""

    def check(self, name: str, value: object) -> None:
        """Raise UnknownBot if the value is not allowed."""
        if not self.allows(value):
            raise self.error(name, value)

    def read(self, name: str, text: str) -> Any:
        """Return the value that a text stands for; raise UnknownBot if it is not allowed."""
        value = self.parse(text)
        if not self.allows(value):
            raise self.error(name, text)
        return value


class Bot(ABC):
    """A computer player. The same seed, node budget and observations give the same moves."""

    SETTINGS: ClassVar[Mapping[str, Setting]] = {}
    """The keyword arguments that the constructor takes besides the seed and the budget."""

    name: str = ""
    """By which it was asked for, see `caserne.bots.names`."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        self.dice = generators(check_seed(seed), 1)[0]
        self.budget = budget or Budget()

    def check_settings(self, **values: object) -> None:
        """Raise UnknownBot if a setting has a value that is not allowed."""
        for name, setting in self.SETTINGS.items():
            setting.check(name, values[name])

    def prepare(self, game: Game[Any]) -> None:  # noqa: B027 - most bots play every game
        """Raise UnknownBot or InvalidWeights if the bot cannot play this game; load what it needs."""

    def move(self, observation: Observation) -> str:
        """Return a legal move for the seat that observes."""
        if check_observation(observation).in_setup:
            return self.arrange(observation.sample(self.number()))
        return self.choose(observation)

    def arrange(self, position: Position) -> str:
        """Return a good set-up."""
        return position.suggested_setup(self.number())

    def choose(self, observation: Observation) -> str:
        """Return a legal move after the set-up."""
        return self.analyse(observation).best

    def analyse(self, observation: Observation) -> Analysis:
        """Search the legal moves of the seat to act; InvalidArgument if the observer is not to act."""
        if check_observation(observation).in_setup:
            raise InvalidArgument.of("no_analysis_of_setups")
        if observation.actor is None:
            raise InvalidArgument.of("nobody_to_act")
        if observation.actor != observation.seat:
            raise InvalidArgument.of("not_to_act", seat=observation.seat, actor=observation.actor)
        return self.search(observation)

    def analyse_with(self, observation: Observation, move: str) -> Analysis:
        """Search like `analyse`, and this legal move too if the bot can; then it has a weight."""
        return self.analyse(observation)

    def beliefs(self, observation: Observation) -> tuple[Belief, ...]:
        """Return what hidden pieces may be, if the bot has learned it; the observer need not be to act."""
        return ()

    @abstractmethod
    def search(self, observation: Observation) -> Analysis:
        """Search the legal moves of the seat to act, which is the observer."""

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Release what the bot holds outside this process."""

    def misjudged(self, value: float, noise: float) -> float:
        """Return a value with an error of up to `noise`; a certain result stays exact."""
        return value + noise * (1 - abs(value)) * (2 * self.number() / 2**31 - 1)

    def number(self) -> int:
        """Return a random number from the bot's own generator."""
        return int(below(self.dice, 2**31))

    def __repr__(self) -> str:
        return f'<{type(self).__name__} "{self.name}">'


def check_observation(observation: object) -> Observation:
    """Return an observation; raise InvalidArgument for anything else, such as a position."""
    if not isinstance(observation, Observation):
        raise InvalidArgument.of("not_an_observation", given=shown(observation))
    return observation
