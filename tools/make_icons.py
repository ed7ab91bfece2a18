"""Draw the icons of the installed client from `web/public/icon.svg`: the shield on paper, inside what masks keep.

python tools/make_icons.py
"""

from __future__ import annotations

import re
from pathlib import Path

from caserne.draw.png import svg_to_png

PUBLIC = Path(__file__).parents[1] / "web" / "public"
PAPER = "#F6F1E7"
SIZES = {"app-192.png": 192, "app-512.png": 512, "apple-touch-icon.png": 180}
ROOM = 48
"""The side of the icon in the units of the shield, which needs 32: masks cut up to a fifth off each side."""


def main() -> None:
    shield = re.sub(r"</?svg[^>]*>", "", (PUBLIC / "icon.svg").read_text("utf-8"))
    for name, size in SIZES.items():
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
            f'viewBox="{-ROOM / 2} {-ROOM / 2} {ROOM} {ROOM}">'
            f'<rect x="{-ROOM / 2}" y="{-ROOM / 2}" width="{ROOM}" height="{ROOM}" fill="{PAPER}"/>{shield}</svg>'
        )
        (PUBLIC / name).write_bytes(svg_to_png(picture, scale=1))


if __name__ == "__main__":
    main()
