"""Something to do today: a task for everybody, by the date."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BeforeValidator

from caserne.server.content import computations
from caserne.server.routes.common import DRAWN_BOARD, GUARDS, ComputeDep, LangQuery, error_responses, svg
from caserne.server.routes.game_models import TodayAnswer

router = APIRouter(prefix="/api/today", tags=["games"], dependencies=GUARDS, responses=error_responses())


def _written_day(text: str) -> date:
    """Read a day as 2026-11-16 and nothing else: Pydantic takes a number for seconds since 1970."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(text)
    return day


Day = Annotated[date | None, BeforeValidator(_written_day), Query(description="Another day than today.")]


@router.get("")
async def show_task(compute: ComputeDep, day: Day = None, lang: LangQuery = "en") -> TodayAnswer:
    """A move to find, the same for everybody on a day."""
    return TodayAnswer(**await compute(computations.task_of_day, day or _today(), lang))


@router.get("/picture.svg", response_class=Response)
async def show_task_picture(
    compute: ComputeDep, day: Day = None, lang: LangQuery = "en", dark: bool = False
) -> Response:
    """The board of the task."""
    return svg(await compute(computations.picture_of_day, day or _today(), lang, dark, cost=DRAWN_BOARD))


def _today() -> date:
    return datetime.now(UTC).date()
