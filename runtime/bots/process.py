"""A program of others in a process of its own, which reads messages on standard input and answers on standard output.

``Lines`` is such a process, whatever it is told; ``ProcessBot`` is one that is told what any program is told.

Whatever it does, it costs no more than its time: one that sleeps is not waited for, one that floods is ended, one that
has ended is started again when it is asked again, and one that does not read cannot block.
"""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import IO

from tilewright.model.printable import printable
from tilewright.runtime.bots.messages import (
    LONGEST,
    answered,
    end_message,
    line_of,
    refused_message,
    start_message,
    turn_message,
)
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.session import Session

MOST_SAID = 1 << 20
"""The bytes that it may say for one move."""
FAREWELL = 1.0
"""The seconds that it has at the end to read the last message, and to go."""

Log = Callable[[str, bytes], None]
"""Is told each line: whether it was ``sent`` or ``received``, and the line."""


class Lines:
    """A process to which lines are written and from which lines are read. It is started when it is wanted."""

    def __init__(self, command: Sequence[str], log: Log) -> None:
        self._command = command
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""
        self._unsent = b""
        self._complaint = b""

    def started(self) -> bool:
        """Start it if it does not run; return whether that was so. ``Failed`` if it cannot be started."""
        if self._process is not None and self._process.poll() is not None:
            self._drop()
        if self._process is not None:
            return False
        self._start()
        return True

    def send(self, line: bytes) -> None:
        """Let it be told a line, as soon as it reads; nothing if it does not run."""
        if self._process is not None:
            self._log("sent", line.rstrip(b"\n"))
            self._unsent += line

    def lines(self, end: float, patience: float) -> Iterator[bytes]:
        """Yield what it says, line by line, up to a time of the monotonic clock, which is so many seconds away.

        ``Failed`` then, or if it says too much or ends.
        """
        said = 0
        while True:
            line, newline, rest = self._unread.partition(b"\n")
            if newline:
                self._unread = rest
                self._log("received", line)
                if line.strip():
                    yield line
                continue
            if len(self._unread) > LONGEST or said > MOST_SAID:
                self._drop()
                raise Failed("it says too much")
            seconds = end - time.monotonic()
            if seconds <= 0:
                raise Failed(f"no answer within {patience:g} seconds")
            said += self._exchange(seconds)

    def close(self) -> None:
        """Let it go: its input ends, and if it does not go by itself, it is ended."""
        process = self._process
        if process is None:
            return
        end = time.monotonic() + FAREWELL
        with suppress(Failed):
            while self._unsent and process.poll() is None and time.monotonic() < end:
                self._exchange(0.05)
        with suppress(OSError):
            _pipe(process.stdin).close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, end - time.monotonic()))
        self._drop()

    def _start(self) -> None:
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise Failed(f"{self._command[0]} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        for pipe in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(_pipe(pipe).fileno(), False)
        self._process = process

    def _exchange(self, seconds: float) -> int:
        """Write and read what can be, within some seconds; return how many bytes were read. ``Failed`` at its end."""
        process = self._process
        assert process is not None
        stdin, stdout, stderr = _pipe(process.stdin), _pipe(process.stdout), _pipe(process.stderr)
        waiting = [stdin] if self._unsent else []
        readable, writable, _ = select.select([stdout, stderr], waiting, [], min(seconds, 0.5))
        if writable:
            try:
                sent = os.write(stdin.fileno(), self._unsent[:LONGEST])
            except BlockingIOError:
                sent = 0
            except OSError:
                raise self._ended() from None
            self._unsent = self._unsent[sent:]
        read = 0
        if stderr in readable:
            complaint = _read(stderr)
            read += len(complaint)
            self._complaint = (self._complaint + complaint)[-2000:]
        if stdout in readable:
            found = _read(stdout)
            if not found:
                raise self._ended()
            self._unread += found
            read += len(found)
        return read

    def _ended(self) -> Failed:
        """Return that the program has ended, with its status and the last line of what it has complained of."""
        process = self._process
        assert process is not None
        with suppress(subprocess.TimeoutExpired):
            process.wait(FAREWELL)
        self._complaint += _read(_pipe(process.stderr))
        lines = self._complaint.decode("utf-8", "replace").strip().splitlines()
        status = process.returncode
        self._drop()
        how = "it has closed its output" if status is None else f"it has ended with status {status}"
        return Failed(f"{how}: {printable(lines[-1][:300])}" if lines else how)

    def _drop(self) -> None:
        """End the process, with all that it has started, and forget what was on its way."""
        process, self._process = self._process, None
        self._unread = self._unsent = self._complaint = b""
        if process is None:
            return
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                _pipe(pipe).close()


class ProcessBot:
    """A program of others as a guest of a match. It is started when it is first asked."""

    def __init__(self, command: str, patience: float, log: Log = lambda way, line: None) -> None:
        """*command* is a program with its arguments, as a shell splits them; no shell is run.

        *patience* is how many seconds it has for a move, if no clock says less. ``ValueError`` if the command cannot be
        split, or there is no such program.
        """
        words = shlex.split(command)
        if not words:
            raise ValueError("'cmd:' cannot play: a program is missing")
        if shutil.which(words[0]) is None:
            raise ValueError(f"'cmd:{command}' cannot play: there is no program '{words[0]}'")
        self._program = Lines(words, log)
        self._patience = patience
        self._told = 0
        self._turn = 0

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return what it answers. ``Failed`` if it does not, or not in time."""
        patience = self._patience if left is None else min(left, self._patience)
        end = time.monotonic() + patience
        if self._program.started():
            self._told = 0
            self._program.send(line_of(start_message(session.game, seat)))
        self._turn += 1
        turn, legal = self._turn, list(session.state.legal_moves)
        self._program.send(line_of(turn_message(session, seat, turn, self._told, patience)))
        for line in self._program.lines(end, patience):
            found = answered(line, turn, legal)
            if found is not None:
                self._told = len(session.transcript(seat))
                return found
        raise AssertionError("lines end with an error")

    def refused(self, reason: str) -> None:
        """Hear why the last answer was not played."""
        self._program.send(line_of(refused_message(reason)))

    def end(self, match: Match) -> None:
        """Hear how the match has ended."""
        self._program.send(line_of(end_message(match)))

    def close(self) -> None:
        """Let it go."""
        self._program.close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _read(pipe: IO[bytes]) -> bytes:
    try:
        return os.read(pipe.fileno(), LONGEST)
    except OSError:
        return b""
