"""Scenes of Movers & Hoppers: wooden tiles, a solid disc for a mover and a ring for a hopper."""

from __future__ import annotations

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.game.scene import Cell, Ground, Label, Piece, Scene, Seat, Stroke, Trail
from caserne.games.movers.board import FILES, RED
from caserne.games.movers.notation import LETTERS, SQUARE_NAMES
from caserne.games.movers.words import WORDS

GROUNDS = {
    "light": Ground("tile", "grain", " "),
    "dark": Ground("tile_dark", "grain", " "),
    "camp_light": Ground("camp", "inlay", "░"),
    "camp_dark": Ground("camp_dark", "inlay", "░"),
}
CIRCLE = "M {r} 0 A {r} {r} 0 1 1 -{r} 0 A {r} {r} 0 1 1 {r} 0 Z"
SYMBOLS = {
    "mover": (Stroke(CIRCLE.format(r=0.5), fill="line"),),
    "hopper": (Stroke(CIRCLE.format(r=0.43), line="line", width=0.19),),
}
FACES = ("mover", "hopper")
COLOURS = (("chalk", "disc"), ("madder", "shield"))


def scene(observation: Observation, lang: str) -> Scene:
    """Draw an observation from the seat's own side of the board."""
    v, game = observation.fields, observation.game
    ranks = int(game.option_fields.ranks)
    squares = [name for name in SQUARE_NAMES if int(name[1]) <= ranks]
    seats = tuple(Seat(WORDS(f"seat.{n}").text(lang), *COLOURS[n]) for n in range(2))
    pieces = {piece.cell: piece for piece in _pieces(v, seats, lang)}
    picture = Scene(
        game=game.id,
        title=game.about.title(lang),
        status=_status(observation, lang),
        seat=observation.seat,
        turn=observation.actor,
        width=FILES,
        height=ranks,
        grounds=GROUNDS,
        symbols=SYMBOLS,
        seats=seats,
        cells=tuple(_cell(name, ranks, pieces.get(name), lang) for name in squares),
        pieces=tuple(pieces.values()),
        labels=(
            *(Label(file + 0.5, ranks + 0.25, "abc"[file]) for file in range(FILES)),
            *(Label(-0.25, ranks - rank - 0.5, str(rank + 1)) for rank in range(ranks)),
        ),
    )
    return picture.turned() if observation.seat == RED else picture


def trail(move: str) -> tuple[Trail, ...]:
    """Return the trail of a move: straight for a step, an arc for a jump."""
    if "-" not in move:
        return ()
    origin, target = move.split("-")
    near = max(abs(ord(origin[n]) - ord(target[n])) for n in range(2)) == 1
    return (Trail("step" if near else "jump", (origin, target)),)


def _pieces(v: np.record, seats: tuple[Seat, ...], lang: str) -> list[Piece]:
    pieces = []
    for square, name in enumerate(SQUARE_NAMES):
        for seat, mask in enumerate((v.white, v.red)):
            if mask >> square & 1:
                face = v.hoppers >> square & 1
                spoken = f"{WORDS(f'piece.{FACES[face]}').text(lang)} ({seats[seat].name})"
                pieces.append(Piece(name, seat, FACES[face], spoken, LETTERS[2 * seat + face]))
    return pieces


def _cell(name: str, ranks: int, piece: Piece | None, lang: str) -> Cell:
    file, rank = "abc".index(name[0]), int(name[1]) - 1
    ground = ("camp_" if rank < 2 or rank >= ranks - 2 else "") + ("light" if (file + rank) % 2 else "dark")
    spoken = f"{name}, {piece.name}" if piece else WORDS("spoken.free", square=name).text(lang)
    return Cell(name, file + 0.5, ranks - rank - 0.5, ground, spoken)


def _status(observation: Observation, lang: str) -> str:
    if observation.actor is None:
        text = observation.game.ending(observation).text(lang)
        return text[:1].upper() + text[1:]
    key = "status.setup" if observation.in_setup else "status.turn"
    return WORDS(key, seat=WORDS(f"seat.{observation.actor}")).text(lang)
