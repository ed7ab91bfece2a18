"""A server that most tests of the server and in the browser share; `make check` leaves out what starts one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from forked_server import ForkedServer
from server_process import ServerProcess

SERVER_FIXTURES = {"server", "strict_server", "server_with", "new_database", "bus"}
"""Fixtures that start servers or databases."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SERVER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.server)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One SQLite server for all tests that do not kill it; it must not have complained at the end."""
    process = ForkedServer(Path(tmp_path_factory.mktemp("server"))).start()
    yield process
    process.stop()
    assert process.tracebacks() == ""
