"""The rows of docs/strength.md: which bots meet, with which budgets and options, and what is expected of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import caserne
from caserne.bots.names import LEVELS
from caserne.nets.weights import Description, read_weights
from oddities import ODDITIES

STEPS = "Each level against the one below"
SIMPLE = "The highest level against simple bots; `plain` searches a tree with random playouts"
BEFORE = "The highest level against the level 6 of before, which had not learned; at equal time where both search"
BELIEFS = "The search of before against the same one that takes all hidden set-ups for equally likely"
COLDER = "The network against itself with a lower temperature"
STRANGE = "The highest level against scripted oddities, which it has never trained against (`bench/oddities.py`)"
AHEAD = "The network that looks ahead for a second against the network alone"
OTHERS = "The highest level against programs of others, by the rules of their contest"
ADVERSARIES = "Networks that were trained against the frozen highest level"
TABLE_TIME = "with the whole second of a table"
WHOLE = f"The highest level against the level 6 of before, {TABLE_TIME}"
SECOND_IN_NODES = "with as many nodes as a second has on one core"
AHEAD_IN_NODES = f"The network that looks ahead, {SECOND_IN_NODES}, against the network alone"


@dataclass(frozen=True)
class Row:
    """Two bots of a game that play each other."""

    section: str
    """What the row shows; the table that it stands in has this title."""
    game: str
    first: str
    second: str
    goal: str = ""
    """The share of points that the first one should have."""
    options: tuple[str, ...] = ()
    """Of the game, as K=V; the others have their defaults."""

    @property
    def key(self) -> tuple[str, tuple[str, ...], str, str]:
        """What a game depends on, besides its number: goals and sections may change without playing again."""
        return self.game, self.options, self.first, self.second

    @property
    def name(self) -> str:
        return f"{' '.join((self.game, *self.options))}: {self.first} against {self.second}"


POLICY = "net:temperature=0.25"
"""Level 6 of Stratego without its look-ahead."""
TOP = {"belligerants": "6@3000n", "manoeuvre": "6@5000n", "movers": "6@50000n", "stratego": POLICY}
"""The highest level of each game, with a budget that plays hundreds of games in an hour; a network needs none."""
AT_TABLE = f"{LEVELS[-1]}@1s"
"""The highest level with all the time that it has at a table."""
AT_TABLE_IN_NODES = f"{LEVELS[-1]}@120n"
"""Stratego's highest level with the nodes of that time, so that the same games can be played on any machine: a core of
the slowest machine looks at about 120 in a second (`speed`)."""
GAMES = tuple(TOP)
BARRAGE, MISSION = ("army=barrage",), ("army=mission",)
CONTEST = ("two_square=0", "chase=false", "quiet_limit=0")
"""The rules of the contest of 2012 (docs/engine-protocol.md)."""


def steps(game: str, options: tuple[str, ...] = ()) -> list[Row]:
    """Return a row for each level but the first."""
    return [Row(STEPS, game, above, below, "60%", options) for below, above in pairwise((*LEVELS[:-1], TOP[game]))]


ROWS = (
    *(row for game in GAMES for row in steps(game)),
    *steps("stratego", BARRAGE),
    *steps("stratego", MISSION),
    Row(SIMPLE, "belligerants", "6@1000n", "random", "99%"),
    Row(SIMPLE, "belligerants", "6@10000n", "greedy", "85%"),
    Row(SIMPLE, "belligerants", "6@100n", "plain@100n", "70%"),
    Row(SIMPLE, "manoeuvre", "6@2000n", "random", "99%"),
    Row(SIMPLE, "manoeuvre", "6@2000n", "greedy", "85%"),
    Row(SIMPLE, "manoeuvre", "6@5ms", "plain@5ms", "70%"),
    Row(SIMPLE, "movers", "6@20000n", "random", "99%"),
    Row(SIMPLE, "movers", "6@20000n", "greedy", "85%"),
    Row(SIMPLE, "movers", "6@20ms", "plain@20ms", "70%"),
    Row(SIMPLE, "stratego", POLICY, "random", "99%"),
    Row(SIMPLE, "stratego", POLICY, "greedy", "85%"),
    Row(SIMPLE, "stratego", POLICY, "plain@20ms", "70%"),
    Row(
        BEFORE,
        "belligerants",
        "mcts:leaf=learned:preview=0.1:trust=3@100ms",
        "mcts:preview=0.1:trust=3@100ms",
        "65%",
    ),
    Row(BEFORE, "manoeuvre", "mcts:leaf=learned@100ms", "mcts@100ms", "65%"),
    Row(BEFORE, "movers", "alphabeta:leaf=learned@100ms", "alphabeta@100ms", "65%"),
    Row(BEFORE, "stratego", POLICY, "average@5000n", "95%"),
    Row(BEFORE, "stratego", POLICY, "average@5000n", "90%", BARRAGE),
    Row(BEFORE, "stratego", POLICY, "average@5000n", "90%", MISSION),
    Row(BELIEFS, "stratego", "average@5000n", "average:worlds=uniform@5000n", "60%"),
    Row(COLDER, "stratego", POLICY, "net"),
    *(Row(STRANGE, "stratego", POLICY, oddity, "95%") for oddity in ODDITIES),
)

WHOLE_SECOND = (
    Row(WHOLE, "belligerants", AT_TABLE, "mcts:preview=0.1:trust=3@1s", "65%"),
    Row(WHOLE, "manoeuvre", AT_TABLE, "mcts@1s", "65%"),
    Row(WHOLE, "movers", AT_TABLE, "alphabeta@1s", "65%"),
    Row(WHOLE, "stratego", AT_TABLE, "average@1s", "95%"),
    *(Row(WHOLE, "stratego", AT_TABLE, "average@1s", "90%", options) for options in (BARRAGE, MISSION)),
    *(Row(AHEAD, "stratego", AT_TABLE, POLICY, "50%", options) for options in ((), BARRAGE, MISSION)),
)
"""Played only when asked for: these games take hours."""

WHOLE_IN_NODES = (
    *(
        Row(f"The highest level against the level 6 of before, {SECOND_IN_NODES}", "stratego", AT_TABLE_IN_NODES, *row)
        for row in (("average@5000n", "95%"), ("average@5000n", "90%", BARRAGE), ("average@5000n", "90%", MISSION))
    ),
    *(Row(AHEAD_IN_NODES, "stratego", AT_TABLE_IN_NODES, POLICY, "50%", army) for army in ((), BARRAGE, MISSION)),
)
"""Played when asked for: in minutes where a GPU predicts, in hours elsewhere."""


def agent_row(agent: str) -> Row:
    """Return the row of a program of the contest, by its name alone: where it is installed is another matter."""
    return Row(OTHERS, "stratego", POLICY, agent, "95%", CONTEST)


def adversary_row(file: Path) -> Row:
    """Return the row of a file of weights; its bot is named by the contents, for the file may be elsewhere later."""
    trained = read_weights(file).description
    bot = f"adversary-{hashlib.sha256(file.read_bytes()).hexdigest()[:8]}"
    return Row(ADVERSARIES, trained.game, bot, _highest(trained.game), "at most 65%", _learned_options(trained))


def with_whole_second(row: Row) -> Row:
    """Return the row with all the time of a table for the highest level."""
    return _with_highest(row, AT_TABLE, TABLE_TIME)


def with_second_in_nodes(row: Row) -> Row:
    """Return the row with the nodes of that time for the highest level."""
    return _with_highest(row, AT_TABLE_IN_NODES, SECOND_IN_NODES)


def _with_highest(row: Row, highest: str, how: str) -> Row:
    first, second = (highest if side == _highest(row.game) else side for side in (row.first, row.second))
    return replace(row, section=f"{row.section}, {how}", first=first, second=second)


def _highest(game: str) -> str:
    return TOP.get(game, LEVELS[-1])


def _learned_options(trained: Description) -> tuple[str, ...]:
    """Return the options that a network must play with because it has learned with them, without the defaults."""
    game = caserne.game(trained.game)
    values = {name: trained.options[name] for name in (game.features.options if game.features else ())}
    other = {name: value for name, value in values.items() if value != getattr(game.options, name)}
    return tuple(f"{name}={str(value).lower()}" for name, value in other.items())
