"""Movers & Hoppers solved outright on short boards: the value and distance of every position, see `docs/solved.md`."""
