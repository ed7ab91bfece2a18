"""Reviews of finished matches by a bot: computed once in the bots' processes, then stored."""

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
"""The bot that judges: its search is limited by nodes, so that bots in running matches do not wait for long."""
log = structlog.get_logger("caserne.review")


class Reviewer:
    """Computes one review at a time, decision by decision, so that bots in running matches hardly wait."""

    def __init__(self, store: Store, bots: BotPool) -> None:
        self._store, self._bots = store, bots
        self._one_at_a_time = asyncio.Lock()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._judged: dict[str, tuple[int, list[Decision]]] = {}
        """By match: the number of decisions, and the judgements so far."""

    async def close(self) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def review(self, match_id: str, record: Record) -> dict[str, Any]:
        """Return the stored review, or the judgements so far; start the review if necessary."""
        async with self._store.read() as reading:
            stored = await reading.scalar(select(reviews.c.body).where(reviews.c.match == match_id))
        if stored is not None:
            return _review_json(1.0, from_json(stored), record.game)
        if match_id not in self._running:
            self._judged[match_id] = (1, [])
            self._running[match_id] = asyncio.create_task(self._run(match_id, record), name=f"review of {match_id}")
        total, judged = self._judged[match_id]
        return _review_json(
            min(0.99, len(judged) / total), [_decision_json(decision) for decision in judged], record.game
        )

    async def _run(self, match_id: str, record: Record) -> None:
        try:
            async with self._one_at_a_time:
                decisions = await asyncio.to_thread(tasks, record, REVIEWER)
                judged = await self._judge(match_id, decisions)
            await self._save(match_id, [_decision_json(decision) for decision in judged])
        except BotFailed as error:
            log.warning("review failed", error=type(error).__name__)
        finally:
            del self._running[match_id], self._judged[match_id]

    async def _judge(self, match_id: str, decisions: list[Task]) -> list[Decision]:
        judged: list[Decision] = []
        self._judged[match_id] = (max(1, len(decisions)), judged)
        for task in decisions:
            judged.append(await self._bots.run(judge, task))  # noqa: PERF401 - `review` reads the progress meanwhile
        return judged

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
