"""Scenes of Stratego: a map with two lakes; pieces show their rank, hidden ones a tower."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.scene import Cell, Ground, Label, MarkStyle, Panel, Piece, Scene, Seat
from caserne.core.game.words import Sentence
from caserne.games.stratego.army import BOTH_FALL, LETTERS, NAMES, NOTHING, OUTCOMES, WINS
from caserne.games.stratego.board import FILES, LAKES, SIZE, SQUARE_NAMES, SQUARES
from caserne.games.stratego.rules import BLUE, DARK, KIND, KNOWN, MOVED, PIECES, owner
from caserne.games.stratego.symbols import number, symbols
from caserne.games.stratego.words import WORDS

GROUNDS = {
    "land": Ground("map", "contours", " "),
    "land_dark": Ground("map_dark", "contours", " "),
    "home": Ground("map", "", " "),
    "home_dark": Ground("map_dark", "", " "),
    "lake": Ground("water", "waves", "≈"),
}
COLOURS = (("madder", "shield"), ("blue", "round_shield"))
MARK_STYLES = {"shown": MarkStyle(badge="eye", text="¤"), "moved": MarkStyle(badge="dot", text="'")}
COMBAT_SHOWN = 2
"""Number of plies for which the last combat is shown beside the board, so that both players see it."""


def scene(observation: Observation, lang: str) -> Scene:
    """Draw an observation from the seat's own side of the board."""
    v, game = observation.fields, observation.game
    seats = tuple(Seat(WORDS(f"seat.{n}").text(lang), *COLOURS[n]) for n in range(2))
    names = {SQUARE_NAMES[square]: int(v.board[square]) for square in range(SQUARES) if v.board[square]}
    pieces = {name: _piece(observation, piece, name, lang) for name, piece in names.items()}
    picture = Scene(
        game=game.id,
        title=game.about.title(lang),
        status=_status(observation, lang),
        seat=observation.seat,
        turn=observation.actor,
        states={state: WORDS(f"state.{state}").text(lang) for state in ("moved", "shown")},
        mark_styles=MARK_STYLES,
        width=SIZE,
        height=SIZE,
        grounds=GROUNDS,
        symbols=symbols(game.options.numbering),
        seats=seats,
        cells=tuple(_cell(square, pieces.get(SQUARE_NAMES[square]), lang) for square in range(SQUARES)),
        pieces=tuple(pieces.values()),
        labels=(
            *(Label(file + 0.5, SIZE + 0.3, FILES[file]) for file in range(SIZE)),
            *(Label(-0.3, SIZE - rank - 0.5, str(rank + 1)) for rank in range(SIZE)),
        ),
        panels=(*_combat(observation, lang), *_losses(observation, lang)),
    )
    return picture.turned() if observation.seat == BLUE else picture


def visible(v: np.record, piece: int) -> int:
    """Return the kind of a piece, or NOTHING if it is not shown now."""
    code = int(v.pieces[piece])
    return NOTHING if code & DARK else code & KIND


def shown_pieces(event: ObservedEvent, numbering: str, lang: str) -> tuple[Piece, ...]:
    """Return the pieces that a move revealed; the event has them as letters, lower case for Blue."""
    return tuple(_shown(letter, numbering, lang) for _, letter in event.revealed)


def _shown(letter: str, numbering: str, lang: str) -> Piece:
    kind, seat = LETTERS.index(letter.upper()), int(letter.islower())
    name = WORDS("spoken.owned", piece=_kind_name(kind, numbering), seat=WORDS(f"seat.{seat}"))
    return Piece("", seat, NAMES[kind], name.text(lang), letter)


def _name(observation: Observation, piece: int) -> Sentence:
    kind = visible(observation.fields, piece)
    return WORDS("piece.hidden") if kind == NOTHING else _kind_name(kind, observation.game.options.numbering)


def _kind_name(kind: int, numbering: str) -> Sentence:
    figure = number(kind, numbering)
    name = WORDS(f"piece.{NAMES[kind]}")
    return name if figure in "BF" else WORDS("piece.ranked", piece=name, number=figure)


def _piece(observation: Observation, piece: int, cell: str, lang: str) -> Piece:
    v = observation.fields
    code, kind, seat = int(v.pieces[piece]), visible(v, piece), owner(piece)
    name = WORDS("spoken.owned", piece=_name(observation, piece), seat=WORDS(f"seat.{seat}"))
    marks = []
    if code & MOVED:
        marks.append("moved")
        name = WORDS("spoken.moved", piece=name)
    if code & KNOWN and kind:
        marks.append("shown")
        name = WORDS("spoken.shown", piece=name)
    return Piece(cell, seat, NAMES[kind], name.text(lang), _text(observation, piece), marks=tuple(marks))


def _text(observation: Observation, piece: int) -> str:
    """Return a piece for the terminal, readable without colour: its letter, lower case for Blue, and a one-digit rank.

    For spectators, a hidden piece shows its owner.
    """
    v, seat = observation.fields, owner(piece)
    kind = visible(v, piece)
    if not kind:
        return ("Rb"[seat] if observation.seat is None else "") + ("!" if int(v.pieces[piece]) & MOVED else "?")
    letter, figures = LETTERS[kind], number(kind, observation.game.options.numbering)
    return (letter.lower() if seat == BLUE else letter) + (figures if figures.isdigit() and len(figures) == 1 else "")


def _cell(square: int, piece: Piece | None, lang: str) -> Cell:
    name, rank = SQUARE_NAMES[square], square // SIZE
    if square in LAKES:
        ground, spoken = "lake", WORDS("spoken.lake", square=name).text(lang)
    else:
        ground = ("land" if 4 <= rank < SIZE - 4 else "home") + "_dark" * ((square % SIZE + rank) % 2 == 0)
        spoken = f"{name}, {piece.name}" if piece else WORDS("spoken.free", square=name).text(lang)
    return Cell(name, square % SIZE + 0.5, SIZE - rank - 0.5, ground, spoken)


def _combat(observation: Observation, lang: str) -> Iterator[Panel]:
    """ST-8: yield a panel with the two pieces of the last attack."""
    v = observation.fields
    attacker, defender = int(v.attacker), int(v.defender)
    kinds = visible(v, attacker), visible(v, defender)
    if not attacker or v.quiet >= COMBAT_SHOWN or NOTHING in kinds:
        return
    outcome = OUTCOMES[kinds]
    key = "combat.wins" if outcome == WINS else "combat.both" if outcome == BOTH_FALL else "combat.loses"
    names = {"attacker": _name(observation, attacker), "defender": _name(observation, defender)}
    pieces = tuple(_beside(observation, piece, lang) for piece in (attacker, defender))
    yield Panel(WORDS("panel.combat").text(lang), pieces, WORDS(key, **names).text(lang))


def _losses(observation: Observation, lang: str) -> Iterator[Panel]:
    """Yield a panel for each seat with its lost pieces, the highest first."""
    v = observation.fields
    standing = {int(piece) for piece in v.board}
    gone = [piece for piece in range(1, PIECES) if piece not in standing and visible(v, piece)]
    for seat in range(2):
        lost = sorted((piece for piece in gone if owner(piece) == seat), key=lambda piece: -visible(v, piece))
        if lost and not v.setup:
            title = WORDS("panel.lost", seat=WORDS(f"seat.{seat}")).text(lang)
            yield Panel(title, tuple(_beside(observation, piece, lang) for piece in lost), seat=seat)


def _beside(observation: Observation, piece: int, lang: str) -> Piece:
    """Return a piece for a panel, without its marks."""
    return replace(_piece(observation, piece, "", lang), marks=())


def _status(observation: Observation, lang: str) -> str:
    if observation.actor is None:
        text = observation.game.ending(observation).text(lang)
        return text[:1].upper() + text[1:]
    key = "status.setup" if observation.in_setup else "status.turn"
    return WORDS(key, seat=WORDS(f"seat.{observation.actor}")).text(lang)
