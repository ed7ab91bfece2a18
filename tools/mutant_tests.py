"""Which tests notice a mutant: a copy of the repository to change, and a trace that says which tests call what."""

from __future__ import annotations

import ast
import hashlib
import json
import marshal
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from forked_tests import Run
from mutations import Mutant, Place

ROOT = Path(__file__).parents[1]
TRACER = ROOT / "tools" / "call_trace"
TRACES = ROOT / "build" / "traces"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "build", ".*_cache", "pictures")
LONGEST_TEST = 20.0
"""A test that takes more seconds than this is left out."""
PATIENCE = 20
"""Seconds that a test of a mutant waits for what may never happen."""
QUICK_TEST = 0.05
"""Tests that take fewer seconds than this try every mutant outside of functions."""
SLOWDOWN, START_SECONDS = 10, 120
"""Tests of a mutant hang if they take so many times as long as they did when traced, and some more to start."""


@dataclass(frozen=True)
class Group:
    """Files that are changed, and the tests that should notice."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    interpreted: bool = False
    """Whether rules are not compiled: then they are imported again for each mutant, because kernels keep their code."""
    plugins: tuple[str, ...] = ()
    """Of pytest, beside this file."""
    warm_up: str = ""
    """A test that imports and compiles what all need."""

    def sources(self) -> list[Path]:
        return sorted(file for pattern in self.files for file in ROOT.glob(pattern))

    def digest(self, tests: str) -> str:
        """Return a name for the contents of the changed files and of some tests."""
        files = sorted((ROOT / tests).rglob("*.py")) or [ROOT / tests]
        return hashlib.sha256(b"".join(file.read_bytes() for file in [*self.sources(), *files])).hexdigest()


class Workshop:
    """A copy of the repository in which one mutant at a time is tested."""

    def __init__(self, folder: Path, group: Group) -> None:
        self.folder = folder / "repository"
        self._group = group
        shutil.copytree(ROOT, self.folder, ignore=LEFT_OUT, symlinks=True)
        variables = {"PYTHONDONTWRITEBYTECODE": "1", "CASERNE_PATIENCE": str(PATIENCE)}
        if group.interpreted:
            variables["NUMBA_DISABLE_JIT"] = "1"
        self._tests = subprocess.Popen(
            [sys.executable, ROOT / "tools" / "forked_tests.py", *self._options()],
            cwd=self.folder,
            env={**os.environ, **variables, "PYTHONPATH": str(self.folder / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._send([["--collect-only", *group.tests], *([[group.warm_up]] if group.warm_up else [])])

    def _options(self) -> list[str]:
        plugins = [option for name in ("no:cacheprovider", *self._group.plugins) for option in ("-p", name)]
        ignored = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of modules that are imported already
        return ["-q", "-n0", "-m", "not slow", *plugins, *ignored]

    def run(self, run: Run) -> int:
        """Run tests in a copy of a process that has imported them; return the exit status."""
        self._send(asdict(run))
        assert self._tests.stdout
        return int(self._tests.stdout.readline())

    def _send(self, line: Any) -> None:
        assert self._tests.stdin
        print(json.dumps(line), file=self._tests.stdin, flush=True)

    def kills(self, mutant: Mutant, trace: Trace) -> bool:
        """Return whether a test notices the mutant; a survivor is tried once more, with everything imported anew."""
        tests, seconds = trace.tests_of(mutant.place)
        file = self.folder / mutant.place.file.relative_to(ROOT)
        run = Run(["-x", *tests], START_SECONDS + SLOWDOWN * seconds, file=str(file))
        runs = [run]
        if mutant.place.function and not self._group.interpreted:
            code = marshal.dumps(compile(mutant.tree, run.file, "exec")).hex()
            runs.insert(0, replace(run, code=code))
        original = file.read_bytes()
        file.write_text(ast.unparse(mutant.tree), "utf-8")
        try:
            return any(map(self.run, runs))
        finally:
            file.write_bytes(original)

    def close(self) -> None:
        assert self._tests.stdin
        self._tests.stdin.close()
        self._tests.wait()


@dataclass(frozen=True)
class TracedTest:
    """A test without a mutant: how long it takes, and what it calls."""

    seconds: float
    calls: list[tuple[str, int]]
    """Functions, by file and first line."""


class Trace:
    """The tests of a group by the functions that they call."""

    def __init__(self, tests: Mapping[str, TracedTest], mutant_seconds: float) -> None:
        self._tests, self._mutant_seconds = tests, mutant_seconds
        self._callers: dict[tuple[str, int], set[str]] = {}
        for name, test in tests.items():
            for file, line in test.calls:
                self._callers.setdefault((file, line), set()).add(name)

    @property
    def count(self) -> int:
        return len(self._tests)

    def tests_of(self, place: Place) -> tuple[list[str], float]:
        """Return the tests that call the function around a place, and how long they take.

        Those in a file that is named after the changed one come first, and then the quickest, as many as there is time
        for. Outside of functions, and for what is called at import only, they are the tests that call anything in the
        file, or are named after it, and quick ones: those may read a constant and call nothing.
        """
        file = str(place.file.relative_to(ROOT / "src"))
        own = f"/test_{place.file.stem}"
        callers = self._callers.get((file, place.function)) or {
            *(test for (path, _), tests in self._callers.items() if path == file for test in tests),
            *(test for test, traced in self._tests.items() if own in test or traced.seconds < QUICK_TEST),
        }
        ordered = sorted(callers or self._tests, key=lambda test: (own not in test, self._tests[test].seconds))
        together = list(accumulate(self._tests[test].seconds for test in ordered))
        chosen = sum(seconds < self._mutant_seconds for seconds in together)
        return ordered[:chosen], together[chosen - 1] if chosen else 0.0


def trace(name: str, group: Group, workshop: Workshop, mutant_seconds: float) -> Trace:
    """Run the tests of a group without a mutant; those that were traced before and have not changed are known."""
    TRACES.mkdir(parents=True, exist_ok=True)
    file = TRACES / f"{name}.json"
    known: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    digests = {tests: group.digest(tests) for tests in group.tests}
    changed = [tests for tests, digest in digests.items() if known.get(tests, {}).get("digest") != digest]
    if changed:
        found = _traced(workshop, changed)
        for tests in changed:
            own = {test: asdict(traced) for test, traced in found.items() if test.startswith(tests)}
            known[tests] = {"digest": digests[tests], "tests": own}
        file.write_text(json.dumps(known), "utf-8")
    return Trace(
        {test: TracedTest(**traced) for tests in group.tests for test, traced in known[tests]["tests"].items()},
        mutant_seconds,
    )


def _traced(workshop: Workshop, tests: Iterable[str]) -> dict[str, TracedTest]:
    """Run some tests, traced; those that fail or take too long are left out."""
    source = workshop.folder / "src"
    with TemporaryDirectory(prefix="trace-") as name:
        folder = Path(name)
        (folder / "current").write_bytes(bytes(4))
        variables = {
            "PYTHONPATH": os.pathsep.join([str(source), str(TRACER)]),
            "CALL_TRACE_FOLDER": name,
            "CALL_TRACE_UNDER": str(source),
            "CALL_TRACE_SECONDS": str(LONGEST_TEST),
        }
        arguments = ["-p", "numbered_tests", *tests]
        workshop.run(Run(arguments, None, variables, str(TRACER / "sitecustomize.py")))
        return _read_trace(folder, source)


def _read_trace(folder: Path, source: Path) -> dict[str, TracedTest]:
    passed: dict[str, tuple[str, TracedTest]] = {}
    for line in (folder / "tests").read_text("utf-8").splitlines():
        number, seconds, outcome, name = line.split(" ", 3)
        if outcome == "passed":
            passed[number] = name, TracedTest(float(seconds), [])
    for file in folder.glob("*.calls"):
        for line in file.read_text("utf-8").splitlines():
            number, first, path = line.split(" ", 2)
            if number in passed:
                passed[number][1].calls.append((str(Path(path).relative_to(source)), int(first)))
    return dict(passed.values())
