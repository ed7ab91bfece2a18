"""Work for several processes, which an interruption ends at once and in good order."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

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
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_prepare_worker)
    try:
        futures = {pool.submit(work, task): number for number, task in enumerate(tasks)}
        for future in as_completed(futures):
            finish(futures[future], future.result())
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    pool.shutdown()


def _prepare_worker() -> None:
    """Interruptions are for the parent to answer; when it ends a worker, the worker ends what it has started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(*_: Any) -> None:
    sys.exit(1)
