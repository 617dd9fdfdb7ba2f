"""The printer for random games that are played side by side, in the lanes of vectors.

An entry plays games one after the other in a loop over their numbers. Here many games are played at once: every
variable is a vector with a lane for each game, and every statement is carried out for the lanes of a *mask*. ``if``
runs both of its branches, each for the lanes that take it. This is if-conversion: see Allen, Kennedy, Porterfield and
Warren, "Conversion of control dependence to data dependence", 1983. Where a game is over, the next one begins in its
lane, while the others go on. Each game has a generator of its own, so its moves do not depend on the lanes beside it.

Not every program gains by this, or can be printed so: ``side_by_side`` returns None for the others.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import assert_never

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    INTRINSICS,
    RAW,
    SET,
    ZERO,
    Assign,
    Binary,
    Call,
    Choice,
    Comparison,
    Do,
    Entry,
    Expression,
    Function,
    If,
    Item,
    Jump,
    KernelError,
    Local,
    Logic,
    NewArray,
    Number,
    Put,
    Return,
    Statement,
    Table,
    Type,
    Unary,
    While,
    all_of,
    binary,
    number,
    type_of,
)
from tilewright.generator.compiler.kernel.rewriting import every, reads
from tilewright.generator.compiler.printers.flattening import Games
from tilewright.generator.compiler.printers.lane_operations import lane_operations
from tilewright.generator.compiler.printers.lane_sets import BITS, EMPTY, SetOperations, Words, splat
from tilewright.generator.compiler.printers.llvm import (
    OPERATIONS,
    PREDICATES,
    PREFIX,
    VOLATILE,
    defined,
)
from tilewright.generator.compiler.printers.merging import with_merged_turns

MANY, FEW, FEWEST = 32, 16, 8
"""The lanes for short rules, for long ones, and for long ones with positions of many variables. The widest vector
registers have 8: the processor computes with some while it awaits results of others. Long rules leave less to be
awaited, and take LLVM longer."""

WAITING = {MANY: 8, FEW: 2, FEWEST: 1}
"""In how many of the lanes games are over before the next ones begin there. To begin takes as long as some plies: of
short rules, whose games are mostly short, more than of long ones."""

SHORT = 1500
"""The most lines of LLVM's assembly language that short rules have."""

ENTRIES = ("playouts", "survey")
"""The entries that play games, whose numbers ``i`` counts."""

LINE = 64
"""The bytes of a line of the cache, and of the widest vector registers."""

HELD = 15
"""The most words of a game that registers hold beside intermediate results, if each takes two."""

WIDEST = 8
"""The most words of a set: of more words, registers would hold too few."""

LONGEST = 20_000
"""The most lines of a text of LLVM assembly that is worth its time of compilation."""

BRANCHING = 10
"""If one line of so many keeps, beside a branch, what the other lanes have, the rules branch too much for lanes."""

CASES = 4
"""The most places at which a function may draw a cell. They are as many cases, of which each game is in one, and lanes
run all of them."""

NUMBER, MOVER = "i", "p"
"""The variables with the number of the game, and who is to move."""

_COUNTING = ("spend", "charge")
"""The intrinsics that count steps. Rules that have no loops but floods take few, so that here nobody counts."""


class _Unsuited(Exception):
    """Lanes have no such statement or intrinsic."""


def side_by_side(module: Module, name: str, *, pdep: bool = False) -> str | None:
    """Return an LLVM module with an entry that plays many games at once, or None if that would not pay.

    It pays if sets have few words, and the rules have no loops but those of floods. *pdep*: use the instruction PDEP,
    which the machine must have.
    """
    if name not in ENTRIES or module.names.words > WIDEST:
        return None
    functions = module.reachable([name])
    if any(_waits(each, module) for each in functions):
        return None
    try:
        games = Games.of(module, name, MOVER)
        if games is not None:
            module, games = with_merged_turns(module, games)
            functions = [games.function, *module.reachable(sorted(games.function.calls))]
        private = {array for function in functions for array in function.arrays}
        printed = [_Printer(module, each, private, each.name == name, games) for each in functions]
    except (_Unsuited, KernelError, RecursionError):
        # The usual printer tells of a text that is nested too deeply, and prints one that cannot be checked again: a
        # shift of a named constant becomes a number, which may have more bits than a set.
        return None
    found = {table: module.names.tables[table] for each in printed for table in each.tables}
    lines = [defined(_in_words(table, module.names.words), 1) for _, table in sorted(found.items())]
    for each in printed:
        lines += [f"define {each.head} nounwind {{", *each.lines, "}"]
    branches = BRANCHING * sum(each.kept for each in printed) > len(lines)
    if len(lines) > LONGEST or branches or any(each.draws > CASES for each in printed):
        return None
    widths = sorted({64, *(table.width(1) for table in found.values())})
    words = module.names.words
    held = 0 if games is None else sum(_size(type_of(name), words) for name in games.begun)
    long = FEWEST if held > HELD else FEW
    count = MANY if len(lines) <= SHORT else long
    return lane_operations(count, WAITING[count], widths, pdep=pdep) + "\n".join(lines)


def _size(type_: Type, words: int) -> int:
    """Return the number of words of a value, where a set has so many."""
    return words if type_ in (SET, RAW) else 1


def _in_words(table: Table, words: int) -> Table:
    """Return a table of sets as one of their words."""
    if table.type is not SET:
        return table
    return replace(
        table, values=tuple(value >> BITS * word & (1 << BITS) - 1 for value in table.values for word in range(words))
    )


def _waits(function: Function, module: Module) -> bool:
    """Return whether lanes would wait for others in loops of a function, other than those that play games.

    The loop of a flood, which does nothing but assign what it calculates, takes few turns, and the lanes that have
    ended it cost nothing.
    """
    loops = (each for each in every(function.body) if isinstance(each, While))
    return VOLATILE not in function.parameters and any(
        _calls(loop.body, module) or not all(isinstance(each, Assign) for each in every(loop.body)) for loop in loops
    )


def _returns(statement: Statement) -> bool:
    """Return whether some lanes may skip what follows a statement."""
    return any(isinstance(each, Return) for each in every([statement]))


def _calls(body: Sequence[Statement], module: Module) -> bool:
    """Return whether statements call a function of the program: then they are skipped if no lane runs them."""
    return any(name in module.names.signatures for name in reads(body))


class _Printer(SetOperations):
    """Prints one function: its head and its lines.

    ``tables`` are those that it reads, ``kept`` is in how many of its lines some lanes keep what they have, and
    ``draws`` at how many places a cell is drawn.
    """

    def __init__(self, module: Module, function: Function, private: Set[str], entry: bool, games: Games | None) -> None:
        super().__init__()
        self._module = module
        self._count = module.names.words
        self._private = private
        self._function = function
        self._external = entry
        self._games = games
        self._results = sum(map(self._size, function.signature.results))
        self._depth = 0
        self._mask = "%mask"
        self._known: dict[str, Words] = {}
        self.tables: set[str] = set()
        self.kept = self.draws = 0
        self.head = self._head()
        self._print()

    def _head(self) -> str:
        function = self._function
        scalar = "i64" if self._external else "%Lanes"
        parameters = [
            f"{'ptr' if type_ is ARRAY else scalar} {name}"
            for parameter, type_ in zip(function.parameters, function.signature.parameters, strict=True)
            for name in ((f"%{parameter}",) if type_ is ARRAY else self._names(parameter, type_))
        ]
        if self._external:
            # Without this LLVM may find too late that vectors go to the stack, and let them cross lines of the cache.
            return f"i64 @{PREFIX}{function.name}({', '.join(parameters)}) alignstack({LINE})"
        parameters.append("%Mask %mask")
        return f"internal {_result(self._results)} @{PREFIX}{function.name}({', '.join(parameters)}) alwaysinline"

    def _print(self) -> None:
        function, lines = self._function, self.lines
        lines.append(".entry:")
        if self._external:
            lines.append("  %mask = icmp eq %Lanes zeroinitializer, zeroinitializer")
            lines.append("  %next = alloca i64")
        for name, type_ in zip(function.parameters, function.signature.parameters, strict=True):
            if type_ is ARRAY:
                continue
            names = self._names(name, type_)
            words = tuple(map(self._splat, names)) if self._external else names
            if name in self._function.settled:
                self._known[name] = words
            else:
                self._allocate(names, words)
        for name, type_ in function.locals.items():
            if name not in self._function.settled:
                names = self._names(name, type_)
                self._allocate(names, (EMPTY,) * len(names))
        for name, size in function.arrays.items():
            lines.append(f"  %{name} = alloca [{size} x %Lanes]")
        self._allocate(self._slots, (EMPTY,) * self._results)
        self._returned = self._slot("zeroinitializer")
        self._none_returned = not self._external
        self._block(function.body)
        results = self._loaded(self._slots)
        if self._external:
            # An error is negative. If there is none, the least number of a game that was not played is their count.
            least = self._value(f"call i64 @least(%Lanes {results[0]})")
            lines.append(f"  ret i64 {least}")
        elif len(results) == 1:
            lines.append(f"  ret %Lanes {results[0]}")
        else:
            whole, kind = "poison", _result(self._results)
            for place, result in enumerate(results):
                whole = self._value(f"insertvalue {kind} {whole}, %Lanes {result}, {place}")
            lines.append(f"  ret {kind} {whole}")

    # Names

    def _size(self, type_: Type) -> int:
        """Return the number of words of a value."""
        return _size(type_, self._count)

    def _names(self, name: str, type_: Type) -> Words:
        """Return the names of the words of a variable."""
        return tuple(f"%{name}.{word}" for word in range(self._size(type_)))

    @property
    def _slots(self) -> Words:
        """The names of the words of the results."""
        return tuple(f"%.result.{place}" for place in range(self._results))

    def _allocate(self, names: Words, words: Words) -> None:
        """Make stack slots for the words of a variable, and store the first ones."""
        for name, word in zip(names, words, strict=True):
            self.lines.append(f"  {name}.p = alloca %Lanes")
            self.lines.append(f"  store %Lanes {word}, ptr {name}.p")

    def _loaded(self, names: Words) -> Words:
        return tuple(self._value(f"load %Lanes, ptr {name}.p") for name in names)

    def _place(self, label: str) -> None:
        """Begin the basic block of a label."""
        self.lines.append(f"{label}:")

    def _begin(self, label: str) -> None:
        """Go on to the basic block of a label, and begin it."""
        self.lines.append(f"  br label %{label}")
        self._place(label)

    def _splat(self, scalar: str) -> str:
        return self._value(f"call %Lanes @splat(i64 {scalar})")

    def _slot(self, mask: str) -> str:
        """Return a new stack slot that holds a mask. It is allocated when the function begins."""
        slot = f"%mask{self._label()}"
        self.lines.insert(1, f"  {slot} = alloca %Mask")
        self._keep(slot, mask)
        return slot

    def _keep(self, slot: str, mask: str) -> None:
        self.lines.append(f"  store %Mask {mask}, ptr {slot}")

    def _both(self, mask: str, other: str) -> str:
        """Return the lanes that are in two masks."""
        return self._value(f"and %Mask {mask}, {other}")

    def _minus(self, mask: str, left: str) -> str:
        """Return the lanes of a mask that are not in another one."""
        stayed = self._value(f"xor %Mask {left}, splat (i1 true)")
        return self._value(f"and %Mask {mask}, {stayed}")

    def _after_returns(self, mask: str) -> str:
        """Return the lanes of a mask that have not returned."""
        return self._minus(mask, self._value(f"load %Mask, ptr {self._returned}"))

    def _some(self, mask: str) -> str:
        """Return whether any lane is in a mask."""
        return self._value(f"call i1 @some(%Mask {mask})")

    def _branch(self, mask: str, then: str, otherwise: str) -> None:
        """End the basic block: jump to one label if any lane is in a mask, else to another."""
        self.lines.append(f"  br i1 {self._some(mask)}, label %{then}, label %{otherwise}")

    # Statements

    def _block(self, body: Sequence[Statement]) -> None:
        """Print statements for the lanes of the mask."""
        mask = self._mask
        for place, statement in enumerate(body):
            self._statement(statement)
            rest = body[place + 1 :]
            if rest and _returns(statement):
                self._mask = self._after_returns(mask)
                self._for_some(rest)
                break
        self._mask = mask

    def _for_some(self, body: Sequence[Statement]) -> None:
        """Print statements for the lanes of the mask; if there are none, a call is not made."""
        if not _calls(body, self._module):
            self._block(body)
            return
        then, after = self._label(), self._label()
        self._branch(self._mask, then, after)
        self._place(then)
        self._block(body)
        self._begin(after)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign((name,), Number(_, 0)) if self._external and name == NUMBER and not self._depth:
                self._assign(name, (self._first_numbers(),))
            case Assign((name,), Binary(_, "+", _, Number(_, 1))) if self._external and name == NUMBER:
                self._assign(name, (self._next_numbers(),))
            case Assign((name,), value):
                self._assign(name, self._words(value))
            case Assign(names, value):
                assert isinstance(value, Call)
                words = self._call(value)
                for name, type_ in zip(names, self._module.names.signatures[value.name].results, strict=True):
                    size = self._size(type_)
                    self._assign(name, words[:size])
                    words = words[size:]
            case Put(array, index, value):
                word = self._number(value)
                self._put(array, index, word)
            case If(condition, then, otherwise):
                mask = self._mask
                holds = self._truth(condition)
                self._depth += 1
                self._mask = self._both(mask, holds)
                self._for_some(then)
                if otherwise:
                    self._mask = self._minus(mask, holds)
                    self._for_some(otherwise)
                self._depth -= 1
                self._mask = mask
            case While() if self._games is not None and statement is self._games.loop:
                self._play(self._games)
            case While():
                self._while(statement)
            case Jump():
                raise _Unsuited("break or continue")
            case Return(values):
                found = tuple(word for each in values for word in self._words(each))
                self._store(self._slots, found, always=self._none_returned)
                self._none_returned = False
                returned = self._value(f"load %Mask, ptr {self._returned}")
                self._keep(self._returned, self._value(f"or %Mask {returned}, {self._mask}"))
            case Do(call) if call.name in _COUNTING:
                pass
            case Do(call):
                self._call(call)
            case NewArray(name, size, zeroed):
                if zeroed:
                    for place in range(size):
                        self._put(name, number(place), "zeroinitializer")
            case _:
                assert_never(statement)

    def _assign(self, name: str, words: Words) -> None:
        if name in self._function.settled:
            self._known[name] = words
        else:
            self._store(self._names(name, type_of(name)), words, always=not self._depth)

    def _store(self, slots: Words, words: Words, always: bool) -> None:
        """Store words for the lanes of the mask, or for all lanes, where what the others hold is not read again."""
        for slot, word in zip(slots, words, strict=True):
            if not always:
                self.kept += 1
                before = self._value(f"load %Lanes, ptr {slot}.p")
                word = self._value(f"select %Mask {self._mask}, %Lanes {word}, %Lanes {before}")
            self.lines.append(f"  store %Lanes {word}, ptr {slot}.p")

    def _while(self, statement: While) -> None:
        """Print a loop, which runs until no lane is left in it."""
        self._none_returned = False  # lanes may do so in an earlier turn
        mask = self._mask
        active = self._slot(mask)
        test, body, after = self._label(), self._label(), self._label()
        self._begin(test)
        self._depth += 1
        self._mask = self._value(f"load %Mask, ptr {active}")
        self._mask = self._both(self._mask, self._truth(statement.condition))
        self._branch(self._mask, body, after)
        self._place(body)
        inside = self._mask
        self._block(statement.body)
        self._keep(active, self._after_returns(inside))
        self.lines.append(f"  br label %{test}")
        self._place(after)
        self._depth -= 1
        self._mask = mask

    def _play(self, games: Games) -> None:
        """Print the loop over the games, as one over plies: where games are over, the next ones begin in their lanes.

        They wait for others to be over, too. The turns follow one another, each with the lanes where it is that turn
        by then, so that most lanes run the rules of the same player.
        """
        mask = self._mask
        playing, going, idle = self._slot(mask), self._slot("zeroinitializer"), self._slot(mask)
        test, some, over, begin, ply, after = (self._label() for _ in range(6))
        self.lines.append(f"  br label %{begin}")
        self._depth += 1

        self._place(test)
        begun = self._mask = self._value(f"load %Mask, ptr {playing}")
        goes = self._both(begun, self._truth(games.plies.condition))
        waits = self._minus(begun, goes)
        self._keep(going, goes)
        self._branch(goes, some, over)
        self._place(some)
        self.lines.append(f"  br i1 {self._value(f'call i1 @many(%Mask {waits})')}, label %{over}, label %{ply}")

        self._place(over)
        self._mask = waits
        self._block(games.after)
        self._keep(idle, self._after_returns(waits))
        self._begin(begin)
        self._mask = self._value(f"load %Mask, ptr {idle}")
        self._mask = self._both(self._mask, self._truth(games.loop.condition))
        all_ = self._value(f"or %Mask {self._mask}, {self._value(f'load %Mask, ptr {going}')}")
        self._keep(playing, all_)
        self._block(games.before)
        self._branch(all_, test, after)

        self._place(ply)
        for turn in games.turns:
            self._mask = begun
            self._mask = self._both(begun, self._truth(all_of(games.plies.condition, turn.condition)))
            self._for_some(turn.body)
        self.lines.append(f"  br label %{test}")
        self._place(after)
        self._depth -= 1
        self._mask = mask

    def _first_numbers(self) -> str:
        """Return the numbers of the games with which the lanes begin."""
        all_ = self._value(f"call i64 @count(%Mask {self._mask})")
        self.lines.append(f"  store i64 {all_}, ptr %next")
        return self._value("call %Lanes @numbers()")

    def _next_numbers(self) -> str:
        """Return the numbers of the games that come next, for the lanes of the mask."""
        begun = self._value("load i64, ptr %next")
        count = self._value(f"call i64 @count(%Mask {self._mask})")
        self.lines.append(f"  store i64 {self._value(f'add i64 {begun}, {count}')}, ptr %next")
        ranks = self._value(f"call %Lanes @ranks(%Mask {self._mask})")
        return self._value(f"add %Lanes {ranks}, {self._splat(begun)}")

    # Expressions

    def _truth(self, condition: Expression) -> str:
        """Return the lanes for which a condition holds, as far as they are in the mask.

        A part that others decide is evaluated for the lanes that need it alone: elsewhere it may read beyond an array.
        """
        match condition:
            case Logic(_, "not", (operand,)):
                return self._value(f"xor %Mask {self._truth(operand)}, splat (i1 true)")
            case Logic(_, sign, operands):
                mask, found = self._mask, self._truth(operands[0])
                for operand in operands[1:]:
                    self._mask = self._both(mask, found) if sign == "and" else self._minus(mask, found)
                    found = self._value(f"{sign} %Mask {found}, {self._truth(operand)}")
                self._mask = mask
                return found
            case Comparison(_, sign, left, right) if self._size(left.type) > 1:
                pairs = zip(self._words(left), self._words(right), strict=True)
                differs = self.filled(tuple(self._value(f"xor %Lanes {one}, {other}") for one, other in pairs))
                return self._value(f"icmp {PREDICATES[sign]} %Lanes {differs}, zeroinitializer")
            case Comparison(_, sign, left, right):
                first, second = self._number(left), self._number(right)
                return self._value(f"icmp {PREDICATES[sign]} %Lanes {first}, {second}")
        return self._value(f"icmp ne %Lanes {self.filled(self._words(condition))}, zeroinitializer")

    def _number(self, value: Expression) -> str:
        """Return the numbers of all lanes; a truth value becomes 0 or 1."""
        (word,) = self._words(value)
        return word

    def _words(self, value: Expression) -> Words:
        """Return the words of the numbers or sets of all lanes."""
        match value:
            case Logic() | Comparison():
                return (self._value(f"zext %Mask {self._truth(value)} to %Lanes"),)
            case Local(type_, name):
                return self._known[name] if name in self._known else self._loaded(self._names(name, type_))
            case Number(type_, known):
                return tuple(splat(known >> BITS * word) for word in range(self._size(type_)))
            case Binary():
                return self._binary(value)
            case Unary(_, "~", operand):
                return tuple(self._value(f"xor %Lanes {word}, splat (i64 -1)") for word in self._words(operand))
            case Unary(type_, _, operand):
                return self.difference((EMPTY,) * self._size(type_), self._words(operand))
            case Item(_, array, index) if array == VOLATILE:
                assert index == ZERO
                return (self._splat(self._value(f"load volatile i64, ptr %{array}")),)
            case Item(_, array, index):
                return (self._item(array, index),)
            case Entry(_, name, index):
                return self._entry(self._module.names.tables[name], self._number(index))
            case Choice(_, condition, then, otherwise):
                mask, holds = self._mask, self._truth(condition)
                self._mask = self._both(mask, holds)
                first = self._words(then)
                self._mask = self._minus(mask, holds)
                second = self._words(otherwise)
                self._mask = mask
                self.kept += len(first)
                return self.chosen(holds, first, second)
            case Call():
                return self._call(value)
            case _:
                assert_never(value)

    def _binary(self, value: Binary) -> Words:
        left, size = self._words(value.left), self._size(value.type)
        if value.sign in ("<<", ">>") and size > 1:
            if isinstance(value.right, Number):
                return self.shifted(left, value.sign, value.right.value)
            return self.shifted_by(left, value.sign, self._number(value.right))
        right = self._words(value.right)
        match value.sign:
            case "-":
                return self.difference(left, right)
            case "//" | "%":  # a lane beyond the mask may divide by anything
                none = self._value(f"icmp eq %Lanes {right[0]}, zeroinitializer")
                right = self.chosen(none, (splat(1),), right)
        if size > 1 and value.sign not in ("&", "|", "^"):
            raise _Unsuited(value.sign)
        return tuple(
            self._value(f"{OPERATIONS[value.sign]} %Lanes {one}, {other}")
            for one, other in zip(left, right, strict=True)
        )

    def _entry(self, table: Table, index: str) -> Words:
        """Return what a table has at an index: one word of a set after the other."""
        self.tables.add(table.name)
        size, bits = self._size(table.type), table.width(1)
        if size > 1:
            index = self._value(f"mul %Lanes {index}, {splat(size)}")
        found = []
        for word in range(size):
            place = self._value(f"add %Lanes {index}, {splat(word)}") if word else index
            found.append(self._read(self._value(f"getelementptr i{bits}, ptr @{table.name}, %Lanes {place}"), bits))
        return tuple(found)

    def _item(self, array: str, index: Expression) -> str:
        """Return the words of an array, whose places may differ from lane to lane."""
        if array in self._private and isinstance(index, Number):
            return self._value(f"load %Lanes, ptr {self._row(array, index)}")
        return self._read(self._places(array, index), 64)

    def _read(self, places: str, bits: int) -> str:
        """Return the numbers of so many bits at places, for the lanes of the mask."""
        return self._value(f"call %Lanes @read{bits}(%Places {places}, %Mask {self._mask})")

    def _put(self, array: str, index: Expression, value: str) -> None:
        """Store words of the lanes of the mask in an array."""
        if array in self._private and isinstance(index, Number):
            row = self._row(array, index)
            self.kept += 1
            before = self._value(f"load %Lanes, ptr {row}")
            after = self._value(f"select %Mask {self._mask}, %Lanes {value}, %Lanes {before}")
            self.lines.append(f"  store %Lanes {after}, ptr {row}")
            return
        places = self._places(array, index)
        # The others are results, which are written when a few games are over.
        write = "write" if array in self._private else "write_few"
        self.lines.append(f"  call void @{write}(%Lanes {value}, %Places {places}, %Mask {self._mask})")

    def _row(self, array: str, index: Number) -> str:
        """Return where a word of a local array is, that of each lane beside those of the others."""
        return self._value(f"getelementptr %Lanes, ptr %{array}, i64 {index.value}")

    def _places(self, array: str, index: Expression) -> str:
        place = self._number(index)
        if array in self._private:
            return self._value(f"call %Places @row(ptr %{array}, %Lanes {place})")
        return self._value(f"getelementptr i64, ptr %{array}, %Lanes {place}")

    def _call(self, call: Call) -> Words:
        if call.name in INTRINSICS:
            return self._intrinsic(call)
        arguments = []
        for argument in call.arguments:
            if argument.type is ARRAY:
                assert isinstance(argument, Local)
                arguments.append(f"ptr %{argument.name}")
            else:
                arguments += [f"%Lanes {word}" for word in self._words(argument)]
        arguments.append(f"%Mask {self._mask}")
        size = sum(map(self._size, self._module.names.signatures[call.name].results))
        type_ = _result(size)
        whole = self._value(f"call {type_} @{PREFIX}{call.name}({', '.join(arguments)})")
        if size == 1:
            return (whole,)
        return tuple(self._value(f"extractvalue {type_} {whole}, {place}") for place in range(size))

    def _intrinsic(self, call: Call) -> Words:
        match call.name, call.arguments:
            case "load", (Local(_, array), index):
                return tuple(self._item(array, _beyond(index, word)) for word in range(self._count))
            case "store", (Local(_, array), index, value):
                for place, word in enumerate(self._words(value)):
                    self._put(array, _beyond(index, place), word)
                return ()
            case "mix", (what,):
                return (self._value(f"call %Lanes @mix(%Lanes {self._number(what)})"),)
            case "fold", (cells,):
                return (self.fold(self._words(cells)),)
            case "bit", (what,):
                return self.bit(self._number(what), self._count)
            case "popc", (cells,):
                return (self.popc(self._words(cells)),)
            case ("ctz" | "msb") as name, (cells,):
                return (self.end(name, self._words(cells)),)
            case "kth", (cells, what):
                self.draws += 1
                return self.kth(self._words(cells), self._number(what))
        raise _Unsuited(call.name)


def _beyond(index: Expression, words: int) -> Expression:
    """Return an index so many words after another one."""
    if isinstance(index, Number):
        return number(index.value + words)
    return binary("+", index, words) if words else index


def _result(words: int) -> str:
    """Return the type of what a function returns."""
    return "%Lanes" if words == 1 else "{" + ", ".join(["%Lanes"] * words) + "}"
