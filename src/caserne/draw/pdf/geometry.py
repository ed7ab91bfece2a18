"""Matrices, and the path data of SVG as lines and cubic curves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import acos, ceil, copysign, cos, hypot, pi, radians, sin, sqrt, tan

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
TOKEN = re.compile(rf"[A-Za-z]|{NUMBER.pattern}")
TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")


@dataclass(frozen=True)
class Matrix:
    """An affine map, written as PDF does: x' = ax + cy + e, y' = bx + dy + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def after(self, first: Matrix) -> Matrix:
        """Return the map that applies `first` and then this one."""
        return Matrix(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )

    def __str__(self) -> str:
        return " ".join(pdf_number(value) for value in vars(self).values())


def pdf_number(value: float) -> str:
    """Format a number without an exponent.

    >>> pdf_number(0.25), pdf_number(-3.0), pdf_number(1e-9)
    ('0.25', '-3', '0')
    """
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def transform(text: str | None) -> Matrix:
    """Read the attribute `transform`: translate, scale and rotate."""
    whole = Matrix()
    for kind, values in TRANSFORM.findall(text or ""):
        numbers = [float(value) for value in NUMBER.findall(values)]
        whole = whole.after(_single(kind, numbers))
    return whole


def _single(kind: str, numbers: list[float]) -> Matrix:
    match kind, numbers:
        case "translate", [x, *rest]:
            return Matrix(e=x, f=rest[0] if rest else 0)
        case "scale", [x, *rest]:
            return Matrix(a=x, d=rest[0] if rest else x)
        case "rotate", [degrees]:
            turn = radians(degrees)
            return Matrix(cos(turn), sin(turn), -sin(turn), cos(turn))
    raise ValueError(f"there is no transform '{kind}' with {len(numbers)} numbers")


@dataclass(frozen=True)
class Segment:
    """A part of a path: `m` and `l` with one point, `c` with three, `h` closes it with none."""

    kind: str
    points: tuple[Point, ...] = ()

    def __str__(self) -> str:
        return " ".join([*(f"{pdf_number(x)} {pdf_number(y)}" for x, y in self.points), self.kind])


def bounds(segments: list[Segment]) -> Box:
    """Return the box around all points of a path."""
    points = [point for segment in segments for point in segment.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""The numbers that each command takes."""


def path(data: str) -> list[Segment]:
    """Read path data."""
    return list(_segments(data))


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Return each command with its numbers; a command may be left out when it repeats."""
    tokens, command = TOKEN.findall(data), ""
    place = 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        count = COUNTS[command.upper()]
        yield command, [float(token) for token in tokens[place : place + count]]
        place += count
        if command in "Mm":
            command = "L" if command == "M" else "l"


def _segments(data: str) -> Iterator[Segment]:
    here = start = mirrored = (0.0, 0.0)
    for command, numbers in _commands(data):
        kind, base = command.upper(), here if command.islower() else (0.0, 0.0)
        reflection = (2 * here[0] - mirrored[0], 2 * here[1] - mirrored[1])
        mirrored_next: Point | None = None
        if kind == "Z":
            yield Segment("h")
            here = mirrored = start
            continue
        if kind == "A":
            target = (base[0] + numbers[5], base[1] + numbers[6])
            yield from _arc(here, target, numbers)
        elif kind in "HV":
            target = (base[0] + numbers[0], here[1]) if kind == "H" else (here[0], base[1] + numbers[0])
            yield Segment("l", (target,))
        else:
            points = [(base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            target = points[-1]
            if kind == "M":
                start = target
            if kind in "ST":
                points = [reflection, *points]
            yield _drawn(kind, here, points)
            mirrored_next = points[-2] if kind in "CSQT" else None
        here = target
        mirrored = mirrored_next or here


def _drawn(kind: str, here: Point, points: list[Point]) -> Segment:
    if kind in "ML":
        return Segment(kind.lower(), (points[0],))
    if kind in "QT":
        middle, end = points
        return Segment("c", (_towards(here, middle, 2 / 3), _towards(end, middle, 2 / 3), end))
    return Segment("c", tuple(points))


def _towards(origin: Point, target: Point, share: float) -> Point:
    return origin[0] + (target[0] - origin[0]) * share, origin[1] + (target[1] - origin[1]) * share


def _arc(here: Point, target: Point, numbers: list[float]) -> Iterator[Segment]:
    """Draw an arc of an ellipse that is not tilted as cubic curves, each of a quarter turn at most."""
    rx, ry, _, large, sweep = numbers[:5]
    if here == target or not rx or not ry:
        yield Segment("l", (target,))
        return
    # On the unit circle; a radius that is too small is enlarged.
    (x1, y1), (x2, y2) = (here[0] / rx, here[1] / ry), (target[0] / rx, target[1] / ry)
    half = hypot(x2 - x1, y2 - y1) / 2
    size = max(1.0, half)
    rise = sqrt(max(size * size - half * half, 0)) * (-1 if bool(large) == bool(sweep) else 1)
    across, down = (x2 - x1) / (2 * half), (y2 - y1) / (2 * half)
    middle = ((x1 + x2) / 2 - down * rise, (y1 + y2) / 2 + across * rise)
    first, last = ((x1 - middle[0], y1 - middle[1]), (x2 - middle[0], y2 - middle[1]))
    turn = _angle(first, last)
    if sweep and turn < 0:
        turn += 2 * pi
    elif not sweep and turn > 0:
        turn -= 2 * pi
    begin = _angle((1, 0), first)
    count = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    for n in range(count):
        yield Segment("c", _quarter(middle, size, begin + turn * n / count, turn / count, (rx, ry)))


def _angle(one: Point, other: Point) -> float:
    """Return the signed angle between two directions."""
    length = hypot(*one) * hypot(*other)
    turn = acos(max(-1.0, min(1.0, (one[0] * other[0] + one[1] * other[1]) / length)))
    return copysign(turn, one[0] * other[1] - one[1] * other[0])


def _quarter(middle: Point, size: float, begin: float, turn: float, radii: Point) -> tuple[Point, ...]:
    end, lever = begin + turn, 4 / 3 * tan(turn / 4)
    unit = (
        (cos(begin) - lever * sin(begin), sin(begin) + lever * cos(begin)),
        (cos(end) + lever * sin(end), sin(end) - lever * cos(end)),
        (cos(end), sin(end)),
    )
    return tuple(((middle[0] + size * x) * radii[0], (middle[1] + size * y) * radii[1]) for x, y in unit)


def rounded(box: Box, radius: float) -> list[Segment]:
    """Return a rectangle, with round corners if the radius is not 0."""
    x, y, width, height = box
    r = min(radius, width / 2, height / 2)
    if not r:
        return path(f"M {x} {y} H {x + width} V {y + height} H {x} Z")
    arc, right, bottom = f"A {r} {r} 0 0 1", x + width, y + height
    return path(
        f"M {x + r} {y} H {right - r} {arc} {right} {y + r} V {bottom - r} {arc} {right - r} {bottom} "
        f"H {x + r} {arc} {x} {bottom - r} V {y + r} {arc} {x + r} {y} Z"
    )


def ellipse(x: float, y: float, rx: float, ry: float) -> list[Segment]:
    return path(f"M {x + rx} {y} A {rx} {ry} 0 1 1 {x - rx} {y} A {rx} {ry} 0 1 1 {x + rx} {y} Z")
