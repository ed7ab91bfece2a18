"""Monte-Carlo tree search for any room: `mcts`, and `plain`, the same without any knowledge of the game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from caserne.bots.bot import MOST_ITERATIONS, Analysis, Bot, Budget
from caserne.bots.settings import Choice, Number
from caserne.bots.tree import DEEPEST, DONE, NODE, PLAN, ROOT, Workspace
from caserne.bots.tree_results import lead, read_analysis
from caserne.bots.tree_search import make_search
from caserne.core.game.move_lists import list_size, make_lists
from caserne.core.game.observation import Observation
from caserne.core.kernel.layout import MAX_SEATS, SPECTATOR
from caserne.core.kernel.rng import generators

MOST_NODES = 1 << 20
"""Of one tree, 64 bytes each; a full tree stops growing, but its visits still count."""
DEFAULT = Budget(nodes=10_000)
SLICES = 16
"""How often a search looks at the clock, or whether it may stop early."""
FIRST_SLICE = 32
"""Iterations before the first look at the clock."""

PLAYOUT_WEIGHTS = {"evaluate": 0.0, "learned": 0.0, "mixed": 0.5, "playout": 1.0}


class MctsBot(Bot):
    """Plays the most visited move of a tree that grows where moves score best for their actor.

    leaf: value leaves by the room's evaluation (`evaluate`), by what it has learned, if it has (`learned`), by a
    playout to the `horizon` (`playout`), or half by evaluation and half by playout (`mixed`). careless: the share of
    random moves in playouts; the room picks the others. explore, urgency, order, preview, trust: see `tree.PLAN`.
    worlds: drawn by the room's belief (`belief`) or evenly (`uniform`). others: they play for themselves (`own`) or all
    against the bot (`paranoid`). noise: 0 plays the best move, 1 a move as often as it was visited.
    """

    SETTINGS: ClassVar = {
        "leaf": Choice(*PLAYOUT_WEIGHTS),
        "horizon": Number(),
        "careless": Number(),
        "explore": Number(),
        "urgency": Number(),
        "order": Number(),
        "preview": Number(),
        "trust": Number(),
        "worlds": Choice("belief", "uniform"),
        "others": Choice("own", "paranoid"),
        "noise": Number(),
    }

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        leaf: str = "evaluate",
        horizon: float = 40,
        careless: float = 0.1,
        explore: float = 0.6,
        urgency: float = 0,
        order: float = 0,
        preview: float = 0.2,
        trust: float = 0,
        worlds: str = "belief",
        others: str = "own",
        noise: float = 0,
    ) -> None:
        super().__init__(seed, budget)
        if self.budget.nodes is None and self.budget.seconds is None:
            self.budget = Budget(DEFAULT.nodes, None, self.budget.threads)
        weights = {"explore": explore, "urgency": urgency, "order": order, "preview": preview, "trust": trust}
        words = {"leaf": leaf, "worlds": worlds, "others": others}
        self.check_settings(horizon=horizon, careless=careless, noise=noise, **words, **weights)
        self.noise = noise
        self.plan = np.zeros(1, PLAN)
        plan = self.plan[0]
        for name, weight in weights.items():
            plan[name] = weight
        plan.playout = PLAYOUT_WEIGHTS[leaf]
        plan.learned = leaf == "learned"
        plan.horizon = int(horizon)
        plan.careless = careless
        plan.believes = worlds == "belief"
        plan.paranoid = others == "paranoid"

    def choose(self, observation: Observation) -> str:
        if not observation.game.about.hidden and len(moves := observation.legal()) == 1:
            return moves[0]
        candidates = self.analyse(observation).candidates
        if not self.noise:
            return candidates[0].move
        weights = np.array([candidate.weight for candidate in candidates]) ** (1 / self.noise)
        drawn = self.number() / 2**31 * weights.sum()
        return candidates[int(np.searchsorted(np.cumsum(weights), drawn, "right"))].move

    def search(self, observation: Observation) -> Analysis:
        clues = observation.game.clues(observation)
        workspaces = [
            self._workspace(observation, clues, dice) for dice in generators(self.number(), self.budget.threads)
        ]
        if len(workspaces) == 1:
            self._grow(observation, workspaces[0])
        else:
            with ThreadPoolExecutor(len(workspaces)) as pool:
                for done in [pool.submit(self._grow, observation, workspace) for workspace in workspaces]:
                    done.result()
        return read_analysis(observation, workspaces)

    def _workspace(
        self, observation: Observation, clues: np.ndarray[Any, Any], dice: np.ndarray[Any, Any]
    ) -> Workspace:
        rules, hidden = observation.game.rules, observation.game.about.hidden
        plan = self.plan.copy()
        plan[0].seat = _searcher(observation)
        plan[0].hidden = hidden
        nodes = np.zeros(MOST_NODES, NODE)
        seen = np.zeros(1, rules.view)
        room = max(rules.past, DEEPEST + rules.past_per_action)
        past = np.zeros(observation.past.size + room, np.int64)
        return Workspace(
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
            moves=make_lists(rules),
            guesses=np.zeros(list_size(rules)),
            empty_view=np.zeros(1, rules.view),
            seen=seen,
            seen_words=seen.view(np.int32),
            child_by_action=np.zeros(rules.actions if hidden else 1, np.int32),
            path=np.zeros(DEEPEST, np.int32),
            worth=np.zeros((2, MAX_SEATS)),
            dice=dice.copy(),
        )

    def _grow(self, observation: Observation, workspace: Workspace) -> None:
        """Grow a tree until the budget is used up.

        In games with secrets it never stops early: the time that a bot takes could tell what it knows.
        """
        search, o = make_search(observation.game.rules), observation.game.o
        search(o, workspace, 0)  # so that loading compiled code takes no thinking time
        began, patient = perf_counter(), observation.game.about.hidden
        while (left := self._iterations_left(workspace, began)) > 0 and (patient or lead(workspace) <= left):
            search(o, workspace, min(left, (int(workspace.tally[DONE]) + left) // SLICES + 1))

    def _iterations_left(self, workspace: Workspace, began: float) -> int:
        return self.budget.iterations_left(int(workspace.tally[DONE]), perf_counter() - began, FIRST_SLICE)


class PlainBot(MctsBot):
    """Tree search as it was first described: UCB1 and random games to the end, without knowledge beside the rules."""

    SETTINGS: ClassVar = {"explore": Number()}

    def __init__(self, seed: int = 0, budget: Budget | None = None, explore: float = 1.4) -> None:
        super().__init__(seed, budget, "playout", careless=1, explore=explore, preview=0, worlds="uniform")
        self.plan[0].bounds = self.plan[0].blind = True
        self.plan[0].horizon = MOST_ITERATIONS  # no game lasts as long


def _searcher(observation: Observation) -> int:
    """Return the seat whose knowledge a search has; a spectator is -1, see `core.game.observation`."""
    return SPECTATOR if observation.seat is None else observation.seat
