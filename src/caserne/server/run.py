"""Runs the server: one process, or several that share its port."""

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
from caserne.server.operations.startup import check_startup

FACTORY = "caserne.server.app:create_app"
MAX_FRAME_BYTES = 65_536
"""Longer websocket frames are rejected unread."""
GRACE_SECONDS = 3
"""How long accepted requests may take to finish at shutdown."""


def serve(settings: Settings, on_open: Callable[[], None] = lambda: None) -> None:
    """Serve until a signal stops the process; call `on_open` once the port is open.

    A server that cannot start raises CaserneError with the reason.
    """
    os.umask(0o077)  # the database contains sealed set-ups and password hashes
    asyncio.run(check_startup(settings))
    os.environ.update(settings.as_environment())
    options: dict[str, Any] = {
        "factory": True,
        "host": settings.host,
        "port": settings.port,
        "workers": settings.workers,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "ws_max_size": MAX_FRAME_BYTES,
        "timeout_graceful_shutdown": GRACE_SECONDS,
    }
    if settings.workers == 1:
        _AnnouncingServer(uvicorn.Config(FACTORY, **options), on_open).run()
        return
    with tempfile.TemporaryDirectory(prefix="caserne-metrics-") as folder:
        os.environ[FOLDER] = folder
        Thread(target=_announce, args=(settings, on_open), daemon=True).start()
        uvicorn.run(FACTORY, **options)


def _announce(settings: Settings, on_open: Callable[[], None]) -> None:
    """Call `on_open` once one of the processes responds; the port is bound long before."""
    while not is_serving(settings.host, settings.port):
        time.sleep(0.1)
    on_open()


class _AnnouncingServer(uvicorn.Server):
    """A uvicorn server that calls `on_open` when its port is open."""

    def __init__(self, config: uvicorn.Config, on_open: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_open = on_open

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._on_open()
