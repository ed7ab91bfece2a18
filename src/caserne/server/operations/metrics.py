"""Counters for Prometheus: how much is asked, how long it takes, who is there. No names, no matches, no moves."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

if TYPE_CHECKING:
    from caserne.server.live.hub import Hub

CONTENT_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several processes count together."""

_registry = CollectorRegistry()
_own = None if os.environ.get(FOLDER) else _registry

REQUESTS = Counter("caserne_requests", "HTTP requests answered", ["method", "route", "status"], registry=_own)
SECONDS = Histogram("caserne_request_seconds", "How long an HTTP request took", ["route"], registry=_own)
MATCHES = Gauge(
    "caserne_matches_in_memory", "Matches that this process holds", registry=_own, multiprocess_mode="livesum"
)
SOCKETS = Gauge("caserne_sockets", "Open websockets", registry=_own, multiprocess_mode="livesum")


def exposition(hub: Hub) -> bytes:
    """All counters as text, those of the other processes included."""
    MATCHES.set(len(hub.loaded))
    SOCKETS.set(hub.sockets)
    if not os.environ.get(FOLDER):
        return generate_latest(_registry)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
