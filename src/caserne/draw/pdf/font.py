"""A TrueType font: which glyph a character is, and how wide. Enough for embedding the fonts of the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from struct import unpack_from

UNITS = 1000
"""PDF measures glyphs in thousandths of the font size."""


class Font:
    """A font file."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self.data = path.read_bytes()
        self._tables = self._directory()
        self._units: int = unpack_from(">H", self.data, self._tables["head"] + 18)[0]
        self._glyphs = dict(self._characters())
        self._wide: int = unpack_from(">H", self.data, self._tables["hhea"] + 34)[0]

    def glyph(self, character: str) -> int:
        return self._glyphs.get(ord(character), 0)

    def width(self, glyph: int) -> float:
        """Return the advance width, in thousandths of the font size."""
        place = min(glyph, self._wide - 1)
        advance: int = unpack_from(">H", self.data, self._tables["hmtx"] + 4 * place)[0]
        return advance * UNITS / self._units

    def length(self, text: str) -> float:
        """Return the width of a text, as a multiple of its size."""
        return sum(self.width(self.glyph(character)) for character in text) / UNITS

    @property
    def box(self) -> list[int]:
        """The box around all glyphs, in thousandths of the font size."""
        return [round(edge * UNITS / self._units) for edge in unpack_from(">4h", self.data, self._tables["head"] + 36)]

    def _directory(self) -> dict[str, int]:
        count = unpack_from(">H", self.data, 4)[0]
        entries = [unpack_from(">4sLLL", self.data, 12 + 16 * n) for n in range(count)]
        return {tag.decode(): start for tag, _, start, _ in entries}

    def _characters(self) -> list[tuple[int, int]]:
        """Read the segments of a character map of format 4."""
        start = self._tables["cmap"]
        count = unpack_from(">H", self.data, start + 2)[0]
        offsets = [unpack_from(">HHL", self.data, start + 4 + 8 * n)[2] for n in range(count)]
        table = next(start + offset for offset in offsets if unpack_from(">H", self.data, start + offset)[0] == 4)
        size = unpack_from(">H", self.data, table + 6)[0] // 2
        columns = [table + 14, table + 16 + 2 * size, table + 16 + 4 * size, table + 16 + 6 * size]
        ends, starts, deltas, ranges = (unpack_from(f">{size}H", self.data, column) for column in columns)
        found = []
        for n in range(size):
            for code in range(starts[n], ends[n] + 1):
                glyph = code
                if ranges[n]:
                    glyph = unpack_from(">H", self.data, columns[3] + 2 * n + ranges[n] + 2 * (code - starts[n]))[0]
                found.append((code, (glyph + deltas[n]) % 65536))
        return [(code, glyph) for code, glyph in found if glyph and code != 65535]


@cache
def font(path: Path) -> Font:
    """Return the font of a file, which is read once."""
    return Font(path)
