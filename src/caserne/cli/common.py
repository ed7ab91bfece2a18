"""Arguments, options and output that several commands share."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caserne.cli.dashes import DASH
from caserne.core.game.errors import InvalidOption, InvalidPosition
from caserne.core.game.words import LANGUAGES, SHARED_WORDS

if TYPE_CHECKING:
    from caserne.bots.workers import RunTasks
    from caserne.core.game.game import Game
    from caserne.core.game.position import Position


def complete_game(incomplete: str) -> list[str]:
    from caserne.core.game.registry import rooms

    return [game_id for game_id in rooms() if game_id.startswith(incomplete)]


def _check_lang(lang: str | None) -> str | None:
    if lang is not None and lang not in LANGUAGES:
        raise InvalidOption.of("unknown_language", lang=lang, languages=", ".join(LANGUAGES))
    return lang


def _restore_dash(text: str) -> str:
    return text.replace(DASH, "-", 1)


GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="The game, see `caserne games`.", autocompletion=complete_game)
]
PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position string, in quotes.", callback=_restore_dash)
]
Moves = Annotated[str, typer.Option("--moves", metavar='"M1 M2 ..."', help="Moves to play from the position first.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="An option of the game; may be given several times."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="fr|en", help="Language; else CASERNE_LANG or the locale.", callback=_check_lang),
]
CORES = os.cpu_count() or 1
PROGRESS_LINES = 20
"""Lines of progress where there is no terminal."""
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Cores to use.", show_default="all")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it (.svg or .png).")]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: auto, HOST:PORT or ray://HOST:PORT."),
]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="Write a table, one row a game.", dir_okay=False)
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]


def example(command: str) -> str:
    """Return the last line of a command's help: an example with the game whose position is shortest."""
    from caserne.core.game.registry import descriptions

    pages = [page for page in descriptions().values() if page.example[0]]
    if not pages:
        return ""
    page = min(pages, key=lambda page: len(page.example[0]))
    position, move = page.example
    return "Example: `caserne " + command.format(game=page.id, rules=page.rules, position=position, move=move) + "`"


def read_options(game_id: str, pairs: list[str] | None) -> dict[str, str]:
    """Read options from the command line; a text option may name a file that holds its value."""
    from dataclasses import fields

    from caserne.core.game.registry import options_class

    free_text = {field.name for field in fields(options_class(game_id)) if field.metadata.get("free_text")}
    values = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidOption.of("option_syntax", pair=pair)
        if name in free_text and Path(value).is_file():
            value = "/".join(Path(value).read_text("utf-8").split())
        values[name] = value
    return values


def load_game(game_id: str, options: list[str] | None) -> Game[Any]:
    """Load a game with options from the command line; print remarks about unusual options on stderr."""
    import caserne

    game = caserne.game(game_id, **read_options(game_id, options))
    for remark in game.remarks():
        print(f"caserne: {remark}", file=sys.stderr)
    return game


def load_position(game: Game[Any], text: str, moves: str) -> Position:
    """Read a position from the command line and play moves from it."""
    if not text:
        raise InvalidPosition.of("empty_position")
    return game.position(text).play_all(moves)


@contextmanager
def compiling() -> Iterator[None]:
    """Say on stderr that rules are being compiled, as soon as the first one is."""
    from caserne.core.kernel.compiled import watch_compilation

    with ExitStack() as shown:

        @cache
        def announce() -> None:
            from rich.console import Console

            console, message = Console(stderr=True), SHARED_WORDS("compiling").text()
            if console.is_terminal:
                shown.enter_context(console.status(message))
            else:
                print(message, file=sys.stderr)

        with watch_compilation(lambda _: announce()):
            yield


@contextmanager
def progress(total: int) -> Iterator[Callable[..., None]]:
    """Show a progress bar, or lines if stderr is no terminal; call the result with the work done and a text for it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _progress_lines(total)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    bar = Progress(*columns, console=console, transient=True)
    with bar:
        task = bar.add_task("", total=total)
        yield lambda done, words="": bar.update(task, advance=done, description=words)


def _progress_lines(total: int) -> Callable[..., None]:
    """Return a function that prints a line to stderr for every twentieth of the work, and for the last of it."""
    finished, printed = 0, 0

    def report(done: int, words: str = "") -> None:
        nonlocal finished, printed
        finished += done
        if finished and finished * PROGRESS_LINES // total > printed:
            printed = finished * PROGRESS_LINES // total
            print(f"{finished}/{total}  {words}".rstrip(), file=sys.stderr, flush=True)

    return report


@contextmanager
def task_runner(ray: str | None, here: RunTasks, threads: int = 1) -> Iterator[RunTasks]:
    """Return what runs tasks: the Ray cluster if one is asked for, each with so many cores, else `here`."""
    if ray is None:
        yield here
        return
    from caserne.runs.cluster import cluster

    with cluster(ray, threads) as there:
        yield there


def check_plot(file: Path | None) -> None:
    """Raise InvalidOption for an unknown picture format before the work begins."""
    if file and file.suffix not in (".svg", ".png"):
        raise InvalidOption.of("plot_suffix", file=file)


def save_plot(file: Path, picture: str) -> None:
    """Write an SVG to a file, as PNG if the file has that suffix."""
    from caserne.draw.png import svg_to_png

    file.write_bytes(svg_to_png(picture) if file.suffix == ".png" else picture.encode())


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))
