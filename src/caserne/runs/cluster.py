"""Run tasks on a Ray cluster; Ray starts a task again if its process or its machine is lost."""

from __future__ import annotations

import hashlib
import re
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import caserne
from caserne.bots.workers import TASKS_AHEAD, Done, RunTasks, Task
from caserne.core.game.errors import CaserneError, MissingPackage

RETRIES = 20
"""How often a task is started again after a loss before the run ends."""
CONNECT_SECONDS = 10
ANY_CLUSTER = "auto"
"""The address of the cluster that this machine belongs to."""
ADDRESS = re.compile(r"(ray://)?([^/:\s]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")


class ClusterError(CaserneError):
    """There is no such cluster, or it cannot do the work."""


@contextmanager
def cluster(address: str, cores: int = 1) -> Iterator[RunTasks]:
    """Connect to a Ray cluster and yield a function that runs tasks there, each of which takes some cores."""
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingPackage.of("missing_package", package="ray", extra="ray") from error
    _check_address(address)
    _connect(ray, address)
    with redirect_stdout(sys.stderr):  # Ray prints there that it has lost a process
        try:
            yield partial(_run, ray, cores)
        finally:
            ray.shutdown()


def _check_address(address: str) -> None:
    """Find out whether anything listens there; Ray itself would try for minutes, then end this process."""
    if address == ANY_CLUSTER:
        return
    parts = ADDRESS.fullmatch(address)
    if parts is None:
        raise ClusterError.of("ray_address", address=address)
    try:
        socket.create_connection((parts[2].strip("[]"), int(parts[3])), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ClusterError.of("ray_unreachable", address=address) from error


def _connect(ray: ModuleType, address: str) -> None:
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except ConnectionError as error:
        raise ClusterError.of("ray_unreachable", address=address) from error
    except (RuntimeError, ValueError) as error:
        raise _failure(error) from error


def _run(
    ray: Any,
    cores: int,
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    on_done: Callable[[int, Done], None] | None = None,
) -> list[Done]:
    """Run tasks as `RunTasks` describes; a few more than there are cores are handed out at a time."""
    perform = ray.remote(num_cpus=cores, max_retries=RETRIES)(_perform)
    waiting, running, results = iter(enumerate(tasks)), dict[Any, int](), dict[int, Done]()
    try:
        while True:
            ahead = TASKS_AHEAD * max(1, int(ray.cluster_resources().get("CPU", 0)) // cores)
            for number, task in islice(waiting, max(0, ahead - len(running))):
                running[perform.remote(work, task, sources_hash())] = number
            if not running:
                return [results[number] for number in range(len(tasks))]
            finished, _ = ray.wait(list(running))
            for reference in finished:
                number = running.pop(reference)
                results[number] = _result(ray, reference)
                if on_done:
                    on_done(number, results[number])
    finally:
        for reference in running:
            with suppress(Exception):  # the cluster may be gone
                ray.cancel(reference, force=True)


def _result(ray: Any, reference: Any) -> Any:
    """Return what a task has returned, or raise its error as it would be raised here."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, CaserneError) else _failure(error.cause)) from error
    except ray.exceptions.RayError as error:
        raise _failure(error) from error


def _failure(error: BaseException) -> ClusterError:
    """Return an error of Ray as one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return ClusterError.of("ray_failed", error=lines[-1] if lines else type(error).__name__)


def _perform(work: Callable[[Task], Done], task: Task, sources: str) -> Done:
    """Do a task on a machine of the cluster, by the same sources as those of whoever asks."""
    if sources_hash() != sources:
        raise ClusterError.of("ray_other_sources", machine=socket.gethostname(), version=caserne.__version__)
    return work(task)


@cache
def sources_hash() -> str:
    """Return a hash of this package's sources."""
    package, digest = Path(str(caserne.__file__)).parent, hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        if "tests" not in path.relative_to(package).parts:
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
