"""A part of a board: the cells between two corners, with what stands on them."""

from __future__ import annotations

from dataclasses import replace

from caserne.core.game.scene import Cell, Label, Scene

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def crop(scene: Scene, corners: tuple[str, ...]) -> Scene:
    """Return the smallest rectangle of the board that holds these cells."""
    if not corners:
        return scene
    by_id = {cell.id: cell for cell in scene.cells}
    box = _around([by_id[corner] for corner in corners])
    cells = tuple(_moved(cell, box) for cell in scene.cells if _within(cell.x, cell.y, box))
    kept = {cell.id for cell in cells}
    return replace(
        scene,
        width=box[2] - box[0],
        height=box[3] - box[1],
        cells=cells,
        labels=tuple(_label(label, scene, box) for label in scene.labels if _is_beside(label, scene, box)),
        pieces=tuple(piece for piece in scene.pieces if piece.cell in kept),
        marks=tuple(mark for mark in scene.marks if mark.cell in kept),
        trails=tuple(trail for trail in scene.trails if kept.issuperset(trail.cells)),
    )


def _around(cells: list[Cell]) -> Box:
    return (
        min(cell.x - cell.width / 2 for cell in cells),
        min(cell.y - cell.height / 2 for cell in cells),
        max(cell.x + cell.width / 2 for cell in cells),
        max(cell.y + cell.height / 2 for cell in cells),
    )


def _within(x: float, y: float, box: Box) -> bool:
    left, top, right, bottom = box
    return left <= x <= right and top <= y <= bottom


def _moved(cell: Cell, box: Box) -> Cell:
    return replace(cell, x=cell.x - box[0], y=cell.y - box[1])


def _is_beside(label: Label, scene: Scene, box: Box) -> bool:
    """Return whether a label belongs to a row, a column or a cell that is shown."""
    across = box[0] <= label.x <= box[2] or not 0 <= label.x <= scene.width
    down = box[1] <= label.y <= box[3] or not 0 <= label.y <= scene.height
    return across and down


def _label(label: Label, scene: Scene, box: Box) -> Label:
    """Keep coordinates as far from the edge as they were."""
    return replace(
        label,
        x=_beside(label.x, scene.width, box[0], box[2]),
        y=_beside(label.y, scene.height, box[1], box[3]),
    )


def _beside(place: float, size: float, start: float, end: float) -> float:
    if place < 0:
        return place
    return end - start + place - size if place > size else place - start
