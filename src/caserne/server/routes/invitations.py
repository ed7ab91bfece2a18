"""What an invitation shows, and whether others can open it."""

from __future__ import annotations

from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.option_forms import board_form, option_forms
from caserne.core.game.registry import words_of
from caserne.core.game.words import SHARED_WORDS
from caserne.server.live import render
from caserne.server.live.live_match import LiveMatch
from caserne.server.matches.lobby import free_seats
from caserne.server.operations.network import is_reachable
from caserne.server.people.identity import Visitor

HELP = "/hosting"
"""The page that explains how others can reach the server."""


def reachability(url: str, lang: str) -> tuple[bool, str | None]:
    """Return whether other machines can open an address, and a hint if they cannot."""
    return (True, None) if is_reachable(url) else (False, SHARED_WORDS("server.unreachable").text(lang))


def match_link(base: str, match_id: str, lang: str) -> dict[str, Any]:
    """Return the address of a match for those who are invited."""
    url = f"{base}/match/{match_id}"
    reachable, hint = reachability(url, lang)
    return {"match": match_id, "url": url, "reachable": reachable, "hint": hint, "help": None if reachable else HELP}


def invitation(live: LiveMatch, host: str, visitor: Visitor | None, base: str, lang: str) -> dict[str, Any]:
    """Return what a visitor sees of a match before joining it."""
    game, settings = live.match.game, live.settings
    link = match_link(base, live.id, lang)
    table = render.table(live, lang)
    words, changed = words_of(game.id), _changed_options(live, lang)
    seats = [{**seat, "colour": words(f"seat.{number}").text(lang)} for number, seat in enumerate(table["seats"])]
    return {
        **link,
        "picture": f"/api/matches/{live.id}/picture.svg" if _has_own_board(game, changed) else None,
        "game": game.id,
        "title": game.about.title(lang),
        "host": host,
        "options": game.options.as_dict(),
        "changed": changed,
        "remarks": [remark.text(lang) for remark in game.remarks()],
        "mine": list(live.seating.seats_of(visitor.id)) if visitor else [],
        "free": free_seats(live, visitor.id if visitor else None),
        "time": settings.get("time"),
        "here": settings.get("here", False),
        "result": render.result(live.match, lang),
        **{name: table[name] for name in ("state", "watchers", "rematch", "spectators", "chat", "score")},
        "seats": seats,
    }


def _changed_options(live: LiveMatch, lang: str) -> list[dict[str, Any]]:
    """Return the options that differ from the rulebook."""
    options = live.match.game.options
    default, chosen = type(options)().resolved().as_dict(), options.as_dict()
    changed = [form for form in option_forms(live.match.game.id, lang) if chosen[form.name] != default[form.name]]
    return [
        {
            "name": form.name,
            "title": form.title,
            "value": chosen[form.name],
            "choice": next((choice.title for choice in form.choices if choice.value == chosen[form.name]), None),
        }
        for form in changed
    ]


def _has_own_board(game: Game[Any], changed: list[dict[str, Any]]) -> bool:
    """Check whether a match is not played on the default board, but for example on a painted one."""
    form = board_form(game.id)
    return form is not None and any(option["name"] == form.option for option in changed)
