"""A game at the terminal board: moves by keyboard and mouse, refusals, taking back, the end."""

import pytest
from tui_driver import Driver, arranged, movers, sit

import caserne

pytestmark = pytest.mark.thorough


def test_a_game_by_keyboard_only():
    async def scenario(driver: Driver) -> None:
        assert driver.status == "À vous de disposer votre camp."
        await arranged(driver)
        assert driver.status == "À vous de jouer."
        before = driver.match.position
        await driver.play_by_keys("b2", "c3")
        assert driver.match.position.ply == 2  # the bot has answered
        assert [event.move for event in driver.match.record.standing()][2] == "b2-c3"
        assert driver.match.position != before
        assert driver.words("#move_lines").split()[:2] == ["1", "b2-c3"]

    sit(scenario)


def test_a_game_by_mouse_only():
    async def scenario(driver: Driver) -> None:
        driver.screen.suggest(0, "MHMHMH")
        await driver.pilot.click("#offers", offset=(3, 0))
        await driver.settle()
        assert not driver.match.position.in_setup
        await driver.click("b2", "c3")
        assert driver.match.position.ply == 2
        assert [event.move for event in driver.match.record.standing()][2] == "b2-c3"

    sit(scenario)


def test_a_selected_piece_shows_its_targets():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.touch("b2")
        assert driver.marked("selected") == {"b2"}
        assert driver.marked("target") == {"a3", "b3", "c3"}
        third_rank = next(line for line in driver.picture if line.strip().startswith("3"))
        assert third_rank.count("•") == 3  # marked without any colour
        await driver.touch("b1")  # another piece of one's own is taken instead
        assert driver.marked("selected") == {"b1"}
        assert driver.marked("target") == {"b3"}
        await driver.touch("b1")  # and put down again
        assert driver.marked("selected") == driver.marked("target") == set()
        await driver.touch("b2")
        await driver.press("escape")
        assert driver.marked("selected") == driver.marked("target") == set()

    sit(scenario)


def test_the_game_says_what_to_do_next():
    async def scenario(driver: Driver) -> None:
        assert driver.words("#task") == ""
        await arranged(driver)
        first, then = (task.text("fr") for task in driver.match.game.tasks(driver.match.view(0)))
        assert driver.words("#task") == first
        await driver.touch("b2")
        assert driver.words("#task") == then != first
        await driver.press("escape")
        assert driver.words("#task") == first

    sit(scenario)


def test_a_refused_move_says_why_and_changes_nothing():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        before, events = driver.match.position, len(driver.match.record.events)
        await driver.touch("b1", "a3")
        assert driver.message.startswith(
            "Un gambadeur saute en ligne droite\u202f; b1 et a3 ne sont pas alignées. (MH-4)"
        )
        assert driver.marked("refused") == {"a3"}
        assert driver.marked("selected") == {"b1"}
        assert (driver.match.position, len(driver.match.record.events)) == (before, events)
        await driver.press("r")
        assert "MH-4" in driver.screen._content.source

    sit(scenario)


def test_every_refused_touch_is_explained():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.touch("b5")
        assert driver.message.startswith("Il n’y a pas de pion en b5. (MH-2)")
        await driver.touch("a8")
        assert driver.message.startswith("Le pion en a8 appartient à Rouge\u202f; c’est à Blanc de jouer. (MH-2)")
        await driver.touch("a1")
        assert driver.message == "Cette pièce ne peut aller nulle part. Touchez une case pour savoir pourquoi."
        await driver.touch("a5")
        assert "(MH-3)" in driver.message

    sit(scenario)


def test_a_move_can_be_written():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("m")
        await driver.write("b1-b2")
        assert "il saute. (MH-4)" in driver.words(".hint")
        await driver.write("quoi")
        assert "« quoi » n’est pas un coup".replace("« ", "«\u00a0").replace(" »", "\u00a0»") in driver.words(".hint")
        await driver.write("b1-b3")
        assert [event.move for event in driver.match.record.standing()][2] == "b1-b3"

    sit(scenario)


def test_taking_back_undoes_the_bot_s_answer_too():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("u")
        assert driver.message == "Il n’y a rien à reprendre."
        before = driver.match.position
        await driver.touch("b2", "b3")
        assert driver.match.position.ply == 2
        await driver.press("u")
        assert driver.match.position == before
        assert driver.status == "À vous de jouer."
        assert driver.words("#move_lines") == ""

    sit(scenario)


def test_the_board_can_be_turned():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        rows = [line.split()[0] for line in driver.picture if line.split() and line.split()[0].isdigit()]
        await driver.press("f")
        turned = [line.split()[0] for line in driver.picture if line.split() and line.split()[0].isdigit()]
        assert rows == list("87654321")
        assert turned == list("12345678")
        await driver.click("b2")  # a click finds the cell where it is drawn now
        assert driver.marked("selected") == {"b2"}

    sit(scenario)


def test_resigning_asks_first_and_says_how_it_ended():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.press("x")
        await driver.press("enter")  # by mistake: the safe answer comes first
        assert driver.match.actor == 0
        await driver.press("x")
        await driver.press("1")
        assert driver.match.record.end["returns"] == [-1, 1]
        assert driver.status == "Blanc abandonne et perd la partie."
        assert driver.offers == ["1 Rejouer", "2 Choisir un autre jeu"]
        await driver.press("1")
        assert driver.status == "À vous de disposer votre camp."
        assert driver.match.record.end is None

    sit(scenario)


def test_bots_play_to_an_end():
    async def scenario(driver: Driver) -> None:
        assert driver.match.record.end["by"] in ("MH-7", "MH-8", "MH-10", "MH-11")
        assert driver.status.endswith(f"({driver.match.record.end['by']})")
        assert driver.offers[0] == "1 Rejouer"

    sit(scenario, movers("bot:random", "bot:greedy", max_plies=30))


def test_a_person_may_sit_on_the_other_side():
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        assert driver.match.position.ply == 1  # White is the bot and has moved
        assert driver.board.scene.seat == 1
        assert "Ordinateur (random)" in driver.words("#players")

    sit(scenario, movers("bot:random", "human"))


def test_moves_that_touch_the_same_cells_are_chosen_in_a_dialog(monkeypatch):
    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.touch("b2", "b3")
        assert driver.words(".question") == "Lequel de ces coups\u202f?"
        await driver.press("2")
        assert [event.move for event in driver.match.record.standing()][2] == "b2-b3"

    app = movers("human", "bot:random")
    same = {"b2-a3": ("b2", "b3")}
    monkeypatch.setattr(
        type(caserne.game("movers")), "touches", lambda self, move: same.get(move, tuple(move.split("-")))
    )
    sit(scenario, app)


def test_a_move_with_a_warning_is_confirmed_first(monkeypatch):
    app = movers("human", "bot:random")
    words = caserne.game("movers").words
    warn = lambda self, observation, move: [words("stays", square="b3")] if move == "b2-b3" else []  # noqa: E731

    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.touch("b2", "b3")
        assert driver.words(".question") == "Le pion en b3 doit changer de case."
        await driver.press("2")
        assert driver.match.position.ply == 0
        await driver.touch("b3")
        await driver.press("1")
        assert driver.match.position.ply == 2

    monkeypatch.setattr(type(caserne.game("movers")), "warnings", warn)
    sit(scenario, app)


BLOCKED = "3/3/3/HHH/2m/HHm/m1m/mHh w"
"""White has only hoppers, and none of them can jump."""


def test_a_pass_is_a_button():
    async def scenario(driver: Driver) -> None:
        assert driver.offers == ["1 Pass"]
        await driver.press("enter")
        assert driver.match.record.standing()[0].move == "pass"

    sit(scenario, movers("human", "bot:random", lang="en", start=BLOCKED))
