"""Something to do today, the same for everybody: a move to find, made from what the rooms have, by the date alone."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from random import Random
from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.lessons import Lesson, Step, lessons
from caserne.core.game.position import Position
from caserne.core.game.registry import about, open_game, playable_rooms
from caserne.core.game.words import LANGUAGES, SHARED_WORDS, Sentence
from caserne.server.content.catalogue import pointed

LONGEST = 400
"""Random games that take longer are given up, in moves."""
LEAST_CHOICE = 6
"""With fewer legal moves there is nothing to find."""


@lru_cache(maxsize=8)
def task(day: date, lang: str) -> dict[str, Any]:
    """Return the task of a day: its game, and a lesson of one step."""
    games = [game_id for game_id in playable_rooms() if _is_open(game_id) or _exercises(game_id)]
    game_id = games[day.toordinal() % len(games)]
    lesson = _winning_move(game_id, day) if _is_open(game_id) else _exercise(game_id, day)
    game = open_game(game_id, lesson.options)
    return {
        "day": day.isoformat(),
        "game": game_id,
        "title": about(game_id).title(lang),
        "lesson": pointed(lesson, game, lang),
    }


def position_of(day: date) -> tuple[Game[Any], Position, int]:
    """Return the position of the day's task and the seat that looks at it."""
    found = task(day, LANGUAGES[0])
    lesson = found["lesson"]
    game = open_game(found["game"], lesson["options"])
    return game, game.position(lesson["steps"][0]["position"]), lesson["seat"]


def _is_open(game_id: str) -> bool:
    """Return whether a winning move can be found by looking: no dice, nothing hidden, two players."""
    facts = about(game_id)
    return facts.luck == 0 and not facts.hidden and facts.seats == (2, 2)


def _exercises(game_id: str) -> list[Lesson]:
    return [lesson for lesson in lessons(game_id) if lesson.rule]


def _exercise(game_id: str, day: date) -> Lesson:
    found = _exercises(game_id)
    lesson = found[day.toordinal() // len(found) % len(found)]
    return Lesson(f"day-{day.isoformat()}", lesson.rule, lesson.title, lesson.seat, lesson.steps, lesson.options)


def _winning_move(game_id: str, day: date) -> Lesson:
    """Play random games until one has a position in which exactly one of several moves wins at once."""
    game, dice = open_game(game_id, {}), Random(day.toordinal())
    while True:
        for position in _random_game(game, dice):
            seat, moves = position.actor, position.legal()
            if not isinstance(seat, int) or len(moves) < LEAST_CHOICE:
                continue
            winning = [move for move in moves if _wins(position.play(move), seat)]
            if len(winning) == 1:
                return _lesson(position, seat, winning[0], day)


def _random_game(game: Game[Any], dice: Random) -> list[Position]:
    """Return the last positions of a random game."""
    position = game.start()
    played: list[Position] = []
    while position.result() is None and len(played) < LONGEST:
        seed = dice.randrange(2**31)
        move = position.random_setup(seed) if position.in_setup else dice.choice(position.legal())
        played.append(position)
        position = position.play(move)
    return played[-3:]


def _wins(position: Position, seat: int) -> bool:
    result = position.result()
    return result is not None and result.returns[seat] > 0


def _lesson(position: Position, seat: int, move: str, day: date) -> Lesson:
    name = position.game.words(f"seat.{seat}")
    step = Step(
        say=_translated(SHARED_WORDS("today.win", seat=name)),
        moves=(move,),
        then=_translated(SHARED_WORDS("today.won")),
        position=str(position),
    )
    return Lesson(f"day-{day.isoformat()}", "", _translated(SHARED_WORDS("today.title")), seat, (step,))


def _translated(sentence: Sentence) -> dict[str, str]:
    return {lang: sentence.text(lang) for lang in LANGUAGES}
