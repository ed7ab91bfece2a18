"""`caserne analyse`: a bot reviews the decisions of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caserne.bots.titles import title_of
from caserne.cli.common import (
    CORES,
    Jobs,
    Json,
    Lang,
    Plot,
    Seed,
    check_plot,
    compiling,
    print_json,
    progress,
    save_plot,
)
from caserne.core.game.words import SHARED_WORDS, default_language, format_number

if TYPE_CHECKING:
    from caserne.bots.review import Decision
    from caserne.core.match.record import Record


def add_to(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command(epilog="Example: `caserne analyse game.jsonl --bot 5 --plot game.svg`")(analyse)


def analyse(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A recorded game.", dir_okay=False)],
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="Who judges; 6@2s or 6@5000n: with a budget for each move.")
    ] = "6",
    jobs: Jobs = CORES,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads for the bot.")] = 1,
    seed: Seed = 0,
    plot: Plot = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Judge every decision of a game, from what its seat could know then: the best move, and what was lost."""
    from caserne.bots.review import review
    from caserne.core.match.events import Action
    from caserne.core.match.record import Record

    lang = lang or default_language()
    check_plot(plot)
    with compiling():
        loaded = Record.load(record)
        moves = sum(isinstance(event, Action) for event in loaded.standing())
        with progress(moves) as on_progress:
            decisions = review(loaded, bot, seed=seed, jobs=jobs, threads=threads, on_progress=on_progress)
        if plot:
            save_plot(plot, _picture(loaded, decisions, lang))
    seats = _seats(loaded, decisions, lang)
    if as_json:
        print_json({"bot": bot, "decisions": [asdict(decision) for decision in decisions], "seats": seats})
        return
    print(SHARED_WORDS("analysis.by", title=loaded.game.about.title(lang), bot=title_of(bot, lang)).text(lang))
    _print_decisions(decisions, [seat["name"] for seat in seats], lang)
    for seat in seats:
        loss = format_number(seat["mean_loss"], 3, lang)
        print(SHARED_WORDS("analysis.seat", **{**seat, "mean_loss": loss}).text(lang))


def _seats(record: Record, decisions: Sequence[Decision], lang: str) -> list[dict[str, Any]]:
    """Count the errors of each seat by kind, and its mean loss per decision."""
    from caserne.bots.review import THRESHOLDS
    from caserne.core.simulation.report import seat_names

    seats = []
    for number, name in enumerate(seat_names(record.game, lang)):
        own = [decision for decision in decisions if decision.seat == number]
        counts = {str(kind): sum(decision.verdict is kind for decision in own) for kind in THRESHOLDS}
        mean = sum(decision.loss for decision in own) / len(own) if own else 0.0
        seats.append({"name": name, "decisions": len(own), **counts, "mean_loss": mean})
    return seats


def _print_decisions(decisions: Sequence[Decision], names: Sequence[str], lang: str) -> None:
    heads = [SHARED_WORDS(f"analysis.{key}").text(lang) for key in ("seat_column", "move", "value", "best", "loss")]
    rows = [
        [names[each.seat], each.move, _signed(each.value, lang), each.best, format_number(each.loss, 2, lang)]
        for each in decisions
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    print(" " * 6 + "  ".join(f"{head:<{width}}" for head, width in zip(heads, widths, strict=True)).rstrip())
    for decision, row in zip(decisions, rows, strict=True):
        verdict = "" if decision.verdict == "good" else SHARED_WORDS(f"verdict.{decision.verdict}").text(lang)
        cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        print(f"{decision.number:>4}. {cells}  {verdict}".rstrip())


def _signed(value: float, lang: str) -> str:
    return ("+" if value >= 0 else "") + format_number(value, 2, lang)


def _picture(record: Record, decisions: Sequence[Decision], lang: str) -> str:
    from caserne.draw.value_plot import Curve, value_plot

    seats = record.game.scene(record.final().view(None), lang).seats
    curves = [
        Curve(
            seat.name,
            seat.colour,
            [(each.number, each.value, str(each.verdict)) for each in decisions if each.seat == number],
        )
        for number, seat in enumerate(seats)
    ]
    return value_plot(record.game.about.title(lang), curves, lang)
