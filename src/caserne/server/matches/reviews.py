"""What a bot thinks of matches that are over: found once in the bots' processes, then kept."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

import structlog
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from caserne.bots.review import Decision, Task, judge, tasks
from caserne.core.game.game import Game
from caserne.core.match.record import Record
from caserne.server.live.bot_pool import BotFailed, BotPool
from caserne.server.storage.store import Store, from_json, to_json
from caserne.server.storage.tables import reviews

REVIEWER = "5"
"""The bot that judges: its thinking is bounded by nodes, so that nobody's bot waits for long."""
log = structlog.get_logger("caserne.review")


class Reviewer:
    """One review at a time, decision by decision, so that bots that play are hardly kept waiting."""

    def __init__(self, store: Store, bots: BotPool) -> None:
        self._store, self._bots = store, bots
        self._turn = asyncio.Lock()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._judged: dict[str, tuple[int, list[Decision]]] = {}
        """By match: how many decisions there are, and those judged so far."""

    async def close(self) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def review(self, match_id: str, record: Record) -> dict[str, Any]:
        """What is known by now; what is not yet is begun."""
        async with self._store.read() as reading:
            kept = await reading.scalar(select(reviews.c.body).where(reviews.c.match == match_id))
        if kept is not None:
            return _answer(1.0, from_json(kept), record.game)
        if match_id not in self._running:
            self._judged[match_id] = (1, [])
            self._running[match_id] = asyncio.create_task(self._work(match_id, record), name=f"review of {match_id}")
        total, judged = self._judged[match_id]
        return _answer(min(0.99, len(judged) / total), [_plain(decision) for decision in judged], record.game)

    async def _work(self, match_id: str, record: Record) -> None:
        try:
            async with self._turn:
                todo = await asyncio.to_thread(tasks, record, REVIEWER)
                judged = await self._judge(match_id, todo)
            await self._keep(match_id, [_plain(decision) for decision in judged])
        except BotFailed as error:
            log.warning("review failed", error=type(error).__name__)
        finally:
            del self._running[match_id], self._judged[match_id]

    async def _judge(self, match_id: str, todo: list[Task]) -> list[Decision]:
        judged: list[Decision] = []
        self._judged[match_id] = (max(1, len(todo)), judged)
        for task in todo:
            judged.append(await self._bots.run(judge, task))  # noqa: PERF401 - progress is read meanwhile
        return judged

    async def _keep(self, match_id: str, judged: list[dict[str, Any]]) -> None:
        try:
            async with self._store.begin() as writing:
                await writing.execute(insert(reviews).values(match=match_id, body=to_json(judged)))
        except IntegrityError:
            pass  # another process was faster, or the match is gone


def _plain(decision: Decision) -> dict[str, Any]:
    return {**asdict(decision), "line": list(decision.line), "verdict": str(decision.verdict)}


def _answer(progress: float, judged: list[dict[str, Any]], game: Game[Any]) -> dict[str, Any]:
    decisions = [{**decision, "cells": list(game.touches(decision["best"]))} for decision in judged]
    return {"done": progress == 1.0, "progress": progress, "bot": REVIEWER, "decisions": decisions}
