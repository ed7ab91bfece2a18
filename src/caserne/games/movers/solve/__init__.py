"""Retrograde analysis of short boards: the value and distance of every position, see `docs/solved.md`."""
