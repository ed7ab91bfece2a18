"""The server is killed at a random moment: no acknowledged request is lost or performed twice, and clocks rest."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from crashing import CrashTest
from forked_server import ForkedServer
from rooms_by_kind import TOY, without_secrets_or_luck
from server_process import ServerProcess

CRASHES = 2
PAUSE = 12.0
"""Seconds without a server, which count against no clock; a busy machine is late by some of them."""


async def crash_and_go_on(server: ServerProcess) -> None:
    test = CrashTest(server, [TOY, TOY, without_secrets_or_luck(), without_secrets_or_luck()], seed=1)
    await test.create_matches()
    for _ in range(CRASHES):
        found = await test.round(PAUSE)
        assert found.acknowledged > 0
        assert all(error < PAUSE / 2 for error in found.clock_errors + found.absences)
    await test.close()


@pytest.mark.slow
def test_acknowledged_requests_survive_kill_9(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path).start()
    try:
        asyncio.run(crash_and_go_on(server))
    finally:
        server.stop()
    assert server.tracebacks() == ""
