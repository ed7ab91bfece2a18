"""Start-up failures as one sentence with the reason: which service, which address, what it said."""

from __future__ import annotations

import errno
import os
import sqlite3
from urllib.parse import urlsplit

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from caserne.core.game.errors import CaserneError
from caserne.server.config import Settings
from caserne.server.operations.database_lock import database_lock
from caserne.server.operations.secret_key import secret_key
from caserne.server.storage.store import Store
from caserne.server.storage.unavailable import is_from_asyncpg

DATABASES, REDIS = ("sqlite", "postgresql"), ("redis", "rediss", "unix")
"""The schemes of URLs."""


class StartupError(CaserneError):
    """The server cannot start; the sentence says why."""


async def check_startup(settings: Settings) -> None:
    """Open everything that a server needs, migrate its database, and close it again; StartupError with the reason."""
    try:
        _check_urls(settings)
        with database_lock(settings):
            if not settings.secret:
                secret_key(settings.data_folder)
            store = Store(settings)
            await store.open()
            await store.close()
            if settings.redis:
                await _ping_redis(settings.redis)
    except CaserneError:
        raise
    except Exception as error:
        explained = explain(error, settings)
        if explained is None:
            raise
        raise explained from error


def explain(error: Exception, settings: Settings) -> CaserneError | None:
    """Return a start-up failure as a sentence; None if it is a bug."""
    if isinstance(error, CaserneError):
        return error
    if settings.redis and _is_from_redis(error):
        return StartupError.of("redis_away", address=_address(settings.redis), reason=_reason(error))
    if isinstance(error, OSError) and error.filename:
        return StartupError.of("file_unusable", file=str(error.filename), reason=_reason(error))
    if isinstance(error, (SQLAlchemyError, sqlite3.Error, OSError)) or is_from_asyncpg(error):
        database = settings.database_file or _address(settings.database_url)
        return StartupError.of("database_away", address=str(database), reason=_reason(error))
    return None


async def _ping_redis(url: str) -> None:
    from redis.asyncio import Redis

    from caserne.server.live.redis_bus import REDIS_SECONDS

    async with Redis.from_url(url, socket_connect_timeout=REDIS_SECONDS) as redis:
        await redis.ping()


def _is_from_redis(error: Exception) -> bool:
    from redis.exceptions import RedisError

    return isinstance(error, RedisError)


def _check_urls(settings: Settings) -> None:
    for url, schemes in ((settings.database_url, DATABASES), (settings.redis, REDIS)):
        if url and urlsplit(url).scheme not in schemes:
            allowed = ", ".join(f"{name}://" for name in schemes)
            raise StartupError.of("bad_url", url=_address(url) or url, schemes=allowed)


def _address(url: str) -> str:
    """Return the part of a URL that may be shown: without user and password."""
    parts = urlsplit(url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path}"


def _reason(error: BaseException) -> str:
    """Return what a service or the system said, in one line."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return _reason(error.orig.__cause__ or error.orig)
    if isinstance(error, TimeoutError):
        return os.strerror(errno.ETIMEDOUT)
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return os.strerror(error.errno)
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
