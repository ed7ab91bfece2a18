"""A program for the UCC contest, written from its manual alone, independent of Caserne.

It keeps its own board from the confirmations, and exits with a message on stderr if the board it receives differs.
Usage: stratego_ucc_agent.py [SEED [MOVES]]; it plays the moves, separated by commas, and then random ones.
"""

import random
import sys

SETUPS = {
    "RED": ["FB8sB479B8", "BB31555583", "6724898974", "967B669999"],
    "BLUE": ["967B669999", "6724898974", "BB31555583", "FB8sB479B8"],
}
STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


def read_line() -> str:
    line = sys.stdin.readline()
    if not line or line.startswith("QUIT"):
        sys.exit(0)
    return line.rstrip("\n")


def check(true: bool, why: str) -> None:
    if not true:
        sys.exit(f"agent: {why}")


class Agent:
    def __init__(self) -> None:
        self.colour, _, width, height = read_line().split(" ")
        check((width, height) == ("10", "10"), "a board of ten by ten is expected")
        for row in SETUPS[self.colour]:
            print(row, flush=True)
        self.rows: list[list[str]] = []
        self.scripted = sys.argv[2].split(",") if len(sys.argv) > 2 else []

    def play(self) -> None:
        line = read_line()
        check((line == "START") == (self.colour == "RED"), f"the first line is {line}")
        self.rows = [list(read_line()) for _ in range(10)]
        top = self.rows[:4] if self.colour == "RED" else self.rows[6:]
        check(["".join(row) for row in top] == SETUPS[self.colour] or line != "START", "my own set-up is elsewhere")
        while True:
            print(self.choose(), flush=True)
            self.follow(read_line())
            self.follow(read_line())
            shown = [list(read_line()) for _ in range(10)]
            check(shown == self.rows, f"the board is {shown}, I expected {self.rows}")

    def choose(self) -> str:
        if self.scripted:
            return self.scripted.pop(0)
        moves = []
        for y in range(10):
            for x in range(10):
                if self.rows[y][x] in "123456789s":
                    for name, (right, down) in STEPS.items():
                        moves += self.moves_along(x, y, name, right, down)
        return random.choice(moves) if moves else "NO_MOVE"

    def moves_along(self, x: int, y: int, name: str, right: int, down: int) -> list[str]:
        found = []
        for distance in range(1, 10 if self.rows[y][x] == "9" else 2):
            to_x, to_y = x + distance * right, y + distance * down
            if not (0 <= to_x < 10 and 0 <= to_y < 10) or self.rows[to_y][to_x] not in ".#":
                break
            found.append(f"{x} {y} {name}" + (f" {distance}" if distance > 1 else ""))
            if self.rows[to_y][to_x] == "#":
                break
        return found

    def follow(self, line: str) -> None:
        """Play a confirmed move of either side on the own board."""
        words = line.split(" ")
        x, y, (right, down) = int(words[0]), int(words[1]), STEPS[words[2]]
        distance, outcome = (int(words[3]), words[4:]) if words[3].isdigit() else (1, words[3:])
        to_x, to_y = x + distance * right, y + distance * down
        mover, target = self.rows[y][x], self.rows[to_y][to_x]
        check(mover not in ".+", f"nothing to move: {line}")
        check((outcome[0] == "OK") == (target == "."), f"a fight on an empty square, or none: {line}")
        if outcome[0] in ("KILLS", "DIES", "BOTHDIE"):
            check(len(outcome) == 3, f"two ranks are needed: {line}")
            for token, confirmed in ((mover, outcome[1]), (target, outcome[2])):
                check(token in ("#", confirmed), f"my own rank is {token}: {line}")
        self.rows[y][x] = "."
        if outcome[0] in ("OK", "KILLS"):
            self.rows[to_y][to_x] = mover
        elif outcome[0] == "BOTHDIE":
            self.rows[to_y][to_x] = "."
        else:
            check(outcome[0] == "DIES", f"unknown outcome: {line}")


if __name__ == "__main__":
    random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    Agent().play()
