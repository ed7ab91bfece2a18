"""How long tests wait for what must happen."""

PATIENCE = 300.0
"""Seconds: more than anything takes on a machine that does ten other things meanwhile."""
