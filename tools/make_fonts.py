"""Make the two small fonts in `src/caserne/draw/fonts/` from npm's fontsource packages.

Needs npm and fontTools; nobody needs it to install or run Caserne. Run `python tools/make_fonts.py` and commit the
result. The versions are fixed and timestamps are kept, so that a second run writes the same bytes.

The sources reserve the name "Source" (OFL, clause 3), so the subsets go by names of our own.
"""

from __future__ import annotations

import re
import subprocess
import tarfile
import tempfile
from pathlib import Path

from fontTools.otlLib.optimize.gpos import compact
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent.parent / "src" / "caserne" / "draw" / "fonts"
CHOSEN = (
    ("source-serif-4", "5.3.1", 600, "Caserne Serif"),
    ("source-sans-3", "5.3.0", 400, "Caserne Sans"),
)
CHARACTERS = (
    "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100))))
    + "œŒŸ‘’‚“”„–—…•−≤\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
)


def main() -> None:
    for package, version, weight, family in CHOSEN:
        with tempfile.TemporaryDirectory() as folder:
            unpacked = fetch(package, version, Path(folder))
            stem = unpacked / "files" / package
            font = TTFont(f"{stem}-latin-{weight}-normal.woff", recalcTimestamp=False)
            extended = TTFont(f"{stem}-latin-ext-{weight}-normal.woff")
            copyright_line = font["name"].getDebugName(0)
            add_glyph(font, "Ÿ", copied(extended, "Ÿ"), advance(extended, "Ÿ"))
            add_glyph(font, "≤", at_most(font), advance(font, "<"))
            shrink(font)
            rename(font, family, copyright_line)
            target = FONTS / f"{family.replace(' ', '')}.ttf"
            font.save(target)
            licence = re.sub(r"\A.*?\n", copyright_line + "\n", (unpacked / "LICENSE").read_text(), count=1)
            target.with_suffix(".OFL.txt").write_text(licence)
            print(f"{target.name}: {target.stat().st_size} bytes")


def fetch(package: str, version: str, folder: Path) -> Path:
    """Download and unpack one fontsource package."""
    subprocess.run(
        ["npm", "pack", "--silent", f"@fontsource/{package}@{version}"], cwd=folder, check=True, capture_output=True
    )
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / "package"


def copied(font: TTFont, character: str) -> DecomposingRecordingPen:
    """Return the outline of a character, without references to other glyphs."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[ord(character)]].draw(pen)
    return pen


def at_most(font: TTFont) -> DecomposingRecordingPen:
    """Return the sign that the packages lack, made of < and a minus sign below it."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[names[ord("<")]].draw(TransformPen(pen, (1, 0, 0, 1, 0, 60)))
    glyphs[names[ord("−")]].draw(TransformPen(pen, (1, 0, 0, 1, 0, -290)))
    return pen


def advance(font: TTFont, character: str) -> int:
    return int(font["hmtx"][font.getBestCmap()[ord(character)]][0])


def add_glyph(font: TTFont, character: str, outline: DecomposingRecordingPen, width: int) -> None:
    pen = TTGlyphPen(None)
    outline.replay(pen)
    name = f"uni{ord(character):04X}"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = pen.glyph()
    font["glyf"][name].recalcBounds(font["glyf"])
    font["hmtx"][name] = (width, font["glyf"][name].xMin)
    for table in font["cmap"].tables:
        table.cmap[ord(character)] = name


def shrink(font: TTFont) -> None:
    options = Options(hinting=False, layout_features=["kern"], drop_tables=["BASE", "DSIG", "GDEF", "STAT", "gasp"])
    subsetter = Subsetter(options)
    subsetter.populate(text=CHARACTERS)
    subsetter.subset(font)
    compact(font, level=9)
    font.flavor = None


def rename(font: TTFont, family: str, copyright_line: str) -> None:
    """Replace every name; headings and text have one weight each, which is regular in each family."""
    names = font["name"]
    names.names = []
    texts = {0: copyright_line, 1: family, 2: "Regular", 3: family, 4: family, 6: family.replace(" ", "")}
    for number, text in {**texts, 13: "SIL Open Font License 1.1"}.items():
        names.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    main()
