"""Kernels run interpreted until compiled code takes their place, when the process's policy says so: same results."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from caserne.core.kernel import compiled
from caserne.core.kernel.compiled import HOT, Kernel, Policy, kernel, quick_kernel, rule, use_policy
from caserne.core.kernel.layout import options_dtype

SCRIPT = """
import sys
import caserne
from caserne.core.kernel.compiled import HOT, Policy, set_policy, watch_compilation
set_policy(Policy.{policy})
names = []
with watch_compilation(names.append):
    position = caserne.game("oracle").start()
    for _ in range({calls}):
        moves = position.legal()
{then}
print(moves, "numba" in sys.modules, len(names))
"""


def legal_in_a_process(policy: Policy, calls: int, cache: Path, then: str = "") -> tuple[str, bool, int]:
    """The moves that a new process lists, whether it has imported Numba, and how many rules it has compiled."""
    code = SCRIPT.format(policy=policy.name, calls=calls, then=then)
    environment = {**os.environ, "CASERNE_CACHE": str(cache)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    moves, numba, count = run.stdout.rsplit(maxsplit=2)
    return moves, numba == "True", int(count)


def test_a_few_calls_do_not_import_numba(tmp_path):
    assert legal_in_a_process(Policy.HOT, 3, tmp_path) == ("['A', 'B', 'C']", False, 0)


@pytest.mark.slow
def test_each_policy_compiles_when_it_should(tmp_path):
    moves = "['A', 'B', 'C']"
    assert legal_in_a_process(Policy.REQUESTED, HOT + 50, tmp_path) == (moves, False, 0)
    assert legal_in_a_process(Policy.CACHED, 3, tmp_path) == (moves, True, 0)
    found, numba, count = legal_in_a_process(Policy.HOT, HOT + 50, tmp_path)
    assert (found, numba) == (moves, True)
    assert count > 0
    load = "assert position.game.rules.arrays.legal.load()"
    assert legal_in_a_process(Policy.REQUESTED, 3, tmp_path, load) == (moves, True, 0)
    assert legal_in_a_process(Policy.ALWAYS, 3, tmp_path) == (moves, True, 0)
    is_loaded = "assert position.game.rules.arrays.legal._run != position.game.rules.arrays.legal._run_interpreted"
    assert legal_in_a_process(Policy.CACHED, 3, tmp_path, is_loaded) == (moves, True, 0)


@rule
def doubled(number):
    return 2 * number


@rule
def doubled_twice(number):
    return doubled(doubled(number))


def is_compiled(made: Kernel) -> bool:
    return made._run not in (made.rule, made._run_interpreted)


def test_a_rule_stays_a_plain_function():
    assert doubled_twice.__name__ == "doubled_twice"
    assert doubled_twice(3) == 12


def test_a_quick_kernel_is_compiled_after_some_calls_and_another_at_once(monkeypatch):
    monkeypatch.setattr(compiled, "_policy", Policy.HOT)
    quick, other = quick_kernel(doubled_twice), kernel(doubled_twice)
    assert [quick(n) for n in range(HOT)] == [4 * n for n in range(HOT)]
    assert not is_compiled(quick)
    assert quick(7) == 28
    assert is_compiled(quick)
    assert other(7) == 28
    assert is_compiled(other)


def test_a_policy_may_hold_for_a_while(monkeypatch):
    monkeypatch.setattr(compiled, "_policy", Policy.HOT)
    quick, later = quick_kernel(doubled_twice), quick_kernel(doubled_twice)
    with use_policy(Policy.ALWAYS):
        assert quick(7) == 28
    assert later(7) == 28
    assert is_compiled(quick)
    assert not is_compiled(later)


def make_count_seats(name):
    """A kernel of a room that calls a rule which all rooms share."""

    @rule
    def count_seats(o):
        return seats_of(o[0]) + len(name)

    return kernel(count_seats)


@rule
def seats_of(o):
    return int(o.seats)


def test_rooms_with_and_without_options_share_a_rule(monkeypatch, tmp_path):
    """Numba would warn of a record that begins as another one; here a warning is an error."""
    monkeypatch.setenv("CASERNE_CACHE", str(tmp_path))  # what is compiled already is not typed again
    for dtype, name in ((options_dtype(), "a"), (options_dtype(("direct", np.bool_)), "bc")):
        options = np.zeros(1, dtype)
        options["seats"] = 2
        assert make_count_seats(name)(options) == 2 + len(name)


def test_threads_may_share_a_kernel(monkeypatch):
    monkeypatch.setattr(compiled, "_policy", Policy.HOT)
    shared = Kernel(doubled_twice, patience=20)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(shared, range(200))) == [4 * n for n in range(200)]
    assert is_compiled(shared)


def test_numba_still_refuses_functions_that_are_no_rules():
    @rule
    def calls_a_stranger(number):
        return stranger(number)

    import numba

    with pytest.raises(numba.TypingError, match="stranger"):
        Kernel(calls_a_stranger)(1)


def stranger(number):
    return number


@kernel
@rule
def sum_of_doubles(small, large):
    return doubled(small) + doubled(large) + doubled(7)


def test_a_rule_that_rules_call_is_compiled_once_for_integers_of_all_sizes():
    from numba import types

    from caserne.core.kernel.driver import dispatcher

    called = dispatcher(doubled, for_python=False)
    for kind in (types.int8, types.int32, types.literal(7)):
        called.get_call_template((kind,), {})
    [signature] = called.nopython_signatures
    assert str(signature) == "(int64,) -> int64"
    with use_policy(Policy.ALWAYS):
        assert sum_of_doubles(np.int8(100), 30_000) == 60_214


def test_python_and_rules_may_call_the_same_rule():
    with use_policy(Policy.ALWAYS):
        assert sum_of_doubles(1, 2) == 20
        assert Kernel(doubled)(4) == 8
