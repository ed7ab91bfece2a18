"""Prometheus metrics: requests, the event loop's lag, matches in memory and open sockets; nothing about persons."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from caserne.server.supervision import FAILURES

if TYPE_CHECKING:
    from caserne.server.live.hub import Hub

CONTENT_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder in which several processes share their metrics."""

_registry = CollectorRegistry()
_single_process = None if os.environ.get(FOLDER) else _registry

REQUESTS = Counter(
    "caserne_requests", "HTTP requests answered", ["method", "route", "status"], registry=_single_process
)
SECONDS = Histogram("caserne_request_seconds", "How long an HTTP request took", ["route"], registry=_single_process)
MATCHES = Gauge(
    "caserne_matches_in_memory",
    "Matches that this process holds",
    registry=_single_process,
    multiprocess_mode="livesum",
)
SILENCE = Gauge(
    "caserne_seconds_since_stored",
    "Seconds since a heartbeat was stored; moves cannot be stored while this grows",
    registry=_single_process,
    multiprocess_mode="livemax",
)
LOOP_LAG = Histogram(
    "caserne_loop_lag_seconds",
    "How late the event loop runs what is due",
    registry=_single_process,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
LOOP_STALLS = Counter(
    "caserne_loop_stalls", "How often something held the event loop for too long", registry=_single_process
)
SOCKETS = Gauge("caserne_sockets", "Open websockets", registry=_single_process, multiprocess_mode="livesum")

_registry.register(FAILURES)


def exposition(hub: Hub) -> bytes:
    """Return the metrics of all processes as text."""
    MATCHES.set(len(hub.loaded))
    SOCKETS.set(hub.sockets)
    SILENCE.set(hub.services.time.silent_for / 1000)
    if not os.environ.get(FOLDER):
        return generate_latest(_registry)
    combined = CollectorRegistry()
    MultiProcessCollector(combined)  # type: ignore[no-untyped-call]
    return generate_latest(combined)
