"""What a tree search has found: the statistics below the root of its trees, as an analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from caserne.bots.bot import MOST_ITERATIONS, Analysis, Candidate
from caserne.bots.tree import DEPTH, DONE, NONE, ROOT, list_children
from caserne.core.game.observation import Observation

Array = np.ndarray[Any, Any]


class Tree(Protocol):
    """The parts of a workspace that are read."""

    @property
    def nodes(self) -> Array: ...

    @property
    def tally(self) -> Array: ...

    @property
    def moves(self) -> Array: ...


def read_analysis(observation: Observation, trees: Sequence[Tree]) -> Analysis:
    """Merge the statistics of the roots of several trees."""
    write, hidden = observation.game.write_move, observation.game.about.hidden
    actor = int(observation.view[0].actor)
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    guesses: dict[int, float] = {}
    for tree in trees:
        found = tree.nodes[_children(tree, ROOT)]
        facts = (found["action"], found["visits"], found["value"][:, actor], found["guess"])
        for action, times, value, guess in zip(*(column.tolist() for column in facts), strict=True):
            visits[action] = visits.get(action, 0) + times
            values[action] = values.get(action, 0.0) + value
            guesses[action] = guess
    total = max(sum(visits.values()), 1)
    value = sum(values.values()) / total
    means = {action: values[action] / visits[action] if visits[action] else guesses[action] for action in visits}
    ranking = sorted(visits, key=lambda action: (-visits[action], -means[action], action))
    return Analysis(
        value,
        tuple(Candidate(write([action]), means[action], visits[action] / total) for action in ranking),
        tuple(write([action]) for action in _line(trees[0], ranking[0], hidden)),
        max(int(tree.tally[DEPTH]) for tree in trees) // (2 if hidden else 1),
        sum(int(tree.tally[DONE]) for tree in trees),
    )


def lead(tree: Tree) -> int:
    """Return by how many visits the most visited move leads; a single move cannot be overtaken."""
    visits = np.sort(tree.nodes["visits"][_children(tree, ROOT)])
    return int(visits[-1] - visits[-2]) if visits.size > 1 else MOST_ITERATIONS * visits.size


def _line(tree: Tree, first: int, hidden: bool) -> list[int]:
    """Follow the most visited actions from a given first one."""
    line = [first]
    children = _children(tree, ROOT)
    node = int(children[tree.nodes["action"][children] == first][0])
    while True:
        if hidden:
            node = _most_visited(tree, node)
        node = _most_visited(tree, node)
        if node == NONE or not tree.nodes["visits"][node]:
            return line
        line.append(int(tree.nodes["action"][node]))


def _most_visited(tree: Tree, node: int) -> int:
    """Return the most visited child, or NONE."""
    children = _children(tree, node)
    if node == NONE or not children.size:
        return NONE
    return int(children[np.argmax(tree.nodes["visits"][children])])


def _children(tree: Tree, node: int) -> Array:
    """Return the indices of the children of a node."""
    found = np.zeros(tree.moves.size, np.int32)
    return found[: list_children(tree, node, found)][::-1]
