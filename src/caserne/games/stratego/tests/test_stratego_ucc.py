"""The UCC contest protocol: coordinates, messages, external agents, and our bots as agents."""

from __future__ import annotations

import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from fuzzing import effort, spoiled
from hypothesis import given
from hypothesis import strategies as st

import caserne
from caserne.bots.arena import play_game
from caserne.bots.bot import Forfeit, NotAnAgent, UnknownBot
from caserne.bots.names import bot
from caserne.bots.program import Program
from caserne.core.game.errors import CaserneError
from caserne.core.game.observation import ObservedEvent
from caserne.core.match.playthrough import Playthrough
from caserne.games.stratego import ucc, ucc_engine
from caserne.games.stratego.board import SQUARE_NAMES

AGENT = Path(__file__).with_name("stratego_ucc_agent.py")
PYTHON = shlex.quote(sys.executable)
NAME = f"ucc@600s:{PYTHON} -u {shlex.quote(str(AGENT))}"
"""With much time, because it may start on a busy machine."""
FREE = {"two_square": 0, "chase": False}
RED_ROWS = ["FB8sB479B8", "BB31555583", "6724898974", "967B669999"]
BLUE_ROWS = RED_ROWS[::-1]
RED_AGENT = f"print({chr(10).join(RED_ROWS)!r})\nfor _ in range(12): input()\n"
"""A program that is asked for Red's first move."""


def write_agent(tmp_path, code, prefix="ucc@600s"):
    file = tmp_path / "agent.py"
    file.write_text(code)
    return f"{prefix}:{PYTHON} -u {shlex.quote(str(file))}"


# Coordinates and messages


def test_the_contest_board_is_ours_turned_round():
    corners = {"a1": (9, 0), "j1": (0, 0), "a10": (9, 9), "j10": (0, 9), "a4": (9, 3)}
    for name, place in corners.items():
        square = SQUARE_NAMES.index(name)
        assert ucc.coordinates_of(square) == place
        assert ucc.square_at(*place) == square


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("9 3 DOWN", "a4-a5"),
        ("0 3 DOWN", "j4-j5"),
        ("9 3 LEFT", "a4-b4"),
        ("8 3 RIGHT", "b4-a4"),
        ("0 6 UP", "j7-j6"),
        ("9 3 DOWN 5", "a4-a9"),
    ],
)
def test_moves_are_converted_in_both_directions(text, move):
    assert ucc.read_move(text) == move
    assert ucc.write_move(move) == text


def test_any_number_of_spaces_may_separate_the_fields():
    assert ucc.read_move("9  3 DOWN\t5") == "a4-a9"


@pytest.mark.parametrize("text", ["", "9 3", "9 3 SOUTH", "10 3 UP", "9 3 UP 10", "0 0 UP", "a4-a5", "9 3 DOWN 5 OK"])
def test_an_invalid_move_is_none(text):
    assert ucc.read_move(text) is None


def test_set_ups_are_converted_to_rows_from_the_top():
    """RED's last row is its front: our first ten letters, from its own left, which is the right of the screen."""
    red, blue = ucc.read_setup(RED_ROWS, 0), ucc.read_setup(BLUE_ROWS, 1)
    assert red[:10] == "TTTTLLBELT", "999966B769 from the right"
    assert blue[:10] == "TLEBLLTTTT"
    assert red[-1] == "F", "the flag is at the top left, on j1"
    position = caserne.game("stratego").start().play(red).play(blue)
    ranks = str(position).split(" ")[0].split("/")
    assert ranks[9] == "NBTEJBSNBF"
    assert ranks[9].index("F") == SQUARE_NAMES.index("j1") % 10
    assert ranks[0].index("f") == SQUARE_NAMES.index("j10") % 10, "BLUE's flag is at the bottom left, j10"
    assert ucc.write_setup(red, 0) == RED_ROWS
    assert ucc.write_setup(blue, 1) == BLUE_ROWS
    assert ucc.read_setup([*RED_ROWS[:3], "123"], 0) is None
    assert ucc.read_setup([*RED_ROWS[:3], "967B66999X"], 0) is None


def test_the_board_shows_own_pieces_and_where_the_enemy_stands():
    playthrough = Playthrough(caserne.game("stratego"))
    playthrough.play(ucc.read_setup(RED_ROWS, 0))
    playthrough.play(ucc.read_setup(BLUE_ROWS, 1))
    lakes = ["..++..++.."] * 2
    assert ucc.write_board(playthrough.view(0)) == [*RED_ROWS, *lakes, *["#" * 10] * 4]
    assert ucc.write_board(playthrough.view(1)) == [*["#" * 10] * 4, *lakes, *BLUE_ROWS]


@pytest.mark.parametrize(
    ("revealed", "outcome"),
    [
        ((), "OK"),
        ((("a9", "T"),), "OK"),
        ((("a4", "M"), ("a5", "g")), "KILLS 1 2"),
        ((("a4", "S"), ("a5", "m")), "KILLS s 1"),
        ((("a4", "N"), ("a5", "b")), "KILLS 8 B"),
        ((("a4", "M"), ("a5", "b")), "DIES 1 B"),
        ((("a4", "T"), ("a5", "s")), "KILLS 9 s"),
        ((("a4", "L"), ("a5", "l")), "BOTHDIE 6 6"),
        ((("a4", "L"), ("a5", "f")), "VICTORY_FLAG"),
    ],
)
def test_outcomes_are_written(revealed, outcome):
    assert ucc.write_event(ObservedEvent(0, "a4-a5", revealed)) == f"9 3 DOWN {outcome}"


# Agents


@pytest.mark.thorough
@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_that_checks_every_board_plays(seat):
    """The agent keeps its own board from the confirmations, and exits if the board it receives differs."""
    bots = ["random", "random"]
    bots[seat] = f"{NAME} {seat}"
    outcome, record = play_game(caserne.game("stratego", **FREE, max_plies=120), bots, seed=3)
    assert outcome.forfeit is None
    assert outcome.plies > 20
    assert record.events[seat].move == ucc.read_setup((RED_ROWS, BLUE_ROWS)[seat], seat)


@pytest.mark.slow
def test_our_agent_and_an_external_one_play_in_both_seats():
    ours = f"ucc@600s:{PYTHON} -m caserne engine --bot greedy --protocol ucc"
    for bots in ((f"{NAME} 1", ours), (ours, f"{NAME} 1")):
        outcome, _ = play_game(caserne.game("stratego", **FREE, max_plies=200), bots, 0)
        assert outcome.forfeit is None
        assert outcome.plies > 20


def test_scripted_moves_are_confirmed_with_their_outcomes(monkeypatch):
    """Red's scout on b4 attacks Blue's front at once; the confirmation names both pieces."""
    sent: list[str] = []
    send_line = Program.send_line
    monkeypatch.setattr(Program, "send_line", lambda self, line: sent.append(line) or send_line(self, line))
    game = caserne.game("stratego")
    player, playthrough = bot(f"{NAME} 0 '8 3 DOWN 3,9 3 DOWN'", game), Playthrough(game)
    playthrough.play(player.move(playthrough.view(0)))
    playthrough.play(ucc.read_setup(BLUE_ROWS, 1))
    playthrough.play(player.move(playthrough.view(0)))
    assert playthrough.view(1).events[-1].move == "b4-b7"
    playthrough.play("a7-a6")
    assert player.move(playthrough.view(0)) == "a4-a5"
    player.close()
    assert sent[:2] == ["RED ./opponent 10 10", "START"]
    assert sent[12:14] == ["8 3 DOWN 3 BOTHDIE 9 9", "9 6 UP OK"]
    assert sent[24:] == ["QUIT"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (f"print({RED_ROWS[0]!r})", "exit code 0"),
        ("for _ in range(4): print('1' * 10)", "refused"),
        ("for _ in range(4): print('K' * 10)", "refused: a set-up has only the characters 1 to 9, s, B and F"),
        (f"{RED_AGENT}print('SURRENDER')", "gives up"),
        (f"{RED_AGENT}print('NO_MOVE')", "'NO_MOVE' is refused: .* 3 6 UP"),
        (f"{RED_AGENT}print('0 0 UP')", "'0 0 UP' is refused: .* 3 6 UP"),
        (f"{RED_AGENT}print('0 0 DOWN')", "'0 0 DOWN, j1-j2' is"),
        (f"{RED_AGENT}print('0 0 RIGHT')", "ST-5|flag"),
    ],
)
def test_misbehaving_agents_forfeit(tmp_path, code, expected):
    outcome, _ = play_game(caserne.game("stratego"), [write_agent(tmp_path, code), "random"], 0)
    assert outcome.returns == (-1, 1)
    assert re.search(expected, outcome.forfeit)


@pytest.mark.parametrize(
    ("prefix", "code", "expected"),
    [
        ("ucc@600s", "print('nonsense')", "four rows of ten characters, and it said 'nonsense'"),
        ("ucc@300ms", "import time; time.sleep(1000)", "did not"),
    ],
)
def test_a_program_that_is_no_agent_ends_the_arena_at_once(tmp_path, monkeypatch, prefix, code, expected):
    monkeypatch.setattr(ucc, "SETUP_SECONDS", 0.5)
    with pytest.raises(NotAnAgent, match=rf"does not speak the protocol 'ucc'.*{expected}"):
        play_game(caserne.game("stratego"), [write_agent(tmp_path, code, prefix), "random"], 0)


def test_an_agent_cannot_join_late_or_play_with_another_army():
    game = caserne.game("stratego")
    position = game.start().play(ucc.read_setup(RED_ROWS, 0)).play(ucc.read_setup(BLUE_ROWS, 1))
    with pytest.raises(Forfeit, match="has begun"):
        bot(NAME, game).move(position.view(0))
    with pytest.raises(UnknownBot, match="original army"):
        bot(NAME, caserne.game("stratego", army="barrage"))


# Our bots as agents


@pytest.mark.thorough
def test_our_agent_follows_a_game_from_the_messages_to_its_seat():
    """After each message the views of its sampled game equal those of the real one."""
    _, record = play_game(caserne.game("stratego", **ucc_engine.CONTEST_RULES), ["random", "random"], 8)
    playthrough = Playthrough(record.game)
    setups, moves = record.events[:2], record.events[2:-1][:150]
    worlds = [ucc_engine.SampledGame(record.game, seat) for seat in (0, 1)]
    for seat, setup in enumerate(setups):
        playthrough.play(setup.move)
        worlds[seat].set_up(setup.move)
    for event in moves:
        playthrough.play(event.move)
        sent = ucc.write_event(playthrough.view(0).events[-1])
        for seat, world in enumerate(worlds):
            assert world.follow(sent)
            assert str(world.view()) == str(playthrough.view(seat))
            assert world.view().events == playthrough.view(seat).events[2:]
    assert not worlds[0].follow("0 0 UP VICTORY_FLAG")
    assert not worlds[0].follow("QUIT")


def test_our_agent_answers_a_manager():
    said: list[str] = []
    board = ["." * 10] * 10
    lines = ["BLUE somebody 10 10", "9  3 DOWN 1 OK", *board, "", "QUIT"]
    ucc_engine.serve("random", iter(lines), said.append)
    assert ucc.read_setup(said[:4], 1)
    assert ucc.read_move(said[4])


OUTCOMES = ["9  3 DOWN 1 OK", "0 6 UP 3 KILLS 1 9", "1 6 UP DIES 9 1", "9 3 LEFT OK"]
LINES = [*OUTCOMES, "9 3 DOWN", "START", "QUIT", "." * 10]


@pytest.mark.thorough
@pytest.mark.fuzz
@effort(short=40, long=5_000)
@given(st.lists(spoiled(LINES) | st.sampled_from(LINES), max_size=14), spoiled(["RED somebody 10 10", "BLUE x 10 10"]))
def test_a_manager_that_sends_nonsense_is_told_so(lines, first):
    said: list[str] = []
    with suppress(CaserneError):
        ucc_engine.serve("random", iter([first, *lines]), said.append)
    assert not said or ucc.read_setup(said[:4], 0)
    assert all(ucc.read_move(line) for line in said[4:])


@pytest.mark.fuzz
@effort(short=100, long=20_000)
@given(spoiled(LINES))
def test_any_text_is_read_as_a_move_or_as_none(text):
    move = ucc.read_move(text)
    assert move is None or ucc.read_move(ucc.write_move(move)) == move
