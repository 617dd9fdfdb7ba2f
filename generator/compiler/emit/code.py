"""The program under construction: its functions and tables, and the body of one function.

The name of a temporary variable is a stem and a number (``T12``), a new one for every value; all other names (of parts
of a position, tables, functions) have an underscore or no number. A function that is cut out of another one has its
free variables as parameters. Two functions with equal bodies are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from tilewright.generator.compiler.emit.sets import Cells
from tilewright.generator.compiler.kernel import language, nodes
from tilewright.generator.compiler.kernel.language import Definition
from tilewright.generator.compiler.kernel.nodes import (
    INT,
    TEMPORARY,
    Expression,
    Globals,
    Local,
    Number,
    Operand,
    Statement,
    Table,
    expression,
    local,
    type_of,
    typed,
)
from tilewright.generator.compiler.kernel.reaching import reached
from tilewright.generator.compiler.kernel.rewriting import names_of, reads, renamed, shape
from tilewright.generator.compiler.printers.python import constant_text, lines
from tilewright.generator.compiler.rules.board import Way


@dataclass
class Function:
    """A function of the program, not verified yet."""

    name: str
    parameters: tuple[str, ...]
    body: list[Statement]
    comment: str = ""

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names that its statements read. The body must be complete when they are first asked for."""
        return frozenset(reads(self.body))

    def lines(self) -> list[str]:
        """Return the lines of its text."""
        head = f"def {self.name}({', '.join(self.parameters)}):"
        doc = [f'    """{self.comment}"""'] if self.comment else []
        return [head, *doc, *lines(self.body)]


@dataclass(frozen=True)
class Outline:
    """A function that has been cut out of a chain (outlined)."""

    name: str
    parameters: tuple[str, ...]
    """The parameters, by the names that ``Flow.knowledge`` gives them."""
    changed: tuple[tuple[str | int, ...], ...]
    """The parts of a flow that become its results."""
    ops: tuple[object, ...]
    """The operations that it was cut out of. They are kept alive because keys contain their identities (``id``)."""


class Module:
    """All constants, tables and functions of a program."""

    def __init__(self, words: int = 1) -> None:
        """*words*: the 64-bit words of a set."""
        self.words = words
        self.constants: dict[str, int | tuple[int, ...]] = {}
        """The constants of the program: numbers, and tables as tuples."""
        self.functions: dict[str, Function] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._by_body: dict[tuple[object, ...], str] = {}
        self._numbers: dict[str, int] = {}
        self._once: dict[object, str] = {}
        self.unions: dict[tuple[int, ...], tuple[Cells, list[Cells]]] = {}
        """Unions of sets, by the identities of the sets, which are kept alive beside them."""
        self.ways: list[Way | None] = []
        """Directions that are told apart by their place here, where one is known only at run time. None: none."""
        self.outlines: dict[object, Outline] = {}
        """The functions that have been cut out of chains, by all that is known of the flow where the chain begins."""
        self.varying: dict[object, tuple[object, set[tuple[str | int, ...]]]] = {}
        """For repetitions emitted before: the operation, kept alive for its identity, and the parts that vary."""

    def table(self, stem: str, values: Iterable[int]) -> str:
        """Return the name of the table with these values, which is added if there is none yet.

        If *stem* is upper case, it is a table of sets, else one of ints.
        """
        key = (stem[0].isupper(), *values)
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = self.fresh(("T_" if stem[0].isupper() else "t_") + stem)
            self.constants[found] = key[1:]
        return found

    def number_of(self, way: Way | None) -> int:
        """Return the number of a direction, by which it is told apart at run time; it is given on first use."""
        if way not in self.ways:
            self.ways.append(way)
        return self.ways.index(way)

    def fresh(self, stem: str) -> str:
        """Return a new name for a table or a function: the stem and a number."""
        number = self._numbers.get(stem, 0)
        self._numbers[stem] = number + 1
        return f"{stem}_{number}"

    def reserve(self, *names: str) -> None:
        """Declare functions that are defined later, so that others may call them. They stand in this order."""
        for name in names:
            self.functions.setdefault(name, Function(name, (), []))

    def define(self, function: Function) -> None:
        """Add a function under its own name, or replace the one of this name."""
        self.functions[function.name] = function

    def share(self, stem: str, parameters: tuple[str, ...], body: list[Statement], comment: str = "") -> str:
        """Return the name of a function with this body and a name that begins with *stem*; add it if there is none.

        Bodies are compared up to the names of temporary variables.
        """
        names = canonical(parameters, body)
        parameters = tuple(names.get(name, name) for name in parameters)
        key = (stem, parameters, shape(body, lambda name: names.get(name, name)))
        found = self._by_body.get(key)
        if found is None:
            found = self._by_body[key] = self.fresh(stem)
            self.functions[found] = Function(found, parameters, renamed(body, names), comment)
        return found

    def once(self, key: object, make: Callable[[Module], str]) -> str:
        """Return the name that *make* has returned for a key; it is called for each key once."""
        found = self._once.get(key)
        if found is None:
            found = self._once[key] = make(self)
        return found

    def having(self, functions: Iterable[Function]) -> Module:
        """Return a module with the same constants and tables, but other functions."""
        other = Module(self.words)
        other.constants = self.constants
        other.functions = {function.name: function for function in functions}
        return other

    def needed(self, names: Iterable[str]) -> set[str]:
        """Return some names, and those of all functions, tables and constants that these functions need."""

        def used(name: str) -> Iterable[str]:
            return filter(self.is_global, self.functions[name].reads) if name in self.functions else ()

        return set(reached(names, used))

    def is_global(self, name: str) -> bool:
        """Return whether a name is a constant, table, or function of the program."""
        return name in self.constants or name in self.functions

    def checked(self) -> language.Module:
        """Return the program for printers. Each function is checked when it is first asked for."""
        names = Globals({"WORDS": self.words}, {}, {})
        for name, value in self.constants.items():
            if isinstance(value, int):
                names.constants[name] = value
            else:
                names.tables[name] = Table(name, type_of(name), value)
        definitions = {name: Definition(each.parameters, each.body) for name, each in self.functions.items()}
        return language.Module(names, definitions)

    def text(self, head: str) -> str:
        """Return the text of the whole program; *head* are its first lines."""
        parts = [head, *(f"{name} = {constant_text(value)}" for name, value in self.constants.items())]
        for function in self.functions.values():
            parts += ["", "", *function.lines()]
        return "\n".join(parts) + "\n"


def canonical(parameters: tuple[str, ...], body: list[Statement]) -> dict[str, str]:
    """Return new names for temporary variables, in the order of their occurrence: T0, T1 ... sets, n0, n1 ... ints."""
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for name in (*parameters, *names_of(body)):
        if name not in names and TEMPORARY.fullmatch(name):
            stem = "T" if name[0].isupper() else "n"
            names[name] = f"{stem}{counts.get(stem, 0)}"
            counts[stem] = counts.get(stem, 0) + 1
    return names


class Code:
    """The body of one function under construction, and the block to which statements are appended."""

    def __init__(self, numbers: Iterator[int] | None = None) -> None:
        """*numbers* yields the numbers of temporary variables, if several functions share them."""
        self._numbers = count() if numbers is None else numbers
        self.body: list[Statement] = []
        self._blocks = [self.body]
        self._open: list[Statement] = []
        self._known: dict[Expression, Expression] = {}
        """The variables of values that have one in the open blocks."""
        self._named: list[list[Expression]] = [[]]
        """For each open block the values that have got a variable in it."""

    def fresh(self, stem: str) -> Local:
        """Return a new temporary variable."""
        return local(f"{stem}{next(self._numbers)}")

    @property
    def depth(self) -> int:
        """How many blocks are open."""
        return len(self._blocks)

    @property
    def loops(self) -> int:
        """How many loops are open."""
        return sum(isinstance(statement, nodes.While) for statement in self._open)

    def add(self, statement: Statement) -> None:
        """Append a statement to the open block."""
        self._blocks[-1].append(statement)

    def assign(self, target: str | Local, value: Operand) -> None:
        """Append an assignment to a variable."""
        target = local(target) if isinstance(target, str) else target
        self.add(nodes.Assign((target.name,), typed(expression(value), target.type)))

    def store(self, array: str, index: Operand, value: Operand) -> None:
        """Append a store into a word of an array."""
        self.add(nodes.Put(array, typed(expression(index), INT), typed(expression(value), INT)))

    def answer(self, *values: Operand) -> None:
        """Append a return of some values."""
        self.add(nodes.Return(tuple(map(expression, values))))

    def name(self, value: Expression, stem: str = "T") -> Expression:
        """Return a variable that holds a value; assign it if none does yet in this or an enclosing block.

        This is local common subexpression elimination. The value must not change between its uses.
        """
        if isinstance(value, Local) or (isinstance(value, Number) and value.value >= 0):
            return value
        found = self._known.get(value)
        if found is None:
            held = self.fresh(stem)
            self.assign(held, value)
            found = self._known[value] = held
            self._named[-1].append(value)
        return found

    @contextmanager
    def block(self, statement: nodes.If | nodes.While, *, otherwise: bool = False) -> Iterator[None]:
        """Append a statement, and let what follows fill its block; *otherwise*: only fill its ``else`` block."""
        if otherwise:
            assert isinstance(statement, nodes.If)
            block = statement.otherwise
        else:
            self.add(statement)
            block = statement.then if isinstance(statement, nodes.If) else statement.body
        with self._filling(statement, block):
            yield

    @contextmanager
    def _filling(self, statement: nodes.If | nodes.While, block: list[Statement]) -> Iterator[None]:
        self._blocks.append(block)
        self._named.append([])
        self._open.append(statement)
        yield
        self._open.pop()
        for value in self._named.pop():
            del self._known[value]
        self._blocks.pop()

    @contextmanager
    def more(self, condition: Expression) -> Iterator[None]:
        """Fill the block of a conditional: the last statement if it has this condition and no ``else``, else a new one.

        The statements in it must not change whether the condition holds.
        """
        last = self._blocks[-1][-1] if self._blocks[-1] else None
        again = isinstance(last, nodes.If) and last.condition == condition and not last.otherwise
        with (
            self._filling(last, last.then) if isinstance(last, nodes.If) and again else self.block(nodes.If(condition))
        ):
            yield
