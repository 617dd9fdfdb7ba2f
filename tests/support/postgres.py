"""A PostgreSQL for tests, which nobody else sees."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.tools import need

USER = "postgres"
"""Who runs it: it does not run as root."""


def _program(name: str) -> str | None:
    """Return a program of PostgreSQL, which Debian keeps where no shell looks."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else None)


@contextmanager
def postgres() -> Iterator[str]:
    """Give the address of a database of its own, in a folder of its own; a test that cannot have it is skipped."""
    initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
    need(initdb is not None and pg_ctl is not None, "postgresql")
    assert initdb is not None and pg_ctl is not None
    folder = Path(tempfile.mkdtemp(prefix="tilewright-"))
    user = USER if os.geteuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=300)

    data = str(folder / "data")
    try:
        run(initdb, "-D", data, "-U", USER, "-A", "trust", "--no-sync")
        run(pg_ctl, "-D", data, "-w", "-l", str(folder / "log"), "-o", f"-h '' -k {folder}", "start")
        try:
            yield f"postgresql+psycopg://{USER}@/postgres?host={folder}"
        finally:
            run(pg_ctl, "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
