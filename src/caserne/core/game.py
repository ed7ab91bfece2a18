"""What a room tells the house: its compiled rules, and the words and pictures that people meet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from caserne.core.about import About
from caserne.core.entry import Entry, make_entry
from caserne.core.options import Options
from caserne.core.runner import Runner, make_runner, make_tally
from caserne.core.words import HOUSE, Sentence, Words

if TYPE_CHECKING:
    from caserne.core.observation import Event, Observation
    from caserne.core.outcome import Points
    from caserne.core.position import Position
    from caserne.core.scene import Piece, Scene, Trail
    from caserne.core.setups import SetupForm

Kernel = Callable[..., Any]
State = np.ndarray[Any, np.dtype[np.record]]
"""An array of one record of the room's STATE; the whole truth, which never leaves the process that runs a match."""

OptionsT = TypeVar("OptionsT", bound=Options)


@dataclass(frozen=True)
class Rules:
    """The compiled rules of a room, collected from its modules by name."""

    state: np.dtype[Any]
    view: np.dtype[Any]
    actions: int
    """The size of the action space: actions are 0, 1, ... and the same under every option."""
    max_moves: int
    """Room for the longest list that `legal` writes."""
    past: int
    """How many words of `past` batch play gives each game; 0 where no rule looks back."""
    past_per_action: int
    """How many words one action adds to `past` at the most."""
    placements: int
    """How many placements all set-ups of a game take together; 0 where there are none."""

    start: Kernel
    """start(o, s): fill a zeroed state with the beginning of the game."""
    legal: Kernel
    """legal(o, s, past, moves) -> count: list the legal actions, die results and placements included."""
    refusal: Kernel
    """refusal(o, s, past, action) -> bits: bit n is set when rule n refuses; 0 exactly for what `legal` lists."""
    apply: Kernel
    """apply(o, s, past, action): carry out a legal action."""
    settle: Kernel
    """settle(o, s, past): what the board of a loaded position says: whether it has ended, that it has stood once."""
    weight: Kernel
    """weight(o, s, action) -> number: in a set-up, how many of the pieces in hand this placement could mean."""
    returns: Kernel
    """returns(o, s, out): the result of a finished game, one number a seat."""
    scores: Kernel | None
    """scores(o, s, out): the points behind the result, where a game has any."""
    observe: Kernel
    """observe(o, s, seat, view): fill an empty view with what a seat, or SPECTATOR, may know."""
    sample: Kernel
    """sample(o, view, seat, s, dice): fill an empty state with one that fits the view."""
    evaluate: Kernel
    """evaluate(o, s, seat) -> float: how well the seat stands, between -1 and 1; any scale that keeps the order."""
    witness: Kernel | None = None
    """witness(o, s, past, action, counts): before a legal action, count what of `witnessed` it makes happen."""
    witnessed: tuple[str, ...] = ()
    """The things that `witness` counts, by the keys under which the room's catalogue says them: `witness.KEY`."""
    retract: Kernel | None = None
    """retract(o, s, past): take out of `past` what the action that led to `s` put there; else searches copy it."""
    order: Kernel | None = None
    """order(o, s, past, action) -> int: how promising a legal action looks, the higher the sooner it is searched."""
    key: Kernel | None = None
    """key(o, s, past) -> int64: the same for states that play alike; by default made of all but ply and past."""
    pick: Kernel | None = None
    """pick(o, s, past, moves, count, dice) -> n: which of the listed moves to make in a quick game to the end."""
    preview: Kernel | None = None
    """preview(o, s, past, moves, count, trial, trial_past, values): what `evaluate` says after each of the moves listed
    for who makes it, where that can be had sooner than by trying them; `trial` is room for a state and its past."""
    plausible: Kernel | None = None
    """plausible(o, s, moves, count, seat) -> count: keep the moves that `seat`, looking ahead, should reckon with."""
    forcing: Kernel | None = None
    """forcing(o, s, past, moves, seat) -> count: list the moves that are to be tried before `s` can be evaluated."""
    believe: Kernel | None = None
    """believe(o, view, clues, seat, s, dice): as `sample`, but a likely state; `clues` are what `Game.clues` found."""

    @classmethod
    def of(cls, rules: ModuleType, view: ModuleType, evaluate: ModuleType, witness: ModuleType | None = None) -> Rules:
        """The rules that a room's `rules`, `view`, `evaluate` and, where it has one, `witness` modules define."""
        return cls(
            rules.STATE,
            view.VIEW,
            rules.ACTIONS,
            rules.MAX_MOVES,
            rules.PAST,
            rules.PAST_PER_ACTION,
            rules.PLACEMENTS,
            rules.start,
            rules.legal,
            rules.refusal,
            rules.apply,
            rules.settle,
            rules.weight,
            rules.returns,
            getattr(rules, "scores", None),
            view.observe,
            view.sample,
            evaluate.evaluate,
            witness=witness.witness if witness else None,
            witnessed=witness.WITNESSED if witness else (),
            retract=getattr(rules, "retract", None),
            order=getattr(evaluate, "order", None),
            key=getattr(evaluate, "key", None),
            pick=getattr(evaluate, "pick", None),
            plausible=getattr(evaluate, "plausible", None),
            forcing=getattr(evaluate, "forcing", None),
            believe=getattr(view, "believe", None),
        )

    @cached_property
    def runner(self) -> Runner:
        return make_runner(self.legal, self.apply, self.weight, self.past_per_action)

    @cached_property
    def entry(self) -> Entry:
        return make_entry(self.legal, self.refusal, self.apply, self.observe, self.sample)

    @cached_property
    def tally_returns(self) -> Kernel:
        tally: Kernel = make_tally(self.returns)
        return tally

    @cached_property
    def tally_scores(self) -> Kernel | None:
        return make_tally(self.scores) if self.scores else None


@dataclass(frozen=True)
class Protocol:
    """A way to play a game with programs of the outside world, in both directions."""

    connect: Callable[..., Any]
    """connect(command, game, seed, budget) -> Bot: a bot that is such a program."""
    serve: Callable[..., None]
    """serve(name, lines, say): let the bot of that name answer the lines of a program that manages games."""


class Game(ABC, Generic[OptionsT]):
    """A game under one choice of options. A room subclasses this once, in its `game.py`."""

    about: ClassVar[About]
    rules: ClassVar[Rules]
    words: ClassVar[Words]
    """The room's catalogue: the names of its seats (`seat.0`, ...), of its options (`option.NAME`), its reasons."""

    levels: ClassVar[tuple[str, ...]] = ("greedy",) * 6
    """The bots of levels 1 to 6 by name, see `caserne.bots.names`; a room says it in its `evaluate`."""

    long_turns: ClassVar[bool] = False
    """Whether a turn may take several moves, so that a player wants to look at it as a whole before it is played."""

    protocols: ClassVar[Mapping[str, Protocol]] = {}
    """The protocols of programs that play this game alone, by the prefix of their bots' names."""

    offers: ClassVar[tuple[str, ...]] = ("draw",)
    """What players may propose to each other at the table, see `Match.propose`."""

    def __init__(self, options: OptionsT) -> None:
        self.options = options

    # Text <-> numbers

    @abstractmethod
    def read_position(self, text: str) -> State:
        """The state that a position string describes; InvalidPosition says which field is wrong and why.

        The house calls `rules.settle` on it, unless a set-up is going on.
        """

    @abstractmethod
    def write_position(self, state: State) -> str:
        """The position string of the whole truth."""

    @abstractmethod
    def write_view(self, observation: Observation) -> str:
        """The position string that a seat may see."""

    @abstractmethod
    def read_move(self, text: str) -> tuple[int, ...]:
        """The actions a move string means: one, or the placements of a set-up; InvalidMove if it cannot be read."""

    @abstractmethod
    def write_move(self, actions: Sequence[int]) -> str:
        """The move string of an action, or of the placements of a whole set-up."""

    # What people meet

    def count_setups(self, seat: int) -> int:
        """How many set-ups a seat may choose from; 0 where the game has none."""
        return 0

    def setup_form(self, seat: int) -> SetupForm | None:
        """What a seat's set-up is made of; None where the game has none."""
        return None

    def setup_library(self) -> dict[str, Sentence]:
        """Names of set-ups worth playing, or of ways to draw one, with their titles; random ones are the house's."""
        return {}

    def suggestions(self) -> list[str]:
        """The names in the library that computers choose from."""
        return list(self.setup_library())

    def is_worth_playing(self, setup: str) -> bool:
        """Whether a set-up that was drawn at random may be suggested to anybody."""
        return True

    def library_setup(self, name: str, seed: int) -> str:
        """A set-up of the library; the same for a seed."""
        raise KeyError(name)

    def mirrored_setup(self, setup: str) -> str | None:
        """The mirror image of a set-up, where there is one."""
        return None

    @abstractmethod
    def reason(self, observation: Observation, rule: int, move: str) -> Sentence:
        """Why a rule refuses a move, in words that give away nothing the seat does not know."""

    def warnings(self, observation: Observation, move: str) -> list[Sentence]:
        """What a legal move will cost."""
        return []

    def remarks(self) -> list[Sentence]:
        """What is unusual about the options that were chosen, though they are allowed."""
        return []

    def agreement(self, what: str, proposer: int) -> tuple[float, ...]:
        """The returns of a match that ends because all agree to one of the `offers`; by default a draw."""
        return (0.0,) * self.seats

    def defeat(self, seat: int) -> tuple[float, ...]:
        """The returns when a seat gives up, or forfeits the game: it comes last, and the others share the rest."""
        return tuple(-1.0 if other == seat else 1 / (self.seats - 1) for other in range(self.seats))

    def agreed(self, what: str, proposer: int, terms: Mapping[str, Any]) -> Sentence:
        """How a match ended on which all agreed; by default there is a sentence for a draw alone."""
        return HOUSE(f"end.{what}")

    @abstractmethod
    def ending(self, observation: Observation) -> Sentence:
        """How a finished game ended."""

    def tally(self, observation: Observation) -> Sequence[Points]:
        """How the `scores` of a finished game add up, line by line; nothing where no points are counted."""
        return ()

    @abstractmethod
    def scene(self, observation: Observation, lang: str) -> Scene:
        """The picture that browser, terminal and export draw."""

    @abstractmethod
    def touches(self, move: str) -> tuple[str, ...]:
        """The cells one touches on the board, in order, to say a move; none for what has a button of its own."""

    def move_label(self, move: str, lang: str) -> str:
        """What to call a move that touches no cell, or the same cells as another: `button.MOVE` of the catalogue."""
        return self.words.catalogues[lang].get(f"button.{move}", move)

    def trails(self, move: str) -> tuple[Trail, ...]:
        """The ways to draw for a move that was made: by default one straight step over the cells it touches."""
        from caserne.core.scene import Trail

        cells = self.touches(move)
        return (Trail("step", cells),) if len(cells) > 1 else ()

    def rolls_for(self, observation: Observation) -> int | None:
        """The seat whose turn a die begins, where that is not simply the seat that acts next."""
        return None

    def ends_turn(self, before: Position, move: str, after: Position) -> bool:
        """Whether a move ended its turn although the same seat may act next: where others can be passed over."""
        return False

    def event_for(self, before: Position, move: str, after: Position, seat: int | None) -> Event:
        """What a seat (None: a spectator) learns of a move. Others' set-ups stay sealed; the rest is public here."""
        from caserne.core.observation import Event

        hidden = before.in_setup and before.actor != seat
        return Event(before.actor, None if hidden else move)

    def shown_pieces(self, event: Event, lang: str) -> tuple[Piece, ...]:
        """The pieces or the die that a move showed, for lists of moves; none where its text says it all."""
        return ()

    def recall(self, events: tuple[Event, ...], seat: int | None) -> tuple[Event, ...]:
        """What a seat is still shown of the events it has learned of: everything, unless an option says otherwise."""
        return events

    def clues(self, observation: Observation) -> np.ndarray[Any, np.dtype[np.int64]]:
        """A table of what the events that a seat remembers tell of what is hidden, for the room's `believe`."""
        return np.zeros((0, 0), np.int64)

    # Derived

    @cached_property
    def o(self) -> np.record:
        """The options as the rules read them."""
        return self.options.pack()

    @cached_property
    def packed(self) -> np.ndarray[Any, np.dtype[np.record]]:
        """The same as an array, for `rules.entry`."""
        return np.array([self.o], self.o.dtype)

    @property
    def id(self) -> str:
        return self.about.id

    @cached_property
    def seats(self) -> int:
        return int(self.o.seats)

    def rule_id(self, number: int) -> str:
        return f"{self.about.rules}-{number}"

    def start(self) -> Position:
        """The position before anything has happened."""
        from caserne.core.position import Position

        return Position(self, self.first_state(), np.zeros(0, np.int64))

    def first_state(self) -> State:
        """The state before anything has happened."""
        state: State = np.zeros(1, self.rules.state)
        self.rules.start(self.o, state[0])
        return state

    def position(self, text: str) -> Position:
        """The position that a string describes; history starts afresh at it."""
        from caserne.core.position import Position

        return Position.load(self, self.read_position(text))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, self.options) == (other.id, other.options)

    def __hash__(self) -> int:
        return hash((self.id, self.options))

    def __repr__(self) -> str:
        defaults = type(self.options)().resolved().as_dict()
        changed = "".join(
            f", {name}={value!r}" for name, value in self.options.as_dict().items() if value != defaults[name]
        )
        return f'caserne.game("{self.id}"{changed})'
