"""What went wrong, as clients are told: a code for programs, a sentence for people, the rules that refuse."""

from __future__ import annotations

from typing import Any

from caserne.core.errors import CaserneError, IllegalMove


class Refused(CaserneError):
    """A request that the server cannot grant; its sentence's key is the code that programs read."""


def described(error: CaserneError, lang: str) -> dict[str, Any]:
    """The error as HTTP and websocket answers carry it."""
    if isinstance(error, IllegalMove):
        refusals = [{"id": refusal.rule, "text": refusal.text} for refusal in error.refusals(lang)]
        return {"code": "illegal_move", "text": error.text(lang), "rules": refusals}
    told = {"code": error.sentence.key.removeprefix("server."), "text": error.text(lang)}
    field = error.sentence.fields.get("field")
    return {**told, "field": str(field)} if field else told
