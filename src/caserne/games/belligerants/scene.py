"""Les Belligérants as a picture: a terrain of eight grounds, silhouettes on it, prisoners and the die beside it."""

from __future__ import annotations

import numpy as np

from caserne.core.observation import Observation
from caserne.core.scene import Cell, Ground, Label, Mark, Panel, Piece, Scene, Seat
from caserne.games.belligerants import rules
from caserne.games.belligerants.army import CODES, KEEPABLE, KINDS, TABLE
from caserne.games.belligerants.board import (
    DEVIL,
    KEPT,
    PINK,
    has_entered,
    is_guarded,
    is_surrounded,
    is_wounded,
    kind_of,
    seat_of,
)
from caserne.games.belligerants.maps import (
    BLACK,
    BROWN,
    CAMP,
    GREEN,
    GREY,
    GROUND_NAMES,
    SIDE,
    WATER,
    WHITE,
    square_name,
)
from caserne.games.belligerants.notation import FACES, parse
from caserne.games.belligerants.symbols import SYMBOLS, die
from caserne.games.belligerants.words import WORDS

CROSSROADS = "_crossroads"
"""Grounds with a crossroads have names, and patterns, that end in this: a compass rose is drawn over the pattern."""

PLAIN_GROUNDS = {
    BROWN: Ground("earth", "hatching", " "),
    WATER: Ground("river", "waves", "~"),
    GREEN: Ground("thicket", "leaves", "♣"),
    GREY: Ground("wire", "rings", "#"),
    WHITE: Ground("infirmary", "bandage", "+"),
    BLACK: Ground("crater", "craters", "●"),
    CAMP: Ground("camp_straw", "tents", "^"),
    CAMP + 1: Ground("camp_rose", "bell_tents", "^"),
}
BRIDGE = "bridge"
GROUNDS = {
    **{GROUND_NAMES[number]: ground for number, ground in PLAIN_GROUNDS.items()},
    **{
        GROUND_NAMES[number] + CROSSROADS: Ground(ground.colour, ground.pattern + CROSSROADS, "*")
        for number, ground in PLAIN_GROUNDS.items()
        if number not in (WATER, CAMP, CAMP + 1)
    },
    BRIDGE: Ground("earth", "bridge", "="),
    BRIDGE + CROSSROADS: Ground("earth", "bridge" + CROSSROADS, "*"),
}
STATES = ("kept", "wounded", "surrounded", "entered", "guarded", "hidden")
DICE = "?⚀⚁⚂⚃⚄D"
"""The die for the terminal."""
COLOURS = (("straw", "pennant"), ("rose", "rosette"))


def scene(observation: Observation, lang: str) -> Scene:
    """What the seat sees, from its own side of the table."""
    v, game = observation.view[0], observation.game
    o = game.o
    seats = tuple(Seat(WORDS(f"seat.{n}").text(lang), *COLOURS[n]) for n in range(2))
    pieces = {
        square: _piece(o, v, square, int(v.board[square]), seats, lang) for square in np.flatnonzero(v.board).tolist()
    }
    width, height = int(o.width), int(o.height)
    squares = [rank * SIDE + file for rank in range(height) for file in range(width)]
    cells = tuple(_cell(o, square, pieces.get(square), lang) for square in squares)
    used = {cell.ground for cell in cells}
    picture = Scene(
        game=game.id,
        title=game.about.title(lang),
        status=_status(observation, lang),
        seat=observation.seat,
        turn=observation.actor,
        width=width,
        height=height,
        grounds={name: ground for name, ground in GROUNDS.items() if name in used},
        symbols={**SYMBOLS, **{f"die{face}": die(face) for face in FACES}},
        seats=seats,
        cells=cells,
        pieces=tuple(pieces.values()),
        labels=(
            *(Label(file + 0.5, height + 0.3, chr(ord("a") + file)) for file in range(width)),
            *(Label(-0.3, height - rank - 0.5, str(rank + 1)) for rank in range(height)),
        ),
        panels=_panels(observation, seats, lang),
        marks=_to_take(observation),
        states={state: WORDS(f"state.{state}").text(lang) for state in STATES},
    )
    return picture.turned() if observation.seat == PINK else picture


def _to_take(observation: Observation) -> tuple[Mark, ...]:
    """BE-20: on an ordinary number, the pawns of which one should be taken."""
    v = observation.view[0]
    if not isinstance(observation.actor, int) or v.setup or v.die == DEVIL:
        return ()
    moves = (parse(text, observation.game.o) for text in observation.sample().legal())
    targets = {move.target for move in moves if move and rules.takes_enemy(v, move.target)}
    return tuple(Mark("must", square_name(square)) for square in sorted(targets))


def _piece(o: np.record, v: np.record, square: int, pawn: int, seats: tuple[Seat, ...], lang: str) -> Piece:
    """A pawn with its states: kept, wounded, surrounded, entered, guarded."""
    kind, seat = kind_of(pawn), seat_of(pawn)
    states = {
        "kept": pawn & KEPT,
        "wounded": is_wounded(o, square, kind),
        "surrounded": is_surrounded(o, square, kind),
        "entered": has_entered(o, square, seat),
        "guarded": is_guarded(o, v, square, seat),
        "hidden": o.ground[square] == GREEN,
    }
    marks = tuple(state for state, holds in states.items() if holds)
    name = _name(kind, seat, marks, seats, lang)
    return Piece(square_name(square), seat, CODES[kind], name, _text(kind, seat), marks=marks)


def _text(kind: int, seat: int) -> str:
    """A pawn for the terminal: small letters are Pink's, so that one sees whose it is without colour."""
    return CODES[kind].lower() if seat == PINK else CODES[kind]


def _name(kind: int, seat: int, marks: tuple[str, ...], seats: tuple[Seat, ...], lang: str) -> str:
    states = "".join(f", {WORDS(f'state.{mark}').text(lang)}" for mark in marks)
    return f"{WORDS(f'pawn.{CODES[kind]}').text(lang)} ({seats[seat].name}){states}"


def _cell(o: np.record, square: int, piece: Piece | None, lang: str) -> Cell:
    name, ground = square_name(square), GROUND_NAMES[int(o.ground[square])]
    key = "spoken.crossroads" if o.star[square] else "spoken.free"
    place = WORDS(key, square=name, ground=WORDS(f"ground.{ground}")).text(lang)
    spoken = WORDS("spoken.pawn", place=place, pawn=piece.name).text(lang) if piece else place
    rank, file = divmod(square, SIDE)
    drawn = (BRIDGE if _is_bridge(o, square) else ground) + CROSSROADS * bool(o.star[square])
    return Cell(name, file + 0.5, int(o.height) - rank - 0.5, drawn, spoken)


def _is_bridge(o: np.record, square: int) -> bool:
    """Brown earth between two waters."""

    def is_water(across: int, up: int) -> bool:
        rank, file = square // SIDE + up, square % SIDE + across
        return 0 <= rank < o.height and 0 <= file < o.width and bool(o.ground[rank * SIDE + file] == WATER)

    over_river = (is_water(-1, 0) and is_water(1, 0)) or (is_water(0, -1) and is_water(0, 1))
    return bool(o.ground[square] == BROWN) and over_river


def _panels(observation: Observation, seats: tuple[Seat, ...], lang: str) -> tuple[Panel, ...]:
    """The die, then each side's prisoners and the flat pawns it still has in reserve; pawns in hand at first."""
    o, v = observation.game.o, observation.view[0]
    if v.setup:
        return _in_hand(observation, seats, lang)
    panels = [_die(v, seats, lang)]
    points = np.zeros(2, np.int64)
    rules.scores(o, v, points)
    for seat, side in enumerate(seats):
        held = [kind for kind in range(KINDS) for _ in range(v.held[seat, kind])]
        text = WORDS("panel.points", points=int(points[seat])).text(lang)
        title = WORDS("panel.held", seat=side.name).text(lang)
        panels.append(Panel(title, _pawns(held, 1 - seat, seats, lang), text, seat))
    for seat, side in enumerate(seats):
        reserve = [kind for kind in KEEPABLE if not int(v.flats[seat]) >> kind & 1]
        title = WORDS("panel.flats", seat=side.name).text(lang)
        panels.append(Panel(title, _pawns(reserve, seat, seats, lang), "", seat))
    return tuple(panels)


def _die(v: np.record, seats: tuple[Seat, ...], lang: str) -> Panel:
    shown = {0: WORDS("die.none").text(lang), DEVIL: WORDS("die.devil").text(lang)}
    text = shown.get(int(v.die), FACES[v.die])
    face = FACES[v.die]
    cube = Piece("", None, f"die{face}", text, DICE[v.die])
    return Panel(WORDS("panel.die").text(lang), (cube,), text, int(v.to_move))


def _in_hand(observation: Observation, seats: tuple[Seat, ...], lang: str) -> tuple[Panel, ...]:
    """BE-1: the army that the seat which looks has still to deploy."""
    o, v = observation.game.o, observation.view[0]
    if observation.seat is None or observation.seat != v.to_move:
        return ()
    army = [kind for kind in range(len(TABLE)) for _ in range(rules.left_in_hand(o, v, kind))]
    pawns = _pawns(army, observation.seat, seats, lang)
    return (Panel(WORDS("panel.hand").text(lang), pawns, seat=observation.seat),)


def _pawns(kinds: list[int], seat: int, seats: tuple[Seat, ...], lang: str) -> tuple[Piece, ...]:
    return tuple(Piece("", seat, CODES[kind], _name(kind, seat, (), seats, lang), _text(kind, seat)) for kind in kinds)


def _status(observation: Observation, lang: str) -> str:
    v = observation.view[0]
    if observation.actor is None:
        text = observation.game.ending(observation).text(lang)
        return text[:1].upper() + text[1:]
    key = "setup" if v.setup else "roll" if v.die == 0 else "devil" if v.die == DEVIL else "turn"
    fields = {"die": FACES[v.die]} if key == "turn" else {}
    return WORDS(f"status.{key}", seat=WORDS(f"seat.{v.to_move}"), **fields).text(lang)
