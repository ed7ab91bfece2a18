"""Mutation testing: change one place of the code at a time and look whether a test notices. See docs/mutation.md.

    python tools/mutants.py [GROUP ...] [--sample N] [--seed N] [--jobs N] [--again | --control] [--write]

Each mutant lives in a copy of the repository. The tests of its group run once without a mutant, traced, and after that
only those that call the changed function, in a copy of a process that has imported everything. Rules are interpreted
(`NUMBA_DISABLE_JIT=1`), because a changed rule would have to be compiled again.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from mutant_tests import ROOT, Group, Workshop, trace
from mutations import Mutant, Place, places

PAGE = ROOT / "docs" / "mutation.md"
RESULTS = ROOT / "build" / "mutants.json"
EQUIVALENT = ROOT / "tools" / "equivalent_mutants.toml"
"""Mutants that nobody could notice, each with the reason."""
MUTANT_SECONDS = 40.0
"""The tests of one mutant are the quickest that together take so long, unless `--seconds` says otherwise."""


def _room(game: str) -> Group:
    """Return the rules of a game, and the tests that name them or compare whole games."""
    folder = Path("src/caserne/games") / game
    files = sorted((ROOT / folder / "tests").glob("test_*.py"))
    about_rules = [file for file in files if ABOUT_RULES.search(f"{file.name}\n{file.read_text('utf-8')}")]
    return Group(
        (f"{folder}/rules.py",), tuple(f"{folder}/tests/{file.name}" for file in about_rules), interpreted=True
    )


ABOUT_RULES = re.compile(r"def test_[A-Z]{2}_\d|^test_.*_(perft|vectors|naive|reference)\.py", re.MULTILINE)
MATCH_TESTS = (
    "match",
    "seats",
    "match_setups",
    "permissions",
    "offers",
    "events",
    "record",
    "playthrough",
    "fair_dice",
)
LIVE_TESTS = (
    *("clock", "connection", "requests", "hub", "chat", "drafts", "bot_turns", "viewers", "workers", "seating"),
    *("presence", "messages", "stored_matches", "live_match", "bus", "outage", "fairness", "bots", "compilation"),
    *("two_processes", "quarantine", "supervision", "changes", "render", "buttons", "worker"),
)
BEGIN, END = "<!-- written by make mutants -->", "<!-- end -->"
HEADING = "| group | mutants | tests | tried | killed | equivalent | killed of the others |"
GROUPS = {
    **{room.parent.name: _room(room.parent.name) for room in sorted((ROOT / "src/caserne/games").glob("*/rules.py"))},
    "match": Group(
        ("src/caserne/core/match/*.py",),
        tuple(f"tests/core/test_{name}.py" for name in (*MATCH_TESTS, "forged_records")),
    ),
    "live": Group(
        ("src/caserne/server/live/*.py",),
        ("src/caserne/server/live", *(f"tests/server/test_{name}.py" for name in LIVE_TESTS)),
        plugins=("without_servers",),
        warm_up="tests/server/test_requests.py::test_a_look_shows_the_match_from_its_first_event",
    ),
}


@dataclass(frozen=True)
class Result:
    """What became of the mutants of a group."""

    mutants: int
    tests: int
    tried: int
    survivors: list[str]


def places_of(group: Group) -> list[Place]:
    """Return every place of a group that can be changed."""
    return [place for file in group.sources() for place in places(file)]


def sampled(group: Group, sample: int, seed: int) -> list[Mutant]:
    """Return some mutants of a group; 0: all."""
    every = places_of(group)
    return [place.mutant() for place in random.Random(seed).sample(every, min(sample or len(every), len(every)))]


def survived(name: str, group: Group) -> list[Mutant]:
    """Return the mutants that survived the last time, wherever their lines are now."""
    before = {_without_line(survivor) for survivor in _results()[name]["survivors"]}
    mutants = (place.mutant() for place in places_of(group))
    return [mutant for mutant in mutants if _without_line(described(mutant)) in before]


def unchanged(mutant: Mutant) -> Mutant:
    """Return a mutant that changes nothing, which every test must let live."""
    return replace(mutant, tree=ast.parse(mutant.place.file.read_text("utf-8")))


def try_group(name: str, group: Group, chosen: Sequence[Mutant], jobs: int, seconds: float) -> Result:
    """Test mutants of a group, and print what became of each."""
    mutants = len(places_of(group))
    free: SimpleQueue[Workshop] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ExitStack() as closing:
        workshops = [Workshop(Path(folder) / str(number), group) for number in range(jobs)]
        for workshop in workshops:
            closing.callback(workshop.close)
            free.put(workshop)
        traced = trace(name, group, workshops[0], seconds)
        print(f"{name}: {mutants} mutants, {traced.count} tests", flush=True)

        def survives(mutant: Mutant) -> str | None:
            workshop = free.get()
            try:
                killed = workshop.kills(mutant, traced)
            finally:
                free.put(workshop)
            print("  killed  " if killed else "  SURVIVED", described(mutant), flush=True)
            return None if killed else described(mutant)

        with ThreadPoolExecutor(jobs) as pool:
            survivors = [mutant for mutant in pool.map(survives, chosen) if mutant]
    return Result(mutants, traced.count, len(chosen), survivors)


def described(mutant: Mutant) -> str:
    """Return where a mutant is, its line, and what it changes there."""
    path = mutant.place.file
    line = path.read_text("utf-8").splitlines()[mutant.line - 1].strip()
    name = path.relative_to(ROOT / "src" / "caserne")
    return f"{name}:{mutant.line}: {line} [{mutant.before}  ->  {mutant.after}]"


# The page


def save(group: str, result: Result, again: bool) -> None:
    """Keep a result for the page, in place of the last one of its group; `again`: only its survivors were tried."""
    if again:
        result = replace(result, tried=_results()[group]["tried"])
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({**_results(), group: asdict(result)}, indent=1), "utf-8")


def _results() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    return found


def write_page() -> None:
    """Write the tables of docs/mutation.md."""
    reasons: dict[str, str] = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    results = {group: Result(**result) for group, result in _results().items()}
    rows = [_row(group, result, reasons) for group, result in results.items()]
    survivors = [
        f"| `{survivor}` | {reasons.get(_without_line(survivor), 'a hole in the tests')} |"
        for result in results.values()
        for survivor in result.survivors
    ]
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    tables = [HEADING, "|---|---|---|---|---|---|---|", *rows, "", "| survivor | why |", "|---|---|", *survivors]
    PAGE.write_text("\n".join([f"{before}{BEGIN}", *tables, f"{END}{rest.split(END)[1]}"]), "utf-8")


def _row(group: str, result: Result, reasons: Mapping[str, str]) -> str:
    equivalent = sum(_without_line(survivor) in reasons for survivor in result.survivors)
    killed, able = result.tried - len(result.survivors), result.tried - equivalent
    cells = group, result.mutants, result.tests, result.tried, killed, equivalent, f"{killed / able:.1%}"
    return f"| {' | '.join(map(str, cells))} |"


def _without_line(survivor: str) -> str:
    file, _, change = survivor.split(":", 2)
    return f"{file}:{change}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)}; all by default")
    parser.add_argument("--sample", type=int, default=0, help="how many mutants of each group; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tested at once")
    parser.add_argument(
        "--seconds", type=float, default=MUTANT_SECONDS, help="of tests for each mutant; more on a busy machine"
    )
    parser.add_argument("--again", action="store_true", help="try only those that survived the last time")
    parser.add_argument("--control", action="store_true", help="change nothing, to see that the tests pass then")
    parser.add_argument("--write", action="store_true", help="write the results into docs/mutation.md")
    asked = parser.parse_args(arguments)
    for name in asked.groups or GROUPS:
        group = GROUPS[name]
        chosen = survived(name, group) if asked.again else sampled(group, asked.sample, asked.seed)
        if asked.control:
            try_group(name, group, list(map(unchanged, chosen)), asked.jobs, asked.seconds)
            continue
        save(name, try_group(name, group, chosen, asked.jobs, asked.seconds), asked.again)
        if asked.write:
            write_page()


if __name__ == "__main__":
    main(sys.argv[1:])
