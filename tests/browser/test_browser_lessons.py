"""The lessons of all games, done on a phone."""

from __future__ import annotations

import re

import pytest
from browser_player import NewPlayer
from playwright.sync_api import Page, expect

import caserne
from caserne.core.game.findings import findings
from caserne.core.game.lessons import Lesson, Step, lessons
from caserne.core.game.registry import rooms

every_taught_game = pytest.mark.parametrize("game", [game for game in rooms() if lessons(game)])


def do(page: Page, game: str, lesson: Lesson, step: Step) -> None:
    """Do what a step asks for."""
    if not step.moves:
        page.get_by_role("button", name="I see").tap()
        return
    move = step.moves[0]
    rules = caserne.game(game, **lesson.options)
    cells = rules.touches(move)
    if not cells:
        page.get_by_role("button", name="Roll the die").tap()
    for cell in cells:
        page.locator(f'[data-hit="{cell}"]').tap()
    if "*" in move:
        page.get_by_role("button", name=rules.move_label(move, "en"), exact=True).tap()
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play.or_(page.get_by_text(step.then["en"])).first).to_be_visible()
    if play.is_visible():
        play.tap()


@every_taught_game
def test_the_first_lesson_can_be_completed(new_player: NewPlayer, game: str) -> None:
    page, taught = new_player_page(new_player, f"/learn/{game}/first"), first(game)
    for number, step in enumerate(taught.steps):
        if number and step.position and taught.steps[number - 1].then:
            page.get_by_role("button", name="Go on").click()
        expect(page.get_by_text(step.say["en"])).to_be_visible()
        do(page, game, taught, step)
        if step.then:
            expect(page.get_by_text(step.then["en"])).to_be_visible()
    expect(page.get_by_role("button", name="Play against the computer")).to_be_visible()


def test_a_rule_can_be_tried_in_the_rulebook(new_player: NewPlayer) -> None:
    taught = [(game, lesson) for game in rooms() for lesson in lessons(game) if lesson.rule]
    game, lesson = next((game, lesson) for game, lesson in taught if lesson.steps[0].refused_by)
    page = new_player_page(new_player, f"/learn/{game}#{lesson.rule}")
    section = page.get_by_role("region", name=re.compile(lesson.rule))
    expect(section.get_by_role("heading")).to_be_in_viewport()
    section.get_by_role("button", name=re.compile("^Try it")).first.click()
    expect(section.get_by_text(lesson.steps[0].say["en"])).to_be_visible()
    do(page, game, lesson, lesson.steps[0])
    expect(section.get_by_role("link", name=f"See rule {lesson.steps[0].refused_by}")).to_be_visible()


def test_a_lesson_shows_the_move_and_goes_on_where_one_stopped(new_player: NewPlayer) -> None:
    taught_games = [game for game in rooms() if lessons(game)]
    game = next(game for game in taught_games if all("-" in move for step in first(game).steps for move in step.moves))
    page, taught = new_player_page(new_player, f"/learn/{game}/first"), first(game)
    board = page.get_by_role("grid")
    expect(page.locator(".sign.reach").first).to_be_visible()
    place = board.bounding_box()
    done = 0
    for done, step in enumerate(taught.steps[:3], 1):
        expect(page.get_by_text(step.say["en"])).to_be_visible()
        page.get_by_role("button", name="Show me" if step.moves else "I see").tap()
        expect(page.get_by_text(taught.steps[done].say["en"])).to_be_visible()
    assert board.bounding_box() == place, "the board stays where it is"
    page.reload()
    expect(page.get_by_text(taught.steps[done].say["en"])).to_be_visible()


def test_a_lesson_speaks_before_its_board_is_drawn(new_player: NewPlayer) -> None:
    game = next(game for game in rooms() if lessons(game))
    player = new_player()
    player.page.route("**/art", lambda route: None)  # never answered
    player.open(f"/learn/{game}/first")
    expect(player.page.get_by_text(first(game).steps[0].say["en"])).to_be_visible()
    expect(player.page.get_by_text("The board is being drawn")).to_be_visible()
    expect(player.board).to_have_count(0)


def test_the_task_of_the_day_can_be_found(new_player: NewPlayer) -> None:
    """It is a winning move, or an exercise where such a move cannot be seen: both pages call it the same."""
    page = new_player_page(new_player, "/")
    task = page.get_by_role("link", name=re.compile("(Move|Exercise) of the day"))
    title = task.locator("strong").inner_text()
    task.tap()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    expect(page.locator(".sign.reach")).to_have_count(0)


def test_a_rulebook_shows_drawings_and_folds_variants_away(new_player: NewPlayer) -> None:
    game = next(game for game in rooms() if caserne.game(game).options.as_dict() and lessons(game))
    page = new_player_page(new_player, f"/learn/{game}")
    picture = page.locator("figure img.day").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("picture => picture.complete && picture.naturalWidth > 0", arg=picture.element_handle())
    page.get_by_role("link", name="Variants").first.tap()
    expect(page.get_by_role("heading", level=1, name=re.compile("Variants"))).to_be_visible()


def test_what_was_found_out_about_a_game_stands_on_its_page(new_player: NewPlayer) -> None:
    game = next(game for game in rooms() if findings(game))
    page = new_player_page(new_player, "/learn")
    page.get_by_role("link", name=f"Did you know? – {caserne.games()[game].title('en')}").tap()
    found = page.get_by_role("region", name="Did you know?")
    expect(found.get_by_role("heading", level=2)).to_be_in_viewport()
    for finding in findings(game):
        expect(found.get_by_role("heading", name=finding.title["en"])).to_be_attached()
        expect(found.get_by_text(finding.text["en"])).to_be_attached()


def first(game: str) -> Lesson:
    return next(lesson for lesson in lessons(game) if not lesson.rule)


def new_player_page(new_player: NewPlayer, path: str) -> Page:
    player = new_player(width=360, height=740, touch=True)
    player.open(path)
    return player.page
