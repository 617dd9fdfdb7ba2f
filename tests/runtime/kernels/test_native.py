"""Machine code of kernels: when it is made, how it is kept, and what happens where it cannot be."""

from __future__ import annotations

import errno
import importlib.abc
import os
import subprocess
import sys
import tempfile
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.engines import game, need
from tests.support.places import ROOT
from tilewright.generator.compiler.kernel.language import check
from tilewright.generator.compiler.kernel.nodes import KernelError
from tilewright.generator.compiler.printers import llvm
from tilewright.generator.compiler.printers.llvm import assembly
from tilewright.runtime.kernels import cache, native
from tilewright.runtime.kernels.native import NativeUnavailable, missing_native, native_kernel
from tilewright.runtime.simulation import simulate

TEXT = '''"""Two functions that need nothing of each other, and what cannot be called from outside."""
WORDS = 1

def third(n):
    X = 0xff
    return ctz(kth(X, n))

def double(a_x, n):
    a_x[0] = n * 2
    return add(n, n)

def add(n, m):
    return n + m

def cells(X):
    return popc(X)

def board(n):
    return bit(n)

def pair(n):
    return n, n

def nothing(n):
    pass
'''


@pytest.fixture
def compiling() -> None:
    """Skip where there is no native engine, but not where all tests are to run."""
    need("native")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, which does not exist yet."""
    place = tmp_path / "cache"
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(place))
    return place


def third(text: str = TEXT, **switches: Any) -> bool:
    """Compile and call a function; return whether it came from the cache."""
    kernel = native_kernel(text, **switches)
    assert kernel.call("third", 3) == 3
    return kernel.built["third"].cached


# Compiling


@pytest.mark.usefixtures("compiling", "folder")
def test_functions_are_compiled_when_they_are_called() -> None:
    """Nothing is compiled that nobody asked for, and nothing twice."""
    kernel = native_kernel(TEXT)
    assert kernel.built == {}
    array = kernel.array(1)
    assert kernel.call("double", array, -21) == -42 == array[0]
    assert set(kernel.built) == {"double"}
    built = kernel.built["double"]
    assert list(built.seconds) == ["cache", "parse", "print", "read", "optimise", "emit", "load"]
    kernel.compile("double")
    assert kernel.built["double"] is built
    assert set(native_kernel(TEXT, ["third", "double"]).built) == {"third", "double"}


def test_only_what_is_needed_is_printed() -> None:
    """The functions that are asked for are seen from outside, what they call is not, and nothing else is there."""
    text = assembly(check(TEXT), ["double"])
    assert [line.split("(")[0] for line in text.splitlines() if line.startswith("define")] == [
        "define i64 @kernel.double",
        "define internal i64 @kernel.add",
    ]


@pytest.mark.parametrize("pdep", [True, False])
def test_the_instruction_is_used_only_where_it_is_wanted(pdep: bool) -> None:
    """``kth`` has two forms."""
    assert ("pdep" in assembly(check(TEXT), ["third"], pdep=pdep)) is pdep


@pytest.mark.parametrize(
    ("middle", "copied", "inlined"), [(range(1000), 2000, True), (range(0), 2000, False), (range(1000), 50, False)]
)
def test_functions_are_inlined_in_texts_of_the_middle_size(
    monkeypatch: pytest.MonkeyPatch, middle: range, copied: int, inlined: bool
) -> None:
    """``long`` has too many lines to be inlined wherever it is called, and is called twice."""
    body = "".join(f"    n = n * {number} + a_x[{number}]\n" for number in range(3, 18))
    text = f"WORDS = 1\n\ndef long(a_x, n):\n{body}    return n\n"
    text += "\ndef twice(a_x, n):\n    return long(a_x, long(a_x, n))\n"
    monkeypatch.setattr(llvm, "MIDDLE", middle)
    monkeypatch.setattr(llvm, "COPIED", copied)
    head = next(line for line in assembly(check(text), ["twice"]).splitlines() if line.startswith("define internal"))
    assert ("alwaysinline" in head) is inlined


@pytest.mark.usefixtures("compiling", "folder")
def test_the_environment_switches_the_instruction_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code with the instruction is not taken for that without."""
    third()
    has_it = native.host_of_llvm().has_fast_pdep
    monkeypatch.setenv("TILEWRIGHT_NO_PDEP", "1")
    assert third() is not has_it
    assert third()


@pytest.mark.usefixtures("compiling", "folder")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cells", "cannot be called from outside"),
        ("board", "cannot be called from outside"),
        ("pair", "cannot be called from outside"),
        ("nothing", "cannot be called from outside"),
        ("missing", "there is no function missing"),
        (".*", r"there is no function \.\*"),
    ],
)
def test_functions_that_cannot_be_called(name: str, words: str) -> None:
    """From outside come ints and arrays, and an int goes back."""
    kernel = native_kernel(TEXT)
    with pytest.raises(KernelError, match=words):
        kernel.call(name, 1)


@pytest.mark.usefixtures("compiling", "folder")
def test_a_text_that_is_not_in_the_language_is_refused() -> None:
    """What CPython would run and compiled code would not run alike is not compiled."""
    with pytest.raises(KernelError, match="line 3: a set with bits above the board"):
        native_kernel("WORDS = 1\ndef f(n):\n    return popc(~bit(n))\n", ["f"])
    with pytest.raises(KernelError, match="nested too deeply"):
        native_kernel(f"WORDS = 1\ndef f(n):\n    return {'n + (' * 80}n{')' * 80}{' + n' * 450}\n", ["f"])


@pytest.mark.usefixtures("compiling", "folder")
def test_arguments_are_checked_by_type() -> None:
    """An int is not taken for an array: that would be an address."""
    import ctypes

    kernel = native_kernel(TEXT)
    with pytest.raises(ctypes.ArgumentError):
        kernel.call("double", 1, 1)
    with pytest.raises(TypeError):
        kernel.call("third")


@pytest.mark.usefixtures("compiling", "folder")
def test_threads_share_a_kernel() -> None:
    """Threads that need the same function at once compile it once."""
    kernel = native_kernel(TEXT)
    barrier = threading.Barrier(4)
    results: list[int] = []

    def work() -> None:
        barrier.wait()
        results.append(kernel.call("third", 5))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [5] * 4
    assert set(kernel.built) == {"third"}
    assert not kernel.built["third"].cached


@pytest.mark.usefixtures("compiling")
def test_a_loop_with_many_conditions_is_not_copied_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM would take each condition that does not change in a loop out of it, and need hours for thirteen of them."""
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")
    kinds = "abcdefghijklm"
    text = f"""game Kinds {{
  players Solo
  nature Luck
  start Luck
  board 4x4
  kind {" ".join(f"K{kind}:{kind}" for kind in kinds)}
  zone box 13x1 {{ "{kinds}" }}
  mark here
  chance Lay = goto box -> select here -> goto all -> empty -> pick -> set like here
    -> if count {{ goto all -> empty }} > 0 {{ turn nature }} else {{ win }}
  move Never = option "never"
}}"""
    assert simulate(game(text, "native"), 20, seed=1).plies == 20 * 16


def test_a_process_may_end_while_a_thread_compiles() -> None:
    """A daemon thread that is at work in LLVM does not crash the end of the process."""
    program = """
import threading
from tilewright.runtime.kernels import native
from tilewright.runtime.kernels.native import native_kernel
body = "".join(f"    X = (X << {n % 7 + 1}) & {n * 0x9e3779b97f4a7c15 & (1 << 64) - 1} | X ^ kth(X, {n % 3})\\n" for n in range(1500))
kernel = native_kernel(f"WORDS = 1\\ndef f(n):\\n    X = bit(n)\\n{body}    return popc(X)\\n")
thread = threading.Thread(target=kernel.compile, args=("f",), daemon=True)
thread.start()
while thread.is_alive() and not native.llvm_at_work.locked():
    pass
print("compiling" if thread.is_alive() else "too late")
"""
    done = run(program, TILEWRIGHT_CACHE="")
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "compiling", "")


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with this checkout in a process of its own."""
    return subprocess.run([sys.executable, "-c", program], **_settings(environment))


def _settings(environment: dict[str, str]) -> dict[str, Any]:
    return {"env": {**os.environ, **environment}, "cwd": ROOT, "capture_output": True, "text": True, "timeout": 300}


# The cache


@pytest.mark.usefixtures("compiling")
def test_code_is_kept(folder: Path) -> None:
    """The second kernel of a text is loaded; another text is compiled, and so is another version of the compiler."""
    assert not third()
    assert third()
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert not third(TEXT.replace("two", "2").replace("Two", "2"))
    assert len(list(folder.iterdir())) == 2


@pytest.mark.usefixtures("compiling")
def test_another_compiler_makes_other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version has compiled is not taken; a compiler that does not know itself keeps nothing."""
    third()
    monkeypatch.setattr(cache, "digest_of", lambda *_: b"another")
    assert not third()
    assert third()

    def unknown(*_: str) -> bytes:
        raise FileNotFoundError

    monkeypatch.setattr(cache, "digest_of", unknown)
    assert not third()
    assert not third()
    assert len(list(folder.iterdir())) == 2


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize("damage", ["flipped", "cut", "empty", "digest"])
def test_damaged_code_is_made_again(folder: Path, damage: str) -> None:
    """No byte that is not what was written is executed."""
    third()
    (file,) = folder.iterdir()
    data = bytearray(file.read_bytes())
    if damage == "flipped":
        data[len(data) // 2] ^= 1
    elif damage == "digest":
        data[0] ^= 1
    else:
        del data[len(data) // 2 if damage == "cut" else 0 :]
    file.write_bytes(data)
    assert not third()
    assert third()


@pytest.mark.usefixtures("compiling")
def test_an_empty_name_switches_the_cache_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is kept anywhere."""
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")
    assert cache.folder() is None
    assert not third()
    assert not third()


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES, errno.ENOSPC])
@pytest.mark.parametrize("function", ["mkstemp", "fdopen"])
def test_a_folder_that_takes_no_files(folder: Path, monkeypatch: pytest.MonkeyPatch, code: int, function: str) -> None:
    """Read-only or full: everything works, and nothing half-written stays."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(tempfile if function == "mkstemp" else os, function, refuse)
    assert not third()
    assert not third()
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("compiling")
def test_a_folder_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file stands in the way."""
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("TILEWRIGHT_CACHE", str(place))
        assert not third()
        assert not third()


@pytest.mark.usefixtures("compiling")
@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such permissions")
def test_a_folder_that_others_may_write_to(folder: Path) -> None:
    """What is there could be anybody's: it is not executed, and nothing is added."""
    third()
    folder.chmod(0o777)
    assert not third()
    folder.chmod(0o700)
    assert third()


def test_the_folder_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not used for longest goes first, with what interrupted writers left; the too large is not kept at all."""
    folder.mkdir(mode=0o700)
    (folder / "left.tmp").write_bytes(b"x" * 50)
    (folder / "other").write_bytes(b"x" * 5000)
    os.utime(folder / "left.tmp", ns=(1, 1))
    for number in range(4):
        cache.write(str(number), bytes(68))
        os.utime(folder / f"{number}{cache.SUFFIX}", ns=(10 + number, 10 + number))
    assert cache.read("0") == bytes(68)
    monkeypatch.setattr(cache, "LIMIT", 399)
    cache.write("4", bytes(68))
    assert len(list(folder.iterdir())) == 7  # it is not looked at after each little file
    monkeypatch.setattr(cache, "SLACK", 300)
    cache.write("4", bytes(68))
    assert sorted(file.name for file in folder.iterdir()) == [f"{n}{cache.SUFFIX}" for n in (0, 3, 4)] + ["other"]
    cache.write("5", bytes(401))
    assert cache.read("5") is None
    assert cache.read("4") == bytes(68)


@pytest.mark.usefixtures("compiling")
def test_processes_share_the_folder(folder: Path) -> None:
    """Processes that compile the same at once disturb neither each other nor a reader."""
    program = f"""
import sys
from tilewright.runtime.kernels.native import native_kernel
text = {TEXT!r}
sys.stdin.readline()
print([native_kernel(text.replace("third", f"third{{n}}")).call(f"third{{n}}", n) for n in range(8)])
"""
    command = [sys.executable, "-c", program]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes = [
        subprocess.Popen(command, cwd=ROOT, env={**os.environ, "TILEWRIGHT_CACHE": str(folder)}, **pipes)
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        assert process.communicate(timeout=300)[0].strip() == str(list(range(8)))
        assert process.returncode == 0
    assert len(list(folder.iterdir())) == 8
    text = TEXT.replace("third", "third3")
    kernel = native_kernel(text)
    assert kernel.call("third3", 3) == 3
    assert kernel.built["third3"].cached


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/tilewright"),
        ("linux", {"XDG_CACHE_HOME": ""}, "/home/me/.cache/tilewright"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, None),
        ("linux", {}, "/home/me/.cache/tilewright"),
        ("darwin", {"XDG_CACHE_HOME": "/x"}, "/home/me/Library/Caches/tilewright"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/tilewright"),
        ("win32", {}, None),
        ("linux", {"TILEWRIGHT_CACHE": "/mine", "XDG_CACHE_HOME": "/x"}, "/mine"),
        ("linux", {"TILEWRIGHT_CACHE": "", "XDG_CACHE_HOME": "/x"}, None),
    ],
)  # fmt: skip
def test_where_the_folder_is(
    platform: str, environment: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each system has its place for such files."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "TILEWRIGHT_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache.folder() == (None if expected is None else Path(expected))


# Without llvmlite


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Nothing is known of this computer yet, and afterwards nothing that was pretended."""
    for name in [name for name in sys.modules if name.split(".")[0] == "llvmlite"]:
        monkeypatch.delitem(sys.modules, name)
    native.host_of_llvm.cache_clear()
    yield monkeypatch
    native.host_of_llvm.cache_clear()


class _Broken(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, *_: object) -> None:
        if fullname == "llvmlite":
            raise OSError("wrong ELF class")


def _unavailable() -> str:
    with pytest.raises(NativeUnavailable) as raised:
        native_kernel(TEXT)
    assert str(raised.value) == missing_native()
    assert "pip install 'llvmlite>=0.45'" in str(raised.value)
    return str(raised.value)


def test_without_llvmlite(fresh: pytest.MonkeyPatch) -> None:
    """The error says what is missing and how to get it."""
    fresh.setitem(sys.modules, "llvmlite", None)
    assert "llvmlite is not installed" in _unavailable()


def test_with_a_broken_llvmlite(fresh: pytest.MonkeyPatch) -> None:
    """A library that cannot be loaded is not the end of the program."""
    fresh.setattr(sys, "meta_path", [_Broken(), *sys.meta_path])
    assert "llvmlite does not work here (wrong ELF class)" in _unavailable()


def test_with_an_old_llvmlite(fresh: pytest.MonkeyPatch) -> None:
    """Versions whose LLVM lacks what is used are told by their number."""
    old, binding = types.ModuleType("llvmlite"), types.ModuleType("llvmlite.binding")
    fresh.setattr(old, "__version__", "0.43.1", raising=False)
    fresh.setattr(old, "binding", binding, raising=False)
    fresh.setitem(sys.modules, "llvmlite", old)
    fresh.setitem(sys.modules, "llvmlite.binding", binding)
    assert "llvmlite 0.43.1 is too old" in _unavailable()


def test_on_a_processor_with_the_high_byte_first(fresh: pytest.MonkeyPatch) -> None:
    """Sets are put into words as low bytes first."""
    fresh.setattr(sys, "byteorder", "big")
    with pytest.raises(NativeUnavailable, match="high byte"):
        native_kernel(TEXT)
