"""A toy game with secrets and a die in the terminal."""

import pytest
from tui_driver import Driver, sit, table

import caserne
from caserne.tui.app import TableApp
from caserne.tui.dialogs import HandoverDialog

pytestmark = pytest.mark.slow


def oracle(*seats: str) -> TableApp:
    return table(caserne.game("oracle"), seats, "en")


async def hide(driver: Driver, letter: str) -> None:
    driver.screen.suggest(driver.screen.local.to_act(), letter)
    await driver.press("1")


def test_a_person_rolls_and_presses_buttons():
    async def scenario(driver: Driver) -> None:
        await hide(driver, "B")
        assert driver.status == "The die must fall."
        assert driver.offers == ["1 Roll the die"]
        await driver.press("enter")
        [die] = [event.move for event in driver.match.seen_by(0) if event.actor == "chance"]
        assert driver.message == f"The die shows: {die}."
        assert driver.offers == ["1 x1", "2 x2", "3 x3"]
        await driver.press("2")
        assert driver.offers == ["1 A?", "2 B?", "3 C?"]
        await driver.press("1")  # the bot then rolls, stakes and guesses by itself
        assert driver.match.position.ply == 2
        assert driver.offers == ["1 Roll the die"]
        assert f"{die} x2 A?" in driver.words("#move_lines")

    sit(scenario, oracle("human", "bot:random"))


def test_the_bot_s_secret_is_nowhere_on_the_screen():
    async def scenario(driver: Driver) -> None:
        await hide(driver, "B")
        assert [piece.text for piece in driver.board.scene.pieces] == ["B", "."]
        assert driver.words("#move_lines") == ""

    sit(scenario, oracle("human", "bot:random"))


def test_people_on_one_screen_hand_over_the_screen_at_every_turn():
    async def scenario(driver: Driver) -> None:
        await driver.press("enter")
        await hide(driver, "A")
        assert isinstance(driver.screen, HandoverDialog)
        await driver.press("enter")
        assert driver.board.scene.pieces[0].text == "."
        await hide(driver, "C")
        assert isinstance(driver.screen, HandoverDialog)  # before the first seat rolls
        await driver.press("enter")
        assert [piece.text for piece in driver.board.scene.pieces] == ["A", "."]
        await driver.press("1")
        await driver.press("1")
        await driver.press("2")  # guesses B, and is wrong
        assert isinstance(driver.screen, HandoverDialog)
        assert [str(line.content) for line in driver.screen.query("Static")][1].endswith("played B?.")
        behind = driver.app.screen_stack[-2]
        assert [piece.text for piece in behind.board.scene.pieces] == [".", "."]  # nothing behind the curtain either
        await driver.press("enter")
        assert [piece.text for piece in driver.board.scene.pieces] == [".", "C"]

    sit(scenario, oracle("human", "human"))


def test_dice_and_secrets_are_not_taken_back():
    async def scenario(driver: Driver) -> None:
        await hide(driver, "B")
        await driver.press("1")
        await driver.press("1")
        before = driver.match.position
        await driver.press("u")
        assert driver.match.position == before
        assert driver.message == "Where something is hidden, no move is taken back."

    sit(scenario, oracle("human", "bot:random"))


def test_bots_roll_for_themselves():
    async def scenario(driver: Driver) -> None:
        assert driver.match.record.end["by"] == "OR-4"
        assert driver.status.endswith("(OR-4)")

    sit(scenario, oracle("bot:random", "bot:greedy"))
