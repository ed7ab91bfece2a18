"""Somebody who uses the keyboard alone: what has the focus can be seen and is never covered."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any

from browser_player import Player, rounds

FOCUS = """() => {
  const found = document.activeElement
  const box = found.getBoundingClientRect()
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const style = getComputedStyle(found)
  return {
    name: (found.ariaLabel || found.labels?.[0]?.innerText || found.innerText || found.title || '').trim(),
    cell: found.dataset.hit ?? null,
    game: found.closest('article')?.querySelector('h2')?.innerText ?? '',
    dialog: found.closest('dialog') !== null,
    lost: found === document.body,
    outlined: (parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none') || style.stroke !== 'none',
    covered: !(over && (found.contains(over) || over.contains(found) || found.labels?.[0]?.contains(over))),
  }
}"""
"""What has the focus; `covered`: something else lies over its middle."""
CELLS = """() => [...document.querySelectorAll('[data-hit]')].map(cell => {
  const box = cell.getBoundingClientRect()
  return [cell.dataset.hit, box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height)]
})"""
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}

Cells = dict[str, tuple[float, float, float]]
"""Middle and size of every cell, in pixels."""


class Keyboard:
    """The keyboard of a player."""

    def __init__(self, player: Player) -> None:
        self.page = player.page

    def use(self, name: str, unless: Callable[[], bool] = lambda: False, **facts: object) -> bool:
        """Press Tab until something has the focus whose name begins so, then Enter. False if it was not needed."""
        for _ in rounds(f"Tab leads to {name} {facts}"):
            if unless():
                return False
            found = self.press("Tab")
            if re.match(name, found["name"]) and all(found[fact] == wanted for fact, wanted in facts.items()):
                break
        self.page.keyboard.press("Enter")
        return True

    def press(self, key: str) -> dict[str, Any]:
        """Press a key, and return what then has the focus."""
        self.page.keyboard.press(key)
        found = self._focus()
        if not found["lost"]:  # between the last and the first element, it is on the browser's own buttons
            assert found["outlined"], f"the focus is not visible: {found}"
            assert not found["covered"], f"something covers the focus: {found}"
        return found

    def touch(self, cell: str) -> None:
        """Go to a cell with the arrows, and touch it."""
        for _ in rounds("Tab leads to the board"):
            if self._focus()["cell"] is not None:
                break
            self.press("Tab")
        for arrow in self._way(self._focus()["cell"], cell):
            self.press(arrow)
        assert self._focus()["cell"] == cell
        self.page.keyboard.press("Enter")

    def _focus(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(FOCUS)
        return found

    def _way(self, start: str, end: str) -> list[str]:
        """Return the arrows that lead from one cell to another."""
        cells: Cells = {name: (x, y, size) for name, x, y, size in self.page.evaluate(CELLS)}
        ways: dict[str, list[str]] = {start: []}
        waiting = deque([start])
        while end not in ways:
            here = waiting.popleft()
            for arrow in ARROWS:
                there = neighbour(cells, here, arrow)
                if there is not None and there not in ways:
                    ways[there] = [*ways[here], arrow]
                    waiting.append(there)
        return ways[end]


def neighbour(cells: Cells, here: str, arrow: str) -> str | None:
    """Return where an arrow leads, as `board/geometry.ts` decides."""
    unit = min(size for *_, size in cells.values())
    (x, y, _), (right, down) = cells[here], ARROWS[arrow]
    found = {}
    for name, (cell_x, cell_y, _) in cells.items():
        across, along = (cell_x - x) / unit, (cell_y - y) / unit
        ahead = across * right + along * down
        if ahead > 0.3:
            found[name] = ahead + 3 * (abs(across * down) + abs(along * right))
    return min(found, key=lambda name: found[name]) if found else None
