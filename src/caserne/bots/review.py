"""Reviews of records: a bot's value of each decision, given what its seat knew at that time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from caserne.bots.bot import Analysis, Bot
from caserne.bots.names import bot, read_name
from caserne.bots.workers import run_tasks
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.match.events import Action
from caserne.core.match.playthrough import Playthrough
from caserne.core.match.record import Record

WORLDS = 4
"""How many worlds are searched for a move that the bot did not search, in games with dice or secrets."""


class Verdict(StrEnum):
    """The quality of a decision, by how much it lost."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @classmethod
    def of(cls, loss: float) -> Verdict:
        """Return the verdict for a loss, on the scale from -1 (lost) to 1 (won)."""
        for verdict, least in THRESHOLDS.items():
            if loss >= least:
                return verdict
        return cls.GOOD


THRESHOLDS = {Verdict.BLUNDER: 0.3, Verdict.MISTAKE: 0.2, Verdict.INACCURACY: 0.1}
"""The smallest loss of each verdict; 0.1 is one game in twenty."""


@dataclass(frozen=True)
class Decision:
    """A move of a record with its review."""

    number: int
    """1, 2, ... among the moves that were not taken back; set-ups and dice do not count."""
    seat: int
    move: str
    value: float
    """The expected result for the seat before the move, from -1 to 1."""
    best: str
    """The bot's move."""
    loss: float
    """By how much the bot's move is better."""
    line: tuple[str, ...]
    """The line that the bot expects after its move."""
    verdict: Verdict


def review(
    record: Record,
    name: str,
    *,
    seed: int = 0,
    jobs: int = 1,
    threads: int = 1,
    on_progress: Callable[[int], None] | None = None,
) -> list[Decision]:
    """Review every decision of a record except its set-ups, with the bot of that name.

    Each decision gets a new bot, so that the same seed gives the same review in any number of processes.
    """
    todo = tasks(record, name, seed=seed, threads=threads)
    return run_tasks(judge, todo, jobs, lambda *_: on_progress(1) if on_progress else None)


def tasks(record: Record, name: str, *, seed: int = 0, threads: int = 1) -> list[Task]:
    """Return one task for each decision of a record."""
    read_name(name, record.game)
    text = record.dumps()
    return [Task(text, number, name, seed, threads) for number in range(len(_moments(text)))]


@dataclass(frozen=True)
class Task:
    """One decision to review, in any process."""

    record: str
    number: int
    bot: str
    seed: int
    threads: int


def judge(task: Task) -> Decision:
    """Review one decision."""
    observation, move = _moments(task.record)[task.number]
    with closing(bot(task.bot, observation.game, task.seed + task.number, task.threads)) as player:
        return _decision(task.number + 1, observation, move, player)


@lru_cache(maxsize=1)
def _moments(text: str) -> list[tuple[Observation, str]]:
    """Return what each seat knew when it moved, and its move."""
    record = Record.loads(text)
    playthrough = Playthrough(record.game, record.first())
    moments = []
    for event in record.standing():
        if isinstance(event, Action) and not playthrough.position.in_setup:
            moments.append((playthrough.view(event.seat), event.move))
        playthrough.play(event.move)
    return moments


def _decision(number: int, observation: Observation, move: str, player: Bot) -> Decision:
    analysis = player.analyse_with(observation, move)
    loss = 0.0 if move == analysis.best else max(0.0, analysis.value - _value_of(observation, move, analysis, player))
    seat = int(observation.seat or 0)
    return Decision(number, seat, move, analysis.value, analysis.best, loss, analysis.line, Verdict.of(loss))


def _value_of(observation: Observation, move: str, analysis: Analysis, player: Bot) -> float:
    """Return the value of a move; search it now if the analysis has not."""
    game = observation.game
    searched = {candidate.move: candidate.value for candidate in analysis.candidates if candidate.weight}
    if move in searched:
        return searched[move]
    worlds = WORLDS if game.about.hidden or game.about.luck else 1
    after = [observation.sample(player.number()).play(move) for _ in range(worlds)]
    return sum(_value_for(position, int(observation.seat or 0), player) for position in after) / worlds


def _value_for(position: Position, seat: int, player: Bot) -> float:
    """Return the value of a position for a seat, from the actor's search; the others share what the actor loses."""
    while position.actor == "chance":
        results = position.legal()
        position = position.play(results[player.number() % len(results)])
    if not isinstance(position.actor, int):
        returns = position.returns()
        assert returns is not None
        return returns[seat]
    value = player.analyse(position.view(position.actor)).value
    return value if position.actor == seat else -value / (position.game.seats - 1)
