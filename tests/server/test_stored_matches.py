"""Reading a match from the database: lines that are missing, and columns that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_table import at_a_table
from sqlalchemy import update

from caserne.core.game.errors import InvalidRecord
from caserne.server.live import stored
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.stored import Quarantined, read_record, replay
from caserne.server.storage.store import StoredMatch
from caserne.server.storage.tables import drafts, matches


def replayed(match: StoredMatch) -> Any:
    steps = replay(match)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


def without(*numbers: int) -> Callable[[StoredMatch], StoredMatch]:
    def lose(match: StoredMatch) -> StoredMatch:
        return replace(match, events=[event for event in match.events if event["number"] not in numbers])

    return lose


@pytest.mark.parametrize(
    ("number", "line"), [(0, 2), (1, 3), (-1, None)], ids=["the first line", "a line between", "the last line"]
)
def test_a_match_with_a_missing_line_is_not_read(tmp_path: Path, number: int, line: int | None) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        complete = await hub.services.store.load(live.id)
        assert complete is not None
        assert len(read_record(complete).events) == len(replayed(complete).record.events) == live.version
        for read in (read_record, replayed):
            with pytest.raises(InvalidRecord) as refused:
                read(without(range(live.version)[number])(complete))
            assert refused.value.sentence.key == "record_truncated"
            assert refused.value.sentence.fields["announced"] == live.version
            assert refused.value.sentence.fields["line"] == (line or live.version + 2)

    at_a_table(tmp_path, scene)


def test_a_finished_match_is_read_with_its_end(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        async with live.lock:
            await live.change(lambda match: match.resign(0))
        complete = await hub.services.store.load(live.id)
        assert complete is not None
        assert read_record(complete).end == replayed(complete).record.end == live.match.record.end
        assert read_record(complete).end is not None

    at_a_table(tmp_path, scene)


def test_an_end_that_cannot_be_read_is_named_by_its_line(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        async with hub.services.store.begin() as connection:
            await connection.execute(update(matches).values(ending="{"))
        with pytest.raises(Quarantined, match=f"line {live.version + 2}"):
            await LiveMatch.load(hub.services, live.id)

    at_a_table(tmp_path, scene)


@pytest.mark.parametrize(
    ("statement", "field"),
    [
        (update(matches).values(settings="[5]"), "settings"),
        (update(matches).values(state="asleep"), "state"),
        (update(matches).values(clocks="{}"), "clocks"),
        (update(matches).values(clocks="5"), "clocks"),
        (update(drafts).values(moves="5"), "drafts"),
    ],
)
def test_a_column_that_cannot_be_read_is_named(tmp_path: Path, statement: Any, field: str) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Any, bob: Any) -> None:
        await ann.ask("roll", version=live.version)
        await ann.ask("step", version=live.version, move="x1")
        async with hub.services.store.begin() as connection:
            await connection.execute(statement)
        with pytest.raises(Quarantined, match=f"the field '{field}'"):
            await LiveMatch.load(hub.services, live.id)

    at_a_table(tmp_path, scene)


def test_what_a_rule_says_of_hidden_pieces_is_not_in_the_reason() -> None:
    refused = InvalidRecord.of("record_refused", event=5, reason="the bomb on d4 never moves")
    with pytest.raises(Quarantined) as quarantined, stored.quarantine("secret"):
        raise refused
    assert "bomb" not in quarantined.value.text("en")
    assert "5" in quarantined.value.text("en")
