"""Play chunks on a Ray cluster by work that kills its own process once; run as a program by `test_ray.py`.

python lost_worker.py ADDRESS FOLDER
"""

import os
import signal
import sys
from pathlib import Path

import caserne
from caserne.core.simulation.outcomes import Outcomes
from caserne.runs.cluster import cluster
from caserne.runs.simulation import Chunk, make_chunks, play_chunk


def main(address: str, folder: Path) -> None:
    chunks = make_chunks(caserne.game("oracle"), ["random", "random"], 12_000, 4)
    fatal = chunks[2]

    def play_or_die(chunk: Chunk) -> Outcomes:
        with (folder / f"starts-{chunk.first}").open("a") as starts:
            starts.write("x")
        if chunk == fatal and not (folder / "killed").exists():
            (folder / "killed").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_chunk(chunk)

    with cluster(address) as run:
        played = run(play_or_die, chunks)
    print(Outcomes.joined(played).as_json())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
