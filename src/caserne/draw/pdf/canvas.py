"""Draws the elements of our SVG on a page of a PDF."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

from caserne.draw.pdf.document import POINTS, Document, Entry, dictionary, resources
from caserne.draw.pdf.font import Font, font
from caserne.draw.pdf.geometry import Box, Matrix, Segment, bounds, ellipse, path, pdf_number, rounded, transform
from caserne.draw.png import FONTS

NAMESPACE = "{http://www.w3.org/2000/svg}"
INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "fill-opacity",
    "stroke-opacity",
    "font-family",
    "font-size",
    "text-anchor",
)
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
PAINT = re.compile(r"url\(#(.+)\)")
SILENT = ("title", "desc", "defs")

Style = Mapping[str, str]


def svg_to_pdf(pages: list[str], title: str) -> bytes:
    """Return a PDF of pages whose SVG has its width and height in millimetres."""
    document = Document(title)
    for page in pages:
        root = fromstring(page)
        width, height = (float(root.get(side, "0").removesuffix("mm")) for side in ("width", "height"))
        drawn = Canvas(document, _by_id(root), Matrix(POINTS, 0, 0, -POINTS, 0, height * POINTS))
        drawn.children(root, Matrix(), {})
        document.page(width, height, drawn.content(), drawn.resources())
    return document.save()


def _by_id(root: Element) -> dict[str, Element]:
    return {name: element for element in root.iter() if (name := element.get("id"))}


class Canvas:
    """The content of a page or of a pattern."""

    def __init__(self, document: Document, defined: Mapping[str, Element], base: Matrix) -> None:
        self._document = document
        self._defined = defined
        self._base = base
        """From the units of the drawing to those of the page, for patterns, which do not follow the drawing."""
        self._operators = [f"{base} cm"]
        self._used: dict[str, dict[str, int]] = {"Font": {}, "Pattern": {}, "ExtGState": {}}
        self._paints: dict[str, str] = {}
        """The names of patterns and gradients by their definition and place."""

    def content(self) -> bytes:
        return "\n".join(self._operators).encode("ascii")

    def resources(self) -> str:
        return resources({kind: used.items() for kind, used in self._used.items()})

    def children(self, parent: Element, place: Matrix, style: Style) -> None:
        for element in parent:
            self._draw(element, place, style)

    def _draw(self, element: Element, place: Matrix, inherited: Style) -> None:
        tag = element.tag.removeprefix(NAMESPACE)
        if tag in SILENT:
            return
        style = _style(element, inherited)
        own = transform(element.get("transform"))
        inside = place.after(own)
        self._operators.append("q")
        if own != Matrix():
            self._operators.append(f"{own} cm")
        match tag:
            case "g":
                self.children(element, inside, style)
            case "svg":
                self._nested(element, inside, style)
            case "use":
                self._draw(self._defined[element.get("href", "").removeprefix("#")], inside, style)
            case "text":
                self._text(element, style)
            case _:
                self._shape(_outline(tag, element), inside, style)
        self._operators.append("Q")

    def _nested(self, element: Element, place: Matrix, style: Style) -> None:
        """Draw a picture in its own units, cut off at its edges."""
        x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        left, top, across, down = map(float, element.get("viewBox", f"0 0 {width} {height}").split())
        self._operators += [*map(str, rounded((x, y, width, height), 0)), "W n"]
        fitted = Matrix(width / across, 0, 0, height / down, x - left * width / across, y - top * height / down)
        self._operators.append(f"{fitted} cm")
        self.children(element, place.after(fitted), style)

    def _shape(self, outline: list[Segment], place: Matrix, style: Style) -> None:
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        box = bounds(outline)
        painted = ""
        if fill != "none":
            self._operators.append(self._paint(fill, box, place, "sc"))
            painted = "f"
        if stroke != "none":
            self._operators += [self._paint(stroke, box, place, "SC"), *_pen(style)]
            painted = "B" if painted else "S"
        if painted:
            self._operators += [self._opacity(style), *map(str, outline), painted]

    def _text(self, element: Element, style: Style) -> None:
        text, size = element.text or "", float(style.get("font-size", "16"))
        used = _font(style.get("font-family", ""))
        name, number = self._document.font(used, text)
        self._used["Font"][name] = number
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        length = used.length(text) * size
        x -= {"middle": length / 2, "end": length}.get(style.get("text-anchor", ""), 0)
        glyphs = "".join(f"{used.glyph(character):04x}" for character in text)
        self._operators += [
            self._opacity(style),
            self._paint(style.get("fill", "#000000"), (0, 0, 1, 1), Matrix(), "sc"),
            f"BT /{name} {pdf_number(size)} Tf 1 0 0 -1 {pdf_number(x)} {pdf_number(y)} Tm <{glyphs}> Tj ET",
        ]

    def _opacity(self, style: Style) -> str:
        """Return the operator that sets the opacity of fills and strokes."""
        whole = float(style.get("opacity", "1"))
        filled, stroked = (whole * float(style.get(f"{kind}-opacity", "1")) for kind in ("fill", "stroke"))
        name = f"O{round(filled * 1000)}-{round(stroked * 1000)}"
        if name not in self._used["ExtGState"]:
            values = {"ca": pdf_number(filled), "CA": pdf_number(stroked)}
            self._used["ExtGState"][name] = self._document.add(dictionary(values))
        return f"/{name} gs"

    def _paint(self, paint: str, box: Box, place: Matrix, operator: str) -> str:
        """Return the operators that choose a colour, a gradient or a pattern; `sc` for fills and `SC` for strokes."""
        space = "cs" if operator == "sc" else "CS"
        found = PAINT.fullmatch(paint)
        if not found:
            return f"/DeviceRGB {space} {_colour(paint)} {operator}"
        element = self._defined[found[1]]
        is_pattern = element.tag == NAMESPACE + "pattern"
        absolute = self._base.after(place)
        placed = f"{found[1]} {absolute}" if is_pattern else f"{found[1]} {absolute} {box}"
        name = self._paints.setdefault(placed, f"P{len(self._paints)}")
        if name not in self._used["Pattern"]:
            number = self._pattern(element, absolute) if is_pattern else self._gradient(element, absolute, box)
            self._used["Pattern"][name] = number
        return f"/Pattern {space} /{name} {operator}n"

    def _pattern(self, element: Element, place: Matrix) -> int:
        width, height = float(element.get("width", "1")), float(element.get("height", "1"))
        tile = Canvas(self._document, self._defined, Matrix())
        tile.children(element, Matrix(), {})
        return self._document.stream(
            tile.content(),
            Type="/Pattern",
            PatternType=1,
            PaintType=1,
            TilingType=1,
            BBox=f"[0 0 {pdf_number(width)} {pdf_number(height)}]",
            XStep=pdf_number(width),
            YStep=pdf_number(height),
            Resources=tile.resources(),
            Matrix=f"[{place.after(transform(element.get('patternTransform')))}]",
        )

    def _gradient(self, element: Element, place: Matrix, box: Box) -> int:
        """Add a linear gradient over the box of a shape."""
        x, y, width, height = box
        fitted = place.after(Matrix(width or 1, 0, 0, height or 1, x, y))
        ends = " ".join(pdf_number(float(element.get(name, "0"))) for name in ("x1", "y1", "x2", "y2"))
        stops = [(float(stop.get("offset", "0")), _colour(stop.get("stop-color", "#000000"))) for stop in element]
        shading: dict[str, Entry] = {
            "ShadingType": 2,
            "ColorSpace": "/DeviceRGB",
            "Coords": f"[{ends}]",
            "Extend": "[true true]",
            "Function": _blend(stops),
        }
        pattern: dict[str, Entry] = {
            "Type": "/Pattern",
            "PatternType": 2,
            "Shading": dictionary(shading),
            "Matrix": f"[{fitted}]",
        }
        return self._document.add(dictionary(pattern))


def _style(element: Element, inherited: Style) -> dict[str, str]:
    own = {name: value for name in INHERITED if (value := element.get(name)) is not None}
    opacity = float(inherited.get("opacity", "1")) * float(element.get("opacity", "1"))
    return {**inherited, **own, "opacity": str(opacity)}


def _outline(tag: str, element: Element) -> list[Segment]:
    def value(name: str) -> float:
        return float(element.get(name, "0"))

    match tag:
        case "path":
            return path(element.get("d", ""))
        case "rect":
            return rounded((value("x"), value("y"), value("width"), value("height")), value("rx"))
        case "circle":
            return ellipse(value("cx"), value("cy"), value("r"), value("r"))
        case "ellipse":
            return ellipse(value("cx"), value("cy"), value("rx"), value("ry"))
    raise ValueError(f"there is no way to draw <{tag}> on paper")


def _pen(style: Style) -> list[str]:
    dashes = " ".join(pdf_number(float(dash)) for dash in re.split(r"[ ,]+", style.get("stroke-dasharray", "")) if dash)
    return [
        f"{pdf_number(float(style.get('stroke-width', '1')))} w",
        f"{CAPS[style.get('stroke-linecap', 'butt')]} J",
        f"{JOINS[style.get('stroke-linejoin', 'miter')]} j",
        f"[{dashes}] 0 d",
    ]


def _colour(colour: str) -> str:
    return " ".join(pdf_number(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))


def _blend(stops: list[tuple[float, str]]) -> str:
    """Return a function from 0 to 1 that passes through the colours of stops."""
    functions = [
        dictionary({"FunctionType": 2, "Domain": "[0 1]", "C0": f"[{one}]", "C1": f"[{other}]", "N": 1})
        for (_, one), (_, other) in pairwise(stops)
    ]
    if len(functions) == 1:
        return functions[0]
    return dictionary(
        {
            "FunctionType": 3,
            "Domain": "[0 1]",
            "Functions": f"[{' '.join(functions)}]",
            "Bounds": f"[{' '.join(pdf_number(offset) for offset, _ in stops[1:-1])}]",
            "Encode": f"[{'0 1 ' * len(functions)}]",
        }
    )


def _font(family: str) -> Font:
    return font(FONTS / ("CaserneSerif.ttf" if "Serif" in family.partition(",")[0] else "CaserneSans.ttf"))
