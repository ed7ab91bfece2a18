"""An engine for tests: it notes what it is told in a file and gives the answers of another, one for each question.

Usage: scripted_engine.py NOTES ANSWERS
"""

import sys
from pathlib import Path


def main(notes: Path, answers: list[str]) -> None:
    with notes.open("w") as file:
        for line in sys.stdin:
            file.write(line)
            file.flush()
            if line.strip() == "quit":
                return
            if line.split()[0] in ("hello", "game", "go"):
                while answers:
                    answer = answers.pop(0)
                    print(answer, flush=True)
                    if not answer.startswith("info"):
                        break


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]).read_text().splitlines())
