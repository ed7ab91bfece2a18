"""Who plays which seat of a match, people or bots, and which of the people are online."""

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
    """A person who plays a seat, alone or with others."""

    visitor: str | None
    """None: a visitor who has erased their data."""
    name: str
    process: str | None
    """The server process that holds the socket; None: offline."""
    offline_since: int | None


@dataclass(frozen=True)
class Player:
    """Who plays a seat: a person, a team or a bot."""

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
    """The players of a match, by seat."""

    players: tuple[Player, ...]
    left: Mapping[int, str] = field(default_factory=dict)
    """Seats whose people have left, each with the bot that plays on."""

    @classmethod
    def stored(cls, seats: Sequence[RowMapping], members: Sequence[RowMapping]) -> Seating:
        """Read the rows of the database, which are in seat order."""
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
        """Return the seats that a visitor plays."""
        return self._seats.get(visitor, ())

    @cached_property
    def _seats(self) -> dict[str, tuple[int, ...]]:
        """The seats by visitor, cached because every request needs them."""
        found: dict[str, tuple[int, ...]] = {}
        for seat, player in enumerate(self.players):
            for visitor in (
                {member.visitor for member in player.members if member.visitor} if seat not in self.left else ()
            ):
                found[visitor] = (*found.get(visitor, ()), seat)
        return found

    @property
    def has_people(self) -> bool:
        """Whether people play a seat; else bots play among themselves."""
        return not all(self.bot(seat) for seat in range(len(self.players)))

    def visitors(self) -> list[str]:
        """Return the people who play."""
        return list(self._seats)

    def with_presence(self, visitor: str, process: str | None, offline_since: int | None) -> Seating:
        """Return the seating after a visitor came online or went offline."""

        def updated(member: Member) -> Member:
            found = member.visitor == visitor
            return replace(member, process=process, offline_since=offline_since) if found else member

        players = (replace(player, members=tuple(map(updated, player.members))) for player in self.players)
        return replace(self, players=tuple(players))

    def bot(self, seat: int) -> str | None:
        """Return the name of the bot that plays a seat; None if people play it."""
        return self.left.get(seat, self.players[seat].bot)

    def name_of(self, visitor: str) -> str:
        names = (member.name for player in self.players for member in player.members if member.visitor == visitor)
        return next(names, "")

    def names(self) -> tuple[str, ...]:
        """Return the names by seat for the record; a bot is `bot:LEVEL`."""
        return tuple(f"bot:{player.bot}" if player.kind == BOT else player.name for player in self.players)

    def titles(self, lang: str) -> list[str]:
        """Return the names by seat for people to read."""
        return [player.name or (title_of(player.bot, lang) if player.bot else "") for player in self.players]

    def as_json(self, alive: set[str], dead: Mapping[str, int], lang: str) -> list[SeatView]:
        """Return what everybody sees of the seats.

        Members are online if their socket is in one of the processes `alive`; `dead` says when the others stopped.
        """
        return [self._seat_as_json(seat, player, alive, dead, lang) for seat, player in enumerate(self.players)]

    def _seat_as_json(self, seat: int, player: Player, alive: set[str], dead: Mapping[str, int], lang: str) -> SeatView:
        members: list[MemberView] = [
            {
                "name": member.name,
                "online": member.process in alive,
                "offline_since": member.offline_since or dead.get(member.process or ""),
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
