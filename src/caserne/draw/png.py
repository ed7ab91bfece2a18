"""A scene as PNG, the same on every machine: only the fonts of the package are used."""

from __future__ import annotations

from pathlib import Path

from caserne.core.game.scene import Scene
from caserne.draw.svg import svg

FONTS = Path(__file__).parent / "fonts"


def png(scene: Scene, *, dark: bool = False, scale: float = 2) -> bytes:
    """Draw a scene with `scale` pixels for each unit of its SVG."""
    return svg_to_png(svg(scene, dark=dark), scale=scale)


def svg_to_png(picture: str, *, scale: float = 2) -> bytes:
    """Convert an SVG that uses the fonts of the package."""
    from resvg_py import svg_to_bytes

    return svg_to_bytes(
        svg_string=picture,
        zoom=scale,
        skip_system_fonts=True,
        font_files=[str(font) for font in sorted(FONTS.glob("*.ttf"))],
        serif_family="Caserne Serif",
        sans_serif_family="Caserne Sans",
    )
