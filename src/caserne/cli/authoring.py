"""Commands for authors of games: new, check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caserne.cli.common import GameOptions, compiling, load_game, read_options
from caserne.core.game.words import SHARED_WORDS

if TYPE_CHECKING:
    from caserne.core.game.game import Game


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog="Example: `caserne new mygame`")(new)
    app.command(epilog="Example: `caserne check mygame`")(check)


def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of the new game: small letters, such as mygame.")],
    parent: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="Where its folder is made.")] = Path(),
) -> None:
    """Make the folder of a new game: a small one that passes `caserne check`, to be changed bit by bit."""
    from caserne.conformance.golden import pin
    from caserne.conformance.new_room import make_room

    room = make_room(game, parent)
    with compiling():
        pin(_open(room, None), {})
    print(SHARED_WORDS("room_made", folder=room, parent=parent.resolve(), game=game).text())


def check(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a game, with its game.py.")],
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes long.")] = False,
    pinned: Annotated[
        bool, typer.Option("--pin", help="First write golden records and the fingerprint, by the rules as they are.")
    ] = False,
    option: GameOptions = None,
) -> None:
    """Run the tests that every game must pass on the game in a folder, then its own tests."""
    from caserne.conformance.check import room_id, run_tests
    from caserne.conformance.golden import pin

    game_id = room_id(folder)
    with compiling():
        game = _open(folder, option)
        game.start().view(None).sample()
        if pinned:
            print("\n".join(pin(game, read_options(game_id, option))))
    raise typer.Exit(1 if run_tests(folder, quick=quick) else 0)


def _open(folder: Path, option: list[str] | None) -> Game[Any]:
    """Open the game of a folder that may be anywhere."""
    from caserne.core.game.room_folders import add_folder

    add_folder(folder.resolve().parent)
    return load_game(folder.resolve().name, option)
