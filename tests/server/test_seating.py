"""Who plays which seat, and what everybody sees of it."""

from __future__ import annotations

from typing import Any

import pytest

from caserne.server.live.seating import BOT, PERSON, TEAM, Member, Player, Seating


def member(name: str, process: str | None = "here", offline_since: int | None = None) -> Member:
    return Member(name.lower(), name, process, offline_since)


def seat(seating: Seating, number: int = 0, **processes: Any) -> Any:
    return seating.as_json(processes.get("alive", {"here"}), processes.get("dead", {}), "en")[number]


ANN, BOB, CARL = member("Ann"), member("Bob"), member("Carl", None, 500)
TEAM_OF_TWO = Player(TEAM, places=2, members=(ANN, BOB))
PAIR = Seating((Player(PERSON, members=(ANN,)), Player(BOT, bot="3")))


def test_a_match_is_complete_when_all_places_are_taken() -> None:
    assert PAIR.complete
    assert not Seating((Player(PERSON), Player(BOT, bot="3"))).complete
    assert not Seating((Player(TEAM, places=2, members=(ANN,)),)).complete
    assert Seating((TEAM_OF_TWO,)).complete


def test_people_have_seats_until_they_leave() -> None:
    both = Seating((Player(PERSON, members=(ANN,)), TEAM_OF_TWO))
    assert (both.seats_of("ann"), both.seats_of("bob"), both.seats_of("carl")) == ((0, 1), (1,), ())
    assert both.visitors() == ["ann", "bob"] or both.visitors() == ["bob", "ann"]
    left = Seating(both.players, left={1: "2"})
    assert (left.seats_of("ann"), left.seats_of("bob")) == ((0,), ())
    assert (left.bot(0), left.bot(1)) == (None, "2")


def test_somebody_who_has_erased_their_data_keeps_only_the_name() -> None:
    erased = Seating((Player(PERSON, members=(Member(None, "Ann", None, None),)),))
    assert (erased.visitors(), erased.names()) == ([], ("Ann",))


def test_bots_are_among_themselves_without_people() -> None:
    assert PAIR.has_people
    assert not Seating((Player(BOT, bot="1"), Player(BOT, bot="3"))).has_people
    assert not Seating(PAIR.players, left={0: "2"}).has_people


def test_names_for_records_and_for_people() -> None:
    seating = Seating((TEAM_OF_TWO, Player(BOT, bot="3")))
    assert seating.names() == ("Ann & Bob", "bot:3")
    first, second = seating.titles("en")
    assert first == "Ann & Bob"
    assert second not in ("", "3")
    assert Seating((Player(PERSON),)).titles("en") == [""]
    assert (seating.name_of("bob"), seating.name_of("nobody")) == ("Bob", "")


def test_presence_changes_for_one_person_on_all_seats() -> None:
    seating = Seating((Player(PERSON, members=(ANN,)), TEAM_OF_TWO)).with_presence("ann", None, 700)
    assert [[m.offline_since for m in player.members] for player in seating.players] == [[700], [700, None]]
    assert [[m.process for m in player.members] for player in seating.players] == [[None], [None, "here"]]


@pytest.mark.parametrize(
    ("players", "online", "since"),
    [
        (Player(PERSON, members=(ANN,)), True, None),
        (Player(PERSON, members=(CARL,)), False, 500),
        (Player(PERSON, members=(member("Dora", "dead"),)), False, 800),
        (Player(PERSON, members=(member("Emil", None),)), False, None),
        (Player(PERSON), False, None),
        (Player(TEAM, places=3, members=(ANN, CARL)), True, None),
        (Player(TEAM, places=2, members=(CARL, member("Dora", "dead"))), False, 800),
        (Player(BOT, bot="2"), True, None),
    ],
)
def test_a_seat_is_online_while_one_of_its_people_is(players: Player, online: bool, since: int | None) -> None:
    shown = seat(Seating((players,)), dead={"dead": 800})
    assert (shown["online"], shown["offline_since"]) == (online, since)
    assert [view["online"] for view in shown["members"]] == [m.process == "here" for m in players.members]


def test_a_seat_shows_free_places_levels_and_departures() -> None:
    shown = seat(Seating((Player(TEAM, places=3, members=(ANN,)),)))
    assert (shown["free"], shown["kind"], shown["left"]) == (2, "team", False)
    assert shown["level"] is shown["title"] is None
    bot = seat(PAIR, 1)
    assert (bot["free"], bot["kind"], bot["level"], bot["name"]) == (0, "bot", "3", "")
    assert bot["title"]
    assert bot["short"]
    left = seat(Seating(PAIR.players, left={0: "2"}))
    assert (left["left"], left["level"], left["name"]) == (True, "2", "Ann")
