"""Fixtures: servers with several settings, databases, and visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import structlog
from forked_server import ForkedServer
from server_process import ServerProcess
from services import Fresh, postgres, redis
from visiting import Visitor

# By default structlog writes the variables of every frame of a traceback, which takes seconds.
structlog.configure(processors=[structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)])


@pytest.fixture(scope="session")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with an access code, rate limits, a public address and JSON logs."""
    strict = {"access_code": "sesame", "rate_limits": True, "log_format": "json"}
    folder = Path(tmp_path_factory.mktemp("strict"))
    process = ForkedServer(folder, public_url="http://192.168.1.7:8000", **strict).start()
    yield process
    process.stop()


@pytest.fixture(scope="session")
def new_database() -> Iterator[Fresh]:
    """A factory of empty databases on one PostgreSQL server."""
    with postgres() as fresh:
        yield fresh


@pytest.fixture(scope="session")
def bus() -> Iterator[str]:
    """The URL of a Redis server."""
    with redis() as url:
        yield url


@pytest.fixture
def visit() -> Iterator[Callable[[str], Visitor]]:
    """A factory of visitors, whose connections are closed after the test."""
    with ExitStack() as leaving:
        yield lambda url: leaving.enter_context(Visitor(url))


@pytest.fixture
def anne(server: ServerProcess, visit: Callable[[str], Visitor]) -> Visitor:
    return visit(server.url)


@pytest.fixture
def bob(server: ServerProcess, visit: Callable[[str], Visitor]) -> Visitor:
    return visit(server.url)


@pytest.fixture
def server_with(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """A factory of servers with given settings, which are stopped after the test."""
    with ExitStack() as stopping:

        def start(**settings: Any) -> ServerProcess:
            process = ForkedServer(tmp_path, **settings).start()
            stopping.callback(process.stop)
            return process

        yield start
