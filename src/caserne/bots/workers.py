"""Work for several processes, which an interruption ends at once and in good order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from caserne.bots.program import end_all_programs

TASKS_AHEAD = 2
"""How many tasks a process has before it: the one it is at, and those that wait."""

Task = TypeVar("Task")
Done = TypeVar("Done")


def spread(
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    jobs: int,
    on_done: Callable[[int, Done], None] | None = None,
) -> list[Done]:
    """What `work` makes of each task, in their order; `on_done` hears of each as soon as it is done."""
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


def _in_processes(
    work: Callable[[Task], Done], tasks: Sequence[Task], jobs: int, finish: Callable[[int, Done], None]
) -> None:
    """Hand out a few tasks ahead, no more: then there is little to call back when it must end early."""
    others = set(active_children())
    waiting, running = iter(enumerate(tasks)), dict[Future[Done], int]()
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_prepare_worker) as pool:
        try:
            while True:
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


def _prepare_worker() -> None:
    """Interruptions are for the parent to answer; when it ends a worker, the worker ends what it has started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(*_: Any) -> None:
    end_all_programs()
    os._exit(1)  # an exception would be taken for the outcome of the task
