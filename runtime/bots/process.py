"""An external program in its own process, which reads messages on standard input and answers on standard output.

``Lines`` is the process and its pipes, for any protocol; ``ProcessBot`` speaks the protocol of ``messages``.

Whatever the program does, it costs no more than its time: if it sleeps, it is not waited for; if it writes too much, it
is killed; if it has ended, it is started again for the next question; and if it does not read, it blocks nothing.
"""

from __future__ import annotations

import os
import selectors
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
"""The greatest number of bytes that the program may write for one move."""
FAREWELL = 1.0
"""The seconds that the program has at the end to read the last message and to exit."""

Log = Callable[[str, bytes], None]
"""Called with each line: ``sent``, ``received``, or ``printed`` on standard error, and the line without its line feed.
"""


class Lines:
    """A process to which lines are written and from which lines are read. ``started`` starts it.

    *command* is the program and its arguments.
    """

    def __init__(self, command: Sequence[str], log: Log) -> None:
        self._command = command
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""
        self._unsent = b""
        self._complaint = b""
        self._muttered = b""
        """The beginning of a line on standard error."""
        self._complains = True
        """Whether standard error is open."""

    def started(self) -> bool:
        """Start the process unless it runs; return whether it was started now. ``Failed`` if it cannot be."""
        if self._process is not None and self._process.poll() is not None:
            self._drop()
        if self._process is not None:
            return False
        self._start()
        return True

    def send(self, line: bytes) -> None:
        """Queue a line, which is written while ``lines`` or ``close`` waits. Do nothing if no process runs."""
        if self._process is not None:
            self._log("sent", line.rstrip(b"\n"))
            self._unsent += line

    def lines(self, end: float, patience: float) -> Iterator[bytes]:
        """Yield the lines that the process writes, without empty ones, until the time *end* of the monotonic clock.

        Never ends normally: ``Failed`` at that time, or if the process writes too much or ends. *patience* is the
        number of seconds that the message names.
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
        """End the process: write what is queued, close its input, and kill it if it has not exited in time."""
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
        self._process, self._complains = process, True

    def _exchange(self, seconds: float) -> int:
        """Wait for the pipes, for *seconds* or half a second at most; then write and read what is possible.

        Return the number of bytes read. ``Failed`` if the process has ended or closed a pipe.
        """
        process = self._process
        assert process is not None
        stdin, stdout, stderr = _pipe(process.stdin), _pipe(process.stdout), _pipe(process.stderr)
        with selectors.DefaultSelector() as selector:  # select.select knows no descriptors above 1023
            for pipe in (stdout, stderr) if self._complains else (stdout,):
                selector.register(pipe, selectors.EVENT_READ)
            if self._unsent:
                selector.register(stdin, selectors.EVENT_WRITE)
            ready = {key.fileobj for key, _ in selector.select(min(seconds, 0.5))}
        if stdin in ready:
            try:
                sent = os.write(stdin.fileno(), self._unsent[:LONGEST])
            except BlockingIOError:
                sent = 0
            except OSError:
                raise self._ended() from None
            self._unsent = self._unsent[sent:]
        read = 0
        if stderr in ready:
            complaint = _read(stderr)
            self._complains = bool(complaint)  # one that is closed is always ready
            read += len(complaint)
            self._complaint = (self._complaint + complaint)[-2000:]
            *printed, self._muttered = (self._muttered + complaint).split(b"\n")
            self._muttered = self._muttered[-LONGEST:]
            for line in printed:
                self._log("printed", line)
        if stdout in ready:
            found = _read(stdout)
            if not found:
                raise self._ended()
            self._unread += found
            read += len(found)
        return read

    def _ended(self) -> Failed:
        """Return the error for an ended process, with its exit status and its last line on standard error."""
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
        """Kill the process with its process group, and forget what is not yet read or written."""
        process, self._process = self._process, None
        self._unread = self._unsent = self._complaint = self._muttered = b""
        if process is None:
            return
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                _pipe(pipe).close()


class ProcessBot:
    """An external program as a guest of a match. It is started when it is first asked for a move."""

    def __init__(self, command: str, patience: float, log: Log = lambda way, line: None) -> None:
        """*command* is a program with its arguments, split as by a shell; no shell runs.

        *patience* is how many seconds it has for a move, unless the clock leaves less. ``ValueError`` if the command
        cannot be split, or there is no such program.
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
        """Return the move that the program answers. ``Failed`` if it does not answer in time, or names no move."""
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
        """Tell the program why its last answer was not played."""
        self._program.send(line_of(refused_message(reason)))

    def end(self, match: Match) -> None:
        """Tell the program how the match has ended."""
        self._program.send(line_of(end_message(match)))

    def close(self) -> None:
        """End the process."""
        self._program.close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _read(pipe: IO[bytes]) -> bytes:
    try:
        return os.read(pipe.fileno(), LONGEST)
    except OSError:
        return b""
