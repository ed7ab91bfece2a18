"""Lines of chat at a table: who may say what, what is kept, and who reads it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from live_table import Notices, Socket, at_a_table, eventually, new_guest, new_match, open_hub, watching

from caserne.server.live.bus import TABLE, ChangeNotice
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.storage.store import CHAT_BACKLOG


def lines(socket: Socket) -> list[dict[str, Any]]:
    return [message["line"] for message in socket.heard if message["type"] == "chat"]


def test_a_line_is_numbered_signed_and_read_by_everybody_once(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        notices = Notices(hub)
        for _ in range(2):
            await ann.ask("chat", id="same", preset="hello")
        assert notices == [ChangeNotice(live.id, live.version, TABLE)]
        await bob.ask("chat", preset="thanks", seat=0)
        await ann.ask("ping")
        assert [(line["number"], line["seat"], line["preset"]) for line in lines(ann)] == [
            (0, 0, "hello"),
            (1, 1, "thanks"),
        ]
        assert lines(ann) == lines(bob)
        assert all(line["name"] and line["at"] and line["text"] is None for line in lines(bob))
        async with watching(hub, live, "spectator") as spectator:
            assert spectator.last("welcome")["chat"] == lines(ann)

    at_a_table(tmp_path, scene)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("chat", "line", "code"),
    [
        ("free", {}, "bad_request"),
        ("free", {"preset": "hello", "text": "hello"}, "bad_request"),
        ("free", {"text": " \u200b "}, "bad_request"),
        ("free", {"preset": "nonsense"}, "no_such_preset"),
        ("presets", {"text": "hello"}, "presets_only"),
        ("off", {"preset": "hello"}, "no_chat"),
    ],
)
def test_a_line_that_is_not_allowed_is_refused_and_not_kept(
    tmp_path: Path, chat: str, line: dict[str, str], code: str
) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        assert await ann.refused("chat", **line) == code
        await bob.ask("ping")
        assert (live.chat, lines(bob)) == ([], [])

    at_a_table(tmp_path, scene, chat=chat)


def test_free_text_is_kept_in_one_line(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("chat", text=" in\0 one\nline ")
        await ann.ask("chat", preset="hello")
        assert [line["text"] for line in live.chat] == ["in one line", None]

    at_a_table(tmp_path, scene, chat="free")


def test_who_comes_reads_the_last_lines_and_may_ask_for_earlier_ones_without_muted_seats(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await bob.ask("chat", preset="sorry")
        for _ in range(CHAT_BACKLOG + 1):
            await ann.ask("chat", preset="hello")
        assert [line["number"] for line in live.chat] == list(range(2, CHAT_BACKLOG + 2))
        await ann.ask("chat", preset="thanks")
        async with watching(hub, live, "spectator") as spectator:
            numbers = [line["number"] for line in spectator.last("welcome")["chat"]]
            assert numbers == list(range(3, CHAT_BACKLOG + 3))
            earlier = await spectator.ask("earlier_chat", before=2)
            assert [line["preset"] for line in earlier["lines"]] == ["sorry", "hello"]
            await spectator.ask("mute", seat=1, on=True)
            earlier = await spectator.ask("earlier_chat", before=2)
            assert [line["preset"] for line in earlier["lines"]] == ["hello"]

    at_a_table(tmp_path, scene)


def test_a_muted_seat_is_not_read_until_it_may_speak_again(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        for on in (True, False):
            muted = await bob.ask("mute", seat=0, on=on)
            assert (muted["type"], muted["version"]) == ("ack", live.version)
            await ann.ask("chat", preset="hello")
            await ann.ask("chat", preset="hello")
            await bob.ask("ping")
            assert len(lines(bob)) == (0 if on else 2)

    at_a_table(tmp_path, scene)


def test_on_a_shared_screen_a_line_is_said_by_the_named_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann = await new_guest(hub)
            live = await new_match(hub, ann, here=True)
            async with watching(hub, live, ann) as screen:
                await screen.ask("chat", preset="hello", seat=1)
                await screen.ask("chat", preset="hello")
                await eventually(lambda: len(lines(screen)) == 2)
                assert [line["seat"] for line in lines(screen)] == [1, 0]

    asyncio.run(story())


def test_lines_are_limited_by_the_minute(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path, rate_limits=True) as hub:
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann, bob)
            async with watching(hub, live, ann) as socket, watching(hub, live, bob) as other:
                answers = [await socket.ask("chat", preset="hello") for _ in range(40)]
                refused = [answer["error"]["code"] for answer in answers if answer["type"] == "refused"]
                assert refused
                assert set(refused) == {"too_often"}
                assert (await other.ask("chat", preset="hello"))["type"] == "ack"

    asyncio.run(story())
