"""The machine that figures were measured on."""

from __future__ import annotations

import json
import os
import platform
import subprocess


def machine() -> str:
    return f"{processor()} ({platform.machine()}), {os.cpu_count()} cores"


def processor() -> str:
    """Return the processor's name. `lscpu` knows it on ARM too, where the kernel gives only a number."""
    try:
        listed = subprocess.run(["lscpu", "--json"], capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return platform.processor() or "unknown processor"
    fields = {entry["field"]: entry["data"] for entry in json.loads(listed)["lscpu"]}
    return str(fields.get("Model name:", "unknown processor"))


def graphics_card() -> str:
    """Return the name of the first NVIDIA card."""
    asked = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
    return subprocess.run(asked, capture_output=True, check=True, text=True).stdout.splitlines()[0]
