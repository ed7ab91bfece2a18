"""Oracle as people meet it: positions such as `CB* 3 -1 4 02x1`, dice `1`, stakes `x1`, guesses `A?`, secrets `A`."""

import re

import numpy as np

from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.core.game.game import Game
from caserne.core.game.observation import Event
from caserne.core.game.rules import Rules
from caserne.core.game.scene import Cell, Ground, Piece, Scene, Seat, Stroke
from caserne.core.game.tally import Points

from . import ABOUT, evaluate, rules, view
from .options import OracleOptions
from .words import WORDS

MOVES = ["1", "2", "3", "x1", "x2", "x3", "A?", "B?", "C?", "A", "B", "C"]
SECRETS = ".ABC"


class Oracle(Game[OracleOptions]):
    """All answers in one file: a toy may."""

    about = ABOUT
    rules = Rules.of(rules, view, evaluate)
    words = WORDS
    long_turns = True

    def read_position(self, text):
        state = np.zeros(1, rules.STATE)
        s = state[0]
        rules.start(self.o, s)
        if text == "setup":
            return state
        if match := re.fullmatch(r"setup ([ABC])", text):
            s.secret[0] = SECRETS.index(match[1])
            s.to_move = s.actor = 1
            return state
        match = re.fullmatch(r"([ABC])(\*?)([ABC])(\*?) (-?\d+) (-?\d+) (\d+) ([01])([123]?)(?:x([123]))?", text)
        if not match:
            raise InvalidPosition(WORDS("bad_position", text=text))
        s.setup = 0
        s.secret[:] = SECRETS.index(match[1]), SECRETS.index(match[3])
        s.known[:] = bool(match[2]), bool(match[4])
        s.points[:] = int(match[5]), int(match[6])
        s.ply, s.to_move, s.die, s.stake = int(match[7]), int(match[8]), int(match[9] or 0), int(match[10] or 0)
        return state

    def write_position(self, state):
        return self._write(state[0])

    def write_view(self, observation):
        return self._write(observation.view[0])

    def _write(self, s):
        if s.setup:
            return f"setup {SECRETS[s.secret[0]]}" if s.secret[0] else "setup"
        secrets = "".join(SECRETS[s.secret[n]] + "*" * int(s.known[n]) for n in range(2))
        moment = f"{s.to_move}{s.die or ''}" + (f"x{s.stake}" if s.stake else "")
        return f"{secrets} {s.points[0]} {s.points[1]} {s.ply} {moment}"

    def read_move(self, text):
        if text not in MOVES:
            raise InvalidMove(WORDS("bad_move", text=text))
        return (MOVES.index(text),)

    def write_move(self, actions):
        return MOVES[actions[0]]

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

    def touches(self, move):
        return ()

    def event_for(self, before, move, after, seat):
        event = super().event_for(before, move, after, seat)
        shown = [n for n in range(2) if after.view(None).view[0].known[n] > before.view(None).view[0].known[n]]
        return Event(event.actor, event.move, tuple((f"hand{n}", move[0]) for n in shown))


SEATS = (("chalk", "disc"), ("madder", "shield"))
