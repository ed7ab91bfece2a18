"""Names and titles of bots."""

from __future__ import annotations

import shlex
import sys

import pytest

import caserne
from caserne.bots.bot import Budget, UnknownBot
from caserne.bots.names import LEVELS, bot, is_program, read_name
from caserne.bots.protocol import ExecBot
from caserne.bots.titles import title_of
from caserne.core.game.registry import rooms


def test_a_command_is_taken_literally():
    command = f"{shlex.quote(sys.executable)} my:bot.py --at user@host 'two words'"
    assert read_name(f"exec:{command}") == ("exec", {"command": command}, "")
    assert read_name(f"exec@500ms:{command}") == ("exec", {"command": command}, "500ms")


def test_a_program_has_the_budget_of_its_name():
    player = bot(f"exec@500ms:{shlex.quote(sys.executable)}", caserne.game("oracle"), threads=2)
    assert isinstance(player, ExecBot)
    assert player.budget == Budget(seconds=0.5, threads=2)


def test_engines_and_levels_are_not_programs():
    assert not any(is_program(name) for name in ("greedy", "3", "3@2s", "greedy@10n"))
    assert is_program("exec:ls")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("exec:", "no program ''"),
        ("exec:no-such-program-anywhere --x", "no program 'no-such-program-anywhere'"),
        ("exec:ls 'half", "cannot be read"),
        ("exec@soon:ls", "budget 'soon'"),
        ("telepathy:ls", "unknown bot 'telepathy:ls'"),
        ("telepathy", "unknown bot 'telepathy'"),
    ],
)
def test_invalid_names_say_why(name, says):
    with pytest.raises(UnknownBot, match=says):
        read_name(name, caserne.game("oracle"))


def test_a_protocol_is_spoken_in_the_games_that_have_it():
    with pytest.raises(UnknownBot):
        bot("ucc:ls", caserne.game("oracle"))
    assert any("ucc" in caserne.game(room).protocols for room in rooms())


def test_levels_are_ranks():
    assert title_of("5", "fr") == "Ordinateur, niveau 5 (capitaine)"
    assert title_of("1", "en") == "Computer, level 1 (recruit)"
    assert title_of("greedy", "en") == "Computer (greedy)"
    assert len({title_of(level, "fr") for level in LEVELS}) == 6
