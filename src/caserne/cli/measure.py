"""Commands that measure a game: simulate, bench."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
    from caserne.core.game.game import Game
    from caserne.core.simulation.outcomes import Outcomes
    from caserne.core.simulation.report import Report
    from caserne.core.simulation.statistics import Estimate
    from caserne.runs.simulation import SimulationFolder

COUNTED_GAMES = 2_000
"""In how many of the games the events that a room counts are counted."""


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog=example("simulate {game} --games 100000 --plot balance.svg"))(simulate)
    app.command(epilog=example("bench {game}"))(bench)


def simulate(
    game: GameId,
    games: Annotated[int, typer.Option("--games", min=2, help="How many games.")] = 10_000,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,..", help="Who plays, by seat.", show_default="random")
    ] = "",
    jobs: Jobs = CORES,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Keep what is done in a folder.", file_okay=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Play the games that are missing in the folder.")] = False,
    parquet: Parquet = None,
    seed: Seed = 0,
    plot: Plot = None,
    option: GameOptions = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Play many games and report on lengths, endings and balance, with 95% confidence intervals."""
    from caserne.core.simulation.event_counts import events_per_game
    from caserne.core.simulation.report import seat_names
    from caserne.draw.plot import balance_plot
    from caserne.runs.simulation import SimulationFolder, is_random
    from caserne.runs.table import check_table, write_table

    loaded = load_game(game, option)
    names = _read_bots(loaded, bots)
    check_plot(plot)
    check_table(parquet)
    if resume and not out:
        raise InvalidOption.of("resume_what", option="--out")
    folder = SimulationFolder(out, loaded, names, seed, resume=resume) if out else None
    played = _simulate(loaded, names, games, seed, folder, jobs, ray)
    found = played.report(seat_names(loaded, lang))
    if parquet:
        write_table(parquet, loaded, seed, [names] * games, played, [None] * games)
    if plot:
        save_plot(plot, balance_plot(loaded.about.title(lang or "en"), played.lengths, found, lang))
    counted = min(games, COUNTED_GAMES) if is_random(names) else 0
    events = events_per_game(loaded, counted, seed=seed) if counted else {}
    if as_json:
        print_json({**asdict(found), "witnessed": events})
    else:
        _print_report(loaded, found, seat_names(loaded, lang), lang)
        _print_event_counts(loaded, events, counted, lang)


def _read_bots(game: Game[Any], bots: str) -> list[str]:
    """Return who plays, by seat."""
    from caserne.bots.names import read_name

    names = bots.split(",") if bots else ["random"] * game.seats
    if len(names) != game.seats:
        raise InvalidOption.of("wrong_bots", count=game.seats, given=len(names))
    for name in names:
        read_name(name, game)
    return names


def _simulate(
    game: Game[Any], bots: list[str], games: int, seed: int, folder: SimulationFolder | None, jobs: int, ray: str | None
) -> Outcomes:
    """Simulate games: random play runs compiled, in threads; other bots play move by move, in processes."""
    from functools import partial

    from caserne.bots.workers import run_in_threads, run_tasks
    from caserne.runs.simulation import is_random
    from caserne.runs.simulation import simulate as run_chunks

    here = partial(run_in_threads if is_random(bots) else run_tasks, jobs=jobs)
    with task_runner(ray, here) as run, compiling(), progress(games) as on_progress:
        return run_chunks(game, bots, games, seed=seed, run=run, folder=folder, on_progress=on_progress)


def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; else all of them.")] = None,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="On the CUDA GPU, and check that it plays the same games.")
    ] = False,
    fingerprint: Annotated[bool, typer.Option("--fingerprint", help="Only hash the 10,000 reference games.")] = False,
    option: GameOptions = None,
    as_json: Json = False,
) -> None:
    """Measure random play in moves per second (moves made by seats; dice and set-ups are not counted)."""
    from caserne.core.game.registry import rooms
    from caserne.core.simulation.simulate import reference_digest

    figures = []
    for game_id in [game] if game else rooms():
        loaded = load_game(game_id, option)
        with compiling():
            if fingerprint:
                figures.append({"game": game_id, "fingerprint": reference_digest(loaded)})
            else:
                figures.append(_bench_gpu(loaded) if gpu else _bench_cpu(loaded))
        if not as_json:
            print("  ".join(f"{name} {value}" for name, value in figures[-1].items()))
    if as_json:
        print_json(figures)


def _bench_cpu(game: Game[Any]) -> dict[str, Any]:
    from caserne.core.simulation.simulate import simulate as run

    def rate(jobs: int) -> int:
        fastest = 0.0
        for seed in range(3):
            began = time.perf_counter()
            played = run(game, 2_000 * jobs, seed=seed, jobs=jobs)
            fastest = max(fastest, int(played.lengths.sum()) / (time.perf_counter() - began))
        return round(fastest)

    run(game, 100)
    return {"game": game.id, "moves/s on one core": rate(1), f"on {CORES}": rate(CORES)}


def _bench_gpu(game: Game[Any]) -> dict[str, Any]:
    from caserne.core.simulation.gpu import simulate_on_gpu
    from caserne.core.simulation.simulate import REFERENCE_GAMES, REFERENCE_SEED, committed_digest

    same = simulate_on_gpu(game, REFERENCE_GAMES, seed=REFERENCE_SEED).simulation.digest()
    figures: dict[str, Any] = {"game": game.id, "same games as the CPU": same == committed_digest(game.id)}
    for games in (65_536, 262_144, 1_048_576):
        run = simulate_on_gpu(game, games, repeats=3)
        rate = int(run.simulation.lengths.sum()) / run.seconds
        figures[f"moves/s, {games} games"] = f"{rate:.4g} ({run.memory / 1e9:.1f} GB)"
    figures["registers"], figures["local bytes"] = run.registers, run.local_bytes
    return figures


def _print_report(game: Game[Any], report: Report, seats: list[str], lang: str | None) -> None:
    def say(key: str, **fields: Any) -> str:
        return SHARED_WORDS(key, **fields).text(lang)

    print(say("report.games", title=game.about.title(lang or "en"), games=format_number(report.games, 0, lang)))
    print(
        say("report.length", length=_interval(report.length, 1, lang), quantiles=" / ".join(map(str, report.quantiles)))
    )
    print(say("report.endings"))
    for rule, portion in sorted(report.endings.items(), key=lambda item: -item[1].value):
        print(f"  {rule or say('report.unfinished'):12} {_percent(portion, lang)}")
    print(say("report.draws", draws=_percent(report.draws, lang)))
    for name, seat in zip(seats, report.seats, strict=False):
        score = "" if seat.score is None else "  " + say("report.score", score=_interval(seat.score, 2, lang))
        print(
            say("report.seat", seat=name, won=_percent(seat.won, lang), returns=_interval(seat.returns, 4, lang))
            + score
        )


def _print_event_counts(game: Game[Any], events: dict[str, float], games: int, lang: str | None) -> None:
    if events:
        print(SHARED_WORDS("report.witnessed", games=format_number(games, 0, lang)).text(lang))
    for key, times in events.items():
        print(f"  {format_number(times, 2, lang):>10}  {game.words(f'witness.{key}').text(lang)}")


def _interval(estimate: Estimate, digits: int, lang: str | None) -> str:
    value, low, high = (format_number(number, digits, lang) for number in estimate)
    return f"{value} [{low} – {high}]"


def _percent(estimate: Estimate, lang: str | None) -> str:
    value, low, high = (format_percentage(share, 2, lang) for share in estimate)
    return f"{value} [{low} – {high}]"
