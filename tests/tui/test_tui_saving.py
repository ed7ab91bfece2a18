"""Saved matches: saving, continuing, and leaving."""

import json
from pathlib import Path

import pytest
from tui_driver import Driver, arranged, movers, sit

from caserne.core.game.errors import InvalidRecord
from caserne.tui import saves
from caserne.tui.app import TableApp

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(saves, "folder", lambda: tmp_path / "caserne" / "games")


def test_a_saved_game_continues_where_it_was():
    positions = []

    async def play_and_save(driver: Driver) -> None:
        await arranged(driver)
        await driver.touch("b2", "b3")
        await driver.press("s", "enter")
        assert "Partie enregistrée" in driver.message
        positions.append(driver.match.position)

    async def go_on(driver: Driver) -> None:
        assert driver.match.position == positions[0]
        assert driver.screen.local.players.seats == ("human", "bot:random")
        assert driver.status == "À vous de jouer."
        await driver.touch(*driver.match.position.legal()[0].split("-"))
        assert driver.match.position.ply == 4

    sit(play_and_save)
    [saved] = saves.saved_games()
    assert saved.path.parent == saves.folder()
    sit(go_on, TableApp.resume(saved.path, None, "fr", pace=0))


def test_a_game_saved_amid_the_set_ups_keeps_what_is_sealed(tmp_path: Path):
    path = tmp_path / "amid.jsonl"

    async def seal_one(driver: Driver) -> None:
        await driver.press("enter")
        await arranged(driver, "MMMHHH")
        await driver.press("enter")
        await driver.press("s")
        await driver.write(str(path))

    async def seal_the_other(driver: Driver) -> None:
        await driver.press("enter")
        await arranged(driver, "HHHMMM")
        assert [event.move for event in driver.match.record.standing()] == ["MMMHHH", "HHHMMM"]

    sit(seal_one, movers("human", "human"))
    sit(seal_the_other, TableApp.resume(path, None, "fr", pace=0))


def test_other_players_may_continue(tmp_path: Path):
    path = tmp_path / "game.jsonl"

    async def save(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("s")
        await driver.write(str(path))

    sit(save)
    resumed = TableApp.resume(path, ["bot:random", "human"], "fr", pace=0)
    assert resumed._opened.players.seats == ("bot:random", "human")


def test_an_existing_file_is_not_overwritten_and_a_bad_path_is_explained(tmp_path: Path):
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")

    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("s")
        await driver.write(str(precious))
        assert "existe déjà" in driver.words(".hint")
        await driver.write(str(precious / "under" / "a.jsonl"))
        assert driver.words(".hint").startswith("Impossible d’enregistrer")
        await driver.press("escape")
        assert driver.screen.local.unsaved

    sit(scenario)
    assert precious.read_text() == "mine"


def test_leaving_a_running_game_asks_whether_to_save():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.pilot.press("q")
        assert "L’enregistrer" in driver.words(".question")
        await driver.press("3")  # stay
        assert driver.app.is_running
        await driver.press("q", "1", "enter")
        assert not driver.app._running or driver.app._exit

    sit(scenario)
    assert len(saves.saved_games()) == 1


def test_leaving_a_saved_game_asks_nothing():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("s", "enter")
        await driver.pilot.press("q")
        assert driver.app._exit

    sit(scenario)


def test_a_file_that_is_not_a_record_is_not_listed_and_cannot_be_resumed(tmp_path: Path):
    saves.folder().mkdir(parents=True)
    (saves.folder() / "broken.jsonl").write_text("{")
    (saves.folder() / "other.jsonl").write_text(json.dumps({"game": "chess", "date": ""}))
    assert saves.saved_games() == []
    with pytest.raises(InvalidRecord):
        TableApp.resume(saves.folder() / "broken.jsonl", None, "fr")
