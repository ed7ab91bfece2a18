"""Mutation testing: change one place of the code at a time and look whether a test notices. See docs/mutation.md.

    python tools/mutants.py [GROUP ...] [--sample N] [--seed N] [--jobs N]

Each mutant lives in a copy of the repository, where the tests of its group run until one fails. Rules are interpreted
(`NUMBA_DISABLE_JIT=1`), because a changed rule would have to be compiled again.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "build", "__pycache__", ".*_cache", "pictures")
PATIENCE = 5
"""A mutant that takes so many times as long as the code without a fault hangs, and counts as killed."""
LEAST_SECONDS = 120


@dataclass(frozen=True)
class Group:
    """Files that are changed, and the tests that should notice."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    interpreted: bool = False
    slow: bool = False
    """Whether tests that are marked slow run too."""


def _room(game: str, *more: str) -> Group:
    folder = f"src/caserne/games/{game}"
    return Group((f"{folder}/rules.py",), (f"{folder}/tests", *more), interpreted=True)


MATCH_TESTS = (
    *("match", "seats", "permissions", "offers", "events", "record", "playthrough", "forged_records", "fair_dice"),
)
LIVE_TESTS = ("clock", "authority", "table", "live_match", "bots", "called_off", "hostile", "forgery", "quarantine")
"""Those that notice most come first."""
GROUPS = {
    **{room.parent.name: _room(room.parent.name) for room in sorted((ROOT / "src/caserne/games").glob("*/rules.py"))},
    "match": Group(("src/caserne/core/match/*.py",), tuple(f"tests/core/test_{name}.py" for name in MATCH_TESTS)),
    "live": Group(
        ("src/caserne/server/live/*.py",), tuple(f"tests/server/test_{name}.py" for name in LIVE_TESTS), slow=True
    ),
}


# Mutants

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    file: str
    line: int
    before: str
    after: str
    source: str


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield a mutant for every place that can be changed."""
    tree = ast.parse(file.read_text("utf-8"))
    without_effect = set(_without_effect(tree))
    for number, node in enumerate(ast.walk(tree)):
        if node not in without_effect and _can_change(node):
            yield _mutant(file, tree, number)


def _without_effect(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what no behaviour depends on: types, decorators and logs."""
    for node in ast.walk(tree):
        parts = [getattr(node, name, None) for name in ("annotation", "returns")]
        parts += getattr(node, "decorator_list", [])
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith("log."):
            parts.append(node)
        for part in filter(None, parts):
            yield from ast.walk(part)


def _can_change(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[op]) | ast.BoolOp(op=op) | ast.BinOp(op=op):
            return type(op) in SWAPS
        case ast.Constant(value=bool() | int()) | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _mutant(file: Path, tree: ast.Module, number: int) -> Mutant:
    changed = deepcopy(tree)
    node = list(ast.walk(changed))[number]
    assert isinstance(node, (ast.stmt, ast.expr))
    before = ast.unparse(node).splitlines()[0]
    after = ast.unparse(_change(changed, node))
    source = ast.unparse(ast.fix_missing_locations(changed))
    return Mutant(str(file.relative_to(ROOT)), node.lineno, before, after, source)


def _change(tree: ast.Module, node: ast.stmt | ast.expr) -> ast.AST:
    """Change a node of a tree; return what stands there now."""
    match node:
        case ast.Compare(ops=[op]):
            node.ops = [SWAPS[type(op)]()]  # type: ignore[list-item]
        case ast.BoolOp(op=op) | ast.BinOp(op=op):
            node.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.UnaryOp(operand=operand):
            return _replace(tree, node, operand)
        case ast.stmt():
            return _replace(tree, node, ast.Pass())
    return node


def _replace(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.AST:
    """Put a node in the place of another, and return it."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, ast.copy_location(new, old))
            elif isinstance(value, list) and any(item is old for item in value):
                value[:] = [ast.copy_location(new, old) if item is old else item for item in value]
    return new


# Running tests

FAILED = re.compile(r"^FAILED (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Baseline:
    """How the tests do without a mutant."""

    seconds: float
    """How long a mutant may take."""
    failing: tuple[str, ...]
    """Tests that fail where rules are interpreted; they are left out."""


class Workshop:
    """A copy of the repository in which one mutant at a time is tested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "repository"
        shutil.copytree(ROOT, self.folder, ignore=LEFT_OUT, symlinks=True)

    def baseline(self, group: Group) -> Baseline:
        """Run the tests without a mutant."""
        start = time.monotonic()
        done = self._run(group, [], None)
        failing = tuple(FAILED.findall(done.stdout))
        if done.returncode != bool(failing):
            raise SystemExit(f"the tests {' '.join(group.tests)} do not run:\n{done.stdout}")
        return Baseline(max(LEAST_SECONDS, PATIENCE * (time.monotonic() - start)), failing)

    def kills(self, group: Group, mutant: Mutant, baseline: Baseline) -> bool:
        """Return whether a test notices the mutant."""
        file = self.folder / mutant.file
        original = file.read_text("utf-8")
        file.write_text(mutant.source, "utf-8")
        try:
            skipped = [f"--deselect={test}" for test in baseline.failing]
            return self._run(group, ["-x", *skipped], baseline.seconds).returncode != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            file.write_text(original, "utf-8")

    def _run(self, group: Group, options: list[str], seconds: float | None) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        if group.interpreted:
            environment["NUMBA_DISABLE_JIT"] = "1"
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *options]
        command += [] if group.slow else ["-m", "not slow"]
        return subprocess.run(
            [*command, *group.tests],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
            check=False,
        )


def try_group(name: str, group: Group, sample: int, seed: int, jobs: int) -> None:
    """Test a sample of the mutants of a group, and print what became of each."""
    files = sorted(file for pattern in group.files for file in ROOT.glob(pattern))
    every = [mutant for file in files for mutant in mutants_of(file)]
    chosen = random.Random(seed).sample(every, min(sample or len(every), len(every)))
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        free: SimpleQueue[Workshop] = SimpleQueue()
        for number in range(jobs):
            free.put(Workshop(Path(folder) / str(number)))
        first = free.get()
        baseline = first.baseline(group)
        free.put(first)

        def try_one(mutant: Mutant) -> bool:
            workshop = free.get()
            try:
                killed = workshop.kills(group, mutant, baseline)
            finally:
                free.put(workshop)
            place = f"{mutant.file}:{mutant.line}: {mutant.before}  ->  {mutant.after}"
            print("  killed  " if killed else "  SURVIVED", place, flush=True)
            return killed

        with ThreadPoolExecutor(jobs) as pool:
            killed = list(pool.map(try_one, chosen))
    share = sum(killed) / len(chosen)
    print(f"{name}: {len(every)} mutants, {len(chosen)} tried, {sum(killed)} killed ({share:.0%})", flush=True)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)}; all by default")
    parser.add_argument("--sample", type=int, default=0, help="how many mutants of each group; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tested at once")
    asked = parser.parse_args(arguments)
    for name in asked.groups or GROUPS:
        try_group(name, GROUPS[name], asked.sample, asked.seed, asked.jobs)


if __name__ == "__main__":
    main(sys.argv[1:])
