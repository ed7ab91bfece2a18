"""External programs as child processes: lines in, lines out, and a time limit for every answer."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import IO, Any, ClassVar

from caserne.bots.bot import Bot, Budget, Forfeit, NotAnAgent
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.words import SHARED_WORDS, Sentence

LONGEST_LINE = 1 << 20
CHUNK = 1 << 16
KEPT_STDERR, SHOWN_STDERR = 4_000, 300
"""How much of the end of stderr is kept in bytes, and shown in characters."""
EXIT_SECONDS = 0.5
"""How long a program may take to exit after `quit`, or after it closed its output."""


class Silent(Forfeit):
    """A program did not answer in time."""


@contextmanager
def introduction(protocol: str) -> Iterator[None]:
    """Read a program's first answer: if there is none, the program was not made for this protocol."""
    try:
        yield
    except Silent as silence:
        raise NotAnAgent.of("forfeit.not_an_agent", protocol=protocol, reason=silence.sentence) from silence


_running: weakref.WeakSet[Program] = weakref.WeakSet()


def end_all_programs() -> None:
    """Kill all programs that this process has started."""
    for program in list(_running):
        program.kill()


class Program:
    """A running command without a shell. An error of the program raises Forfeit and kills it with all its children.

    One selector serves writing and reading, so that a program that writes while it is written to cannot block us.
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
        self._outbox, self._inbox, self._stderr = b"", b"", b""
        self._closed = False
        """Whether the program has closed its output."""
        self._selector = selectors.DefaultSelector()
        self._register(self._process.stdout, selectors.EVENT_READ, self._receive)
        self._register(self._process.stderr, selectors.EVENT_READ, self._receive_stderr)

    def send_line(self, line: str) -> None:
        """Queue a line; it is written while we wait for an answer."""
        if not self._outbox:
            self._register(self._process.stdin, selectors.EVENT_WRITE, self._send)
        self._outbox += line.encode() + b"\n"

    def read_line(self, seconds: float) -> str:
        """Return the next line that the program writes within a time."""
        if not self._wait_for(lambda: b"\n" in self._inbox or self._closed, seconds):
            raise Silent(self.forfeit("forfeit.silent", seconds=f"{seconds:.3g}").sentence)
        line, newline, self._inbox = self._inbox.partition(b"\n")
        if not newline:
            raise self._closed_output()
        return line.decode(errors="replace").rstrip("\r")

    def forfeit(self, key: str, **fields: object) -> Forfeit:
        """End the program and return the reason why it has lost, with the end of its stderr."""
        complaint = self._stderr_sentence()
        self.end()
        shown = {name: _printable(value) if isinstance(value, str) else value for name, value in fields.items()}
        return Forfeit(SHARED_WORDS(key, **shown, complaint=complaint))

    def quit(self, command: str) -> None:
        """Send the command that makes the program exit; kill it after EXIT_SECONDS."""
        if self._end.alive:
            self.send_line(command)
            with suppress(Forfeit):
                self._wait_for(lambda: self._closed, EXIT_SECONDS)
            self.end()

    def kill(self) -> None:
        """Kill the program from another thread; a thread that waits for its answer gets a Forfeit."""
        if self._end.alive:
            _kill_group(self._process)

    def end(self) -> None:
        """Kill the program and its children now."""
        if self._end.alive:
            self._selector.close()
            self._end()

    # Input and output

    def _closed_output(self) -> Forfeit:
        """Return the reason why the program has closed its output: most likely it crashed."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_SECONDS)
        code = self._process.returncode
        return self.forfeit("forfeit.closed") if code is None else self.forfeit("forfeit.crashed", code=code)

    def _wait_for(self, happened: Callable[[], bool], seconds: float) -> bool:
        """Send and receive until `happened`; return False after the time limit."""
        deadline = time.monotonic() + seconds
        while not happened():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            for key, _ in self._selector.select(left):
                key.data()
        return True

    def _register(self, stream: IO[bytes] | None, events: int, act: Callable[[], None]) -> None:
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

    def _receive_stderr(self) -> None:
        self._stderr = (self._stderr + self._read(self._process.stderr))[-KEPT_STDERR:]

    def _read(self, stream: IO[bytes] | None) -> bytes:
        assert stream is not None
        data = os.read(stream.fileno(), CHUNK)
        if not data:
            self._selector.unregister(stream)
        return data

    def _stderr_sentence(self) -> Sentence | str:
        """Return a sentence with the end of stderr, or an empty text."""
        with suppress(BlockingIOError, KeyError, ValueError):  # nothing there, or nothing more to come
            self._receive_stderr()
        text = " ".join(self._stderr.decode(errors="replace").split())[-SHOWN_STDERR:]
        return SHARED_WORDS("forfeit.complaint", text=_printable(text)) if text else ""


def _printable(text: str) -> str:
    """Replace control characters, which a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with its children, and reap it."""
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
    """A bot that is an external program. It starts with its first move, and may be closed by any thread."""

    quit_command: ClassVar[str]
    """The line that makes the program exit."""

    def __init__(self, command: str, game: Game[Any], seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.game = game
        self.program: Program | None = None
        self._command = command
        self._busy = Lock()

    def move(self, observation: Observation) -> str:
        with self._busy:
            try:
                return self.ask(observation)
            except Forfeit:
                self.program = None
                raise

    @abstractmethod
    def ask(self, observation: Observation) -> str:
        """Return the program's move, which was checked to be legal."""

    def start(self) -> Program:
        """Run the command."""
        self.program = Program(self._command)
        return self.program

    def close(self) -> None:
        program = self.program
        if program and not self._busy.acquire(blocking=False):
            program.kill()
        elif program:
            program.quit(self.quit_command)
            self.program = None
            self._busy.release()
