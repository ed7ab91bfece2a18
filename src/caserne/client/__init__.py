"""A small client for programs: `async with Client(url) as me: ...`, with the same calls and messages as a browser."""

from caserne.client.client import Client
from caserne.client.connection import Closed, MatchConnection, RequestRefused

__all__ = ["Client", "Closed", "MatchConnection", "RequestRefused"]
