"""From the list of games to the first move."""

import asyncio
from pathlib import Path

import pytest
from patience import PATIENCE
from textual.widgets import Input, OptionList, Select
from tui_driver import SMALL, Driver, arranged, movers, sit

import caserne
from caserne.core.game.registry import rooms
from caserne.tui import saves
from caserne.tui.app import TableApp
from caserne.tui.key_hints import KeyHints
from caserne.tui.options_screen import OptionsScreen
from caserne.tui.phrases import Phrases
from caserne.tui.players import BadSeats, Players
from caserne.tui.start_screen import StartScreen

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "folder", lambda: tmp_path)


def entries(driver: Driver) -> list[str]:
    games = driver.screen.query_one("#games", OptionList)
    return [str(games.get_option_at_index(n).prompt) for n in range(games.option_count)]


def test_from_the_start_to_the_first_move_by_keyboard():
    async def scenario(driver: Driver) -> None:
        assert isinstance(driver.screen, StartScreen)
        wanted = list(rooms()).index("movers")
        assert "Rôdeurs & Gambadeurs" in entries(driver)[1 + wanted]
        await driver.press(*["down"] * wanted, "enter")
        assert isinstance(driver.screen, OptionsScreen)
        driver.screen.query_one("#seat_1", Select).value = "bot:1"
        await driver.press("enter")
        await arranged(driver)
        await driver.touch("b2", "c3")
        assert driver.match.position.ply == 2
        assert driver.match.record.players == ("human", "bot:1")

    sit(scenario, TableApp(None, None, "fr", pace=0))


def test_options_are_edited_and_wrong_ones_explained():
    async def scenario(driver: Driver) -> None:
        driver.app.open_options("movers")
        await driver.settle()
        driver.screen.query_one("#option_repetition", Input).value = "1"
        await driver.press("enter")
        assert driver.words("#options_message").startswith("Option repetition")
        driver.screen.query_one("#option_repetition", Input).value = "5"
        driver.screen.query_one("#option_expert", Select).value = True
        await driver.press("f5")
        assert driver.match.game == caserne.game("movers", repetition=5, expert=True)

    sit(scenario, TableApp(None, None, "fr", pace=0))


def test_only_the_seats_that_the_options_ask_for_are_shown():
    async def scenario(driver: Driver) -> None:
        driver.app.open_options("manoeuvre")
        await driver.settle()
        rows = driver.screen.query("#options .row").nodes[:4]
        assert [row.display for row in rows] == [True, True, False, False]
        driver.screen.query_one("#option_players", Input).value = "4"
        await driver.settle()
        assert [row.display for row in rows] == [True] * 4

    sit(scenario, TableApp(None, None, "fr", pace=0))


def test_a_saved_game_is_opened_from_the_list():
    async def save(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("s", "enter")

    async def scenario(driver: Driver) -> None:
        assert len(entries(driver)) == 1 + len(rooms()) + 2
        await driver.press("end", "enter")
        assert driver.status == "À vous de jouer."
        assert not driver.match.position.in_setup

    sit(save)
    sit(scenario, TableApp(None, None, "fr", pace=0))


def test_a_saved_game_that_is_damaged_leads_back_to_the_list(tmp_path: Path):
    async def save(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("s", "enter")

    async def scenario(driver: Driver) -> None:
        await driver.press("end", "enter")
        assert isinstance(driver.screen, StartScreen)
        assert driver.words("#start_message").startswith("Partie enregistrée, ligne")

    sit(save)
    [path] = tmp_path.iterdir()
    path.write_text(path.read_text()[:-20])
    sit(scenario, TableApp(None, None, "fr", pace=0))


def test_the_language_can_be_english():
    async def scenario(driver: Driver) -> None:
        assert driver.status == "Arrange your camp."
        await arranged(driver)
        await driver.touch("b5")
        assert driver.message.startswith("There is no piece on b5. (MH-2)")

    sit(scenario, movers("human", "bot:random", lang="en"))


def test_everything_fits_into_80_by_24_and_cells_grow_with_the_terminal():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        screen = driver.screen.region
        assert (screen.width, screen.height) == SMALL
        for selector in ("#board", "#side", "#players", "#status", "#strip", "#key_hints"):
            assert driver.screen.query_one(selector).region in screen, selector
        assert not driver.screen.query_one("#board_space").show_vertical_scrollbar
        assert driver.board.grid.box.height == 2
        for size, height in (((100, 35), 3), ((160, 50), 5)):
            await driver.pilot.resize_terminal(*size)
            async with asyncio.timeout(PATIENCE):  # a busy machine takes a while to lay out again
                while driver.board.grid.box.height != height:
                    await driver.pilot.pause(0.05)

    sit(scenario)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_line_of_keys_fits_into_80_columns(lang):
    assert len(str(KeyHints(Phrases(lang)).content)) <= SMALL[0] - 2


@pytest.mark.parametrize("seats", [["bot:nobody"], ["bot:"], ["robot:greedy"], [""], ["human"] * 3])
def test_invalid_players_are_refused_before_the_screen_opens(seats):
    with pytest.raises(caserne.core.game.errors.CaserneError) as error:
        TableApp(caserne.game("movers"), seats, "fr")
    assert error.value.text("fr")


def test_players_not_named_are_the_defaults():
    assert Players.at(2, None).seats == ("human", "bot:3")
    assert Players.at(3, ["bot:random"]).seats == ("bot:random", "bot:3", "bot:3")
    with pytest.raises(BadSeats):
        Players.at(1, ["human", "human"])
