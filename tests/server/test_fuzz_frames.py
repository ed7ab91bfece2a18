"""Websocket frames by schema and by mutation: each is answered, nothing is the server's fault, others play on.

A few hundred in `make test`; `make fuzz` sends 50,000 from a new seed, which it prints.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fuzzing import IS_LONG, PIECES, SEED
from patience import PATIENCE
from rooms_by_kind import TOY, with_long_turns, with_terms, without_secrets_or_luck
from server_process import ServerProcess
from visiting import Visitor
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import caserne
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup
from caserne.server.live import messages

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]

FRAMES = 25_000 if IS_LONG else 300
BATCH = 50
MOST_GROWTH = 200 * 2**20
"""Bytes by which the server may grow: matches and their boards stay in memory for a minute."""
GAMES = sorted({TOY, without_secrets_or_luck(), with_long_turns(), with_terms()[0]})
PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = [json.loads(line) for line in re.findall(r'^\{"type": .*"id": "r\d+".*\}$', PAGE, re.MULTILINE)]
ANSWERS = {"ack", "refused", "considered", "earlier_chat", "pong", "bye"}
LAST = json.dumps({"type": "ping", "id": "last"})
UNREADABLE = {"too_long", "not_text", "not_json", "too_many_frames"}
ODD = (
    *(None, True, False, 0, -1, 1, 63, 64, 2**31, 2**63, 2**64, 10**400, 0.5, -1e308, [], {}, [[]], {"": None}),
    *("", " ", "\0", "\ud800", "null", "draw", "take-back", "a1", "x" * 41, "x" * 1001, "9" * 5000, "٣", "\u202e"),
)
"""Values of any type, to put in the place of others."""


# Frames


def by_schema(dice: random.Random) -> str:
    """Return a request that fits the declared types."""
    kind = dice.choice(msgspec.inspect.type_info(messages.AnyRequest).types)
    fields = [field for field in kind.fields if field.required or dice.random() < 0.5]
    return json.dumps({"type": kind.tag, **{field.encode_name: value_of(field.type, dice) for field in fields}})


def value_of(kind: msgspec.inspect.Type, dice: random.Random) -> Any:
    """Return a value of a declared type, often at its limits."""
    match kind:
        case msgspec.inspect.UnionType():
            return value_of(dice.choice(kind.types), dice)
        case msgspec.inspect.IntType():
            return dice.choice([kind.ge or 0, (kind.ge or 0) + 1, 2, 9, kind.le or 2**62])
        case msgspec.inspect.StrType():
            length = dice.choice([kind.min_length or 0, 1, 4, min(kind.max_length or 99, 2000)])
            alphabet = "abchmHMAB1234-:/,. x" if kind.pattern else "abchmHMAB1234-:/,. x\0é٣"
            return "".join(dice.choice(alphabet) for _ in range(max(length, kind.min_length or 0)))
        case msgspec.inspect.VarTupleType():
            return [value_of(kind.item_type, dice) for _ in range(dice.choice([0, 1, kind.max_length or 3]))]
        case msgspec.inspect.DictType():
            return {value_of(kind.key_type, dice): value_of(kind.value_type, dice) for _ in range(dice.randrange(4))}
        case msgspec.inspect.BoolType():
            return dice.random() < 0.5
    return None


def by_mutation(dice: random.Random) -> str:
    """Return an example of the protocol's page with something wrong in it."""
    frame = {**dice.choice(EXAMPLES), "version": dice.randrange(12)}
    if dice.random() < 0.7:
        del frame["version"]
    for _ in range(dice.randrange(1, 4)):
        name = dice.choice([*frame, "type", "seat", "version", "extra"])
        frame[name] = dice.choice([*ODD, *(example.get(name) for example in EXAMPLES)])
    text = json.dumps(frame)
    if dice.random() < 0.9:
        return text
    start = dice.randrange(len(text))
    return text[:start] + dice.choice(PIECES) + text[start + dice.randrange(5) :]


# Sending them


def matches(server: ServerProcess, dice: random.Random) -> Iterator[tuple[Visitor, str]]:
    """Yield players and their matches, at the set-up or in play, of one game after the other."""
    while True:
        for game in GAMES:
            for sealed in (False, True):
                with ExitStack() as leaving:
                    anne, bob = (leaving.enter_context(Visitor(server.url)) for _ in range(2))
                    match = anne.make(game=game, chat="free")
                    bob.ok("POST", f"/api/matches/{match}/join", {})
                    if sealed:
                        seal(anne, match, game, 0)
                        seal(bob, match, game, 1)
                    yield dice.choice([anne, bob]), match


def seal(visitor: Visitor, match: str, game: str, seat: int) -> None:
    started = Match(caserne.game(game))
    if not started.position.in_setup:
        return
    with visitor.socket(match) as socket:
        socket.send(json.dumps({"type": "ready", "id": "s", "setup": suggest_setup(started, seat)}))
        while json.loads(socket.recv(PATIENCE)).get("id") != "s":
            pass


def send_all(socket: ClientConnection, frames: list[str]) -> tuple[list[dict[str, Any]], int]:
    """Send frames at once, and a last ping; return what was heard, and how many frames were answered.

    A frame that cannot be read closes the socket: its answer is a `bye`, and the frames after it go unread.
    """
    heard: list[dict[str, Any]] = []
    with suppress(ConnectionClosed):
        for frame in (*frames, LAST):
            socket.send(frame.encode("utf-8", "replace").decode())
    with suppress(ConnectionClosed):
        while not heard or heard[-1].get("id") != "last":
            heard.append(json.loads(socket.recv(PATIENCE)))
    return heard, sum(is_answer(message) for message in heard if message.get("id") != "last")


def is_answer(message: dict[str, Any]) -> bool:
    """Whether a message answers a request, and does not just tell what somebody did."""
    return message["type"] in ANSWERS or (message["type"] == "draft" and message["id"] is not None)


def check(heard: list[dict[str, Any]], frames: list[str]) -> None:
    """The socket is open or was closed for a reason, and no answer says that the server has failed."""
    for message in heard:
        assert message.get("error", {}).get("code") != "our_fault", frames
        if message["type"] == "bye":
            assert message["reason"] in UNREADABLE, (message, frames)
    assert heard[-1]["type"] in ("pong", "bye"), (heard[-1], frames)


@pytest.mark.parametrize("make_frame", [by_schema, by_mutation])
def test_every_frame_is_answered(server: ServerProcess, make_frame: Callable[[random.Random], str]) -> None:
    seed = SEED or (time.time_ns() if IS_LONG else 16)
    print(f"CASERNE_FUZZ_SEED={seed}")
    dice, left, before = random.Random(seed), FRAMES, memory_of(server.pid)
    for visitor, match in matches(server, dice):
        frames = [make_frame(dice) for _ in range(min(left, BATCH))]
        left -= len(frames)
        while frames:
            with visitor.socket(match, scene=dice.random() < 0.2) as socket:
                heard, answered = send_all(socket, frames)
            check(heard, frames)
            assert answered == len(frames) or heard[-1]["type"] == "bye", frames
            frames = frames[answered:]
        if not left:
            break
    assert memory_of(server.pid) - before < MOST_GROWTH
    with Visitor(server.url) as anne:
        assert anne.ok("GET", "/health")["status"] == "ok"
        assert anne.say(anne.make(), "abort")["error"]["code"] == "not_begun"


def memory_of(pid: int) -> int:
    """Return the resident bytes of a process; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) * 1024 if found else 0
