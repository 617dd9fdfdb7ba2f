"""A terminal in which a command runs: what is on its screen, and what is typed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyte

from tests.support.places import ROOT

PATIENCE = 120.0
"""The seconds after which something is taken not to come: a machine may be busy."""


class _Screen(pyte.Screen):
    """A screen that answers where its cursor is."""

    answer: Callable[[str], None] = staticmethod(lambda text: None)

    def write_process_input(self, data: str) -> None:
        self.answer(data)


TILEWRIGHT = (sys.executable, "-c", "from tilewright.runtime.cli import main; main()")


class Terminal:
    """A terminal with a command in it."""

    def __init__(
        self,
        arguments: list[str],
        folder: Path,
        rows: int = 40,
        columns: int = 100,
        program: Sequence[str] = TILEWRIGHT,
    ) -> None:
        self._ours, theirs = pty.openpty()
        self.resize(rows, columns, signalling=False)
        self._screen = _Screen(columns, rows)
        self._screen.answer = self.type
        self._stream = pyte.ByteStream(self._screen)
        self.said = b""
        """All that was ever written, with what controls the terminal."""
        command = [*program, *arguments]
        own = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        environment = {**own, "TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(theirs)

    def resize(self, rows: int, columns: int, *, signalling: bool = True) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if signalling:
            self._screen.resize(rows, columns)
            os.kill(self.process.pid, signal.SIGWINCH)

    def type(self, text: str) -> None:
        """Type something; the key Enter is ``\\r``."""
        os.write(self._ours, text.encode())

    def enter(self, line: str) -> None:
        """Type a line."""
        self.type(f"{line}\r")

    @property
    def lines(self) -> list[str]:
        """What is on the screen, without what is empty at the end."""
        found = [line.rstrip() for line in self._screen.display]
        while found and not found[-1]:
            found.pop()
        return found

    def wait_for(self, *texts: str) -> str:
        """Return what is on the screen, once all these texts are; the last of them in its last line."""
        return self._wait(lambda: all(text in "\n".join(self.lines) for text in texts) and texts[-1] in self.lines[-1])

    def wait_for_end(self) -> int:
        """Return the exit status, once the command has ended."""
        self._wait(lambda: False, to_the_end=True)
        return self.process.wait(PATIENCE)

    def _wait(self, done: Callable[[], bool], to_the_end: bool = False) -> str:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "\n".join(self.lines)
            if not select.select([self._ours], [], [], 1)[0]:
                continue
            try:
                read = os.read(self._ours, 65536)
            except OSError:
                read = b""
            if not read:
                assert to_the_end, "\n".join(self.lines)
                break
            self.said += read
            self._stream.feed(read)
        return "\n".join(self.lines)

    def close(self) -> None:
        """End the command, and the terminal."""
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@contextmanager
def terminal(
    arguments: list[str], folder: Path, rows: int = 40, columns: int = 100, program: Sequence[str] = TILEWRIGHT
) -> Iterator[Terminal]:
    """Give a terminal in which a command runs, ``tilewright`` if no other; *folder* is that of the user's data."""
    found = Terminal(arguments, folder, rows, columns, program)
    try:
        yield found
    finally:
        found.close()
