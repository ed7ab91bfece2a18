"""Rules: plain functions that call each other, and that kernels, on a CPU or a GPU, are compiled from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Rule = Callable[..., Any]

counts_references: dict[Rule, bool] = {}
"""All rules of this process, each with whether Numba has to count references to its arrays."""
inlined: set[Rule] = set()
"""Rules that are compiled into each of their callers."""
watchers: list[Callable[[str], None]] = []
"""What `watch_compilation` was given."""


def rule(function: Rule) -> Rule:
    """Make a function a rule, which is compiled without the GIL as part of the kernels that call it.

    Rules allocate nothing, so Numba need not count references to their array arguments, which would take as long as
    many a rule itself. A function that allocates, if only to copy a slice to a slice, is an `allocating_rule`.
    """
    counts_references[function] = False
    return function


def inlined_rule(function: Rule) -> Rule:
    """Make a function a rule that is compiled into its callers.

    For a rule with many arrays as arguments: a call would copy all their addresses and shapes.
    """
    inlined.add(function)
    return rule(function)


def allocating_rule(function: Rule) -> Rule:
    """Make a function a rule that may allocate arrays; it cannot run on a GPU."""
    counts_references[function] = True
    return function


@contextmanager
def watch_compilation(on_compile: Callable[[str], None]) -> Iterator[None]:
    """Call `on_compile` with the name of every rule that has to be compiled (not found in the cache) meanwhile."""
    watchers.append(on_compile)
    try:
        yield
    finally:
        watchers.remove(on_compile)
