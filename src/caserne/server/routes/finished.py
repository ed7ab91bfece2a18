"""Finished matches: records, replays, reviews and verification."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from caserne.server.matches import history, sights
from caserne.server.matches.continuation import play_on
from caserne.server.people.rate_limits import COMPUTATION, MATCH
from caserne.server.routes.common import (
    GUARDS,
    ComputeDep,
    CurrentVisitor,
    KnownVisitor,
    LangQuery,
    MatchId,
    ServicesDep,
    client_address,
    error_responses,
    owner_of,
)
from caserne.server.routes.models import Continuation, Rematch, ReplayStep, Review, Sight, Verified

router = APIRouter(
    prefix="/api/matches/{match}",
    tags=["finished matches"],
    dependencies=GUARDS,
    responses=error_responses(404, 409, 410),
)

Step = Annotated[int, Query(ge=0, le=1_000_000, description="After how many events.")]


@router.get("/record", response_class=Response, responses={200: {"content": {"application/x-ndjson": {}}}})
async def show_record(match: MatchId, visitor: KnownVisitor, services: ServicesDep) -> Response:
    """The record: one JSON object per line, from which everything else can be recomputed."""
    over = await history.finished_match(services.hub, match, visitor.id if visitor else None)
    headers = {"Content-Disposition": f'attachment; filename="{over.match.game.id}-{match}.jsonl"'}
    text = await asyncio.to_thread(history.record_of(over).dumps)
    return Response(text, media_type="application/x-ndjson", headers=headers)


@router.get("/replay")
async def replay(
    match: MatchId,
    visitor: KnownVisitor,
    services: ServicesDep,
    step: Step = 0,
    lang: LangQuery = "en",
) -> ReplayStep:
    """One step of the match, with everything revealed."""
    viewer = visitor.id if visitor else None
    over = await history.finished_match(services.hub, match, viewer)
    times = await history.event_times(services.store, match)
    return ReplayStep(**await asyncio.to_thread(history.replay_step, over, times, step, lang, viewer))


@router.get("/sight")
async def sight(
    match: MatchId,
    visitor: KnownVisitor,
    services: ServicesDep,
    compute: ComputeDep,
    seat: Annotated[int, Query(ge=0, le=63, description="Whose eyes.")],
    step: Step = 0,
    lang: LangQuery = "en",
) -> Sight:
    """One step of the match as a seat saw it, and what a bot that knew no more would have thought of hidden pieces."""
    over = await history.finished_match(services.hub, match, visitor.id if visitor else None)
    seen = await asyncio.to_thread(sights.sight, over, step, seat)
    return Sight(**await compute(sights.sight_json, seen, lang))


@router.get("/review", responses={202: {"model": Review, "description": "The review is not finished; ask again."}})
async def review(
    match: MatchId, request: Request, visitor: KnownVisitor, services: ServicesDep, response: Response
) -> Review:
    """A bot's value, best move and loss for every decision, from what its seat could know at that time."""
    await services.limiter.spend(COMPUTATION, visitor.id if visitor else client_address(request))
    over = await history.finished_match(services.hub, match, visitor.id if visitor else None)
    judged = await services.reviewer.review(match, history.record_of(over), owner_of(request, visitor))
    history.add_ways(over, judged["decisions"])
    found = Review(**judged)
    response.status_code = 200 if found.done else 202
    return found


@router.post("/verify")
async def verify(
    match: MatchId, visitor: CurrentVisitor, services: ServicesDep, compute: ComputeDep, lang: LangQuery = "en"
) -> Verified:
    """Verify from the record alone that all moves are legal, and that dice and set-ups are as committed."""
    over = await history.finished_match(services.hub, match, visitor.id)
    return Verified(**await compute(history.verification, history.record_of(over), lang))


@router.post("/continue", status_code=201)
async def continue_match(match: MatchId, body: Continuation, visitor: CurrentVisitor, services: ServicesDep) -> Rematch:
    """Create a match that starts from a position of this one, against bots or with friends."""
    await services.limiter.spend(MATCH, visitor.id)
    bot = None if body.bot is None else str(body.bot)
    made = await play_on(services.store, services.hub, match, visitor, body.step, body.seat, bot)
    return Rematch(match=made)
