"""Reviews of finished matches by a bot: computed once in a worker process, then stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import structlog
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from caserne.bots.review import Decision, Task, judge, tasks
from caserne.core.game.game import Game
from caserne.core.match.record import Record
from caserne.server.live.compiler import Compiler
from caserne.server.live.fair_queue import FairQueue, Owner, Priority
from caserne.server.live.worker_pool import WorkerPool
from caserne.server.storage.store import Store, from_json, to_json
from caserne.server.storage.tables import reviews
from caserne.server.supervision import cancel, supervise

REVIEWER = "5"
"""The bot that judges: its search is limited by nodes, so that bots in running matches do not wait for long."""
log = structlog.get_logger("caserne.review")


@dataclass(frozen=True)
class _Request:
    match_id: str
    record: Record
    owner: Owner


class Reviewer:
    """Computes one review at a time, decision by decision; those who ask take turns."""

    def __init__(self, store: Store, workers: WorkerPool, compiler: Compiler) -> None:
        self._store, self._workers, self._compiler = store, workers, compiler
        self._requests: FairQueue[_Request] = FairQueue()
        self._judged: dict[str, tuple[int, list[Decision]]] = {}
        """By match: the number of decisions, and the judgements so far."""
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        await cancel(self._task)

    async def review(self, match_id: str, record: Record, owner: Owner) -> dict[str, Any]:
        """Return the stored review, or the judgements so far; start the review if necessary."""
        async with self._store.read() as reading:
            stored = await reading.scalar(select(reviews.c.body).where(reviews.c.match == match_id))
        if stored is not None:
            return _review_json(1.0, from_json(stored), record.game)
        if match_id not in self._judged:
            self._judged[match_id] = (1, [])
            await self._requests.put(Priority.REVIEW, owner, _Request(match_id, record, owner))
            self._task = self._task or supervise("reviews", self._run)
        total, judged = self._judged[match_id]
        return _review_json(
            min(0.99, len(judged) / total), [_decision_json(decision) for decision in judged], record.game
        )

    async def _run(self) -> None:
        while True:
            request = await self._requests.get([Priority.REVIEW])
            try:
                judged = await self._judge(request)
                await self._save(request.match_id, [_decision_json(decision) for decision in judged])
            except Exception:  # the next review may succeed
                log.exception("review failed")
            finally:
                del self._judged[request.match_id]

    async def _judge(self, request: _Request) -> list[Decision]:
        await self._compiler.wait_for(request.record.game.id, REVIEWER)
        decisions: list[Task] = await self._compute(request, tasks, request.record, REVIEWER)
        judged: list[Decision] = []
        self._judged[request.match_id] = (max(1, len(decisions)), judged)
        for task in decisions:
            judged.append(await self._compute(request, judge, task))  # noqa: PERF401 - `review` reads the progress
        return judged

    async def _compute(self, request: _Request, work: Callable[..., Any], *arguments: Any) -> Any:
        return await self._workers.run(Priority.REVIEW, request.owner, work, *arguments)

    async def _save(self, match_id: str, judged: list[dict[str, Any]]) -> None:
        try:
            async with self._store.begin() as writing:
                await writing.execute(insert(reviews).values(match=match_id, body=to_json(judged)))
        except IntegrityError:
            pass  # another process was faster, or the match was deleted


def _decision_json(decision: Decision) -> dict[str, Any]:
    return {**asdict(decision), "line": list(decision.line), "verdict": str(decision.verdict)}


def _review_json(progress: float, judged: list[dict[str, Any]], game: Game[Any]) -> dict[str, Any]:
    decisions = [{**decision, "cells": list(game.touches(decision["best"]))} for decision in judged]
    return {"done": progress == 1.0, "progress": progress, "bot": REVIEWER, "decisions": decisions}
