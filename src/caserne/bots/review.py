"""A recorded game reviewed by a bot: what each decision was worth, from what its seat could know at the time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from caserne.bots.bot import Analysis, Bot
from caserne.bots.names import bot, read_name
from caserne.bots.workers import spread
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.match.events import Action
from caserne.core.match.playthrough import Course
from caserne.core.match.record import Record

WORLDS = 4
"""In how many worlds a move is tried that the bot has not looked at, where dice or secrets make worlds differ."""


class Verdict(StrEnum):
    """What a decision was, by the share of the game that it gave away."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @classmethod
    def of(cls, loss: float) -> Verdict:
        """By the loss on the scale from -1 (lost) to 1 (won)."""
        for verdict, least in THRESHOLDS.items():
            if loss >= least:
                return verdict
        return cls.GOOD


THRESHOLDS = {Verdict.BLUNDER: 0.3, Verdict.MISTAKE: 0.2, Verdict.INACCURACY: 0.1}
"""The smallest loss of each; 0.1 is one game in twenty."""


@dataclass(frozen=True)
class Decision:
    """A move of a record and what the bot thinks of it."""

    number: int
    """1, 2, ... among the moves that were not taken back; set-ups and dice are none."""
    seat: int
    move: str
    value: float
    """What the seat could expect before it, from -1 to 1."""
    best: str
    """What the bot would have played."""
    loss: float
    """How much better that is."""
    line: tuple[str, ...]
    """How the bot thinks it would have gone on."""
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
    """Every decision of a record but its set-ups, judged by the bot of that name.

    Each is judged afresh, so that the same seed gives the same review in any number of processes.
    """
    todo = tasks(record, name, seed=seed, threads=threads)
    return spread(judge, todo, jobs, lambda *_: on_progress(1) if on_progress else None)


def tasks(record: Record, name: str, *, seed: int = 0, threads: int = 1) -> list[Task]:
    """The decisions of a record, each to be judged by itself."""
    read_name(name, record.game)
    text = record.dumps()
    return [Task(text, number, name, seed, threads) for number in range(len(_moments(text)))]


@dataclass(frozen=True)
class Task:
    """One decision to be judged, in any process."""

    record: str
    number: int
    bot: str
    seed: int
    threads: int


def judge(task: Task) -> Decision:
    """What the bot thinks of one decision."""
    observation, move = _moments(task.record)[task.number]
    with closing(bot(task.bot, observation.game, task.seed + task.number, task.threads)) as player:
        return _decision(task.number + 1, observation, move, player)


@lru_cache(maxsize=1)
def _moments(text: str) -> list[tuple[Observation, str]]:
    """What each seat knew when it moved, and its move."""
    record = Record.loads(text)
    course = Course(record.game, record.first())
    moments = []
    for event in record.standing():
        if isinstance(event, Action) and not course.position.in_setup:
            moments.append((course.view(event.seat), event.move))
        course.play(event.move)
    return moments


def _decision(number: int, observation: Observation, move: str, player: Bot) -> Decision:
    analysis = player.analyse(observation)
    loss = 0.0 if move == analysis.best else max(0.0, analysis.value - _value_of(observation, move, analysis, player))
    seat = int(observation.seat or 0)
    return Decision(number, seat, move, analysis.value, analysis.best, loss, analysis.line, Verdict.of(loss))


def _value_of(observation: Observation, move: str, analysis: Analysis, player: Bot) -> float:
    """What the bot thinks of a move; one that it has not looked at is looked at now."""
    game = observation.game
    looked_at = {candidate.move: candidate.value for candidate in analysis.candidates if candidate.weight}
    if move in looked_at:
        return looked_at[move]
    worlds = WORLDS if game.about.hidden or game.about.luck else 1
    after = [observation.sample(player.number()).play(move) for _ in range(worlds)]
    return sum(_worth(position, int(observation.seat or 0), player) for position in after) / worlds


def _worth(position: Position, seat: int, player: Bot) -> float:
    """What a seat may expect of a position; whoever acts there is asked, and what one wins the others lose."""
    while position.actor == "chance":
        results = position.legal()
        position = position.play(results[player.number() % len(results)])
    if not isinstance(position.actor, int):
        returns = position.returns()
        assert returns is not None
        return returns[seat]
    value = player.analyse(position.view(position.actor)).value
    return value if position.actor == seat else -value / (position.game.seats - 1)
