"""The command line: `caserne`, its commands and its manners."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; whatever goes wrong is one line on stderr."""
    from caserne.cli.app import run

    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone (`caserne legal ... | head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)
