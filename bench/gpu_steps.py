"""Steps of a batch of Stratego games on a CUDA GPU, with planes and masks: the table of docs/performance.md."""

from __future__ import annotations

import time

from caserne.core.simulation.gpu import working_cuda
from caserne.env import batch

SIZES = (65_536, 131_072, 262_144)
WARM_UP, STEPS, ROUNDS = 300, 100, 3


def main() -> None:
    cuda = working_cuda()
    for size in SIZES:
        games = batch("stratego", size, device="cuda", seed=3, check=False)
        rates = []
        for steps in (WARM_UP, *[STEPS] * ROUNDS):
            cuda.synchronize()
            began = time.perf_counter()
            for _ in range(steps):
                games.step(games.draw_actions())
            cuda.synchronize()
            rates.append(size * steps / (time.perf_counter() - began) / 1e6)
        print(f"{size:,} games: " + ", ".join(f"{rate:.1f}" for rate in rates[1:]) + " million steps/s", flush=True)


if __name__ == "__main__":
    main()
