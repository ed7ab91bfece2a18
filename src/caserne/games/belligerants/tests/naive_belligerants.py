"""Les Belligérants written a second time, as simply as can be and straight from the contract.

The room is checked against it, so it imports nothing of the house. A board is a dictionary from squares (file, rank) to
pawns (code, side, kept); every line is walked square by square, afresh each time.
"""

from __future__ import annotations

from itertools import pairwise

POINTS = {
    "EM": 1000, "BO": 700, "AC": 600, "DC": 600, "MI": 500, "CA": 500, "TK": 400, "OF": 400, "AM": 300, "ES": 300,
    "PA": 200, "SE": 200, "SO": 100,
}  # fmt: skip
TAKES = {
    "EM": "ES", "BO": "BO AC TK CA", "AC": "AC BO DC MI", "DC": "BO AC", "MI": "MI OF PA SO", "CA": "CA TK OF",
    "TK": "TK MI SO", "OF": "OF SO TK CA", "AM": "", "ES": "EM BO AC DC MI CA TK OF ES PA SE", "PA": "PA SO SE DC",
    "SE": "PA SO", "SO": "SO",
}  # fmt: skip
HARDY = ("ES", "AM")
FLYERS = ("BO", "AC")
KEEPABLE = ("BO", "AC", "DC", "CA", "MI", "TK")
OTHER = {"J": "R", "R": "J"}
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def order(square):
    """BE notation order: by rank upwards, then by column."""
    return square[1], square[0]


def name(square):
    return "abcdefghijklmnopqrst"[square[0]] + str(square[1] + 1)


def square_of(text):
    return "abcdefghijklmnopqrst".index(text[0]), int(text[1:]) - 1


class NaiveBelligerants:
    """One game, changed in place by `play`."""

    def __init__(self, map_text, position, capture="huff", water="forbidden", quiet_limit=200, max_plies=0):
        rows = map_text.split("/")[::-1]
        self.ground = {(x, y): row[2 * x] for y, row in enumerate(rows) for x in range(len(row) // 2)}
        self.stars = {(x, y) for y, row in enumerate(rows) for x in range(len(row) // 2) if row[2 * x + 1] == "*"}
        self.capture, self.water, self.quiet_limit, self.max_plies = capture, water, quiet_limit, max_plies
        self.found = {}
        self.board = {}
        self.held = {}
        yellow, pink, held_by_yellow, held_by_pink, side = position.split(" ")
        for owner, pawns in (("J", yellow), ("R", pink)):
            for pawn in pawns.split(",") if pawns != "-" else []:
                self.board[square_of(pawn[2:].rstrip("*"))] = (pawn[:2], owner, pawn.endswith("*"))
        for owner, codes in (("J", held_by_yellow), ("R", held_by_pink)):
            self.held[owner] = codes.split(",") if codes != "-" else []
        self.side, self.die = side
        self.plies = self.quiet = 0
        self.over = False
        self.settle()

    def text(self):
        armies = [
            ",".join(
                self.board[square][0] + name(square) + "*" * self.board[square][2]
                for square in sorted(self.board, key=order)
                if self.board[square][1] == owner
            )
            for owner in "JR"
        ]
        held = [",".join(sorted(self.held[owner], key=list(POINTS).index)) for owner in "JR"]
        return " ".join([*(part or "-" for part in armies + held), self.side + self.die])

    # What ground and neighbours do

    def camp(self, side):
        squares = sorted((square for square in self.ground if self.ground[square] == side), key=order)
        return squares if side == "J" else squares[::-1]

    def entered(self, square):
        return self.ground[square] == OTHER[self.board[square][1]]

    def wounded(self, square):
        return self.ground[square] == "w" and self.board[square][0] not in HARDY

    def stuck(self, square):
        """BE-14, BE-15: the rule that holds a pawn fast, except on a devil."""
        if self.board[square][0] in HARDY:
            return None
        return {"e": "BE-14", "w": "BE-15"}.get(self.ground[square])

    def guarded(self, square):
        side = self.board[square][1]
        near = [(square[0] + x, square[1] + y) for x, y in WAYS]
        return any(self.board.get(other, ("", "", ""))[:2] == ("SE", side) for other in near)

    def closed(self, side):
        return any(self.board[square][1] == side for square in self.camp(side) if square in self.board)

    def deadly(self, square, code):
        return code not in HARDY and self.ground[square] in "k~"

    # Lines

    def lines(self, origin, number):
        """All lines of that many squares, as lists of squares, turning only on crossroads; found once."""
        if (origin, number) in self.found:
            return self.found[origin, number]
        begun = [([origin], way) for way in WAYS]
        for _ in range(number):
            longer = []
            for line, way in begun:
                square = (line[-1][0] + way[0], line[-1][1] + way[1])
                if square in self.ground:
                    ways = WAYS if square in self.stars else [way]
                    longer += [([*line, square], onward) for onward in ways]
            begun = longer
        self.found[origin, number] = {tuple(line) for line, _ in begun}
        return self.found[origin, number]

    def numbers(self):
        return [1, 2, 3, 4, 5] if self.die == "D" else [int(self.die)]

    def stop(self, line):
        """The rule that stops a line first, or None."""
        origin = line[0]
        code, side, _ = self.board[origin]
        on_foot = code not in HARDY and code not in FLYERS
        inside = self.entered(origin)
        for before, square in pairwise(line):
            last = square is line[-1]
            corners = [(before[0], square[1]), (square[0], before[1])]
            diagonal = before[0] != square[0] and before[1] != square[1]
            if on_foot and diagonal and all(self.ground[corner] == "~" for corner in corners):
                return "BE-12"
            if not last and square in self.board and square != origin and code not in FLYERS:
                return "BE-6"
            if not last and on_foot and self.ground[square] == "~":
                return "BE-12"
            if inside and self.ground[square] != OTHER[side]:
                return "BE-19"
            if not last and not inside and self.ground[square] == OTHER[side] and self.closed(side):
                return "BE-19"
        return None

    def bad_end(self, origin, target):
        """The rules that forbid to end there."""
        code, side, _ = self.board[origin]
        refused = set()
        if self.ground[target] == "~" and code not in HARDY and self.water == "forbidden":
            refused.add("BE-12")
        if self.ground[target] == OTHER[side] and not self.entered(origin) and self.closed(side):
            refused.add("BE-19")
        if target not in self.board:
            return refused
        victim, owner, _ = self.board[target]
        if owner == side:
            if code != "AM" or not self.wounded(target):
                refused.add("BE-7")
            elif self.free_camp_square(side, origin) is None:
                refused.add("BE-17")
            return refused
        if code == "AM":
            if not self.wounded(target):
                refused.add("BE-17")
        else:
            if victim not in TAKES[code].split():
                refused.add("BE-8")
            if self.wounded(target):
                refused.add("BE-15")
        if self.ground[target] == "g":
            refused.add("BE-13")
        if self.guarded(target):
            refused.add("BE-16")
        if self.entered(target):
            refused.add("BE-19")
        return refused

    def free_camp_square(self, side, origin):
        free = [square for square in self.camp(side) if square not in self.board or square == origin]
        return free[0] if free else None

    def may_keep(self, origin, target):
        if self.die != "D" or target not in self.board:
            return False
        victim, owner, kept = self.board[target]
        worn = [code for code, side, kept in self.board.values() if kept and side == self.side]
        if owner == self.side or kept or victim not in KEEPABLE or victim in worn:
            return False
        return self.ground[origin] not in "~k"

    # Moves

    def own(self):
        return [square for square in self.board if self.board[square][1] == self.side]

    def ends(self, origin):
        if self.die != "D" and self.stuck(origin):
            return set()
        lines = [line for number in self.numbers() for line in self.lines(origin, number)]
        reached = {line[-1] for line in lines if line[-1] != origin and self.stop(line) is None}
        return {square for square in reached if not self.bad_end(origin, square)}

    def takes(self, target):
        return target in self.board and self.board[target][1] != self.side

    def takers(self):
        """BE-20: the pawns that could take."""
        return [origin for origin in self.own() if any(self.takes(target) for target in self.ends(origin))]

    def legal(self):
        if self.over:
            return []
        if self.die == "?":
            return list("12345D")
        moves = []
        obliged = self.capture == "mandatory" and self.die != "D" and self.takers()
        for origin in self.own():
            for target in self.ends(origin):
                if obliged and not self.takes(target):
                    continue
                moves.append(f"{name(origin)}-{name(target)}")
                if self.may_keep(origin, target):
                    moves.append(moves[-1] + "*")
        return sorted(moves) or ["pass"]

    def refused(self, move):
        """The rules that refuse a move, by the stages of the contract."""
        if self.over:
            return ["BE-21"]
        if self.die == "?":
            return [] if move in "12345D" else ["BE-2"]
        if "-" not in move:
            return [] if move == "pass" and self.legal() == ["pass"] else ["BE-2"]
        origin, target = map(square_of, move.rstrip("*").split("-"))
        if origin not in self.own():
            return ["BE-2"]
        if self.die != "D" and self.stuck(origin):
            return [self.stuck(origin)]
        lines = [line for number in self.numbers() for line in self.lines(origin, number) if line[-1] == target]
        shape = ["BE-4"] * (not lines) + ["BE-5"] * (origin == target)
        if shape:
            return shape
        stops = {self.stop(line) for line in lines}
        if None not in stops:
            return sorted(stops, key=number_of)
        refused = self.bad_end(origin, target)
        if move.endswith("*") and not self.may_keep(origin, target):
            refused.add("BE-9")
        if refused:
            return sorted(refused, key=number_of)
        obliged = self.capture == "mandatory" and self.die != "D" and self.takers()
        return ["BE-20"] if obliged and not self.takes(target) else []

    def play(self, move):
        if self.die == "?":
            self.die = move
            return
        self.quiet += 1
        if move != "pass":
            self.move(*map(square_of, move.rstrip("*").split("-")), move.endswith("*"))
        self.plies += 1
        if self.die != "D":
            self.side = OTHER[self.side]
        self.die = "?"
        self.settle()

    def move(self, origin, target, keep):
        side = self.side
        takes = self.takes(target)
        huffable = self.takers() if self.capture == "huff" and self.die != "D" and not takes else []
        was_inside = self.entered(origin)
        pawn = self.board.pop(origin)
        if takes:
            self.quiet = 0
            victim, _, kept = self.board.pop(target)
            if keep:
                self.board[origin] = (victim, side, True)
            elif kept and self.die == "D" and self.ground[origin] not in "~k":
                self.board[origin] = (victim, side, False)
            else:
                self.held[side].append(victim)
        elif target in self.board:
            home = self.free_camp_square(side, origin)
            self.board[home] = self.board.pop(target)
        if self.deadly(target, pawn[0]):
            self.quiet = 0
            huffable = [square for square in huffable if square != origin]
        else:
            self.board[target] = pawn
            huffable = [target if square == origin else square for square in huffable]
            if self.entered(target) and not was_inside:
                self.quiet = 0
        huffable = [square for square in huffable if not self.entered(square)]
        if huffable:
            lost = min(huffable, key=lambda square: (-POINTS[self.board[square][0]], order(square)))
            self.held[OTHER[side]].append(self.board.pop(lost)[0])
            self.quiet = 0

    # The end

    def settle(self):
        outside = [self.board[square][1] for square in self.board if not self.entered(square)]
        quiet = self.quiet_limit and self.quiet >= self.quiet_limit
        long = self.max_plies and self.plies >= self.max_plies
        if len(set(outside)) < 2 or quiet or long:
            self.over = True
            self.die = "?"

    def copy(self):
        twin = object.__new__(NaiveBelligerants)
        twin.__dict__.update(self.__dict__, board=dict(self.board), held={side: list(self.held[side]) for side in "JR"})
        return twin

    def perft(self, depth):
        moves = self.legal()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = self.copy()
            after.play(move)
            total += after.perft(depth - 1)
        return total

    def scores(self):
        totals = []
        for side in "JR":
            inside = [self.board[square] for square in self.board if self.entered(square)]
            doubled = sum(2 * POINTS[code] for code, owner, _ in inside if owner == side)
            totals.append(doubled + sum(POINTS[code] for code in self.held[side]))
        return tuple(totals)


def number_of(rule):
    return int(rule[3:])
