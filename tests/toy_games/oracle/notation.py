"""Oracle as text: positions such as `CB* 3 -1 4 02x1`, dice `1`, stakes `x1`, guesses `A?`, secrets `A`."""

import re

from caserne.core.game.errors import InvalidMove, InvalidPosition

from .words import WORDS

MOVES = ["1", "2", "3", "x1", "x2", "x3", "A?", "B?", "C?", "A", "B", "C"]
SECRETS = ".ABC"
POSITION = re.compile(r"([ABC])(\*?)([ABC])(\*?) (-?\d{1,4}) (-?\d{1,4}) (\d{1,4}) ([01])([123]?)(?:x([123]))?")


def read_position(text, o, s):
    if text == "setup":
        return
    if match := re.fullmatch(r"setup ([ABC])", text):
        s.secret[0] = SECRETS.index(match[1])
        s.to_move = s.actor = 1
        return
    match = POSITION.fullmatch(text)
    if not match:
        raise InvalidPosition(WORDS("bad_position", text=text))
    s.setup = 0
    s.secret[:] = SECRETS.index(match[1]), SECRETS.index(match[3])
    s.known[:] = bool(match[2]), bool(match[4])
    s.points[:] = int(match[5]), int(match[6])
    s.ply, s.to_move, s.die, s.stake = int(match[7]), int(match[8]), int(match[9] or 0), int(match[10] or 0)


def write_position(s, o):
    if s.setup:
        return f"setup {SECRETS[s.secret[0]]}" if s.secret[0] else "setup"
    secrets = "".join(SECRETS[s.secret[n]] + "*" * int(s.known[n]) for n in range(2))
    moment = f"{s.to_move}{s.die or ''}" + (f"x{s.stake}" if s.stake else "")
    return f"{secrets} {s.points[0]} {s.points[1]} {s.ply} {moment}"


def read_move(text, o):
    if text not in MOVES:
        raise InvalidMove(WORDS("bad_move", text=text))
    return (MOVES.index(text),)


def write_move(actions):
    return MOVES[actions[0]]
