"""`caserne arena`: tournaments of bots, with a cross table and ratings; `caserne engine`: a bot for other programs."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caserne.bots.titles import title_of
from caserne.cli.common import (
    CORES,
    GameId,
    GameOptions,
    Jobs,
    Json,
    Lang,
    Parquet,
    Plot,
    Ray,
    Seed,
    check_plot,
    compiling,
    example,
    load_game,
    print_json,
    progress,
    save_plot,
    task_runner,
)
from caserne.core.game.errors import InvalidOption
from caserne.core.game.words import SHARED_WORDS, format_number, format_percentage

if TYPE_CHECKING:
    from caserne.bots.arena import ArenaGame
    from caserne.bots.ratings import Pairing
    from caserne.bots.workers import RunTasks
    from caserne.core.game.game import Game
    from caserne.runs.ledger import Ledger

BOTS_HELP = (
    "1 to 6, greedy, average@1s, net, exec:COMMAND or exec@20s:COMMAND (a program, with the time for a move); "
    "in some games also programs of other protocols: ucc:COMMAND, ucc@20s:COMMAND (docs/engine-protocol.md)."
)
LONGEST_NAME = 32
"""Characters of a bot's name beside the progress bar."""

Threads = Annotated[int, typer.Option("--threads", min=1, help="Threads for each bot.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog=example("arena {game} random greedy --games 200"))(arena)
    app.command(epilog="Example: `caserne engine --bot 3`")(engine)


def arena(
    game: GameId,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT ...", help=BOTS_HELP, show_default=False),
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="Games for each pair of bots.")] = 100,
    jobs: Jobs = CORES,
    ray: Ray = None,
    threads: Threads = 1,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Keep every game in a folder.", file_okay=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Play the games that are missing in the folder.")] = False,
    parquet: Parquet = None,
    plot: Plot = None,
    seed: Seed = 0,
    option: GameOptions = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other, changing seats: a cross table and Elo ratings with 95% intervals."""
    from caserne.bots.names import read_name
    from caserne.bots.workers import run_tasks
    from caserne.runs.ledger import Ledger
    from caserne.runs.simulation import outcomes_of
    from caserne.runs.table import check_table, write_table

    loaded = load_game(game, option)
    for name in bots:
        read_name(name, loaded)
    bots = list(dict.fromkeys(bots))
    if len(bots) < 2:
        raise InvalidOption.of("two_bots")
    if resume and not records:
        raise InvalidOption.of("resume_what", option="--records")
    check_plot(plot)
    check_table(parquet)
    line_up = {"game": game, "options": loaded.options.as_dict(), "bots": bots, "seed": seed, "threads": threads}
    ledger = Ledger(records, line_up, resume=resume) if records else None
    with task_runner(ray, partial(run_tasks, jobs=jobs), threads) as run:
        played = _play(loaded, bots, games, ledger, seed, threads, run)
    if parquet:
        line_ups, forfeits = [each.bots for each in played], [each.forfeit for each in played]
        write_table(parquet, loaded, seed, line_ups, outcomes_of(played), forfeits)
    if plot:
        save_plot(plot, _ratings_plot(loaded, bots, played, lang))
    _report(bots, played, lang, as_json=as_json)


def _ratings_plot(game: Game[Any], bots: list[str], played: list[ArenaGame], lang: str | None) -> str:
    """Return an SVG of the ratings with their intervals, the strongest bot first."""
    from caserne.bots.ratings import cross_table, elo
    from caserne.core.simulation.statistics import Estimate
    from caserne.draw.plot import Scale, estimates_plot

    def write(estimate: Estimate) -> str:
        value, low, high = (format_number(rating, 0, lang) for rating in estimate)
        return f"{value}  ({low} – {high})"

    ratings = zip(bots, elo(bots, cross_table(played)), strict=True)
    rows = [(shortened(name), Estimate(rating, rating - error, rating + error)) for name, (rating, error) in ratings]
    rows.sort(key=lambda row: -row[1].value)
    least, most = min(row[1].low for row in rows), max(row[1].high for row in rows)
    heading = SHARED_WORDS("plot.ratings").text(lang)
    return estimates_plot(game.about.title(lang or "en"), heading, rows, Scale(least, most, labels=230), write)


def _play(
    game: Game[Any], bots: list[str], games: int, ledger: Ledger | None, seed: int, threads: int, run: RunTasks
) -> list[ArenaGame]:
    """Play the games that the ledger does not have, and return all games."""
    from caserne.bots.arena import play_games, round_robin

    line_ups = round_robin(bots, game.seats, games)
    known = ledger.games if ledger else {}
    played = {number: finished for number, finished in known.items() if number < len(line_ups)}
    missing = [number for number in range(len(line_ups)) if number not in played]
    with compiling(), progress(len(line_ups)) as on_progress:
        points = dict.fromkeys(bots, 0.0)
        on_progress(len(played), _add_points(points, played.values()))

        def add(number: int, finished: ArenaGame) -> None:
            played[number] = finished
            if ledger:
                ledger.add(number, finished)
            on_progress(1, _add_points(points, [finished]))

        files = ledger.record_file if ledger else None
        play_games(game, line_ups, numbers=missing, seed=seed, threads=threads, run=run, files=files, on_game=add)
    return [played[number] for number in sorted(played)]


def _add_points(points: dict[str, float], played: Iterable[ArenaGame]) -> str:
    """Add the points of more games and return the score as text for the progress bar."""
    from caserne.bots.ratings import cross_table

    for (bot, _), pairing in cross_table(played).items():
        points[bot] += pairing.points
    return "  ".join(f"{shortened(name)} {score:g}" for name, score in points.items())


def shortened(name: str) -> str:
    """Return a bot's name without the folders of its files, at most LONGEST_NAME characters of it.

    >>> shortened("ucc:/home/me/agents/celsius/celsius.py"), shortened("net:weights=runs/7/weights.net@1s")
    ('ucc:celsius.py', 'net:weights=weights.net@1s')
    """
    bare = re.sub(r"[^\s:=]*/", "", name)
    return bare if len(bare) <= LONGEST_NAME else f"{bare[: LONGEST_NAME - 1]}…"


def _report(bots: list[str], played: list[ArenaGame], lang: str | None, *, as_json: bool) -> None:
    from caserne.bots.ratings import cross_table, elo

    table = cross_table(played)
    ratings = dict(zip(bots, elo(bots, table), strict=True))
    forfeits = Counter(finished.forfeit for finished in played if finished.forfeit)
    if as_json:
        pairings = [
            {"bot": bot, "against": other, **asdict(pairing), "score": pairing.score}
            for (bot, other), pairing in table.items()
        ]
        print_json({"pairings": pairings, "elo": ratings, "forfeits": forfeits})
        return
    _print_cross_table(bots, table, ratings, lang)
    for reason, times in forfeits.most_common():
        print(SHARED_WORDS("arena.forfeits", times=times, reason=reason).text(lang))


def _print_cross_table(
    bots: list[str],
    table: Mapping[tuple[str, str], Pairing],
    ratings: Mapping[str, tuple[float, float]],
    lang: str | None,
) -> None:
    """Print the strongest bot first; columns are numbered like the rows."""
    order = sorted(bots, key=lambda name: -ratings[name][0])
    titles = [f"{number}. {title_of(name, lang)}" for number, name in enumerate(order, 1)]
    cells = [[_cell(table.get((row, column)), lang) for column in order] for row in order]
    wide, cell = max(map(len, titles)), max(len(text) for row in cells for text in row) + 2
    print(" " * wide + "".join(f"{f'{number}.':>{cell}}" for number in range(1, len(order) + 1)) + f"{'Elo':>14}")
    for title, name, row in zip(titles, order, cells, strict=True):
        rating, error = (format_number(value, 0, lang) for value in ratings[name])
        signed = rating if rating.startswith("-") else f"+{rating}"
        print(f"{title:<{wide}}" + "".join(f"{text:>{cell}}" for text in row) + f"{f'{signed} ± {error}':>14}")


def _cell(pairing: Pairing | None, lang: str | None) -> str:
    """Return wins, draws, losses, and the share of points with its 95% interval."""
    if pairing is None:
        return "–"
    value, low, high = (format_percentage(share, 0, lang) for share in pairing.score)
    return f"{pairing.wins}-{pairing.draws}-{pairing.losses}  {value} [{low} – {high}]"


def engine(
    bot: Annotated[str, typer.Option("--bot", metavar="NAME", help="Who answers.")] = "6",
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", metavar="NAME", help="Another protocol than ours, of a game that has one."),
    ] = None,
    threads: Threads = 1,
) -> None:
    """Answer on stdin and stdout, for programs that let engines play each other (docs/engine-protocol.md)."""
    from caserne.bots.engine import Engine
    from caserne.bots.names import read_name

    read_name(bot)
    if protocol is None:
        Engine(bot, _say, threads).serve(sys.stdin)
    else:
        _foreign_protocol(protocol).serve(bot, iter(sys.stdin), _say)


def _foreign_protocol(name: str) -> Any:
    """Return a protocol of one of the rooms."""
    import caserne
    from caserne.core.game.registry import rooms

    known = {name: each for room in rooms() for name, each in caserne.game(room).protocols.items()}
    if name not in known:
        raise InvalidOption.of("unknown_protocol", protocol=name, protocols=", ".join(known))
    return known[name]


def _say(line: str) -> None:
    print(line, flush=True)
