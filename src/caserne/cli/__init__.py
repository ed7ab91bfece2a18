"""The command line: `caserne` and its commands."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; an error is one line on stderr."""
    from caserne.cli.app import run

    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe (`caserne legal ... | head`), which is not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)
