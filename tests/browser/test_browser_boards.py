"""The board editor: paint a board, correct its problems, share it, and play on a shared board."""

from __future__ import annotations

import re

from accessibility import needs_axe, violations
from browser_player import NewPlayer, Player
from playwright.sync_api import expect
from rooms_by_kind import with_painted_boards

from caserne.core.game.board_form import SEPARATOR, Rows
from caserne.core.game.option_forms import option_forms

GAME, FORM = with_painted_boards()
PAGE = f"/games/{GAME}/boards"
BLANK = FORM.blank(*FORM.usual)
CELLS = [cell.id for cell in sorted(FORM.scene(BLANK, "en").cells, key=lambda cell: (cell.y, cell.x))]
"""In the order of the text."""
WIDTH, SIZE = FORM.usual[0], len(FORM.layers)
OPTION = next(option.title for option in option_forms(GAME, "en") if option.name == FORM.option)
PAINTS = [(layer, paint) for layer, one in enumerate(FORM.layers) for paint in one.paints]


def with_painted_cell(rows: Rows, place: int, number: int) -> Rows:
    """Paint one cell; the cell and the paint are given by number."""
    layer, paint = PAINTS[number]
    row, at = rows[place // WIDTH], place % WIDTH * SIZE + layer
    changed = row[:at] + paint.sign + row[at + 1 :]
    return (*rows[: place // WIDTH], changed, *rows[place // WIDTH + 1 :])


def find_problem() -> tuple[int, int]:
    """A cell and a paint that make the board unplayable."""
    for place in range(len(CELLS)):
        for number in range(len(PAINTS)):
            problems = FORM.problems(with_painted_cell(BLANK, place, number))
            if any(problem.grave and problem.cells == (CELLS[place],) for problem in problems):
                return place, number
    raise LookupError("everything goes together")


def free_row() -> int:
    """The number of the first cell of a middle row, where any paint is allowed."""
    return FORM.usual[1] // 2 * WIDTH


def pick(player: Player, number: int) -> None:
    title = PAINTS[number][1].title.text("en")
    player.page.get_by_role("button", name=re.compile(f"^{re.escape(title)}", re.I)).first.click()


def text_of(player: Player) -> str:
    """The text of the board in the editor."""
    player.page.get_by_role("button", name="Other boards").click()
    text = player.page.get_by_role("textbox", name="As text").input_value()
    player.page.get_by_role("button", name="Close").click()
    return text.replace("\n", SEPARATOR)


def open_editor(player: Player) -> None:
    player.open(PAGE)
    expect(player.page.get_by_text("This board can be played on")).to_be_visible()


def drag_finger(player: Player, start: str, end: str) -> None:
    """Drag with a real touch, which a browser might take for scrolling."""
    (left, top), (right, bottom) = player.middle(start), player.middle(end)
    session = player.context.new_cdp_session(player.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": left, "y": top}]})
    for n in range(1, 9):
        at = {"x": left + (right - left) * n / 8, "y": top + (bottom - top) * n / 8}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@needs_axe
def test_a_board_is_painted_corrected_shared_and_played_on_by_another_visitor(new_player: NewPlayer) -> None:
    painter, friend = new_player(inspected=True), new_player(width=360, height=740, touch=True, inspected=True)
    painter.open("/")
    painter.page.get_by_role("link", name="Boards").click()
    expect(painter.page.get_by_text("This board can be played on")).to_be_visible()

    place, number = find_problem()
    pick(painter, number)
    painter.touch(CELLS[place])
    expect(painter.page.get_by_text("1 thing to mend")).to_be_visible()
    expect(painter.page.get_by_role("button", name="Share by a link")).to_be_disabled()
    painter.page.get_by_role("button", name=f"Show {CELLS[place]}").click()
    expect(painter.cell(CELLS[place])).to_be_focused()
    assert violations(painter) == []
    painter.page.keyboard.press("Control+z")
    expect(painter.page.get_by_text("This board can be played on")).to_be_visible()

    start, painted = free_row(), BLANK
    pick(painter, 1)
    painter.cell(CELLS[start]).hover()
    painter.page.mouse.down()
    painter.cell(CELLS[start + 3]).hover()
    painter.page.mouse.up()
    for step in range(4):
        painted = with_painted_cell(painted, start + step, 1)
    painter.page.reload()
    expect(painter.page.get_by_text("This board can be played on")).to_be_visible()
    assert text_of(painter) == SEPARATOR.join(painted)

    painter.page.get_by_role("button", name="Share by a link").click()
    painter.page.get_by_label("Name of the board").last.fill("Four ponds")
    painter.page.get_by_role("button", name="Make the link").click()
    link = painter.page.get_by_role("textbox", name="Link to the board").input_value()

    friend.page.goto(link)
    expect(friend.page.get_by_role("heading", name="Four ponds")).to_be_visible()
    assert violations(friend) == []
    friend.page.get_by_role("button", name="Play the computer").tap()
    expect(friend.page.get_by_label(OPTION)).to_have_value(SEPARATOR.join(painted))
    friend.page.get_by_role("button", name="Begin").tap()
    friend.wait(lambda: bool(friend.state))
    match = friend.page.url.rpartition("/")[2]
    played = friend.context.request.get(f"{friend.url}/api/matches/{match}").json()
    assert played["options"][FORM.option] == SEPARATOR.join(painted)
    expect(friend.page.get_by_role("button", name="Ready")).to_be_enabled()


def test_the_keyboard_paints_and_uses_tools(new_player: NewPlayer) -> None:
    player = new_player()
    open_editor(player)
    start, painted = free_row(), BLANK
    player.cell(CELLS[start]).focus()
    player.page.keyboard.press("2")
    player.page.keyboard.press("ArrowRight")
    player.page.keyboard.type(PAINTS[2][1].sign)
    painted = with_painted_cell(with_painted_cell(painted, start, 1), start + 1, 2)
    player.page.get_by_role("button", name="Rectangle").click()
    player.cell(CELLS[start + 3]).focus()
    player.page.keyboard.press("Enter")
    player.page.keyboard.press("ArrowRight")
    player.page.keyboard.press("ArrowDown")
    player.page.keyboard.press("Enter")
    for place in (start + 3, start + 4, start + 3 + WIDTH, start + 4 + WIDTH):
        painted = with_painted_cell(painted, place, 2)
    player.page.get_by_role("button", name="Paint both sides at once").click()
    player.page.keyboard.press("Tab")
    player.page.get_by_role("button", name="Brush").click()
    player.cell(CELLS[start + 6]).focus()
    player.page.keyboard.press("2")
    painted = with_painted_cell(with_painted_cell(painted, start + 6, 1), len(CELLS) - 1 - (start + 6), 1)
    assert text_of(player) == SEPARATOR.join(painted)
    player.page.get_by_role("button", name="Undo").click()
    player.page.get_by_role("button", name="Redo").click()
    assert text_of(player) == SEPARATOR.join(painted)


@needs_axe
def test_a_touch_paints_on_a_phone_and_boards_are_opened_from_other_sources(new_player: NewPlayer) -> None:
    player = new_player(width=360, height=740, touch=True, inspected=True)
    open_editor(player)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360
    start = free_row()
    drag_finger(player, CELLS[start], CELLS[start - WIDTH])
    changed = text_of(player)
    assert changed == SEPARATOR.join(with_painted_cell(with_painted_cell(BLANK, start, 1), start - WIDTH, 1))

    player.page.get_by_role("button", name="Other boards").tap()
    assert violations(player) == []
    player.page.get_by_role("textbox", name="As text").fill("nonsense")
    player.page.get_by_role("button", name="Take this text").tap()
    expect(player.page.get_by_role("alert")).not_to_be_empty()
    player.page.get_by_role("dialog").get_by_label("Columns").fill(str(FORM.least))
    player.page.get_by_role("dialog").get_by_label("Rows").fill(str(FORM.least))
    player.page.get_by_role("button", name="Start", exact=True).tap()
    expect(player.board.get_by_role("gridcell")).to_have_count(FORM.least**2)
    assert text_of(player) == SEPARATOR.join(FORM.blank(FORM.least, FORM.least))
    player.page.get_by_role("button", name="Other boards").tap()
    player.page.get_by_role("button", name="Untitled", exact=True).last.tap()
    expect(player.board.get_by_role("gridcell")).to_have_count(len(CELLS))
    assert text_of(player) == changed
    assert violations(player) == []
