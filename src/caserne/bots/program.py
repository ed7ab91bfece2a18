"""A program of somebody else's as a child process: lines in, lines out, and no way for it to hold anything up."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import IO, Any, ClassVar

from caserne.bots.bot import Bot, Budget, Forfeit
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.words import SHARED_WORDS, Sentence

LONGEST_LINE = 1 << 20
CHUNK = 1 << 16
KEPT_COMPLAINTS, SHOWN_COMPLAINTS = 4_000, 300
"""How much of what a program last wrote to stderr is kept in bytes, and shown in characters."""
PATIENCE = 0.5
"""Seconds that a program has to leave once it was told to, or has closed its output."""


_running: weakref.WeakSet[Program] = weakref.WeakSet()


def end_all_programs() -> None:
    """End whatever this process has started, before it ends itself."""
    for program in list(_running):
        program.kill()


class Program:
    """A running command without a shell. Whatever it does wrong is a Forfeit, and ends it with all its children.

    Writing and reading wait together, so that a program that talks while it is talked to blocks nobody.
    """

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Forfeit.of("forfeit.no_start", error=getattr(error, "strerror", None) or error) from error
        self._end = weakref.finalize(self, _end_group, self._process)
        _running.add(self)
        self._outbox, self._inbox, self._complaints = b"", b"", b""
        self._closed = False
        """Whether it has closed its output."""
        self._selector = selectors.DefaultSelector()
        self._attend(self._process.stdout, selectors.EVENT_READ, self._receive)
        self._attend(self._process.stderr, selectors.EVENT_READ, self._listen)

    def tell(self, line: str) -> None:
        """Say a line; it leaves while an answer is waited for."""
        if not self._outbox:
            self._attend(self._process.stdin, selectors.EVENT_WRITE, self._send)
        self._outbox += line.encode() + b"\n"

    def hear(self, seconds: float) -> str:
        """The next line it writes, within a time."""
        if not self._wait_for(lambda: b"\n" in self._inbox or self._closed, seconds):
            raise self.forfeit("forfeit.silent", seconds=f"{seconds:.3g}")
        line, newline, self._inbox = self._inbox.partition(b"\n")
        if not newline:
            raise self._gone()
        return line.decode(errors="replace").rstrip("\r")

    def forfeit(self, key: str, **fields: object) -> Forfeit:
        """Why the program has lost, with what it last complained of; it is ended."""
        complaint = self._complaint()
        self.end()
        shown = {name: _printable(value) if isinstance(value, str) else value for name, value in fields.items()}
        return Forfeit(SHARED_WORDS(key, **shown, complaint=complaint))

    def leave(self, farewell: str) -> None:
        """Say goodbye; it has a moment to leave by itself."""
        if self._end.alive:
            self.tell(farewell)
            with suppress(Forfeit):
                self._wait_for(lambda: self._closed, PATIENCE)
            self.end()

    def kill(self) -> None:
        """End it from another thread: whoever waits for its answer learns that it is gone."""
        if self._end.alive:
            _kill_group(self._process)

    def end(self) -> None:
        """End it, its children too, now."""
        if self._end.alive:
            self._selector.close()
            self._end()

    # Inside

    def _gone(self) -> Forfeit:
        """It closed its output: most likely it crashed."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        code = self._process.returncode
        return self.forfeit("forfeit.closed") if code is None else self.forfeit("forfeit.crashed", code=code)

    def _wait_for(self, happened: Callable[[], bool], seconds: float) -> bool:
        """Send and receive until something has happened, or the time is over."""
        deadline = time.monotonic() + seconds
        while not happened():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            for key, _ in self._selector.select(left):
                key.data()
        return True

    def _attend(self, stream: IO[bytes] | None, events: int, act: Callable[[], None]) -> None:
        assert stream is not None
        os.set_blocking(stream.fileno(), False)
        self._selector.register(stream, events, act)

    def _send(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            self._outbox = self._outbox[os.write(stdin.fileno(), self._outbox) :]
        except BrokenPipeError:
            self._outbox = b""
        if not self._outbox:
            self._selector.unregister(stdin)

    def _receive(self) -> None:
        data = self._read(self._process.stdout)
        self._closed = not data
        self._inbox += data
        if len(self._inbox) > LONGEST_LINE:
            raise self.forfeit("forfeit.babble", most=LONGEST_LINE)

    def _listen(self) -> None:
        self._complaints = (self._complaints + self._read(self._process.stderr))[-KEPT_COMPLAINTS:]

    def _read(self, stream: IO[bytes] | None) -> bytes:
        assert stream is not None
        data = os.read(stream.fileno(), CHUNK)
        if not data:
            self._selector.unregister(stream)
        return data

    def _complaint(self) -> Sentence | str:
        """The end of what it wrote to stderr, the last of it included."""
        with suppress(BlockingIOError, KeyError, ValueError):  # nothing there, or nothing more to come
            self._listen()
        text = " ".join(self._complaints.decode(errors="replace").split())[-SHOWN_COMPLAINTS:]
        return SHARED_WORDS("forfeit.complaint", text=_printable(text)) if text else ""


def _printable(text: str) -> str:
    """Nothing that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it started, and leave no zombie."""
    _kill_group(process)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            with suppress(OSError):
                stream.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


class ProgramBot(Bot):
    """A bot that is a program. It is started when it is first asked for a move, and may be closed by any thread."""

    farewell: ClassVar[str]
    """What it is told before it must leave."""

    def __init__(self, command: str, game: Game[Any], seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.game = game
        self.program: Program | None = None
        self._command = command
        self._asking = Lock()

    def move(self, observation: Observation) -> str:
        with self._asking:
            try:
                return self.ask(observation)
            except Forfeit:
                self.program = None
                raise

    @abstractmethod
    def ask(self, observation: Observation) -> str:
        """The program's answer, once it is shown to be a legal move."""

    def start(self) -> Program:
        """Run the command."""
        self.program = Program(self._command)
        return self.program

    def close(self) -> None:
        program = self.program
        if program and not self._asking.acquire(blocking=False):
            program.kill()
        elif program:
            program.leave(self.farewell)
            self.program = None
            self._asking.release()
