"""Breakthrough: sixteen pawns a side, and the first to reach the other end of the board wins."""

from caserne.core.game.about import About

ABOUT = About(
    id="breakthrough",
    rules="BT",
    titles={"fr": "Percée", "en": "Breakthrough"},
    seats=(2, 2),
    designer="Dan Troyka",
    year=2000,
    minutes=15,
    age=6,
    luck=0,
    example=("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", "b2-c3"),
    cover="pp2pp1p/p1p3pp/3p1p2/1P2p1P1/2p2P2/P2P3P/P1P1P1P1/PP1P2PP w",
)
