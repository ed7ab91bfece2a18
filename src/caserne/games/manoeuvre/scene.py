"""Scenes: a path that winds up, eight squares per row, to the yard and its twelve doors.

row 12   yard yard yard yard  12   11   10    9
row 11   yard yard yard yard   8    7    6    5
row 10    81   82   83   84    4    3    2    1
row  9    80   79   78   77   76   75   74   73
 ...
row  0     1    2    3    4    5    6    7    8
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.game.scene import Cell, Ground, Label, Mark, MarkStyle, Panel, Piece, Scene, Seat, Trail
from caserne.games.manoeuvre import rules
from caserne.games.manoeuvre.board import GREYS
from caserne.games.manoeuvre.notation import soldier_name, soldiers_on
from caserne.games.manoeuvre.reach import Reach
from caserne.games.manoeuvre.symbols import SYMBOLS
from caserne.games.manoeuvre.track import SOLDIERS, TRACK, WHITE_PIECE, WHITE_SQUARES
from caserne.games.manoeuvre.words import WORDS

COLUMNS, ROWS = 8, 13
STEP_WIDTH, STEP_HEIGHT = 0.97, 0.86
"""The size of a square; rows of the path touch only where it turns."""
GAP = 1 - STEP_HEIGHT
DOORS = 4
"""Yard doors per row."""
GROUNDS = {
    "white": Ground("plaster", "paving", " "),
    "pink": Ground("blush", "gravel", " "),
    "yard": Ground("tile", "flagstones", "░"),
    "door": Ground("tile_dark", "planks", "▒"),
}
SEATS = (("madder", "shield"), ("straw", "pennant"), ("blue", "round_shield"), ("field", "roundel"))
"""Colour and shape of Red, Yellow, Blue and Green."""
MARK_STYLES = {"moved": MarkStyle(badge="dot", text="'")}


def scene(observation: Observation, lang: str) -> Scene:
    """Draw an observation."""
    v, game = observation.fields, observation.game
    seats = tuple(Seat(WORDS(f"seat.{n}").text(lang), *SEATS[n]) for n in range(game.seats))
    pieces = [*_track_pieces(v, game.option_fields, lang), *_yard_pieces(v, game.option_fields, lang)]
    return Scene(
        game=game.id,
        title=game.about.title(lang),
        status=_status(observation, lang),
        seat=observation.seat,
        turn=observation.actor,
        states={"moved": WORDS("state.moved").text(lang)},
        mark_styles=MARK_STYLES,
        width=COLUMNS,
        height=ROWS,
        grounds=GROUNDS,
        symbols=SYMBOLS,
        seats=seats,
        cells=tuple(_cells(pieces, lang)),
        pieces=tuple(pieces),
        labels=tuple(_labels(lang)),
        panels=tuple(_panel(v, game.option_fields, seat, lang) for seat in range(game.seats)),
    )


def trails(move: str) -> tuple[Trail, ...]:
    """Return the trail of a move, square by square."""
    if "-" not in move:
        return ()
    origin, target = move.split("-")
    last = TRACK if target == "yard" else int(target)
    squares = [str(square) for square in range(int(origin), last + 1)]
    return (Trail("step", (*squares, *["yard"][: target == "yard"])),)


def with_reach(picture: Scene, reach: Reach, lang: str) -> Scene:
    """Return the scene with a soldier selected, its targets marked, and its reach explained in the status."""
    marks = (Mark("selected", str(reach.square)), *(Mark("reach", cell) for cell in reach.cells))
    status = WORDS("status.reach", soldier=reach.soldier, sum=reach.sum).text(lang)
    return replace(picture, marks=picture.marks + marks, status=status)


# Geometry


def place_on_path(square: int) -> tuple[float, float]:
    """Return the centre of a track square; odd rows run backwards, and the first row is the lowest."""
    row, step = divmod(square - 1, COLUMNS)
    column = COLUMNS - 1 - step if row % 2 else step
    return column + 0.5, ROWS - row - 0.5


def place_of_door(place: int) -> tuple[float, float]:
    """Return the centre of a yard door; the best one is in the upper left."""
    row, column = divmod(SOLDIERS - place, DOORS)
    return COLUMNS - DOORS + column + 0.5, row + 0.5


def _cells(pieces: list[Piece], lang: str) -> list[Cell]:
    named = {cell: [piece.name for piece in pieces if piece.cell == cell] for cell in {piece.cell for piece in pieces}}
    free = [WORDS("spoken.free").text(lang)]

    def spoken(key: str, cell: str, **fields: int) -> str:
        return WORDS(key, **fields, what=", ".join(named.get(cell, free))).text(lang)

    cells = []
    for square in range(1, TRACK + 1):
        name = spoken("spoken.square", str(square), square=square)
        cells.append(Cell(str(square), *_middle(square), _ground(square), name, *_size(square)))
    yard = WORDS("spoken.yard").text(lang)
    cells.append(Cell("yard", DOORS / 2, 1, "yard", yard, DOORS - GAP, 2 - GAP))
    for place in range(SOLDIERS, 0, -1):
        name = spoken("spoken.door", f"place{place}", place=place)
        cells.append(Cell(f"place{place}", *place_of_door(place), "door", name, STEP_WIDTH, STEP_HEIGHT))
    return cells


def _turns(square: int) -> bool:
    """Check whether the path goes up from a square to the next row, or to the yard."""
    return square % COLUMNS == 0 or square == TRACK


def _middle(square: int) -> tuple[float, float]:
    """Return the drawn centre of a square; at a turn it extends to the next row and stays next to its neighbour."""
    x, y = place_on_path(square)
    if not _turns(square):
        return x, y
    to_neighbour = place_on_path(square - 1)[0] - x
    return x + to_neighbour * (STEP_WIDTH - STEP_HEIGHT) / 2, y - GAP / 2


def _size(square: int) -> tuple[float, float]:
    """Return width and height; the shorter side, which scales pieces, is the same everywhere."""
    return (STEP_HEIGHT, 1) if _turns(square) else (STEP_WIDTH, STEP_HEIGHT)


def _ground(square: int) -> str:
    return "white" if square in WHITE_SQUARES else "pink"


def _labels(lang: str) -> list[Label]:
    """Return the numbers of squares and doors, in their upper left corners, clear of pieces."""
    squares = [_number(str(square), *_middle(square), *_size(square)) for square in range(1, TRACK + 1)]
    doors = [_number(str(place), *place_of_door(place), STEP_WIDTH, STEP_HEIGHT) for place in range(1, SOLDIERS + 1)]
    return [Label(DOORS / 2, 1, WORDS("yard").text(lang)), *squares, *doors]


def _number(text: str, x: float, y: float, width: float, height: float) -> Label:
    return Label(x - width / 2 + 0.11, y - height / 2 + 0.1, text)


# Pieces and panels


def _track_pieces(v: np.record, o: np.record, lang: str) -> list[Piece]:
    pieces = []
    for square in range(1, TRACK + 1):
        level = 0
        if o.pieces[square]:
            white = o.pieces[square] == WHITE_PIECE
            name = WORDS("base.2" if white else "base.3").text(lang)
            pieces.append(Piece(str(square), None, "white" if white else "black", name, "□" if white else "■"))
            level = 1
        for soldier in soldiers_on(v, square):
            pieces.append(_soldier(v, o, soldier, str(square), level, lang))
            level += 1
    lying = [value for value in range(GREYS) if v.grey[value] == rules.NOBODY]
    return pieces + [_grey(value, str(o.grey[value]), lang) for value in lying]


def _yard_pieces(v: np.record, o: np.record, lang: str) -> list[Piece]:
    home = [int(arrival) - 1 for arrival in v.arrivals[: v.home]]
    return [_soldier(v, o, soldier, f"place{v.place[soldier]}", 0, lang) for soldier in home]


def _soldier(v: np.record, o: np.record, soldier: int, cell: str, level: int, lang: str) -> Piece:
    seat, name = soldier // int(o.troop), soldier_name(o, soldier)
    moved = bool(v.moved >> soldier & 1)
    spoken = WORDS("spoken.moved" if moved else "spoken.soldier", soldier=name, seat=WORDS(f"seat.{seat}")).text(lang)
    return Piece(cell, seat, f"soldier{name[1]}", spoken, name, level, ("moved",) if moved else ())


def _grey(value: int, cell: str, lang: str) -> Piece:
    return Piece(cell, None, f"grey{value + 1}", WORDS("spoken.grey", value=value + 1).text(lang), f"+{value + 1}")


def _panel(v: np.record, o: np.record, seat: int, lang: str) -> Panel:
    """Return the panel of a seat: its points, its soldiers not placed yet, its grey pieces."""
    troop = range(seat * int(o.troop), (seat + 1) * int(o.troop))
    waiting = [_soldier(v, o, soldier, "", 0, lang) for soldier in troop if v.square[soldier] == 0]
    taken = [_grey(value, "", lang) for value in range(GREYS) if v.grey[value] == seat + 1]
    points = rules.score(o, v, seat)
    doubled = o.order_bonus and points > 0 and rules.in_order(o, v, seat)
    key = "panel.waiting" if waiting else "panel.doubled" if doubled else "panel.text"
    text = WORDS(key, points=points, **{"waiting": len(waiting)} if waiting else {}).text(lang)
    return Panel(WORDS(f"seat.{seat}").text(lang), (*waiting, *taken), text, seat)


def _status(observation: Observation, lang: str) -> str:
    v = observation.fields
    if observation.actor is None:
        text = observation.game.ending(observation).text(lang)
        return text[:1].upper() + text[1:]
    key = "status.choose" if v.rolled else "status.turn" if v.opened == SOLDIERS else "status.roll"
    fields = {"square": v.rolled} if v.rolled else {}
    return WORDS(key, seat=WORDS(f"seat.{v.to_move}"), **fields).text(lang)
