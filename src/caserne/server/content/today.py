"""Something to do today, the same for everybody: a move to find, made from what the rooms have, by the date alone."""

from __future__ import annotations

from collections import deque
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
MOST_GAMES = 100
"""Random games that are searched for a win in one move."""
LEAST_CHOICE = 6
"""With fewer legal moves there is nothing to find."""


@lru_cache(maxsize=8)
def task(day: date, lang: str) -> dict[str, Any]:
    """Return the task of a day: its game, and a lesson of one step."""
    games = deque(playable_rooms())
    games.rotate(-day.toordinal())
    game_id, lesson = next((game_id, lesson) for game_id in games if (lesson := _lesson_of(game_id, day)))
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


def _lesson_of(game_id: str, day: date) -> Lesson | None:
    return (_winning_move(game_id, day) if _is_open(game_id) else None) or _exercise(game_id, day)


def _is_open(game_id: str) -> bool:
    """Return whether a winning move can be found by looking: no dice, nothing hidden, two players."""
    facts = about(game_id)
    return facts.luck == 0 and not facts.hidden and facts.seats == (2, 2)


def _exercise(game_id: str, day: date) -> Lesson | None:
    found = [lesson for lesson in lessons(game_id) if lesson.rule]
    if not found:
        return None
    lesson = found[day.toordinal() // len(found) % len(found)]
    return Lesson(f"day-{day.isoformat()}", lesson.rule, lesson.title, lesson.seat, lesson.steps, lesson.options)


def _winning_move(game_id: str, day: date) -> Lesson | None:
    """Play random games until one has a position in which exactly one of several moves wins at once."""
    game, dice = open_game(game_id, {}), Random(day.toordinal())
    for _ in range(MOST_GAMES):
        for position in _last_positions(game, dice):
            seat, actions = position.actor, position.legal_actions()
            if not isinstance(seat, int) or len(actions) < LEAST_CHOICE:
                continue
            winning = [action for action in actions if _wins(position.play_unchecked(action), seat)]
            if len(winning) == 1:
                return _lesson(position, seat, game.write_move(winning), day)
    return None


def _last_positions(game: Game[Any], dice: Random) -> list[Position]:
    """Return the last positions of a random game."""
    played = [game.start()]
    while played[-1].actor is not None and len(played) < LONGEST:
        played.append(played[-1].play_unchecked(dice.choice(played[-1].legal_actions())))
    return played[-4:-1]


def _wins(position: Position, seat: int) -> bool:
    returns = position.returns()
    return returns is not None and returns[seat] > 0


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
