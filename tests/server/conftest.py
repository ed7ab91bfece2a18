"""A server that most tests share, and helpers to fill its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from server_process import ServerProcess
from visiting import Visitor


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One SQLite server for all tests that do not kill it; it must not have complained at the end."""
    process = ServerProcess(Path(tmp_path_factory.mktemp("server"))).start()
    yield process
    process.stop()
    assert process.tracebacks() == ""


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
