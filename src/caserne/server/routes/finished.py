"""Matches that are over: records, replays, reviews and proofs."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from caserne.server.matches import history
from caserne.server.people.rate_limits import THINK
from caserne.server.routes.common import (
    GUARDS,
    MatchId,
    MaybeVisitor,
    TheLang,
    TheServices,
    TheVisitor,
    address,
    errors,
)
from caserne.server.routes.models import ReplayStep, Review, Verified

router = APIRouter(
    prefix="/api/matches/{match}", tags=["finished matches"], dependencies=GUARDS, responses=errors(404, 409)
)


@router.get("/record", response_class=Response, responses={200: {"content": {"application/x-ndjson": {}}}})
async def show_record(match: MatchId, visitor: MaybeVisitor, the: TheServices) -> Response:
    """The record: one JSON object a line, from which everything else can be recomputed."""
    over = await history.finished(the.hub, match, visitor.id if visitor else None)
    headers = {"Content-Disposition": f'attachment; filename="{over.match.game.id}-{match}.jsonl"'}
    return Response(history.record_of(over).dumps(), media_type="application/x-ndjson", headers=headers)


@router.get("/replay")
async def replay(
    match: MatchId,
    visitor: MaybeVisitor,
    the: TheServices,
    step: Annotated[int, Query(ge=0, le=1_000_000, description="After how many events.")] = 0,
    lang: TheLang = "en",
) -> ReplayStep:
    """One step of the match, with everything revealed."""
    over = await history.finished(the.hub, match, visitor.id if visitor else None)
    at = await history.times(the.store, match)
    return ReplayStep(**await asyncio.to_thread(history.step, over, at, step, lang))


@router.get("/review", responses={202: {"model": Review, "description": "The bot still thinks; ask again."}})
async def review(
    match: MatchId, request: Request, visitor: MaybeVisitor, the: TheServices, response: Response
) -> Review:
    """A bot's value, best move and loss for every decision, from what its seat could know then."""
    await the.limiter.spend(THINK, visitor.id if visitor else address(request))
    over = await history.finished(the.hub, match, visitor.id if visitor else None)
    found = Review(**await the.reviewer.review(match, history.record_of(over)))
    response.status_code = 200 if found.done else 202
    return found


@router.post("/verify")
async def verify(match: MatchId, visitor: TheVisitor, the: TheServices, lang: TheLang = "en") -> Verified:
    """Prove from the record alone that the moves are legal, and dice and set-ups as committed."""
    await the.limiter.spend(THINK, visitor.id)
    over = await history.finished(the.hub, match, visitor.id)
    return Verified(**await asyncio.to_thread(history.proof, history.record_of(over), lang))
