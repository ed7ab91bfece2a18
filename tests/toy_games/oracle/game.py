"""Oracle for people: sentences and pictures."""

from caserne.core.game.game import Game
from caserne.core.game.observation import ObservedEvent
from caserne.core.game.rules import Rules
from caserne.core.game.scene import Cell, Ground, Piece, Scene, Seat, Stroke
from caserne.core.game.tally import Points

from . import ABOUT, evaluate, notation, rules, view
from .notation import SECRETS
from .options import OracleOptions
from .words import WORDS

SEATS = (("chalk", "disc"), ("madder", "shield"))


class Oracle(Game[OracleOptions]):
    """The toy game."""

    about = ABOUT
    rules = Rules.of(rules, view, evaluate)
    notation = notation
    words = WORDS
    long_turns = True

    def count_setups(self, seat):
        return 3

    def reason(self, observation, rule, move):
        return WORDS(f"refused.{rule}", move=move)

    def ending(self, observation):
        points = observation.view[0].points
        return WORDS("ending", first=int(points[0]), second=int(points[1]))

    def tally(self, observation):
        return (Points(WORDS("tally.guesses"), tuple(map(int, observation.view[0].points))),)

    def scene(self, observation, lang):
        v = observation.view[0]
        pieces = [
            Piece(f"hand{seat}", seat, "letter", SECRETS[v.secret[seat]], SECRETS[v.secret[seat]]) for seat in range(2)
        ]
        return Scene(
            game=self.id,
            title="Oracle",
            status=self.ending(observation).text(lang),
            seat=observation.seat,
            turn=observation.actor,
            width=2,
            height=1,
            grounds={"felt": Ground("tile")},
            symbols={"letter": (Stroke("M -0.3 0.3 L 0 -0.3 L 0.3 0.3", line="line"),)},
            seats=tuple(Seat(WORDS(f"seat.{n}").text(lang), *look) for n, look in enumerate(SEATS)),
            cells=tuple(Cell(f"hand{n}", n + 0.5, 0.5, "felt", pieces[n].name) for n in range(2)),
            pieces=tuple(pieces),
        )

    def event_for(self, before, move, after, seat):
        event = super().event_for(before, move, after, seat)
        shown = [n for n in range(2) if after.view(None).view[0].known[n] > before.view(None).view[0].known[n]]
        return ObservedEvent(event.actor, event.move, tuple((f"hand{n}", move[0]) for n in shown))
