"""A pseudo-terminal with the board of `caserne play` in it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Sequence

SECONDS = 300
ROWS, COLUMNS = 40, 120
CONTROL_SEQUENCES = re.compile(rb"\x1b\[[0-9;?<>=:$]*[ -/]*[@-~]|\x1b[\]P_^X].*?(?:\x1b\\|\x07)|\x1b.", re.DOTALL)
BOARD_IS_SHOWN = "q quit"
"""A key that is named below the board, and not while it is being laid."""
QUIT, DO_NOT_SAVE = b"\x11", b"2"
ASKS_TO_SAVE = "Do not save"
"""Shown after QUIT if the bot has already done something."""


def open_board_and_quit(command: Sequence[object], environment: dict[str, str]) -> None:
    """Open the board, see it drawn, and leave as a person does."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    words = [str(word) for word in command]
    process = subprocess.Popen(
        words, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    screen = _Screen(ours, process, " ".join(words))
    try:
        screen.wait_for(BOARD_IS_SHOWN)
        screen.quit()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)


class _Screen:
    """What a program has drawn so far."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes], command: str) -> None:
        self._descriptor, self._process, self._command = descriptor, process, command
        self._drawn = b""

    @property
    def text(self) -> str:
        return CONTROL_SEQUENCES.sub(b"", self._drawn).decode("utf-8", "replace")

    def wait_for(self, words: str) -> None:
        give_up = time.monotonic() + SECONDS
        while words not in self.text:
            assert time.monotonic() < give_up, f"$ {self._command}\n'{words}' was not shown:\n{self.text}"
            assert self._read(), f"$ {self._command}\nended before '{words}' was shown:\n{self.text}"

    def quit(self) -> None:
        os.write(self._descriptor, QUIT)
        give_up, answered = time.monotonic() + SECONDS, False
        while self._read():
            assert time.monotonic() < give_up, f"$ {self._command}\ndoes not end:\n{self.text}"
            if ASKS_TO_SAVE in self.text and not answered:
                os.write(self._descriptor, DO_NOT_SAVE)
                answered = True
        assert self._process.wait(SECONDS) == 0, f"$ {self._command}\n{self.text}"

    def _read(self) -> bool:
        """Wait a moment for more; False once the program has closed its terminal."""
        if select.select([self._descriptor], [], [], 0.2)[0]:
            try:
                more = os.read(self._descriptor, 65_536)
            except OSError:  # how Linux says that nobody writes to it any more
                return False
            self._drawn += more
            return bool(more)
        return True
