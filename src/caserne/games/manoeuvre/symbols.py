"""Drawings of soldiers and bonus pieces, as strokes in a box from -1 to 1."""

from __future__ import annotations

from collections.abc import Mapping

from caserne.core.game.scene import Stroke

DIGITS = {
    "1": "M -0.2 -0.28 L 0.06 -0.46 V 0.5",
    "2": "M -0.3 -0.2 C -0.28 -0.58 0.3 -0.56 0.3 -0.18 C 0.3 0.08 -0.12 0.22 -0.3 0.5 H 0.32",
    "3": "M -0.28 -0.46 H 0.28 L -0.02 -0.1 C 0.44 -0.1 0.42 0.5 -0.02 0.5 C -0.16 0.5 -0.28 0.44 -0.32 0.34",
    "4": "M 0.12 0.5 V -0.46 L -0.34 0.22 H 0.34",
    "5": "M 0.28 -0.46 H -0.22 L -0.26 -0.04 C -0.1 -0.16 0.32 -0.14 0.32 0.17 C 0.32 0.56 -0.18 0.6 -0.32 0.36",
    "6": "M 0.22 -0.44 C -0.1 -0.5 -0.3 -0.2 -0.3 0.14 C -0.3 0.62 0.32 0.62 0.32 0.16 C 0.32 -0.2 -0.2 -0.2 -0.3 0.1",
}
SLAB = "M -1.2 0.1 C -1.2 -0.22 1.2 -0.22 1.2 0.1 V 0.72 C 1.2 1.12 -1.2 1.12 -1.2 0.72 Z"
RIM = "M -1.2 0.1 C -1.2 0.5 1.2 0.5 1.2 0.1"
COIN = "M 0.72 0 A 0.72 0.72 0 1 1 -0.72 0 A 0.72 0.72 0 1 1 0.72 0 Z"
COIN_SIDE = "M -0.72 0 V 0.24 C -0.6 1.16 0.6 1.16 0.72 0.24 V 0 Z"
TIMES = "M -0.3 0.64 L -0.08 0.86 M -0.08 0.64 L -0.3 0.86"


def _digit(digit: str, line: str, scale: float = 1, x: float = 0, y: float = 0, width: float = 0.17) -> Stroke:
    """Return the stroke of a digit, scaled and moved."""
    parts, across = [], True
    for part in DIGITS[digit].split():
        if part.isalpha():
            parts.append(part)
            across = part != "V"
        else:
            parts.append(f"{float(part) * scale + (x if across else y):.3g}")
            across = not across if parts[-2] not in "HV" else across
    return Stroke(" ".join(parts), line=line, width=width)


def _slab(fill: str, line: str, factor: str) -> tuple[Stroke, ...]:
    """Return a flat bonus piece, wider than a soldier, with its factor on the side."""
    return (
        Stroke(SLAB, fill=fill, line="pewter", width=0.07),
        Stroke(RIM, line=line, width=0.05),
        Stroke(TIMES, line=line, width=0.09),
        _digit(factor, line, 0.42, 0.22, 0.75, 0.09),
    )


SYMBOLS: Mapping[str, tuple[Stroke, ...]] = {
    **{f"soldier{digit}": (_digit(digit, "line"),) for digit in DIGITS},
    "white": _slab("chalk", "jet", "2"),
    "black": _slab("jet", "chalk", "3"),
    **{
        f"grey{value}": (
            Stroke(COIN_SIDE, fill="jet", line="jet", width=0.07),
            Stroke(COIN, fill="pewter", line="jet", width=0.07),
            _digit(value, "jet", 0.8, width=0.15),
        )
        for value in "123"
    },
}
"""By name; grey, white and black pieces have no owner."""
