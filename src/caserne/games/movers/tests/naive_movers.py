"""Movers & Hoppers written a second time, as simply as can be and straight from the contract.

The room is checked against it, so it imports nothing of the house. The board is a dictionary from a square's name to
the letter of the piece on it; whatever is wanted is looked for afresh each time.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

DIRECTIONS = [(files, ranks) for files in (-1, 0, 1) for ranks in (-1, 0, 1) if (files, ranks) != (0, 0)]
LETTERS = {"w": "MH", "r": "mh"}
OTHER = {"w": "r", "r": "w"}
TURNED_OVER = {"M": "H", "H": "M", "m": "h", "h": "m"}
CAMP_OF_WHITE = ["a1", "b1", "c1", "a2", "b2", "c2"]


class NaiveMovers:
    """One game, changed in place by `play`."""

    def __init__(self, position="setup", repetition=3, max_plies=0, expert=False, ranks=8, camp=CAMP_OF_WHITE):
        self.repetition, self.max_plies, self.expert = repetition, max_plies, expert
        self.ranks = "12345678"[:ranks]
        self.squares = [file + rank for file in "abc" for rank in self.ranks]
        self.camp = {"w": camp, "r": [self.across(square) for square in camp]}
        self.board = {}
        self.side = "w"
        self.plies = 0
        self.stood = []
        self.ending = None
        self.winner = None
        fields = position.split(" ")
        self.arranging = fields[0] == "setup"
        if not self.arranging:
            self.read_board(*fields)
            self.settle()
        elif len(fields) == 2:
            self.play(fields[1])

    def copy(self):
        twin = NaiveMovers()
        twin.__dict__.update(self.__dict__, board=dict(self.board), stood=list(self.stood))
        return twin

    # Text

    def read_board(self, ranks, side):
        for rank, row in zip(reversed(self.ranks), ranks.split("/"), strict=True):
            for digit in "123":
                row = row.replace(digit, "." * int(digit))
            for file, letter in zip("abc", row, strict=True):
                if letter != ".":
                    self.board[file + rank] = letter
        self.side = side

    def text(self):
        if self.arranging:
            return " ".join(["setup", "".join(self.board[square] for square in self.camp["w"] if self.board)]).strip()
        rows = ["".join(self.board.get(file + rank, ".") for file in "abc") for rank in reversed(self.ranks)]
        board = "/".join(rows).replace("...", "3").replace("..", "2").replace(".", "1")
        return f"{board} {self.side}"

    # The pieces

    def across(self, square):
        """The square that the player opposite calls so."""
        return "cba"["abc".index(square[0])] + str(len(self.ranks) + 1 - int(square[1]))

    def neighbour(self, square, way, distance):
        """The square that many squares away, or None beyond the edge."""
        name = chr(ord(square[0]) + way[0] * distance) + str(int(square[1:]) + way[1] * distance)
        return name if name in self.squares else None

    def own(self, side):
        return [square for square in self.board if self.board[square] in LETTERS[side]]

    def steps(self, origin):
        """MH-3."""
        near = [self.neighbour(origin, way, 1) for way in DIRECTIONS]
        return [square for square in near if square and square not in self.board]

    def jumps(self, origin):
        """MH-4."""
        landings = []
        for way in DIRECTIONS:
            distance = 1
            while self.neighbour(origin, way, distance) in self.board:
                distance += 1
            landing = self.neighbour(origin, way, distance)
            if distance > 1 and landing:
                landings.append(landing)
        return landings

    def targets(self, origin):
        return self.steps(origin) if self.board[origin] in "Mm" else self.jumps(origin)

    def moves(self, side):
        return [f"{origin}-{target}" for origin in self.own(side) for target in self.targets(origin)]

    # Moves

    def legal(self):
        if self.ending:
            return []
        if self.arranging:
            return sorted(setup for setup in map("".join, product("MH", repeat=6)) if self.fits(setup))
        return sorted(self.moves(self.side)) or ["pass"]

    def fits(self, setup):
        """MH-1, MH-12."""
        return self.expert or setup.count("M") == 3

    def refused(self, move):
        """The rules that refuse a move."""
        if self.ending:
            return [self.ending]
        if self.arranging:
            if move[0] not in "MH":
                return ["MH-2"]
            return [] if self.fits(move) else ["MH-1"]
        if move[0] in "MH":
            return ["MH-2"]
        if move == "pass":
            return ["MH-9"] if self.moves(self.side) else []
        origin, target = move.split("-")
        if origin not in self.own(self.side):
            return ["MH-2"]
        if target in self.targets(origin):
            return []
        return ["MH-3"] if self.board[origin] in "Mm" else ["MH-4"]

    def play(self, move):
        if self.arranging:
            letters = move if self.side == "w" else move.lower()
            self.board.update(zip(self.camp[self.side], letters, strict=True))
            self.arranging = self.side == "w"
            self.side = OTHER[self.side]
            if not self.arranging:
                self.settle()
            return
        if move != "pass":
            origin, target = move.split("-")
            self.board[target] = TURNED_OVER[self.board.pop(origin)]
        self.side = OTHER[self.side]
        self.plies += 1
        self.settle()

    # The end

    def settle(self):
        """MH-7 to MH-11, the lowest first."""
        self.stood.append(self.text())
        arrived = [side for side in "wr" if self.inside(side) == len(self.camp["w"])]
        winners = arrived or [side for side in "wr" if self.inside(side) and self.full(self.camp[OTHER[side]])]
        if winners:
            self.ending = "MH-7" if arrived else "MH-8"
            self.winner = winners[0] if len(winners) == 1 else "both"  # by loading only; the contract is silent on it
        elif not self.moves("w") and not self.moves("r"):
            self.ending = "MH-9"
        elif self.repetition and self.stood.count(self.text()) >= self.repetition:
            self.ending = "MH-10"
        elif self.max_plies and self.plies >= self.max_plies:
            self.ending = "MH-11"

    def inside(self, side):
        """How many pieces of a side stand in the opposite camp."""
        return sum(square in self.camp[OTHER[side]] for square in self.own(side))

    def full(self, camp):
        return all(square in self.board for square in camp)

    def returns(self):
        if not self.ending:
            return None
        return {"w": (1, -1), "r": (-1, 1), None: (0, 0)}[self.winner]

    def perft(self, depth):
        if depth == 0:
            return 1
        moves = self.legal()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = self.copy()
            after.play(move)
            total += after.perft(depth - 1)
        return total


def read_perft_table():
    """The lines of perft.txt as (options, position, counts by depth from 1)."""
    for line in Path(__file__).with_name("perft.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            options, position, counts = (field.strip() for field in line.split("|"))
            chosen = dict(option.split("=") for option in options.split())
            yield chosen, position, [int(count) for count in counts.split()]


if __name__ == "__main__":  # says where perft.txt is wrong, and counts a few minutes
    for options, position, counts in read_perft_table():
        game = NaiveMovers(position, **{name: value == "true" or int(value) for name, value in options.items()})
        for depth, count in enumerate(counts, 1):
            found = game.perft(depth)
            print(options, position, depth, found, "" if found == count else f"and not {count}", flush=True)
