"""Commands about one position: legal, apply, perft, result, explain, show."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from caserne.cli.common import (
    GameId,
    GameOptions,
    Json,
    Lang,
    Moves,
    PositionText,
    compiling,
    example,
    load_game,
    load_position,
    print_json,
)
from caserne.core.game.words import default_language


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog=example("legal {game} '{position}' --moves {move}"))(legal)
    app.command(epilog=example("apply {game} '{position}' --moves {move}"))(apply)
    app.command(epilog=example("perft {game} '{position}' 3 --divide"))(perft)
    app.command(epilog=example("result {game} '{position}' --moves {move}"))(result)
    app.command(epilog=example("explain {game} '{position}' {move} --lang en"))(explain)
    app.command(epilog=example("show {game} '{position}' --moves {move} -o board.png"))(show)


def legal(
    game: GameId, position: PositionText, moves: Moves = "", option: GameOptions = None, as_json: Json = False
) -> None:
    """List the legal moves, one per line, sorted."""
    loaded = load_game(game, option)
    with compiling():
        listed = load_position(loaded, position, moves).legal()
    if as_json:
        print_json(listed)
    else:
        print("\n".join(listed), end="\n" if listed else "")


def apply(
    game: GameId, position: PositionText, moves: Moves = "", option: GameOptions = None, as_json: Json = False
) -> None:
    """Print the position after some moves."""
    loaded = load_game(game, option)
    with compiling():
        after = str(load_position(loaded, position, moves))
    if as_json:
        print_json({"position": after})
    else:
        print(after)


def perft(
    game: GameId,
    position: PositionText,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="How many moves deep.")],
    moves: Moves = "",
    option: GameOptions = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count below each first move.")] = False,
    as_json: Json = False,
) -> None:
    """Count the sequences of exactly DEPTH moves."""
    loaded = load_game(game, option)
    with compiling():
        root = load_position(loaded, position, moves)
        counts = {move: root.play(move).perft(depth - 1) for move in root.legal()} if divide and depth else {}
        total = sum(counts.values()) if counts else root.perft(depth)
    if as_json:
        print_json({"perft": total, **({"divide": counts} if divide else {})})
        return
    for move, count in counts.items():
        print(f"{move} {count}")
    print(total)


def result(
    game: GameId, position: PositionText, moves: Moves = "", option: GameOptions = None, as_json: Json = False
) -> None:
    """Print "ongoing", or the scores and returns of a finished game."""
    loaded = load_game(game, option)
    with compiling():
        found = load_position(loaded, position, moves).result()
    if as_json:
        print_json(found and {"returns": found.returns, "scores": found.scores, "rule": found.rule})
    else:
        print(found or "ongoing")


def explain(
    game: GameId,
    position: PositionText,
    move: Annotated[str, typer.Argument(metavar="MOVE", help="The move in question.")],
    moves: Moves = "",
    option: GameOptions = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Say whether a move is legal, with warnings, or which rules refuse it and why (exit code 1)."""
    lang = lang or default_language()
    loaded = load_game(game, option)
    with compiling():
        asked = load_position(loaded, position, moves)
        refusals = asked.explain(move, lang)
        warnings = [] if refusals else asked.warnings(move, lang)
    if as_json:
        refused = [{"rule": refusal.rule, "text": refusal.text} for refusal in refusals]
        print_json({"move": move, "legal": not refusals, "refusals": refused, "warnings": warnings})
    else:
        print("\n".join(map(str, refusals)) if refusals else "\n".join([_legal_word(lang), *warnings]))
    raise typer.Exit(1 if refusals else 0)


class Format(StrEnum):
    """How to draw a position."""

    text = "text"
    svg = "svg"
    png = "png"
    json = "json"


def show(
    game: GameId,
    position: PositionText,
    moves: Moves = "",
    option: GameOptions = None,
    seat: Annotated[int | None, typer.Option("--as", metavar="SEAT", help="What this seat sees (0, 1, ...).")] = None,
    form: Annotated[Format | None, typer.Option("--format", help="Text unless FILE says otherwise.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.")] = None,
    hint: Annotated[str, typer.Option("--hint", metavar="CELL", help="Mark where the piece on a cell may go.")] = "",
    dark: Annotated[bool, typer.Option("--dark", help="Dark colours, in SVG and PNG.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Draw a position as text, SVG, PNG or JSON; the last of --moves is marked."""
    lang = lang or default_language()
    form = Format.json if as_json else form or _format_of(output)
    loaded = load_game(game, option)
    with compiling():
        picture = _picture(loaded, position, moves, seat, hint, lang)
    data = _render(picture, form, dark, colour=output is None and sys.stdout.isatty())
    if output:
        output.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)


def _picture(game: Any, text: str, moves: str, seat: int | None, hint: str, lang: str) -> Any:
    """Return the scene of a seat; by default of the seat to act, whose secrets are in the position string anyway."""
    from caserne.core.presentation.illustrate import illustrate

    *earlier, last = ["", *moves.split()]
    before = load_position(game, text, " ".join(filter(None, earlier)))
    after = before.play(last) if last else before
    viewer = after.actor if seat is None and isinstance(after.actor, int) else seat
    seen = after.view(viewer)
    hints = [move for move in seen.legal() if game.touches(move)[:1] == (hint,)] if hint else []
    return illustrate(seen, lang, last=last or None, hints=hints, selected=hint or None)


def _render(picture: Any, form: Format, dark: bool, colour: bool) -> bytes:
    if form is Format.png:
        from caserne.draw.png import png

        return png(picture, dark=dark)
    if form is Format.svg:
        from caserne.draw.svg import svg

        return svg(picture, dark=dark).encode()
    if form is Format.json:
        import json

        return (json.dumps(picture.as_json(), ensure_ascii=False) + "\n").encode()
    from caserne.draw.text import text

    return (text(picture, colour=colour) + "\n").encode()


def _format_of(output: Path | None) -> Format:
    suffix = output.suffix[1:] if output else ""
    return Format(suffix) if suffix in set(Format) else Format.text


def _legal_word(lang: str) -> str:
    from caserne.core.game.words import SHARED_WORDS

    return SHARED_WORDS("legal").text(lang)
