"""Reading and writing positions as text, in the notation of models.

    position Example { setup { "r...k..r" … } to White, zone hand { "QN." / "..." }, marks moved = e1 h8,
                       counter hand = 3/5, counter seeds = { a1 5 b1 0 }, phase Main }

A symbol in quotes stands for a cell: ``.`` for the initial state of its tile, a blank for a hole. Where each player has
a zone, ``/`` separates the players. Where each cell of the board has one, only those that differ from the start are
written, each after the name of its cell, and rows may end early: ``zone pile { c3 "bw" }``. ``a/b`` is a number for
each player. At nature's turn, ``to Dice after White`` says who moved last, and ``to Dice`` that nobody has moved. What
is not written has its initial value; the number of a carried counter is that of a new piece, or of an empty cell, where
something else stands than at the start. A name that is not a word stands in quotes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.generator.kinds import MANY
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, ModelError, Related
from tilewright.model.hints import near_miss
from tilewright.model.places import Place
from tilewright.model.text.scanner import Scanner, Token, TokenKind
from tilewright.model.text.writer import named, quoted
from tilewright.runtime.drawing import EMPTY
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.tables import CounterInfo
from tilewright.runtime.move import Cell
from tilewright.runtime.position import Position

if TYPE_CHECKING:
    from tilewright.metamodel.language import Zone
    from tilewright.runtime.rulebook import Rulebook

MAX_CHARACTERS = 1_000_000
"""The greatest length of a text that is read."""


def read_position(text: str, game: Rulebook, file: str = "<position>") -> tuple[str, Position]:
    """Return the name and the position that a text describes; ``ModelError`` holds all that is wrong with the text.

    *file* stands in the places of the diagnostics.
    """
    scanner = scanner_of(text, file)
    found = next_position(scanner, game)
    end = scanner.next()
    if end.kind is not TokenKind.END:
        raise ModelError([unexpected(end, "the end of the text")])
    return found


def scanner_of(text: str, file: str) -> Scanner:
    """Return the tokens of a text that holds positions; ``ModelError`` if it is too long."""
    if len(text) > MAX_CHARACTERS:
        message = f"a text of positions is at most {MAX_CHARACTERS} characters long"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    return Scanner(text, file)


def next_position(scanner: Scanner, game: Rulebook) -> tuple[str, Position]:
    """Read the next position of a text and return its name and the position; ``ModelError`` holds what is wrong."""
    reader = _Reader(scanner, game)
    name = ""
    try:
        name = reader.read()
    except _Unexpected as wrong:
        reader.problems.append(wrong.diagnostic)
    problems = [*scanner.diagnostics, *reader.problems]
    if problems:
        raise ModelError(problems)
    position = reader.position()
    problem = _never(position, game)
    if problem is not None:
        message = f"{problem}; only the engine 'interpreter' plays from there"
        raise ModelError([diagnose("bad-value", message, scanner.peek().place)])
    return name, position


def _never(position: Position, game: Rulebook) -> str | None:
    """Return what stands or is marked where no rule puts it, if the engine cannot play from there; else None.

    The interpreter plays from any position. The program of a game with many kinds of pieces leaves out what no rule
    puts somewhere.
    """
    if game.played_by == "interpreter":
        return None
    tables = game.tables
    if len(tables.pieces) <= MANY:
        return None
    from tilewright.generator.compiler.lowering.standing import Standing

    standing = Standing(tables.game)
    for zone in (None, *tables.zones):
        cells, pieces = tables.in_zone(zone), standing.pieces(zone)
        for state, now, first in zip(tables.states, position.boards, tables.initial.boards, strict=True):
            wrong = now & cells & ~first if pieces is None or state.element.piece not in (None, *pieces) else 0
            if wrong:
                what = f"{state.name or 'what stands there'} is on {_cells(game, list(bits(wrong))[:1])}"
                return f"{what}, where no rule of the game puts it"
    for mark, slots in ((mark, tables.mark(mark)) for mark in tables.game.marks):
        there = [tables.in_zone(zone) for zone in standing.marked(mark)]
        for slot in slots:
            wrong = position.marks[slot]
            for cells in there:
                wrong &= ~cells
            if wrong:
                cell = _cells(game, list(bits(wrong))[:1])
                return f"{cell} is marked as '{mark.name}', which no rule of the game does"
    return None


class _Unexpected(Exception):
    """A syntax error after which reading cannot go on."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__()
        self.diagnostic = diagnostic


class _Reader:
    """Reads one position, item by item."""

    def __init__(self, scanner: Scanner, game: Rulebook) -> None:
        self.scanner = scanner
        self.problems: list[Diagnostic] = []
        self._game = game
        self._tables = game.tables
        initial = self._tables.initial
        self._boards = list(initial.boards)
        self._marks = list(initial.marks)
        self._counters: dict[int, int] = {}
        """The numbers that the text gives, by slot."""
        self._said: dict[str, Place] = {}
        """Where the text gives what it may give once."""
        self._phase = initial.phase
        self._player = self._seat = initial.player
        self._items = {
            "setup": self._read_setup,
            "zone": self._read_zone,
            "to": self._read_player,
            "marks": self._read_mark,
            "counter": self._read_counter,
            "phase": self._read_phase,
        }

    def position(self) -> Position:
        """Return the position that was read."""
        boards, marks = tuple(self._boards), tuple(self._marks)
        counters = list(self._tables.counters_with(boards))
        for slot, number in self._counters.items():
            counters[slot] = number
        return Position(boards, marks, tuple(counters), self._phase, self._player, self._seat)

    def read(self) -> str:
        """Read the position and return its name."""
        self._expect("position")
        name = self._quotable("the name of the position").value
        self._expect("{")
        while not self.scanner.accept("}"):
            token = self._name(f"one of {', '.join(self._items)}")
            if token.text not in self._items:
                message = f"a position has no {token}{near_miss(token.text, self._items)}"
                raise _Unexpected(diagnose("unexpected-token", message, token.place))
            if token.text in ("setup", "to", "phase"):
                self._once(f"'{token.text}'", token.place)
            self._items[token.text]()
            self.scanner.accept(",")
        return name

    # -- items

    def _read_setup(self) -> None:
        self._expect("{")
        self._read_rows((), self._tables.width, self._tables.height, "board")
        self._expect("}")

    def _read_zone(self) -> None:
        """Read the cells of a zone: the shared one, or that of each player in turn."""
        zones = {zone.name: zone for zone in self._tables.zones}
        token = self._quotable("the name of a zone")
        self._once(f"the zone '{token.value}'", token.place)
        if token.value not in zones:
            message = f"the game has no zone '{token.value}'{near_miss(token.value, zones)}"
            raise _Unexpected(diagnose("unresolved-reference", message, token.place))
        self._expect("{")
        zone = zones[token.value]
        numbers = self._tables.grids_of(zone)
        if zone.perCell:
            while not self.scanner.peek().is_("}"):
                cell = self._cell_once(f"the zone '{zone.name}' of", self._based)
                self._read_grid(numbers[cell], rest=EMPTY)
        else:
            for number in numbers:
                if number != numbers[0]:
                    self._expect("/")
                self._read_grid(number)
        self._expect("}")

    def _based(self) -> int:
        """Read the name of a cell of the board; return its number."""
        place = self.scanner.peek().place
        cell = self._cell()
        if self._tables.cells.board >> cell & 1:
            return cell
        self._problem("bad-value", "the zone is there for each cell of the board, not of a zone", place)
        return 0

    def _read_grid(self, number: int, rest: str = " ") -> None:
        grid = self._tables.grids[number - 1]
        self._read_rows((number,), grid.width, grid.height, f"zone {grid.name}", rest)

    def _read_rows(self, grid: tuple[int, ...], width: int, height: int, what: str, rest: str = " ") -> None:
        """Read the board or a grid of a zone, row by row. *rest* is the symbol of the cells that a short row omits."""
        rows: list[Token] = []
        while self.scanner.peek().kind is TokenKind.STRING:
            rows.append(self.scanner.next())
        end = self.scanner.peek()
        if not (end.is_("}", "/") or (rest == EMPTY and end.kind is TokenKind.NAME)):
            raise _Unexpected(unexpected(end, "a row in quotes or '}'"))
        if len(rows) != height:
            self._problem("bad-value", f"the {what} has {height} rows, not {len(rows)}", end.place)
            return
        own = self._tables.cells.in_grid(sum(grid))
        self._boards = [board & ~own for board in self._boards]
        for row, token in enumerate(rows):
            for column in range(max(len(token.value), width)):
                place = Place(token.place.file, token.place.line, token.place.column + column + 1)
                self._put((row, column, *grid), token.value[column : column + 1] or rest, place)

    def _put(self, cell_place: Cell, symbol: str, place: Place) -> None:
        tables = self._tables
        cell = tables.cells.index.get(cell_place)
        if cell is None:
            if symbol != " ":
                what = "board" if len(cell_place) == 2 else "zone"
                self._problem("bad-value", f"the {what} has no cell here; write a blank", place)
            return
        tile = tables.tile_at[cell]
        symbols = {self._game.names.states[state]: state for state in tables.states_of_tile(tile)}
        symbols[EMPTY] = tables.initial_state[tile]
        if symbol in symbols:
            self._boards[symbols[symbol]] |= 1 << cell
        else:
            self._problem("bad-value", f"{symbol!r} is no state of this cell: {' '.join(sorted(symbols))}", place)

    def _read_player(self) -> None:
        players = {player.name: player.number for player in self._game.players}
        nature = self._tables.nature
        movers = players if self._game.nature is None else {**players, self._game.nature.name: nature}
        self._player = self._seat = self._known(movers, "player", self._player)
        if self._player == nature and self.scanner.accept("after"):
            self._seat = self._known(players, "player", self._seat)

    def _read_phase(self) -> None:
        phases = {phase.name: number for phase, number in self._tables.phases.items()}
        self._phase = self._known(phases, "phase", self._phase)

    def _read_mark(self) -> None:
        marks = [mark for mark in self._tables.game.marks if mark.lifetime.name != "Move"]
        name = self.scanner.peek()
        number = self._known({mark.name: n for n, mark in enumerate(marks)}, "mark", -1, " that outlasts a move")
        self._once(f"the mark '{name.value}'", name.place)
        self._expect("=")
        place = self.scanner.peek().place
        sets = [self._marked()]
        while self.scanner.accept("/"):
            sets.append(self._marked())
        if number < 0:
            return
        mark = marks[number]
        slots = list(dict.fromkeys(self._tables.mark(mark)))
        if len(sets) not in (1, len(slots)):
            least = "one set of cells" if len(slots) == 1 else f"one set of cells, or {len(slots)}"
            self._problem("bad-value", f"'{mark.name}' has {least}, not {len(sets)}", place)
            return
        for player, slot in enumerate(slots):
            self._marks[slot] = sets[player % len(sets)]

    def _marked(self) -> int:
        """Read names of cells up to the next item, and return their set."""
        cells = 0
        while self.scanner.peek().kind is TokenKind.NAME and not self._at_item():
            cells |= 1 << self._cell()
        return cells

    def _at_item(self) -> bool:
        """Return whether the next item begins here; before ``.`` its word is the name of a zone or a player."""
        return self.scanner.peek().is_(*self._items) and not self.scanner.peek(1).is_(".")

    def _read_counter(self) -> None:
        infos = list(self._tables.counters.values())
        lasting = {info.name: number for number, info in enumerate(infos) if info.lifetime != "Move"}
        name = self.scanner.peek()
        number = self._known(lasting, "counter", -1, " that outlasts a move")
        self._once(f"the counter '{name.value}'", name.place)
        info = infos[number] if number >= 0 else None
        self._expect("=")
        if not self.scanner.accept("{"):
            self._read_numbers(info, None)
            return
        while not self.scanner.accept("}"):
            self._read_numbers(info, self._cell_once(f"the counter '{name.value}' on", self._cell))

    def _read_numbers(self, info: CounterInfo | None, cell: int | None) -> None:
        """Read one number for all players, or one for each, and set the counter on one cell, or on all."""
        place = self.scanner.peek().place
        numbers = [self._number(info)]
        while self.scanner.accept("/"):
            numbers.append(self._number(info))
        if info is None:
            return
        if len(numbers) not in (1, info.players):
            least = "one number" if info.players == 1 else f"one number, or {info.players}"
            message = f"'{info.name}' has {least}, not {len(numbers)}"
            self._problem("bad-value", message, place)
            return
        if cell is not None and not info.per_cell:
            self._problem("bad-value", f"'{info.name}' is no counter per cell", place)
            return
        if cell is not None and not info.own >> cell & 1:
            self._problem("bad-value", f"'{info.name}' has no number on this cell", place)
            return
        for player in range(info.players):
            for one in bits(info.own) if cell is None else (cell,):
                self._counters[info.at(player, one)] = numbers[player % len(numbers)]

    # -- words

    def _once(self, what: str, place: Place) -> None:
        """Report something that the text has given before."""
        earlier = self._said.setdefault(what, place)
        if earlier != place:
            related = (Related("it is given here", earlier),)
            self.problems.append(diagnose("duplicate-feature", f"{what} is given twice", place, related))

    def _cell_once(self, what: str, read: Callable[[], int]) -> int:
        """Return the cell that *read* reads; report it if *what* it has was given before."""
        place, problems = self.scanner.peek().place, len(self.problems)
        cell = read()
        if len(self.problems) == problems:
            self._once(f"{what} {self._game.notation((cell,))}", place)
        return cell

    def _known(self, names: Mapping[str, int], what: str, otherwise: int, which: str = "") -> int:
        """Read a name; return the number that it has in *names*. *which* says what is special about these."""
        token = self._quotable(f"a {what}{which}")
        name = token.value
        if name not in names:
            message = f"the game has no {what} '{name}'{which}{near_miss(name, names)}"
            self._problem("unresolved-reference", message, token.place)
        return names.get(name, otherwise)

    def _cell(self) -> int:
        token = self._name("a cell")
        name = token.text
        while self.scanner.accept("."):
            name += f".{self._name('the rest of the name of a cell').text}"
        place = self._game.names.cell_called(name)
        found = None if place is None else self._tables.cells.index.get(place)
        if place is None:
            zones = self._game.names.zones
            example = f" or {zones[0].name}.a1" if zones else ""
            self._problem("bad-value", f"'{name}' is no cell; cells are called as in a1 and b2{example}", token.place)
        elif found is None:
            self._problem("bad-value", self._game.absent(name, place), token.place)
        return found or 0

    def _number(self, info: CounterInfo | None) -> int:
        token = self.scanner.next()
        if token.kind is not TokenKind.INTEGER or len(token.text) > 11:
            raise _Unexpected(unexpected(token, "a number"))
        number = int(token.text)
        if info is not None and not info.least <= number <= info.greatest:
            bounds = f"{info.least}..{info.greatest}"
            self._problem("bad-value", f"{number} is out of the bounds of '{info.name}', {bounds}", token.place)
        return number

    def _name(self, what: str) -> Token:
        token = self.scanner.next()
        if token.kind is not TokenKind.NAME:
            raise _Unexpected(unexpected(token, what))
        return token

    def _quotable(self, what: str) -> Token:
        """Return the next token, which is a name, in quotes or not."""
        return self.scanner.next() if self.scanner.peek().kind is TokenKind.STRING else self._name(what)

    def _expect(self, text: str) -> None:
        token = self.scanner.next()
        if not token.is_(text):
            raise _Unexpected(unexpected(token, f"'{text}'"))

    def _problem(self, code: str, message: str, place: Place) -> None:
        self.problems.append(diagnose(code, message, place))


def unexpected(token: Token, expected: str) -> Diagnostic:
    """Return the diagnostic that says what was expected in place of this token."""
    return diagnose("unexpected-token", f"{expected} is expected here, not {token}", token.place)


def write_position(position: Position, game: Rulebook, name: str = "Position") -> str:
    """Return a position as text. ``read_position`` makes an equal one of it, but for history, plies and a result."""
    tables = game.tables
    names = game.names
    symbols = {}
    for state, board in enumerate(position.boards):
        for cell in bits(board):
            initial = state == tables.initial_state[tables.tile_at[cell]]
            symbols[names.cells[cell]] = EMPTY if initial else names.states[state]
    rows = _rows(symbols, (), names.width, names.height)
    parts = [f"setup {{ {_drawn(rows)} }} to {named(names.players[position.player])}"]
    if position.seat != position.player:
        parts[0] += f" after {named(names.players[position.seat])}"
    for zone in tables.zones:
        own = tables.in_zone(zone)
        if any((board ^ first) & own for board, first in zip(position.boards, tables.initial.boards, strict=True)):
            grids = [(number, tables.grids[number - 1]) for number in tables.grids_of(zone)]
            rows_of = [_rows(symbols, (number,), grid.width, grid.height) for number, grid in grids]
            changed = _changed(position, game, zone, rows_of)
            drawn = " ".join(changed) if zone.perCell else " / ".join(map(_drawn, rows_of))
            parts.append(f"zone {named(zone.name)} {{ {drawn} }}")
    for mark in tables.game.marks:
        slots = list(dict.fromkeys(tables.mark(mark)))
        sets = [position.marks[slot] for slot in slots]
        if any(position.marks[slot] != tables.initial.marks[slot] for slot in slots):
            parts.append(f"marks {named(mark.name)} = {' / '.join(_cells(game, bits(cells)) for cells in sets)}")
    unchanged = tables.counters_with(position.boards)
    for info in tables.counters.values():
        if any(position.counters[slot] != unchanged[slot] for slot in info.slots):
            parts.append(f"counter {named(info.name)} = {_numbers(game, info, position, unchanged)}")
    if position.phase:
        parts.append(f"phase {named(list(tables.phases)[position.phase].name)}")
    return f"position {named(name)} {{ {', '.join(parts)} }}"


def _changed(position: Position, game: Rulebook, zone: Zone, rows_of: Sequence[list[str]]) -> Iterator[str]:
    """Yield the blocks that differ from the start: for each the name of its cell of the board, and its rows."""
    first = game.tables.initial.boards
    for (cell, block), rows in zip(sorted(game.tables.blocks(zone).items()), rows_of, strict=True):
        if any((board ^ before) & block for board, before in zip(position.boards, first, strict=True)):
            yield f"{game.notation((cell,))} {_drawn(row.rstrip(EMPTY) for row in rows)}"


def _rows(symbols: Mapping[Cell, str], grid: tuple[int, ...], width: int, height: int) -> list[str]:
    return ["".join(symbols.get((row, c, *grid), " ") for c in range(width)) for row in range(height)]


def _drawn(rows: Iterable[str]) -> str:
    return " ".join(map(quoted, rows))


def _cells(game: Rulebook, cells: Iterable[int]) -> str:
    return " ".join(game.notation((cell,)) for cell in cells)


def _numbers(game: Rulebook, info: CounterInfo, position: Position, unchanged: tuple[int, ...]) -> str:
    """Return the numbers of a counter; of one per cell, those of the cells on which it is not as *unchanged*."""

    def of_cell(cell: int) -> str:
        return "/".join(str(position.counters[info.at(player, cell)]) for player in range(info.players))

    if not info.per_cell:
        return of_cell(info.first)
    cells = [cell for cell in bits(info.own) if info.numbers(position.counters, cell) != info.numbers(unchanged, cell)]
    return "{ " + " ".join(f"{game.notation((cell,))} {of_cell(cell)}" for cell in cells) + " }"
