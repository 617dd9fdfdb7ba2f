"""A process that does what strangers might get it to do: it is started by ``Child``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.runtime.web.children import MOST_ANSWER, MOST_FILES, confine, serve

MEMORY = 1 << 29

WORKS: dict[str, Callable[[str], Any]] = {
    "echo": lambda said: {"said": said},
    "reckon": lambda _: [None for _ in iter(int, 1)],
    "hoard": lambda _: {"said": len(bytearray(2 * MEMORY))},
    "nest": lambda said: WORKS["nest"](said),
    "open": lambda _: {"said": len([os.pipe() for _ in range(MOST_FILES)])},
    "talk": lambda _: {"said": "x" * (MOST_ANSWER + (1 << 16))},
    "mumble": lambda _: [1],
    "burrow": lambda _: print("[" * 200_000, flush=True),
}
"""By a name what is done with what is said."""


def main() -> None:
    """Do the work of a process."""

    def answer(asked: Mapping[str, Any]) -> Any:
        return WORKS[asked["work"]](asked["say"])

    confine(MEMORY)
    serve(answer)
