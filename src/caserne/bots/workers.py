"""Run tasks in threads, or in several processes, which an interruption ends at once and cleanly."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from threading import Thread
from typing import Any, Protocol, TypeVar

from caserne.bots.program import end_all_programs

TASKS_AHEAD = 2
"""How many tasks a process has: the running one and those that wait."""

Task = TypeVar("Task")
Done = TypeVar("Done")


class RunTasks(Protocol):
    """A way to run tasks: in this process, in several, or on other machines."""

    def __call__(
        self,
        work: Callable[[Task], Done],
        tasks: Sequence[Task],
        /,
        *,
        on_done: Callable[[int, Done], None] | None = None,
    ) -> list[Done]:
        """Return the result of `work` for each task, in their order; `on_done` is called as soon as each is done."""


def run_tasks(
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    jobs: int,
    on_done: Callable[[int, Done], None] | None = None,
) -> list[Done]:
    """Return the result of `work` for each task, in their order; `on_done` is called as soon as each is done."""
    results: dict[int, Done] = {}

    def finish(number: int, result: Done) -> None:
        results[number] = result
        if on_done:
            on_done(number, result)

    if jobs == 1 or len(tasks) <= 1:
        for number, task in enumerate(tasks):
            finish(number, work(task))
    else:
        _in_processes(work, tasks, min(jobs, len(tasks)), finish)
    return [results[number] for number in range(len(tasks))]


def run_in_threads(
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    jobs: int,
    on_done: Callable[[int, Done], None] | None = None,
) -> list[Done]:
    """Do the same in threads of this process, for work that releases the GIL."""
    results = []
    with ThreadPoolExecutor(jobs) as pool:
        for number, result in enumerate(pool.map(work, tasks)):
            results.append(result)
            if on_done:
                on_done(number, result)
    return results


def _in_processes(
    work: Callable[[Task], Done], tasks: Sequence[Task], jobs: int, finish: Callable[[int, Done], None]
) -> None:
    """Submit only a few tasks ahead, so that little has to be cancelled at an early end."""
    use_one_core_each()
    others = set(active_children())
    waiting, running = iter(enumerate(tasks)), dict[Future[Done], int]()
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_prepare_worker) as pool:
        try:
            while True:
                with interruptions_blocked():  # a new task may start a process
                    for number, task in islice(waiting, TASKS_AHEAD * jobs - len(running)):
                        running[pool.submit(work, task)] = number
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    finish(running.pop(future), future.result())
        except BaseException:
            for worker in set(active_children()) - others:
                worker.terminate()
            raise


def use_one_core_each() -> None:
    """Let every process that is started from now on multiply matrices on one core."""
    for setting in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(setting, "1")


@contextmanager
def interruptions_blocked() -> Iterator[None]:
    """Let processes that are started meanwhile never see Ctrl+C, not even while they import their modules."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # starting it would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker() -> None:
    """End a worker and the programs that it has started with its parent, which alone sees interruptions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """A parent that is killed cannot terminate its workers, and they would wait for tasks forever."""
    parent = parent_process()
    assert parent
    parent.join()
    _exit()


def _exit(*_: Any) -> None:
    end_all_programs()
    os._exit(1)  # an exception would become the result of the task
