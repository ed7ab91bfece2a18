"""The pawns as silhouettes, and the faces of the die, in a box from -1 to 1."""

from __future__ import annotations

from caserne.core.game.scene import Stroke


def _solid(*paths: str) -> tuple[Stroke, ...]:
    """Return filled shapes."""
    return tuple(Stroke(path, fill="line") for path in paths)


def _lines(path: str, width: float = 0.11) -> tuple[Stroke, ...]:
    """Return a line drawing."""
    return (Stroke(path, line="line", width=width),)


def _ring(x: float, y: float, r: float) -> str:
    """Return a circle around a point."""
    return f"M {x + r:g} {y:g} A {r:g} {r:g} 0 1 1 {x - r:g} {y:g} A {r:g} {r:g} 0 1 1 {x + r:g} {y:g} Z"


SYMBOLS: dict[str, tuple[Stroke, ...]] = {
    # a flag with a star over a table
    "EM": (
        *_lines("M -0.42 0.62 V -0.62", 0.1),
        *_solid(
            "M -0.42 -0.62 H 0.56 L 0.38 -0.34 L 0.56 -0.06 H -0.42 Z",
            "M -0.62 0.62 V 0.5 H 0.62 V 0.62 Z",
            "M 0.1 0.08 L 0.17 0.25 L 0.35 0.26 L 0.21 0.37 L 0.26 0.54 L 0.1 0.45 L -0.06 0.54 L -0.01 0.37 "
            "L -0.15 0.26 L 0.03 0.25 Z",
        ),
    ),
    # a two-engined aeroplane from above
    "BO": _solid(
        "M 0 -0.66 C 0.1 -0.62 0.12 -0.5 0.12 -0.36 V 0.42 L 0.3 0.56 V 0.66 L 0 0.6 L -0.3 0.66 V 0.56 L -0.12 0.42 "
        "V -0.36 C -0.12 -0.5 -0.1 -0.62 0 -0.66 Z",
        "M -0.68 -0.12 L -0.12 -0.26 H 0.12 L 0.68 -0.12 V 0.04 L 0.12 0 H -0.12 L -0.68 0.04 Z",
        "M -0.42 -0.36 H -0.3 V 0 H -0.42 Z M 0.3 -0.36 H 0.42 V 0 H 0.3 Z",
    ),
    # a small aeroplane from the side, its propeller turning
    "AC": (
        *_solid(
            "M -0.48 -0.08 C -0.3 -0.24 0.1 -0.22 0.3 -0.1 L 0.58 -0.34 H 0.68 L 0.6 0.06 "
            "C 0.3 0.16 -0.2 0.2 -0.46 0.14 Z",
            "M -0.2 0.04 L 0.14 0.04 L 0.3 0.34 H 0.16 Z",
            "M -0.16 -0.2 L -0.04 -0.4 H 0.12 L 0.14 -0.18 Z",
        ),
        *_lines("M -0.58 -0.32 V 0.38", 0.07),
        *_lines(_ring(-0.14, 0.42, 0.09), 0.08),
    ),
    # a barrel raised to the sky on a tripod, a shell burst above
    "DC": (
        *_lines("M -0.16 0.16 L 0.4 -0.52", 0.18),
        *_lines("M -0.16 0.16 L -0.5 0.62 M -0.16 0.16 L 0.22 0.62 M -0.16 0.16 V 0.62", 0.1),
        *_lines("M -0.5 -0.3 L -0.3 -0.44 M -0.56 -0.52 H -0.34 M -0.42 -0.7 L -0.3 -0.58", 0.07),
    ),
    # a machine gun with its belt
    "MI": (
        *_solid(
            "M -0.34 -0.22 H 0.24 V -0.16 H 0.66 V -0.04 H 0.24 V 0.06 H -0.34 Z", "M -0.34 0.02 L -0.62 0.14 V -0.02 Z"
        ),
        *_lines("M -0.04 0.04 L -0.4 0.6 M -0.04 0.04 L 0.36 0.6 M -0.04 0.04 V 0.46", 0.1),
        *_lines("M 0.02 -0.28 H 0.3 M -0.04 -0.42 H 0.24", 0.07),
    ),
    # a field gun on its wheel
    "CA": (
        *_lines("M -0.24 0.08 L 0.62 -0.34", 0.2),
        *_lines("M -0.1 0.16 L -0.64 0.58", 0.13),
        *_lines(_ring(0.02, 0.26, 0.3), 0.1),
        *_solid(_ring(0.02, 0.26, 0.09)),
    ),
    # a tank with its turret
    "TK": (
        *_solid(
            "M -0.44 0.02 L -0.34 -0.14 H -0.22 V -0.4 H 0.24 L 0.28 -0.34 H 0.7 V -0.22 H 0.28 "
            "V -0.14 H 0.4 L 0.48 0.02 Z"
        ),
        *_lines("M -0.42 0.12 H 0.42 A 0.19 0.19 0 0 1 0.42 0.5 H -0.42 A 0.19 0.19 0 0 1 -0.42 0.12 Z", 0.1),
        *_solid(_ring(-0.36, 0.31, 0.08), _ring(0, 0.31, 0.08), _ring(0.36, 0.31, 0.08)),
    ),
    # a peaked cap over two stripes
    "OF": (
        *_solid(
            "M -0.5 -0.2 C -0.5 -0.62 0.5 -0.62 0.5 -0.2 L 0.42 -0.06 H -0.42 Z",
            "M -0.46 0.02 H 0.5 C 0.6 0.06 0.66 0.14 0.68 0.22 C 0.4 0.12 0 0.12 -0.4 0.16 Z",
        ),
        *_lines("M -0.4 0.4 H 0.4 M -0.4 0.62 H 0.4", 0.1),
    ),
    # a van with a bandage
    "AM": (
        *_solid("M -0.66 -0.36 H 0.2 V -0.16 H 0.44 L 0.64 0.08 V 0.32 H -0.66 Z"),
        *_lines(_ring(-0.36, 0.42, 0.13), 0.1),
        *_lines(_ring(0.34, 0.42, 0.13), 0.1),
        Stroke("M -0.5 0.16 L 0.04 -0.2 M -0.5 0.02 L -0.2 -0.2 M -0.26 0.18 L 0.06 -0.04", line="seat", width=0.08),
    ),
    # a hat, dark glasses and a raised collar
    "ES": (
        *_solid(
            "M -0.66 -0.14 C -0.4 -0.24 -0.36 -0.24 -0.3 -0.26 L -0.22 -0.6 C -0.1 -0.66 0.1 -0.66 0.22 -0.6 "
            "L 0.3 -0.26 C 0.36 -0.24 0.4 -0.24 0.66 -0.14 Z",
            _ring(-0.19, 0.06, 0.15),
            _ring(0.19, 0.06, 0.15),
            "M -0.52 0.64 L -0.44 0.24 L 0 0.46 L 0.44 0.24 L 0.52 0.64 Z",
        ),
        *_lines("M -0.1 0.04 H 0.1", 0.07),
    ),
    # three helmets in file
    "PA": _solid(
        *(
            f"M {x - 0.24:g} {y:g} C {x - 0.24:g} {y - 0.34:g} {x + 0.24:g} {y - 0.34:g} {x + 0.24:g} {y:g} Z "
            f"M {x - 0.3:g} {y + 0.03:g} H {x + 0.3:g} V {y + 0.11:g} H {x - 0.3:g} Z "
            f"M {x - 0.14:g} {y + 0.14:g} H {x + 0.14:g} L {x + 0.22:g} {y + 0.4:g} H {x - 0.22:g} Z"
            for x, y in ((-0.38, 0.2), (0.38, 0.2), (0, -0.36))
        )
    ),
    # a man with a rifle beside a sentry box
    "SE": (
        *_lines("M -0.12 0.62 V -0.22 L 0.24 -0.6 L 0.6 -0.22 V 0.62 Z", 0.09),
        *_solid(_ring(0.24, -0.12, 0.13), "M 0.08 0.06 H 0.4 L 0.44 0.6 H 0.04 Z"),
        *_lines("M -0.44 0.62 V -0.6", 0.1),
    ),
    # two soldiers with rifles
    "SO": (
        *_solid(
            _ring(-0.26, -0.34, 0.16),
            "M -0.44 -0.12 H -0.08 L -0.02 0.6 H -0.5 Z",
            _ring(0.32, -0.34, 0.16),
            "M 0.14 -0.12 H 0.5 L 0.56 0.6 H 0.08 Z",
        ),
        *_lines("M -0.6 0.3 L -0.44 -0.66 M 0.02 0.3 L 0.1 -0.66", 0.08),
    ),
}

CUBE = "M -0.62 -0.86 H 0.62 A 0.24 0.24 0 0 1 0.86 -0.62 V 0.62 A 0.24 0.24 0 0 1 0.62 0.86 H -0.62 "
CUBE += "A 0.24 0.24 0 0 1 -0.86 0.62 V -0.62 A 0.24 0.24 0 0 1 -0.62 -0.86 Z"
PIPS = {
    "?": (),
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
}
DEVIL_FACE = (
    Stroke(
        "M -0.46 -0.1 L -0.58 -0.62 L -0.2 -0.42 H 0.2 L 0.58 -0.62 L 0.46 -0.1 C 0.5 0.4 0.2 0.62 0 0.66 "
        "C -0.2 0.62 -0.5 0.4 -0.46 -0.1 Z",
        fill="madder",
    ),
    Stroke(
        "M -0.28 -0.12 L -0.1 -0.02 M 0.28 -0.12 L 0.1 -0.02 M -0.22 0.26 Q 0 0.46 0.22 0.26", line="chalk", width=0.1
    ),
)


def die(face: str) -> tuple[Stroke, ...]:
    """Return a face of the die, blank before it is rolled; the sixth is the devil."""
    cube = Stroke(CUBE, fill="chalk", line="jet", width=0.08)
    if face == "D":
        return (cube, *DEVIL_FACE)
    return (cube, *(Stroke(_ring(0.46 * x, 0.46 * y, 0.17), fill="jet") for x, y in PIPS[face]))
