"""The interface of a game: compiled rules, notation, sentences and pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from caserne.core.game.about import About
from caserne.core.game.arguments import check_text
from caserne.core.game.errors import InvalidPosition
from caserne.core.game.features import Features
from caserne.core.game.fields import fields_of
from caserne.core.game.notation import Notation
from caserne.core.game.options import Options
from caserne.core.game.room_folders import is_room, room_words
from caserne.core.game.rules import Rules
from caserne.core.game.terms import Term, Terms
from caserne.core.game.words import SHARED_WORDS, Sentence, Words
from caserne.core.kernel.layout import NOBODY

if TYPE_CHECKING:
    from caserne.core.game.observation import Observation, ObservedEvent
    from caserne.core.game.position import Position
    from caserne.core.game.scene import Piece, Scene, Trail
    from caserne.core.game.setup_form import SetupForm
    from caserne.core.game.tally import Points

State = np.ndarray[Any, np.dtype[np.record]]
"""An array of one record of the room's STATE, secrets included; it never leaves the process that runs a match."""

OptionsT = TypeVar("OptionsT", bound=Options)


@dataclass(frozen=True)
class Protocol:
    """How external programs play a game, as a bot of ours or as the opponent of one."""

    connect: Callable[..., Any]
    """connect(command, game, seed, budget) -> Bot: start such a program as a bot."""
    serve: Callable[..., None]
    """serve(name, lines, say): answer the lines of a program that manages games, as the bot of that name."""


class Game(ABC, Generic[OptionsT]):
    """A game with its options chosen. A room subclasses this once, in its `game.py`."""

    about: ClassVar[About]
    rules: ClassVar[Rules]
    notation: Notation
    """The room's `notation` module."""
    words: ClassVar[Words]
    """The room's catalogue: the names of its seats (`seat.0`, ...), of its options (`option.NAME`), its reasons.

    By default the room's folder `sentences`, with shared sentences for what it leaves out.
    """

    levels: ClassVar[tuple[str, ...]] = (
        "mcts:noise=1@10n",
        "mcts:noise=1@50n",
        "mcts:leaf=mixed:noise=0.3@100n",
        "mcts:leaf=mixed@300n",
        "mcts:leaf=mixed@2000n",
        "mcts:leaf=mixed@1s",
    )
    """The bots of levels 1 to 6 by name, see `caserne.bots.names`; a room that knows better declares its own."""

    net_levels: ClassVar[tuple[str, ...]] = ()
    """The same where a network comes with the room (`weights`); empty if the levels above are to play anyway."""

    features: ClassVar[Features | None] = None
    """Observations and moves as arrays, for learning; None if the room has no `features`."""

    long_turns: ClassVar[bool] = False
    """Whether a turn may take several moves, so that clients let players draft a whole turn before it is played."""

    protocols: ClassVar[Mapping[str, Protocol]] = {}
    """The protocols of external programs that play only this game, by the prefix of their bots' names."""

    offers: ClassVar[tuple[str, ...]] = ("draw",)
    """What players may propose to each other, see `Match.propose`."""

    terms: ClassVar[Mapping[str, Mapping[str, Term]]] = {}
    """The conditions of each offer that has any, by name; no others can be named, see `Match.name_terms`."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        package = cls.__module__.rpartition(".")[0]
        if "words" not in vars(cls) and is_room(package):
            cls.words = room_words(package)

    def __init__(self, options: OptionsT) -> None:
        self.options = options

    # Text and numbers

    def read_position(self, text: str) -> State:
        """Return the state that a position string describes; InvalidPosition says which field is wrong and why.

        `Position.load` calls `rules.settle` on it, unless a set-up is going on.
        """
        state = self.first_state()
        self.notation.read_position(text, self.o, state[0])
        return state

    def write_position(self, state: State) -> str:
        """Return the position string of the whole state."""
        return self.notation.write_position(state[0], self.o)

    def write_view(self, observation: Observation) -> str:
        """Return the position string that a seat may see."""
        return self.notation.write_position(observation.fields, self.option_fields)

    def read_move(self, text: str) -> tuple[int, ...]:
        """Return the actions of a move string: one, or the placements of a set-up; InvalidMove if it is unreadable."""
        return self.notation.read_move(text, self.o)

    def write_move(self, actions: Sequence[int]) -> str:
        """Return the move string of an action, or of the placements of a whole set-up."""
        return self.notation.write_move(actions)

    # Set-ups

    def count_setups(self, seat: int) -> int:
        """Return the number of set-ups that a seat may choose from; 0 if the game has none."""
        return 0

    def setup_form(self, seat: int) -> SetupForm | None:
        """Return the cells and pieces of a seat's set-up; None if the game has none."""
        return None

    def setup_library(self) -> dict[str, Sentence]:
        """Return the names and titles of good set-ups, or of ways to draw one; random set-ups need no entry."""
        return {}

    def suggestions(self) -> list[str]:
        """Return the names in the library that bots choose from."""
        return list(self.setup_library())

    def is_worth_playing(self, setup: str) -> bool:
        """Return whether a randomly drawn set-up is good enough to be suggested."""
        return True

    def library_setup(self, name: str, seed: int) -> str:
        """Return a set-up of the library; always the same for a seed."""
        raise KeyError(name)

    def mirrored_setup(self, setup: str) -> str | None:
        """Return the mirror image of a set-up, or None if there is no such thing."""
        return None

    # Sentences

    def reason(self, observation: Observation, rule: int, move: str) -> Sentence:
        """Explain why a rule refuses a move, without revealing anything that the seat does not know.

        By default the sentence `refused.RULE`, with the fields `move`, `seat` (to act), `origin` and `target`.
        """
        if observation.actor is None:
            return self.words("over", how=self.ending(observation))
        cells = self.touches(move) or ("",)
        seat = self.words(f"seat.{observation.actor}")
        return self.words(f"refused.{rule}", move=move, seat=seat, origin=cells[0], target=cells[-1])

    def warnings(self, observation: Observation, move: str) -> list[Sentence]:
        """Describe what a legal move will cost."""
        return []

    def remarks(self) -> list[Sentence]:
        """Describe what is unusual about the chosen options, though it is allowed."""
        return []

    def agreement_returns(self, what: str, proposer: int) -> tuple[float, ...]:
        """Return the returns of a match that ends by agreement on one of the `offers`; by default those of a draw."""
        return (0.0,) * self.seats

    def defeat_returns(self, seat: int) -> tuple[float, ...]:
        """Return the returns when a seat resigns or forfeits: it comes last, and the others share the rest."""
        return tuple(-1.0 if other == seat else 1 / (self.seats - 1) for other in range(self.seats))

    def agreement_sentence(self, what: str, proposer: int, terms: Terms) -> Sentence:
        """Describe a match that ended by agreement; by default there is a sentence only for a draw."""
        return SHARED_WORDS(f"end.{what}")

    def ending(self, observation: Observation) -> Sentence:
        """Describe how a finished game ended: by default `ending.RULE` with the field `winner`, unless it is a draw."""
        v = observation.fields
        fields = {} if v.winner == NOBODY else {"winner": self.words(f"seat.{v.winner}")}
        return self.words(f"ending.{v.ending}", **fields)

    def tasks(self, observation: Observation) -> list[Sentence]:
        """Say what the player to act is to do now: first of all, after touching a cell, and so on.

        By default the sentences `task.setup`, `task.roll`, or `task.move` and `task.end`, of the room if it has them.
        """
        if observation.actor is None:
            return []
        keys = ["setup"] if observation.in_setup else ["roll"] if observation.actor == "chance" else ["move", "end"]
        own = self.words.catalogues["en"]
        return [(self.words if f"task.{key}" in own else SHARED_WORDS)(f"task.{key}") for key in keys]

    def tally(self, observation: Observation) -> Sequence[Points]:
        """Return the lines that add up to the `scores` of a finished game; none if the game has no scores."""
        return ()

    # Pictures and input

    @abstractmethod
    def scene(self, observation: Observation, lang: str) -> Scene:
        """Return the picture that browser, terminal and export draw."""

    def touches(self, move: str) -> tuple[str, ...]:
        """Return the cells to touch, in order, to enter a move: those of `from-to`; none if the move has a button."""
        return tuple(move.split("-")) if "-" in move else ()

    def move_label(self, move: str, lang: str) -> str:
        """Return the label (`button.MOVE`) of a move that touches no cell, or the same cells as another."""
        return self.words.catalogues[lang].get(f"button.{move}", move)

    def trails(self, move: str) -> tuple[Trail, ...]:
        """Return the trails to draw for a move that was made: by default one straight step over its cells."""
        from caserne.core.game.scene import Trail

        cells = self.touches(move)
        return (Trail("step", cells),) if len(cells) > 1 else ()

    def ways(self, observation: Observation, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the ends and the cells where it turns, in order, of each legal move that does not go straight."""
        return {}

    # Turns and events

    def rolls_for(self, observation: Observation) -> int | None:
        """Return the seat whose turn a die belongs to; None: the seat that acts next."""
        return None

    def ends_turn(self, before: Position, move: str, after: Position) -> bool:
        """Return whether a move ended its turn although the same seat acts next, as when all others are passed over."""
        return False

    def event_for(self, before: Position, move: str, after: Position, seat: int | None) -> ObservedEvent:
        """Return a move as a seat (None: a spectator) learns of it: by default all but the set-ups of others."""
        from caserne.core.game.observation import ObservedEvent

        hidden = before.in_setup and before.actor != seat
        return ObservedEvent(before.actor, None if hidden else move)

    def shown_pieces(self, event: ObservedEvent, lang: str) -> tuple[Piece, ...]:
        """Return the pieces or the die that a move showed, for lists of moves; none if its text is enough."""
        return ()

    def recall(self, events: tuple[ObservedEvent, ...], seat: int | None) -> tuple[ObservedEvent, ...]:
        """Return what a seat is still shown of the events it learned of: everything, unless an option hides some."""
        return events

    def clues(self, observation: Observation) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return what the events that a seat remembers imply about hidden pieces, for the room's `believe`."""
        return np.zeros((0, 0), np.int64)

    def hidden_cells(self, observation: Observation) -> dict[int, str]:
        """Return the cells with a piece that is hidden from the seat: by number in its `features`, their names."""
        return {}

    def secret_name(self, secret: int) -> Sentence:
        """Return the name of what a cell may hide, see `Features.secret_of`."""
        raise NotImplementedError

    def secret_symbol(self, secret: int) -> str:
        """Return the symbol with which scenes draw it."""
        raise NotImplementedError

    def weights(self) -> Path | None:
        """Return the file of the network that comes with the room for the chosen options; None if there is none."""
        return None

    # Derived

    @cached_property
    def o(self) -> np.record:
        """The options as the rules read them."""
        return self.options.pack()

    @cached_property
    def packed(self) -> np.ndarray[Any, np.dtype[np.record]]:
        """The same as an array, for `rules.arrays`."""
        return np.array([self.o], self.o.dtype)

    @cached_property
    def option_fields(self) -> Any:
        """The same as plain attributes, for scenes and sentences."""
        return fields_of(self.o)

    @property
    def id(self) -> str:
        return self.about.id

    @cached_property
    def seats(self) -> int:
        return int(self.o.seats)

    def rule_id(self, number: int) -> str:
        return f"{self.about.rules}-{number}"

    def start(self) -> Position:
        """Return the position at the start of the game."""
        from caserne.core.game.position import Position

        return Position(self, self.first_state(), np.zeros(0, np.int64))

    def first_state(self) -> State:
        """Return the state at the start of the game."""
        state: State = np.zeros(1, self.rules.state)
        self.rules.start(self.o, state[0])
        return state

    def position(self, text: str) -> Position:
        """Return the position that a string describes, without any history before it."""
        from caserne.core.game.position import Position

        return Position.load(self, self.read_position(check_text("position", text, InvalidPosition)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, self.options) == (other.id, other.options)

    def __hash__(self) -> int:
        return hash((self.id, self.options))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options alone: tables are computed again, and rules belong to the class."""
        return type(self), (self.options,)

    def __repr__(self) -> str:
        defaults = type(self.options)().resolved().as_dict()
        changed = "".join(
            f", {name}={value!r}" for name, value in self.options.as_dict().items() if value != defaults[name]
        )
        return f'caserne.game("{self.id}"{changed})'
