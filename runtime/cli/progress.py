"""Progress bars on stderr for long work. They are shown in a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from tilewright.runtime.cli.terminal import is_terminal

if TYPE_CHECKING:
    from rich.status import Status

T = TypeVar("T")


def track(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield *items* one by one while a progress bar is shown, with the label *what*. It vanishes at the end."""
    if not is_terminal(sys.stderr):
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, description=what)


@contextmanager
def status() -> Iterator[Callable[[str | None], None]]:
    """Show a line that says what is going on, as soon as the function that is given has a text; it hides it for None.

    It vanishes at the end.
    """
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    shown: Status | None = None

    def show(text: str | None) -> None:
        nonlocal shown
        if shown is None:
            from rich.console import Console

            shown = Console(stderr=True).status("")
        if text is None:
            shown.stop()
        else:
            shown.start()
            shown.update(text)

    try:
        yield show
    finally:
        if shown is not None:
            shown.stop()


@contextmanager
def bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar of *total* steps with the label *what*; give the function that advances it by a number.

    It tells the time that has passed, too, so that one sees that work goes on where a step is long.
    """
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    columns = (*Progress.get_default_columns(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda some: progress.advance(task, some)
