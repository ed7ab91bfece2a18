"""Iterative deepening: search all moves of a position to depth 1, 2, 3, ..., the best of the last round first."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from time import perf_counter

from caserne.bots.bot import Budget
from caserne.bots.negamax import make_search
from caserne.bots.negamax_workspace import (
    AGE,
    INFINITE,
    LEARNED,
    NO_ACTION,
    NODES,
    REDUCES,
    ROOT,
    UNFINISHED,
    WON,
    make_workspace,
)
from caserne.bots.transpositions import ABSENT, Table, action_in
from caserne.core.game.position import Position

SLICE = 0.005
"""How long compiled code runs before the clock is read again, in seconds."""
FIRST_SLICE = 500
"""The first number of nodes, before the speed is known."""


class OutOfBudget(Exception):
    """The budget of the search is spent."""


@dataclass
class RootMove:
    """A legal move with its value so far."""

    action: int
    value: int = 0
    nodes: int = 0


class Meter:
    """Grants nodes until the budget is spent or another thread asks to stop."""

    def __init__(self, budget: Budget, stop: Event | None = None) -> None:
        self.budget = budget
        self.stop = stop
        self.began = perf_counter()

    def grant(self, spent: int) -> int:
        """Return how many nodes may be searched before the next call; 0 ends the search."""
        if self.stop and self.stop.is_set():
            return 0
        nodes = self._timed_slice(spent) if self.budget.seconds or self.stop else INFINITE**2
        return min(nodes, max(0, self.budget.nodes - spent)) if self.budget.nodes else nodes

    def _timed_slice(self, spent: int) -> int:
        elapsed = perf_counter() - self.began
        if self.budget.seconds and elapsed + SLICE >= self.budget.seconds:
            return 0
        return max(FIRST_SLICE, int(SLICE * spent / elapsed))


class Deepening:
    """One thread's search of one position."""

    def __init__(self, position: Position, table: Table, age: int, reduces: bool, learned: bool = False) -> None:
        self.position = position
        self.game = position.game
        self.moves = [RootMove(action) for action in position.legal_actions()]
        """The best first, by the last depth."""
        self.depth = 0
        """The depth to which all moves have been searched."""
        self.search = make_search(self.game.rules)
        state, past = position.scratch()
        self.workspace = make_workspace(self.game.rules, state[0], past, table)
        self.workspace.progress[[AGE, REDUCES, LEARNED]] = age, reduces, learned

    @property
    def nodes(self) -> int:
        return int(self.workspace.progress[NODES])

    def run(self, deepest: int, lines: int, budget: Budget, stop: Event | None = None, ahead: int = 0) -> None:
        """Search deeper and deeper until the budget is spent or the result is certain.

        The best `lines` moves get exact values. The first depth is always finished, and is not timed: it may have to
        compile the search.
        """
        self._search_all(1, lines, Meter(Budget()))
        meter = Meter(budget, stop)
        for depth in range(2 + ahead, deepest + 1):
            if self._is_decided(lines):
                return
            try:
                self._search_all(depth, lines, meter)
            except OutOfBudget:
                return

    def line(self) -> list[int]:
        """Return the best move and the best replies that the table holds."""
        actions, position = [self.moves[0].action], self.position.play_unchecked(self.moves[0].action)
        while len(actions) < self.depth and isinstance(position.actor, int):
            action = self._known_reply(position)
            if action not in position.legal_actions():
                break
            actions.append(action)
            position = position.play_unchecked(action)
        return actions

    def _is_decided(self, lines: int) -> bool:
        """Whether the best moves are wins and losses that no greater depth can change."""
        return all(WON - abs(move.value) <= self.depth for move in self.moves[:lines])

    def _search_all(self, depth: int, lines: int, meter: Meter) -> None:
        """Search every move; if the budget runs out, those already searched come first."""
        reached: list[RootMove] = []
        rest = list(self.moves)
        try:
            while rest:
                best = sorted((move.value for move in reached), reverse=True)
                self._search_move(rest[0], depth, best[lines - 1] if len(best) >= lines else None, meter)
                reached.append(rest.pop(0))
        finally:
            self.moves = sorted(reached, key=lambda move: -move.value) + rest
        self.depth = depth

    def _search_move(self, move: RootMove, depth: int, floor: int | None, meter: Meter) -> None:
        """Give a move its value, or an upper bound of it if it does not exceed the floor."""
        before = self.nodes
        try:
            if floor is not None:
                value = self._value_after(move.action, depth, floor, floor + 1, meter)
                if value <= floor:
                    move.value = value
                    return
            move.value = self._value_after(move.action, depth, -INFINITE if floor is None else floor, INFINITE, meter)
        finally:
            move.nodes += self.nodes - before

    def _value_after(self, action: int, depth: int, alpha: int, beta: int, meter: Meter) -> int:
        o, w = self.game.o, self.workspace
        self.search.begin(o, w, action, depth, alpha, beta)
        while nodes := meter.grant(self.nodes):
            value: int = self.search.search(o, w, nodes)
            if value != UNFINISHED:
                return value
        raise OutOfBudget

    def _known_reply(self, position: Position) -> int:
        state, past = position.scratch()
        self.workspace.states[ROOT] = state[0]
        known = self.search.find_known(self.game.o, self.workspace, ROOT, past)
        return action_in(int(known)) if known != ABSENT else NO_ACTION
