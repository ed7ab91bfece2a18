"""Make the folder of a new game: a small one that is complete, to be changed bit by bit."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

from caserne.core.game.errors import RoomError

TEMPLATE = Path(__file__).parent / "template"
SUFFIX = ".tmpl"


def make_room(game_id: str, parent: Path) -> Path:
    """Write the room of a new game into a folder and return its own folder; nothing that exists is changed."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", game_id):
        raise RoomError.of("bad_game_id", game=game_id)
    room = parent / game_id
    if room.exists():
        raise RoomError.of("room_exists", folder=room)
    title = game_id.replace("_", " ").capitalize()
    names = {"game": game_id, "title": title, "letters": game_id[:2].upper(), "klass": title.title().replace(" ", "")}
    for source in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        target = room / source.relative_to(TEMPLATE).with_suffix("")
        target = target.with_name(target.name.replace("game_", f"{game_id}_"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(Template(source.read_text("utf-8")).substitute(names), "utf-8")
    return room
