"""A second, simple implementation of The Glorious Manoeuvres, written from the rulebook to check the compiled rules.

It imports nothing from caserne. Soldiers are names such as `R1`; the track is a dictionary from a square to the names
on it, bottom first; everything else is computed when needed.
"""

from __future__ import annotations

import re

SUGGESTED = "12,20,47,65/8,24,31,36,60,74/25,40,55"
TROOP = {2: 6, 3: 4, 4: 3}


class NaiveManoeuvre:
    """One game; `play` changes it in place."""

    def __init__(
        self, position="- - --- R?", players=2, layout=SUGGESTED, base="stack", order_bonus=False, order_penalty=False
    ):
        self.seats = "RYBG"[:players]
        self.soldiers = [f"{seat}{number}" for seat in self.seats for number in range(1, TROOP[players] + 1)]
        black, white, grey = ([int(square) for square in part.split(",")] for part in layout.split("/"))
        self.black, self.white, self.grey_squares = black, white, grey
        self.direct, self.bonus, self.penalty = base == "direct", order_bonus, order_penalty
        self.read(position)
        self.advance_turn()

    def copy(self):
        twin = object.__new__(NaiveManoeuvre)
        twin.__dict__.update(self.__dict__)
        twin.track = {square: list(stack) for square, stack in self.track.items()}
        twin.yard, twin.grey, twin.moved = list(self.yard), list(self.grey), set(self.moved)
        return twin

    # Text

    def read(self, position):
        stacks, yard, grey, seat = position.split(" ")
        self.track, self.moved, self.yard = {}, set(), []
        for part in stacks.split(",") if stacks != "-" else []:
            square, names = part.split(":")
            self.track[int(square)] = re.findall(r"[RYBG]\d", names)
            self.moved |= {name[:2] for name in re.findall(r"[RYBG]\d'", names)}
        for part in yard.split(",") if yard != "-" else []:
            place, name = part.split(":")
            self.yard.append((int(place), name))
        self.grey = list(grey)
        self.seat, self.die = seat[0], seat[1:]
        self.over = False

    def text(self):
        stacks = ",".join(
            f"{square}:" + "".join(name + "'" * (name in self.moved) for name in self.track[square])
            for square in sorted(self.track)
            if self.track[square]
        )
        yard = ",".join(f"{place}:{name}" for place, name in self.yard)
        seat = "-" if self.over else self.seat + self.die
        return f"{stacks or '-'} {yard or '-'} {''.join(self.grey)} {seat}"

    # The soldiers

    def on(self, square):
        return self.track.get(square, [])

    def waiting(self, seat):
        out = [name for stack in self.track.values() for name in stack] + [name for _, name in self.yard]
        return [name for name in self.soldiers if name[0] == seat and name not in out]

    def levels(self, square):
        return len(self.on(square)) + (square in self.black + self.white)

    def maximum(self, square):
        """GM-8 to GM-11: return the maximum of the soldier on top."""
        place = len([other for other in self.track if other >= square and self.on(other)])
        base = 3 if square in self.black else 2 if square in self.white else 1
        if self.direct and len(self.on(square)) > 1:
            base = 1
        return place * self.levels(square) * base

    def can_move(self, seat):
        """GM-5, GM-6: return the squares of a seat's soldiers that can move."""
        tops = [square for square in self.track if self.on(square) and self.on(square)[-1][0] == seat]
        return [square for square in tops if self.on(square)[-1] not in self.moved]

    def targets(self, square):
        farthest = square + self.maximum(square)
        near = [str(target) for target in range(square + 1, min(farthest, 84) + 1) if self.levels(target) < 3]
        return near + ["yard"] * (farthest > 84)

    # Moves

    def legal(self):
        if self.over:
            return []
        if self.die == "?":
            return [str(face) for face in range(1, 7) if len(self.on(face)) < 3]
        if self.die:
            return self.waiting(self.seat)
        return sorted(f"{square}-{target}" for square in self.can_move(self.seat) for target in self.targets(square))

    def refused(self, move):
        """Return the rules that refuse a move."""
        if self.over:
            return ["GM-15"]
        if move in self.legal():
            return []
        if move.isdigit():
            return ["GM-3"]
        if "-" not in move:
            return ["GM-4"]
        if self.die:
            return ["GM-5"]
        origin, target = move.split("-")
        stack = self.on(int(origin))
        if not any(name[0] == self.seat for name in stack) or stack[-1] in self.moved:
            return ["GM-5"]
        if stack[-1][0] != self.seat:
            return ["GM-6"]
        if target == "yard":
            return ["GM-14"]
        farthest = int(origin) + self.maximum(int(origin))
        return ["GM-12"] if int(origin) < int(target) <= farthest else ["GM-8"]

    def play(self, move):
        if self.die == "?":
            if self.bonus or self.penalty:
                self.die = move
            else:
                self.place(self.waiting(self.seat)[0], int(move))
        elif self.die:
            self.place(move, int(self.die))
        else:
            self.move(*move.split("-"))
        self.advance_turn()

    def place(self, name, square):
        self.track.setdefault(square, []).append(name)
        self.seat = self.next_seat()
        self.die = "?" if self.waiting(self.seat) else ""

    def move(self, origin, target):
        name = self.track[int(origin)].pop()
        if target == "yard":
            taken = [place for place, _ in self.yard]
            places = [place for place in range(12, 0, -1) if place not in taken]
            comrades = [other for _, other in self.yard if other[0] == name[0]]
            out_of_order = int(name[1]) != len(comrades) + 1
            self.yard.append((places[-1] if self.penalty and out_of_order else places[0], name))
            return
        self.track.setdefault(int(target), []).append(name)
        self.moved.add(name)
        for value, square in enumerate(self.grey_squares):
            if square == int(target) and self.grey[value] == "-":
                self.grey[value] = name[0]

    def next_seat(self):
        return self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]

    def advance_turn(self):
        """GM-5, GM-15: end the game, or find the next seat that can move."""
        if len(self.yard) >= 11:
            for square in self.track:
                if self.on(square):
                    (left,) = set(range(1, 13)) - {place for place, _ in self.yard}
                    self.yard.append((left, self.track[square].pop()))
            self.over, self.moved = True, set()
        while not self.over and not self.die and not self.can_move(self.seat):
            self.moved = set()
            self.seat = self.next_seat()

    # The result

    def scores(self):
        points = []
        for seat in self.seats:
            own = [(place, name) for place, name in self.yard if name[0] == seat]
            total = sum(place for place, _ in own)
            total += sum(value for value, owner in enumerate(self.grey, 1) if owner == seat)
            names = [name for _, name in own]
            points.append(total * 2 if self.bonus and names == sorted(names) else total)
        return points

    def returns(self):
        scores = self.scores()
        compared = [[(own > other) - (own < other) for other in scores] for own in scores]
        return [sum(row) / (len(scores) - 1) for row in compared]

    def perft(self, depth):
        if depth == 0:
            return 1
        total = 0
        for move in self.legal():
            after = self.copy()
            after.play(move)
            total += after.perft(depth - 1)
        return total
