"""The lessons of every room: each step can be done, and moves that should be refused are."""

from __future__ import annotations

import re

import pytest
from games_and_options import every_game, rooms

import caserne
from caserne.core.game.lessons import Lesson, Step, lessons
from caserne.core.game.position import Position
from caserne.core.game.rulebook import Rulebook
from caserne.core.game.words import LANGUAGES

every_lesson = pytest.mark.parametrize(
    "lesson",
    [pytest.param((game, lesson), id=f"{game}-{lesson.name}") for game in rooms() for lesson in lessons(game)],
)


@every_lesson
def test_every_step_can_be_done(lesson: tuple[str, Lesson]) -> None:
    game_id, taught = lesson
    assert taught.steps[0].position, "a lesson begins somewhere"
    game = caserne.game(game_id, **taught.options)
    standing: list[Position] = []
    for step in taught.steps:
        before = [game.position(step.position)] if step.position else standing
        standing = [after for position in before for after in _done(position, step, taught.seat)]


def _done(position: Position, step: Step, seat: int) -> list[Position]:
    """The positions that a step can lead to, one per accepted move."""
    cells = {cell.id for cell in position.game.scene(position.view(seat), "en").cells}
    assert cells.issuperset((*step.look, *step.path))
    if not step.moves:
        return [position.play_all(list(step.replies))]
    assert position.actor in (seat, "chance"), f"it is not the learner's turn: {step.say['en']}"
    if step.refused_by:
        for move in step.moves:
            assert step.refused_by in {refusal.rule for refusal in position.explain(move)}, move
        return [position]
    return [position.play(move).play_all(list(step.replies)) for move in step.moves]


@every_game
def test_a_room_with_lessons_has_a_first_game_and_three_rules_to_try(game_id: str) -> None:
    taught = lessons(game_id)
    if not taught:
        pytest.skip("this room has no lessons")
    known = {section.rule for section in Rulebook.read(game_id, "en").sections}
    rules = [lesson.rule for lesson in taught]
    assert rules.count("") == 1, "one first game"
    assert len(set(rules) - {""}) >= 3
    assert set(rules) - {""} <= known
    assert len({lesson.name for lesson in taught}) == len(taught)
    assert len(next(lesson for lesson in taught if not lesson.rule).steps) >= 4


@every_lesson
def test_a_lesson_is_complete_in_every_language(lesson: tuple[str, Lesson]) -> None:
    _, taught = lesson
    steps = [sentence for step in taught.steps for sentence in (step.say, step.then) if sentence]
    sentences = [taught.title, *steps]
    for sentence in sentences:
        assert set(sentence) == set(LANGUAGES)
        assert all(sentence.values())
        assert not re.search(r" [:;!?»]|« |'", sentence["fr"]), "French wants no-break spaces and curly apostrophes"
