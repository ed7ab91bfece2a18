"""Who sits at a table: people, several on one seat, or bots; and who is there at the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast

from sqlalchemy.engine import RowMapping

from caserne.bots.titles import title_of
from caserne.server.live.views import MemberView, SeatKind, SeatView

PERSON, TEAM, BOT = "person", "team", "bot"


@dataclass(frozen=True)
class Member:
    """Somebody who plays a seat, alone or with others."""

    visitor: str | None
    """None: somebody who has erased their data."""
    name: str
    process: str | None
    """The server process that holds the socket; None: offline."""
    offline_since: int | None


@dataclass(frozen=True)
class Player:
    """A seat and who plays it."""

    kind: str
    bot: str | None = None
    places: int = 1
    members: tuple[Member, ...] = ()

    @property
    def complete(self) -> bool:
        return self.kind == BOT or len(self.members) >= self.places

    @property
    def name(self) -> str:
        return " & ".join(member.name for member in self.members)


@dataclass(frozen=True)
class Seating:
    """All seats of a table."""

    players: tuple[Player, ...]
    left: Mapping[int, str] = field(default_factory=dict)
    """Seats whose people have left, with the bot that plays on for them."""

    @classmethod
    def stored(cls, seats: Sequence[RowMapping], members: Sequence[RowMapping]) -> Seating:
        """From the rows of the database, in the order of the seats."""
        by_seat: dict[int, list[Member]] = {}
        for row in members:
            member = Member(row["visitor"], row["name"], row["process"], row["offline_since"])
            by_seat.setdefault(row["seat"], []).append(member)
        return cls(
            tuple(Player(row["kind"], row["bot"], row["places"], tuple(by_seat.get(row["seat"], ()))) for row in seats)
        )

    @property
    def complete(self) -> bool:
        return all(player.complete for player in self.players)

    def seats_of(self, visitor: str) -> tuple[int, ...]:
        """The seats that a visitor plays."""
        return self._seats.get(visitor, ())

    @cached_property
    def _seats(self) -> dict[str, tuple[int, ...]]:
        """By visitor; asked for with every request."""
        found: dict[str, tuple[int, ...]] = {}
        for seat, player in enumerate(self.players):
            for visitor in (
                {member.visitor for member in player.members if member.visitor} if seat not in self.left else ()
            ):
                found[visitor] = (*found.get(visitor, ()), seat)
        return found

    def with_presence(self, visitor: str, process: str | None, offline_since: int | None) -> Seating:
        """The same table after somebody came or went."""

        def updated(member: Member) -> Member:
            found = member.visitor == visitor
            return replace(member, process=process, offline_since=offline_since) if found else member

        players = (replace(player, members=tuple(map(updated, player.members))) for player in self.players)
        return replace(self, players=tuple(players))

    def bot(self, seat: int) -> str | None:
        """The name of the bot that plays a seat; None where people do."""
        return self.left.get(seat, self.players[seat].bot)

    def name_of(self, visitor: str) -> str:
        names = (member.name for player in self.players for member in player.members if member.visitor == visitor)
        return next(names, "")

    def names(self) -> tuple[str, ...]:
        """By seat, for the record: a bot is `bot:LEVEL`."""
        return tuple(f"bot:{player.bot}" if player.kind == BOT else player.name for player in self.players)

    def titles(self, lang: str) -> list[str]:
        """By seat, for people to read."""
        return [player.name or (title_of(player.bot, lang) if player.bot else "") for player in self.players]

    def as_json(self, living: set[str], gone: Mapping[str, int], lang: str) -> list[SeatView]:
        """What everybody sees of the seats.

        `living` are the processes whose sockets can be trusted to be there; sockets of the others went with them, when
        `gone` says.
        """
        return [self._seat_as_json(seat, player, living, gone, lang) for seat, player in enumerate(self.players)]

    def _seat_as_json(
        self, seat: int, player: Player, living: set[str], gone: Mapping[str, int], lang: str
    ) -> SeatView:
        members: list[MemberView] = [
            {
                "name": member.name,
                "online": member.process in living,
                "offline_since": member.offline_since or gone.get(member.process or ""),
            }
            for member in player.members
        ]
        away = [member["offline_since"] or 0 for member in members if not member["online"]]
        online = player.kind == BOT or len(away) < len(members)
        level = self.bot(seat)
        return {
            "name": player.name,
            "kind": cast(SeatKind, player.kind),
            "level": level,
            "title": title_of(level, lang) if level else None,
            "short": title_of(level, lang, short=True) if level else None,
            "left": seat in self.left,
            "free": player.places - len(members) if player.kind != BOT else 0,
            "members": members,
            "online": online,
            "offline_since": None if online or not away else max(away) or None,
        }
