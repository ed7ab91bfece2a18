"""docs/strength.md: tables of the games that were played, among what was written by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import caserne
from caserne.bots.levels import level_bots
from caserne.bots.ratings import cross_table
from caserne.core.game.registry import about
from strength_games import Played
from strength_plan import GAMES, ROWS, WHOLE_IN_NODES, WHOLE_SECOND, Row

MEASURED = "<!-- measured -->"
"""Ends the remarks about a game, which are written by hand; what follows up to the next game is written anew."""
PLANNED = (*ROWS, *WHOLE_SECOND, *WHOLE_IN_NODES)
NOTES = "## What set-ups are worth\n"
"""From here on all is written by hand."""
HEADER = "| bot | against | games | won | drawn | lost | points | goal |\n|---|---|---|---|---|---|---|---|"
TABLE = re.compile(rf"^(?P<title>.+):\n\n{re.escape(HEADER)}\n(?:\|.*\n)+\n.*\n", re.MULTILINE)

PREFACE = """# How strong the levels are

Written by `python bench/strength.py render FOLDER` from games that `python bench/strength.py measure FOLDER` played:
the rows of `bench/strength_plan.py`, seats alternating, one core a game. A draw counts half; the brackets are 95%
intervals. Tables of which FOLDER has no games stay as they are. The list at the end of each game says what its levels 1
to 6 are made of (`docs/bots.md`); where level 6 has a budget behind its name, it thinks less here than at a table.
"""


def page_text(games: list[Played], old: str) -> str:
    """Return the page with the tables of these games; other tables and what is hand-written stay as in the old one."""
    parts = [PREFACE]
    for game in GAMES:
        of_game = [played for played in games if played.row.game == game]
        section = _section(old, game)
        parts.append(f"{_remarks(section)}{MEASURED}\n\n{_measured(game, of_game, section)}" if of_game else section)
    return "\n".join(parts) + "\n" + old[old.index(NOTES) :]


def _section(page: str, game: str) -> str:
    """Return what a page says about a game, with the heading."""
    heading = f"## {about(game).title('en')}\n"
    return heading + page.partition(heading)[2].partition("\n## ")[0]


def _remarks(section: str) -> str:
    """Return the heading with the remarks about a game."""
    remarks, found, _ = section.partition(MEASURED)
    return remarks if found else section.partition("\n")[0] + "\n"


def _measured(game: str, games: list[Played], old: str) -> str:
    """Return the tables of a game, and what its levels are made of."""
    rows = _rows(games)
    played = {title: _table(title, [row for row in rows if row.section == title], games) for title in _titles(rows)}
    tables = {table["title"]: table[0] for table in TABLE.finditer(old)} | played
    planned = [title for title in _titles(PLANNED) if title in tables]
    levels = enumerate(level_bots(caserne.game(game)), 1)
    in_order = [tables[title] for title in dict.fromkeys((*planned, *tables))]
    return "\n".join([*in_order, *(f"{number}. `{name}`" for number, name in levels), ""])


def _titles(rows: Iterable[Row]) -> list[str]:
    return list(dict.fromkeys(row.section for row in rows))


def _table(title: str, rows: list[Row], games: list[Played]) -> str:
    of_row = {row: [played for played in games if played.row.key == row.key] for row in rows}
    lines = "\n".join(_line(row, of_row[row]) for row in rows)
    return f"{title}:\n\n{HEADER}\n{lines}\n\n{_when([played for row in rows for played in of_row[row]])}\n"


def _rows(games: list[Played]) -> list[Row]:
    """Return the rows of games: those of the plan as it is now, then others, such as programs, as they were played."""
    found = {played.row.key: played.row for played in games}
    planned = [row for row in PLANNED if row.key in found]
    keys = {row.key for row in planned}
    return planned + [found[key] for key in sorted(found) if key not in keys]


def _line(row: Row, games: list[Played]) -> str:
    result = cross_table(played.outcome for played in games)[row.first, row.second]
    value, low, high = result.score
    first = ", ".join((row.first, *row.options))
    counts = f"{result.games} | {result.wins} | {result.draws} | {result.losses}"
    return f"| {first} | {row.second} | {counts} | {value:.1%} [{low:.1%}, {high:.1%}] | {row.goal} |"


def _when(games: list[Played]) -> str:
    """Say when and where games were played: a folder may have been continued later and elsewhere."""
    days: dict[str, Counter[str]] = {}
    for played in games:
        days.setdefault(f"caserne {played.version} on {played.machine}", Counter())[played.date] += 1
    listed = {where: ", ".join(f"{counts[day]} on {day}" for day in sorted(counts)) for where, counts in days.items()}
    return " ".join(f"Games of {where}: {listed[where]}." for where in sorted(listed))
