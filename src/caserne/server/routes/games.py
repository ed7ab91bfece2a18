"""The games: title pages, rulebooks, boards to try and help with set-ups."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Response

from caserne.core.game.registry import playable_rooms
from caserne.draw.drawings import drawing
from caserne.server.content import catalogue, computations, rulebooks
from caserne.server.people.rate_limits import DRAWING
from caserne.server.routes.common import (
    DRAWN_BOARD,
    GUARDS,
    ComputeDep,
    CurrentVisitor,
    GameId,
    LangQuery,
    ServicesDep,
    error_responses,
    svg,
)
from caserne.server.routes.game_models import (
    Art,
    ArtQuestion,
    Card,
    GamePage,
    LessonAnswer,
    RulebookAnswer,
    SetupAnswer,
    SetupQuestion,
    Tried,
    Try,
)

DrawingKind = Annotated[Literal["figure", "piece", "ground"], Path(description="What is drawn.")]
DrawingName = Annotated[str, Path(pattern=r"^[\w.-]{1,64}$", description="The name of the figure, piece or ground.")]

router = APIRouter(prefix="/api/games", tags=["games"], dependencies=GUARDS, responses=error_responses())


@router.get("")
def list_games(lang: LangQuery = "en") -> list[Card]:
    """All games, the one with the fewest rules first."""
    cards = [Card(**catalogue.card(game, lang)) for game in playable_rooms()]
    return sorted(cards, key=lambda card: (card.rules, card.minutes))


@router.get("/{game}", responses=error_responses(404))
def show_game(game: GameId, services: ServicesDep, lang: LangQuery = "en") -> GamePage:
    """What can be chosen before a match, and how the board looks."""
    page = GamePage(**catalogue.page(game, lang))
    services.hub.services.compiler.prefer(game)
    return page


@router.get("/{game}/picture.svg", responses=error_responses(404), response_class=Response)
def show_picture(game: GameId, lang: LangQuery = "en", dark: bool = False) -> Response:
    """A board of the game during play, for its card."""
    return svg(catalogue.cover(game, lang, dark))


@router.get("/{game}/living.svg", responses=error_responses(404), response_class=Response)
def show_living_picture(game: GameId, lang: LangQuery = "en", dark: bool = False) -> Response:
    """The same board as an animation that shows some moves and then stops."""
    return svg(catalogue.living_cover(game, lang, dark))


@router.post("/{game}/art", responses=error_responses(404))
async def draw_art(
    game: GameId,
    body: ArtQuestion,
    visitor: CurrentVisitor,
    services: ServicesDep,
    compute: ComputeDep,
    lang: LangQuery = "en",
) -> Art:
    """The drawings from which a browser assembles a board; the websocket sends them with its `board`."""
    await services.limiter.spend(DRAWING, visitor.id)
    return Art(**await compute(computations.art, game, body.options, body.seat, lang, cost=DRAWN_BOARD))


@router.get("/{game}/rules", responses=error_responses(404))
def show_rules(game: GameId, lang: LangQuery = "en") -> RulebookAnswer:
    """The rulebook, in our own words."""
    return RulebookAnswer(**rulebooks.rulebook(game, lang))


@router.get("/{game}/drawings/{kind}/{name}.svg", responses=error_responses(404), response_class=Response)
def show_drawing(
    game: GameId, kind: DrawingKind, name: DrawingName, lang: LangQuery = "en", dark: bool = False
) -> Response:
    """A drawing of the rulebook: a figure, a piece (`SEAT-SYMBOL`) or a ground."""
    return svg(drawing(game, f"{kind}:{name}", lang, dark))


@router.get("/{game}/print.pdf", responses=error_responses(404), response_class=Response)
async def print_game(game: GameId, compute: ComputeDep, lang: LangQuery = "en") -> Response:
    """The board and the pieces to print and cut out at true size, on A4."""
    drawn = await compute(computations.print_pdf, game, {}, lang, cost=DRAWN_BOARD)
    headers = {"Content-Disposition": f'attachment; filename="{game}.pdf"'}
    return Response(drawn, headers=headers, media_type="application/pdf")


@router.get("/{game}/lessons", responses=error_responses(404))
def show_lessons(game: GameId, lang: LangQuery = "en") -> list[LessonAnswer]:
    """A first game and single rules to try, step by step; empty if the game has no lessons."""
    return [LessonAnswer(**lesson) for lesson in catalogue.lessons(game, lang)]


@router.post("/{game}/try", responses=error_responses(404))
async def try_board(
    game: GameId, body: Try, visitor: CurrentVisitor, compute: ComputeDep, lang: LangQuery = "en"
) -> Tried:
    """Try moves on a board without a match; nothing is stored."""
    asked = body.options, body.position, body.moves, body.seat, body.move, body.cells
    return Tried(**await compute(computations.try_board, game, *asked, lang))


@router.post("/{game}/setups", responses=error_responses(404, 409))
async def help_with_setup(
    game: GameId, body: SetupQuestion, visitor: CurrentVisitor, compute: ComputeDep, lang: LangQuery = "en"
) -> SetupAnswer:
    """A set-up: a random one, a recommended one, a mirror image, or the given one checked."""
    asked: dict[str, Any] = body.model_dump(exclude={"options"})
    return SetupAnswer(**await compute(computations.setup_help, game, body.options, lang, asked))
