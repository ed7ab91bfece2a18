"""The page about strength: its plan can be played, its games are kept and continued, its tables show them."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from tiny_net import tiny_file

import caserne
from caserne.bots.arena import ArenaGame
from caserne.bots.names import BOTS, bot
from caserne.cli.common import read_options

BENCH = Path(__file__).parents[2] / "bench"
OLD_PAGE = """# Title

## Les Belligérants
Kept, because nothing of it was played.

## Movers & Hoppers
A remark.

<!-- measured -->

| an old | table |

## What set-ups are worth
A note.
"""


@pytest.fixture(autouse=True)
def _bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let tests import the benchmarks, whose oddities become bots only as long as a test runs."""
    monkeypatch.syspath_prepend(BENCH)
    with patch.dict(BOTS):
        from oddities import ODDITIES

        BOTS.update(ODDITIES)
        yield


def row(first: str = "random", second: str = "greedy", **fields):
    from strength_plan import Row

    return Row("Weak bots", "movers", first, second, **fields)


def played(number: int, returns: tuple[float, float], date: str = "2026-11-18", of=None):
    from strength_games import Played

    of = of or row()
    seats = (of.first, of.second) if number % 2 == 0 else (of.second, of.first)
    return Played(of, number, ArenaGame(seats, returns, None, 9, "MH-5"), date, "a machine", "1.2")


def measure(folder: Path, rows: list, games: int, players: dict[str, str] | None = None) -> list:
    """Play one job after the other, and return all games of the folder."""
    import strength
    from strength_games import read

    strength.measure(folder, rows, players or {}, games=games, jobs=1, minutes=60)
    return read(folder)


def test_every_bot_and_option_of_the_plan_exists():
    from strength_plan import ROWS, WHOLE_SECOND

    for each in (*ROWS, *WHOLE_SECOND):
        game = caserne.game(each.game, **read_options(each.game, list(each.options)))
        for name in (each.first, each.second):
            bot(name, game).close()


def test_no_two_rows_of_the_plan_are_the_same_games():
    from strength_plan import ROWS, WHOLE_SECOND

    keys = [each.key for each in (*ROWS, *WHOLE_SECOND)]
    assert len(set(keys)) == len(keys)


def test_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    import strength

    rows = [row(), row("random", "greedy:noise=20")]
    first = measure(tmp_path, rows, games=1)
    assert [(each.row, each.number) for each in first] == [(rows[0], 0), (rows[1], 0)], "round by round"
    more = measure(tmp_path, rows, games=2)
    assert more[:2] == first
    assert [each.number for each in more[2:]] == [1, 1]
    assert [each.outcome.bots for each in more[::2]] == [("random", "greedy"), ("greedy", "random")]

    monkeypatch.setattr(strength, "play_game", None)
    changed = [row(goal="5%"), row("random", "greedy:noise=20")]
    assert measure(tmp_path, changed, games=2) == more, "another goal is no other game"


def test_a_truncated_last_line_is_ignored_and_played_again(tmp_path):
    from strength_games import read

    whole = measure(tmp_path, [row()], games=2)
    file = tmp_path / "movers.jsonl"
    file.write_text(file.read_text("utf-8")[:-20], "utf-8")
    assert read(tmp_path) == whole[:1]
    again = measure(tmp_path, [row()], games=2)
    assert [each.outcome for each in again] == [each.outcome for each in whole]


def test_a_program_is_known_by_its_name_and_not_by_its_command(tmp_path):
    of = row(second="guest")
    found = measure(tmp_path, [of], games=1, players={"guest": "greedy:noise=3"})
    assert found[0].outcome.bots == ("random", "guest")
    assert "noise" not in (tmp_path / "movers.jsonl").read_text("utf-8")


def test_an_agent_needs_a_name_of_its_own_and_a_program_that_exists():
    import strength

    guest = strength.agent("winner=ucc@600s:python3 agent.py")
    assert (guest.name, guest.player, guest.row.second) == ("winner", "ucc@600s:python3 agent.py", "winner")
    for wrong in ("winner", "winner=greedy", "6=ucc:python3", "winner=ucc:no-such-program", "winner=what:python3"):
        with pytest.raises(ArgumentTypeError):
            strength.agent(wrong)


def test_programs_and_adversaries_also_meet_the_highest_level_with_its_whole_second(tmp_path):
    import strength

    weights = str(tiny_file(tmp_path, caserne.game("stratego"), 1))
    guests = ["--agent", "winner=ucc:python3 agent.py", "--adversary", weights, "--only", "winner", "adversary-"]

    def rows(*more: str) -> list:
        return strength.chosen_rows(strength.arguments().parse_args(["measure", str(tmp_path), *guests, *more]))

    program, trained = rows()
    assert (program.first, trained.second) == ("net:temperature=0.25",) * 2
    assert rows("--whole-second") == [
        program,
        trained,
        replace(program, section=f"{program.section}, with the whole second of a table", first="6@1s"),
        replace(trained, section=f"{trained.section}, with the whole second of a table", second="6@1s"),
    ]


def test_an_adversary_is_named_by_its_weights(tmp_path):
    import strength

    game = caserne.game("stratego", army="barrage")
    guests = [strength.adversary(str(tiny_file(tmp_path, game, seed))) for seed in (1, 2)]
    assert [guest.row.options for guest in guests] == [("army=barrage",)] * 2
    assert guests[0].name != guests[1].name
    moved = tmp_path / "elsewhere.net"
    moved.write_bytes(tiny_file(tmp_path, game, 1).read_bytes())
    assert strength.adversary(str(moved)).row == guests[0].row
    bot(guests[0].player, game)
    with pytest.raises(ArgumentTypeError):
        strength.adversary(str(tmp_path / "missing.net"))


def test_a_row_has_the_points_of_its_first_bot_with_their_interval():
    from strength_page import page_text

    results = [(1, -1), (-1, 1), (0, 0), (1, -1)]  # by seats, which change: won, won, drawn, lost
    of = row(goal="60%", options=("ranks=5",))
    text = page_text([played(number, result, of=of) for number, result in enumerate(results)], OLD_PAGE)
    assert "| random, ranks=5 | greedy | 4 | 2 | 1 | 1 | 62.5% [21.9%, 90.8%] | 60% |" in text
    assert "1. `alphabeta:depth=1:noise=30`\n" in text


def test_a_page_says_on_which_days_and_machines_its_games_were_played():
    from strength_page import page_text

    games = [played(number, (1, -1), date) for number, date in enumerate(["2026-11-18"] * 2 + ["2026-12-01"])]
    sentence = "Games of caserne 1.2 on a machine: 2 on 2026-11-18, 1 on 2026-12-01."
    assert sentence in page_text(games, OLD_PAGE)


def test_what_was_written_by_hand_stays_however_often_a_page_is_written():
    from strength_page import page_text

    once = page_text([played(0, (1, -1))], OLD_PAGE)
    for kept in ("Kept, because nothing of it was played.", "A remark.", "A note."):
        assert once.count(kept) == 1
    assert "an old" not in once
    assert page_text([played(0, (1, -1))], once) == once


def test_tables_of_which_the_folder_has_no_games_stay():
    from strength_page import page_text

    here, elsewhere = row(), replace(row("greedy", "random"), section="Played elsewhere")
    old = page_text([played(0, (1, -1), of=of) for of in (here, elsewhere)], OLD_PAGE)
    new = page_text([played(number, (1, -1), of=here) for number in range(2)], old)
    assert new.count("| random | greedy | 2 |") == new.count("| greedy | random | 1 |") == 1
    assert new.index("Played elsewhere:") < new.index("Weak bots:"), "as before"


def test_rows_of_the_plan_come_first_and_have_its_goals():
    from strength_page import page_text
    from strength_plan import ROWS

    planned = next(each for each in ROWS if each.game == "movers")
    games = [played(0, (1, -1)), played(0, (1, -1), of=row(planned.first, planned.second, goal="of before"))]
    text = page_text(games, OLD_PAGE)
    assert "of before" not in text
    assert text.index(planned.section) < text.index("Weak bots")
