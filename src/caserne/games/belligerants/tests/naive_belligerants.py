"""A second, simple implementation of Les Belligérants, written from the rulebook to check the compiled rules.

It imports nothing from caserne. The board is a dictionary from squares (file, rank) to pawns (code, side, kept); every
line is followed square by square.
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
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def order(square):
    """Sort key of BE notation order: by rank upwards, then by column."""
    return square[1], square[0]


def name(square):
    return "abcdefghijklmnopqrst"[square[0]] + str(square[1] + 1)


def square_of(text):
    return "abcdefghijklmnopqrst".index(text[0]), int(text[1:]) - 1


class NaiveBelligerants:
    """One game; `play` changes it in place."""

    def __init__(self, map_text, position, capture="huff", water="forbidden", quiet_limit=200, max_plies=0):
        rows = map_text.split("/")[::-1]
        self.ground = {(x, y): row[2 * x] for y, row in enumerate(rows) for x in range(len(row) // 2)}
        self.stars = {(x, y) for y, row in enumerate(rows) for x in range(len(row) // 2) if row[2 * x + 1] == "*"}
        self.capture, self.water, self.quiet_limit, self.max_plies = capture, water, quiet_limit, max_plies
        self.line_cache = {}
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
        self.check_end()

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

    # Effects of ground and neighbours

    def camp(self, side):
        squares = sorted((square for square in self.ground if self.ground[square] == side), key=order)
        return squares if side == "J" else squares[::-1]

    def has_entered(self, square):
        return self.ground[square] == OTHER[self.board[square][1]]

    def is_wounded(self, square):
        return self.ground[square] == "w" and self.board[square][0] not in HARDY

    def holding_rule(self, square):
        """BE-14, BE-15: return the rule that holds a pawn except on a devil, or None."""
        if self.board[square][0] in HARDY:
            return None
        return {"e": "BE-14", "w": "BE-15"}.get(self.ground[square])

    def is_guarded(self, square):
        side = self.board[square][1]
        near = [(square[0] + x, square[1] + y) for x, y in DIRECTIONS]
        return any(self.board.get(other, ("", "", ""))[:2] == ("SE", side) for other in near)

    def is_closed(self, side):
        return any(self.board[square][1] == side for square in self.camp(side) if square in self.board)

    def is_deadly(self, square, code):
        return code not in HARDY and self.ground[square] in "k~"

    # Lines

    def lines(self, origin, number):
        """Return all lines of that many squares that turn only on crossroads; cached."""
        if (origin, number) in self.line_cache:
            return self.line_cache[origin, number]
        lines = [([origin], direction) for direction in DIRECTIONS]
        for _ in range(number):
            longer = []
            for line, direction in lines:
                square = (line[-1][0] + direction[0], line[-1][1] + direction[1])
                if square in self.ground:
                    directions = DIRECTIONS if square in self.stars else [direction]
                    longer += [([*line, square], onward) for onward in directions]
            lines = longer
        self.line_cache[origin, number] = {tuple(line) for line, _ in lines}
        return self.line_cache[origin, number]

    def numbers(self):
        return [1, 2, 3, 4, 5] if self.die == "D" else [int(self.die)]

    def stopping_rule(self, line):
        """Return the rule that first stops a line, or None."""
        origin = line[0]
        code, side, _ = self.board[origin]
        on_foot = code not in HARDY and code not in FLYERS
        inside = self.has_entered(origin)
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
            if not last and not inside and self.ground[square] == OTHER[side] and self.is_closed(side):
                return "BE-19"
        return None

    def refusals_at_end(self, origin, target):
        """Return the rules that forbid to end on the target."""
        code, side, _ = self.board[origin]
        refused = set()
        if self.ground[target] == "~" and code not in HARDY and self.water == "forbidden":
            refused.add("BE-12")
        if self.ground[target] == OTHER[side] and not self.has_entered(origin) and self.is_closed(side):
            refused.add("BE-19")
        if target not in self.board:
            return refused
        victim, owner, _ = self.board[target]
        if owner == side:
            if code != "AM" or not self.is_wounded(target):
                refused.add("BE-7")
            elif self.free_camp_square(side, origin) is None:
                refused.add("BE-17")
            return refused
        if code == "AM":
            if not self.is_wounded(target):
                refused.add("BE-17")
        else:
            if victim not in TAKES[code].split():
                refused.add("BE-8")
            if self.is_wounded(target):
                refused.add("BE-15")
        if self.ground[target] == "g":
            refused.add("BE-13")
        if self.is_guarded(target):
            refused.add("BE-16")
        if self.has_entered(target):
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
        if self.die != "D" and self.holding_rule(origin):
            return set()
        lines = [line for number in self.numbers() for line in self.lines(origin, number)]
        reached = {line[-1] for line in lines if line[-1] != origin and self.stopping_rule(line) is None}
        return {square for square in reached if not self.refusals_at_end(origin, square)}

    def takes(self, target):
        return target in self.board and self.board[target][1] != self.side

    def takers(self):
        """BE-20: return the pawns that could take."""
        return [origin for origin in self.own() if any(self.takes(target) for target in self.ends(origin))]

    def legal(self):
        if self.over:
            return []
        if self.die == "?":
            return list("12345D")
        moves = []
        must_take = self.capture == "mandatory" and self.die != "D" and self.takers()
        for origin in self.own():
            for target in self.ends(origin):
                if must_take and not self.takes(target):
                    continue
                moves.append(f"{name(origin)}-{name(target)}")
                if self.may_keep(origin, target):
                    moves.append(moves[-1] + "*")
        return sorted(moves) or ["pass"]

    def refused(self, move):
        """Return the rules that refuse a move, by the first stage that refuses."""
        if self.over:
            return ["BE-21"]
        if self.die == "?":
            return [] if move in "12345D" else ["BE-2"]
        if "-" not in move:
            return [] if move == "pass" and self.legal() == ["pass"] else ["BE-2"]
        origin, target = map(square_of, move.rstrip("*").split("-"))
        if origin not in self.own():
            return ["BE-2"]
        if self.die != "D" and self.holding_rule(origin):
            return [self.holding_rule(origin)]
        lines = [line for number in self.numbers() for line in self.lines(origin, number) if line[-1] == target]
        shape = ["BE-4"] * (not lines) + ["BE-5"] * (origin == target)
        if shape:
            return shape
        stops = {self.stopping_rule(line) for line in lines}
        if None not in stops:
            return sorted(stops, key=number_of)
        refused = self.refusals_at_end(origin, target)
        if move.endswith("*") and not self.may_keep(origin, target):
            refused.add("BE-9")
        if refused:
            return sorted(refused, key=number_of)
        must_take = self.capture == "mandatory" and self.die != "D" and self.takers()
        return ["BE-20"] if must_take and not self.takes(target) else []

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
        self.check_end()

    def move(self, origin, target, keep):
        side = self.side
        takes = self.takes(target)
        huffable = self.takers() if self.capture == "huff" and self.die != "D" and not takes else []
        was_inside = self.has_entered(origin)
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
        if self.is_deadly(target, pawn[0]):
            self.quiet = 0
            huffable = [square for square in huffable if square != origin]
        else:
            self.board[target] = pawn
            huffable = [target if square == origin else square for square in huffable]
            if self.has_entered(target) and not was_inside:
                self.quiet = 0
        huffable = [square for square in huffable if not self.has_entered(square)]
        if huffable:
            lost = min(huffable, key=lambda square: (-POINTS[self.board[square][0]], order(square)))
            self.held[OTHER[side]].append(self.board.pop(lost)[0])
            self.quiet = 0

    # The end

    def check_end(self):
        outside = [self.board[square][1] for square in self.board if not self.has_entered(square)]
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
            inside = [self.board[square] for square in self.board if self.has_entered(square)]
            doubled = sum(2 * POINTS[code] for code, owner, _ in inside if owner == side)
            totals.append(doubled + sum(POINTS[code] for code in self.held[side]))
        return tuple(totals)


def number_of(rule):
    return int(rule[3:])
