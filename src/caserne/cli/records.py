"""Commands about recorded games: `caserne record show|replay|verify|convert`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caserne.cli.common import Json, Lang, compiling, print_json
from caserne.core.game.words import SHARED_WORDS, default_language

if TYPE_CHECKING:
    from caserne.core.match.record import Record

File = Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.", dir_okay=False)]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    record = typer.Typer(help="Show, replay, verify or convert a recorded game.", no_args_is_help=True)
    record.command(epilog="Example: `caserne record show game.jsonl`")(show)
    record.command(epilog="Example: `caserne record replay game.jsonl --boards`")(replay)
    record.command(epilog="Example: `caserne record verify game.jsonl`")(verify)
    record.command(epilog="Example: `caserne record convert game.jsonl --to moves -o game.txt`")(convert)
    app.add_typer(record, name="record")


def show(file: File, lang: Lang = None, as_json: Json = False) -> None:
    """Print who played, the moves by turns and how it ended."""
    lang = lang or default_language()
    with compiling():
        record = _load(file)
        summary = _summary(record)
        status = record.game.scene(record.final().view(None), lang).status
    if as_json:
        print_json(summary)
        return
    print(f"{record.game.about.title(lang)}  {record.date}")
    if record.players:
        print(" - ".join(record.players))
    if options := repr(record.game).partition(", ")[2]:
        print(options.rstrip(")"))
    print(_moves_text(record))
    print(_end_text(record, status, lang))


def replay(
    file: File,
    boards: Annotated[bool, typer.Option("--boards", help="Draw every position.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Print every event and the position after it."""
    lang = lang or default_language()
    with compiling():
        for step in _load(file).replay():
            event = step.event.as_json()
            if as_json:
                print_json({**event, "position": str(step.position)})
                continue
            what = event.get("move") or event.get("act")
            who = event.get("seat")
            print(f"{'*' if who is None else who} {what}  {step.position}")
            if boards and event["event"] != "table":
                from caserne.draw.text import text

                seen = step.position.view(None)
                print(text(seen.game.scene(seen, lang), colour=sys.stdout.isatty()))


def verify(file: File, lang: Lang = None, as_json: Json = False) -> None:
    """Prove from the file alone that the moves are legal and dice and set-ups as committed."""
    from dataclasses import asdict

    from caserne.core.match.verify import verify as prove

    with compiling():
        proof = prove(_load(file))
    if as_json:
        print_json(asdict(proof))
        return
    print(SHARED_WORDS("proof", moves=proof.moves, setups=proof.setups, dice=proof.dice).text(lang))
    if proof.unproved_setups or proof.unproved_dice:
        print(SHARED_WORDS("unproved", setups=proof.unproved_setups, dice=proof.unproved_dice).text(lang))


class Target(StrEnum):
    """What a record can be converted to."""

    jsonl = "jsonl"
    json = "json"
    moves = "moves"


def convert(
    file: File,
    to: Annotated[Target, typer.Option("--to", help="jsonl: a record; json: one document; moves: text.")] = Target.json,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.")] = None,
    as_json: Json = False,
) -> None:
    """Write a record in another form."""
    import json

    with compiling():
        record = _load(file)
        if to is Target.jsonl:
            text = record.dumps()
        elif to is Target.json or as_json:
            text = json.dumps(_document(record), ensure_ascii=False, indent=1) + "\n"
        else:
            text = _moves_text(record) + "\n"
    if output:
        output.write_text(text, "utf-8")
    else:
        print(text, end="")


def _load(file: Path) -> Record:
    from caserne.core.match.record import Record

    return Record.load(file)


def _summary(record: Record) -> dict[str, Any]:
    return {
        "game": record.game.id,
        "options": record.game.options.as_dict(),
        "players": record.players,
        "date": record.date,
        "turns": [{"seat": turn.seat, "moves": turn.moves} for turn in record.turns()],
        "position": str(record.final()),
        "end": record.end,
    }


def _document(record: Record) -> dict[str, Any]:
    events = [{**step.event.as_json(), "position": str(step.position)} for step in record.replay()]
    return {**_summary(record), "start": str(record.first()), "events": events}


def _moves_text(record: Record) -> str:
    """Return the moves by rounds: a number, then one column a seat; several moves of a turn are joined by commas.

    A seat that was passed over has a dash.
    """
    lines: list[list[str]] = []
    for turn in record.turns():
        if not lines or turn.seat < len(lines[-1]):
            lines.append([])
        lines[-1] += ["-"] * (turn.seat - len(lines[-1])) + [",".join(turn.moves) or "-"]
    return "\n".join(f"{number}. " + " ".join(line) for number, line in enumerate(lines, 1))


def _end_text(record: Record, status: str, lang: str) -> str:
    if record.end is None:
        return SHARED_WORDS("in_progress", status=status).text(lang)
    numbers = " ".join(f"{value:g}" for value in record.end["returns"])
    return f"{status} ({numbers})" if "-" in record.end["by"] else f"{record.end['by']} ({numbers})"
