"""Play many random games on the CPU or a GPU, and report on them."""
