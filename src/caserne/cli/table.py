"""`caserne play`: the board in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from caserne.cli.common import GameOptions, Lang, compiling, complete_game, example, load_game
from caserne.core.game.errors import CaserneError
from caserne.core.game.words import default_language


class NoTerminal(CaserneError):
    """The board needs a terminal."""


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog=example("play {game} --seat human --seat bot:greedy"))(play)


def play(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; asked for if left out.", autocompletion=complete_game),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="human|bot:NAME", help="Who sits where, once a seat; bots: random, greedy."),
    ] = None,
    option: GameOptions = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, against the computer or each other."""
    from caserne.tui.app import TableApp

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal.of("no_terminal")
    lang = lang or default_language()
    if resume:
        with compiling():
            app = TableApp.resume(resume, seat, lang)
    else:
        app = TableApp(load_game(game, option) if game else None, seat, lang)
    app.run()
    if app.return_code:
        raise typer.Exit(app.return_code)
