"""Scenes: the track as one road, stacks of soldiers, the yard and its doors, and how far each soldier may go."""

from __future__ import annotations

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.game.scene import Cell, Equation, Ground, Label, MarkStyle, Panel, Piece, Scene, Seat, Term
from caserne.games.manoeuvre import rules
from caserne.games.manoeuvre.board import GREYS
from caserne.games.manoeuvre.notation import soldiers_on
from caserne.games.manoeuvre.path import DOORS, PLACES, SIDE, place_of_door
from caserne.games.manoeuvre.reach import Reach, reaches, soldier_in_words
from caserne.games.manoeuvre.symbols import SYMBOLS
from caserne.games.manoeuvre.track import SOLDIERS, TRACK, WHITE_PIECE, WHITE_SQUARES, YARD
from caserne.games.manoeuvre.words import WORDS

STEP = 0.9
"""The size of a square; between two of them runs the kerb of the road."""
GROUNDS = {
    "white": Ground("plaster", "paving", " "),
    "pink": Ground("blush", "gravel", " "),
    "yard": Ground("tile", "flagstones", "░"),
    "door": Ground("tile_dark", "planks", "▒"),
}
SEATS = (("madder", "shield"), ("straw", "pennant"), ("blue", "round_shield"), ("field", "roundel"))
"""Colour and shape of Red, Yellow, Blue and Green."""
MARK_STYLES = {"moved": MarkStyle(badge="tick", text="✓")}


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
        width=SIDE,
        height=SIDE,
        grounds=GROUNDS,
        symbols=SYMBOLS,
        seats=seats,
        cells=tuple(_cells(pieces, lang)),
        pieces=tuple(pieces),
        labels=tuple(_labels(lang)),
        panels=tuple(_panel(v, game.option_fields, seat, lang) for seat in range(game.seats)),
        equations=_equations(observation, lang),
        stacks=True,
    )


# Cells


def _cells(pieces: list[Piece], lang: str) -> list[Cell]:
    named = {cell: [piece.name for piece in pieces if piece.cell == cell] for cell in {piece.cell for piece in pieces}}
    free = [WORDS("spoken.free").text(lang)]

    def spoken(key: str, cell: str, **fields: int) -> str:
        return WORDS(key, **fields, what=", ".join(named.get(cell, free))).text(lang)

    cells = []
    for square in range(1, TRACK + 1):
        name = spoken("spoken.square", str(square), square=square)
        cells.append(Cell(str(square), *PLACES[square], _ground(square), name, STEP, STEP))
    yard = WORDS("spoken.yard").text(lang)
    cells.append(Cell("yard", *PLACES[YARD], "yard", yard, DOORS - 1 + STEP, STEP))
    for place in range(SOLDIERS, 0, -1):
        name = spoken("spoken.door", f"place{place}", place=place)
        cells.append(Cell(f"place{place}", *place_of_door(place), "door", name, STEP, STEP))
    return cells


def _ground(square: int) -> str:
    return "white" if square in WHITE_SQUARES else "pink"


def _labels(lang: str) -> list[Label]:
    """Return the numbers of squares and doors, in their upper left corners, clear of pieces."""
    squares = [_number(str(square), *PLACES[square]) for square in range(1, TRACK + 1)]
    doors = [_number(str(place), *place_of_door(place)) for place in range(1, SOLDIERS + 1)]
    return [Label(*PLACES[YARD], WORDS("yard").text(lang)), *squares, *doors]


def _number(text: str, x: float, y: float) -> Label:
    return Label(x - 0.5 * STEP + 0.03 + 0.065 * len(text), y - 0.5 * STEP + 0.13, text)


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
    seat, number = divmod(soldier, int(o.troop))
    moved = bool(v.moved >> soldier & 1)
    spoken = WORDS("spoken.moved" if moved else "spoken.soldier", soldier=soldier_in_words(o, soldier)).text(lang)
    letter = WORDS(f"letter.{seat}").text(lang)
    marks = ("moved",) if moved else ()
    return Piece(cell, seat, f"soldier{number + 1}", spoken, f"{letter}{number + 1}", level, marks)


def _grey(value: int, cell: str, lang: str) -> Piece:
    return Piece(cell, None, f"grey{value + 1}", WORDS("spoken.grey", value=value + 1).text(lang), f"+{value + 1}")


def _panel(v: np.record, o: np.record, seat: int, lang: str) -> Panel:
    """Return the panel of a seat: its points, its soldiers not placed yet, its grey pieces."""
    troop = range(seat * int(o.troop), (seat + 1) * int(o.troop))
    waiting = [_soldier(v, o, soldier, "", 0, lang) for soldier in troop if v.square[soldier] == 0]
    taken = [_grey(value, "", lang) for value in range(GREYS) if v.grey[value] == seat + 1]
    points = rules.score(o, v, seat)
    doubled = o.order_bonus and points > 0 and rules.in_order(o, v, seat)
    key = "panel.waiting" if waiting else "panel.doubled" if doubled else "panel.one" if points == 1 else "panel.text"
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


def _equations(observation: Observation, lang: str) -> tuple[Equation, ...]:
    """GM-8: return the reach of every soldier that nobody stands on."""
    if observation.actor is None or observation.fields.opened < SOLDIERS:
        return ()
    found = reaches(observation)
    occupied = list(dict.fromkeys(str(reach.square) for reach in found))
    return tuple(_equation(reach, occupied, lang) for reach in found if not reach.covered_by)


def _equation(reach: Reach, occupied: list[str], lang: str) -> Equation:
    place = Term(reach.place, WORDS(f"place.{reach.place}").text(lang), tuple(occupied[: reach.place]))
    height = Term(reach.height, WORDS(f"level.{reach.height}").text(lang))
    base = Term(reach.base, reach.base_name.text(lang))
    text = WORDS("reach.one" if reach.total == 1 else "reach", soldier=reach.name, total=reach.total).text(lang)
    return Equation(str(reach.square), (place, height, base), reach.total, text)
