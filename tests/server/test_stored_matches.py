"""Reading a match from the database: lines that are missing, and columns that cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_table import at_a_table
from sqlalchemy import update

from caserne.core.game.errors import InvalidRecord
from caserne.core.match.match import Match
from caserne.server.live import stored
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.stored import Quarantined, follow_news, read_record, replay
from caserne.server.storage.store import StoredMatch, StoredNews
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


@pytest.mark.thorough
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
            assert refused.value.sentence.fields["found"] == range(live.version)[number]

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


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        async with live.lock:
            await live.change(lambda match: match.resign(0))
        complete = await hub.services.store.load(live.id)
        assert complete is not None
        row, rows = dict(complete.table.row), [dict(event) for event in complete.events]
        broken: list[tuple[Any, Any, int]] = [
            ({**row, "header": "{"}, rows, 1),
            ({**row, "ending": "{"}, rows, live.version + 2),
            *((row, [*rows[:n], {**rows[n], "body": "{"}, *rows[n + 1 :]], n + 2) for n in (0, 2)),
        ]
        for header, events, line in broken:
            match = replace(complete, table=replace(complete.table, row=header), events=events)
            for read in (read_record, replayed):
                with pytest.raises(InvalidRecord) as refused:
                    read(match)
                assert refused.value.sentence.fields["line"] == line

    at_a_table(tmp_path, scene)


def news_of(live: LiveMatch, change: Callable[[Match], object], known: int) -> tuple[Match, StoredNews]:
    """A match that knows some events of a running one, and what it lacks after a change elsewhere."""
    behind = Match.resume(replace(live.match.record, events=live.match.record.events[:known], end=None))
    ahead = Match.resume(live.match.snapshot(), live.match.private())
    change(ahead)
    rows: Any = [
        {"number": number, "body": json.dumps(event.as_json()), "request": None}
        for number, event in enumerate(ahead.record.events)
    ]
    row: Any = {"version": len(rows), "ending": json.dumps(ahead.record.end) if ahead.record.end else None}
    return behind, StoredNews(row, rows[known - 1 :], None)


def test_news_are_followed_from_the_first_event_that_is_new(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        behind, news = news_of(live, lambda match: match.resign(0), live.version)
        added = follow_news(behind, news)
        assert len(added) == news.row["version"] - live.version > 0
        assert behind.record.end == json.loads(news.row["ending"])

    at_a_table(tmp_path, scene)


def test_news_with_a_missing_or_unreadable_line_are_refused(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        version = live.version

        def refused_line(lose: Callable[[StoredNews], StoredNews]) -> tuple[str, int]:
            behind, news = news_of(live, lambda match: (match.roll(), match.resign(0)), version)
            with pytest.raises(InvalidRecord) as refused:
                follow_news(behind, lose(news))
            return refused.value.sentence.key, refused.value.sentence.fields["line"]

        def unreadable(news: StoredNews, number: int) -> StoredNews:
            rows: Any = [{**row, "body": "{"} if row["number"] == number else row for row in news.events]
            return replace(news, events=rows)

        _, complete = news_of(live, lambda match: (match.roll(), match.resign(0)), version)
        total = complete.row["version"]
        assert refused_line(lambda news: replace(news, events=news.events[2:])) == ("record_truncated", version + 2)
        assert refused_line(lambda news: replace(news, events=news.events[:-1])) == ("record_truncated", total + 2)
        assert refused_line(lambda news: unreadable(news, version + 1))[1] == version + 3
        ending: Any = {**complete.row, "ending": "{"}
        assert refused_line(lambda news: replace(news, row=ending))[1] == total + 2

    at_a_table(tmp_path, scene)


def test_an_end_that_cannot_be_read_is_named_by_its_line(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        async with hub.services.store.begin() as connection:
            await connection.execute(update(matches).values(ending="{"))
        with pytest.raises(Quarantined, match=f"line {live.version + 2}"):
            await LiveMatch.load(hub.services, live.id)

    at_a_table(tmp_path, scene)


@pytest.mark.thorough
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
