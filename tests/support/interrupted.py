"""Presses Ctrl-C in the middle of work that would go on for minutes: a program that tests start.

    python -m tests.support.interrupted verb ARGUMENTS...    a verb of the command line
    python -m tests.support.interrupted calls                what stdin holds as JSON: lines of Python by name

What bounds the work on one position, or on one model, is lifted. Of a verb, the first line on stderr is the processor
time at which Ctrl-C was pressed; of calls, stdout has a line for each that was stopped: the processor time since, and
its name.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
import time
from typing import Any

from tilewright.generator.compiler import budget
from tilewright.runtime.cli import main
from tilewright.runtime.interpreter import explaining, turn, watching

FOREVER = 1 << 60
"""Steps that nobody takes."""

STARTED, INSIDE, WAIT = 0.3, 0.05, 1.0
"""The seconds of processor time after which Ctrl-C is pressed, in a verb and in a call; and those of the clock, where
other processes do the work."""

AGAIN = 30.0
"""The seconds after which it is pressed again: while a module is imported Python may lose what is raised."""


def lift() -> None:
    """Let everything go on for as long as it would."""
    budget.WORK = budget.OPERATIONS = FOREVER
    budget.SECONDS = float("inf")
    defaults: Any = turn.Interpreter.__init__.__kwdefaults__
    defaults["steps"] = FOREVER
    watching.WATCHED_STEPS = explaining.TRIED_STEPS = FOREVER


class Presser(threading.Thread):
    """Presses Ctrl-C once there was some work."""

    def __init__(self, seconds: float) -> None:
        super().__init__(daemon=True)
        self._work, self._clock = time.process_time() + seconds, time.monotonic() + WAIT
        self.at = 0.0
        """The processor time at which it was pressed first."""
        self.done = threading.Event()
        self.start()

    def run(self) -> None:
        while time.process_time() < self._work and time.monotonic() < self._clock:
            time.sleep(0.01)
        self.at = time.process_time()
        print(self.at, file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGINT)
        while not self.done.wait(AGAIN):
            os.kill(os.getpid(), signal.SIGINT)


def run(name: str, code: str, known: dict[str, Any]) -> None:
    """Run some lines until they are stopped; say what that took."""
    gc.collect()  # what is raised while garbage of the calls before is collected is lost
    presser = Presser(INSIDE)
    try:
        exec(compile(code, name, "exec"), known)  # as a string it would end this process by a signal, too
        presser.join()
    except KeyboardInterrupt:
        presser.done.set()
        presser.join()
        print(round(time.process_time() - presser.at, 3), name, flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    lift()
    if sys.argv[1] == "verb":
        Presser(STARTED)
        main(sys.argv[2:], prog_name="tilewright")
    else:
        given: dict[str, str] = json.load(sys.stdin)
        known: dict[str, Any] = {}
        exec(given.pop("import"), known)
        for name, code in given.items():
            run(name, code, known)
