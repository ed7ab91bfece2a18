"""Read the pixels of a PNG, so that tests need no imaging library."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Picture:
    """An image of eight bits a channel with red, green, blue and alpha."""

    width: int
    height: int
    rows: list[bytearray]

    def at(self, x: float, y: float) -> str:
        """Return the colour of a pixel as #RRGGBB."""
        return "#" + self.rows[int(y)][int(x) * 4 : int(x) * 4 + 3].hex().upper()


def size(png: bytes) -> tuple[int, int]:
    """Return width and height from the header."""
    assert png[:8] == SIGNATURE
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def read(png: bytes) -> Picture:
    chunks, start = {}, 8
    while start < len(png):
        length, kind = struct.unpack(">I4s", png[start : start + 8])
        chunks[kind] = chunks.get(kind, b"") + png[start + 8 : start + 8 + length]
        start += length + 12
    width, height = size(png)
    assert tuple(chunks[b"IHDR"][8:10]) == (8, 6)
    return Picture(width, height, _rows(zlib.decompress(chunks[b"IDAT"]), width, height))


def _rows(data: bytes, width: int, height: int) -> list[bytearray]:
    """Undo the filter of each row: every byte is stored as a difference to its prediction from neighbours."""
    size, above, rows = width * 4, bytearray(width * 4), []
    for number in range(height):
        start = number * (size + 1)
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + size])
        for n in range(size if kind else 0):
            left, corner = (row[n - 4], above[n - 4]) if n >= 4 else (0, 0)
            foretold = (0, left, above[n], (left + above[n]) // 2, _paeth(left, above[n], corner))[kind]
            row[n] = (row[n] + foretold) & 255
        rows.append(row)
        above = row
    return rows


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
