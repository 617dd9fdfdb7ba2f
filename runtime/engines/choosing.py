"""Choosing an engine, and switching to a faster one while a game is played.

It takes time to compile a game: less to a program in Python, more to machine code. So ``Auto`` begins with the
interpreter. When it has found enough moves to be worth it, a background thread makes the program for Python, then the
machine code, and each call uses the fastest engine there is.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, cast

from tilewright.generator.purpose import Purpose
from tilewright.runtime.engines.bulk import leaves, survey
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.early import Early
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.engines.tally import Played, Tally
from tilewright.runtime.interpreter import Interpreter, Settled
from tilewright.runtime.kernels.clock import compiling
from tilewright.runtime.position import CellSet, Identity, Position
from tilewright.runtime.protocols import Chosen, Engine, Node
from tilewright.runtime.stack import start

if TYPE_CHECKING:
    from tilewright.generator.compiler import Program
    from tilewright.model.document import Document
    from tilewright.runtime.interpreter.tables import Tables
    from tilewright.runtime.kernels.native import NativeKernel
    from tilewright.runtime.kernels.python import PythonKernel
    from tilewright.runtime.kernels.wasm import WasmKernel

_log = logging.getLogger(__name__)

WORTH = 2000
"""The number of positions and legal moves that the interpreter finds before a game is compiled in the background."""

FORESEEN = 10
"""The plies of a perft of which it is estimated how many positions have moves."""


def engine_called(name: str, interpreter: Interpreter, document: Document) -> Chosen:
    """Return the engine with a name for the game of an interpreter, or one in its place.

    A game that cannot be compiled is played by the interpreter, one that is too large for "native" or "wasm" by
    "python". ``NativeUnavailable`` and ``WasmUnavailable`` say what is not installed, and how to get it.
    """
    compiler = Compiler(interpreter, document)
    match name:
        case "interpreter":
            return Chosen(interpreter, name)
        case "auto":
            return Chosen(Auto(interpreter, compiler), name)
    from tilewright.generator.compiler import NotLowered

    try:
        match name:
            case "python":
                return Chosen(compiler.python, name)
            case "wasm":
                return Chosen(compiler.wasm, name)
            case _:
                return Chosen(compiler.native, name)
    except TooLarge as reason:
        return Chosen(compiler.python, "python", str(reason))
    except NotLowered as reason:
        return Chosen(interpreter, "interpreter", str(reason))


def compiled_engine(engine: Engine, name: str, fallback: str | None = None, wanted: str = "batches") -> Compiled:
    """Return the compiled engine of a game that is played by *engine*. ``ValueError`` says why there is none.

    *name* is that of the game, *fallback* the reason why it is not compiled, if known, and *wanted* what the engine is
    needed for; all three are for the message. ``Auto`` compiles the game.
    """
    from tilewright.generator.compiler import NotLowered

    if isinstance(engine, Auto):
        try:
            engine = engine.compiled()
        except NotLowered as reason:
            raise ValueError(f"{name} cannot be compiled: {reason}") from None
    if not isinstance(engine, Compiled):
        why = fallback or "choose the engine native or python, in a command by --engine native or python"
        raise ValueError(f"{name} is played by the interpreter, which has no {wanted}: {why}")
    return engine


class TooLarge(Exception):
    """A game is too large for machine code or WebAssembly. The message says what is too large."""


class Compiler:
    """Makes the compiled engines of one game, each on first use."""

    def __init__(self, interpreter: Interpreter, document: Document) -> None:
        self._interpreter = interpreter
        self._document = document
        self._lock = threading.RLock()
        self._programs: dict[Purpose, Program] = {}

    @property
    def python(self) -> Compiled:
        """The engine that runs the program in Python. ``NotLowered`` if the game cannot be compiled."""
        made = self.__dict__.get("_python")
        if isinstance(made, Compiled):
            return made
        with compiling(), self._lock:  # whoever waits for another thread that compiles does not play
            return self._python

    @cached_property
    def native(self) -> Compiled:
        """The engine that runs the program as machine code; each function is compiled on its first call.

        ``NativeUnavailable`` without llvmlite, ``TooLarge`` if compiling would take too long, ``NotLowered`` if the
        game cannot be compiled.
        """
        from tilewright.runtime.kernels.native import NativeUnavailable, missing_native, native_kernel, too_large

        missing = missing_native()
        if missing is not None:
            raise NativeUnavailable(missing)

        def kernel_for(purpose: Purpose) -> NativeKernel:
            with compiling():
                program = self._program_for(purpose, checked=False)
                return native_kernel(program.source, tree=program.tree, anew=lambda: self._anew(purpose).source)

        program = self._program_for(Purpose.PLAY, checked=False)
        reason = too_large(program.source, self._interpreter.tables.cells.places)
        if reason is not None:
            raise TooLarge(reason)
        kernel = kernel_for(Purpose.PLAY)
        return Compiled(program, kernel, self._interpreter, kernel.compile, kernel_for)

    @cached_property
    def wasm(self) -> Compiled:
        """The engine that runs the program as WebAssembly.

        ``WasmUnavailable`` without wasmtime, ``TooLarge`` if sets of cells need too many words, ``NotLowered`` if the
        game cannot be compiled.
        """
        from tilewright.generator.compiler import NotLowered
        from tilewright.generator.compiler.kernel.nodes import KernelError
        from tilewright.runtime.kernels.wasm import WasmUnavailable, missing_wasm, wasm_kernel

        missing = missing_wasm()
        if missing is not None:
            raise WasmUnavailable(missing)

        def kernel_for(purpose: Purpose) -> WasmKernel:
            with compiling():
                program = self._program_for(purpose, checked=False)
                return wasm_kernel(program.source, tree=program.tree, anew=lambda: self._anew(purpose).source)

        def other(purpose: Purpose) -> WasmKernel:
            try:
                return kernel_for(purpose)
            except KernelError as error:
                raise NotLowered(error.args[0]) from None

        try:
            kernel = kernel_for(Purpose.PLAY)
        except KernelError as error:
            raise TooLarge(error.args[0]) from None
        return Compiled(self._program_for(Purpose.PLAY, checked=False), kernel, self._interpreter, others=other)

    def has_machine_code(self, entry: str) -> bool:
        """Return whether the machine code of a function is in the cache, so that it need not be compiled."""
        from tilewright.runtime.kernels.programs import is_kept

        try:
            return is_kept(self._document) and cast("NativeKernel", self.native.kernel).is_kept(entry)
        except TooLarge:
            return False

    @cached_property
    def _python(self) -> Compiled:
        from tilewright.runtime.kernels.python import python_kernel

        def kernel_for(purpose: Purpose) -> PythonKernel:
            with compiling():
                return python_kernel(self._program_for(purpose).source)

        kernel = kernel_for(Purpose.PLAY)
        return Compiled(self._program_for(Purpose.PLAY), kernel, self._interpreter, others=kernel_for)

    def _program_for(self, purpose: Purpose, *, checked: bool = True) -> Program:
        """Return the program for a purpose. *checked* as in ``program_of``: needed if all of it is run by Python."""
        from tilewright.runtime.kernels.programs import program_of

        with compiling(), self._lock:
            known = self._programs.get(purpose)
            if known is None or (checked and known.tree is None):
                known = self._programs[purpose] = program_of(self._document, purpose, checked=checked)
            return known

    def _anew(self, purpose: Purpose) -> Program:
        from tilewright.runtime.kernels.programs import anew

        return anew(self._document, purpose)


class Auto:
    """Begins with the interpreter and switches to compiled engines, which it makes in the background.

    Its answers do not depend on which engine is in use. Nor do the games of ``tally``: compiled code plays all of
    them, if the game can be compiled.
    """

    def __init__(self, interpreter: Interpreter, compiler: Compiler) -> None:
        self._interpreter = interpreter
        self._compiler = compiler
        self._lock = threading.Lock()
        self._found = 0
        self._threads: dict[str, threading.Thread] = {}
        self._best: dict[str, Compiled] = {}
        self._native: bool | None = None
        self._early = Early()

    # -- the engine

    @property
    def tables(self) -> Tables:
        """The tables that say what the numbers in positions stand for."""
        return self._interpreter.tables

    def initial(self) -> Position:
        """Return the position in which the game starts."""
        return self._interpreter.initial()

    def settle(self, position: Position) -> Node:
        """Return a position with its legal moves, or as the end of the game."""
        node = self._settled(position)
        if self._found > WORTH:
            self.prepare("moves")
        return node

    def take(self, node: Any, identity: Identity) -> Position:
        """Return the position after one of the moves of a node, whichever engine has made the node."""
        engine = self._interpreter if isinstance(node, Settled) else self._compiler.python
        return engine.take(node, identity)

    def play(self, position: Position, identity: Identity) -> Position | None:
        """Return the position after a move, or None if it is not legal."""
        return self._for_one_move.play(position, identity)

    def options(self, position: Position, prefix: Identity) -> Sequence[Identity]:
        """Return the legal moves that begin with *prefix*, in order."""
        return self._for_one_move.options(position, prefix)

    def seen(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player sees."""
        return self._interpreter.seen(position, viewer)

    def covered(self, position: Position, viewer: int) -> CellSet:
        """Return the cells of which a player sees no more than that something stands there."""
        return self._interpreter.covered(position, viewer)

    def vacant(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player does not see, but of which a ``back`` tells that nothing stands there."""
        return self._interpreter.vacant(position, viewer)

    def heuristic(self, position: Position) -> tuple[int, ...] | None:
        """Return how good a position is for each player by the heuristic of the model; None if there is none."""
        return self._interpreter.heuristic(position)

    def told(self, position: Position, identity: Identity) -> str:
        """Return who is told a legal move."""
        return self._interpreter.told(position, identity)

    def _settled(self, position: Position) -> Node:
        best = self._best.get("moves")
        if best is not None:
            return best.settle(position)
        node = self._interpreter.settle(position)
        self._found += 1 + len(node.moves)
        return node

    @property
    def _for_one_move(self) -> Interpreter | Compiled:
        """The engine for a single move: machine code if there is some, else the interpreter, which follows it alone."""
        best = self._best.get("moves")
        return best if best is not None and best.is_parallel() else self._interpreter

    # -- whole kernels

    def is_parallel(self) -> bool:
        """Return whether there will be machine code, which several threads run at once."""
        if self._native is None:
            from tilewright.runtime.kernels.native import missing_native

            self._native = missing_native() is None
        return self._native

    def perft(self, position: Position, depth: int, stop: Stop) -> int:
        """Return the number of sequences of exactly *depth* legal moves.

        The tree is walked move by move until there is compiled code that counts the rest of it. While that is being
        compiled, both take turns at the processor, so that it is waited for, as in ``tally``.
        """
        if depth == 0:
            return 1
        walked, positions, moves = Early(), 0, 0

        def settle(position: Position) -> Node:
            nonlocal positions, moves
            begin = time.perf_counter()
            node = self._settled(position)
            walked.add(time.perf_counter() - begin)
            positions, moves = positions + 1, moves + len(node.moves)
            return node

        def known(position: Position, left: int) -> int | None:
            while True:
                best = self._best.get("perft")
                if best is not None and self._is_final(best):
                    return best.perft(position, left, stop)
                if self._found <= WORTH or not positions:
                    return None
                all_of_them = (moves / positions) ** min(depth - 1, FORESEEN)
                if not walked.wait(self.prepare("perft"), round(all_of_them) - positions, stop):
                    return None

        return leaves(self, position, depth, stop, settle, known)

    def tally(
        self, position: Position, games: range, seed: int, plies: int, stop: Stop, *, following: int = 0
    ) -> Tally:
        """Return what is counted of the random games of these numbers: see ``Bulk``.

        While machine code is being compiled, games are played in Python. Both take turns at the processor, so that
        after a while, if many games are left, it is waited for, but no longer than these would take in Python.
        """
        from tilewright.generator.compiler import NotLowered

        found = Tally()
        compiling = self.prepare("survey")
        while games:
            try:
                best = self._best.get("survey") or self._compiler.python
            except NotLowered:
                return Tally.of(survey(self._interpreter, position, games, seed, plies, stop))
            final = self._is_final(best)
            if not final and self._early.wait(compiling, len(games) + following, stop):
                continue
            now = len(games) if final else 1
            played = best.tally(position, games[:now], seed, plies, stop)
            if not final:
                played.early = Played(int(played.plies.total), played.seconds)
                self._early.add(played.seconds)
            found.add(played)
            games = games[now:]
        return found

    # -- compiling

    @property
    def recording(self) -> Compiled | None:
        """The engine whose records states hold; None until there is machine code."""
        best = self._best.get("moves")
        return best if best is not None and best.is_parallel() else None

    def compiled(self) -> Compiled:
        """Return the fastest compiled engine, and wait until it is made. ``NotLowered`` if there is none."""
        try:
            return self._compiler.native if self.is_parallel() else self._compiler.python
        except TooLarge:
            return self._compiler.python

    @property
    def for_games(self) -> str:
        """The name of the engine that plays random games, searches and batches, which waits until it is made."""
        from tilewright.generator.compiler import NotLowered

        try:
            return "native" if self.compiled().is_parallel() else "python"
        except NotLowered:
            return "interpreter"

    @property
    def for_perft(self) -> str:
        """The name of the engine that counts, as far as it is made."""
        best = self._best.get("perft")
        if best is None or not self._is_final(best):
            return "interpreter"
        return "native" if best.is_parallel() else "python"

    @property
    def compiling(self) -> tuple[str, ...]:
        """The functions whose compilation was begun, whether it has ended or not."""
        return tuple(self._threads)

    def prepare(self, entry: str) -> threading.Thread:
        """Begin to compile a function of the kernel in the background, unless that was begun; return the thread."""
        with self._lock:
            thread = self._threads.get(entry)
            if thread is None:
                thread = start(partial(self._compile, entry), f"tilewright compiler: {entry}")
                self._threads[entry] = thread
        return thread

    def _is_final(self, best: Compiled) -> bool:
        """Return whether there is nothing faster to wait for."""
        return best.is_parallel() or not self.is_parallel()

    def _compile(self, entry: str) -> None:
        try:
            if not (self.is_parallel() and self._compiler.has_machine_code(entry)):
                self._best[entry] = self._compiler.python
            if self.is_parallel():
                self._compiler.native.prepare(entry)
                self._best[entry] = self._compiler.native
        except Exception as error:  # nobody would see it raised in this thread; the present engine goes on playing
            self._native = False
            name = self._interpreter.tables.game.name
            _log.warning("%s is played slower, because it was not compiled: %s", name, error)
