"""Who sits at the table: `human`, `bot:NAME`, or the name of a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caserne.bots.titles import title_of
from caserne.core.game.errors import CaserneError
from caserne.tui.voice import Voice

HUMAN = "human"
BOT = "bot:"
USUAL_OPPONENT = "bot:3"


class BadSeats(CaserneError):
    """Seats that the game does not have, or that nobody can take."""


@dataclass(frozen=True)
class Players:
    """One description a seat, as the command line writes them; a record keeps them, so that a game can go on."""

    seats: tuple[str, ...]

    @classmethod
    def at(cls, seats: int, wanted: Sequence[str] | None) -> Players:
        """The wanted players; who is not named is you at the first seat and the computer elsewhere."""
        wanted = wanted or []
        if len(wanted) > seats:
            raise BadSeats.of("tui.too_many_players", seats=seats, given=len(wanted))
        usual = (HUMAN, *[USUAL_OPPONENT] * (seats - 1))
        return cls((*map(_checked, wanted), *usual[len(wanted) :]))

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.seats)) if self.bot(seat) is None)

    def bot(self, seat: int) -> str | None:
        """The name of the bot on a seat; None for a person."""
        player = self.seats[seat]
        return player.removeprefix(BOT) if player.startswith(BOT) else None

    def name(self, seat: int, voice: Voice) -> str:
        """How the table calls who sits there; people who share a screen are called by the name of their seat."""
        bot = self.bot(seat)
        if bot is not None:
            return title_of(bot, voice.lang, short=True)
        if self.seats[seat] != HUMAN:
            return self.seats[seat]
        return voice("you") if len(self.humans) == 1 else voice("person")


def _checked(player: str) -> str:
    if not player.strip():
        raise BadSeats.of("tui.bad_player", player=player)
    if player.startswith(BOT):
        from caserne.bots.names import read_name  # brings Numba

        read_name(player.removeprefix(BOT))
    elif player == BOT.rstrip(":") or ":" in player:
        raise BadSeats.of("tui.bad_player", player=player)
    return player
