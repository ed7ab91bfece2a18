"""A lock beside an SQLite database, so that two servers never play the same matches without knowing of each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from caserne.core.game.errors import CaserneError
from caserne.server.config import Settings


class DatabaseInUse(CaserneError):
    """Another server uses this SQLite database."""


@contextmanager
def database_lock(settings: Settings) -> Iterator[None]:
    """Lock an SQLite database; the system releases the lock when the process ends.

    A server without Redis must be alone. Processes with Redis share the lock with each other.
    """
    file = settings.database_file
    if file is None:
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_name(file.name + ".lock").open("a+", encoding="ascii") as lock:
        if not _acquire(lock, shared=bool(settings.redis)):
            lock.seek(0)
            raise DatabaseInUse.of("database_in_use", file=str(file), process=lock.read().strip() or "?")
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def _acquire(lock: TextIO, *, shared: bool) -> bool:
    """Lock an open file without waiting; whether that succeeded."""
    if sys.platform == "win32":  # has no shared locks
        import msvcrt

        lock.seek(0)
        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return shared
        return True
    import fcntl

    try:
        fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
