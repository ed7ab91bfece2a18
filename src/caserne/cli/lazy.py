"""The list of commands; the module of a command is imported only when it runs, so that help comes at once."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_group


class Listed(NamedTuple):
    """A command as the help lists it."""

    module: str
    """The module of `caserne.cli` that adds it."""
    summary: str
    """The beginning of its help."""
    extra: str | None = None
    """What it needs beside the library: `caserne[EXTRA]`."""


COMMANDS = {
    "serve": Listed("serve", "Let people play in their browsers.", "server"),
    "play": Listed("table", "Play in the terminal, against the computer or each other.", "tui"),
    "games": Listed("catalogue", "List the games, their options and defaults."),
    "rules": Listed("catalogue", "Print the rulebook of a game, in our own words."),
    "print": Listed("printing", "Make a PDF of the board and the pieces, to print and cut out"),
    "legal": Listed("positions", "List the legal moves, one per line, sorted."),
    "apply": Listed("positions", "Print the position after some moves."),
    "perft": Listed("positions", "Count the sequences of exactly DEPTH moves."),
    "result": Listed("positions", 'Print "ongoing", or the scores and returns of a finished game.'),
    "explain": Listed("positions", "Say whether a move is legal, with warnings, or which rules refuse it"),
    "show": Listed("positions", "Draw a position as text, SVG, PNG or JSON"),
    "simulate": Listed("measure", "Play many games and report on lengths, endings and balance"),
    "bench": Listed("measure", "Measure random play in moves per second"),
    "train": Listed("train", "Let a network learn a game by playing itself", "learn"),
    "arena": Listed("arena", "Let bots play each other, changing seats"),
    "engine": Listed("arena", "Answer on stdin and stdout, for programs that let engines play each other"),
    "analyse": Listed("analysis", "Judge every decision of a game, from what its seat could know then"),
    "record": Listed("records", "Show, replay, verify or convert a recorded game."),
    "new": Listed("authoring", "Make the folder of a new game"),
    "check": Listed("authoring", "Run the tests that every game must pass on the game in a folder", "check"),
    "admin": Listed("admin", "Look after a server, also while it runs.", "server"),
}


WITHOUT_COMMAND = "play"
"""The extra of `caserne` alone."""


def extra_of(arguments: Sequence[str]) -> str | None:
    """Return the extra that the command of a command line needs."""
    command = next((argument for argument in arguments if argument in COMMANDS), None)
    return COMMANDS[command].extra if command else WITHOUT_COMMAND


class LazyCommands(TyperGroup):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        added = typer.Typer(rich_markup_mode=None)
        import_module(f"caserne.cli.{COMMANDS[cmd_name].module}").add_to(added)
        return get_group(added).commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, listed.summary.rstrip(".") + ".") for name, listed in COMMANDS.items()])
