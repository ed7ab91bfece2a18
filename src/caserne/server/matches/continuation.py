"""New matches that continue a finished one from any of its positions, with bots or with friends."""

from __future__ import annotations

from caserne.server.errors import RequestError
from caserne.server.live.hub import Hub
from caserne.server.live.seating import BOT, PERSON
from caserne.server.matches.history import finished_match
from caserne.server.matches.lobby import SeatPlan, store_match
from caserne.server.people.identity import Visitor
from caserne.server.storage.store import Store


async def play_on(
    store: Store, hub: Hub, match_id: str, visitor: Visitor, step: int, seat: int, bot: str | None
) -> str:
    """Create a match that starts after a number of events of a finished one; return its id.

    The visitor takes a seat; a bot plays the others, or None: they are free for friends.
    """
    over = (await finished_match(hub, match_id, visitor.id)).match
    if step >= len(over.positions):
        raise RequestError.of("server.no_such_step", last=len(over.record.events))
    if seat >= over.game.seats:
        raise RequestError.of("server.wrong_seats", count=over.game.seats, field="seat")
    position = over.positions[step]
    if position.actor is None or position.in_setup:
        raise RequestError.of("server.nothing_to_continue", field="step")
    plans = [
        SeatPlan(PERSON, visitors=(visitor,)) if number == seat else _other_plan(bot)
        for number in range(over.game.seats)
    ]
    settings = {"chat": "presets" if bot else "free"}
    return await store_match(store, hub, visitor, over.game, plans, settings, public=False, start=str(position))


def _other_plan(bot: str | None) -> SeatPlan:
    return SeatPlan(BOT, bot, 0) if bot else SeatPlan(PERSON)
