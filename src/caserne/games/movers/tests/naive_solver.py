"""A second, simple solver without symmetries or numbering: positions as text, moves by `naive_movers`."""

from __future__ import annotations

from itertools import combinations, product

from naive_movers import OTHER, NaiveMovers


def all_positions(ranks, pieces, camp):
    """Yield every position of so many pieces per side."""
    squares = NaiveMovers(ranks=ranks).squares
    for white in combinations(squares, pieces):
        for red in combinations([square for square in squares if square not in white], pieces):
            for faces in product("MH", repeat=2 * pieces):
                letters = [*faces[:pieces], *map(str.lower, faces[pieces:])]
                for side in "wr":
                    naive = NaiveMovers(repetition=0, ranks=ranks, camp=camp)
                    naive.board = dict(zip([*white, *red], letters, strict=True))
                    naive.arranging, naive.side = False, side
                    naive.check_end()
                    yield naive


def solve(positions):
    """Return the value of each position text to the side to move, such as "+3", "-0" or "="."""
    values, after = {}, {}
    for naive in positions:
        text = naive.text()
        if naive.winner:
            values[text] = "+0" if naive.winner == naive.side else "-0"
        elif not naive.ending:
            after[text] = [text_after(naive, move) for move in naive.legal()]
        else:
            values[text] = "="
    distance = 0
    while any(value[1:] == str(distance) for value in values.values()):
        distance += 1
        found = {}
        for text, successors in after.items():
            known = [values.get(successor, "=") for successor in successors]
            if any(value[0] == "-" for value in known):
                found[text] = f"+{distance}"
            elif all(value[0] == "+" for value in known):
                found[text] = f"-{distance}"
        values.update(found)
        for text in found:
            del after[text]
    return values | dict.fromkeys(after, "=")


def text_after(naive, move):
    board = dict(naive.board)
    twin = naive.copy()
    twin.play(move)
    assert (naive.board, twin.side) == (board, OTHER[naive.side])
    return twin.text()
