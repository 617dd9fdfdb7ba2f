"""Stand-alone engines: a program as a single Python file that needs nothing else.

    the face      the public interface: states, moves in notation, perft, random games, drawing
    intrinsics    the functions that every kernel has
    the kernel    the program's own functions, as far as the face needs them

In the file all names below the face begin with an underscore, and everything is annotated: the names of variables tell
their types. Texts of the model occur only as literals. The kernel is checked to be in its language, which can do no
harm.

The file is formatted as ``ruff format`` leaves it for any line length from 88 on. Longer statements of the kernel are
broken here and marked ``fmt: skip``: filled lines show the structure of a long expression better than one line for each
operand.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import TypeVar

from tilewright.generator.compiler.kernel.language import parse
from tilewright.generator.compiler.kernel.nodes import ARRAY, INTRINSICS, Signature, Type
from tilewright.generator.compiler.kernel.reaching import reached
from tilewright.generator.compiler.printers.intrinsics import prelude
from tilewright.generator.compiler.program import Layout, Program
from tilewright.generator.compiler.rules.ir import paid_end
from tilewright.generator.remembering import KEYS_AHEAD
from tilewright.metamodel.language import Lifetime

Key = TypeVar("Key", bound=Hashable)

TEMPLATE = "engine.py.tpl"
"""The template of the face, with placeholders for what depends on the game."""

WIDTH = 88
"""The most characters of a line that can be broken."""

LONGEST = 80
"""The most characters of a name that a docstring shows."""

MISSING = -1
"""Stands for the bit of a cell that the board does not have."""


@dataclass(frozen=True)
class Facts:
    """What a program does not contain of its game: the initial position, and names."""

    origin: str
    """What the engine was made from, for its docstring: the name of a file, and the options."""
    maker: str
    """The maker of the engine, with a version."""
    players: tuple[str, ...]
    columns: tuple[str, ...]
    """The names of the columns, from the left: as many as the board or a zone has."""
    zones: tuple[str, ...]
    """The names of the grids beside the board."""
    stacks: tuple[str, ...]
    """Those of the zones that are drawn as a line."""
    symbols: tuple[str, ...]
    """A character for each state."""
    initial: tuple[int, ...]
    """The record of the initial position."""
    nameless: str
    """The notation of a move without clicks and options."""


def standalone(program: Program, facts: Facts) -> str:
    """Return the engine of a game as the text of one module. The result is deterministic.

    Raises ``KernelError`` if the source of the program is not in the language of kernels.
    """
    template = Template((Path(__file__).parent.parent / "templates" / TEMPLATE).read_text(encoding="utf-8"))
    face = _face(program, facts)
    entries = [name for name in ENTRIES if name != "key" or program.layout.remembers]
    kernel = _Kernel(program.source, entries).parts(template.substitute(face, kernel=""))
    return template.substitute(face, kernel="\n".join(kernel))


ENTRIES = ("moves", "perft", "playouts", "advance", "key")
"""The functions of a program that the face calls; ``key`` only if the game remembers earlier positions."""


# -- texts of the model


def literal(text: str) -> str:
    """Return a text as a Python literal, with the quotes that need fewer escapes.

    >>> literal('"') + literal("it's") + literal(chr(10))
    '\\'"\\'"it\\'s""\\\\n"'
    """
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join("\\" + sign if sign in (quote, "\\") else _printable(sign) for sign in text) + quote


def _told(text: str) -> str:
    """Return a text that is safe in a docstring: escaped, in one line, and cut if it is long."""
    shown = [f"\\x{ord(sign):02x}" if sign in '"\\' else _printable(sign) for sign in text[:LONGEST]]
    return "".join(shown) + ("…" if len(text) > LONGEST else "")


def _printable(sign: str) -> str:
    return sign if sign.isprintable() else ascii(sign)[1:-1]


# -- the face


DRAWING = '''def _drawn(state: State, generator: random.Random) -> str:
    """Return a random move: what happens by chance has its odds."""
    if player(state) < len(PLAYERS):
        return generator.choice(legal_moves(state))
    words = tuple(_advanced(state, generator.getrandbits(63), 1)[0])
    moves = _settled(state)[1].items()
    return next(move for move, after in moves if after.words == words)


'''
"""A function that games of chance have besides. At nature's turn, ``player`` is the number of players."""


PAYING = '''def _paid(end: int, gains: Sequence[int]) -> $result:
    """Return what each player gets by an end: what it gives, or else what is paid."""
    if end != $end:
        return _RETURNS[end]
    $shares


'''
"""A function that games with payments have besides. The payments stand at the end of a record."""


def _paying(layout: Layout) -> dict[str, object]:
    """Return the values of the template's placeholders for results and payments."""
    outcome = layout.outcome
    result = "tuple[float | Fraction, ...]" if outcome.divided else "tuple[float, ...]"
    if not outcome.paid:
        told = [
            "ends = zip(out[::2], out[1::2], strict=True)",
            "return [Playout(_RETURNS[end], length) for end, length in ends]",
        ]
        returned, paying = ["return _RETURNS[_settled(state)[0][_END]]"], ""
    else:
        width = layout.played
        told = [
            f"rows = (out[first : first + {width}] for first in range(0, len(out), {width}))",
            "return [Playout(_paid(row[0], row[2:]), row[1]) for row in rows]",
        ]
        returned = ["words = _settled(state)[0]", f"return _paid(words[_END], words[-{len(outcome.gains)}:])"]
        count = outcome.players
        shares = ["return tuple(gains)"]
        if outcome.divided:
            shares = [
                f"shares = zip(gains[:{count}], gains[{count}:], strict=True)",
                "return tuple(Fraction(gain, part) for gain, part in shares)",
            ]
        end = paid_end(count)
        paying = Template(PAYING).substitute(result=result, end=end, shares="\n    ".join(shares))
    return {
        "imports": "from collections.abc import Sequence\n" if outcome.paid else "",
        "fractions": "from fractions import Fraction\n" if outcome.divided else "",
        "result": result,
        "others": "\n    What the rules pay is exact." if outcome.paid else "",
        "returned": "\n    ".join(returned),
        "played": layout.played,
        "told": "\n            ".join(told),
        "part": "part" if outcome.divided else "part:g",
        "by_zero": '\n    -13: "what a player is paid would be divided by 0",' if outcome.divided else "",
        "paying": paying,
    }


def _face(program: Program, facts: Facts) -> dict[str, object]:
    """Return the values of the template's placeholders."""
    layout = program.layout
    remembers, chance = layout.remembers, layout.constants.game.nature is not None
    return {
        "game": _told(program.name),
        "maker": _told(facts.maker),
        "origin": _told(facts.origin),
        "name": literal(program.name),
        "players": _tuple("PLAYERS", map(literal, facts.players)),
        "history": "(*state.history, _key(list(state.words)))" if remembers else "()",
        "remembered": "tuple(history[: len(state.history) + played])" if remembers else "()",
        **_paying(layout),
        "ahead": KEYS_AHEAD,
        "initial": _tuple("_INITIAL", map(str, facts.initial)),
        "whose": "min(state.words[_PLAYER], len(PLAYERS))" if chance else "state.words[_PLAYER]",
        "chosen": "_drawn(state, generator)" if chance else "generator.choice(legal_moves(state))",
        "drawing": DRAWING if chance else "",
        "player": dict(layout.offsets())["p"],
        "end": dict(layout.offsets())["e"],
        "returns": _tuple("_RETURNS", _returns(program.players), "tuple[tuple[float, ...], ...]"),
        "nameless": literal(facts.nameless),
        "labels": _tuple("_LABELS", map(literal, program.labels)),
        "grids": _grids(layout, facts),
        "stacks": _tuple("_STACKS", map(literal, facts.stacks), "tuple[str, ...]"),
        "columns": _tuple("_COLUMNS", map(literal, facts.columns)),
        "drawn": _tuple("_DRAWN", _drawn(layout, facts.symbols), "tuple[tuple[tuple[int, ...], int, str], ...]"),
        "piles": _tuple("_PILES", _piles(layout), "tuple[tuple[int, tuple[int, ...], int], ...]"),
    }


def _returns(players: int) -> Iterator[str]:
    """Yield the returns of the players for each code of an end, in order."""
    yield from [_row(["0"] * players)] * 2
    loss = "-1" if players <= 2 else f"-1 / {players - 1}"
    gain = "1" if players <= 2 else f"1 / {players - 1}"
    for winner in range(players):
        yield _row("1" if me == winner else loss for me in range(players))
    for loser in range(players):
        yield _row("-1" if me == loser else gain for me in range(players))


def _grids(layout: Layout, facts: Facts) -> str:
    """Return the definition of the board and the zones: the name, the bits of each row, and the text of each row.

    The text shows every cell in the initial state of its tile.
    """
    constants = layout.constants
    bits = constants.board.bit
    symbol_of = {
        bit: facts.symbols[constants.initial_state[tile]]
        for tile, cells in enumerate(constants.tile_cells)
        for bit in layout.cell_of
        if cells >> bit & 1
    }
    lines = ["_GRIDS = ("]
    for number, (name, (width, height)) in enumerate(zip(("", *facts.zones), constants.board.extents, strict=True)):
        grid = (number,) if number else ()
        rows = [[bits.get((row, column, *grid), MISSING) for column in range(width)] for row in range(height)]
        drawn = ("".join(symbol_of.get(bit, " ") for bit in row) for row in rows)
        lines += ["    (", f"        {literal(name)},", "        ("]
        lines += [f"            {_row(map(str, row))}," for row in rows]
        lines += ["        ),", "        ("]
        lines += [f"            {literal(signs)}," for signs in drawn]
        lines += ["        ),", "    ),"]
    return "\n".join([*lines, ")  # fmt: skip"])


def _drawn(layout: Layout, symbols: tuple[str, ...]) -> Iterator[str]:
    """Yield for each state the offsets of its boards in a record, a mask of cells (-1: all), and its symbol.

    A cell of the mask has the state if it is on all these boards. States with the same boards and symbol are merged.
    """
    offsets, constants = dict(layout.offsets()), layout.constants
    boards = constants.boards.of_state
    for alike, group in _grouped(boards, lambda state: (boards[state], symbols[state])).items():
        others = any(boards[state] == alike[0] for state in boards.keys() - set(group))
        cells = sum({constants.cells_with(state) for state in group}) if others else -1
        places = _row(str(offsets[f"B_{board}"]) for board in alike[0])
        yield f"({places}, {cells}, {literal(alike[1])})"


def _grouped(states: Iterable[int], key: Callable[[int], Key]) -> dict[Key, list[int]]:
    """Return states grouped by a key, in the order of first occurrence."""
    groups: dict[Key, list[int]] = {}
    for state in states:
        groups.setdefault(key(state), []).append(state)
    return groups


def _piles(layout: Layout) -> Iterator[str]:
    """Yield for each counter per cell its least value, the offsets of its digits in a record, and its cells.

    Counters of one move are left out. The cells are a set, or -1 for all.
    """
    everything = layout.constants.board.cells
    offsets = dict(layout.offsets())
    for facts in layout.constants.counters.values():
        if facts.per_cell and facts.lifetime is not Lifetime.Move:
            for player in range(facts.players):
                digits = (str(offsets[f"P_{facts.number}_{player}_{digit}"]) for digit in range(facts.planes))
                cells = -1 if facts.cells == everything else facts.cells
                yield f"({facts.least}, {_row(digits)}, {cells})"


def _row(values: Iterable[str]) -> str:
    """Return the text of a tuple in one line."""
    entries = list(values)
    return f"({entries[0]},)" if len(entries) == 1 else f"({', '.join(entries)})"


def _tuple(name: str, values: Iterable[str], type_: str | None = None) -> str:
    """Return the definition of a tuple, in one line if it fits, else in filled lines."""
    entries = list(values)
    head = f"{name}: {type_} = " if type_ else f"{name} = "
    line = head + _row(entries) if entries else f"{head}()"
    if len(line) <= WIDTH:
        return line
    filled = _filled(entries, "    ")
    return "\n".join([f"{head}(", *filled, ")  # fmt: skip"])


def _filled(entries: Sequence[str], indent: str) -> list[str]:
    """Return entries, each followed by a comma, in as few lines as possible."""
    lines = [indent]
    for entry in entries:
        if lines[-1].strip() and len(lines[-1]) + len(entry) + 2 > WIDTH:
            lines.append(indent)
        lines[-1] += f"{' ' if lines[-1].strip() else ''}{entry},"
    return lines


# -- the kernel


_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_HEX = re.compile(r"(?<!\w)0x[0-9a-f]+")


class _Kernel:
    """A kernel text as it stands in the file: annotated, with private names and broken lines."""

    def __init__(self, source: str, entries: Sequence[str]) -> None:
        module = parse(source)
        needed = {function.name for function in module.reachable(entries)}
        self._signatures = {**INTRINSICS, **module.names.signatures}
        self._texts: dict[str, list[str]] = {}
        self._definitions: dict[str, ast.FunctionDef] = {}
        self._private = {*self._signatures, *module.names.constants, *module.names.tables}
        self._add(_in_one_line(prelude(module.names.words)), None)
        self._intrinsics = list(self._texts)
        self._add(source, needed)

    def _add(self, text: str, needed: set[str] | None) -> None:
        """Add the definitions of a text: all of them, or all constants and the functions that are needed."""
        lines = text.split("\n")
        for node in ast.parse(text).body:
            own = lines[node.lineno - 1 : node.end_lineno]
            if isinstance(node, ast.FunctionDef) and (needed is None or node.name in needed):
                self._definitions[node.name] = node
                self._texts[node.name] = own
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._texts[node.targets[0].id] = own

    def parts(self, face: str) -> Iterator[str]:
        """Yield the texts of the definitions that the face needs, directly or not: intrinsics, constants, functions."""
        used = {name[1:] for name in _NAME.findall(face) if name[0] == "_"}

        def named(name: str) -> set[str]:
            return {other for line in self._texts[name] for other in _NAME.findall(line)} & self._texts.keys()

        kept = reached(used & self._texts.keys(), named)
        constants = [name for name in self._texts if name in kept and name not in self._definitions]
        functions = [name for name in self._texts if name in kept and name in self._definitions]
        yield "\n# What rules are made of: sets are numbers whose bit i stands for cell i."
        yield from (self._function(name) for name in functions if name in self._intrinsics)
        yield f"\n\n# {_LEGEND}\n{_LINT}"
        if constants:
            yield "\n".join(line for name in constants for line in self._constant(name))
        yield from (self._function(name) for name in functions if name not in self._intrinsics)

    def _constant(self, name: str) -> list[str]:
        text = _HEX.sub(_upper, " ".join(self._texts[name]))
        value = text.partition(" = ")[2]
        if not value.startswith("("):
            return [f"_{name} = {value}"]
        return _tuple(f"_{name}", value.strip("(),").split(", ")).splitlines()

    def _function(self, name: str) -> str:
        node, signature = self._definitions[name], self._signatures[name]
        lines = [*_head(f"_{name}", [argument.arg for argument in node.args.args], signature)]
        first = node.body[0].lineno - node.lineno
        for line in self._texts[name][first:]:
            text = _HEX.sub(_upper, _NAME.sub(self._renamed, line))
            lines += _broken(text.replace(" = [None] * ", " = [0] * "))  # to fit the annotation
        if signature.results and _ends(node.body):
            lines.append('    raise AssertionError("never reached")')
        return "\n".join(["\n", *lines])

    def _renamed(self, match: re.Match[str]) -> str:
        """Return a name as it is in the file. A variable may have the name of a function, but is not called."""
        called = match.string[match.end() : match.end() + 1] == "("
        name = match[0]
        private = name in self._private and (called or name not in self._signatures)
        return f"_{name}" if private else name


def _in_one_line(text: str) -> str:
    """Return a text in which each returned expression stands in one line."""

    def joined(match: re.Match[str]) -> str:
        return "return " + " ".join(match[1].split())

    return re.sub(r"return \(\n(.*?)\n    \)", joined, text, flags=re.DOTALL)


def _upper(match: re.Match[str]) -> str:
    return "0x" + match[0][2:].upper()


def _head(name: str, parameters: Sequence[str], signature: Signature) -> list[str]:
    """Return the lines of an annotated ``def``."""
    types = zip(parameters, signature.parameters, strict=True)
    arguments = [f"{parameter}: {_annotation(type_)}" for parameter, type_ in types]
    count = len(signature.results)
    result = "None" if count == 0 else "int" if count == 1 else "tuple[int, ...]"
    line = f"def {name}({', '.join(arguments)}) -> {result}:"
    return (
        [line] if len(line) <= WIDTH else [f"def {name}(", *_filled(arguments, "    "), f") -> {result}:  # fmt: skip"]
    )


def _annotation(type_: Type) -> str:
    return "list[int]" if type_ is ARRAY else "int"


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Return whether type checkers take the end of a function for reachable."""
    match body[-1]:
        case ast.Return():
            return False
        case ast.While(ast.Constant(value)):
            return not value or any(isinstance(node, ast.Break) for node in ast.walk(body[-1]))
        case ast.If(_, then, otherwise):
            return not otherwise or _ends(then) or _ends(otherwise)
    return True


_STATEMENT = re.compile(
    r"(?P<indent> *)(?:\"\"\"(?P<words>.*)\"\"\"|"
    r"(?:(?P<head>(?:if|elif|while|return) )|(?P<targets>[^=(]+) = )?(?P<value>.*?)(?P<end>:?))"
)


def _broken(line: str) -> list[str]:
    """Return a statement, or the head of one, in as many lines as needed: its value in parentheses, in filled lines."""
    match = _STATEMENT.fullmatch(line)
    if len(line) <= WIDTH or match is None:
        return [line]
    indent, targets = match["indent"], match["targets"] or ""
    if match["words"]:
        wrapped = textwrap.wrap(match["words"], WIDTH, initial_indent=f'{indent}"""', subsequent_indent=indent)
        return [*wrapped, f'{indent}"""']

    def filled(text: str) -> list[str]:
        room = max(1, WIDTH - len(indent) - 4)
        parts = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)
        return [f"{indent}    {part}" for part in parts]

    first = [f"{indent}{f'{targets} = ' if targets else match['head'] or ''}("]
    if targets and len(first[0]) > WIDTH:
        first = [f"{indent}(", *filled(targets), f"{indent}) = ("]
    return [*first, *filled(match["value"]), f"{indent}){match['end']}  # fmt: skip"]


_LEGEND = """\
The rules. Names of sets of cells begin with an upper-case letter, names of numbers
# with a lower-case one, names of arrays of words with a_. The lines below are for the
# linters: a compiler has other habits than people have."""

_LINT = """\
# ruff: noqa
# mypy: disable-error-code=comparison-overlap"""
