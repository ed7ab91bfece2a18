"""How long the parts of a frame may be: the longest is read, and anything longer is refused by its name."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from caserne.server.live import messages

FIELDS: dict[str, dict[str, Any]] = {
    "move": {"version": 0, "move": "a"},
    "chat": {},
    "offer": {"what": "draw"},
    "terms": {"terms": {}},
    "contribute": {"bytes": "00"},
    "consider": {},
    "mute": {"seat": 0, "on": True},
    "earlier_chat": {"before": 0},
    "ping": {},
}


def read(kind: str, **changed: Any) -> Any:
    return messages.read(json.dumps({"type": kind, "id": "x", **FIELDS[kind], **changed}))


def terms(number: int, length: int = 2) -> dict[str, int]:
    return {f"{n:0{length}}": n for n in range(number)}


@pytest.mark.parametrize(
    ("kind", "field", "allowed", "refused"),
    [
        ("move", "id", ["x", "~" * 40], ["", "x" * 41, "é", "x\n", 5, None]),
        ("move", "version", [0, 10**6], [-1, "0", 0.5]),
        ("move", "move", ["a", "a" * 1000], ["", "a" * 1001, None]),
        ("move", "seat", [None, 0, 63], [-1, 64, "0"]),
        ("contribute", "bytes", ["", "0" * 64], ["0" * 65]),
        ("offer", "what", ["", "x" * 40], ["x" * 41]),
        ("terms", "terms", [terms(16), {"x" * 40: "text"}], [terms(17), {"x" * 41: 1}, {"x": 0.5}]),
        ("consider", "cells", [["a"] * 20, ["a" * 1000]], [["a"] * 21, ["a" * 1001], [""]]),
        ("consider", "move", [None, "a" * 1000], ["", "a" * 1001]),
        ("chat", "preset", [None, "x" * 32], ["x" * 33]),
        ("chat", "text", [None, "", "x" * 500], ["x" * 501]),
        ("earlier_chat", "before", [0, 2**31 - 1], [-1, 2**31]),
        ("mute", "seat", [0, 63], [None, -1, 64]),
        ("ping", "lag", [0, 10**9], [-1]),
        ("ping", "unknown", [], [1, None]),
    ],
)
def test_a_field_has_limits(kind: str, field: str, allowed: list[Any], refused: list[Any]) -> None:
    for value in allowed:
        given = getattr(read(kind, **{field: value}), field)
        assert (list(given) if isinstance(given, tuple) else given) == value
    for value in refused:
        with pytest.raises(msgspec.ValidationError):
            read(kind, **{field: value})


def test_what_may_be_left_out_has_a_default() -> None:
    assert read("ping").lag == 0
    assert read("chat") == messages.ChatRequest(id="x", seat=None, preset=None, text=None)
    assert read("consider") == messages.ConsiderRequest(id="x", seat=None, move=None, cells=())


def test_the_protocol_and_the_longest_frame_are_those_that_clients_know() -> None:
    assert (messages.PROTOCOL, messages.LONGEST_FRAME) == (1, 16_384)
