"""A second, simple implementation of Movers & Hoppers, written from the rulebook to check the compiled rules.

It imports nothing from caserne. The board is a dictionary from square names to piece letters; everything else is
computed when needed.
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
    """One game; `play` changes it in place."""

    def __init__(self, position="setup", repetition=3, max_plies=0, expert=False, ranks=8, camp=CAMP_OF_WHITE):
        self.repetition, self.max_plies, self.expert = repetition, max_plies, expert
        self.ranks = "12345678"[:ranks]
        self.squares = [file + rank for file in "abc" for rank in self.ranks]
        self.camp = {"w": camp, "r": [self.turned_square(square) for square in camp]}
        self.board = {}
        self.side = "w"
        self.plies = 0
        self.past_positions = []
        self.ending = None
        self.winner = None
        fields = position.split(" ")
        self.arranging = fields[0] == "setup"
        if not self.arranging:
            self.read_board(*fields)
            self.check_end()
        elif len(fields) == 2:
            self.play(fields[1])

    def copy(self):
        twin = NaiveMovers()
        twin.__dict__.update(self.__dict__, board=dict(self.board), past_positions=list(self.past_positions))
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

    def turned_square(self, square):
        """Return the square with the board turned by 180 degrees."""
        return "cba"["abc".index(square[0])] + str(len(self.ranks) + 1 - int(square[1]))

    def neighbour(self, square, direction, distance):
        """Return the square at a distance in a direction, or None beyond the edge."""
        name = chr(ord(square[0]) + direction[0] * distance) + str(int(square[1:]) + direction[1] * distance)
        return name if name in self.squares else None

    def own(self, side):
        return [square for square in self.board if self.board[square] in LETTERS[side]]

    def steps(self, origin):
        """MH-3: return the targets of a mover."""
        near = [self.neighbour(origin, direction, 1) for direction in DIRECTIONS]
        return [square for square in near if square and square not in self.board]

    def jumps(self, origin):
        """MH-4: return the targets of a hopper."""
        landings = []
        for direction in DIRECTIONS:
            distance = 1
            while self.neighbour(origin, direction, distance) in self.board:
                distance += 1
            landing = self.neighbour(origin, direction, distance)
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
        """MH-1, MH-12: check the faces of a set-up."""
        return self.expert or setup.count("M") == 3

    def refused(self, move):
        """Return the rules that refuse a move."""
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
                self.check_end()
            return
        if move != "pass":
            origin, target = move.split("-")
            self.board[target] = TURNED_OVER[self.board.pop(origin)]
        self.side = OTHER[self.side]
        self.plies += 1
        self.check_end()

    # The end

    def check_end(self):
        """MH-7 to MH-11: end the game by the lowest rule that applies."""
        self.past_positions.append(self.text())
        arrived = [side for side in "wr" if self.count_arrived(side) == len(self.camp["w"])]
        filled = [side for side in "wr" if self.count_arrived(side) and self.is_full(self.camp[OTHER[side]])]
        winners = arrived or filled
        if winners:
            self.ending = "MH-7" if arrived else "MH-8"
            self.winner = winners[0] if len(winners) == 1 else "both"  # possible only in positions read from text
        elif not self.moves("w") and not self.moves("r"):
            self.ending = "MH-9"
        elif self.repetition and self.past_positions.count(self.text()) >= self.repetition:
            self.ending = "MH-10"
        elif self.max_plies and self.plies >= self.max_plies:
            self.ending = "MH-11"

    def count_arrived(self, side):
        """Count the pieces of a side in the opposite camp."""
        return sum(square in self.camp[OTHER[side]] for square in self.own(side))

    def is_full(self, camp):
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
    """Yield the lines of perft.txt as (options, position, counts by depth from 1)."""
    for line in Path(__file__).with_name("perft.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            options, position, counts = (field.strip() for field in line.split("|"))
            chosen = dict(option.split("=") for option in options.split())
            yield chosen, position, [int(count) for count in counts.split()]


if __name__ == "__main__":  # prints where perft.txt is wrong; takes a few minutes
    for options, position, counts in read_perft_table():
        game = NaiveMovers(position, **{name: value == "true" or int(value) for name, value in options.items()})
        for depth, count in enumerate(counts, 1):
            found = game.perft(depth)
            print(options, position, depth, found, "" if found == count else f"and not {count}", flush=True)
