"""Many games as a Parquet file, one row a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import caserne
from caserne.core.game.errors import InvalidOption, MissingPackage
from caserne.core.game.game import Game
from caserne.core.simulation.outcomes import Outcomes


def check_table(file: Path | None) -> None:
    """Raise an error before the work begins if the file could not be written in the end."""
    if file is None:
        return
    if not file.parent.is_dir():
        raise InvalidOption.of("no_folder", folder=file.parent)
    try:
        import pyarrow.parquet  # noqa: F401
    except ModuleNotFoundError as error:
        raise MissingPackage.of("missing_package", package="pyarrow", extra="parquet") from error


def write_table(
    file: Path,
    game: Game[Any],
    seed: int,
    line_ups: Sequence[Sequence[str]],
    games: Outcomes,
    forfeits: Sequence[str | None],
) -> None:
    """Write the columns of `columns_of`; the same games give the same bytes."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table(columns_of(game, seed, line_ups, games, forfeits))
    pyarrow.parquet.write_table(table.replace_schema_metadata({"caserne": caserne.__version__}), file)


def columns_of(
    game: Game[Any],
    seed: int,
    line_ups: Sequence[Sequence[str]],
    games: Outcomes,
    forfeits: Sequence[str | None],
) -> dict[str, Any]:
    """Return a column for each fact of a game and, where a fact belongs to a seat, for each seat.

    `winner` is the seat with the highest return, null if several have it; an unfinished game has no `ending`.
    """
    count = len(games)
    options = json.dumps(game.options.as_dict(), ensure_ascii=False, sort_keys=True)
    columns: dict[str, Any] = {
        "game": [game.id] * count,
        "options": [options] * count,
        "seed": [seed] * count,
        "number": list(range(count)),
        "plies": games.lengths,
        "ending": [ending or None for ending in games.endings.tolist()],
        "winner": [_winner(returns) for returns in games.returns.tolist()],
        "forfeit": list(forfeits),
    }
    for seat in range(game.seats):
        columns[f"bot_{seat}"] = [line_up[seat] for line_up in line_ups]
        columns[f"return_{seat}"] = games.returns[:, seat]
        if games.scores is not None:
            columns[f"score_{seat}"] = games.scores[:, seat]
    return columns


def _winner(returns: list[float]) -> int | None:
    best = max(returns)
    return returns.index(best) if returns.count(best) == 1 else None
