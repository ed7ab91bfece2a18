"""Set-ups saved in an account."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from caserne.server.content import saved_setups
from caserne.server.people.rate_limits import SAVE_SETUP
from caserne.server.routes.common import GUARDS, CurrentVisitor, KnownVisitor, ServicesDep, error_responses
from caserne.server.routes.game_models import KeptSetup, KeptSetups, NewSetup

router = APIRouter(prefix="/api/me/setups", tags=["people"], dependencies=GUARDS, responses=error_responses())

Game = Annotated[str, Query(pattern=r"^[a-z0-9_]{1,64}$", description="The id of a game.")]


@router.get("", responses=error_responses(404))
async def list_setups(game: Game, visitor: KnownVisitor, services: ServicesDep) -> KeptSetups:
    """My set-ups of a game, the latest first; none for a guest."""
    if visitor is None or visitor.account is None:
        return KeptSetups(account=False, setups=[])
    found = await saved_setups.list_setups(services.store, visitor, game)
    return KeptSetups(account=True, setups=[KeptSetup(name=name, setup=setup) for name, setup in found.items()])


@router.post("", status_code=204, responses=error_responses(404, 409))
async def keep_setup(body: NewSetup, visitor: CurrentVisitor, services: ServicesDep) -> None:
    """Save a set-up in my account, replacing one of the same name."""
    await services.limiter.spend(SAVE_SETUP, visitor.id)
    await saved_setups.save_setup(services.store, visitor, body.game, body.name, body.setup)


@router.delete("", status_code=204, responses=error_responses(404))
async def forget_setup(
    game: Game,
    name: Annotated[str, Query(min_length=1, max_length=120)],
    visitor: CurrentVisitor,
    services: ServicesDep,
) -> None:
    """Delete a saved set-up."""
    await saved_setups.delete_setup(services.store, visitor, game, name)
