"""Errors as clients get them: a code for programs, a sentence for people, and the rules that refuse a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caserne.core.game.errors import CaserneError, IllegalMove, InvalidOption, UnknownGame
from caserne.core.game.words import Sentence

MAX_BODY_BYTES = 65_536
"""The greatest size of a request."""


class RequestError(CaserneError):
    """A request that the server refuses; the key of its sentence is the error code for programs."""


class UnplayableBoard(RequestError):
    """A painted board on which no match can be played; `reasons` are the rules that refuse it."""

    def __init__(self, sentence: Sentence, reasons: Sequence[tuple[str, Sentence]]) -> None:
        super().__init__(sentence)
        self.reasons = reasons


STATUS = {
    "server.access_code": 401,
    "server.other_origin": 403,
    "server.no_spectators": 403,
    "server.not_your_seat": 403,
    "server.wrong_password": 403,
    "server.wrong_code": 403,
    "unknown_figure": 404,
    "server.no_boards": 404,
    "server.no_such_board": 404,
    "server.no_such_match": 404,
    "server.no_such_page": 404,
    "server.no_such_session": 404,
    "server.no_such_setup": 404,
    "server.link_used": 404,
    "server.no_such_step": 404,
    "server.quarantined": 410,
    "server.too_large": 413,
    "server.unknown_host": 421,
    "server.bad_name": 422,
    "server.bad_value": 422,
    "server.unplayable": 422,
    "server.wrong_seats": 422,
    "server.busy": 429,
    "server.too_often": 429,
    "server.unavailable": 503,
}
"""The HTTP status by error code; 409 for all others, which conflict with the current state."""


def http_status(error: CaserneError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, UnknownGame):
        return 404
    return STATUS.get(error.sentence.key, 409 if isinstance(error, RequestError) else 422)


def error_json(error: CaserneError, lang: str) -> dict[str, Any]:
    """Return an error as HTTP and websocket answers contain it."""
    if isinstance(error, IllegalMove):
        refusals = [{"id": refusal.rule, "text": refusal.text} for refusal in error.refusals(lang)]
        return {"code": "illegal_move", "text": error.text(lang), "rules": refusals}
    body: dict[str, Any] = {"code": error.sentence.key.removeprefix("server."), "text": error.text(lang)}
    fields = error.sentence.fields
    if isinstance(error, UnplayableBoard):
        body["rules"] = [{"id": rule, "text": sentence.text(lang)} for rule, sentence in error.reasons]
    if isinstance(error, InvalidOption) and "option" in fields:
        return {**body, "field": f"options.{fields['option']}"}
    return {**body, "field": str(fields["field"])} if fields.get("field") else body
