"""Faults while matches are played: nothing acknowledged is lost, and every match goes on afterwards.

`make chaos` tries the same faults for longer and more often; docs/reliability.md shows what it found.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from chaos_rig import Fault, cluster, disk_full
from faulty_play import Chaos
from forked_server import ForkedServer
from rooms_by_kind import TOY, without_secrets_or_luck
from services import Fresh

pytestmark = pytest.mark.slow
AWAITS = 6
SECONDS = 0.5


async def try_all(chaos: Chaos, faults: list[Fault]) -> None:
    for fault in faults:
        outcome = await chaos.try_fault(fault.name, fault.begin, fault.end, fault.seconds)
        assert fault.kills or not outcome.losses, f"{fault.name}: players had to reconnect: {outcome.losses}"


def test_matches_go_on_after_faults_of_postgresql_and_redis(tmp_path: Path, new_database: Fresh, bus: str) -> None:
    database = new_database()

    async def story() -> int:
        async with cluster(tmp_path, database, bus) as rig:
            chaos = Chaos(rig.urls, [TOY, without_secrets_or_luck()], seed=1)
            await chaos.open()
            await try_all(chaos, rig.cuts_at_awaits(AWAITS))
            await try_all(chaos, rig.faults_of_proxies(SECONDS))
            await try_all(chaos, rig.faults_of_both(SECONDS))
            await try_all(chaos, rig.faults_of_processes(SECONDS)[:1])
            return await chaos.close()

    assert asyncio.run(story()) > 0


def test_matches_go_on_after_the_disk_was_full(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path).start()

    async def story() -> int:
        chaos = Chaos([server.url], [TOY, without_secrets_or_luck()], seed=2)
        await chaos.open()
        await try_all(chaos, [disk_full(server)])
        return await chaos.close()

    try:
        assert asyncio.run(story()) > 0
    finally:
        server.stop()
