"""Monte-Carlo tree search for any room: `mcts`, and `plain`, the same without any knowledge of the game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from caserne.bots.bot import Analysis, Bot, Budget, Candidate
from caserne.bots.settings import choice, number
from caserne.bots.tree import DEEPEST, DEPTH, DONE, NODE, NONE, PLAN, ROOT, Desk, list_children, make_search
from caserne.core.game.observation import Observation
from caserne.core.kernel.layout import MAX_SEATS, SPECTATOR
from caserne.core.kernel.rng import generators

MOST_NODES = 1 << 20
"""Of one tree, 64 bytes each; a full tree grows no more, but its visits still count."""
DEFAULT = Budget(nodes=10_000)
SLICES = 16
"""How often a search looks at the clock, or whether it may stop early."""
FIRST_SLICE = 32
MOST_VISITS = 1 << 30
"""More than a search ever makes, and a horizon that no game reaches."""

SHARE_OF_PLAYOUTS = {"evaluate": 0.0, "mixed": 0.5, "playout": 1.0}


class MctsBot(Bot):
    """The move that was visited most in a tree that grows where moves promise most, for whoever makes them.

    leaf: judge by the room's evaluation (`evaluate`), by a playout to the `horizon` (`playout`), or half by each
    (`mixed`). careless: the share of playout moves that are random, the room picking the others. explore, urgency,
    order, preview, trust: see `tree.PLAN`. worlds: what is hidden is as the room believes (`belief`), or just as it may
    be (`uniform`). others: they play for themselves (`own`) or all against the bot (`paranoid`). noise: 0 plays the
    best move, 1 a move as often as it was visited.
    """

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        leaf: str = "evaluate",
        horizon: str = "40",
        careless: str = "0.1",
        explore: str = "0.6",
        urgency: str = "0",
        order: str = "0",
        preview: str = "0.2",
        trust: str = "0",
        worlds: str = "belief",
        others: str = "own",
        noise: str = "0",
    ) -> None:
        super().__init__(seed, budget)
        if self.budget.nodes is None and self.budget.seconds is None:
            self.budget = Budget(DEFAULT.nodes, None, self.budget.threads)
        self.noise = number("noise", noise)
        self.plan = np.zeros(1, PLAN)
        plan = self.plan[0]
        plan.playout = SHARE_OF_PLAYOUTS[choice("leaf", leaf, *SHARE_OF_PLAYOUTS)]
        plan.horizon = int(number("horizon", horizon))
        plan.careless = number("careless", careless)
        plan.explore = number("explore", explore)
        plan.urgency = number("urgency", urgency)
        plan.order = number("order", order)
        plan.preview = number("preview", preview)
        plan.trust = number("trust", trust)
        plan.believes = choice("worlds", worlds, "belief", "uniform") == "belief"
        plan.paranoid = choice("others", others, "own", "paranoid") == "paranoid"

    def choose(self, observation: Observation) -> str:
        if not observation.game.about.hidden and len(moves := observation.legal()) == 1:
            return moves[0]
        candidates = self.analyse(observation).candidates
        if not self.noise:
            return candidates[0].move
        weights = np.array([candidate.weight for candidate in candidates]) ** (1 / self.noise)
        drawn = self.number() / 2**31 * weights.sum()
        return candidates[int(np.searchsorted(np.cumsum(weights), drawn, "right"))].move

    def analyse(self, observation: Observation) -> Analysis:
        clues = observation.game.clues(observation)
        desks = [self._desk(observation, clues, dice) for dice in generators(self.number(), self.budget.threads)]
        if len(desks) == 1:
            self._grow(observation, desks[0])
        else:
            with ThreadPoolExecutor(len(desks)) as pool:
                for done in [pool.submit(self._grow, observation, desk) for desk in desks]:
                    done.result()
        return _read(observation, desks)

    def _desk(self, observation: Observation, clues: np.ndarray[Any, Any], dice: np.ndarray[Any, Any]) -> Desk:
        rules, hidden = observation.game.rules, observation.game.about.hidden
        plan = self.plan.copy()
        plan[0].seat = _searcher(observation)
        plan[0].hidden = hidden
        nodes = np.zeros(MOST_NODES, NODE)
        seen = np.zeros(1, rules.view)
        room = max(rules.past, DEEPEST + rules.past_per_action)
        past = np.zeros(observation.past.size + room, np.int64)
        return Desk(
            plan=plan,
            known=observation.view.copy(),
            clues=clues,
            root_past=observation.past.copy(),
            nodes=nodes,
            tally=np.array([ROOT + 1, 0, 0]),
            empty=np.zeros(1, rules.state),
            state=np.zeros(1, rules.state),
            past=past,
            trial=np.zeros(1, rules.state),
            trial_past=past.copy(),
            moves=np.zeros(rules.max_moves, np.int32),
            guesses=np.zeros(rules.max_moves),
            empty_view=np.zeros(1, rules.view),
            seen=seen,
            seen_words=seen.view(np.int32),
            child_by_action=np.zeros(rules.actions if hidden else 1, np.int32),
            path=np.zeros(DEEPEST, np.int32),
            worth=np.zeros((2, MAX_SEATS)),
            dice=dice.copy(),
        )

    def _grow(self, observation: Observation, desk: Desk) -> None:
        """Let a tree grow until the budget is used up.

        Where something is hidden, how long a bot thinks might tell what it knows: there it never stops early.
        """
        search, o = make_search(observation.game.rules), observation.game.o
        search(o, desk, 0)  # so that loading compiled code takes no thinking time
        began, patient = perf_counter(), observation.game.about.hidden
        while (left := self._iterations_left(desk, began)) > 0 and (patient or _lead(desk) <= left):
            search(o, desk, min(left, (int(desk.tally[DONE]) + left) // SLICES + 1))

    def _iterations_left(self, desk: Desk, began: float) -> int:
        """How many more iterations the budget allows, as far as one can tell."""
        done, left = int(desk.tally[DONE]), MOST_VISITS
        if self.budget.nodes is not None:
            left = self.budget.nodes // self.budget.threads - done
        if self.budget.seconds is not None:
            spent = perf_counter() - began
            left = min(left, int((self.budget.seconds - spent) * done / spent) if done else FIRST_SLICE)
        return left


class PlainBot(MctsBot):
    """Tree search as it was first described: UCB1 and random games to the end, knowing the rules and nothing else."""

    def __init__(self, seed: int = 0, budget: Budget | None = None, explore: str = "1.4") -> None:
        super().__init__(seed, budget, "playout", careless="1", explore=explore, preview="0", worlds="uniform")
        self.plan[0].bounds = self.plan[0].blind = True
        self.plan[0].horizon = MOST_VISITS


def _read(observation: Observation, desks: list[Desk]) -> Analysis:
    """What trees say together."""
    write = observation.game.write_move
    actor = int(observation.view[0].actor)
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    guesses: dict[int, float] = {}
    for desk in desks:
        found = desk.nodes[_children(desk, ROOT)]
        facts = (found["action"], found["visits"], found["value"][:, actor], found["guess"])
        for action, times, value, guess in zip(*(column.tolist() for column in facts), strict=True):
            visits[action] = visits.get(action, 0) + times
            values[action] = values.get(action, 0.0) + value
            guesses[action] = guess
    total = max(sum(visits.values()), 1)
    value = sum(values.values()) / total
    means = {action: values[action] / visits[action] if visits[action] else guesses[action] for action in visits}
    ranking = sorted(visits, key=lambda action: (-visits[action], -means[action], action))
    return Analysis(
        value,
        tuple(Candidate(write([action]), means[action], visits[action] / total) for action in ranking),
        tuple(write([action]) for action in _line(desks[0], ranking[0], observation.game.about.hidden)),
        max(int(desk.tally[DEPTH]) for desk in desks) // (2 if observation.game.about.hidden else 1),
        sum(int(desk.tally[DONE]) for desk in desks),
    )


def _line(desk: Desk, first: int, hidden: bool) -> list[int]:
    """The actions that were visited most, one after the other, beginning with a given one."""
    line = [first]
    children = _children(desk, ROOT)
    node = int(children[desk.nodes["action"][children] == first][0])
    while True:
        if hidden:
            node = _favourite(desk, node)
        node = _favourite(desk, node)
        if node == NONE or not desk.nodes["visits"][node]:
            return line
        line.append(int(desk.nodes["action"][node]))


def _favourite(desk: Desk, node: int) -> int:
    """The child that was visited most, or NONE."""
    children = _children(desk, node)
    if node == NONE or not children.size:
        return NONE
    return int(children[np.argmax(desk.nodes["visits"][children])])


def _children(desk: Desk, node: int) -> np.ndarray[Any, Any]:
    """The numbers of the children of a node."""
    found = np.zeros(desk.moves.size, np.int32)
    return found[: list_children(desk, node, found)][::-1]


def _lead(desk: Desk) -> int:
    """By how many visits the favourite move leads; a single move cannot be caught at all."""
    visits = np.sort(desk.nodes["visits"][_children(desk, ROOT)])
    return int(visits[-1] - visits[-2]) if visits.size > 1 else MOST_VISITS * visits.size


def _searcher(observation: Observation) -> int:
    """Whose knowledge a search has; a spectator's is -1, see `core.observation`."""
    return SPECTATOR if observation.seat is None else observation.seat
