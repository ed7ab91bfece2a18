"""A small client for programs: `async with Client(url) as me: ...`, the same calls and messages as a browser's."""

from caserne.client.client import Client
from caserne.client.table import Closed, Refusal, Table

__all__ = ["Client", "Closed", "Refusal", "Table"]
