"""Set-ups in the terminal: suggested, changed, written, confirmed, and hidden from the other person."""

import pytest
from tui_driver import Driver, arranged, movers, sit

import caserne
from caserne.core.match.match import Match
from caserne.core.match.setups import position_to_arrange, preview_setup, suggest_setup
from caserne.tui.dialogs import HandoverDialog

pytestmark = pytest.mark.thorough


def own_pieces(driver: Driver, seat: int) -> str:
    """Return the letters of a seat's pieces in the order of a set-up."""
    pieces = {piece.cell: piece.text for piece in driver.board.scene.pieces if piece.seat == seat}
    camp = ["a1", "b1", "c1", "a2", "b2", "c2"] if seat == 0 else ["c8", "b8", "a8", "c7", "b7", "a7"]
    return "".join(pieces.get(cell, ".") for cell in camp).upper()


def test_a_whole_set_up_is_suggested_drawn_anew_and_sealed_with_one_key():
    async def scenario(driver: Driver) -> None:
        drawn = {driver.screen.setup}
        for _ in range(5):
            await driver.press("2")
            drawn.add(driver.screen.setup)
            assert own_pieces(driver, 0) == driver.screen.setup
        assert len(drawn) > 1
        assert own_pieces(driver, 1) == "......"  # the bot's is sealed already, and stays so
        sealed = driver.screen.setup
        await driver.press("enter")
        assert driver.match.record.standing()[0].move == sealed
        assert own_pieces(driver, 0) == sealed

    sit(scenario)


def test_a_set_up_can_be_written_and_a_wrong_one_is_explained():
    async def scenario(driver: Driver) -> None:
        await driver.press("3")
        await driver.write("MMMMHH")
        assert driver.words(".hint") == "Le camp doit montrer trois rôdeurs et trois gambadeurs, et non 4 et 2. (MH-1)"
        await driver.write("HHHMMM")
        assert driver.screen.setup == "HHHMMM"
        assert own_pieces(driver, 0) == "HHHMMM"
        assert driver.match.waiting() == [0]  # not sealed yet

    sit(scenario)


def test_two_people_on_one_screen_set_up_unseen_by_each_other():
    async def scenario(driver: Driver) -> None:
        assert isinstance(driver.screen, HandoverDialog)
        assert driver.words(".question") == "Blanc dispose son camp en secret."
        await driver.press("enter")
        await arranged(driver, "MHMHMH")
        assert isinstance(driver.screen, HandoverDialog)
        assert driver.words(".question") == "Rouge dispose son camp en secret."
        await driver.press("enter")
        assert own_pieces(driver, 0) == "......"
        assert driver.board.scene.seat == 1
        await arranged(driver, "HHHMMM")
        assert not isinstance(driver.screen, HandoverDialog)  # from here on everything is open
        assert driver.status == "À Blanc de jouer."
        await driver.touch("b2", "b3")
        assert driver.status == "À Rouge de jouer."
        assert driver.board.scene.seat == 0  # the board does not turn at every move
        await driver.touch(*driver.match.position.legal()[0].split("-"))
        assert driver.status == "À Blanc de jouer."

    sit(scenario, movers("human", "human"))


def test_the_last_seat_s_preview_shows_no_made_up_camp():
    match = Match(caserne.game("movers"))
    scene = preview_setup(match, 1, suggest_setup(match, 1), "fr")
    assert {piece.seat for piece in scene.pieces} == {1}
    assert [cell.name for cell in scene.cells if cell.id == "a1"] == ["a1, libre"]
    assert position_to_arrange(match, 1).actor == 1
    assert match.record.events == []
