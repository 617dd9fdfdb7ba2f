"""``make play``, the first thing that anybody tries: in a terminal, and without one."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.support.terminals import PATIENCE, terminal
from tests.support.tools import need

MAKE = ("make", "--silent", "-o", ".venv/.play", "play", f"BIN={Path(sys.executable).parent}")


@pytest.fixture(autouse=True)
def _make() -> None:
    need(shutil.which("make") is not None, "make")
    need((Path(sys.executable).parent / "tilewright").exists(), "tilewright (pip install -e .)")


def test_in_a_terminal_the_gallery_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where, and a browser is told; somebody else may already listen at the usual port."""
    told = tmp_path / "told"
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {told}.part && mv {told}.part {told}\n', "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    monkeypatch.setenv("DISPLAY", ":99")
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        except OSError:
            pass  # somebody does
        with terminal([], tmp_path, program=MAKE) as found:
            found.wait_for("http://127.0.0.1:", "Ctrl-C ends it.")
            (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", "".join(found.lines))
            assert not address.endswith(":8000/")
            page = urlopen(Request(address, headers={"Accept": "text/html"}), timeout=PATIENCE).read()
            assert b"Choose a game" in page
            end = time.monotonic() + PATIENCE
            while not told.exists():
                assert time.monotonic() < end
                time.sleep(0.01)
            assert told.read_text("utf-8").strip() == address
            found.type("\x03")
            found.wait_for_end()


def test_it_can_be_played_in_the_terminal(tmp_path: Path) -> None:
    with terminal(["TERMINAL=1", "GAME=tic-tac-toe"], tmp_path, program=MAKE) as found:
        found.wait_for("X to move", "X>")
        found.enter("quit")
        assert found.wait_for_end() == 0


def test_without_a_display_nothing_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "told"
    monkeypatch.setenv("BROWSER", f"touch {told} %s")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    need(sys.platform == "linux" and "DISPLAY" not in os.environ, "Linux")
    with terminal(["GAME=tic-tac-toe"], tmp_path, program=MAKE) as found:
        found.wait_for("http://127.0.0.1:", "Ctrl-C ends it.")
        found.type("\x03")
        found.wait_for_end()
    assert not told.exists()
