"""Running the server: one process, or several that share its port."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from socket import socket
from threading import Thread
from typing import Any

import uvicorn

from caserne.server.config import Settings
from caserne.server.operations.metrics import FOLDER
from caserne.server.operations.network import is_serving
from caserne.server.storage.store import Store

FACTORY = "caserne.server.app:create_app"
LARGEST_FRAME = 65_536
"""Longer frames of a websocket are not even read."""
GRACE_SECONDS = 15
"""How long what was accepted may take to be finished when the server is told to stop."""


def serve(settings: Settings, on_open: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop; `on_open` is called once the port is open."""
    os.umask(0o077)  # the database holds sealed set-ups and the hashes of passwords
    os.environ.update(settings.as_environment())
    facts: dict[str, Any] = {
        "factory": True,
        "host": settings.host,
        "port": settings.port,
        "workers": settings.workers,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "ws_max_size": LARGEST_FRAME,
        "timeout_graceful_shutdown": GRACE_SECONDS,
    }
    if settings.workers == 1:
        _Announcing(uvicorn.Config(FACTORY, **facts), on_open).run()
        return
    asyncio.run(_migrate(settings))
    with tempfile.TemporaryDirectory(prefix="caserne-metrics-") as folder:
        os.environ[FOLDER] = folder
        Thread(target=_announce, args=(settings, on_open), daemon=True).start()
        uvicorn.run(FACTORY, **facts)


def _announce(settings: Settings, on_open: Callable[[], None]) -> None:
    """Call `on_open` once one of the processes answers; their port is bound long before."""
    while not is_serving(settings.host, settings.port):
        time.sleep(0.1)
    on_open()


async def _migrate(settings: Settings) -> None:
    """Bring the database to its present shape before several processes would try to at once."""
    store = Store(settings)
    await store.open()
    await store.close()


class _Announcing(uvicorn.Server):
    """A server that says when its port is open."""

    def __init__(self, config: uvicorn.Config, on_open: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_open = on_open

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._on_open()
