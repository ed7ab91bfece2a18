"""Alpha-beta search for two seats that hide nothing from each other: iterative deepening, on one core or several."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import ClassVar

from caserne.bots.bot import Analysis, Bot, Budget, Candidate, UnknownBot
from caserne.bots.deepening import Deepening, RootMove
from caserne.bots.negamax_workspace import FULL
from caserne.bots.settings import Choice, Whole
from caserne.bots.transpositions import AGES, make_table
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.kernel.rng import below

DEPTH = 60
"""The greatest depth of a search."""
SECONDS = 1.0
"""The time for a move of a bot without a budget and a depth."""


class AlphaBetaBot(Bot):
    """Searches as deep as its budget allows, and keeps its transposition table from move to move.

    depth: the most moves ahead. noise: the largest error of a value, in hundredths of a won game. lines: how many of
    the best moves `analyse` gives an exact value; that of the others is an upper bound. table: the megabytes of the
    transposition table. reduce: search late moves less deeply at first. leaf: value leaves by the room's evaluation
    (`evaluate`), or by what it has learned, if it has (`learned`).
    """

    SETTINGS: ClassVar = {
        "depth": Whole(1, DEPTH),
        "noise": Whole(0, 100),
        "lines": Whole(1, 1_000),
        "table": Whole(1, 4_096),
        "reduce": Whole(0, 1),
        "leaf": Choice("evaluate", "learned"),
    }

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        depth: int = DEPTH,
        noise: int = 0,
        lines: int = 3,
        table: int = 64,
        reduce: bool = True,
        leaf: str = "evaluate",
    ) -> None:
        super().__init__(seed, budget)
        self.check_settings(depth=depth, noise=noise, lines=lines, table=table, reduce=reduce, leaf=leaf)
        self.depth, self.noise, self.lines = depth, noise, lines
        self.reduces, self.learned = bool(reduce), leaf == "learned"
        self.table = make_table(table)
        self.searches = 0
        if self.budget.nodes is None and self.budget.seconds is None and self.depth == DEPTH:
            self.budget = Budget(seconds=SECONDS, threads=self.budget.threads)

    def choose(self, observation: Observation) -> str:
        moves = observation.legal()
        return moves[0] if len(moves) == 1 else self._search(observation, 1).best

    def search(self, observation: Observation) -> Analysis:
        return self._search(observation, self.lines)

    def _search(self, observation: Observation, lines: int) -> Analysis:
        position = observation.sample(self.number())
        if position.game.seats != 2:
            raise UnknownBot.of("two_seats_only", bot="alphabeta", seats=position.game.seats)
        self.searches += 1
        deepening = self._deepening(position)
        with self._helpers(position):
            deepening.run(self.depth, len(deepening.moves) if self.noise else lines, self.budget)
        return self._report(deepening)

    def _deepening(self, position: Position) -> Deepening:
        """Return a search for one thread; it prefers one of equal moves by lot."""
        deepening = Deepening(position, self.table, self.searches % AGES, self.reduces, self.learned)
        lots = {move.action: self.number() for move in deepening.moves}
        deepening.moves.sort(key=lambda move: lots[move.action])
        return deepening

    @contextmanager
    def _helpers(self, position: Position) -> Iterator[None]:
        """Search in further threads that share only the table; half of them start one move deeper."""
        stop = Event()
        threads = []
        for number in range(1, self.budget.threads):
            arguments = (self.depth, 1, Budget(), stop, number % 2)
            threads.append(Thread(target=self._deepening(position).run, args=arguments))
            threads[-1].start()
        try:
            yield
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def _report(self, deepening: Deepening) -> Analysis:
        moves = deepening.moves
        if self.noise:
            for move in moves:
                move.value += below(self.dice, 2 * self.noise * FULL // 100 + 1) - self.noise * FULL // 100
            moves.sort(key=lambda move: -move.value)
        nodes = sum(move.nodes for move in moves)
        write = deepening.game.write_move
        return Analysis(
            _expected(moves[0]),
            tuple(Candidate(write([move.action]), _expected(move), move.nodes / max(nodes, 1)) for move in moves),
            tuple(write([action]) for action in deepening.line()),
            deepening.depth,
            nodes,
        )


def _expected(move: RootMove) -> float:
    return max(-1.0, min(1.0, move.value / FULL))
