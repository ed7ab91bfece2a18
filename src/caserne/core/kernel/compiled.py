"""Rules and kernels: one Python source, interpreted at first and compiled by Numba when that pays.

A rule (`@rule`) is a plain function. Rules call each other; a GPU runs them too. A kernel is a rule that Python calls:
it runs interpreted, with all rules that it calls, until compiled code takes its place. Results are the same. Numba is
imported only when the first kernel is compiled or loaded from the cache, because importing it takes longer than most
commands (see `driver`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from threading import Lock
from typing import Any

from caserne.core.kernel.rule import Rule, allocating_rule, inlined_rule, rule, watch_compilation

__all__ = [
    "INTERPRETED",
    "Kernel",
    "Policy",
    "Rule",
    "allocating_rule",
    "inlined_rule",
    "kernel",
    "quick_kernel",
    "rule",
    "set_policy",
    "use_policy",
    "watch_compilation",
]

INTERPRETED = bool(int(os.environ.get("NUMBA_DISABLE_JIT") or 0))
"""Whether `NUMBA_DISABLE_JIT=1` asked for plain Python."""
HOT = 200
"""Interpreted calls of a quick kernel that take about as long as importing Numba and loading its compiled form."""


class Policy(Enum):
    """When this process replaces interpreted kernels by compiled ones."""

    HOT = "after some calls: compile what the cache does not hold"
    ALWAYS = "at the first call: compile what the cache does not hold"
    CACHED = "as soon as the cache holds them: another process compiles"
    REQUESTED = "when `Kernel.load` is called: another process compiles"


_policy = Policy.HOT


def set_policy(policy: Policy) -> None:
    """Choose when this process replaces interpreted kernels by compiled ones."""
    global _policy
    _policy = policy


@contextmanager
def use_policy(policy: Policy) -> Iterator[None]:
    """Replace interpreted kernels by this policy for a while; compiled ones stay."""
    before = _policy
    set_policy(policy)
    try:
        yield
    finally:
        set_policy(before)


class Kernel:
    """A rule for calls from Python: interpreted, until compiled code takes its place."""

    def __init__(self, rule: Rule, patience: int = 0) -> None:
        self.rule = rule
        """The plain function, which other rules may call."""
        self._run: Rule = rule if INTERPRETED else self._run_interpreted
        self._patience = patience
        self._switching = Lock()

    def __call__(self, *arguments: Any) -> Any:
        return self._run(*arguments)

    def load(self) -> bool:
        """Use the compiled code that the cache holds from now on; return whether it holds any."""
        from caserne.core.kernel.driver import dispatcher, load_cached

        with self._switching:
            if self._run == self._run_interpreted and load_cached(self.rule):
                self._run = dispatcher(self.rule)
        return self._run != self._run_interpreted

    def _run_interpreted(self, *arguments: Any) -> Any:
        self._patience -= 1
        return self._run(*arguments) if self._switch() else self.rule(*arguments)

    def _switch(self) -> bool:
        """Use compiled code from now on if the policy says so; return whether it does."""
        if _policy is Policy.REQUESTED or (_policy is Policy.HOT and self._patience >= 0):
            return False
        if _policy is Policy.CACHED:
            return self.load()
        from caserne.core.kernel.driver import dispatcher

        self._run = dispatcher(self.rule)
        return True


def kernel(rule: Rule) -> Kernel:
    """Make a kernel of a rule that runs long: it is compiled before its first call."""
    return Kernel(rule)


def quick_kernel(rule: Rule) -> Kernel:
    """Make a kernel of a rule that takes milliseconds even if interpreted: it is compiled when it is called often."""
    return Kernel(rule, HOT)
