"""The machine that figures were measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    names = [
        line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
    ]
    return f"{names[0] if names else platform.processor()} ({platform.machine()}), {os.cpu_count()} cores"
