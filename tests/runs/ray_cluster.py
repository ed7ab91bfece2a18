"""A Ray cluster of two processes on this machine, for tests."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

PATIENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_health_check_failure_threshold": "1000",
    "RAY_memory_monitor_refresh_ms": "0",
    "RAY_worker_niceness": "0",
    "RAY_worker_register_timeout_seconds": "600",
}
"""Settings of Ray with which a busy machine is no lost machine, and its processes get their share of it."""
START = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=2", "--port=0"]
START += ["--node-ip-address=127.0.0.1", "--include-dashboard=false", "--object-store-memory=80000000"]
START += ["--min-worker-port=0", "--max-worker-port=0"]
ADDRESS = re.compile(r"--address='([^']+)'")


@contextmanager
def ray_cluster() -> Iterator[str]:
    """Start a cluster and yield its address; its processes end with the test."""
    folder = tempfile.mkdtemp(prefix="ray")  # names of sockets in it must be short
    command = [*START, f"--temp-dir={folder}"]
    process = subprocess.Popen(
        command, env={**os.environ, **PATIENT}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield _wait_for_address(process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_address(process: subprocess.Popen[str]) -> str:
    """Read what Ray prints until it has started."""
    assert process.stdout
    printed = ""
    for line in process.stdout:
        printed += line
        if "--block" in line and (found := ADDRESS.search(printed)):
            return found[1]
    raise AssertionError(f"Ray has not started:\n{printed}")
