"""A second, simple implementation of Stratego, written from the rulebook to check the compiled rules.

It imports nothing from caserne. The board is a dictionary from square names to piece objects; every past board is kept.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise

FILES = "abcdefghij"
LAKES = {"c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"}
SQUARES = [file + str(rank) for rank in range(1, 11) for file in FILES]
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
OTHER = {"r": "b", "b": "r"}
RANKS = {"M": 10, "G": 9, "C": 8, "J": 7, "K": 6, "L": 5, "E": 4, "N": 3, "T": 2, "S": 1}
ARMIES = {
    "original": "M" + "G" + "CC" + "JJJ" + "KKKK" + "LLLL" + "EEEE" + "NNNNN" + "TTTTTTTT" + "S" + "BBBBBB" + "F",
    "mission": "FMGNNTTBBS",
    "barrage": "FMGNTTSB",
}


class Piece:
    """One piece: its owner, its kind, and whether it has moved and been shown."""

    def __init__(self, side, kind):
        self.side, self.kind, self.moved, self.shown = side, kind, False, False

    @property
    def letter(self):
        return self.kind if self.side == "r" else self.kind.lower()


class NaiveStratego:
    """One game; `play` changes it in place."""

    def __init__(self, position="setup", army="original", two_square=6, chase=True, quiet_limit=200, max_plies=2000):
        self.army, self.two_square, self.chase = army, two_square, chase
        self.quiet_limit, self.max_plies = quiet_limit, max_plies
        self.board = {}
        self.side = "r"
        self.plies = self.quiet = 0
        self.ending = self.winner = None
        self.history = {"r": [], "b": []}  # each player's moves: piece, origin, target
        self.chase_length = {"r": 0, "b": 0}
        self.past_boards = []
        fields = position.split(" ")
        self.arranging = fields[0] == "setup"
        if not self.arranging:
            self.read_board(*fields)
            self.check_end()
        elif len(fields) == 2:
            self.play(fields[1])

    # Text

    def read_board(self, ranks, side):
        for rank, row in zip(range(10, 0, -1), ranks.split("/"), strict=True):
            for file, letter in zip(FILES, row, strict=True):
                if letter not in ".~":
                    self.board[file + str(rank)] = Piece("r" if letter.isupper() else "b", letter.upper())
        self.side = side

    def text(self, viewer=None):
        """Return the position string, or what one side sees of it."""
        rows = ["".join(self.sign(file + str(rank), viewer) for file in FILES) for rank in range(10, 0, -1)]
        return "/".join(rows) + " " + self.side

    def sign(self, square, viewer):
        piece = self.board.get(square)
        if piece is None:
            return "~" if square in LAKES else "."
        if viewer in (None, piece.side) or piece.shown or self.ending:
            return piece.letter
        return "!" if piece.moved else "?"

    # Moves by ST-4 to ST-7

    def targets(self, origin):
        piece = self.board[origin]
        if piece.kind in "BF":
            return []
        found = []
        for direction in DIRECTIONS:
            for distance in range(1, 10 if piece.kind == "T" else 2):
                square = square_at(origin, direction, distance)
                if square is None or square in LAKES:
                    break
                there = self.board.get(square)
                if there is None or there.side != piece.side:
                    found.append(square)
                if there is not None:
                    break
        return found

    def moves(self, side):
        own = [square for square, piece in self.board.items() if piece.side == side]
        return [(origin, target) for origin in own for target in self.targets(origin)]

    # History

    def breaks_two_squares(self, origin, target):
        """ST-14, by counting back through the player's own moves."""
        if not self.two_square:
            return False
        for border in borders(origin, target):
            crossed = 0
            for piece, start, end in reversed(self.history[self.side]):
                if piece is not self.board[origin] or border not in borders(start, end):
                    break
                crossed += 1
            if crossed + 1 > self.two_square:
                return True
        return False

    def breaks_chase(self, origin, target):
        """ST-15."""
        if not self.chase or target in self.board or not self.next_to_enemy(target, self.side):
            return False
        if self.history[self.side] and self.history[self.side][-1][1:] == (target, origin):
            return False
        board_after = dict(self.board)
        board_after[target] = board_after.pop(origin)
        return any(self.past_boards[-1 - back] == board_after for back in range(1, self.chase_length[self.side]))

    def next_to_enemy(self, square, side):
        around = [square_at(square, direction, 1) for direction in DIRECTIONS]
        return any(near in self.board and self.board[near].side != side for near in around)

    def legal(self):
        if self.ending:
            return []
        free = [
            f"{origin}-{target}"
            for origin, target in self.moves(self.side)
            if not self.breaks_two_squares(origin, target) and not self.breaks_chase(origin, target)
        ]
        return sorted(free)

    def refused(self, move):
        """Return the rules that refuse a move, by the first stage that refuses."""
        if self.ending:
            return [self.ending]
        if self.arranging:
            if "-" in move:
                return ["ST-3"]
            return [] if sorted(move.replace(".", "")) == sorted(ARMIES[self.army]) else ["ST-1"]
        if "-" not in move:
            return ["ST-3"]
        origin, target = move.split("-")
        piece = self.board.get(origin)
        if piece is None or piece.side != self.side:
            return ["ST-3"]
        if piece.kind in "BF":
            return ["ST-5"]
        files, ranks = ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])
        distance = abs(files) + abs(ranks)
        if distance == 0 or (files and ranks) or (distance > 1 and piece.kind != "T"):
            return ["ST-4"]
        direction = (files // distance, ranks // distance)
        squares = [square_at(origin, direction, n) for n in range(1, distance + 1)]
        blocked_by = ["ST-4"] * any(square in LAKES for square in squares)
        blocked_by += ["ST-6"] * any(square in self.board for square in squares[:-1])
        if blocked_by:
            return blocked_by
        if target in self.board and self.board[target].side == self.side:
            return ["ST-4"]
        return ["ST-14"] * self.breaks_two_squares(origin, target) + ["ST-15"] * self.breaks_chase(origin, target)

    # Playing

    def play(self, move):
        if self.arranging:
            self.arrange(move)
            return
        origin, target = move.split("-")
        side, other = self.side, OTHER[self.side]
        piece, enemy = self.board.pop(origin), self.board.get(target)
        piece.moved = True
        if len(borders(origin, target)) > 1:
            piece.shown = True
        if enemy is None:
            self.board[target] = piece
        else:
            self.fight(target, piece, enemy)
        last = self.history[other][-1][2] if self.history[other] else None
        self.chase_length[other] = self.chase_length[other] + 1 if last and are_neighbours(origin, last) else 0
        if enemy is not None:
            self.chase_length = {"r": 0, "b": 0}
        self.chase_length[side] = self.chase_length[side] + 1 if self.next_to_enemy(target, side) else 0
        self.history[side].append((piece, origin, target))
        self.quiet = 0 if enemy else self.quiet + 1
        self.plies += 1
        self.side = other
        self.check_end()

    def arrange(self, setup):
        rows = [(rank, file) for rank in (4, 3, 2, 1) for file in FILES]
        if self.side == "b":
            rows = [(11 - rank, FILES[9 - FILES.index(file)]) for rank, file in rows]
        for (rank, file), letter in zip(rows, setup, strict=True):
            if letter != ".":
                self.board[file + str(rank)] = Piece(self.side, letter)
        self.arranging = self.side == "r"
        self.side = OTHER[self.side]
        if not self.arranging:
            self.check_end()

    def fight(self, target, attacker, defender):
        """ST-8 to ST-12."""
        attacker.shown = defender.shown = True
        if defender.kind == "F":
            result = 1
        elif defender.kind == "B":
            result = 1 if attacker.kind == "N" else -1
        elif attacker.kind == "S" and defender.kind == "M":
            result = 1
        else:
            result = RANKS[attacker.kind] - RANKS[defender.kind]
        if result >= 0:
            del self.board[target]
        if result > 0:
            self.board[target] = attacker

    # The end

    def check_end(self):
        """ST-12, ST-13, ST-16, ST-17, the lowest first."""
        self.past_boards.append(dict(self.board))
        flags = {piece.side for piece in self.board.values() if piece.kind == "F"}
        if len(flags) < 2:
            self.end("ST-12", flags.pop())
        elif not self.legal():
            other = OTHER[self.side]
            self.end("ST-13", other if self.moves(other) else None)
        elif self.quiet_limit and self.quiet >= self.quiet_limit:
            self.end("ST-16", None)
        elif self.max_plies and self.plies >= self.max_plies:
            self.end("ST-17", None)

    def end(self, rule, winner):
        self.ending, self.winner = rule, winner

    def perft(self, depth):
        if depth == 0:
            return 1
        moves = self.legal()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = deepcopy(self)
            after.play(move)
            total += after.perft(depth - 1)
        return total

    def returns(self):
        if not self.ending:
            return None
        return {"r": (1, -1), "b": (-1, 1), None: (0, 0)}[self.winner]


def square_at(square, direction, distance):
    """Return the square at a distance in a direction, or None beyond the edge."""
    name = chr(ord(square[0]) + direction[0] * distance) + str(int(square[1:]) + direction[1] * distance)
    return name if name in SQUARES else None


def are_neighbours(square, other):
    return any(square_at(square, direction, 1) == other for direction in DIRECTIONS)


def borders(origin, target):
    """Return the borders that a straight move crosses, each as the set of its two squares."""
    files, ranks = ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])
    distance = abs(files) + abs(ranks)
    direction = (files // distance, ranks // distance)
    squares = [square_at(origin, direction, n) for n in range(distance + 1)]
    return [frozenset(pair) for pair in pairwise(squares)]
