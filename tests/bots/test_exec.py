"""External programs as bots: what is sent to them, what they must not do, and that no process is left behind."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import threading
import time
from pathlib import Path

import pytest
from patience import PATIENCE

import caserne
from caserne.bots import protocol
from caserne.bots.arena import play_game
from caserne.bots.bot import Forfeit
from caserne.bots.engine import Engine
from caserne.bots.names import bot
from caserne.bots.program import Program
from caserne.core.match.playthrough import Playthrough

pytestmark = pytest.mark.thorough

DOCUMENT = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text("utf-8")
SCRIPTED = Path(__file__).with_name("scripted_engine.py")
HELLO, READY = 'hello {"name": "x"}', "ready"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """On a busy machine a program may take long to start and to answer."""
    for limit in ("HELLO_SECONDS", "START_SECONDS", "GRACE_SECONDS"):
        monkeypatch.setattr(protocol, limit, PATIENCE)


@pytest.fixture
def scripted(tmp_path):
    """A bot with scripted answers, and the lines that it received."""
    made = []

    def make(game, answers, prefix="exec@2s"):
        number = len(made)
        notes, file = tmp_path / f"notes{number}", tmp_path / f"answers{number}"
        file.write_text("\n".join(answers))
        made.append(bot(f"{prefix}:{command(SCRIPTED, notes, file)}", game, seed=7))
        return made[-1], lambda: notes.read_text().splitlines()

    yield make
    for each in made:
        each.close()


def command(*arguments):
    """A command line of this Python, whatever the folders are called."""
    return shlex.join([sys.executable, *map(str, arguments)])


def program(tmp_path, code):
    file = tmp_path / "program.py"
    file.write_text(code)
    return command("-u", file)


def first_move(program, prefix="exec@300ms"):
    """Ask a program for a set-up."""
    game = caserne.game("movers")
    player = bot(f"{prefix}:{program}", game)
    try:
        return player.move(game.start().view(0))
    finally:
        player.close()


# What is said


def test_the_session_of_the_document(scripted):
    session = re.search(r"## A session.*?```\n(.*?)```", DOCUMENT, re.DOTALL)[1].splitlines()
    told = [line[2:] for line in session if line.startswith("> ")]
    answers = [line[2:] for line in session if line.startswith("< ")]
    game = caserne.game("movers")
    player, notes = scripted(game, answers)
    playthrough = Playthrough(game)
    for move in ["MHMHMH", None, "b2-b3", None, "a2-c4", None]:
        playthrough.play(move or player.move(playthrough.view(1)))
    player.close()
    assert notes()[1:] == told[1:]
    assert notes()[0] == re.sub(r"caserne [\d.]+", f"caserne {caserne.__version__}", told[0])


def test_the_program_of_the_document_plays(tmp_path):
    code = re.search(r"## A whole program\n```python\n(.*?)```", DOCUMENT, re.DOTALL)[1]
    name = f"exec:{program(tmp_path, code)}"
    outcome, _ = play_game(caserne.game("movers", max_plies=40), [name, "random"], seed=1)
    assert outcome.forfeit is None
    assert play_game(caserne.game("oracle"), ["random", name], seed=1)[0].forfeit is None


def test_after_a_take_back_the_game_is_sent_again(scripted):
    game = caserne.game("movers")
    player, notes = scripted(game, [HELLO, READY, "move b7-b6", READY, "move b7-c6"])
    playthrough = Playthrough(game)
    for move in ["MHMHMH", "MHMHMH", "b2-b3"]:
        playthrough.play(move)
    other = Playthrough(game)
    for move in ["MHMHMH", "MHMHMH", "b2-c3"]:
        other.play(move)
    assert player.move(playthrough.view(1)) == "b7-b6"
    assert player.move(other.view(1)) == "b7-c6"
    words = [line.split()[0] for line in notes()]
    assert words == ["hello", "game", *["event"] * 3, "go", "game", *["event"] * 3, "go"]


def test_a_program_receives_only_what_its_seat_knows(scripted):
    """The lines are the same, knowledge included, if only a secret of the enemy differs."""
    game = caserne.game("oracle")
    heard = []
    for secret in ("A", "B"):
        player, notes = scripted(game, ['hello {"knowledge": true}', READY, "move B", "move x3"])
        playthrough = Playthrough(game)
        playthrough.play(secret)
        playthrough.play(player.move(playthrough.view(1)))
        for move in ["1", "x1", "A?", "1"]:
            playthrough.play(move)
        player.move(playthrough.view(1))
        player.close()
        heard.append(notes())
    assert heard[0] == heard[1]
    assert [line.split()[0] for line in heard[0]].count("knowledge") == 2
    assert json.loads(heard[0][-2].partition(" ")[2])["legal"]


def test_our_engine_reads_our_messages():
    game = caserne.game("oracle")
    playthrough = Playthrough(game)
    for move in ["A", "B", "1"]:
        playthrough.play(move)
    said: list[str] = []
    about = {"game": "oracle", "options": {}, "seat": 0, "seed": 3}
    view = playthrough.view(0)
    lines = [
        "go {}",
        "hello",
        protocol.line("game", {**about, "seat": 5}),
        protocol.line("game", about),
        "nonsense that is not known",
        'go {"position": "x"}',
        protocol.line("knowledge", protocol.knowledge(view)),
        protocol.line("go", {"position": str(view)}),
        "quit",
        "hello",
    ]
    Engine("greedy", said.append).serve(lines)
    assert [line.split()[0] for line in said] == ["error", "hello", "error", "ready", "error", "move"]
    assert said[-1].split()[1] in view.legal()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "options", "name"),
    [
        ("oracle", {}, "greedy"),
        ("movers", {"max_plies": 30}, "greedy"),
        ("stratego", {"army": "barrage", "max_plies": 60}, "average@300n"),
    ],
)
def test_a_bot_plays_the_same_through_the_protocol(game_id, options, name):
    game, engine = caserne.game(game_id, **options), f"exec:{command('-m', 'caserne', 'engine', '--bot', name)}"
    direct, through = (play_game(game, [each, "random"], seed=5)[1] for each in (name, engine))
    assert through.events == direct.events


# What loses


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (["goodbye"], "had to say 'hello'"),
        (["hello nonsense"], "no JSON object"),
        (['hello {"name": "x"}', "never"], "had to say 'ready'"),
        ([HELLO, "error no such game here"], "no such game here"),
        ([HELLO, READY, "move MMMMMM"], "MMMMMM"),
        ([HELLO, READY, "move"], "refused"),
        ([HELLO, READY, "MHMHMH"], "had to say 'move'"),
        ([HELLO, READY, "info [1]", "move MHMHMH"], "no JSON object"),
        ([HELLO, READY, "info " + "[" * 100_000], "no JSON object"),
        ([HELLO, READY, 'info {"value": 1' + "0" * 999 + "}", "resign"], "gives up"),
        ([HELLO, READY, "move \x1b[2J"], "'\ufffd[2J'"),
    ],
)
def test_invalid_answers_forfeit_the_game(scripted, answers, says):
    game = caserne.game("movers")
    player, _ = scripted(game, answers)
    with pytest.raises(Forfeit, match=re.escape(says)):
        player.move(game.start().view(0))


def test_a_crash_is_reported_with_the_end_of_stderr(tmp_path):
    with pytest.raises(Forfeit, match=r"exit code 1\..*boom"):
        first_move(program(tmp_path, "raise SystemExit('boom')"))


def test_a_program_may_try_again_in_the_next_game(scripted):
    game = caserne.game("movers")
    player, _ = scripted(game, [HELLO, READY, "move nonsense"])
    for _ in range(2):
        with pytest.raises(Forfeit, match="nonsense"):
            player.move(game.start().view(0))


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(1000)",
        "import sys\nwhile True: sys.stderr.write('x' * 100)",
        "print('hello {}')\nprint('ready')\nwhile True: print('info {}')",
        "while True: print()",
    ],
)
def test_a_program_that_never_answers_loses(tmp_path, monkeypatch, code):
    monkeypatch.setattr(protocol, "HELLO_SECONDS", 0.3)
    monkeypatch.setattr(protocol, "START_SECONDS", 0.3)
    monkeypatch.setattr(protocol, "GRACE_SECONDS", 0.1)
    with pytest.raises(Forfeit, match="did not answer"):
        first_move(program(tmp_path, code))


def test_a_line_without_an_end_loses(tmp_path):
    with pytest.raises(Forfeit, match="line of more than"):
        first_move(program(tmp_path, "while True: print('x' * 9999, end='')"))


def test_a_program_that_does_not_read_does_not_block(tmp_path):
    child = Program(program(tmp_path, "import time; time.sleep(1000)"))
    for _ in range(100):
        child.send_line("x" * 10_000)
    with pytest.raises(Forfeit, match="did not answer"):
        child.read_line(0.3)


def test_no_process_of_a_program_is_left(tmp_path):
    pid_file = tmp_path / "pid"
    code = (
        "import pathlib, subprocess, time\n"
        "child = subprocess.Popen(['sleep', '1000'])\n"
        f"pathlib.Path({str(pid_file)!r}).write_text(str(child.pid))\n"
        "print('hello')\ntime.sleep(1000)"
    )
    child = Program(program(tmp_path, code))
    child.read_line(30)
    with pytest.raises(Forfeit):
        child.read_line(0.1)
    assert child._process.returncode is not None
    assert _is_gone(int(pid_file.read_text()))


def test_a_thinking_program_can_be_closed_by_another_thread(tmp_path):
    game = caserne.game("movers")
    player = bot(f"exec:{program(tmp_path, 'import time; time.sleep(1000)')}", game)
    reasons = []

    def think():
        try:
            player.move(game.start().view(0))
        except Forfeit as forfeit:
            reasons.append(forfeit.text())

    thread = threading.Thread(target=think)
    thread.start()
    while player.program is None:
        time.sleep(0.01)
    player.close()
    thread.join(PATIENCE)
    assert len(reasons) == 1


def test_no_shell_reads_the_command(tmp_path):
    file = tmp_path / "file"
    with pytest.raises(Forfeit):
        first_move(f"echo hello; touch {file} $(touch {file})")
    assert not file.exists()


def _is_gone(pid: int) -> bool:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").exists() and " Z " in Path(f"/proc/{pid}/stat").read_text():
            return True  # killed, and waiting for init
        time.sleep(0.02)
    return False
