"""The players of a match: `human`, `bot:NAME`, or the name of a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caserne.bots.titles import title_of
from caserne.core.game.errors import CaserneError
from caserne.tui.phrases import Phrases

HUMAN = "human"
BOT = "bot:"
USUAL_OPPONENT = "bot:3"


class BadSeats(CaserneError):
    """More players than seats, or a player that is not valid."""


@dataclass(frozen=True)
class Players:
    """One player a seat, as the command line writes them; a record keeps them for a continued match."""

    seats: tuple[str, ...]

    @classmethod
    def at(cls, seats: int, wanted: Sequence[str] | None) -> Players:
        """Return the wanted players; by default a person at the first seat and bots at the others."""
        wanted = wanted or []
        if len(wanted) > seats:
            raise BadSeats.of("tui.too_many_players", seats=seats, given=len(wanted))
        usual = (HUMAN, *[USUAL_OPPONENT] * (seats - 1))
        return cls((*map(_checked, wanted), *usual[len(wanted) :]))

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.seats)) if self.bot(seat) is None)

    def bot(self, seat: int) -> str | None:
        """Return the name of the bot on a seat, or None for a person."""
        player = self.seats[seat]
        return player.removeprefix(BOT) if player.startswith(BOT) else None

    def name(self, seat: int, phrases: Phrases) -> str:
        """Return the name to show for a seat."""
        bot = self.bot(seat)
        if bot is not None:
            return title_of(bot, phrases.lang, short=True)
        if self.seats[seat] != HUMAN:
            return self.seats[seat]
        return phrases("you") if len(self.humans) == 1 else phrases("person")


def _checked(player: str) -> str:
    if not player.strip():
        raise BadSeats.of("tui.bad_player", player=player)
    if player.startswith(BOT):
        from caserne.bots.names import read_name  # imports Numba

        read_name(player.removeprefix(BOT))
    elif player == BOT.rstrip(":") or ":" in player:
        raise BadSeats.of("tui.bad_player", player=player)
    return player
