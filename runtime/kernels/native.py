"""A kernel as machine code of this computer, made by llvmlite.

Each function is compiled when it is first called, together with the functions that it needs: a caller of perft does not
wait for the code of playouts. The object code is kept in the cache. llvmlite is an extra: without it ``missing_native``
says what to install.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import hashlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from tilewright.generator.compiler.kernel.language import Module, parse, words_of
from tilewright.generator.compiler.kernel.nodes import ARRAY, MAX_WORDS, KernelError, type_of
from tilewright.generator.compiler.printers.lanes import side_by_side
from tilewright.generator.compiler.printers.llvm import MIDDLE, PREFIX, assembly, length
from tilewright.model.objects import without_collecting
from tilewright.runtime.kernels import cache
from tilewright.runtime.kernels.clock import compiling
from tilewright.runtime.kernels.memory import plain_memory
from tilewright.runtime.kernels.objects import is_object
from tilewright.runtime.move import Cell
from tilewright.runtime.stack import aside, current, with_room

OLDEST = (0, 45)
"""The oldest version of llvmlite whose LLVM has all that is used here."""

INSTALL = "pip install 'llvmlite>=0.45'"
"""The command that installs llvmlite, whether tilewright is installed or run from a checkout."""

SMALL = 650
"""The lines of LLVM assembly up to which SLP vectorization is on. It puts shifts in several directions into vectors,
which makes small games faster and larger ones slower."""

LARGE = MIDDLE.stop - 1
"""The lines of LLVM assembly above which only the passes of ``_BRIEF`` are run, and instructions are selected at a
lower level: this saves most of the time of compilation for little speed."""

COMBINED = 12_000
"""The lines of LLVM assembly from which the pass ``instruction_combine`` is left out. It takes much of the time, and
games of this size are on the whole as fast without."""

WIDE = 200_000
"""The lines of LLVM assembly times the words of a set above which instructions are selected at the lowest level, which
is much faster to compile but gives slower code."""

BROAD = 32
"""The words of a set from which on instructions are selected at a lower level: that is faster to compile and to run."""

LARGEST = 600_000
"""The lines of a kernel's text times the words of a set above which it is not compiled: that would take too long."""

_INLINING = ("always_inliner", "global_dead_code_eliminate", "post_order_function_attributes")
_UNROLLING = ("loop_unroll", "simplify_cfg")
"""The passes before and after those on single functions, where LLVM's own inliner is not run: see ``MIDDLE``."""

_BRIEF = (
    "always_inliner",
    "global_dead_code_eliminate",
    "sroa",
    "simplify_cfg",
    "post_order_function_attributes",
    "dead_arg_elimination",
    "argument_promotion",
    "sroa",
    "simplify_cfg",
    "instruction_combine",
    "simplify_cfg",
    "aggressive_dce",
)

_SLOW_PDEP = ("znver1", "znver2", "bdver4")
"""Processors that have the instruction PDEP, but run it slower than a loop."""

_WIDE_VECTORS = ("avx512f", "avx512bw", "avx512dq", "avx512vl")
"""The features of processors on which games are played side by side: see ``printers.lanes``. With vectors half as wide
(AVX2) that is slower for most games than one after the other."""

HEARTBEAT = 0.05
"""The seconds after which a thread that waits for LLVM looks for signals."""

_POINTER = ctypes.POINTER(ctypes.c_int64)

llvm_at_work = threading.Lock()
"""Held while LLVM works. The end of the process takes it for good: LLVM must not be at work while it is unloaded."""
atexit.register(llvm_at_work.acquire)


def is_busy() -> bool:
    """Return whether LLVM is at work: then the end of the process has to wait, or to be abrupt."""
    return llvm_at_work.locked()


class NativeUnavailable(RuntimeError):
    """Machine code cannot be made on this computer. The message says why, and what to do."""


@dataclass(frozen=True)
class Built:
    """How a function was made: whether from the cache, the seconds of each stage in order, the bytes of object code."""

    cached: bool
    seconds: dict[str, float]
    size: int


def missing_native() -> str | None:
    """Return why kernels cannot be compiled here and how to change that, or None if they can be."""
    if sys.byteorder != "little":
        return "this processor puts the high byte of a word first, which compiled kernels do not"
    try:
        import llvmlite
        import llvmlite.binding
    except ModuleNotFoundError as error:
        return f"{error.name} is not installed: {INSTALL}"
    except Exception as error:  # a library that is damaged, or made for another system, may raise anything
        return f"llvmlite does not work here ({error}): {INSTALL}"
    version = tuple(int(part) for part in re.findall(r"\d+", llvmlite.__version__)[:2])
    return f"llvmlite {llvmlite.__version__} is too old: {INSTALL}" if version < OLDEST else None


def too_large(source: str, cells: Sequence[Cell]) -> str | None:
    """Return why a kernel text is too large for machine code, and what would help, or None if it is not.

    *cells* are those of the game, with its zones.
    """
    words = words_of(source)
    if words <= MAX_WORDS and source.count("\n") * words <= LARGEST:
        return None
    beside = sum(len(cell) > 2 for cell in cells)
    among, smaller = "", "a smaller board"
    if beside:
        among = f", {beside} of them in zones,"
    if 2 * beside > len(cells):
        smaller = "smaller zones, or a carried counter in place of stacks whose order does not matter,"
    which = f"for {len(cells)} cells{among} its rules are too long for machine code"
    return f"{which}; {smaller} or shorter rules would help"


class Host:
    """This computer as LLVM sees it. Raises ``NativeUnavailable`` without llvmlite."""

    def __init__(self) -> None:
        missing = missing_native()
        if missing is not None:
            raise NativeUnavailable(missing)
        import llvmlite
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        _bound_unswitching()
        features = llvm.get_host_cpu_features()
        self.llvm: Any = llvm
        self.cpu: str = llvm.get_host_cpu_name()
        self.features: str = features.flatten()
        self.has_fast_pdep = bool(features.get("bmi2")) and self.cpu not in _SLOW_PDEP
        self.has_wide_vectors = all(features.get(name) for name in _WIDE_VECTORS)
        self.triple: str = llvm.get_process_triple()
        if sys.platform == "win32":
            self.triple += "-elf"  # the format of object code that LLVM's loader knows everywhere
        self.version = f"{llvmlite.__version__} {llvm.llvm_version_info}"

    def machine(self, care: int = 2) -> Any:
        """Return a new target machine, because each execution engine takes one over. *care* is LLVM's level, 0 to 3."""
        target = self.llvm.Target.from_triple(self.triple)
        return target.create_target_machine(cpu=self.cpu, features=self.features, opt=care)


@functools.cache
def _bound_unswitching() -> None:
    """Let LLVM copy no loop to take a condition out of it, which made no game faster.

    The time that takes grows exponentially with the conditions, and may be hours for a small game. The option holds for
    all users of llvmlite in this process, and may be set once.
    """
    import llvmlite.binding

    llvmlite.binding.set_option("tilewright", "-unswitch-threshold=1")


_COMPILER = (
    "tilewright.generator.compiler.kernel",
    "tilewright.generator.compiler.printers",
    "tilewright.runtime.kernels",
)
"""The packages that turn a text into machine code: their digest is part of the key of the cache."""


@functools.cache
def host_of_llvm() -> Host:
    """Return this computer as LLVM sees it. ``NativeUnavailable`` without llvmlite."""
    return Host()


class NativeKernel:
    """The functions of a kernel text as machine code. Arrays are those of ctypes; calls release the GIL.

    ``built`` says for each function that was compiled how it was made, ``is_side_by_side`` whether several random games
    may be played at once.
    """

    def __init__(
        self,
        source: str,
        *,
        pdep: bool | None = None,
        lanes: bool | None = None,
        tree: Module | None = None,
        anew: Callable[[], str] | None = None,
    ) -> None:
        self._host = host_of_llvm()
        self.is_side_by_side = self._host.has_wide_vectors if lanes is None else lanes
        wanted = not os.environ.get("TILEWRIGHT_NO_PDEP") if pdep is None else pdep
        self._pdep = wanted and self._host.has_fast_pdep
        self._source = source
        self._module = tree
        self._anew = anew
        self._functions: dict[str, Callable[..., int]] = {}
        self._engines: list[Any] = []  # they own the machine code
        self._lock = threading.Lock()
        self._compiling: dict[str, Future[Callable[..., int]]] = {}
        self.built: dict[str, Built] = {}

    def array(self, size: int) -> ctypes.Array[ctypes.c_int64]:
        """Return an array of zeros."""
        return (ctypes.c_int64 * size)()

    def memory(self, size: int) -> Any:
        """Return an array of zeros that can be viewed; a large one is allocated as it is used."""
        return plain_memory(size)

    def call(self, name: str, *args: int | ctypes.Array[ctypes.c_int64]) -> int:
        """Return the result of one of the functions, which is compiled before its first call.

        The arrays must not overlap, and must be as large as the function expects: nothing checks that.
        """
        function = self._functions.get(name)
        if function is None:
            self.compile(name)
            function = self._functions[name]
        return function(*args) if not current.is_small else with_room(partial(function, *args))

    def address(self, name: str) -> int:
        """Return the address of the machine code of a function, which is valid as long as the kernel lives."""
        self.compile(name)
        return ctypes.cast(self._functions[name], ctypes.c_void_p).value or 0  # type: ignore[arg-type]

    def is_kept(self, name: str) -> bool:
        """Return whether the machine code of a function is in the cache."""
        key = self._key(name)
        return key is not None and cache.read(key) is not None

    def compile(self, name: str) -> None:
        """Compile a function or load it from the cache, once. ``KernelError`` if the text is not in the language."""
        with self._lock:
            compiled = self._compiling.get(name)
            if compiled is None:
                compiled = self._compiling[name] = aside(partial(self._compiled, name))
        with compiling():
            while not wait([compiled], HEARTBEAT).done:  # this thread can handle signals, the one in LLVM cannot
                pass
        self._functions[name] = compiled.result()

    def _compiled(self, name: str) -> Callable[..., int]:
        try:
            return self._made(name)
        except KernelError:
            source = self._source if self._anew is None else self._anew()
            if source == self._source:
                raise
            self._source, self._module = source, None
            return self._made(name)

    def _made(self, name: str) -> Callable[..., int]:
        seconds: dict[str, float] = {}
        parameters = _parameters(self._source, name)
        with _timed(seconds, "cache"):
            key = self._key(name)
            code = cache.read(key) if key else None
            if key and code is not None and not is_object(code, PREFIX + name):
                cache.discard(key)
                code = None
        cached = code is not None
        if code is None:
            code = self._object(name, seconds)
            if key:
                cache.write(key, code)
        with _timed(seconds, "load"), llvm_at_work:
            address = self._load(name, code)
        self.built[name] = Built(cached, seconds, len(code))
        types = [_POINTER if type_of(each) is ARRAY else ctypes.c_int64 for each in parameters]
        function: Callable[..., int] = ctypes.CFUNCTYPE(ctypes.c_int64, *types)(address)
        return function

    def _key(self, name: str) -> str | None:
        """Return the key of object code in the cache; None if the compiler is not in files and so has no digest."""
        host = self._host
        try:
            digest = hashlib.sha256(cache.digest_of(*_COMPILER))
        except OSError:  # the compiler is not in files
            return None
        options = f"{self._pdep} {self.is_side_by_side}"
        for part in (host.version, host.triple, host.cpu, host.features, options, name, self._source):
            digest.update(f"{len(part)} {part}".encode())
        return digest.hexdigest()

    def _object(self, name: str, seconds: dict[str, float]) -> bytes:
        host, llvm = self._host, self._host.llvm
        with _timed(seconds, "parse"), without_collecting():
            self._module = self._module or parse(self._source)
        with _timed(seconds, "print"), without_collecting():
            text = side_by_side(self._module, name, pdep=self._pdep) if self.is_side_by_side else None
            lanes = text is not None
            text = text or assembly(self._module, (name,), pdep=self._pdep)
        with _timed(seconds, "read"), llvm_at_work:
            module = llvm.parse_assembly(text, llvm.create_context())
            lines = length(text)
            machine = host.machine() if lanes else host.machine(_care(lines, self._module.names.words))
            module.triple = host.triple
            module.data_layout = str(machine.target_data)
        with _timed(seconds, "optimise"), llvm_at_work:
            self._optimise(module, machine, lines, lanes)
        with _timed(seconds, "emit"), llvm_at_work:
            code: bytes = machine.emit_object(module)
            del module, machine  # LLVM frees them, which it must not do while the process ends
        return code

    def _optimise(self, module: Any, machine: Any, lines: int, lanes: bool) -> None:
        llvm = self._host.llvm
        options = llvm.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization = False  # loops over cells are short
        options.slp_vectorization = lines <= SMALL
        builder = llvm.create_pass_builder(machine, options)

        def run(names: Sequence[str]) -> None:
            passes = llvm.create_new_module_pass_manager()
            for name in names:
                getattr(passes, f"add_{name}_pass")()
            passes.run(module, builder)

        if lines > LARGE:
            run([name for name in _BRIEF if name != "instruction_combine" or lines < COMBINED])
        elif lines in MIDDLE and not lanes:
            run(_INLINING)
            passes = builder.getFunctionPassManager()
            for function in module.functions:
                if not function.is_declaration:
                    passes.run(function, builder)
            run(_UNROLLING)
        else:
            builder.getModulePassManager().run(module, builder)

    def _load(self, name: str, code: bytes) -> int:
        llvm = self._host.llvm
        # in the global context: the garbage collector could free another one before the engine that needs it
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._host.machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self._engines.append(engine)
        address: int = engine.get_function_address(PREFIX + name)
        return address


def _care(lines: int, words: int) -> int:
    """Return LLVM's level of instruction selection for a text of this size, from 0 to 2."""
    if lines * words > WIDE:
        return 0
    return 1 if lines > LARGE or words >= BROAD else 2


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - begin


def _parameters(source: str, name: str) -> list[str]:
    """Return the names of a function's parameters, found by a search, so that a cached text need not be parsed."""
    found = re.search(rf"^def {re.escape(name)}\(([^)]*)\)", source, re.MULTILINE)
    if found is None:
        raise KernelError(1, f"there is no function {name}")
    return re.findall(r"\w+", found[1])


def native_kernel(
    source: str,
    entries: Sequence[str] = (),
    *,
    pdep: bool | None = None,
    lanes: bool | None = None,
    tree: Module | None = None,
    anew: Callable[[], str] | None = None,
) -> NativeKernel:
    """Return a kernel that runs a text as machine code.

    Functions are compiled when they are first called, those in *entries* at once. *pdep* says whether the processor's
    instruction PDEP may be used; by default it is used where it is fast, unless the environment has
    TILEWRIGHT_NO_PDEP. *lanes* says whether games may be played side by side in the lanes of vectors; by default they
    are where that is faster. *tree* is the parsed text, if there is one already.

    ``NativeUnavailable`` without llvmlite. ``KernelError`` for a text that is not in the language, unless *anew*
    returns another text of the same functions.
    """
    kernel = NativeKernel(source, pdep=pdep, lanes=lanes, tree=tree, anew=anew)
    for name in entries:
        kernel.compile(name)
    return kernel
