"""Pictures of matches: what a viewer sees now, a position of a finished match, the match as an SVG that moves."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response

from caserne.draw.themes import THEMES
from caserne.server.matches import pictures
from caserne.server.matches.history import finished_match
from caserne.server.routes.common import (
    DRAWN_BOARD,
    GUARDS,
    ComputeDep,
    KnownVisitor,
    LangQuery,
    MatchId,
    ServicesDep,
    error_responses,
)

router = APIRouter(
    prefix="/api/matches/{match}",
    tags=["finished matches"],
    dependencies=GUARDS,
    responses=error_responses(404, 409, 410),
)
SVG, PNG = "image/svg+xml", "image/png"
FILM = 20
"""The cost of drawing a whole match."""
ThemeName = Literal["wood", "slate", "print", "contrast"]
ThemeQuery = Annotated[ThemeName, Query(description="The colours of the board and the pieces.")]
Step = Annotated[int | None, Query(ge=0, le=1_000_000, description="After how many events; by default at the end.")]


async def pictured_match(
    match: MatchId,
    visitor: KnownVisitor,
    services: ServicesDep,
    dark: bool = False,
    theme: ThemeQuery = "wood",
    lang: LangQuery = "en",
) -> pictures.PicturedMatch:
    """Return the finished match that a visitor asks a picture of."""
    viewer = visitor.id if visitor else None
    over = await finished_match(services.hub, match, viewer)
    return pictures.pictured(over, viewer, lang, THEMES[theme].palette(dark))


async def pictured_view(
    match: MatchId,
    visitor: KnownVisitor,
    services: ServicesDep,
    dark: bool = False,
    theme: ThemeQuery = "wood",
    lang: LangQuery = "en",
) -> pictures.PicturedView:
    """Return what a visitor sees of a match now."""
    live = await services.hub.match(match)
    return pictures.pictured_view(live, visitor.id if visitor else None, lang, THEMES[theme].palette(dark))


Pictured = Annotated[pictures.PicturedMatch, Depends(pictured_match)]
Seen = Annotated[pictures.PicturedView, Depends(pictured_view)]


@router.get("/view.svg", response_class=Response, responses={200: {"content": {SVG: {}}}})
async def draw_view(view: Seen, compute: ComputeDep) -> Response:
    """A match, running or over, as the visitor sees it now: from their seat, or as spectators do."""
    return _picture(await compute(pictures.view_svg, view, cost=DRAWN_BOARD), SVG, "no-store")


@router.get("/view.png", response_class=Response, responses={200: {"content": {PNG: {}}}})
async def draw_view_as_png(view: Seen, compute: ComputeDep) -> Response:
    """The same as PNG."""
    return _picture(await compute(pictures.view_png, view, cost=DRAWN_BOARD), PNG, "no-store")


@router.get("/position.svg", response_class=Response, responses={200: {"content": {SVG: {}}}})
async def draw_position(match: Pictured, compute: ComputeDep, step: Step = None) -> Response:
    """A position with the names of the players and how the match stands or ended."""
    picture = await compute(pictures.position_svg, match, match.checked_step(step), cost=DRAWN_BOARD)
    return _picture(picture, SVG)


@router.get("/position.png", response_class=Response, responses={200: {"content": {PNG: {}}}})
async def draw_position_as_png(match: Pictured, compute: ComputeDep, step: Step = None) -> Response:
    """The same as PNG."""
    picture = await compute(pictures.position_png, match, match.checked_step(step), cost=DRAWN_BOARD)
    return _picture(picture, PNG)


@router.get("/film.svg", response_class=Response, responses={200: {"content": {SVG: {}}}})
async def draw_film(match: Pictured, compute: ComputeDep) -> Response:
    """The whole match as one SVG that moves by itself."""
    return _picture(await compute(pictures.match_film, match, cost=FILM), SVG)


def _picture(drawn: str | bytes, kind: str, cached: str = "private, max-age=3600") -> Response:
    """Return a picture that the visitor's browser may keep, and nobody between: not everybody may see every match."""
    return Response(drawn, headers={"Cache-Control": cached}, media_type=kind)
