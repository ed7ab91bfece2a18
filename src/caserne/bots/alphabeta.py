"""Alpha-beta search for two seats that hide nothing from each other: iterative deepening, on one core or several."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from caserne.bots.bot import Analysis, Bot, Budget, Candidate, UnknownBot
from caserne.bots.deepening import Deepening, RootMove
from caserne.bots.negamax import FULL
from caserne.bots.settings import whole
from caserne.bots.transpositions import AGES, make_table
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.kernel.rng import below

DEPTH = 60
"""No search looks farther ahead than this."""
SECONDS = 1.0
"""What a bot without a budget and a depth takes for a move."""


class AlphaBetaBot(Bot):
    """Looks as far ahead as its budget lets it; what it has learned stays with it from move to move.

    `depth` is how many moves it looks ahead at the most, `noise` the largest error it makes on purpose, in hundredths
    of a won game, `table` the megabytes of its memory. `lines` is for `analyse`: so many of the best moves get an exact
    value, the others one that theirs does not exceed. With `reduce=0` all moves are looked at equally deep.
    """

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        depth: str = str(DEPTH),
        noise: str = "0",
        lines: str = "3",
        table: str = "64",
        reduce: str = "1",
    ) -> None:
        super().__init__(seed, budget)
        self.depth = whole("depth", depth, 1, DEPTH)
        self.noise = whole("noise", noise, 0, 100)
        self.lines = whole("lines", lines, 1, 1_000)
        self.reduces = bool(whole("reduce", reduce, 0, 1))
        self.table = make_table(whole("table", table, 1, 4_096))
        self.searches = 0
        if self.budget.nodes is None and self.budget.seconds is None and self.depth == DEPTH:
            self.budget = Budget(seconds=SECONDS, threads=self.budget.threads)

    def choose(self, observation: Observation) -> str:
        moves = observation.legal()
        return moves[0] if len(moves) == 1 else self._search(observation, 1).best

    def analyse(self, observation: Observation) -> Analysis:
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
        """A search of its own for one thread; which of equal moves it prefers is left to chance."""
        deepening = Deepening(position, self.table, self.searches % AGES, self.reduces)
        lots = {move.action: self.number() for move in deepening.moves}
        deepening.moves.sort(key=lambda move: lots[move.action])
        return deepening

    @contextmanager
    def _helpers(self, position: Position) -> Iterator[None]:
        """Further threads that search the same position and share nothing but the table, half of them a move ahead."""
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
