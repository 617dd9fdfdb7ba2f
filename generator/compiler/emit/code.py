"""The emitted program as a tree of statements: building and printing it.

Names of temporary variables are a stem and a number (``T12``), new for every use, so that a name means one value; the
others (positions, tables, functions) contain an underscore or no number. A function that is cut out of another one
takes as parameters what it uses and does not define; two functions whose texts are equal are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

NAME = re.compile(r"(?<![0-9A-Za-z_])[A-Za-z_][A-Za-z_0-9]*")
TEMPORARY = re.compile(r"[A-Za-z]+[0-9]+")
KEYWORDS = {"if", "else", "and", "or", "not"}


@dataclass
class Assign:
    """``targets = value``."""

    targets: tuple[str, ...]
    value: str


@dataclass
class Line:
    """A statement that is kept whatever it computes: a return, a store, a break."""

    text: str


@dataclass
class If:
    """A conditional."""

    condition: str
    then: list[Statement] = field(default_factory=list)
    otherwise: list[Statement] = field(default_factory=list)


@dataclass
class While:
    """A loop."""

    condition: str
    body: list[Statement] = field(default_factory=list)


Statement: TypeAlias = Assign | Line | If | While


def names_in(text: str) -> list[str]:
    """Return the names in an expression, in order."""
    return [name for name in NAME.findall(text) if name not in KEYWORDS and name[0] != "_"]


def texts(body: list[Statement]) -> Iterator[str]:
    """Yield all expressions that are read."""
    for statement in body:
        match statement:
            case Assign():
                yield statement.value
            case Line():
                yield statement.text
            case If():
                yield statement.condition
                yield from texts(statement.then)
                yield from texts(statement.otherwise)
            case While():
                yield statement.condition
                yield from texts(statement.body)


def assigned(body: list[Statement]) -> Iterator[str]:
    """Yield all variables that are assigned."""
    for statement in body:
        match statement:
            case Assign():
                yield from statement.targets
            case If():
                yield from assigned(statement.then)
                yield from assigned(statement.otherwise)
            case While():
                yield from assigned(statement.body)


def printed(body: list[Statement], depth: int = 1) -> list[str]:
    """Return the lines of statements."""
    indent = "    " * depth
    lines: list[str] = []
    for statement in body:
        match statement:
            case Assign():
                lines.append(f"{indent}{', '.join(statement.targets)} = {bare(statement.value)}")
            case Line():
                lines.append(indent + statement.text)
            case If():
                lines.append(f"{indent}if {bare(statement.condition)}:")
                lines += printed(statement.then, depth + 1)
                if len(statement.otherwise) == 1 and isinstance(statement.otherwise[0], If):
                    inner = printed(statement.otherwise, depth)
                    lines += [f"{indent}el{inner[0].lstrip()}", *inner[1:]]
                elif statement.otherwise:
                    lines += [f"{indent}else:", *printed(statement.otherwise, depth + 1)]
            case While():
                lines += [f"{indent}while {bare(statement.condition)}:", *printed(statement.body, depth + 1)]
    return lines or [f"{indent}pass"]


def bare(text: str) -> str:
    """Return an expression without parentheses around the whole."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if place == len(text) - 1 else text
    return text


def renamed(body: list[Statement], names: dict[str, str]) -> list[Statement]:
    """Return the statements with other names."""

    def text(old: str) -> str:
        return NAME.sub(lambda match: names.get(match[0], match[0]), old)

    found: list[Statement] = []
    for statement in body:
        match statement:
            case Assign():
                found.append(Assign(tuple(map(text, statement.targets)), text(statement.value)))
            case Line():
                found.append(Line(text(statement.text)))
            case If():
                found.append(
                    If(text(statement.condition), renamed(statement.then, names), renamed(statement.otherwise, names))
                )
            case While():
                found.append(While(text(statement.condition), renamed(statement.body, names)))
    return found


@dataclass
class Function:
    """A function of the program."""

    name: str
    parameters: tuple[str, ...]
    body: list[Statement]
    comment: str = ""

    def lines(self) -> list[str]:
        """Return the text."""
        head = f"def {self.name}({', '.join(self.parameters)}):"
        doc = [f'    """{self.comment}"""'] if self.comment else []
        return [head, *doc, *printed(self.body)]


class Module:
    """All constants, tables and functions of a program."""

    def __init__(self) -> None:
        self.constants: dict[str, str] = {}
        self.functions: dict[str, Function] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._by_text: dict[tuple[str, ...], str] = {}
        self._numbers: dict[str, int] = {}

    def table(self, stem: str, values: Iterable[int]) -> str:
        """Return the name of a table with these values; an upper-case stem makes it one of sets."""
        key = (stem[0].isupper(), *values)
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = self.fresh(("T_" if stem[0].isupper() else "t_") + stem)
            shown = [hex(value) if value > 9 else str(value) for value in key[1:]]
            self.constants[found] = f"({', '.join(shown)},)"
        return found

    def fresh(self, stem: str) -> str:
        """Return a new name for a table or function."""
        number = self._numbers.get(stem, 0)
        self._numbers[stem] = number + 1
        return f"{stem}_{number}"

    def reserve(self, name: str) -> None:
        """Announce a function that is defined later, so that others may call it."""
        self.functions.setdefault(name, Function(name, (), []))

    def define(self, function: Function) -> None:
        """Add a function under its own name."""
        self.functions[function.name] = function

    def share(self, stem: str, parameters: tuple[str, ...], body: list[Statement], comment: str = "") -> str:
        """Return the name of the function with this body, which is added if there is none yet."""
        names = canonical(parameters, body)
        body = renamed(body, names)
        parameters = tuple(names.get(name, name) for name in parameters)
        key = (stem, *parameters, *printed(body))
        found = self._by_text.get(key)
        if found is None:
            found = self._by_text[key] = self.fresh(stem)
            self.functions[found] = Function(found, parameters, body, comment)
        return found

    def having(self, functions: Iterable[Function]) -> Module:
        """Return a module with other functions and the same constants and tables."""
        other = Module()
        other.constants = self.constants
        other.functions = {function.name: function for function in functions}
        return other

    def needed(self, names: Iterable[str]) -> set[str]:
        """Return some names and all functions, tables and constants that these functions need."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            if name in self.functions:
                read = texts(self.functions[name].body)
                waiting += [used for text in read for used in names_in(text) if self.is_global(used)]
        return found

    def is_global(self, name: str) -> bool:
        """Return whether a name is a constant, table, or function of the program."""
        return name in self.constants or name in self.functions

    def text(self, head: str) -> str:
        """Return the whole program."""
        parts = [head, *(f"{name} = {value}" for name, value in self.constants.items())]
        for function in self.functions.values():
            parts += ["", "", *function.lines()]
        return "\n".join(parts) + "\n"


def canonical(parameters: tuple[str, ...], body: list[Statement]) -> dict[str, str]:
    """Return new names for temporary variables: T0, T1 ... for sets and n0, n1 ... for numbers, as they occur."""
    names: dict[str, str] = {}
    counts: dict[str, int] = {}

    def visit(found: Iterable[str]) -> None:
        for name in found:
            if name not in names and TEMPORARY.fullmatch(name):
                stem = "T" if name[0].isupper() else "n"
                names[name] = f"{stem}{counts.get(stem, 0)}"
                counts[stem] = counts.get(stem, 0) + 1

    visit(parameters)
    for line in printed(body):
        visit(names_in(line))
    return names


class Code:
    """The body of one function under construction, with the block that is being filled."""

    def __init__(self, numbers: Iterator[int] | None = None) -> None:
        """*numbers*: those of temporary names, if another function goes on counting them."""
        self._numbers = count() if numbers is None else numbers
        self.body: list[Statement] = []
        self._blocks = [self.body]
        self._open: list[Statement] = []
        self._known: list[dict[str, str]] = [{}]

    def fresh(self, stem: str) -> str:
        """Return a new temporary name."""
        return f"{stem}{next(self._numbers)}"

    @property
    def depth(self) -> int:
        """How many blocks are open."""
        return len(self._blocks)

    @property
    def in_loop(self) -> bool:
        """Whether a loop is open."""
        return any(isinstance(statement, While) for statement in self._open)

    @property
    def is_empty(self) -> bool:
        """Whether the open block has no statement yet."""
        return not self._blocks[-1]

    def add(self, statement: Statement) -> None:
        """Append a statement to the open block."""
        self._blocks[-1].append(statement)

    def line(self, text: str) -> None:
        """Append a statement that is kept."""
        self.add(Line(text))

    def assign(self, target: str, value: str) -> None:
        """Append an assignment."""
        self.add(Assign((target,), value))

    def name(self, value: str, stem: str = "T") -> str:
        """Return a variable with a value; the same one for the same value in the same or an outer block."""
        if value.isidentifier() or value.isdigit():
            return value
        for known in self._known:
            found = known.get(value)
            if found is not None:
                return found
        found = self.fresh(stem)
        self.assign(found, value)
        self._known[-1][value] = found
        return found

    @contextmanager
    def block(self, statement: If | While, *, otherwise: bool = False) -> Iterator[None]:
        """Fill a block of a statement, which is appended unless it is its second one."""
        if otherwise:
            assert isinstance(statement, If)
            block = statement.otherwise
        else:
            self.add(statement)
            block = statement.then if isinstance(statement, If) else statement.body
        with self._filling(statement, block):
            yield

    @contextmanager
    def _filling(self, statement: If | While, block: list[Statement]) -> Iterator[None]:
        self._blocks.append(block)
        self._known.append({})
        self._open.append(statement)
        yield
        self._open.pop()
        self._known.pop()
        self._blocks.pop()

    @contextmanager
    def more(self, condition: str) -> Iterator[None]:
        """Fill the block of a conditional: the one that has just been closed, if it has this condition.

        What stands in it must not change whether the condition holds.
        """
        last = self._blocks[-1][-1] if self._blocks[-1] else None
        again = isinstance(last, If) and last.condition == condition and not last.otherwise
        with self._filling(last, last.then) if isinstance(last, If) and again else self.block(If(condition)):
            yield
