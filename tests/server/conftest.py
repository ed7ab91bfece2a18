"""Servers of several kinds, and visitors to fill their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from server_process import ServerProcess
from services import Fresh, postgres, redis
from visiting import Visitor


@pytest.fixture(scope="session")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One that asks for a code, counts, has a public address and writes its log as JSON."""
    strict = {"access_code": "sesame", "rate_limits": True, "log_format": "json"}
    folder = Path(tmp_path_factory.mktemp("strict"))
    process = ServerProcess(folder, public_url="http://192.168.1.7:8000", **strict).start()
    yield process
    process.stop()


@pytest.fixture(scope="session")
def new_database() -> Iterator[Fresh]:
    """Makes empty databases of one PostgreSQL."""
    with postgres() as fresh:
        yield fresh


@pytest.fixture(scope="session")
def bus() -> Iterator[str]:
    """A Redis."""
    with redis() as url:
        yield url


@pytest.fixture
def visit() -> Iterator[Callable[[str], Visitor]]:
    """Makes visitors of any server, who go when the test is over."""
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
    """Starts servers of one's own, with settings, that stop when the test is over."""
    with ExitStack() as stopping:

        def start(**settings: Any) -> ServerProcess:
            process = ServerProcess(tmp_path, **settings).start()
            stopping.callback(process.stop)
            return process

        yield start
