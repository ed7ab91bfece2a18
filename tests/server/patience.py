"""How long tests wait for what must happen."""

import os

PATIENCE = float(os.environ.get("CASERNE_PATIENCE") or 300)
"""Seconds: more than anything takes on a machine that does ten other things meanwhile."""
