"""`caserne print`: the board and the pieces of a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from caserne.cli.common import GameId, GameOptions, Lang, example, load_game
from caserne.core.game.errors import InvalidOption
from caserne.core.game.words import SHARED_WORDS, default_language


def add_to(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command("print", epilog=example("print {game} --lang en -o {game}.pdf"))(print_game)


def print_game(
    game: GameId,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The file; else GAME.pdf here.")
    ] = None,
    option: GameOptions = None,
    cell: Annotated[float, typer.Option("--cell", metavar="MM", help="The side of a square, in millimetres.")] = 24,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|a3|letter", help="The size of the paper.")] = "a4",
    lang: Lang = None,
) -> None:
    """Make a PDF of the board and the pieces, to print and cut out at true size."""
    from caserne.draw.sheets import LARGEST_CELL, LEAST_CELL, PAPERS, print_pdf

    if paper not in PAPERS:
        raise InvalidOption.of("unknown_paper", paper=paper, papers=", ".join(PAPERS))
    if not LEAST_CELL <= cell <= LARGEST_CELL:
        raise InvalidOption.of("cell_size", cell=f"{cell:g}", least=f"{LEAST_CELL:g}", most=f"{LARGEST_CELL:g}")
    lang = lang or default_language()
    file = output or Path(f"{game}.pdf")
    file.write_bytes(print_pdf(load_game(game, option), lang, cell=cell, paper=paper))
    print(SHARED_WORDS("print.written", file=file).text(lang))
