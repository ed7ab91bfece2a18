"""A PDF file: numbered objects, pages, and the fonts they use."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

from caserne.draw.pdf.font import Font
from caserne.draw.pdf.geometry import pdf_number

POINTS = 72 / 25.4
"""Points of PDF in a millimetre."""

Entry = str | int | float


class Document:
    """Objects and pages, in the order in which they were added."""

    def __init__(self, title: str) -> None:
        self._objects: list[bytes] = []
        self._pages: list[int] = []
        self._fonts: dict[str, tuple[int, Font, set[str]]] = {}
        self._tree = self.reserve()
        self._info = self.add(f"<< /Title {_text(title)} /Producer {_text('Caserne')} >>")

    def reserve(self) -> int:
        """Return the number of an object that is written later."""
        self._objects.append(b"null")
        return len(self._objects)

    def add(self, body: str | bytes) -> int:
        number = self.reserve()
        self.write(number, body)
        return number

    def write(self, number: int, body: str | bytes) -> None:
        self._objects[number - 1] = body.encode("latin-1") if isinstance(body, str) else body

    def stream(self, content: bytes, **entries: Entry) -> int:
        """Add a compressed stream with entries of its dictionary."""
        packed = zlib.compress(content, 9)
        return self.add(
            dictionary({**entries, "Length": len(packed), "Filter": "/FlateDecode"}).encode("latin-1")
            + b"\nstream\n"
            + packed
            + b"\nendstream"
        )

    def page(self, width: float, height: float, content: bytes, resources: str) -> None:
        """Add a page of a size in millimetres."""
        box = f"[0 0 {pdf_number(width * POINTS)} {pdf_number(height * POINTS)}]"
        drawn = self.stream(content)
        entries: dict[str, Entry] = {
            "Type": "/Page",
            "Parent": reference(self._tree),
            "MediaBox": box,
            "Contents": reference(drawn),
            "Resources": resources,
        }
        self._pages.append(self.add(dictionary(entries)))

    def font(self, used: Font, text: str) -> tuple[str, int]:
        """Return the name and the object of a font, and remember the characters that it has to have."""
        if used.name not in self._fonts:
            self._fonts[used.name] = (self.reserve(), used, set())
        number, _, characters = self._fonts[used.name]
        characters.update(text)
        return used.name, number

    def save(self) -> bytes:
        """Return the file."""
        for number, used, characters in self._fonts.values():
            self._embed(number, used, sorted(characters))
        kids = " ".join(reference(page) for page in self._pages)
        self.write(self._tree, dictionary({"Type": "/Pages", "Kids": f"[{kids}]", "Count": len(self._pages)}))
        catalogue = self.add(dictionary({"Type": "/Catalog", "Pages": reference(self._tree)}))
        return self._file(catalogue)

    def _embed(self, number: int, used: Font, characters: list[str]) -> None:
        """Write a font whose text is given as glyph numbers, with a table back to characters for copying."""
        glyphs = {used.glyph(character): character for character in characters}
        data = self.stream(used.data, Length1=len(used.data))
        described: dict[str, Entry] = {
            "Type": "/FontDescriptor",
            "FontName": f"/{used.name}",
            "Flags": 4,
            "FontBBox": f"[{' '.join(map(str, used.box))}]",
            "ItalicAngle": 0,
            "Ascent": used.box[3],
            "Descent": used.box[1],
            "CapHeight": 660,
            "StemV": 80,
            "FontFile2": reference(data),
        }
        widths = " ".join(f"{glyph} [{pdf_number(used.width(glyph))}]" for glyph in sorted(glyphs))
        descendant: dict[str, Entry] = {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": f"/{used.name}",
            "CIDSystemInfo": "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>",
            "FontDescriptor": reference(self.add(dictionary(described))),
            "W": f"[{widths}]",
            "CIDToGIDMap": "/Identity",
        }
        whole: dict[str, Entry] = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{used.name}",
            "Encoding": "/Identity-H",
            "DescendantFonts": f"[{reference(self.add(dictionary(descendant)))}]",
            "ToUnicode": reference(self.stream(_to_unicode(glyphs).encode("ascii"))),
        }
        self.write(number, dictionary(whole))

    def _file(self, catalogue: int) -> bytes:
        out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
        for number, body in enumerate(self._objects, 1):
            places.append(len(out))
            out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
        table = len(out)
        out += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode()
        out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
        trailer: dict[str, Entry] = {
            "Size": len(places) + 1,
            "Root": reference(catalogue),
            "Info": reference(self._info),
        }
        out += f"trailer\n{dictionary(trailer)}\nstartxref\n{table}\n%%EOF\n".encode("latin-1")
        return bytes(out)


def reference(number: int) -> str:
    return f"{number} 0 R"


def dictionary(entries: Mapping[str, Entry]) -> str:
    """Write a dictionary.

    >>> dictionary({"Type": "/Page", "Rotate": 90})
    '<< /Type /Page /Rotate 90 >>'
    """
    return f"<< {' '.join(f'/{key} {value}' for key, value in entries.items())} >>"


def resources(kinds: Mapping[str, Iterable[tuple[str, int]]]) -> str:
    """Write the resources of a page: named objects by kind."""
    named = {kind: dictionary({name: reference(number) for name, number in used}) for kind, used in kinds.items()}
    return dictionary({kind: written for kind, written in named.items() if written != "<<  >>"})


def _text(text: str) -> str:
    return f"<{(chr(0xFEFF) + text).encode('utf-16-be').hex()}>"


def _to_unicode(glyphs: Mapping[int, str]) -> str:
    pairs = "\n".join(f"<{glyph:04x}> <{ord(character):04x}>" for glyph, character in sorted(glyphs.items()))
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def "
        "/CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(glyphs)} beginbfchar\n{pairs}\nendbfchar\nendcmap end end"
    )
