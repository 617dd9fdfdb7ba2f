"""The cache takes nothing that somebody else may have put there, and what is bad in it does no harm."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.engines import need
from tilewright.model.files import read_text
from tilewright.runtime import load, perft
from tilewright.runtime.kernels import cache
from tilewright.runtime.kernels.native import native_kernel
from tilewright.runtime.kernels.programs import program_of

KEY, CONTENT = "entry", b"what was kept"
TEXT = "game G {\n  players X, O\n  board 2x2\n  pieces Man:M\n  place Go = empty\n  effect = set own Man\n}"
TIMES = "WORDS = 1\n\n\ndef times(n):\n    return n * 7\n"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="owners and modes are those of other systems")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def linked(file: Path) -> None:
    other = file.with_suffix(".other")
    file.rename(other)
    file.symlink_to(other)


def replaced_by(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def replace(file: Path) -> None:
        file.unlink()
        make(file)

    return replace


def grown(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(cache.LIMIT + 1)


NOT_OURS: dict[str, Callable[[Path], object]] = {
    "a file that others may write to": lambda file: file.chmod(0o622),
    "a file that its group may write to": lambda file: file.chmod(0o620),
    "a link": linked,
    "a second name": lambda file: os.link(file, file.with_suffix(".other")),
    "a link to a device": replaced_by(lambda file: file.symlink_to("/dev/zero")),
    "a link to itself": replaced_by(lambda file: file.symlink_to(file)),
    "a pipe": replaced_by(os.mkfifo),
    "a folder": replaced_by(Path.mkdir),
    "a file that is too large": grown,
}


@pytest.mark.parametrize("change", NOT_OURS.values(), ids=NOT_OURS)
def test_what_is_no_plain_file_of_ours_is_a_miss(folder: Path, change: Callable[[Path], object]) -> None:
    cache.write(KEY, CONTENT)
    (file,) = folder.iterdir()
    assert cache.read(KEY) == CONTENT
    change(file)
    assert cache.read(KEY) is None
    cache.write(KEY, CONTENT)
    assert cache.read(KEY) == (None if file.is_dir() else CONTENT)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files to others")
def test_a_file_of_another_user_is_a_miss(folder: Path) -> None:
    cache.write(KEY, CONTENT)
    (file,) = folder.iterdir()
    os.chown(file, 12345, 12345)
    assert cache.read(KEY) is None


def test_an_entry_under_another_key_is_a_miss(folder: Path) -> None:
    cache.write(KEY, CONTENT)
    (file,) = folder.iterdir()
    shutil.copy(file, folder / f"other{cache.SUFFIX}")
    assert cache.read("other") is None and cache.read(KEY) == CONTENT


BAD_PROGRAMS = [
    b"", b"\xff", b"{", b"[]", b"7", b"[" * 100_000, b'{"source": 7, "labels": []}', b'{"source": "", "labels": [1]}',
    json.dumps({"source": "import os\nWORDS = 1\n", "labels": []}).encode(),
    json.dumps({"source": "WORDS = x\n", "labels": []}).encode(),
    json.dumps({"source": "WORDS = 1\n\n\ndef moves(a_x):\n    return open(1)\n", "labels": []}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("content", BAD_PROGRAMS, ids=lambda content: repr(content[:40]))
def test_a_program_that_is_signed_and_bad_is_made_anew(folder: Path, content: bytes) -> None:
    document = read_text(TEXT, "g.game")
    source = program_of(document).source
    (file,) = folder.iterdir()
    cache.write(file.stem, content)
    assert program_of(document).source == source
    assert perft(load(read_text(TEXT, "g.game"), "python").initial_state(), 3) == 24
    kept = cache.read(file.stem)
    assert kept is not None and json.loads(kept)["source"] == source


@pytest.mark.parametrize("content", BAD_PROGRAMS, ids=lambda content: repr(content[:40]))
def test_no_machine_code_is_made_of_a_program_that_is_signed_and_bad(folder: Path, content: bytes) -> None:
    need("native")
    source = program_of(read_text(TEXT, "g.game")).source
    (file,) = folder.iterdir()
    cache.write(file.stem, content)
    assert perft(load(read_text(TEXT, "g.game"), "native").initial_state(), 3) == 24
    kept = cache.read(file.stem)
    assert kept is not None and json.loads(kept)["source"] == source


def broken(code: bytes) -> dict[str, bytes]:
    return {
        "nothing": b"", "text": b"garbage", "zeros": bytes(1000), "cut": code[: len(code) // 2], "its head": code[:64],
        "a head and zeros": code[:64] + bytes(len(code) - 64), "one byte less": code[:-1],
        "another function": code.replace(b"times", b"timer"),
    }  # fmt: skip


def test_object_code_that_is_signed_and_bad_is_made_anew(folder: Path) -> None:
    need("native")
    assert native_kernel(TIMES).call("times", 6) == 42
    (file,) = folder.iterdir()
    code = cache.read(file.stem)
    assert code is not None and native_kernel(TIMES, ["times"]).built["times"].cached
    for name, content in broken(code).items():
        cache.write(file.stem, content)
        kernel = native_kernel(TIMES)
        assert (kernel.call("times", 6), kernel.built["times"].cached) == (42, False), name
        assert cache.read(file.stem) == code
