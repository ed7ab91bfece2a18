"""Scenes of Les Belligérants: the map, pawns as silhouettes, prisoners and the die in panels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.game.scene import Cell, Mark, MarkStyle, Panel, Piece, Scene, Seat
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
    pawn_of,
    seat_of,
)
from caserne.games.belligerants.captures import describe, last_move, pawn_text, read_pawn
from caserne.games.belligerants.map_scene import map_scene
from caserne.games.belligerants.maps import GREEN, read_map, square_name
from caserne.games.belligerants.notation import FACES, parse
from caserne.games.belligerants.symbols import SYMBOLS, die
from caserne.games.belligerants.words import WORDS, format_points

STATES = ("kept", "wounded", "surrounded", "entered", "guarded", "hidden")
MARK_STYLES = {
    "surrounded": MarkStyle(ring="barbed_wire", text="°"),
    "wounded": MarkStyle(badge="bandage", text="+"),
    "kept": MarkStyle(ring="owner", text="*"),
    "entered": MarkStyle(badge="star", text="^"),
    "guarded": MarkStyle(badge="shield", text="&"),
    "hidden": MarkStyle(badge="leaves", text="♣"),
}
DICE = "?⚀⚁⚂⚃⚄D"
"""The faces of the die for the terminal."""
COLOURS = (("straw", "pennant"), ("rose", "rosette"))


def scene(observation: Observation, lang: str) -> Scene:
    """Draw an observation from the seat's own side of the board."""
    v, game = observation.fields, observation.game
    o = game.option_fields
    seats = tuple(Seat(WORDS(f"seat.{n}").text(lang), *COLOURS[n]) for n in range(2))
    pawns = [_piece(o, v, square, int(v.board[square]), lang) for square in np.flatnonzero(v.board).tolist()]
    pieces = {pawn.cell: pawn for pawn in pawns}
    bare = map_scene(read_map(game.options.map), lang)
    picture = replace(
        bare,
        status=_status(observation, lang),
        seat=observation.seat,
        turn=observation.actor,
        symbols={**SYMBOLS, **{f"die{face}": die(face) for face in FACES}},
        seats=seats,
        cells=tuple(_occupied(cell, pieces.get(cell.id), lang) for cell in bare.cells),
        pieces=tuple(pawns),
        panels=_panels(observation, seats, lang),
        marks=_mandatory_targets(observation),
        states={state: WORDS(f"state.{state}").text(lang) for state in STATES},
        mark_styles=MARK_STYLES,
        captures={kind.code: tuple(kind.takes.split()) for kind in TABLE},
    )
    return picture.turned() if observation.seat == PINK else picture


def _mandatory_targets(observation: Observation) -> tuple[Mark, ...]:
    """BE-20: on an ordinary number, mark the enemy pawns that can be taken."""
    v = observation.fields
    if not isinstance(observation.actor, int) or v.setup or v.die == DEVIL:
        return ()
    moves = (parse(text, observation.game.option_fields) for text in observation.sample().legal())
    targets = {move.target for move in moves if move and rules.takes_enemy(v, move.target)}
    return tuple(Mark("must", square_name(square)) for square in sorted(targets))


def _piece(o: np.record, v: np.record, square: int, pawn: int, lang: str) -> Piece:
    """Return a pawn with its states."""
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
    name = _name(kind, seat, marks, lang)
    return Piece(square_name(square), seat, CODES[kind], name, pawn_text(pawn), marks=marks)


def pawn_piece(text: str, lang: str) -> Piece:
    """Return a pawn for a panel from its two letters."""
    pawn = read_pawn(text)
    kind, seat = kind_of(pawn), seat_of(pawn)
    return Piece("", seat, CODES[kind], _name(kind, seat, (), lang), text)


def _name(kind: int, seat: int, marks: tuple[str, ...], lang: str) -> str:
    states = "".join(f", {WORDS(f'state.{mark}').text(lang)}" for mark in marks)
    return f"{WORDS(f'pawn.{CODES[kind]}').text(lang)} ({WORDS(f'seat.{seat}').text(lang)}){states}"


def _occupied(cell: Cell, piece: Piece | None, lang: str) -> Cell:
    if piece is None:
        return cell
    return replace(cell, name=WORDS("spoken.pawn", place=cell.name, pawn=piece.name).text(lang))


def _panels(observation: Observation, seats: tuple[Seat, ...], lang: str) -> tuple[Panel, ...]:
    """Return the panels: the die, each side's prisoners and flat pawns in reserve; during set-up the pawns in hand."""
    o, v = observation.game.option_fields, observation.fields
    if v.setup:
        return _in_hand(observation, lang)
    panels = [_die(v, lang), *_last_captures(observation, lang)]
    points = np.zeros(2, np.int64)
    rules.scores(o, v, points)
    for seat, side in enumerate(seats):
        held = [kind for kind in range(KINDS) for _ in range(v.held[seat, kind])]
        text = WORDS("panel.points", points=format_points(int(points[seat]))).text(lang)
        title = WORDS("panel.held", seat=side.name).text(lang)
        panels.append(Panel(title, _pawns(held, 1 - seat, lang), text, seat))
    for seat, side in enumerate(seats):
        reserve = [kind for kind in KEEPABLE if not int(v.flats[seat]) >> kind & 1]
        title = WORDS("panel.flats", seat=side.name).text(lang)
        panels.append(Panel(title, _pawns(reserve, seat, lang), "", seat))
    return tuple(panels)


def _last_captures(observation: Observation, lang: str) -> Iterator[Panel]:
    """BE-8, BE-18, BE-20: yield a panel with the pawns that the last move took or lost."""
    event = last_move(observation)
    if event is None or not event.revealed:
        return
    pieces = tuple(pawn_piece(text, lang) for _, text in event.revealed)
    text = " · ".join(sentence.text(lang) for sentence in describe(observation.game.option_fields, event))
    yield Panel(WORDS("panel.told").text(lang), pieces, text)


def die_piece(number: int, lang: str) -> Piece:
    """Return the die with a face; 0 if it has not been rolled."""
    shown = {0: WORDS("die.none").text(lang), DEVIL: WORDS("die.devil").text(lang)}
    face = FACES[number]
    return Piece("", None, f"die{face}", shown.get(number, face), DICE[number])


def _die(v: np.record, lang: str) -> Panel:
    cube = die_piece(int(v.die), lang)
    return Panel(WORDS("panel.die").text(lang), (cube,), cube.name, int(v.to_move))


def _in_hand(observation: Observation, lang: str) -> tuple[Panel, ...]:
    """BE-1: return the panel of pawns that the viewing seat has not deployed yet."""
    o, v = observation.game.option_fields, observation.fields
    if observation.seat is None or observation.seat != v.to_move:
        return ()
    army = [kind for kind in range(len(TABLE)) for _ in range(rules.left_in_hand(o, v, kind))]
    pawns = _pawns(army, observation.seat, lang)
    return (Panel(WORDS("panel.hand").text(lang), pawns, seat=observation.seat),)


def _pawns(kinds: list[int], seat: int, lang: str) -> tuple[Piece, ...]:
    return tuple(pawn_piece(pawn_text(pawn_of(kind, seat, 0)), lang) for kind in kinds)


def _status(observation: Observation, lang: str) -> str:
    v = observation.fields
    if observation.actor is None:
        text = observation.game.ending(observation).text(lang)
        return text[:1].upper() + text[1:]
    key = "setup" if v.setup else "roll" if v.die == 0 else "devil" if v.die == DEVIL else "turn"
    fields = {"die": FACES[v.die]} if key == "turn" else {}
    return WORDS(f"status.{key}", seat=WORDS(f"seat.{v.to_move}"), **fields).text(lang)
