"""Chat at the table: presets that everybody reads in their own language, or free text if the host allows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from caserne.server.errors import RequestError
from caserne.server.live import messages
from caserne.server.live.bus import TABLE, ChangeNotice
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.views import ChatLine
from caserne.server.people.names import clean_text
from caserne.server.people.rate_limits import CHAT
from caserne.server.storage.statements import ADD_CHAT
from caserne.server.storage.store import CHAT_BACKLOG, now
from caserne.server.storage.writer import Conflict

PRESETS = ("hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "again", "goodbye")


def line_as_json(line: dict[str, Any]) -> ChatLine:
    """Return a line as it is sent to viewers."""
    return {
        "number": line["number"],
        "seat": line["seat"],
        "name": line["name"],
        "preset": line["preset"],
        "text": line["text"],
        "at": line["at"],
    }


async def earlier_lines(live: LiveMatch, before: int, muted: Collection[int]) -> list[ChatLine]:
    """Return the lines before one that no muted seat has said, the last CHAT_BACKLOG of them."""
    return [line_as_json(dict(line)) for line in await live.services.store.load_chat(live.id, before, muted)]


async def say(live: LiveMatch, visitor: str, seats: Sequence[int], request: messages.ChatRequest, key: str) -> None:
    """Store a line and show it to everybody; a repeated request does nothing."""
    if any(line["request"] == key for line in live.chat):
        return
    if not seats:
        raise RequestError.of("server.only_watching")
    _check(live, request)
    await live.services.limiter.spend(CHAT, visitor)
    while True:
        line = _line(live, visitor, seats, request, key)
        try:
            await live.write([(ADD_CHAT, line)])
        except Conflict:  # another process stored a line at the same moment
            await live.reload_table()
        else:
            break
    live.chat.append(line)
    del live.chat[:-CHAT_BACKLOG]
    live.show_chat(line)
    live.services.bus.publish(ChangeNotice(live.id, live.version, TABLE))


def _check(live: LiveMatch, request: messages.ChatRequest) -> None:
    if (request.preset is None) == (request.text is None):
        raise RequestError.of("server.bad_request", problem="preset | text")
    if request.preset is not None and request.preset not in PRESETS:
        raise RequestError.of("server.no_such_preset", presets=", ".join(PRESETS))
    if live.settings.get("chat") == "off":
        raise RequestError.of("server.no_chat")
    if request.text is not None and not clean_text(request.text):
        raise RequestError.of("server.bad_request", problem="text")
    if request.text is not None and live.settings.get("chat", "presets") != "free":
        raise RequestError.of("server.presets_only")


def _line(
    live: LiveMatch, visitor: str, seats: Sequence[int], request: messages.ChatRequest, key: str
) -> dict[str, Any]:
    return {
        "match": live.id,
        "number": live.chat[-1]["number"] + 1 if live.chat else 0,
        "seat": request.seat if request.seat in seats else seats[0],
        "visitor": visitor,
        "name": live.seating.name_of(visitor),
        "preset": request.preset,
        "text": clean_text(request.text) if request.text else None,
        "at": now(),
        "request": key,
    }
