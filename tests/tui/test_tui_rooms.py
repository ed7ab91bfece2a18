"""Every room is played on the same board, which names none of them."""

import re
from pathlib import Path

import pytest
from tui_driver import Driver, sit, table

import caserne
import caserne.tui
from caserne.core.game.registry import rooms
from caserne.tui.dialogs import ChoiceDialog

pytestmark = pytest.mark.slow

ACTS = 4
"""A set-up, a die and a move or two."""


async def act(driver: Driver) -> None:
    """Do what the person is asked for: confirm a set-up, roll, press a button, or touch the cells of a legal move."""
    state = driver.screen.local
    if driver.screen.setup is not None or state.match.actor == "chance":
        await driver.press("1")
        return
    legal = state.match.view(state.to_act()).legal()
    move = legal[len(legal) // 2]
    cells = state.game.touches(move)
    if cells:
        await driver.touch(*cells)
    else:
        await driver.press(str(1 + [move for move in legal if not state.game.touches(move)].index(move)))
    while isinstance(driver.screen, ChoiceDialog):  # a warning, or several moves that touch the same cells
        await driver.press("1")


@pytest.mark.parametrize("game_id", list(rooms()))
def test_a_person_plays_against_a_bot(game_id):
    async def scenario(driver: Driver) -> None:
        for _ in range(ACTS):
            if driver.match.actor is not None:
                before = len(driver.match.record.events)
                await act(driver)
                assert len(driver.match.record.events) > before
        assert driver.picture
        assert driver.words("#status")

    game = caserne.game(game_id)
    seats = ["human", *["bot:random"] * (game.seats - 1)]
    sit(scenario, table(game, seats, "fr"))


def test_a_known_set_up_is_taken_from_the_room_s_library():
    async def scenario(driver: Driver) -> None:
        number = driver.offers.index("5 Prendre un placement connu") + 1
        await driver.press(str(number))
        assert isinstance(driver.screen, ChoiceDialog)
        await driver.press("1")
        taken = driver.screen.setup
        game = driver.match.game
        assert taken == game.library_setup(next(iter(game.setup_library())), 0)
        await driver.press("4")  # in the mirror
        assert driver.screen.setup == driver.match.game.mirrored_setup(taken)

    sit(scenario, table(caserne.game("stratego"), ["human", "bot:random"], "fr"))


def test_the_terminal_board_names_no_game():
    sources = [path for path in Path(caserne.tui.__path__[0]).glob("*") if path.suffix in (".py", ".tcss")]
    assert sources
    for path in sources:
        found = re.findall("|".join(rooms()), path.read_text("utf-8").lower())
        assert not found, path


def test_french_words_have_french_spaces():
    from caserne.core.game.words import SHARED_WORDS

    for key, text in SHARED_WORDS.catalogues["fr"].items():
        if key.startswith("tui."):
            assert not re.search(r"(?<!\u202f)[;!?](?=\s|$)", text.replace("? aide", "")), key
            assert not re.search(r"(?<![\u00a0\w]):(?=\s|$)", text), key
            assert not re.search(r"«(?!\u00a0)|(?<!\u00a0)»", text), key
