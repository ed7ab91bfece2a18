"""Environments for learning: thousands of games stepped at once, and adapters to other libraries."""

from __future__ import annotations

from caserne.env.batch import Batch, InvalidActions
from caserne.env.make import InvalidBatch, batch

__all__ = ["Batch", "InvalidActions", "InvalidBatch", "batch"]
