"""What went wrong, as clients are told: a code for programs, a sentence for people, the rules that refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caserne.core.game.errors import CaserneError, IllegalMove, InvalidOption, UnknownGame
from caserne.core.game.words import Sentence

LARGEST_BODY = 65_536
"""How many bytes a request may have."""


class Refused(CaserneError):
    """A request that the server cannot grant; its sentence's key is the code that programs read."""


class Unplayable(Refused):
    """Something of one's own that cannot be played with; `reasons` are the sentences of the rules that refuse it."""

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
    "server.no_boards": 404,
    "server.no_such_board": 404,
    "server.no_such_match": 404,
    "server.no_such_page": 404,
    "server.no_such_session": 404,
    "server.no_such_setup": 404,
    "server.link_used": 404,
    "server.no_such_step": 404,
    "server.too_large": 413,
    "server.bad_name": 422,
    "server.bad_value": 422,
    "server.unplayable": 422,
    "server.wrong_seats": 422,
    "server.too_often": 429,
}
"""The HTTP status of refusals; 409 for what does not fit the present state of things."""


def status_of(error: CaserneError) -> int:
    """The HTTP status that an error is answered with."""
    if isinstance(error, UnknownGame):
        return 404
    return STATUS.get(error.sentence.key, 409 if isinstance(error, Refused) else 422)


def described(error: CaserneError, lang: str) -> dict[str, Any]:
    """The error as HTTP and websocket answers carry it."""
    if isinstance(error, IllegalMove):
        refusals = [{"id": refusal.rule, "text": refusal.text} for refusal in error.refusals(lang)]
        return {"code": "illegal_move", "text": error.text(lang), "rules": refusals}
    told: dict[str, Any] = {"code": error.sentence.key.removeprefix("server."), "text": error.text(lang)}
    fields = error.sentence.fields
    if isinstance(error, Unplayable):
        told["rules"] = [{"id": rule, "text": sentence.text(lang)} for rule, sentence in error.reasons]
    if isinstance(error, InvalidOption) and "option" in fields:
        return {**told, "field": f"options.{fields['option']}"}
    return {**told, "field": str(fields["field"])} if fields.get("field") else told
