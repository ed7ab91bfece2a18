"""Commands that measure a game: simulate, bench."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caserne.cli.common import (
    CORES,
    GameId,
    GameOptions,
    Jobs,
    Json,
    Lang,
    Plot,
    Seed,
    check_plot,
    compiling,
    example,
    load_game,
    print_json,
    progress,
    save_plot,
)
from caserne.core.game.errors import InvalidOption
from caserne.core.game.words import SHARED_WORDS, format_number, format_percentage

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.core.simulation.report import Report
    from caserne.core.simulation.statistics import Estimate

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

    loaded = load_game(game, option)
    check_plot(plot)
    names = bots.split(",") if bots else ["random"] * loaded.seats
    if len(names) != loaded.seats:
        raise InvalidOption.of("wrong_bots", count=loaded.seats, given=len(names))
    lengths, found = _simulate(loaded, names, games, jobs, seed, lang)
    if plot:
        save_plot(plot, balance_plot(loaded.about.title(lang or "en"), lengths, found, lang))
    counted = min(games, COUNTED_GAMES) if set(names) == {"random"} else 0
    events = events_per_game(loaded, counted, seed=seed) if counted else {}
    if as_json:
        print_json({**asdict(found), "witnessed": events})
    else:
        _print_report(loaded, found, seat_names(loaded, lang), lang)
        _print_event_counts(loaded, events, counted, lang)


def _simulate(
    game: Game[Any], bots: list[str], games: int, jobs: int, seed: int, lang: str | None
) -> tuple[Any, Report]:
    """Simulate games: random play runs compiled, other bots play move by move."""
    import numpy as np

    from caserne.bots.arena import play_games
    from caserne.core.simulation.report import make_report, seat_names
    from caserne.core.simulation.simulate import simulate as run

    names = seat_names(game, lang)
    with compiling(), progress(games) as on_progress:
        if set(bots) == {"random"}:
            played = run(game, games, seed=seed, jobs=jobs, on_progress=on_progress)
            return played.lengths, played.report(lang)
        finished = play_games(game, [bots] * games, seed=seed, jobs=jobs, on_game=lambda *_: on_progress(1))
    lengths = np.array([game.plies for game in finished])
    scores = None if finished[0].scores is None else np.array([game.scores for game in finished])
    endings = np.array([game.rule for game in finished])
    returns = np.array([game.returns for game in finished])
    return lengths, make_report(lengths, endings, returns, scores, names)


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
