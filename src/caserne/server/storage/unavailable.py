"""One exception for all the ways in which a database can be away: refused, lost, silent, locked or full."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoFreeConnection


class StorageUnavailable(Exception):
    """The database cannot be reached, or can store nothing now; whether the last change was stored is unknown."""


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn errors of the connection to the database into StorageUnavailable; leave those of a statement as they are."""
    try:
        yield
    except Exception as error:
        if _is_about_connection(error):
            raise StorageUnavailable(type(error).__name__) from error
        raise


def _is_about_connection(error: Exception) -> bool:
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, (InterfaceError, OperationalError))
    lost = (OSError, NoFreeConnection, asyncpg.InterfaceError, asyncpg.PostgresError, sqlite3.OperationalError)
    return isinstance(error, lost)
