"""`caserne train`: a network learns a game by playing itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caserne.cli.common import CORES, GameId, GameOptions, Jobs, Lang, Seed, compiling, example, load_game, progress
from caserne.core.game.errors import InvalidOption
from caserne.core.game.words import SHARED_WORDS, format_number

if TYPE_CHECKING:
    from caserne.learn.curve import Curve
    from caserne.learn.page import TrainingRun
    from caserne.learn.settings import Settings
    from caserne.learn.train import Trainer

WEIGHTS, PAGE = "weights.net", "training.html"
SNAPSHOT_SHARES = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)
"""When weights are kept for the curve."""
SHOWN = ("minutes", "positions", "finished", "length", "drawn", "entropy", "value", "belief", "divergence")
"""The figures of the live table."""
LINE_INTERVAL = 15.0
"""Seconds between two lines of progress outside a terminal."""


def add_to(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command(epilog=example("train {game} --minutes 60 --device cuda --out {game}-net"))(train)


def train(
    game: GameId,
    minutes: Annotated[float, typer.Option("--minutes", min=0.0, help="Minutes in all, earlier runs included.")],
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Checkpoint, weights, figures and page.", file_okay=False)
    ],
    device: Annotated[str, typer.Option("--device", metavar="cuda|cpu", help="Where to compute.")] = "cuda",
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint in the folder.")] = False,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="Learn to beat these weights, which do not change."),
    ] = None,
    rival: Annotated[
        list[Path] | None,
        typer.Option(
            "--rival", metavar="FILE", help="Meet these weights besides earlier selves; may be given several times."
        ),
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--start", metavar="FILE", help="Begin with these weights, also of other options.")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="K=V", help="A setting of training: width=64, games=512, ...")
    ] = None,
    games: Annotated[int, typer.Option("--games", min=0, help="Games of each pair for the curve; 0: no curve.")] = 10,
    jobs: Jobs = CORES,
    seed: Seed = 0,
    option: GameOptions = None,
    lang: Lang = None,
) -> None:
    """Let a network learn a game by playing itself; the bot net:weights=FILE plays what it has learned."""
    from caserne.learn.checkpoint import ABOUT
    from caserne.learn.page import training_page
    from caserne.learn.settings import Settings
    from caserne.learn.train import Trainer

    loaded = load_game(game, option)
    settings = read_settings(Settings(), set_)
    if not resume and (out / ABOUT).exists():
        raise InvalidOption.of("checkpoint_exists", folder=out)
    if against and rival:
        raise InvalidOption.of("against_and_rival")
    with compiling():
        trainer = Trainer(loaded, settings, out, device, seed, against, start, rival or ())
        if resume:
            trainer.resume()
        _run(trainer, 60 * minutes, lang)
    run = _describe(trainer, trainer.export(WEIGHTS))
    page = out / PAGE
    page.write_text(training_page(run, _measure(trainer, games, jobs, lang), lang), "utf-8")
    done = {"minutes": format_number(run.minutes, 1, lang), "positions": format_number(run.positions, 0, lang)}
    print(SHARED_WORDS("train.done", weights=run.weights, command=run.arena_command, page=page, **done).text(lang))


def read_settings(settings: Settings, pairs: list[str] | None) -> Settings:
    """Return settings with some of them replaced."""
    kinds = {each.name: type(getattr(settings, each.name)) for each in fields(settings)}
    for pair in pairs or []:
        name, _, text = pair.partition("=")
        try:
            value = kinds[name](text)
        except (KeyError, ValueError) as error:
            raise InvalidOption.of("bad_training_setting", pair=pair, settings=", ".join(kinds)) from error
        settings = replace(settings, **{name: value})
    return settings


def _run(trainer: Trainer, seconds: float, lang: str | None) -> None:
    """Train, show and log the figures, and keep weights for the curve; an interruption keeps what was learned."""
    from caserne.learn.figures import FigureLog

    log = FigureLog(trainer.folder)
    due = [share for share in SNAPSHOT_SHARES if share * seconds >= trainer.progress["seconds"]]
    with _live_table(trainer, lang) as show:
        try:
            due = _keep_snapshots(trainer, seconds, due)
            for figures in trainer.train(seconds):
                show(figures)
                log.add(figures)
                due = _keep_snapshots(trainer, seconds, due)
        except KeyboardInterrupt:
            trainer.save()


def _keep_snapshots(trainer: Trainer, seconds: float, due: list[float]) -> list[float]:
    """Keep the weights if their time has come; return the shares of the training that are still to come."""
    left = [share for share in due if share * seconds > trainer.progress["seconds"]]
    if len(left) < len(due):
        trainer.export(f"after-{trainer.minutes:.2f}.net")
    return left


@contextmanager
def _live_table(trainer: Trainer, lang: str | None) -> Iterator[Callable[[dict[str, float]], None]]:
    """Show the newest figures as a table in a terminal, else as a line from time to time."""
    from rich.console import Console
    from rich.live import Live

    console, printed = Console(stderr=True), [0.0]

    def print_line(figures: dict[str, float]) -> None:
        if time.monotonic() - printed[0] > LINE_INTERVAL:
            printed[0] = time.monotonic()
            print("  ".join(f"{name} {text}" for name, text in _rows(trainer, figures, lang)), file=sys.stderr)

    if not console.is_terminal:
        yield print_line
        return
    with Live(console=console, auto_refresh=False) as live:
        yield lambda figures: live.update(_table(trainer, figures, lang), refresh=True)


def _rows(trainer: Trainer, figures: dict[str, float], lang: str | None) -> list[tuple[str, str]]:
    """Return the names and texts of the figures."""
    values = figures | {"minutes": trainer.minutes}
    digits = {"minutes": 1, "positions": 0, "finished": 0, "length": 0}
    names = {name: SHARED_WORDS(f"train.{name}").text(lang) for name in SHOWN}
    return [(names[name], format_number(values[name], digits.get(name, 3), lang)) for name in SHOWN]


def _table(trainer: Trainer, figures: dict[str, float], lang: str | None) -> Any:
    from rich.table import Table

    from caserne.learn.page import page_title

    table = Table(title=page_title(trainer.game, lang))
    table.add_column(SHARED_WORDS("train.figure").text(lang))
    table.add_column(SHARED_WORDS("train.now").text(lang), justify="right")
    for row in _rows(trainer, figures, lang):
        table.add_row(*row)
    return table


def _measure(trainer: Trainer, games: int, jobs: int, lang: str | None) -> Curve | None:
    """Let the snapshots play our levels, if games are wanted."""
    from caserne.learn.curve import OPPONENTS, measure, snapshots_in

    snapshots = snapshots_in(trainer.folder)
    if not games or not snapshots:
        return None
    print(SHARED_WORDS("train.measuring").text(lang), file=sys.stderr)
    total = games * (len(snapshots) * len(OPPONENTS) + len(OPPONENTS) - 1)
    with compiling(), progress(total) as on_progress:
        return measure(trainer.game, snapshots, games, jobs, lambda *_: on_progress(1))


def _describe(trainer: Trainer, weights: Path) -> TrainingRun:
    from caserne.learn.page import TrainingRun

    return TrainingRun(
        game=trainer.game,
        device=trainer.device,
        seed=trainer.seed,
        minutes=trainer.minutes,
        positions=int(trainer.progress["positions"]),
        finished=int(trainer.progress["finished"]),
        settings=trainer.settings,
        weights=weights,
    )
